#!/usr/bin/env bash
#
# Runs cfnc against AWS's own runtime interface emulator, with a bootstrap that keeps the contract and
# with ones that misbehave: it answers in text/plain, with 502s, and takes one call at a time.
#
# CFNC_RIE names an aws-lambda-rie; without it, it is the one that SAM's package brings for its images.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/peers/venv.sh

cfnc=${CFNC:-build/dev/cfnc}
schema=$PWD/examples/memo/example-notes-memo.json
peer_sam

case $(uname -m) in
aarch64 | arm64) bundled=aws-lambda-rie-arm64 ;;
*) bundled=aws-lambda-rie-$(uname -m) ;;
esac
rie=${CFNC_RIE:-$("$PYTHON" -c 'import samcli.local.rapid as r; print(r.__path__[0])')/$bundled}
[ -x "$rie" ] || peer_skip "$rie is no program; CFNC_RIE names an aws-lambda-rie"

scratch=$(mktemp -d)
emulator=
stop_rie()
{
    [ -z "$emulator" ] || kill -KILL -- "-$emulator" 2> /dev/null || true
    emulator=
}
trap 'stop_rie; rm -rf "$scratch"' EXIT

free_port() { "$PYTHON" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

# start_rie MODE [VARIABLE=VALUE]...: sets $url. The emulator and its runtimes are a group of their own.
start_rie()
{
    local mode=$1 port

    shift
    stop_rie
    port=$(free_port)
    url=http://127.0.0.1:$port
    printf '#!/bin/sh\nexec "%s" "%s/tests/peers/rie_bootstrap.py" %s\n' "$PYTHON" "$PWD" "$mode" > "$scratch/bootstrap"
    chmod +x "$scratch/bootstrap"
    env "$@" setsid "$rie" --runtime-interface-emulator-address "127.0.0.1:$port" \
        --runtime-api-address "127.0.0.1:$(free_port)" "$scratch/bootstrap" handler \
        > "$scratch/rie" 2>&1 < /dev/null &
    emulator=$!
    disown
    for _ in $(seq 3000); do
        if (: < "/dev/tcp/127.0.0.1/$port") 2> /dev/null; then
            return
        fi
        kill -0 "$emulator" 2> /dev/null || break
        sleep 0.1
    done
    echo "the emulator did not start:"
    cat "$scratch/rie"
    exit 1
}

status=0
# verdict LABEL CODE WANTED TEXT OUTPUT: WANTED is a list of exit codes, TEXT a regular expression.
verdict()
{
    if [[ " $3 " == *" $2 "* ]] && grep -q -E -e "$4" "$5"; then
        echo "ok    $1: exit $2, \"$4\""
    else
        echo "FAIL  $1: exit $2 instead of $3, or nothing of \"$4\" in:"
        cat "$5"
        status=1
    fi
}

# Each in a project of its own: one at a time is the rule within one.
run_cfnc()
{
    local project

    project=$(mktemp -d -p "$scratch")
    HOME=$scratch timeout 40 "$cfnc" test -C "$project" --schema "$schema" --offline --endpoint "$url" \
        "$@" < /dev/null 2>&1
}

# expect CODES TEXT LABEL ARGUMENT...: how `cfnc test` ends, and what it has to say.
expect()
{
    local code=0 wanted=$1 text=$2 label=$3

    shift 3
    run_cfnc "$@" > "$scratch/output" || code=$?
    verdict "$label" "$code" "$wanted" "$text" "$scratch/output"
}

start_rie honest
expect 0 'passed, 0 failed' "honest, suite v1" --function-name function --suite v1
expect 0 'passed, 0 failed' "honest, suite full" --function-name function
expect 0 'nothing left behind' "nothing is left behind" --function-name function contract_create_delete
expect 3 'use --function-name function' "another name"
code=0
HOME=$scratch "$cfnc" doctor --schema "$schema" --offline --endpoint "$url" > "$scratch/output" 2>&1 || code=$?
verdict "doctor knows the emulator" "$code" 3 "is Lambda's runtime interface emulator" "$scratch/output"

one=(--function-name function --tb long contract_create_delete)
start_rie raises
expect 1 'errorMessage +boom' "raises, in text/plain" "${one[@]}"
start_rie exits
expect 1 'errorType +Runtime.ExitError' "the bootstrap exits, 502" "${one[@]}"
start_rie exits-at-start
expect 1 "process start at all" "the bootstrap exits before it asks, 502" "${one[@]}"
start_rie sleeps AWS_LAMBDA_FUNCTION_TIMEOUT=1
expect 1 'Task timed out after 1' "takes too long" "${one[@]}"
start_rie never-starts AWS_LAMBDA_FUNCTION_TIMEOUT=1
expect 1 'Task timed out after 1|Runtime' "the bootstrap never starts" "${one[@]}"

# The emulator takes one call at a time and does not survive a second one: whoever got no answer
# must say so, and whoever was answered may pass.
start_rie slow
code=0
run_cfnc "${one[@]}" > "$scratch/first" & first=$!
sleep 0.5
expect "0 1 3 6" '[0-9] passed|without an answer|nothing listens|reset|broke' "the second of two at once" "${one[@]}"
wait "$first" || code=$?
verdict "the first of two at once" "$code" "0 1 3 6" '[0-9] passed|without an answer|nothing listens|reset|broke' "$scratch/first"
exit "$status"
