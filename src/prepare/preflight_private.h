#ifndef CFNC_PREFLIGHT_PRIVATE_H
#define CFNC_PREFLIGHT_PRIVATE_H

#include "cfnc/prepare/preflight.h"

/* What a row says of its condition; see struct checked. The formats make one line. */
void check_note(struct preflight *p, enum check_id id, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void check_problem(struct preflight *p, enum check_id id, enum exit_code code, const char *text);
void check_warn(struct preflight *p, enum check_id id, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void check_fix(struct preflight *p, enum check_id id, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Leaves the row without a verdict. `why` may be NULL. */
void check_pass_over(struct preflight *p, enum check_id id, const char *why);

/* A redactor of the subject's type, which knows the credentials of the environment. */
void preflight_learn_type(struct preflight *p);

/* What the rows look at. */
void look_at_project(struct preflight *p);
void look_at_schema(struct preflight *p);
void look_at_inputs(struct preflight *p);
void look_at_type_configuration(struct preflight *p);
void look_at_image(struct preflight *p);
void look_at_exceptions(struct preflight *p);
void look_at_against(struct preflight *p);
void look_at_tests(struct preflight *p);
void look_at_credentials(struct preflight *p);
void look_at_region(struct preflight *p);
void look_at_endpoint(struct preflight *p);
void look_at_function(struct preflight *p);
void look_at_account(struct preflight *p);
void look_at_template(struct preflight *p);
void look_at_leftovers(struct preflight *p);

#endif
