#include "corpus.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "test.h"

const char *corpus_folder(struct arena *arena)
{
    const char *named = getenv("CFNC_CORPUS");
    const char *folder = named ? named : "../shared/corpus";

    if (file_exists(file_join(arena, folder, "schemas")))
        return folder;
    test_skip("no corpus of real schemas; set CFNC_CORPUS to a folder that has schemas/*.json");
    return NULL;
}

/* The number that a variable of the environment holds, or 0. */
static size_t number_of(const char *variable)
{
    const char *text = getenv(variable);

    return text ? strtoul(text, NULL, 10) : 0;
}

size_t corpus_step(size_t step)
{
    const char *tests = getenv("CFNC_TESTS");
    const size_t forced = number_of("CFNC_CORPUS_STEP");
    const size_t sample = tests && strcmp(tests, "all") == 0 ? 0 : number_of("CFNC_SAMPLE");

    if (forced)
        return forced;
    return sample > step ? sample : step;
}

bool corpus_takes(size_t number)
{
    return number % corpus_step(1) == 0;
}

static int is_schema(const struct dirent *entry)
{
    return text_glob("*.json", entry->d_name);
}

const char *const *corpus_schemas(struct arena *arena, size_t step)
{
    const char *corpus = corpus_folder(arena);
    struct dirent **entries = NULL;

    if (!corpus)
        return NULL;
    const char *folder = file_join(arena, corpus, "schemas");
    const int found = scandir(folder, &entries, is_schema, alphasort);
    const size_t count = found < 0 ? 0 : (size_t)found;
    const char **paths = arena_array(arena, count + 1, sizeof(const char *));
    size_t taken = 0;
    for (size_t i = 0; i < count; i++) {
        if (i % corpus_step(step) == 0)
            paths[taken++] = file_join(arena, folder, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return paths;
}
