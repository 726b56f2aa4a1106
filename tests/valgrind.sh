#!/usr/bin/env bash
#
# bash tests/valgrind.sh [NAME...]
#
# Runs the unit tests, and those of the command line that between them go through the whole
# program, or the tests that are named (test_json, cli.usage), under valgrind, which sees what
# sanitizers cannot: memory that was never written, in libraries too. The rest, where a start of the
# program is half a second here, and the corpus run in the plain build and under the sanitizers.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. tests/packages.sh

packages_need build
packages_need valgrind

build=build/valgrind
cmake -G Ninja -S . -B "$build" -DCMAKE_BUILD_TYPE=Debug > /dev/null
cmake --build "$build" > "$build/build.log" 2>&1 || { tail -50 "$build/build.log"; exit 1; }

# The program, as the command line's tests call it.
cat > "$build/cfnc-watched" << END
#!/bin/sh
exec $(command -v valgrind) --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite \\
    "$PWD/$build/cfnc" "\$@"
END
chmod +x "$build/cfnc-watched"

export CFNC_WATCHED=1 # what depends on the processor's clock is left out

# watch NAME: one test under valgrind.
watch()
{
    local name=$1 output=$build/output-$1 code=0

    case $name in
    cli.*) CFNC=$PWD/$build/cfnc-watched bash tests/cli/run.sh "${name#cli.}" ;;
    *) valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite \
        "$build/tests/unit" "$name" ;;
    esac > "$output" 2>&1 < /dev/null || code=$?
    case $code in
    0) echo "ok    $name ($SECONDS s)" ;;
    77) echo "skip  $name" ;;
    *) echo "FAIL  $name"; cat "$output"; return 1 ;;
    esac
}

all=(tests/unit/test_*.c)
all=("${all[@]/#tests\/unit\//}")
all=("${all[@]%.*}" cli.{cleanup,compare,config,demo,exports,invoke,record,redact,replay,shards,v2})
export build
export -f watch
export CFNC_CORPUS=/nowhere CFNC_CORPUS_STEP=25
printf '%s\n' "${@:-${all[@]}}" |
    xargs -P "$(nproc)" -I '{}' bash -c 'SECONDS=0; watch {}'
