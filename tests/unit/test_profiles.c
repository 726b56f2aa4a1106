#include "cfnc/aws/profiles.h"
#include "test.h"

#include <string.h>

#include "cfnc/base/text.h"

static struct arena *arena;
static struct error error;

static const struct profiles *parsed(const char *shared, const char *config)
{
    const struct profiles_text texts[PROFILES_FILES] = {
        { "credentials", shared, strlen(shared) },
        { "config", config, strlen(config) },
    };

    error = (struct error){ .text = "" };
    return profiles_parse(arena, texts, &error);
}

/* The examples of the formats in the AWS CLI's and the SDKs' guides, in our own words. */
static const char shared_file[] = "[default]\n"
                                  "aws_access_key_id=AKIADEFAULT\n"
                                  "aws_secret_access_key=default/secret=\n"
                                  "\n"
                                  "[user1]\n"
                                  "aws_access_key_id = AKIAUSER1\r\n"
                                  "aws_secret_access_key = user1secret\t \r\n"
                                  "aws_session_token = tok+en/of==user1\r\n"
                                  "# a remark\n"
                                  "; another\n"
                                  "   # and one that is indented\n"
                                  "[cross-account]\n"
                                  "aws_access_key_id: AKIACROSS\n"
                                  "AWS_Secret_Access_Key: cross ; but this is a remark\n"
                                  "[profile odd]\n"
                                  "aws_access_key_id = AKIAODD\n";

static const char config_file[] =
    "[default]\n"
    "region = us-west-2\n"
    "output = json\n"
    "s3 =\n"
    "  max_concurrent_requests = 20\n"
    "  addressing_style = path # inside\n"
    "\n"
    "  use_accelerate_endpoint=true\n"
    "cli_pager =\n"
    "[profile user1] # of the first\n"
    "region=us-east-1\n"
    "output=text\n"
    "[profile \"with blanks\"]\n"
    "role_arn = arn:aws:iam::123456789012:role/x\n"
    "source_profile=user1\n"
    "[profile 'single']\n"
    "credential_process = /opt/bin/get --name \"a #b\" # not a remark\n"
    "[profile  many   words ]\n"
    "region = eu-west-1\n"
    "[sso-session my-sso]\n"
    "sso_region = us-east-1\n"
    "sso_start_url = https://example.awsapps.com/start\n"
    "sso_registration_scopes = sso:account:access\n"
    "[profile my-sso]\n"
    "sso_session = my-sso\n"
    "sso_account_id = 111122223333\n"
    "sso_role_name = SampleRole\n"
    "[services testing-s3]\n"
    "s3 =\n"
    "  endpoint_url = https://profile-b-s3-endpoint.aws\n"
    "[profile dev]\n"
    "services = testing-s3\n"
    "[plugins]\n"
    "cli_legacy_plugin_path = /x\n"
    "[lost]\n"
    "region = nowhere\n"
    "[profile long]\n"
    "credential_process = /opt/bin/get\n"
    "    --one\n"
    "    --two\n"
    "region = ca-central-1";

static void as_documented(void)
{
    static const struct {
        const char *profile, *setting, *value;
    } rows[] = {
        { "default", "aws_access_key_id", "AKIADEFAULT" },
        { "default", "aws_secret_access_key", "default/secret=" },
        { "default", "region", "us-west-2" },
        { "default", "s3.max_concurrent_requests", "20" },
        { "default", "s3.addressing_style", "path" },
        { "default", "s3.use_accelerate_endpoint", "true" },
        { "default", "s3", NULL },
        { "default", "max_concurrent_requests", NULL },
        { "default", "cli_pager", NULL },
        { "user1", "aws_secret_access_key", "user1secret" },
        { "user1", "aws_session_token", "tok+en/of==user1" },
        { "user1", "region", "us-east-1" },
        { "user1", "output", "text" },
        { "cross-account", "aws_access_key_id", "AKIACROSS" },
        { "cross-account", "aws_secret_access_key", "cross" },
        { "profile odd", "aws_access_key_id", "AKIAODD" },
        { "odd", "aws_access_key_id", NULL },
        { "with blanks", "source_profile", "user1" },
        { "single", "credential_process", "/opt/bin/get --name \"a #b\" # not a remark" },
        { "many   words", "region", "eu-west-1" },
        { "my-sso", "sso_session", "my-sso" },
        { "my-sso", "sso_start_url", NULL },
        { "testing-s3", "s3.endpoint_url", NULL },
        { "dev", "services", "testing-s3" },
        { "dev", "s3.endpoint_url", NULL },
        { "plugins", "cli_legacy_plugin_path", NULL },
        { "lost", "region", NULL },
        { "long", "credential_process", "/opt/bin/get\n--one\n--two" },
        { "long", "region", "ca-central-1" },
    };

    arena = arena_new();
    const struct profiles *profiles = parsed(shared_file, config_file);
    check_text(error.text, "");
    for (size_t i = 0; profiles && i < sizeof(rows) / sizeof(rows[0]); i++)
        check_text(profiles_get(profiles, rows[i].profile, rows[i].setting), rows[i].value);
    check(profiles_have(profiles, "with blanks"));
    check(!profiles_have(profiles, "lost"));
    check(!profiles_have(profiles, "testing-s3"));
    arena_free(arena);
}

