#include "cfnc/redact/redact.h"
#include "corpus.h"
#include "json_of_text.h"
#include "test.h"

#include <string.h>

#include "cfnc/base/text.h"

#define HIDDEN "\u2022\u2022\u2022"

static struct arena *arena;
static struct redactor *redactor;

static const json *parse(const char *text)
{
    return json_of_text(arena, text);
}

/* A type whose /Password and /Users/.../Keys are write-only. */
static void begin(void)
{
    static struct property_path paths[2];
    static const struct property_set secret = { paths, 2 };

    arena = arena_new();
    check(pointer_read(arena, "/Password", &paths[0]));
    check(pointer_read(arena, "/Users/*/Keys", &paths[1]));
    redactor = redactor_new(arena, (struct secrecy){ .secret = &secret });
}

static void reads(const char *text, const char *redacted)
{
    check_text(redact_text(redactor, arena, text), redacted);
}

static void values_are_learnt(void)
{
    begin();
    redactor_learn(redactor,
                   parse("{\"Name\":\"visible\",\"Password\":\"hunter2!\",\"Users\":["
                         "{\"Id\":\"user-id\",\"Keys\":{\"a\":[\"abcdef\",\"short\"]}}]}"));
    redactor_learn(redactor, parse("{\"Password\":123456789}"));
    redactor_learn(redactor, parse("{}"));
    reads("visible user-id short 123456789", "visible user-id short 123456789");
    reads("no hunter2! here", "no " HIDDEN " here");
    reads("hunter2!", HIDDEN);
    reads("hunter2!abcdef", HIDDEN HIDDEN);
    reads("hunter2", "hunter2");
    reads("", "");
    check_number((long long)redactor_count(redactor), 4);
    arena_free(arena);
}

/* What is left of one secret must not show where another one ends. */
static void secrets_overlap(void)
{
    begin();
    redactor_learn_text(redactor, "abcdef");
    redactor_learn_text(redactor, "abcdefgh");
    redactor_learn_text(redactor, "fghijkl");
    reads("xabcdefx", "x" HIDDEN "x");
    reads("xabcdefghx", "x" HIDDEN "x");
    reads("xabcdefghijklx", "x" HIDDEN "x");
    reads("abcdeabcdef", "abcde" HIDDEN);
    arena_free(arena);
}

static void spellings(void)
{
    begin();
    redactor_learn_text(redactor, "p\"ss w\u00F6rd/");
    reads("{\"m\":\"p\\\"ss w\u00F6rd/\"}", "{\"m\":\"" HIDDEN "\"}");
    reads("?p=p%22ss%20w%C3%B6rd%2F&x", "?p=" HIDDEN "&x");
    redactor_learn_text(redactor, "\u00F6\u00F6\u00F6\u00F6\u00F6");
    reads("\u00F6\u00F6\u00F6\u00F6\u00F6", "\u00F6\u00F6\u00F6\u00F6\u00F6");
    redactor_learn_text(redactor, "p" TEXT_NUL "sswrd");
    reads("?p=p%00sswrd&q=\"p\\u0000sswrd\"", "?p=" HIDDEN "&q=\"" HIDDEN "\"");
    redactor_learn_text(redactor, NULL);
    redactor_learn_text(redactor, "");
    reads("", "");
    arena_free(arena);
}

static void access_keys(void)
{
    begin();
    reads("id AKIAIOSFODNN7EXAMPLE.", "id " HIDDEN ".");
    reads("ASIAIOSFODNN7EXAMPLE", HIDDEN);
    reads("AKIAIOSFODNN7EXAMPL", "AKIAIOSFODNN7EXAMPL");
    reads("AKIAIOSFODNN7EXAMPLe", "AKIAIOSFODNN7EXAMPLe");
    reads("AKIAKIAIOSFODNN7EXAMPLE-", HIDDEN "-");
    arena_free(arena);
}

