#ifndef CFNC_AIM_H
#define CFNC_AIM_H

#include "cfnc/prepare/subject.h"
#include "cfnc/world/lambda.h"

/* Whether what goes into requests has its form; the error names the option. */
MUST_USE bool target_check(struct arena *arena, const struct options *options, struct error *error);

/* Where the handlers are, without credentials. */
struct target target_of(struct arena *arena, const struct target_options *options,
                        const struct project_subject *subject);
/* Whether the endpoint is a URL of a kind that can be one. Before that it must not be shown. */
MUST_USE bool target_check_endpoint(struct arena *arena, const struct target *target,
                                    struct error *error);
/* Whether AWS's own endpoint is in the region that requests are signed for. */
MUST_USE bool target_check_region(struct arena *arena, const struct target *target,
                                  struct error *error);
/* Warns of another region that the AWS tools would take, and returns it; NULL: there is none. */
const char *target_warn_of_region(struct arena *arena, const struct options *options,
                                  struct project *project);

/*
 * All of that: where the handlers are, with which credentials; the error says what cannot be
 * used. The redactor learns every secret that is found, then and later.
 */
MUST_USE bool target_aim(struct arena *arena, const struct options *options,
                         struct project_subject *subject, struct redactor *redactor,
                         struct target *target, struct error *error);

/*
 * --docker-image: whether it goes with the other options, and what a run needs
 * of the project then. What stands in the arguments of a container can be read
 * by others, so credentials, a type configuration and write-only values of
 * inputs are refused unless --expose-secrets was given.
 */
MUST_USE bool image_check(struct arena *arena, const struct options *options, struct error *error);
MUST_USE bool image_prepare(struct arena *arena, const struct target_options *options,
                            const struct project_subject *subject, struct error *error);
/* The same, and whether a request of the user's own, which `what` names, may be shown there. */
MUST_USE bool image_prepare_request(struct arena *arena, const struct target_options *options,
                                    const struct project_subject *subject,
                                    const struct request *request, const char *what,
                                    struct error *error);
/* The model that is made of nothing but overrides. */
const json *overrides_model(struct arena *arena, const json *overrides);

/* Puts the image into the target. */
void image_aim(struct arena *arena, const struct target_options *options, struct project *project,
               struct target *target);

/* The world of a target: an endpoint or an image. */
struct world *target_world(struct arena *arena, const struct target *target);

/* Opens the wallet of the options once, for whoever needs it first. */
enum credentials_outcome target_wallet(struct arena *arena, const struct target_options *options,
                                       struct project_subject *subject, struct error *error);

/* Puts that wallet into the target, or placeholders where none is needed. */
MUST_USE bool target_equip(struct arena *arena, const struct target_options *options,
                           struct project_subject *subject, struct redactor *redactor,
                           struct target *target, struct error *error);

/*
 * Asks STS for what handlers get, and whose it is, where an answer is needed:
 * the endpoint is not this machine, there is a role, or --ask-sts.
 */
MUST_USE bool target_authorise(struct arena *arena, const struct options *options,
                               struct target *target, struct project *project, struct error *error);

/* Whether somebody answers there, asked until the patience is over. Nothing is invoked. */
MUST_USE bool target_wait(const struct target *target, int64_t patience_ms, enum service *service,
                          struct error *error);
/* What to do when nobody does: lines, for behind "No handler was called." */
const char *target_advice(const struct target *target);

/*
 * Whether somebody answers there, asked until `wait_ms` are over, and has the function, of which
 * template.yml in the folder may tell. When not, says so on the error stream. Nothing is invoked.
 */
MUST_USE bool target_ready(const struct target *target, const char *folder, int64_t wait_ms);

/* target_aim(), target_ready(), target_authorise(); what is in the way has been said. */
MUST_USE enum exit_code target_reach(struct arena *arena, const struct options *options,
                                     struct project_subject *subject, struct redactor *redactor,
                                     struct target *target);

#endif
