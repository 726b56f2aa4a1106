#include <jq.h>
#include <string.h>

#include "jq_private.h"

/* The one program of this process, and where its complaints go. */
static jq_state *engine;
static char complaint[200];

bool jq_is_there(void)
{
    return true;
}

/* Without what is said of a shell that is not there, and what begins each message. */
static void complain(void *context, jv message)
{
    static const char *const noise[] = { "jq: ", "error: ", "error (at <unknown>): " };
    static const char shell[] = " (Unix shell quoting issues?)";
    const char *text = jv_get_kind(message) == JV_KIND_STRING ? jv_string_value(message) : "";
    size_t length = *complaint ? sizeof(complaint) : 0; /* the first says most */

    (void)context;
    for (size_t i = 0; i < sizeof(noise) / sizeof(noise[0]); i++)
        if (strncmp(text, noise[i], strlen(noise[i])) == 0)
            text += strlen(noise[i]);
    for (; *text && *text != '\n' && length + 1 < sizeof(complaint); text++)
        if (strncmp(text, shell, strlen(shell)) == 0)
            text += strlen(shell) - 1;
        else
            complaint[length++] = *text;
    jv_free(message);
}

bool jq_engine_begin(const char *program, jq_tell *tell, void *context)
{
    engine = jq_init();
    if (!engine)
        return false;
    jq_set_error_cb(engine, complain, NULL);
    jq_set_input_cb(engine, NULL, NULL); /* which jq_init() leaves as they happen to be */
    jq_set_debug_cb(engine, NULL, NULL);
    jq_set_attr(engine, jv_string("JQ_LIBRARY_PATH"), jv_array());
    const bool compiled = jq_compile(engine, program) != 0;
    tell(context, compiled ? JQ_NOTHING : JQ_FAILED, complaint, strlen(complaint));
    return compiled;
}

static void tell_text(jq_tell *tell, void *context, enum jq_answer answer, jv text)
{
    const char *bytes = jv_string_value(text);

    tell(context, answer, bytes, strlen(bytes));
    jv_free(text);
}

/* Why there is no further output: NULL for the end of all. */
static void tell_end(jq_tell *tell, void *context, jv last)
{
    jv message = jv_invalid_get_msg(last);
    const jv_kind kind = jv_get_kind(message);

    if (jq_halted(engine)) {
        static const char halted[] = "it halts";

        tell(context, JQ_FAILED, halted, strlen(halted));
    } else if (kind == JV_KIND_NULL) { /* which says nothing: all outputs were there */
        tell(context, JQ_NOTHING, "", 0);
    } else {
        tell_text(tell, context, JQ_FAILED,
                  kind == JV_KIND_STRING ? jv_copy(message) : jv_dump_string(jv_copy(message), 0));
    }
    jv_free(message);
}

void jq_engine_run(const char *input, size_t length, jq_tell *tell, void *context)
{
    jv value = jv_parse_sized(input, (int)length);

    if (!jv_is_valid(value)) {
        tell_end(tell, context, value);
        return;
    }
    jq_start(engine, value, 0);
    for (value = jq_next(engine); jv_get_kind(value) == JV_KIND_NULL; value = jq_next(engine))
        ;
    if (jv_is_valid(value))
        tell_text(tell, context, JQ_MADE, jv_dump_string(value, 0));
    else
        tell_end(tell, context, value);
}