static void models(void)
{
    begin();
    const json *model =
        parse("{\"Password\":42,\"Note\":\"is hunter2!\",\"Users\":[{\"Keys\":[1]},"
              "{\"Keys\":null,\"Id\":1}],\"hunter2!\":{\"hunter2!x\":[\"hunter2!\"]},"
              "\"x\":\"hunter2\"}");
    redactor_learn_text(redactor, "hunter2!");
    check_text(json_print(arena, redact_model(redactor, arena, model)),
               "{\"Password\":\"" HIDDEN "\",\"Note\":\"is " HIDDEN
               "\",\"Users\":[{\"Keys\":\"" HIDDEN "\"},{\"Keys\":\"" HIDDEN
               "\",\"Id\":1}],\"" HIDDEN "\":{\"" HIDDEN "x\":[\"" HIDDEN
               "\"]},\"x\":\"hunter2\"}");
    check_number((long long)redactor_count(redactor), 7);
    check_contains(json_print(arena, model), "\"Password\":42");
    check_text(json_print(arena, redact_value(redactor, arena, parse("{\"Password\":42}"))),
               "{\"Password\":42}");
    check_text(json_print(arena, redact_value(redactor, arena, parse("\"hunter2!\""))),
               "\"" HIDDEN "\"");
    check_text(json_print(arena, redact_value(redactor, arena, NULL)), "null");
    arena_free(arena);
}

static void keys_stay_apart(void)
{
    begin();
    redactor_learn_text(redactor, "secret-1");
    redactor_learn_text(redactor, "secret-2");
    const json *redacted =
        redact_value(redactor, arena, parse("{\"secret-1\":1,\"a\":2,\"secret-2\":3}"));
    check_text(json_print(arena, redacted), "{\"" HIDDEN "\":1,\"a\":2,\"" HIDDEN " (2)\":3}");
    arena_free(arena);
}

/* A thousand secrets, and a reply that repeats one of them a hundred thousand times. */
static void large_inputs(void)
{
    const size_t repeats = 100000 / corpus_step(1);

    begin();
    for (int i = 0; i < 1000; i++)
        redactor_learn_text(redactor, arena_printf(arena, "secret-%04d-", i));
    char *text = arena_alloc(arena, repeats * 12 + 1);
    json *list = json_array(arena);
    for (size_t i = 0; i < repeats; i++) {
        memcpy(text + i * 12, "secret-0007-", 12);
        json_append(list, json_new_string(arena, "secret-0007-"));
    }
    const char *hidden = redact_text(redactor, arena, text);
    check_number((long long)strlen(hidden), (long long)(repeats * strlen(HIDDEN)));
    check_text(json_string(json_at(redact_value(redactor, arena, list), repeats - 1)), HIDDEN);
    check_number((long long)redactor_count(redactor), 2 * (long long)repeats);
    arena_free(arena);
}

static void any_strings(void)
{
    begin();
    redactor_learn_strings(redactor, parse("{\"Api\":[{\"Key\":\"live-0123\",\"Id\":\"short\"}],"
                                           "\"Limit\":1234567}"));
    redactor_learn_strings(redactor, NULL);
    reads("Api live-0123 short 1234567", "Api " HIDDEN " short 1234567");
    arena_free(arena);
}

static void json_in_json(void)
{
    begin();
    redactor_learn_text(redactor, "a \"quoted\" one");
    reads("{\"message\":\"{\\\"Password\\\":\\\"a \\\\\\\"quoted\\\\\\\" one\\\"}\"}",
          "{\"message\":\"{\\\"Password\\\":\\\"" HIDDEN "\\\"}\"}");
    arena_free(arena);
}

