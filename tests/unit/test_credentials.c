#include "cfnc/aws/wallet.h"
#include "hostile.h"
#include "test.h"

#include <time.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"

static struct arena *arena;
static struct error error;
static struct hostile server;
static const char *folder;
static char learnt[8192];

static const char *const variables[] = {
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    "AWS_SECURITY_TOKEN",
    "AWS_CREDENTIAL_EXPIRATION",
    "AWS_PROFILE",
    "AWS_DEFAULT_PROFILE",
    "AWS_ROLE_ARN",
    "AWS_WEB_IDENTITY_TOKEN_FILE",
    "AWS_ROLE_SESSION_NAME",
    "AWS_ENDPOINT_URL",
    "AWS_ENDPOINT_URL_STS",
    "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
    "AWS_CONTAINER_CREDENTIALS_FULL_URI",
    "AWS_CONTAINER_AUTHORIZATION_TOKEN",
    "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE",
    "AWS_EC2_METADATA_SERVICE_ENDPOINT",
    "AWS_EC2_METADATA_DISABLED",
};

static const char *put(const char *name, const char *text)
{
    const char *path = file_join(arena, folder, name);

    check(file_write(arena, path, text, strlen(text), &error));
    return path;
}

/* Both files of a user, in a folder of the test's own, and nothing in the environment. */
static void begin(const char *shared, const char *config)
{
    char made[] = "/tmp/cfnc-credentials-XXXXXX";

    arena = arena_new();
    for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++)
        unsetenv(variables[i]);
    check(mkdtemp(made) != NULL);
    folder = arena_copy(arena, made, strlen(made));
    learnt[0] = '\0';
    setenv("AWS_SHARED_CREDENTIALS_FILE", put("shared", shared), 1);
    setenv("AWS_CONFIG_FILE", put("config", config), 1);
}

static void end(void)
{
    static const char *const files[] = { "shared", "config", "token" };

    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
        unlink(file_join(arena, folder, files[i]));
    rmdir(folder);
    arena_free(arena);
}

static struct credentials_search search_for(const char *profile, bool loopback)
{
    return (struct credentials_search){
        .profile = profile,
        .loopback = loopback,
        .sts = { .http = http_new(arena), .region = "us-east-1" },
    };
}

static struct credentials found(const char *profile)
{
    const struct credentials_search search = search_for(profile, true);
    struct credentials credentials = { 0 };

    error = (struct error){ .text = "" };
    check_number(credentials_find(arena, &search, &credentials, &error), CREDENTIALS_FOUND);
    check_text(error.text, "");
    return credentials;
}

static void refused(const char *profile, enum credentials_outcome outcome, const char *text)
{
    const struct credentials_search search = search_for(profile, true);
    struct credentials credentials;

    error = (struct error){ .text = "" };
    check_number(credentials_find(arena, &search, &credentials, &error), outcome);
    check_contains(error.text, text);
    check(!strstr(error.text, "HUSHHUSH"));
}

static void of_the_environment(void)
{
    begin("[default]\naws_access_key_id=DEFAULT\naws_secret_access_key=x\n[a]\n", "");
    setenv("AWS_ACCESS_KEY_ID", "ENV", 1);
    refused(NULL, CREDENTIALS_BAD, "AWS_SECRET_ACCESS_KEY is not; export both");
    setenv("AWS_SECRET_ACCESS_KEY", "HUSHHUSH", 1);
    setenv("AWS_PROFILE", "a", 1);
    check_text(found(NULL).access_key_id, "ENV");
    check_text(found(NULL).session_token, "");
    check_text(found("default").access_key_id, "DEFAULT");
    setenv("AWS_SESSION_TOKEN", "TOKEN", 1);
    setenv("AWS_CREDENTIAL_EXPIRATION", "2001-01-01T00:00:00Z", 1);
    refused(NULL, CREDENTIALS_BAD, "the credentials of the environment have expired");
    setenv("AWS_CREDENTIAL_EXPIRATION", "soon", 1);
    refused(NULL, CREDENTIALS_BAD, "AWS_CREDENTIAL_EXPIRATION is no date");
    setenv("AWS_CREDENTIAL_EXPIRATION", "2100-01-01T00:00:00Z", 1);
    check_number(found(NULL).expires_s, 4102444800);
    check_text(found(NULL).session_token, "TOKEN");
    unsetenv("AWS_ACCESS_KEY_ID");
    refused(NULL, CREDENTIALS_BAD, "AWS_ACCESS_KEY_ID is not; export both");
    end();
}

