#include <stdio.h>

#include "cfnc/base/text.h"
#include "cfnc/help/explain.h"
#include "cli/commands.h"

static enum exit_code unknown_topic(struct arena *arena, const char *topic)
{
    const char *near = explain_nearest(arena, topic), *quoted = text_quote(arena, topic, 60);

    return near ? complain(EXIT_USAGE, "nothing is called \"%s\" (did you mean %s?)", quoted, near)
                : complain(EXIT_USAGE,
                           "nothing is called \"%s\"; \"cfnc explain --list\" lists "
                           "what there is",
                           quoted);
}

enum exit_code cmd_explain(struct arena *arena, const struct options *options)
{
    if (options->json && options->tests.count)
        return complain(EXIT_USAGE, "--json is for --list");
    if (options->json) {
        puts(json_print_pretty(arena, explain_list_json(arena)));
        return EXIT_OK;
    }
    if (options->list_topics || options->names_only) {
        fputs(explain_list(arena, options->names_only), stdout);
        return EXIT_OK;
    }
    if (!options->tests.count)
        return complain(EXIT_USAGE,
                        "explain: a topic is missing; \"cfnc explain --list\" lists them");
    for (size_t i = 0; i < options->tests.count; i++) {
        const char *text = explain_topic(arena, options->tests.items[i]);

        if (!text)
            return unknown_topic(arena, options->tests.items[i]);
        printf("%s%s", i ? "\n" : "", text);
    }
    return EXIT_OK;
}
