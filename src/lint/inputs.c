/* Inputs and overrides: what handlers are to be given. */
#include <ctype.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/generate/examples.h"
#include "cfnc/redact/redact.h"
#include "cfnc/schema/schema_pointer.h"
#include "lint_private.h"

/* Whether the file's name ends so: "_create.json". */
static bool is_called(const struct json_source *source, const char *ending)
{
    const size_t length = strlen(source->path), wanted = strlen(ending);

    return length >= wanted && strcmp(source->path + length - wanted, ending) == 0;
}

static struct lint_finding in(const struct json_source *source, const char *pointer)
{
    struct lint_finding where = LINT_HERE(pointer);

    where.source = source;
    return where;
}

/* ---- models ---- */

static bool has_placeholder(const json *value)
{
    if (json_string(value))
        return strstr(json_string(value), "{{");
    json_each (child, value)
        if (has_placeholder(child))
            return true;
    return false;
}

/* What stands for something else, as {{region}} does, cannot be judged, nor can what holds it. */
static bool is_unclear(const struct schema_fault *fault, const json *value)
{
    static const char *const whole[] = { "anyOf", "oneOf", "not",         "if",
                                         "enum",  "const", "uniqueItems", "contains" };

    if (json_type(value) == JSON_STRING)
        return has_placeholder(value);
    for (size_t i = 0; i < sizeof(whole) / sizeof(whole[0]); i++)
        if (strcmp(fault->keyword, whole[i]) == 0)
            return has_placeholder(value) || generate_has_hole(value);
    return false;
}

/* Whether the fault is of an object that the generator will complete, or of the mark in it. */
static bool is_unfinished(struct lint *lint, const json *document, const struct schema_fault *fault)
{
    static const char mark[] = "/...";
    const size_t length = strlen(fault->path), tail = sizeof(mark) - 1;
    const bool of_mark = length >= tail && strcmp(fault->path + length - tail, mark) == 0;
    const char *holder =
        of_mark ? arena_copy(lint->arena, fault->path, length - tail) : fault->path;
    const char *filler = json_string(json_get(pointer_get(document, holder), mark + 1));

    return filler && strcmp(filler, "generate") == 0 &&
           (of_mark || strcmp(fault->keyword, "type") != 0);
}

static struct redactor *redactor_of(const struct lint *lint)
{
    return redactor_new(lint->arena, (struct secrecy){ .secret = &lint->type->secret,
                                                       .document = lint->type->document,
                                                       .name = lint->type->name });
}

static void judge_model(struct lint *lint, const struct lint_rule *rule,
                        const struct json_source *source, const struct schema *schema)
{
    struct redactor *redactor = redactor_of(lint);
    const struct schema_fault *fault =
        schema_faults(lint->arena, schema, source->document, SCHEMA_ALL);

    redactor_learn(redactor, source->document);
    for (; fault; fault = fault->next) {
        const json *value = pointer_get(source->document, fault->path);
        const char *name = *fault->path ? lint_quote(lint, fault->path) : "the model";

        if (is_unclear(fault, value) || is_unfinished(lint, source->document, fault))
            continue;
        if (*fault->path && value && set_covers(&lint->type->read_only, fault->path))
            lint_say(lint, rule, in(source, fault->path), "%s is read-only: the handler chooses it",
                     name);
        else
            lint_say(lint, rule, in(source, fault->path), "%s",
                     redact_text(redactor, lint->arena,
                                 arena_printf(lint->arena, "%s: %s", name, fault->message)));
    }
}

static void check_input(struct lint *lint, const struct lint_rule *rule)
{
    for (size_t i = 0; lint->inputs[i]; i++) {
        const struct json_source *source = lint->inputs[i];

        if (is_called(source, "overrides.json"))
            continue;
        if (json_type(source->document) != JSON_OBJECT)
            lint_say(lint, rule, in(source, ""), "expected an object, not %s",
                     json_type_name(source->document));
        else if (lint->type && is_called(source, "_create.json"))
            judge_model(lint, rule, source, lint->type->create);
        else if (lint->type && is_called(source, "_update.json"))
            judge_model(lint, rule, source, lint->type->update);
    }
}