/* As handlers have it when they tell of it: escaped in part, in lower case, in markup. */
static void other_spellings(void)
{
    begin();
    redactor_learn_text(redactor, "p\"ss/w\u00F6rd~1 x");
    reads("p\\u0022ss\\/w\\u00f6rd~1 x", HIDDEN);
    reads("\\u0070\\x22ss/w\u00F6rd~1\\u0020x", HIDDEN);
    reads("\\\\u0070\\\\u0022ss/w\\\\u00f6rd~1 x", HIDDEN);
    reads("p%22ss%2fw%c3%b6rd~1+x", HIDDEN);
    reads("p%22ss%2fw%c3%b6rd%7e1%20x", HIDDEN);
    reads("p%2522ss%252fw%25c3%25b6rd~1 x", HIDDEN);
    reads("p\"ss/w\u00F6rd~1+x", HIDDEN);
    reads("p&quot;ss&#47;w&#xF6;rd~1 x", HIDDEN);
    reads("/p\"ss~1w\u00F6rd~01 x/0", "/" HIDDEN "/0");
    reads("data:cCJzcy93w7ZyZH4xIHg=;", "data:" HIDDEN "g=;");
    reads("data:eHAic3Mvd8O2cmR-MSB4;", "data:eH" HIDDEN ";");
    reads("p\\u00zzss \\ %zz &quot &#; &#x110000; \\uD800 ~2", "p\\u00zzss \\ %zz &quot &#; "
                                                               "&#x110000; \\uD800 ~2");
    reads("P\"SS/W\u00D6RD~1 X", "P\"SS/W\u00D6RD~1 X"); /* another case is another value */
    redactor_learn_text(redactor, "smile \U0001F600!");
    reads("smile \\ud83d\\ude00!", HIDDEN);
    arena_free(arena);
}

/* What looks like an escape, in a secret that is escaped besides. */
static void secrets_of_escapes(void)
{
    begin();
    redactor_learn_text(redactor, "a\"b%41cd");
    redactor_learn_text(redactor, "~1&amp;\\ef");
    reads("\"a\\\"b%41cd\"", "\"" HIDDEN "\"");
    reads("%61%22b%2541cd", HIDDEN);
    reads("a&quot;b%41cd", HIDDEN);
    reads("{~1&amp;\\\\ef}", "{" HIDDEN "}");
    redactor_learn_text(redactor, "%41bcd\\\\e");
    reads("%41bcd\\\\\\\\e", HIDDEN);
    reads("~01&amp;amp;\\ef a\"bAcd", HIDDEN " a\"bAcd");
    arena_free(arena);
}

/* The beginning of a secret, where a text was cut by us; the end of a text is no cut. */
static void cut_texts(void)
{
    begin();
    redactor_learn_text(redactor, "hunter2 \"the second\"");
    reads("got \"hunt...(+12)\" and hunter2", "got \"" HIDDEN "...(+12)\" and hunter2");
    reads("got hunter2 \\\"the se...(+9)", "got " HIDDEN "...(+9)");
    reads("got hunter2 \\u002...(+9)", "got " HIDDEN "...(+9)");
    reads("got hu...(+9) of hunter2 \"the...(+10)", "got hu...(+9) of " HIDDEN "...(+10)");
    reads("got hunters...(+9)", "got hunters...(+9)");
    char full[512] = "";
    memset(full, 'x', 511);
    memcpy(full + 500, "hunter2 \"th", 11);
    check(strstr(redact_text(redactor, arena, full), "hunter") == NULL);
    full[500] = '\0';
    check_text(redact_text(redactor, arena, full), full);
    arena_free(arena);
}

static void authorizations(void)
{
    begin();
    reads("authorization: Bearer abc.def\nx", HIDDEN "\nx");
    reads("{\"Authorization\": \"AWS4-HMAC-SHA256 Credential=a/b, Signature=0\", \"x\": 1}",
          "{\"" HIDDEN "\", \"x\": 1}");
    reads("Authorization: denied; no authorization", "Authorization: denied; no authorization");
    check_text(json_print(arena, redact_value(redactor, arena,
                                              parse("{\"x\":{\"callerCredentials\":{\"a\":1},"
                                                    "\"authorization\":\"y\",\"AUTHORIZATION\":"
                                                    "null,\"authorizations\":\"z\"}}"))),
               "{\"x\":{\"callerCredentials\":\"" HIDDEN "\",\"authorization\":\"" HIDDEN
               "\",\"AUTHORIZATION\":null,\"authorizations\":\"z\"}}");
    arena_free(arena);
}