static void of_a_profile(void)
{
    begin("[a]\naws_access_key_id=A\naws_secret_access_key=HUSHHUSH\naws_security_token=T\n"
          "[half]\naws_access_key_id = HALF\n",
          "[profile a]\naws_access_key_id=B\n[profile b]\naws_access_key_id=B\n"
          "aws_secret_access_key=b\n[profile sso]\nsso_session = x\n[profile empty]\nregion=x\n");
    check_text(found("a").session_token, "T");
    check_text(found("b").access_key_id, "B");
    setenv("AWS_DEFAULT_PROFILE", "b", 1);
    check_text(found(NULL).access_key_id, "B");
    setenv("AWS_PROFILE", "a", 1);
    check_text(found(NULL).access_key_id, "A");
    setenv("AWS_PROFILE", "aa", 1);
    refused(NULL, CREDENTIALS_BAD, "no profile \"aa\" in ");
    refused("half", CREDENTIALS_BAD, "profile \"half\": it has aws_access_key_id, but no ");
    refused("sso", CREDENTIALS_BAD,
            "\"credential_process = aws configure export-credentials --profile sso\"");
    refused("empty", CREDENTIALS_BAD, "profile \"empty\" has no aws_access_key_id");
    unsetenv("AWS_PROFILE");
    unsetenv("AWS_DEFAULT_PROFILE");
    refused(NULL, CREDENTIALS_NONE, "there are no credentials; export");
    put("shared", "[a\n");
    refused("a", CREDENTIALS_BAD, "shared:1:1: the [ is not closed");
    end();
}

/* What a credential_process writes, and what is said of it. */
static void process(const char *command, const char *text)
{
    put("config", arena_printf(arena, "[profile p]\ncredential_process = %s\n", command));
    if (*text)
        refused("p", CREDENTIALS_BAD, text);
    else
        check_text(found("p").access_key_id, "PROC");
}

static void of_a_process(void)
{
    begin("", "");
    process(
        "printf '{\"Version\": 1, \"AccessKeyId\": \"PROC\", \"SecretAccessKey\": \"HUSHHUSH\", "
        "\"SessionToken\": \"t\", \"Expiration\": \"2100-01-01T00:00:00+00:00\"}'",
        "");
    check_number(found("p").expires_s, 4102444800);
    process(
        "printf '{\"Version\": 1, \"AccessKeyId\": \"PROC\", \"SecretAccessKey\": \"HUSHHUSH\", "
        "\"Expiration\": \"2001-01-01T00:00:00Z\"}'",
        "the credentials of the credential_process have expired");
    process(
        "printf '{\"Version\": 2, \"AccessKeyId\": \"PROC\", \"SecretAccessKey\": \"HUSHHUSH\"}'",
        "the Version of what it wrote is not 1");
    process("printf '{\"AccessKeyId\": \"PROC\", \"SecretAccessKey\": \"HUSHHUSH\"}'",
            "the Version of what it wrote is not 1");
    process("printf '{\"Version\": 1, \"AccessKeyId\": \"PROC\"}'",
            "credential_process gives no AccessKeyId and SecretAccessKey");
    process("echo HUSHHUSH", "profile \"p\": credential_process: what it wrote is no JSON object");
    process("sh -c 'echo vault is locked >&2; exit 4'",
            "sh ended with exit code 4: vault is locked");
    process("sh -c 'yes HUSHHUSH'", "sh: it wrote too much");
    process("/no/such 'HUSHHUSH", "a quote is not closed");
    process("/no/such HUSHHUSH", "/no/such: No such file");
    end();
}

#define OF_STS(action, id, expiration)                                                             \
    "<" action "Response xmlns='https://sts.amazonaws.com/doc/2011-06-15/'><" action               \
    "Result><Credentials><AccessKeyId>" id "</AccessKeyId><SecretAccessKey>got/HUSHHUSH"           \
    "</SecretAccessKey><SessionToken>got+token</SessionToken><Expiration>" expiration              \
    "</Expiration></Credentials></" action "Result></" action "Response>"

static const char *answer_of(const char *head, const char *body)
{
    return arena_printf(arena, "HTTP/1.1 %s\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n%s",
                        head, strlen(body), body);
}

/* A server that gives these answers, one for each connection. */
static void serve(const char *const *answers)
{
    struct act *script = arena_array(arena, 64, sizeof(*script));
    size_t count = 0;

    for (; *answers; answers++) {
        script[count++] = (struct act){ ACCEPT, NULL };
        script[count++] = (struct act){ RECEIVE, NULL };
        script[count++] = (struct act){ SEND, *answers };
        script[count++] = (struct act){ CLOSE, NULL };
    }
    hostile_start(&server, script);
    setenv("AWS_ENDPOINT_URL_STS", server.url, 1);
}

