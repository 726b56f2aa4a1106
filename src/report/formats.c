/* The formats of reports and of standard output, and what reports of several runs share. */
#include "formats.h"

#include <string.h>

const struct report_format report_formats[] = {
    { "json", "cfnc-report.json", json_report, false },
    { "junit", "cfnc-report.xml", junit_report, false },
    { "html", "cfnc-report.html", html_report, false },
    { "tap", "cfnc-report.tap", tap_report, false },
    { "sarif", "cfnc-report.sarif", sarif_report, false },
    { "md", "cfnc-report.md", markdown_report, true },
    { "har", "cfnc-report.har", har_report, false },
    { 0 },
};

const struct stream_format stream_formats[] = {
    { "human", human_stream },   { "dot", dot_stream },       { "tap", tap_stream },
    { "ndjson", ndjson_stream }, { "github", github_stream }, { 0 },
};

size_t runs_before(const struct runs *runs, size_t at)
{
    size_t count = 0;

    for (size_t i = 0; i < at; i++)
        count += strcmp(runs->items[i]->subject->name, runs->items[at]->subject->name) == 0;
    return count;
}

enum exit_code runs_exit_code(const struct runs *runs)
{
    static const enum exit_code gravest_first[] = {
        EXIT_INTERRUPTED, EXIT_TERMINATED,  EXIT_INTERNAL, EXIT_USAGE,
        EXIT_PROJECT,     EXIT_TARGET,      EXIT_NO_TEST,  EXIT_TIMED_OUT,
        EXIT_TEST_FAILED, EXIT_LEFT_BEHIND, EXIT_REPORT,
    };

    for (size_t code = 0; code < sizeof(gravest_first) / sizeof(gravest_first[0]); code++)
        for (size_t i = 0; i < runs->count; i++)
            if (runs->items[i]->exit_code == (int)gravest_first[code])
                return gravest_first[code];
    return EXIT_OK;
}

struct summary runs_summary(const struct runs *runs)
{
    struct summary all = { 0 };

    for (size_t i = 0; i < runs->count; i++) {
        const struct summary s = run_summary(runs->items[i]);

        all.total += s.total;
        all.passed += s.passed;
        all.failed += s.failed;
        all.errored += s.errored;
        all.waived += s.waived;
        all.flaky += s.flaky;
        all.skipped += s.skipped;
        all.not_run += s.not_run;
        all.leftovers += s.leftovers;
        all.waived_leftovers += s.waived_leftovers;
    }
    return all;
}
