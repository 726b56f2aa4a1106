#!/usr/bin/env bash
#
# bash tests/fuzz/coverage.sh [NAME...]
#
# Which part of the lines of the modules that a fuzz target is about is reached by what
# is in tests/corpus/NAME, and by what tests/fuzz/run.sh found new (build/fuzz/explored/NAME).
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/packages.sh

packages_need build
packages_need runtime
command -v gcov > /dev/null || { echo "coverage.sh: gcov is not installed (it comes with gcc)" >&2; exit 2; }

# What each target is about. No input reaches an end for want of memory, of a disk or of a row of
# ours; and in one that only looks at text, what reads a file is not reached either.
declare -A modules=(
    [config_file]="src/option/config_file.c"
    [expression]="src/engine/expression.c"
    [inputs]="src/project/inputs.c src/project/project.c"
    [ledger]="src/ledger/read.c"
    [options]="src/option/options.c src/option/values.c"
    [operation]="src/engine/operation.c src/engine/tracked.c src/engine/trial.c src/resource/judge_events.c src/resource/event.c src/world/reply.c"
    [profiles]="src/aws/profiles.c"
    [recording]="src/record/read.c src/record/read_run.c src/record/judge.c"
    [redact]="src/redact/text.c src/redact/spelling.c src/redact/secrets.c"
    [reply]="src/world/reply.c"
    [text]="src/base/text.c src/report/console/console.c"
    [xml]="src/aws/xml.c"
)
[ $# -gt 0 ] || set -- $(printf '%s\n' "${!modules[@]}" | sort)

targets=()
for name in "$@"; do
    [ -n "${modules[$name]:-}" ] || { echo "coverage.sh: no modules are named for $name" >&2; exit 2; }
    targets+=("fuzz_$name")
done
cmake --preset coverage > /dev/null
cmake --build build/coverage --target "${targets[@]}" > build/coverage/build.log 2>&1 ||
    { tail -50 build/coverage/build.log; exit 1; }

printf '%-12s %7s  %-32s %s\n' target inputs module lines
for name in "$@"; do
    find build/coverage -name '*.gcda' -delete
    folders=("tests/corpus/$name")
    [ ! -d "build/fuzz/explored/$name" ] || folders+=("build/fuzz/explored/$name")
    inputs=$(find "${folders[@]}" -type f | wc -l)
    "build/coverage/tests/fuzz_$name" "${folders[@]}" > /dev/null
    for module in ${modules[$name]}; do
        data=$(find build/coverage -path "*/$module.gcda")
        lines=$([ -z "$data" ] || gcov -n "$data" | sed -n "/File '.*$(basename "$module")'/{n;s/Lines executed:\([0-9.]*\)% of \([0-9]*\)/\1 % of \2/p}")
        printf '%-12s %7s  %-32s %s\n' "$name" "$inputs" "$module" "${lines:-none}"
    done
done