/* What everybody has is no secret wherever it turns up: verdicts stay readable. */
static void common_values(void)
{
    struct property_path path;
    const struct property_set set = { &path, 1 };

    begin();
    check(pointer_read(arena, "/Secret", &path));
    redactor = redactor_new(
        arena, (struct secrecy){
                   .secret = &set,
                   .document = parse("{\"properties\":{\"Secret\":{\"enum\":[\"STANDARD\",\"x\"]},"
                                     "\"Password\":{\"items\":{\"const\":\"constant\"}}}}"),
                   .name = "Acme::Demo::Thing",
                   .words = "Unknown NotFound",
               });
    redactor_learn(redactor, parse("{\"Secret\":[\"SUCCESS\",\"FAILED\",\"NotFound\",\"string\","
                                   "\"resource\",\"IN_PROGRESS\",\"STANDARD\",\"Password\","
                                   "\"constant\",\"a\",\"12345\",\"\",\"Acme::Demo::Thing\"]}"));
    reads("CREATE answered SUCCESS; expected FAILED with NotFound: /Password is a string of the "
          "resource, STANDARD or constant of Acme::Demo::Thing, a 12345",
          "CREATE answered SUCCESS; expected FAILED with NotFound: /Password is a string of the "
          "resource, STANDARD or constant of Acme::Demo::Thing, a 12345");
    check_text(json_print(arena, redact_model(redactor, arena, parse("{\"Secret\":\"SUCCESS\"}"))),
               "{\"Secret\":\"" HIDDEN "\"}");
    redactor_learn(redactor, parse("{\"Secret\":\"SUCCESS!\"}"));
    reads("SUCCESS, SUCCESS!", "SUCCESS, " HIDDEN);
    arena_free(arena);
}

/* What an answer holds at a secret place is learnt, and hidden there whatever it is. */
static void answers(void)
{
    static const struct model_place places[] = { { NULL, "resourceModel", PLACE_MODEL },
                                                 { NULL, "resourceModels", PLACE_MODELS },
                                                 { NULL, "callbackContext", PLACE_CONTEXT },
                                                 { 0 } };

    begin();
    const json *event = parse(
        "{\"resourceModel\":{\"Password\":\"from the handler\"},\"resourceModels\":[1,"
        "{\"Users\":{\"a\":{\"Keys\":\"listed "
        "one\"}}}],\"callbackContext\":{\"state\":[{\"Password\":"
        "4711,\"x\":{\"Password\":\"kept one\"}}],\"providerCredentials\":[\"of the provider\"]},"
        "\"message\":\"from the handler, listed one, kept one, of the provider\"}");
    redactor_learn_places(redactor, event, places);
    check_text(json_print(arena, redact_places(redactor, arena, event, places)),
               "{\"resourceModel\":{\"Password\":\"" HIDDEN "\"},\"resourceModels\":[1,"
               "{\"Users\":{\"a\":{\"Keys\":\"" HIDDEN "\"}}}],\"callbackContext\":{\"state\":[{"
               "\"Password\":\"" HIDDEN "\",\"x\":{\"Password\":\"" HIDDEN
               "\"}}],\"providerCredentials\":\"" HIDDEN "\"},\"message\":\"" HIDDEN ", " HIDDEN
               ", " HIDDEN ", " HIDDEN "\"}");
    redactor_learn_places(redactor, NULL, places);
    redactor_learn_places(redactor, parse("{\"resourceModel\":3,\"resourceModels\":\"x\"}"),
                          places);
    check_text(json_print(arena, redact_places(redactor, arena, parse("[1]"), places)), "[1]");
    arena_free(arena);
}

