#include "cleanup.h"

#include <stdio.h>

#include "cfnc/base/clock.h"
#include "cfnc/base/text.h"
#include "cfnc/report/failure.h"

enum { NAME_SHOWN = 120, PLACE_SHOWN = 100 };

static const char *quoted(struct arena *arena, const char *text)
{
    return text_quote(arena, text, PLACE_SHOWN);
}

const char *cleanup_name(struct arena *arena, const struct ledger_entry *entry)
{
    const json *shown = entry->model ? entry->identifier : entry->desired;

    return arena_printf(arena, "%s %s%s", quoted(arena, entry->type_name),
                        entry->model ? "" : "made of ",
                        text_quote(arena, json_print(arena, shown), NAME_SHOWN));
}

/* "3 min", in the largest unit that there is one of. */
static const char *age_text(struct arena *arena, int64_t ms)
{
    static const struct {
        int64_t ms;
        const char *name;
    } units[] = {
        { INT64_C(86400000), "day" }, { 3600000, "hour" }, { 60000, "minute" }, { 1000, "second" }
    };
    size_t i = 0;

    while (i < 3 && ms < units[i].ms)
        i++;
    const long long count = ms > 0 ? (long long)(ms / units[i].ms) : 0;
    return arena_printf(arena, "%lld %s%s", count, units[i].name, count == 1 ? "" : "s");
}

static void print_entry(struct arena *arena, const struct ledger_entry *e)
{
    printf("%s  %s\n", e->id, cleanup_name(arena, e));
    printf("          %s; made by %s (%s) %s ago\n",
           e->model      ? "a handler named it"
           : e->answered ? "a handler said that it is being made"
                         : "CREATE was sent, and no answer came",
           quoted(arena, e->test), quoted(arena, e->set),
           age_text(arena, clock_wall_ms() - e->time_ms));
    printf("          account %s, %s; %s at %s\n", quoted(arena, e->account_id),
           quoted(arena, e->region), quoted(arena, e->function_name), quoted(arena, e->endpoint));
}

void cleanup_print(struct arena *arena, const struct ledger_content *content)
{
    printf("%zu resource%s may be left behind\n", content->count, content->count == 1 ? "" : "s");
    for (const struct ledger_entry *e = content->entries; e; e = e->next)
        print_entry(arena, e);
}

void cleanup_print_json(struct arena *arena, const struct ledger_content *content)
{
    json *document = json_object(arena);
    json *array = json_set_array(document, "leftovers");

    for (const struct ledger_entry *e = content->entries; e; e = e->next) {
        json *object = json_append_object(array);

        json_set_string(object, "id", e->id);
        json_set_string(object, "state", ledger_state_name(e->state));
        json_set_string(object, "type", e->type_name);
        json_set(object, "identifier", e->identifier);
        json_set(object, "model", e->model);
        json_set(object, "desired", e->desired);
        json_set_string(object, "made_by", e->test);
        json_set_string(object, "input_set", e->set);
        json_set_string(object, "run", e->run);
        json_set_string(object, "time", arena_printf(arena, "%sZ", date_text(arena, e->time_ms)));
        const int64_t age_s = (clock_wall_ms() - e->time_ms) / 1000;
        json_set_number(object, "age_seconds", (double)age_s);
        json_set_string(object, "account", e->account_id);
        json_set_string(object, "region", e->region);
        json_set_string(object, "endpoint", e->endpoint);
        json_set_string(object, "function", e->function_name);
    }
    puts(json_print_pretty(arena, document));
}