/* ---- overrides ---- */

/* The nearest of the names, `count` of them and NULL, below the pointer; or NULL. */
static const char *suggest_below(struct lint *lint, const char *pointer, const char *word,
                                 const char *const *names, size_t count)
{
    const char *near = lint_may_guess(lint, count) ? text_nearest(word, names) : NULL;

    if (near && pointer)
        near = pointer_add(lint->arena, pointer, near);
    return lint_suggestion(lint, near);
}

/* A step that the schema does not have, and the name that was meant. */
static const char *suggest(struct lint *lint, const struct property_path *path)
{
    const json *document = lint->schema->document, *node = document;
    struct property_path above = *path;
    const char *pointer = "";

    for (above.depth = 1; above.depth < path->depth; above.depth++) {
        const json *next = schema_resolve(document, schema_at(document, &above));
        if (!next)
            break;
        node = next;
        pointer = pointer_add(lint->arena, pointer, path->steps[above.depth - 1]);
    }
    const json *properties = json_get(node, "properties");
    const char **names = arena_array(lint->arena, json_length(properties) + 1, sizeof(*names));
    size_t count = 0;
    json_each (property, properties)
        names[count++] = json_key(property);
    return suggest_below(lint, pointer, path->steps[above.depth - 1], names, count);
}

static void judge_override(struct lint *lint, const struct lint_rule *rule,
                           const struct json_source *source, const char *place, const char *key)
{
    struct property_path path;
    struct lint_finding where = in(source, place);

    if (!pointer_read(lint->arena, key, &path) || !path.depth) {
        lint_say(lint, rule, where, "\"%s\" is no pointer into the model, such as \"/Name\"",
                 lint_quote(lint, key));
        return;
    }
    if (schema_at(lint->schema->document, &path))
        return;
    where.suggestion = suggest(lint, &path);
    lint_say(lint, rule, where, "\"%s\": the schema has no such property", lint_quote(lint, key));
}

static void judge_group(struct lint *lint, const struct lint_rule *rule,
                        const struct json_source *source, const json *group)
{
    static const char *const actions[] = { "CREATE", "UPDATE", NULL };
    const char *action = json_key(group);
    const char *place = pointer_add(lint->arena, "", action);
    struct lint_finding where = in(source, place);

    if (strcmp(action, actions[0]) != 0 && strcmp(action, actions[1]) != 0) {
        where.suggestion = suggest_below(lint, NULL, action, actions, 2);
        lint_say(lint, rule, where, "\"%s\": only CREATE and UPDATE have overrides",
                 lint_quote(lint, action));
    } else if (json_type(group) != JSON_OBJECT) {
        lint_say(lint, rule, where, "%s: expected an object of pointers and values, not %s", action,
                 json_type_name(group));
    } else {
        json_each (override, group)
            judge_override(lint, rule, source, pointer_add(lint->arena, place, json_key(override)),
                           json_key(override));
    }
}

/* The override that a message speaks of; they are not told from each other in another way. */
static const char *place_named(const struct lint *lint, const json *overrides, const char *message)
{
    const char *place = "";
    size_t longest = 0;

    json_each (group, overrides)
        json_each (override, group) {
            const size_t length = strlen(json_key(override));

            if (length <= longest || !strstr(message, lint_quote(lint, json_key(override))))
                continue;
            longest = length;
            place = pointer_add(lint->arena, pointer_add(lint->arena, "", json_key(group)),
                                json_key(override));
        }
    return place;
}