/* Members of members, one of which nothing is shown of; people get none of that at all. */
static void requests(void)
{
    static const struct model_place places[] = { { "data", "Model", PLACE_MODEL },
                                                 { "data", "Keys", PLACE_SECRET },
                                                 { "data", "callerCredentials", PLACE_SECRET },
                                                 { "nothing", "Model", PLACE_MODELS },
                                                 { 0 } };

    begin();
    const json *request =
        parse("{\"data\":{\"Model\":{\"Password\":\"hunter2!\",\"Pin\":4711},\"Keys\":{\"Id\":42,"
              "\"Word\":\"sesame!\"},\"callerCredentials\":{\"a\":1}},\"Model\":{\"Password\":1},"
              "\"message\":\"hunter2! sesame!\"}");
    redactor_learn_places(redactor, request, places);
    check_text(json_print(arena, redact_places(redactor, arena, request, places)),
               "{\"data\":{\"Model\":{\"Password\":\"" HIDDEN "\",\"Pin\":4711},\"Keys\":\"" HIDDEN
               "\",\"callerCredentials\":\"" HIDDEN "\"},\"Model\":{\"Password\":1},"
               "\"message\":\"" HIDDEN " " HIDDEN "\"}");
    check_number((long long)redactor_count(redactor), 5);
    check_text(json_print(arena, redact_request(redactor, arena, request, places)),
               "{\"data\":{\"Model\":{\"Password\":\"" HIDDEN "\",\"Pin\":4711}},\"Model\":{"
               "\"Password\":1},\"message\":\"" HIDDEN " " HIDDEN "\"}");
    arena_free(arena);
}

static void differences(void)
{
    static const struct {
        const char *pointer, *value, *shown;
    } rows[] = {
        { "/Password", "42", "\"" HIDDEN "\"" },
        { "/Password/x", "42", "\"" HIDDEN "\"" },
        { "/Users", "[{\"Keys\":1,\"Id\":2}]", "[{\"Keys\":\"" HIDDEN "\",\"Id\":2}]" },
        { "/Users/0", "{\"Keys\":1,\"Id\":2}", "{\"Keys\":\"" HIDDEN "\",\"Id\":2}" },
        { "/Users/0/Keys", "1", "\"" HIDDEN "\"" },
        { "/Users/0/Id", "2", "2" },
        { "", "{\"Password\":1,\"Id\":2}", "{\"Password\":\"" HIDDEN "\",\"Id\":2}" },
        { "/Id", "{\"Password\":1}", "{\"Password\":1}" },
    };

    begin();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct difference differs = { .path = rows[i].pointer,
                                            .returned = parse(rows[i].value) };
        const struct comparison comparison = { .differences = &differs };
        const struct comparison kept = redact_comparison(redactor, arena, &comparison);

        check_text(json_print(arena, kept.differences->returned), rows[i].shown);
        check(!kept.differences->requested && !kept.requested);
    }
    arena_free(arena);
}

/* Short values and numbers are hidden where the words say whose they are. */
static void words_of_faults(void)
{
    begin();
    reads("/Password: expected a string, got 42", "/Password: expected a string, got " HIDDEN);
    reads("a.json:1:2: /Users/3/Keys: expected x, got \"ab\"; correct the input",
          "a.json:1:2: /Users/3/Keys: expected x, got " HIDDEN "; correct the input");
    reads("with /Password (/Password: expected x, got {\"a\":1}); correct the value",
          "with /Password (/Password: expected x, got " HIDDEN "); correct the value");
    reads("/Passwords: expected a string, got 42", "/Passwords: expected a string, got 42");
    reads("/Users/3/Id: expected a string, got 42", "/Users/3/Id: expected a string, got 42");
    arena_free(arena);
}

/* Notes that look like ours cost nothing. */
static void many_cuts(void)
{
    enum { NOTES = 100000 };

    begin();
    redactor_learn_text(redactor, "hunter2 again");
    struct text text = text_new(arena);
    for (int i = 0; i < NOTES; i++)
        text_add(&text, "hunt...(+1)\\u00");
    check_contains(redact_text(redactor, arena, text.bytes), HIDDEN "...(+1)");
    arena_free(arena);
}

