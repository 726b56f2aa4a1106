#ifndef CFNC_PREFLIGHT_PRIVATE_H
#define CFNC_PREFLIGHT_PRIVATE_H

#include "cfnc/prepare/preflight.h"

/* What a row says of its condition; see struct checked. The formats make one line. */
#define check_note(p, id, ...) ((p)->checked[id].note = arena_printf((p)->arena, __VA_ARGS__))
#define check_warn(p, id, ...)                                                                     \
    problems_add(&(p)->checked[id].warnings, EXIT_OK, arena_printf((p)->arena, __VA_ARGS__))
#define check_fix(p, id, ...)                                                                      \
    problems_add(&(p)->checked[id].fixes, EXIT_OK, arena_printf((p)->arena, __VA_ARGS__))
/* A problem besides the one that ends the look of its row. */
void check_problem(struct preflight *p, enum check_id id, enum exit_code code, const char *text);

/* Leaves the row without a verdict. `why` may be NULL. */
void check_pass_over(struct preflight *p, enum check_id id, const char *why);

/* A redactor of the subject's type, which knows the credentials of the environment. */
void preflight_learn_type(struct preflight *p);

/* What the rows look at. False and the error, which is a problem of the row. */
bool look_at_project(struct preflight *p, struct error *error);
bool look_at_schema(struct preflight *p, struct error *error);
bool look_at_inputs(struct preflight *p, struct error *error);
bool look_at_type_configuration(struct preflight *p, struct error *error);
bool look_at_image(struct preflight *p, struct error *error);
bool look_at_exceptions(struct preflight *p, struct error *error);
bool look_at_against(struct preflight *p, struct error *error);
bool look_at_tests(struct preflight *p, struct error *error);
bool look_at_credentials(struct preflight *p, struct error *error);
bool look_at_region(struct preflight *p, struct error *error);
bool look_at_endpoint(struct preflight *p, struct error *error);
bool look_at_function(struct preflight *p, struct error *error);
bool look_at_account(struct preflight *p, struct error *error);
bool look_at_template(struct preflight *p, struct error *error);
bool look_at_leftovers(struct preflight *p, struct error *error);

#endif