/* Whether models can be made with them, as `cfnc test` makes them. */
static void judge_values(struct lint *lint, const struct lint_rule *rule,
                         const struct json_source *source)
{
    const json *create = json_get(source->document, "CREATE");
    const json *update = json_get(source->document, "UPDATE");
    const struct input_set set = { .id = "overrides",
                                   .source = "overrides",
                                   .create_overrides = create,
                                   .update_overrides = update ? update : create,
                                   .overrides_file = source->path };
    const struct examples examples = { .type = lint->type, .set = &set, .random = { 1 } };
    struct error error;

    if (strstr(source->text, "{{") || examples_check(lint->arena, &examples, &error))
        return;
    const char *what =
        redact_text(redactor_of(lint), lint->arena, lint_without_place(source->path, error.text));
    lint_say(lint, rule, in(source, place_named(lint, source->document, what)), "%s",
             text_quote(lint->arena, what, 0));
}

static void check_overrides(struct lint *lint, const struct lint_rule *rule)
{
    for (size_t i = 0; lint->inputs[i]; i++) {
        const struct json_source *source = lint->inputs[i];
        const struct lint_finding *before = lint->findings;

        if (!is_called(source, "overrides.json"))
            continue;
        if (json_type(source->document) != JSON_OBJECT || !json_length(source->document))
            lint_say(lint, rule, in(source, ""), "expected an object with CREATE, UPDATE or both");
        else
            json_each (group, source->document)
                judge_group(lint, rule, source, group);
        if (lint->type && lint->findings == before)
            judge_values(lint, rule, source);
    }
}

/* ---- what is another place's, or another account's ---- */

/* The seek() of a rule tells the length of what is looked for at `at`, or 0; of the string `text`.
 */
struct input_search {
    struct lint *lint;
    const struct lint_rule *rule;
    const struct json_source *source;
};

static void search_text(void *context, const struct lint_text *text)
{
    const struct input_search *s = context;

    for (const char *at = text->text; *at; at++) {
        const size_t length = s->rule->seek(text->text, at);

        if (!length)
            continue;
        struct lint_finding where = lint_at_text(s->lint, text, (size_t)(at - text->text));
        where.source = s->source;
        where.suggestion = s->rule->instead;
        lint_say(s->lint, s->rule, where, "%s %s is written out", s->rule->what,
                 lint_quote(s->lint, arena_copy(s->lint->arena, at, length)));
        at += length - 1;
    }
}

static void search_inputs(struct lint *lint, const struct lint_rule *rule)
{
    for (size_t i = 0; lint->inputs[i]; i++) {
        struct input_search s = { lint, rule, lint->inputs[i] };

        lint_each_text(s.source->document, search_text, &s);
    }
}

/* The longest of the words at `at`. */
static size_t word_at(const char *at, const char *const *words)
{
    size_t longest = 0;

    for (; *words; words++) {
        const size_t length = strlen(*words);

        if (length > longest && strncmp(at, *words, length) == 0)
            longest = length;
    }
    return longest;
}

/* "us-east-1", "us-gov-west-1", "ap-southeast-2"; also in front of a zone's letter. */
static size_t seek_region(const char *text, const char *at)
{
    static const char *const areas[] = { "us-", "us-gov-",  "us-iso-",  "us-isob-", "us-isof-",
                                         "eu-", "eu-isoe-", "eusc-de-", "ap-",      "sa-",
                                         "ca-", "me-",      "af-",      "il-",      "mx-",
                                         "cn-", NULL };
    static const char *const sides[] = { "central-",   "north-",     "south-",     "east-",
                                         "west-",      "northeast-", "northwest-", "southeast-",
                                         "southwest-", NULL };
    const size_t area = word_at(at, areas);
    const size_t side = area ? word_at(at + area, sides) : 0;
    const char *number = at + area + side;
    const size_t digits = strspn(number, "0123456789");

    if (!side || !digits || digits > 2 || *number == '0')
        return 0;
    return at == text || !isalnum((unsigned char)at[-1]) ? area + side + digits : 0;
}