static void of_roles(void)
{
    begin("[base]\naws_access_key_id=BASE\naws_secret_access_key=HUSHHUSH\n",
          "[profile one]\nrole_arn=arn:aws:iam::123456789012:role/one\nsource_profile=base\n"
          "[profile two]\nrole_arn=arn:aws:iam::123456789012:role/two\nsource_profile=one\n"
          "duration_seconds = 1200\nexternal_id = x/y\n");
    const char *const answers[] = {
        answer_of("200 OK", OF_STS("AssumeRole", "ONE", "2100-01-01T00:00:00Z")),
        answer_of("200 OK", OF_STS("AssumeRole", "TWO", "2100-01-01T00:00:00Z")),
        answer_of("403 Forbidden", "<ErrorResponse><Error><Type>Sender</Type><Code>AccessDenied"
                                   "</Code><Message>not you</Message></Error></ErrorResponse>"),
        NULL,
    };
    serve(answers);
    const struct credentials got = found("two");
    check_text(got.access_key_id, "TWO");
    check_text(got.secret_access_key, "got/HUSHHUSH");
    check_number(got.expires_s, 4102444800);
    check_contains(server.request, "Credential=ONE/");
    check_contains(server.request, "X-Amz-Security-Token: got+token");
    check_contains(server.request, "x-amz-security-token, Signature=");
    refused("one", CREDENTIALS_BAD,
            "profile \"one\": role arn:aws:iam::123456789012:role/one: http://127.0.0.1:");
    check_contains(error.text, "AssumeRole: HTTP 403 AccessDenied: not you");
    hostile_stop(&server);
    end();
}

static void roles_that_are_wrong(void)
{
    begin("[keys]\naws_access_key_id=A\naws_secret_access_key=HUSHHUSH\n",
          "[profile a]\nrole_arn=r\nsource_profile=b\n[profile b]\nrole_arn=r\nsource_profile=c\n"
          "[profile c]\nrole_arn=r\nsource_profile=b\n"
          "[profile self]\nrole_arn=r\nsource_profile=self\n"
          "[profile none]\nrole_arn=r\n[profile both]\nrole_arn=r\nsource_profile=keys\n"
          "credential_source=Environment\n[profile gone]\nrole_arn=r\nsource_profile=kays\n"
          "[profile odd]\nrole_arn=r\ncredential_source=Moon\n"
          "[profile env]\nrole_arn=r\ncredential_source=Environment\n"
          "[profile mfa]\nrole_arn=r\nsource_profile=keys\nmfa_serial=x\n"
          "[profile short]\nrole_arn=r\nsource_profile=keys\nduration_seconds=1\n"
          "[profile dry]\nregion=x\n[profile of-dry]\nrole_arn=r\nsource_profile=dry\n");
    refused("a", CREDENTIALS_BAD, "source_profile leads in a loop: a, b, c, b");
    refused("self", CREDENTIALS_BAD, "source_profile leads in a loop: self, self");
    refused("none", CREDENTIALS_BAD, "neither source_profile and credential_source");
    refused("both", CREDENTIALS_BAD, "both source_profile and credential_source");
    refused("gone", CREDENTIALS_BAD, "source_profile: no profile \"kays\"");
    refused("odd", CREDENTIALS_BAD, "credential_source is \"Moon\"; expected Environment");
    refused("env", CREDENTIALS_BAD, "credential_source Environment has no credentials");
    refused("mfa", CREDENTIALS_BAD, "mfa_serial asks for a code");
    refused("short", CREDENTIALS_BAD, "duration_seconds is 1; expected 900 to 43200");
    refused("of-dry", CREDENTIALS_BAD, "source_profile dry has no credentials");
    end();
}

static void of_a_web_identity(void)
{
    begin("", "[profile web]\nrole_arn=arn:aws:iam::123456789012:role/w\n");
    const char *const answers[] = {
        answer_of("200 OK", OF_STS("AssumeRoleWithWebIdentity", "WEB", "2100-01-01T00:00:00Z")),
        answer_of("200 OK", OF_STS("AssumeRoleWithWebIdentity", "WEB", "2100-01-01T00:00:00Z")),
        NULL,
    };
    const char *token = put("token", "ey.J0.HUSHHUSH\n");

    put("config", arena_printf(arena,
                               "[profile web]\nrole_arn=arn:aws:iam::123456789012:role/w\n"
                               "web_identity_token_file=%s\n[profile bare]\n"
                               "web_identity_token_file=%s\n",
                               token, token));
    serve(answers);
    check_text(found("web").access_key_id, "WEB");
    check(!strstr(server.request, "Authorization"));
    setenv("AWS_WEB_IDENTITY_TOKEN_FILE", token, 1);
    refused(NULL, CREDENTIALS_BAD, "AWS_ROLE_ARN is not; export both");
    setenv("AWS_ROLE_ARN", "arn:aws:iam::123456789012:role/w", 1);
    check_text(found(NULL).access_key_id, "WEB");
    hostile_stop(&server);
    refused("bare", CREDENTIALS_BAD, "it has web_identity_token_file, but no role_arn");
    setenv("AWS_WEB_IDENTITY_TOKEN_FILE", "/no/such/token", 1);
    refused(NULL, CREDENTIALS_BAD, "/no/such/token: No such file");
    end();
}