static void who_goes_first(void)
{
    arena = arena_new();
    const struct profiles *profiles =
        parsed("[a]\nx = shared\n[a]\ny = again\nx = later\n",
               "[profile a]\nx = config\nz = config\n[default]\nx = plain\n"
               "[profile default]\nx = prefixed\n");
    check_text(profiles_get(profiles, "a", "x"), "later");
    check_text(profiles_get(profiles, "a", "y"), "again");
    check_text(profiles_get(profiles, "a", "z"), "config");
    check_text(profiles_get_of(profiles, PROFILES_CONFIG, "a", "x"), "config");
    check(!profiles_get_of(profiles, PROFILES_SHARED, "a", "z"));
    check_text(profiles_get(profiles, "default", "x"), "prefixed");
    arena_free(arena);
}

static void whatever_the_indent(void)
{
    arena = arena_new();
    const struct profiles *profiles = parsed("\xEF\xBB\xBF[a]\n  x = 1\n  y = 2\nz = 3\n    more\n"
                                             "\tw = 4\n",
                                             "");
    check_text(profiles_get(profiles, "a", "x"), "1");
    check_text(profiles_get(profiles, "a", "y"), "2");
    check_text(profiles_get(profiles, "a", "z"), "3\nmore\nw = 4");
    arena_free(arena);
}

static void a_long_token_is_whole(void)
{
    arena = arena_new();
    struct text token = text_new(arena), file = text_new(arena);

    for (int i = 0; i < 4000; i++)
        text_add(&token, "abcde");
    text_addf(&file, "[ci]\naws_session_token=%s\n", token.bytes);
    check_text(profiles_get(parsed(file.bytes, ""), "ci", "aws_session_token"), token.bytes);
    arena_free(arena);
}

static void what_is_refused(void)
{
    static const struct {
        const char *text, *error;
    } rows[] = {
        { "x = 1\n", "credentials:1:1: a setting stands before the first [section]" },
        { "[a]\nnothing here\n", "credentials:2:1: expected NAME = VALUE or a [section]" },
        { "[a]\n\n = 1\n", "credentials:3:2: expected NAME = VALUE" },
        { "[a\nx = 1\n", "credentials:1:1: the [ is not closed; write [NAME]" },
        { "[a # ]\n", "credentials:1:1: the [ is not closed" },
        { "[]\n", "credentials:1:1: the section has no name" },
        { "[ profile ]\n[profile \t]\n", "" },
        { "\x01\n", "credentials:1:1: " },
    };

    arena = arena_new();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        check((parsed(rows[i].text, "") == NULL) == (rows[i].error[0] != 0));
        check_contains(error.text, rows[i].error);
    }
    const struct profiles_text binary[PROFILES_FILES] = { { "c\033", "[a]\nx = \0\n", 10 },
                                                          { "d", "", 0 } };
    check(!profiles_parse(arena, binary, &error));
    check_contains(error.text, "c\\u001b:2:1: the line holds a byte of 0");
    arena_free(arena);
}

static void what_is_missing(void)
{
    arena = arena_new();
    const struct profiles *profiles = parsed(shared_file, config_file);
    profiles_missing(arena, profiles, "user2", &error);
    check_text(error.text, "no profile \"user2\" in credentials and config (did you mean user1?)");
    profiles_missing(arena, profiles, "\033[31m", &error);
    check_contains(error.text, "\\u001b[31m");
    arena_free(arena);
}

static const struct test tests[] = {
    { "profiles: as documented", as_documented },
    { "profiles: who goes first", who_goes_first },
    { "profiles: whatever the indent", whatever_the_indent },
    { "profiles: a long token is whole", a_long_token_is_whole },
    { "profiles: what is refused", what_is_refused },
    { "profiles: what is missing", what_is_missing },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