/* Ids that documentation uses belong to nobody. */
static bool is_example_account(const char *at)
{
    static const char *const examples[] = { "123456789012",
                                            "111122223333",
                                            "444455556666",
                                            "777788889999",
                                            "012345678901",
                                            "210987654321",
                                            NULL };

    return word_at(at, examples) || strspn(at, (const char[]){ *at, '\0' }) >= 12;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Whether what stands in front of `at` lets a number begin there that is no part of something else.
 */
static bool may_begin(const char *text, const char *at)
{
    static const char hex[] = "0123456789abcdefABCDEF";
    const size_t before = (size_t)(at - text);

    if (!before)
        return true;
    if ((unsigned char)at[-1] >= 0x80 || isalnum((unsigned char)at[-1]) || at[-1] == '+')
        return false; /* a word; a telephone number */
    if (at[-1] == '.' && before > 1 && is_digit(at[-2]))
        return false; /* a fraction */
    return at[-1] != '-' || before < 6 || at[-6] != '-' || strspn(at - 5, hex) != 4; /* a UUID */
}

static size_t seek_account(const char *text, const char *at)
{
    enum { DIGITS = 12 };
    const char *end = at + DIGITS;

    if (!is_digit(*at) || !may_begin(text, at) || strspn(at, "0123456789") != DIGITS)
        return 0;
    if (isalnum((unsigned char)*end) || (unsigned char)*end >= 0x80 ||
        (*end == '.' && is_digit(end[1])))
        return 0;
    return is_example_account(at) ? 0 : DIGITS;
}

/* The partition of an ARN: "arn:aws:", "arn:aws-cn:". */
static size_t seek_partition(const char *text, const char *at)
{
    static const char start[] = "arn:aws";
    const size_t length = sizeof(start) - 1;

    if (strncmp(at, start, length) != 0 || (at > text && isalnum((unsigned char)at[-1])))
        return 0;
    const size_t more = strspn(at + length, "-abcdefghijklmnopqrstuvwxyz");
    return at[length + more] == ':' && (!more || at[length] == '-') ? length + more : 0;
}

/* clang-format off */
const struct lint_rule input_rules[] = {
    { .id = "inputs.model", .level = LINT_ERROR, .subject = LINT_INPUTS, .source = "cfnc test",
      .check = check_input,
      .text = "An input is a model that its handler can be given.",
      .hint = "Correct the value, or the schema." },
    { .id = "inputs.overrides", .level = LINT_ERROR, .subject = LINT_INPUTS, .source = "cfnc test",
      .check = check_overrides,
      .text = "overrides.json sets properties of the schema, for CREATE and UPDATE.",
      .hint = "Correct the pointer: \"/Name\" is the property Name." },
    { .id = "inputs.region", .level = LINT_WARNING, .subject = LINT_INPUTS,
      .source = "no_hardcoded_regions", .check = search_inputs, .seek = seek_region,
      .what = "the region", .instead = "write {{region}}",
      .text = "No input names a region.",
      .hint = "Write {{region}} for contract tests v2, which fail otherwise." },
    { .id = "inputs.account", .level = LINT_WARNING, .subject = LINT_INPUTS,
      .source = "no_hardcoded_account_ids", .check = search_inputs, .seek = seek_account,
      .what = "the account id", .instead = "write {{account}}",
      .text = "No input names an account, but for the ids of examples.",
      .hint = "Write {{account}} for contract tests v2, which fail otherwise, or 123456789012." },
    { .id = "inputs.partition", .level = LINT_WARNING, .subject = LINT_INPUTS,
      .source = "no_hardcoded_partitions", .check = search_inputs, .seek = seek_partition,
      .what = "the partition of", .instead = "write arn:{{partition}}",
      .text = "No input names a partition.",
      .hint = "Write arn:{{partition}}: for contract tests v2, which fail otherwise." },
    { 0 },
};
/* clang-format on */