#define OF_HTTP                                                                                    \
    "{\"AccessKeyId\":\"BOX\",\"SecretAccessKey\":\"HUSHHUSH\",\"Token\":\"t\","                   \
    "\"Expiration\":\"2100-01-01T00:00:00Z\"}"

static void of_a_container(void)
{
    static const char *const foreign[] = {
        "http://example.com/x",
        "http://169.254.170.2.example.com/x",
        "http://169.254.170.2:80@example.com/x",
        "http://169.254.169.254/x",
        "ftp://127.0.0.1/x",
    };

    begin("", "");
    const char *const answers[] = { answer_of("200 OK", OF_HTTP), answer_of("200 OK", "HUSHHUSH"),
                                    answer_of("404 None", "HUSHHUSH"), NULL };
    serve(answers);
    setenv("AWS_CONTAINER_CREDENTIALS_FULL_URI", arena_printf(arena, "%s/get", server.url), 1);
    setenv("AWS_CONTAINER_AUTHORIZATION_TOKEN", "not this", 1);
    setenv("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE", put("token", "Bearer abc\n"), 1);
    check_text(found(NULL).access_key_id, "BOX");
    check_contains(server.request, "GET /get HTTP/1.1");
    check_contains(server.request, "Authorization: Bearer abc\r\n");
    refused(NULL, CREDENTIALS_BAD, "the container's credentials: the answer is no JSON");
    refused(NULL, CREDENTIALS_BAD, "the container's credentials: HTTP 404");
    hostile_stop(&server);
    unsetenv("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE");
    setenv("AWS_CONTAINER_AUTHORIZATION_TOKEN", "a\r\nX-Evil: HUSHHUSH", 1);
    refused(NULL, CREDENTIALS_BAD, "AWS_CONTAINER_AUTHORIZATION_TOKEN holds what cannot be");
    for (size_t i = 0; i < sizeof(foreign) / sizeof(foreign[0]); i++) {
        setenv("AWS_CONTAINER_CREDENTIALS_FULL_URI", foreign[i], 1);
        refused(NULL, CREDENTIALS_BAD, "its host is neither this machine");
    }
    end();
}

static void of_an_instance(void)
{
    struct credentials got = { 0 };

    begin("", "");
    const char *const answers[] = { answer_of("200 OK", "imds-token"),
                                    answer_of("200 OK", "my-role"), answer_of("200 OK", OF_HTTP),
                                    answer_of("403 No", "no"), NULL };
    serve(answers);
    setenv("AWS_EC2_METADATA_SERVICE_ENDPOINT", arena_printf(arena, "%s/", server.url), 1);
    refused(NULL, CREDENTIALS_NONE, "there are no credentials"); /* of a loopback endpoint */
    check_number(server.connections, 0);
    setenv("AWS_EC2_METADATA_DISABLED", "True", 1);
    struct credentials_search search = search_for(NULL, false);
    check_number(credentials_find(arena, &search, &got, &error), CREDENTIALS_NONE);
    unsetenv("AWS_EC2_METADATA_DISABLED");
    check_number(credentials_find(arena, &search, &got, &error), CREDENTIALS_FOUND);
    check_text(got.access_key_id, "BOX");
    check_contains(server.request,
                   "GET /latest/meta-data/iam/security-credentials/my-role HTTP/1.1");
    check_contains(server.request, "X-aws-ec2-metadata-token: imds-token\r\n");
    check_number(credentials_find(arena, &search, &got, &error), CREDENTIALS_NONE);
    hostile_stop(&server);
    end();
}

static void learn(void *context, const char *secret)
{
    const size_t length = strlen(learnt);

    (void)context;
    snprintf(learnt + length, sizeof(learnt) - length, "%s ", secret);
}

