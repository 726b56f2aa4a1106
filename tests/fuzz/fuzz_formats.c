/* Whatever the string, every format judges it, and no format contradicts one that it is part of. */
#include "cfnc/schema/schema.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const schemas[] = {
    "{\"format\":\"date-time\"}",
    "{\"format\":\"date\"}",
    "{\"format\":\"time\"}",
    "{\"format\":\"hostname\"}",
    "{\"format\":\"idn-hostname\"}",
    "{\"format\":\"ipv4\"}",
    "{\"format\":\"ipv6\"}",
    "{\"format\":\"uri-template\"}",
    "{\"format\":\"json-pointer\"}",
    "{\"format\":\"relative-json-pointer\"}",
    "{\"format\":\"regex\"}",
    "{\"contentEncoding\":\"base64\"}",
    "{\"contentEncoding\":\"base64\",\"contentMediaType\":\"application/json\"}",
    "{\"contentMediaType\":\"application/json\"}",
    /* Each is part of the next. */
    "{\"format\":\"email\"}",
    "{\"format\":\"idn-email\"}",
    "{\"format\":\"uri\"}",
    "{\"format\":\"uri-reference\"}",
    "{\"format\":\"iri-reference\"}",
    "{\"format\":\"uri\"}",
    "{\"format\":\"iri\"}",
    "{\"format\":\"iri-reference\"}",
};
enum { SCHEMAS = sizeof(schemas) / sizeof(schemas[0]), MAIL = 14, URI = 16, IRI = 19 };

static const struct schema *compiled[SCHEMAS];
static struct arena *kept; /* theirs, as long as the program runs */

static void compile_all(void)
{
    struct error error;

    kept = arena_new();
    for (size_t i = 0; i < SCHEMAS; i++) {
        const json *document = json_parse(kept, schemas[i], strlen(schemas[i]), &error);
        compiled[i] = schema_compile(kept, document, NULL, &error);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    char *text = arena_alloc(arena, size + 1);
    bool valid[SCHEMAS];

    if (!kept)
        compile_all();
    if (size)
        memcpy(text, data, size);
    const json *value = json_new_string(arena, text);
    for (size_t i = 0; i < SCHEMAS; i++) {
        valid[i] = schema_valid(compiled[i], value, SCHEMA_ALL);
        if (i > MAIL && i != URI && i != IRI && valid[i - 1] && !valid[i])
            abort();
    }
    arena_free(arena);
    return 0;
}
