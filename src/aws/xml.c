#include "xml.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/text.h"

enum { DEEPEST = 30, ITEMS_MOST = 20000 };

/* An element that is open. */
struct element {
    const char *name;
    struct text text;
    json *children; /* NULL while it has none */
    bool is_array;
};

struct xml_reading {
    struct arena *arena;
    XML_Parser parser;
    struct element open[DEEPEST + 1]; /* [0] stands for the document */
    size_t depth, items;
    const char *problem;
};

static void give_up(struct xml_reading *r, const char *problem)
{
    if (!r->problem)
        r->problem = problem;
    XML_StopParser(r->parser, XML_FALSE);
}

static void XMLCALL begins(void *context, const XML_Char *name, const XML_Char **attributes)
{
    struct xml_reading *r = context;
    struct element *parent = &r->open[r->depth];
    const char *colon = strrchr(name, ':');
    const bool is_member = strcmp(name, "member") == 0;

    (void)attributes;
    if (r->depth == DEEPEST || ++r->items > ITEMS_MOST) {
        give_up(r, "it is nested too deep, or too long");
        return;
    }
    if (!parent->children) {
        parent->children = is_member ? json_array(r->arena) : json_object(r->arena);
        parent->is_array = is_member;
    }
    name = colon ? colon + 1 : name;
    r->open[++r->depth] = (struct element){
        .name = arena_copy(r->arena, name, strlen(name)),
        .text = text_new(r->arena),
    };
}

static void XMLCALL ends(void *context, const XML_Char *name)
{
    struct xml_reading *r = context;
    const struct element *element = &r->open[r->depth];
    struct element *parent = &r->open[--r->depth];
    const json *value =
        element->children ? element->children : json_new_string(r->arena, element->text.bytes);

    (void)name;
    if (parent->is_array)
        json_append(parent->children, value);
    else if (!json_get(parent->children, element->name))
        json_set(parent->children, element->name, value);
}

static void XMLCALL says(void *context, const XML_Char *bytes, int length)
{
    struct xml_reading *r = context;

    text_add_bytes(&r->open[r->depth].text, bytes, (size_t)length);
}

static void XMLCALL declares(void *context, const XML_Char *name, const XML_Char *system,
                             const XML_Char *public, int has_subset)
{
    (void)name;
    (void)system;
    (void)public;
    (void)has_subset;
    give_up(context, "it has a document type, which no answer of AWS has");
}

const json *xml_parse(struct arena *arena, const char *bytes, size_t length, struct error *error)
{
    struct xml_reading reading = { .arena = arena, .parser = XML_ParserCreate("UTF-8") };

    if (!reading.parser)
        abort(); /* out of memory */
    reading.open[0].text = text_new(arena);
    XML_SetUserData(reading.parser, &reading);
    XML_SetElementHandler(reading.parser, begins, ends);
    XML_SetCharacterDataHandler(reading.parser, says);
    XML_SetStartDoctypeDeclHandler(reading.parser, declares);
    const bool whole =
        length <= INT32_MAX && XML_Parse(reading.parser, bytes, (int)length, 1) == XML_STATUS_OK;
    if (!whole)
        error_set(
            error, "%lu:%lu: no XML: %s", (unsigned long)XML_GetCurrentLineNumber(reading.parser),
            (unsigned long)XML_GetCurrentColumnNumber(reading.parser) + 1,
            reading.problem ? reading.problem : XML_ErrorString(XML_GetErrorCode(reading.parser)));
    XML_ParserFree(reading.parser);
    return whole ? reading.open[0].children : NULL;
}
