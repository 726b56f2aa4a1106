#ifndef CFNC_RESOURCE_H
#define CFNC_RESOURCE_H

#include "cfnc/engine/retrial.h"
#include "cfnc/resource/codes.h"
#include "cfnc/type/resource_type.h"

/*
 * Resource types as a protocol: what its row names (suite/resource/suite.c). A subject of it
 * is a resource type.
 */
const struct resource_type *type_of(const struct subject *subject);

/* A subject of the type; in the arena. */
const struct subject *subject_of(struct arena *arena, const struct resource_type *type,
                                 const struct protocol *protocol);

/* What a type may have to be; see lacks.h. */
enum feature {
    AN_UPDATE_HANDLER = 1 << 0,
    WRITE_ONLY = 1 << 1,
    READ_ONLY = 1 << 2,
    A_DEFAULT = 1 << 3,
    CREATE_ONLY = 1 << 4,
    TAGS = 1 << 5,
    TAG_UPDATES = 1 << 6,
    WRITABLE_IDENTIFIER = 1 << 7,
    WRITABLE_ALIAS = 1 << 8,
    ANY_WRITABLE_IDENTIFIER = 1 << 9,
    ONLY_AN_ALIAS_WRITABLE = 1 << 10,
    READ_ONLY_IDENTIFIER = 1 << 11,
    ADDITIONAL_IDENTIFIERS = 1 << 12
};
const char *resource_lacks(const struct subject *subject, unsigned wanted);

extern const struct handler resource_handlers[];
extern const struct rule *const resource_rules[];
extern const struct lifecycle resource_life;
extern const struct model_place resource_request_places[], resource_answer_places[];
extern const char resource_words[];

json *resource_encode(struct arena *arena, const struct target *target,
                      const struct request *request);
void resource_follow(const struct exchange *x, struct request *next);
struct comparison resource_compare(struct arena *arena, const struct subject *subject,
                                   const json *requested, const json *returned);
int64_t resource_settling_limit_ms(const struct subject *subject, unsigned action);

void *resource_session(struct arena *arena, const struct run *run, const struct input_set *set);
void *resource_begin(struct trial *t);
void resource_forget(void *session);
void resource_shrink(struct retrial *retrial, const struct trial *t);

const char *resource_origin(const struct trial *t);
const char *resource_hint(struct arena *arena, const struct run *run,
                          const struct finding *finding);
const char *resource_input_file(const struct outcome *outcome, const struct call *call);

#endif
