#!/usr/bin/env bash
#
# bash examples/quickstart.sh
#
# Builds cfnc and shows it at work: once on a provider that keeps its contract,
# once on one that does not. Needs no AWS account.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. tests/packages.sh

packages_need build
echo "Building into build/release"
mkdir -p build/release
{ cmake --preset release && cmake --build build/release --target printed; } > build/release/build.log 2>&1 ||
    { tail -50 build/release/build.log; exit 1; }

# show CODE COMMAND...: prints and runs it, and stops unless it ends with CODE.
show()
{
    local code=0 wanted=$1

    shift
    printf '\n$ %s\n' "$*"
    "$@" < /dev/null || code=$?
    [ "$code" -eq "$wanted" ] || { echo "It ended with $code, and should have with $wanted"; exit 1; }
}

show 0 build/release/cfnc test -C examples/memo --demo
echo "That was a provider that keeps its contract: exit code 0."

show 1 build/release/cfnc test -C examples/broken_memo --demo --fault "$(cat examples/broken_memo/faults)"
echo "That one's READ answers with something else than was created: exit code 1."

echo
echo "To type cfnc here:   PATH=\$PWD/build/release:\$PATH"
echo "To have it for good: sudo cmake --install build/release"
