/* --report json of several runs: a list of reports. */
#include "report/spelling.h"
#include "json_report_private.h"

static void add_summary(json *document, const struct runs *runs)
{
    const struct summary s = runs_summary(runs);
    json *object = json_set_object(document, "summary");

    json_set_number(object, "runs", (double)runs->count);
    report_counts(object, &s);
    json_set_number(object, "leftovers", s.leftovers);
}

const char *json_report_join(struct arena *arena, const struct runs *runs)
{
    json *document = json_object(arena);

    if (runs->count == 1)
        return json_report_print(arena, runs->items[0]);
    json_set_string(document, "format", "cfnc-reports");
    json_set_string(document, "version", "1.0");
    json *tool = json_set_object(document, "tool");
    json_set_string(tool, "name", "cfnc");
    json_set_string(tool, "version", CFNC_VERSION);
    json_set_number(document, "exit_code", runs_exit_code(runs));
    add_summary(document, runs);
    json *reports = json_set_array(document, "reports");
    for (size_t i = 0; i < runs->count; i++)
        json_append(reports, report_document(arena, runs->items[i]));
    return arena_printf(arena, "%s\n", json_print_pretty(arena, document));
}
