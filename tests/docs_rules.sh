#!/usr/bin/env bash
#
# CFNC=build/dev/cfnc bash tests/docs_rules.sh > docs/rules.md
#
# Every rule, as the program itself explains it. The test cli.docs fails when docs/rules.md is old.
#
set -euo pipefail
CFNC=${CFNC:-build/dev/cfnc}

echo "# Every rule"
echo
echo "Made by tests/docs_rules.sh out of \`cfnc explain\`; change the rules' rows instead of this page."
for rule in $("$CFNC" list rules --names); do
    printf '\n## %s\n\n```text\n' "$rule"
    "$CFNC" explain "$rule"
    echo '```'
done
