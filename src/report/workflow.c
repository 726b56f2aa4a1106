#include "workflow.h"

#include <string.h>

void workflow_add(struct text *out, const char *text, bool property)
{
    const char *const special = property ? "%\r\n:," : "%\r\n";

    for (; *text; text++)
        if (strchr(special, *text))
            text_addf(out, "%%%02X", (unsigned)(unsigned char)*text);
        else if ((unsigned char)*text < ' ') /* which no runner decodes, but a terminal obeys */
            text_addf(out, "\\x%02x", (unsigned)(unsigned char)*text);
        else
            text_add_bytes(out, text, 1);
}
