#include "sarif_log.h"

#include <ctype.h>
#include <string.h>

#include "cfnc/base/text.h"

static const char schema_uri[] =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

struct sarif_log sarif_log_new(struct arena *arena)
{
    json *whole = json_object(arena);

    json_set_string(whole, "$schema", schema_uri);
    json_set_string(whole, "version", "2.1.0");
    return (struct sarif_log){ .whole = whole, .runs = json_set_array(whole, "runs") };
}

void sarif_log_run(struct sarif_log *log)
{
    log->run = json_append_object(log->runs);
    json *driver = json_set_object(json_set_object(log->run, "tool"), "driver");

    json_set_string(driver, "name", "cfnc");
    json_set_string(driver, "version", CFNC_VERSION);
    log->rules = json_set_array(driver, "rules");
}

json *sarif_log_rule(const struct sarif_log *log, const char *id, const char *text,
                     const char *hint, const char *level)
{
    json *rule = json_append_object(log->rules);

    json_set_string(rule, "id", id);
    json_set_string(json_set_object(rule, "shortDescription"), "text", text);
    if (hint)
        json_set_string(json_set_object(rule, "help"), "text", hint);
    json_set_string(json_set_object(rule, "defaultConfiguration"), "level", level);
    return rule;
}

/* What begins with "x:" would be of the scheme x. */
const char *sarif_uri(struct arena *arena, const char *path)
{
    struct text out = text_new(arena);

    while (strncmp(path, "./", 2) == 0)
        path += 2;
    if (*path == '/')
        text_add(&out, "file://");
    else if (strcspn(path, ":") < strcspn(path, "/"))
        text_add(&out, "./");
    for (; *path; path++)
        if (isalnum((unsigned char)*path) || strchr("-._~/:@!$&'()*+,;=", *path))
            text_add_bytes(&out, path, 1);
        else
            text_addf(&out, "%%%02X", (unsigned)(unsigned char)*path);
    return out.bytes;
}
