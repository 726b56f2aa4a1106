#include "man_words.h"

#include <stddef.h>

const char man_description[] =
    "cfnc calls the handlers of a CloudFormation resource type through a Lambda endpoint, normally "
    "\"sam local start-lambda\", and holds each answer against the contract that CloudFormation "
    "relies on. It takes the projects, the names of tests and the options of \"cfn test\", says "
    "which sentence of the contract is broken, and deletes what it made.";

const char man_options_words[] =
    "Long options may be cut short where that is unambiguous, and take their argument behind a "
    "blank or an =. A duration is a number of seconds, or one with ms, s, m or h behind it. Each "
    "option says which commands it is of, and the variable that stands in for it.";

/* clang-format off */
const struct man_entry man_environment[] = {
    { "CFNC_NAME",
      "An option: its long name in capitals, with _ for each dash. Below the command line and above "
      "cfnc.ini. What may be repeated has a line for each; true, yes, on and 1 are an option "
      "without argument, false, no, off and 0 are none. An empty variable counts as none; one that "
      "is no option is passed by, and told by \"cfnc config\"." },
    { "CFNC_ADDOPTS",
      "Options in front of those of cfnc test, split as a shell would, without variables and "
      "patterns; behind a -- those of pytest. Above CFNC_NAME, and below the command line." },
    { "PYTEST_ADDOPTS",
      "Likewise, as far as cfnc has an option for it: what else pytest is told is passed over. "
      "Below CFNC_ADDOPTS." },
    { "CI, GITHUB_ACTIONS, GITLAB_CI, CODEBUILD_BUILD_ID, BUILDKITE, CIRCLECI, JENKINS_URL, "
      "TF_BUILD, TEAMCITY_VERSION, BUILD_NUMBER",
      "One that is set and not empty means that a CI runs cfnc: [ci] of cfnc.ini counts, and no "
      "line is drawn again." },
    { "NO_COLOR, CLICOLOR_FORCE, FORCE_COLOR, TERM",
      "Whether colors are used; --color is above them." },
    { "COLUMNS",
      "How wide a line may be where no terminal says it: in a file, say. A window that is resized "
      "is asked again." },
    { "AWS_PROFILE, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN and "
      "others of the AWS tools",
      "Where credentials come from, in the order of the AWS CLI." },
    { "HTTP_PROXY, HTTPS_PROXY, NO_PROXY, AWS_CA_BUNDLE",
      "How other machines are reached." },
    { NULL, NULL },
};

const struct man_entry man_files[] = {
    { ".rpdk-config", "The project, as \"cfn init\" writes it." },
    { "cfnc.ini", "Options for the project; see cfnc.ini(5)." },
    { "~/.config/cfnc/cfnc.ini", "The user's own, below $XDG_CONFIG_HOME where that is set." },
    { "inputs/, overrides.json", "What handlers are given; generated where there is neither." },
    { "contract-test-exceptions.json", "What the project accepts, and why." },
    { ".cfnc/ledger.jsonl", "What may exist because of cfnc, until it is deleted." },
    { ".cfnc/runs", "The newest 20 runs, without secrets." },
    { "~/.cfn-cli/typeConfiguration.json", "The configuration of types, where nothing names one." },
    { NULL, NULL },
};

const struct man_entry man_sections[] = {
    { "in front of any section", "For every command that has the option." },
    { "[test] and the like", NULL },
    { "[ci]", "Where a CI runs cfnc; see ENVIRONMENT in cfnc(1)." },
    { "[preset NAME]", "With --preset NAME, or CFNC_PRESET." },
    { NULL, NULL },
};
/* clang-format on */

const char man_file_example[] = "# how this project is tested\n"
                                "endpoint = http://127.0.0.1:3002\n"
                                "typeconfig = test/typeconfig.json\n"
                                "\n"
                                "[test]\n"
                                "maxfail = 3\n"
                                "\n"
                                "[ci]\n"
                                "wait-for-endpoint = 2m     ; sam takes its time\n"
                                "report = junit:out/junit.xml\n"
                                "report = json:out/report.json\n"
                                "\n"
                                "[preset nightly]\n"
                                "examples = 20\n"
                                "retries = 2\n";

const char *const man_file_words[] = {
    "The file stands beside .rpdk-config, or above it in its repository, or where --config says; "
    "the "
    "nearest counts. It is read by the commands that have a -C, and --no-config reads none. "
    "Without "
    "-C and --schema, .rpdk-config itself is sought in the folders above, too, as far as the "
    "repository and the file system go. Above, nothing counts that somebody else owns, or that "
    "lies "
    "where everybody may write.",
    "A line is NAME = VALUE, with : for = if you like, or [SECTION], or a comment behind # or ;. A "
    "comment behind a value begins with a blank and a ;. Blanks in front of a line mean nothing. "
    "Double quotes around all of a value are taken away. The file is UTF-8; a line has at most 197 "
    "bytes, or what the libinih at hand reads, and a longer one is an error.",
    "NAME is that of an option without its dashes. What may be repeated has a line for each; "
    "anything else is set once in a section. Options without an argument are true or false "
    "(yes, on, 1; no, off, 0), verbose and quiet are how often.",
    "A value comes from the highest place that says it: the command line, CFNC_ADDOPTS, the "
    "variable "
    "CFNC_NAME, "
    "[preset NAME], [ci], the section of the command, the lines in front of any section, the "
    "user's own file, the default. Lists are not added up, but for redact-path. \"cfnc config\" "
    "prints each value and "
    "what says it.",
    "The user's own file, ~/.config/cfnc/cfnc.ini, has no sections, and sets what is shown and "
    "kept "
    "for every project, never what is tested: color, diff, no-record, tb.",
    "A path begins at the project's folder.",
    "All of the file is looked over, whatever of it counts. A section or a name that there is not, "
    "and a value that the option would refuse, are errors with their line: exit status 2.",
    NULL,
};

const char man_security[] =
    "Whoever wrote a project wrote its cfnc.ini too. So the file chooses no credentials and no "
    "roles, starts no image and no other program, and cannot turn a run into one that calls no "
    "handler; endpoint names this machine only, and reports are written below the project's "
    "folder, "
    "by no link.";