/* None is forgotten because there are many. */
static void each_of_many(void)
{
    enum { MANY = 5000 };

    begin();
    for (int i = 0; i < MANY; i++)
        redactor_learn_text(redactor, arena_printf(arena, "secret-%05d!", i));
    for (int i = 0; i < MANY; i += 997)
        reads(arena_printf(arena, "x secret-%05d!", i), "x " HIDDEN);
    arena_free(arena);
}

/* Each of them, in JSON in JSON; what follows is no part of it. */
static void begin_alike(void)
{
    enum { MANY = 2000 };
    struct text text, shown;

    begin();
    text = text_new(arena);
    shown = text_new(arena);
    for (int i = 0; i < MANY; i++) {
        redactor_learn_text(redactor, arena_printf(arena, "\"the key\" of %d/", i));
        text_addf(&text, "\\\\\\\"the key\\\\\\\" of %d/\\u002F", i);
        text_add(&shown, HIDDEN "\\u002F");
    }
    reads(text.bytes, shown.bytes);
    arena_free(arena);
}

/* One begins another, and an escape stands for itself or for what it means. */
static void read_both_ways(void)
{
    begin();
    redactor_learn_text(redactor, "AAAAAA");
    redactor_learn_text(redactor, "AAAAAA%41%41");
    redactor_learn_text(redactor, "%41%41-%41");
    redactor_learn_text(redactor, "%41%41-%41%2D");
    reads("%41AAA%41%41.", HIDDEN ".");
    reads("%41AAA%2541A%41.", HIDDEN ".");
    reads("AAAAAA%41%4", HIDDEN "%4");
    reads("AAAAAA%2541%25254", HIDDEN "%25254");
    reads("AAAAAA%41%41%41", HIDDEN);
    reads("%41%41-%41.", HIDDEN ".");
    reads("%41%41-%41%2D.", HIDDEN ".");
    reads("%41%41-%41-.", HIDDEN "-.");
    reads("AA-A", "AA-A");
    arena_free(arena);
}

/* Nothing of it is shown that nobody has looked at. */
static void too_long_to_read(void)
{
    enum { LONG = 100000 };
    struct text secret, text;

    begin();
    secret = text_new(arena);
    text = text_new(arena);
    for (int i = 0; i < LONG; i++)
        text_add(i % 2 ? &text : &secret, "a");
    text_add(&secret, "b");
    text_add(&text, "and the end");
    redactor_learn_text(redactor, secret.bytes);
    const char *shown = redact_text(redactor, arena, text.bytes);
    check_text(shown + strspn(shown, "a"), HIDDEN);
    arena_free(arena);
}

static const struct test tests[] = {
    { "redact: many that begin alike", begin_alike },
    { "redact: escapes that are parts of secrets", read_both_ways },
    { "redact: what takes too long to read", too_long_to_read },
    { "redact: other spellings", other_spellings },
    { "redact: secrets that look like escapes", secrets_of_escapes },
    { "redact: what is left where a text was cut", cut_texts },
    { "redact: Authorization and other credentials by name", authorizations },
    { "redact: common values blot nothing out", common_values },
    { "redact: answers", answers },
    { "redact: requests", requests },
    { "redact: differences between models", differences },
    { "redact: words of faults", words_of_faults },
    { "redact: many cuts", many_cuts },
    { "redact: each of many secrets", each_of_many },
    { "redact: every string of a value", any_strings },
    { "redact: JSON in a string of JSON", json_in_json },
    { "redact: write-only strings are learnt and hidden", values_are_learnt },
    { "redact: overlapping secrets", secrets_overlap },
    { "redact: secrets in JSON and in URLs", spellings },
    { "redact: access key ids", access_keys },
    { "redact: models, by path and by value", models },
    { "redact: keys that become the same stay apart", keys_stay_apart },
    { "redact: many secrets in long texts", large_inputs },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
