#include "cfnc/aws/aws.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/json/pointer.h"
#include "aws/xml.h"

static struct arena *arena;
static struct error error;

static void endpoints(void)
{
    static const struct {
        const char *region, *endpoint;
    } rows[] = {
        { "us-east-1", "https://sts.us-east-1.amazonaws.com" },
        { "cn-north-1", "https://sts.cn-north-1.amazonaws.com.cn" },
        { "us-gov-west-1", "https://sts.us-gov-west-1.amazonaws.com" },
        { "us-iso-east-1", "https://sts.us-iso-east-1.c2s.ic.gov" },
        { "us-isob-east-1", "https://sts.us-isob-east-1.sc2s.sgov.gov" },
        { "eu-isoe-west-1", "https://sts.eu-isoe-west-1.cloud.adc-e.uk" },
        { "us-isof-south-1", "https://sts.us-isof-south-1.csp.hci.ic.gov" },
        { "eusc-de-east-1", "https://sts.eusc-de-east-1.amazonaws.eu" },
    };

    arena = arena_new();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        check_text(aws_endpoint(arena, "sts", rows[i].region), rows[i].endpoint);
    setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:1//", 1);
    check_text(aws_endpoint(arena, "sts", "us-east-1"), "http://127.0.0.1:1");
    setenv("AWS_ENDPOINT_URL_STS", "http://127.0.0.1:2", 1);
    check_text(aws_endpoint(arena, "sts", "us-east-1"), "http://127.0.0.1:2");
    check_text(aws_endpoint(arena, "cloudformation", "us-east-1"), "http://127.0.0.1:1");
    setenv("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS", "True", 1);
    check_text(aws_endpoint(arena, "sts", "us-east-1"), rows[0].endpoint);
    unsetenv("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS");
    unsetenv("AWS_ENDPOINT_URL_STS");
    unsetenv("AWS_ENDPOINT_URL");
    arena_free(arena);
}

static void times(void)
{
    static const struct {
        const char *text;
        int64_t seconds; /* -1: none */
    } rows[] = {
        { "1970-01-01T00:00:00Z", 0 },
        { "2026-11-21T01:35:54.403539Z", 1795224954 },
        { "2024-02-29T23:59:60Z", 1709251200 },
        { "2000-03-01T00:00:00+02:30", 951859800 },
        { "2000-03-01T00:00:00-0130", 951874200 },
        { "2000-03-01 00:00:00", 951868800 },
        { "1999-13-01T00:00:00Z", -1 },
        { "1999-12-01T24:00:00Z", -1 },
        { "1999-12-01T", -1 },
        { "1999-12-01T00:00:00Zz", -1 },
        { "", -1 },
        { "tomorrow", -1 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        int64_t seconds = -1;

        check(aws_time(rows[i].text, &seconds) == (rows[i].seconds >= 0));
        if (rows[i].seconds >= 0)
            check_number(seconds, rows[i].seconds);
    }
}

static const json *xml(const char *text)
{
    error = (struct error){ .text = "" };
    return xml_parse(arena, text, strlen(text), &error);
}

static void xml_is_json(void)
{
    arena = arena_new();
    check_text(json_print(arena, xml("<?xml version=\"1.0\"?>\n<a xmlns='x'>\n <b>1 &lt; &#50;"
                                     "<![CDATA[&]]></b><c/> <b>second</b></a>")),
               "{\"a\":{\"b\":\"1 < 2&\",\"c\":\"\"}}");
    check_text(json_print(arena, xml("<a><l><member><n>1</n></member><member>x</member>"
                                     "<other>2</other></l><e:m xmlns:e='x'/></a>")),
               "{\"a\":{\"l\":[{\"n\":\"1\"},\"x\",\"2\"],\"m\":\"\"}}");
    arena_free(arena);
}

static void what_is_no_xml(void)
{
    static const char *const texts[] = {
        "",
        "text",
        "<a>",
        "<a></b>",
        "<a/><b/>",
        "<a>\xFF</a>",
        "<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>",
        "<!DOCTYPE html><html></html>",
        "<a>&x;</a>",
    };

    arena = arena_new();
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        check(xml(texts[i]) == NULL);
        check_contains(error.text, "no XML: ");
    }
    const char *deep = "";
    for (int i = 0; i < 40; i++)
        deep = arena_printf(arena, "%s<a>", deep);
    check(xml(deep) == NULL);
    check_contains(error.text, "nested too deep");
    arena_free(arena);
}

/* What moto answered; AWS is wrapped in another way. */
static void recordings(void)
{
    static const struct {
        const char *name, *pointer, *value;
    } rows[] = {
        { "01-sts-good-key", "/GetCallerIdentityResponse/GetCallerIdentityResult/Account",
          "123456789012" },
        { "02-sts-wrong-secret", "/ErrorResponse/Errors/Error/Code", "SignatureDoesNotMatch" },
        { "03-sts-unknown-key", "/ErrorResponse/Errors/Error/Code", "InvalidClientTokenId" },
        { "04-sts-role", "/GetCallerIdentityResponse/GetCallerIdentityResult/Account",
          "123456789012" },
        { "05-sts-role-without-token", "/ErrorResponse/Errors/Error/Code", "InvalidClientTokenId" },
        { "06-sts-role-wrong-token", "/ErrorResponse/Errors/Error/Code", "InvalidClientTokenId" },
    };
    const char *folder = getenv("CFNC_WIRE") ? getenv("CFNC_WIRE") : "../shared/wire";

    if (!file_exists(folder)) {
        test_skip("no recordings: set CFNC_WIRE to their folder");
        return;
    }
    arena = arena_new();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const char *path = arena_printf(arena, "%s/moto_auth/%s.response", folder, rows[i].name);
        const char *text = file_read(arena, path, 1024 * 1024, NULL, &error);
        const char *body = text ? strstr(text, "\r\n\r\n") : NULL;

        check(body != NULL);
        check_text(json_string(pointer_get(body ? xml(body + 4) : NULL, rows[i].pointer)),
                   rows[i].value);
    }
    arena_free(arena);
}

static const struct test tests[] = {
    { "aws: endpoints", endpoints },    { "aws: times", times },
    { "xml: as JSON", xml_is_json },    { "xml: what is none", what_is_no_xml },
    { "xml: as recorded", recordings }, { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