static const char *in_seconds(int seconds)
{
    const time_t when = time(NULL) + seconds;
    struct tm tm;
    char text[32] = "";

    if (gmtime_r(&when, &tm))
        strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &tm);
    return arena_printf(arena, "%s", text);
}

static const char *session(const char *id, int seconds)
{
    return answer_of(
        "200 OK",
        arena_printf(arena,
                     "{\"GetSessionTokenResponse\":{\"GetSessionTokenResult\":{\"Credentials\":{"
                     "\"AccessKeyId\":\"%s\",\"SecretAccessKey\":\"s\",\"SessionToken\":\"t-%s\","
                     "\"Expiration\":\"%s\"}}}}",
                     id, id, in_seconds(seconds)));
}

/* One call for what lives long enough; another for what would end during the next call. */
static void a_wallet_asks_once(void)
{
    const char *const account =
        "<GetCallerIdentityResponse><GetCallerIdentityResult><Arn>x</Arn>"
        "<Account>210987654321</Account></GetCallerIdentityResult></GetCallerIdentityResponse>";
    struct wallet *wallet;

    begin("[default]\naws_access_key_id=LASTING\naws_secret_access_key=lasting/secret\n", "");
    const char *const answers[] = { session("FIRST", -10), session("SECOND", 900),
                                    answer_of("200 OK", account), NULL };
    const struct wallet_options options = {
        .search = search_for(NULL, true),
        .sessions = true,
        .call_s = 480,
    };
    serve(answers);
    check_number(wallet_open(arena, &options, &wallet, &error), CREDENTIALS_FOUND);
    wallet_teach(wallet, learn, NULL);
    check_text(wallet_caller(wallet, &error)->access_key_id, "FIRST");
    for (int i = 0; i < 100; i++)
        check_text(wallet_caller(wallet, &error)->access_key_id, "SECOND");
    check_text(wallet_own(wallet, &error)->access_key_id, "LASTING");
    check_text(wallet_log(wallet, &error)->access_key_id, "SECOND");
    check_text(wallet_account(wallet, &error), "210987654321");
    check_text(wallet_account(wallet, &error), "210987654321");
    check_contains(server.request, "Credential=LASTING/");
    hostile_stop(&server);
    check_number(server.connections, 3);
    check_text(learnt, "LASTING lasting/secret  FIRST s t-FIRST SECOND s t-SECOND ");
    end();
}

/* STS is asked again after a 5xx, and not after a refusal. */
static void sts_in_trouble(void)
{
    struct wallet *wallet;

    begin("[default]\naws_access_key_id=LASTING\naws_secret_access_key=HUSHHUSH\n", "");
    const char *const answers[] = {
        answer_of("503 Busy", "<html>busy"), session("THIRD", 900),
        answer_of("403 Forbidden", "{\"Error\":{\"Code\":\"AccessDenied\",\"Message\":\"no\"}}"),
        answer_of("200 OK", "<html></html>"), NULL
    };
    const struct wallet_options options = { .search = search_for(NULL, true), .sessions = true };
    const struct wallet_options with_role = {
        .search = { .sts = { .source_account = "123456789012", .source_arn = "arn:aws:x" } },
        .role_arn = "arn:aws:iam::123456789012:role/x",
    };
    struct wallet_options role = with_role;

    serve(answers);
    check_number(wallet_open(arena, &options, &wallet, &error), CREDENTIALS_FOUND);
    check_text(wallet_caller(wallet, &error)->access_key_id, "THIRD");
    role.search.sts.http = http_new(arena);
    role.search.sts.region = "us-east-1";
    check_number(wallet_open(arena, &role, &wallet, &error), CREDENTIALS_FOUND);
    check(!wallet_caller(wallet, &error));
    check_contains(error.text, "AssumeRole: HTTP 403 AccessDenied: no");
    check_contains(server.request, "x-amz-source-account: 123456789012\r\n");
    check_contains(server.request, ";x-amz-source-account;x-amz-source-arn,");
    check(!wallet_caller(wallet, &error));
    check_contains(error.text, "the answer has no AssumeRoleResult");
    hostile_stop(&server);
    end();
}

static const struct test tests[] = {
    { "credentials: of the environment", of_the_environment },
    { "credentials: of a profile", of_a_profile },
    { "credentials: of a process", of_a_process },
    { "credentials: of roles", of_roles },
    { "credentials: roles that are wrong", roles_that_are_wrong },
    { "credentials: of a web identity", of_a_web_identity },
    { "credentials: of a container", of_a_container },
    { "credentials: of an instance", of_an_instance },
    { "wallet: asks once", a_wallet_asks_once },
    { "wallet: STS in trouble", sts_in_trouble },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
