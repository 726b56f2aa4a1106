#!/usr/bin/env bash
#
# bash tests/valgrind.sh [NAME...]
#
# Runs the unit tests, and those of the command line that between them go through the whole
# program, or the tests that are named (test_json, cli.usage), under valgrind, which sees what
# sanitizers cannot: memory that was never written, in libraries too. Leaks they see themselves. The
# rest, where a start of the program is half a second here, and the corpus run in the plain build and
# under the sanitizers; so do most cases of the slowest tests.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. tests/packages.sh
. tests/build.sh

packages_need build
packages_need valgrind

build=build/dev
output=build/valgrind
mkdir -p "$output"
build_preset dev unit cfnc > "$output/build.log" 2>&1 || { tail -50 "$output/build.log"; exit 1; }

# The program, as the command line's tests call it.
cat > "$output/cfnc-watched" << END
#!/bin/sh
exec $(command -v valgrind) --quiet --error-exitcode=99 "$PWD/$build/cfnc" "\$@"
END
chmod +x "$output/cfnc-watched"

export CFNC_WATCHED=1 # what depends on the processor's clock is left out

# watch NAME: one test under valgrind.
watch()
{
    local name=$1 log=$output/$1.log code=0

    case $name in
    cli.*) CFNC=$PWD/$output/cfnc-watched bash tests/cli/run.sh "${name#cli.}" ;;
    *) valgrind --quiet --error-exitcode=99 "$build/tests/unit" "$name" ;;
    esac > "$log" 2>&1 < /dev/null || code=$?
    case $code in
    0) echo "ok    $name ($SECONDS s)" ;;
    77) echo "skip  $name" ;;
    *) echo "FAIL  $name"; cat "$log"; return 1 ;;
    esac
}

all=(tests/unit/test_*.c)
all=("${all[@]/#tests\/unit\//}")
all=("${all[@]%.*}" cli.{cleanup,compare,config,demo,exports,invoke,record,redact,replay,shards,v2})
export build output
export -f watch
export CFNC_CORPUS=/nowhere CFNC_CORPUS_STEP=25
printf '%s\n' "${@:-${all[@]}}" |
    xargs -P "$(nproc)" -I '{}' bash -c 'SECONDS=0; watch {}'
