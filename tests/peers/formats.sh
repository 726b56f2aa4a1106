#!/usr/bin/env bash
#
# The reports of runs of every kind, read by those that they are for: TAP by Perl's
# prove and by npm's tap-parser, HAR by npm's har-validator.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/peers/venv.sh

root=$PWD folder=$PWD/build/peers/formats
cfnc=$(realpath "${CFNC:-build/dev/cfnc}")
for program in prove node npm; do
    command -v $program > /dev/null || peer_skip "$program is not installed"
done
mkdir -p "$folder"
[ -d "$folder/node_modules/tap-parser" ] ||
    npm install --prefix "$folder" --no-audit --no-fund --silent tap-parser@16.0.1 har-validator@5.1.5 \
        > "$folder.log" 2>&1 || peer_skip "npm install: $(tail -n 1 "$folder.log")"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/project" && cd "$scratch/project"
status=0

# check LABEL CODE OPTION...: prove says of a run what cfnc said of it.
check()
{
    sampled_takes || return 0
    local label=$1 wanted=$2 code=0 proved=0 problem=
    shift 2
    "$cfnc" test --seed 1 -qq "$@" --report json:o.json --report tap:o.tap --report har:o.har \
        > o.txt 2>&1 || code=$?
    [ "$code" -eq "$wanted" ] || problem="exit $code, not $wanted: $(cat o.txt)"
    prove -q --exec cat o.tap > proved 2>&1 || proved=$?
    [ $((code != 0)) -eq $((proved != 0)) ] || problem+=$'\n'"prove: exit $proved: $(cat proved)"
    ! grep -q 'Parse errors' proved || problem+=$'\n'"prove: $(cat proved)"
    (cd "$folder" && node "$root/tests/peers/formats.mjs" "$OLDPWD"/o.json "$OLDPWD"/o.tap "$OLDPWD"/o.har) \
        > log 2>&1 || problem+=$'\n'"$(cat log)"
    [ -z "$problem" ] && echo "ok    $label: $(cat log)" && return
    echo "FAIL  $label: $problem"
    status=1
}

check "honest" 0 --demo
check "suite v1" 0 --demo --suite v1
check "suite v2" 0 --demo --suite v2
check "a difference" 1 --demo --fault read-wrong-value
check "a fixture that failed" 1 --demo --fault create-fails
check "tried again" 1 --demo --fault create-fails --retries 1
check "an answer that is no event" 1 --demo --fault answer-crash
check "an answer that is no UTF-8" 1 --demo --fault answer-bad-utf8
check "leftovers" 1 --demo --fault delete-fails
check "stopped at the first" 1 --demo -x --fault create-wrong-value
check "hardly anything" 0 --demo -k asserts
check "the time is over" 7 --demo --global-timeout 1ms

peer_project python37 '{"Name": "a # SKIP \\ \n  ...\nok 2 \u0001\u0000\ufffe \"q\" {[: - & *", "Size": 1}' \
    '{"Name": "\ud83d\ude00 # TODO", "Size": 2}'
check "odd characters, two sets of inputs" 1 --demo --fault read-wrong-value
check "odd characters in leftovers" 1 --demo --fault delete-fails
echo '[{"rule": "read.equals", "reason": "rounds # sizes"}, {"rule": "leak.none", "reason": "\\ stays"}]' \
    > contract-test-exceptions.json
check "exceptions" 1 --demo --fault read-wrong-value
exit "$status"
