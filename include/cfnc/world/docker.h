#ifndef CFNC_DOCKER_H
#define CFNC_DOCKER_H

#include "cfnc/world/lambda.h"

/*
 * Handlers in an image (target->image): one container for each call,
 *
 *     docker run --rm --name=cfnc-UUID IMAGE ENTRYPOINT... PAYLOAD
 *
 * by an argument vector, without a shell. ENTRYPOINT are the words of
 * executableEntrypoint in .rpdk-config; PAYLOAD is what an endpoint would be
 * posted, as the last argument, for the images of the language plugins read
 * exactly one and nothing else. What they answer stands on their standard output
 * between __CFN_RESOURCE_START_RESPONSE__ (the first) and
 * __CFN_RESOURCE_END_RESPONSE__ (the last); what is around it is a log.
 *
 * An argument can be read by whoever may list the processes of this machine, so
 * nothing secret is put into one unless the user says so (--expose-secrets);
 * src/prepare/target_image.c sees to that. The kernel takes 128 KiB in an argument.
 *
 * A container that takes twice as long as its handler may (an answer that is
 * merely late is heard: it tells what is to be deleted), or longer than
 * target->total_timeout_ms, or that writes more than 16 MiB, is removed (docker
 * rm -f); so is the one that runs when cfnc is told to quit at once. It ends with 0; with anything
 * else it crashed, whatever it wrote. What is wrong with docker itself (its exit codes 125 to 127)
 * says nothing about the handler, and is an error.
 */
struct world *docker_world(struct arena *arena, const struct target *target);

/*
 * Whether there is a docker, whether its daemon answers and whether it has the
 * image: nothing is pulled and nothing is run. False and the error.
 */
MUST_USE bool docker_probe(struct arena *arena, const struct target *target, struct error *error);

/* Whether it can be the name of an image, and not of an option. */
bool docker_is_image(const char *name);

#endif
