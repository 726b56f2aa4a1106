/* What the pictures of $formatNumber() and of $formatInteger() have in common. */
#include "functions.h"

const char *picture_of(struct function_call *call)
{
    if (call->arguments[1].type == NOTHING)
        call_fail(call, "T0410", "argument 2, the picture, is nothing");
    return call->arguments[1].u.text;
}

void picture_fail(struct function_call *call, const char *code, const char *what)
{
    call_fail(call, code, "the picture \"%s\" %s",
              jsonata_quote(&call->m->limits, picture_of(call)), what);
}

void add_code(struct function_call *call, struct text *out, uint32_t code)
{
    char bytes[TEXT_UTF8_ROOM];

    add_bytes(call->m, out, bytes, text_utf8_write(code, bytes));
}

void grouping_add(struct function_call *call, struct grouping *grouping, size_t position,
                  uint32_t sign, const char *code)
{
    if (grouping->count == SEPARATORS)
        picture_fail(call, code, "has more than 64 separators");
    grouping->separators[grouping->count].position = position;
    grouping->separators[grouping->count++].code = sign;
}

void grouping_find_regular(struct grouping *grouping)
{
    const size_t count = grouping->count;
    const size_t step = count ? grouping->separators[count - 1].position : 0;

    grouping->regular = step;
    for (size_t i = 0; i < count; i++)
        if (grouping->separators[i].position != step * (count - i) ||
            grouping->separators[i].code != grouping->separators[0].code)
            grouping->regular = 0;
}

void grouping_add_separator(struct function_call *call, struct text *out,
                            const struct grouping *grouping, size_t position)
{
    for (size_t i = grouping->count; i--;)
        if (grouping->regular ? position % grouping->regular == 0
                              : grouping->separators[i].position == position) {
            add_code(call, out, grouping->separators[i].code);
            return;
        }
}

void grouping_add_digits(struct function_call *call, struct text *out,
                         const struct grouping *grouping, uint32_t zero, size_t least,
                         const char *digits, size_t count)
{
    const size_t total = count > least ? count : least;

    for (size_t left = total; left; left--) {
        if (left < total)
            grouping_add_separator(call, out, grouping, left);
        add_code(call, out, zero + (left > count ? 0 : (uint32_t)(digits[count - left] - '0')));
    }
}
