/* --docker-image: what it goes with, and what may stand in the arguments of a container. */
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/base/process.h"
#include "cfnc/base/text.h"
#include "cfnc/prepare/aim.h"
#include "cfnc/prepare/subject.h"
#include "cfnc/world/docker.h"

static bool is_standard(const char *option, const char *value)
{
    return strcmp(value, option_find(option, IN_TEST)->standard) == 0;
}

/* What nobody would listen to. */
static bool check_others(const struct options *options, struct error *error)
{
    static const char *const useless[] = { "wait-for-endpoint", "connect-timeout" };

    if (!is_standard("endpoint", options->target.endpoint) ||
        !is_standard("function-name", options->target.function_name))
        return error_set(error, "--docker-image: the image is the handler; leave out --endpoint "
                                "and --function-name, or --docker-image");
    if (options->target.demo)
        return error_set(error, "--demo has handlers of its own; leave out --docker-image");
    for (size_t i = 0; i < sizeof(useless) / sizeof(useless[0]); i++)
        if (options_given(options, useless[i]))
            return error_set(error, "--docker-image: there is no endpoint then; leave out --%s",
                             useless[i]);
    return true;
}

/* Whoever asks for credentials wants real ones, and is told what that means. */
static bool check_credentials(const struct options *options, struct error *error)
{
    static const char *const asking[] = { "profile", "role-arn", "log-role-arn", "ask-sts" };

    if (options->target.offline || options->target.expose_secrets)
        return true;
    for (size_t i = 0; i < sizeof(asking) / sizeof(asking[0]); i++)
        if (options_given(options, asking[i]))
            return error_set(error,
                             "--%s: an image gets its credentials in an argument, which others on "
                             "this machine can read; pass --expose-secrets too, or --offline",
                             asking[i]);
    return true;
}

bool image_check(struct arena *arena, const struct options *options, struct error *error)
{
    if (!options->target.docker_image)
        return !options->target.expose_secrets ||
               error_set(error, "--expose-secrets is for --docker-image; leave it out");
    if (!docker_is_image(options->target.docker_image))
        return error_set(error, "--docker-image: \"%s\" cannot be the name of an image",
                         text_quote(arena, options->target.docker_image, 100));
    return check_others(options, error) && check_credentials(options, error);
}

static bool may_show(const struct target_options *options, const struct resource_type *type,
                     const json *model, const char *what, struct error *error)
{
    if (!options->docker_image || options->expose_secrets)
        return true;
    for (size_t i = 0; i < type->secret.count; i++)
        if (path_get(model, &type->secret.paths[i]))
            return error_set(error,
                             "%s: %s is secret, and would stand in an argument of the image's "
                             "container, which others on this machine can read; pass "
                             "--expose-secrets if they may",
                             what, type->secret.paths[i].pointer);
    return true;
}

const json *overrides_model(struct arena *arena, const json *overrides)
{
    json *model = json_object(arena);
    struct property_path path;

    json_each (override, overrides)
        if (pointer_read(arena, json_key(override), &path) && path.depth)
            (void)path_set(model, &path, override);
    return model;
}

static bool check_set(struct arena *arena, const struct target_options *options,
                      const struct resource_type *type, const struct input_set *set,
                      struct error *error)
{
    const struct {
        const char *file;
        const json *model;
    } parts[] = {
        { set->create_file, set->create },
        { set->update_file, set->update },
        { set->invalid_file, set->invalid },
        { set->overrides_file, overrides_model(arena, set->create_overrides) },
        { set->overrides_file, overrides_model(arena, set->update_overrides) },
    };

    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        if (!may_show(options, type, parts[i].model, parts[i].file, error))
            return false;
    return true;
}

static bool check_entrypoint(struct arena *arena, const struct project *project,
                             struct error *error)
{
    const char *file = file_join(arena, project->folder, ".rpdk-config");
    const char *const *words =
        process_split(arena, project->entrypoint ? project->entrypoint : "", error);

    if (!words)
        return error_prefix(error, "%s: executableEntrypoint: ", file);
    return *words || !project->has_settings ||
           error_set(error,
                     "%s: executableEntrypoint is missing, which --docker-image runs; add it, as "
                     "cfn generate does",
                     file);
}

bool image_prepare(struct arena *arena, const struct target_options *options,
                   const struct project_subject *subject, struct error *error)
{
    const struct project *project = subject->project;

    if (!options->docker_image)
        return true;
    if (!check_entrypoint(arena, project, error))
        return false;
    if (project->type_configuration && !options->expose_secrets)
        return error_set(error,
                         "--docker-image: the type configuration would stand in an argument of "
                         "its container, which others on this machine can read; pass "
                         "--expose-secrets if they may");
    for (size_t i = 0; i < project->set_count; i++)
        if (!check_set(arena, options, subject->type, &project->sets[i], error))
            return false;
    return true;
}

bool image_prepare_request(struct arena *arena, const struct target_options *options,
                           const struct project_subject *subject, const struct request *request,
                           const char *what, struct error *error)
{
    return may_show(options, subject->type, request->desired, what, error) &&
           may_show(options, subject->type, request->previous, what, error) &&
           image_prepare(arena, options, subject, error);
}

void image_aim(struct arena *arena, const struct target_options *options, struct project *project,
               struct target *target)
{
    struct error checked; /* by check_entrypoint() */

    if (!options->docker_image)
        return;
    target->image = options->docker_image;
    target->entrypoint =
        project->entrypoint ? process_split(arena, project->entrypoint, &checked) : NULL;
    target->endpoint = arena_printf(arena, "docker:%s", options->docker_image);
    target->function_name = "";
    if (!options->expose_secrets && !options->offline)
        project_warn(arena, project, "docker", NULL,
                     "an image gets its credentials in an argument, which others on this machine "
                     "can read: placeholders are sent, unless you pass --expose-secrets");
}

struct world *target_world(struct arena *arena, const struct target *target)
{
    return target->image ? docker_world(arena, target) : lambda_world(arena, target);
}
