#!/usr/bin/env bash
#
# Runs cfnc against AWS's own runtime interface emulator, with a bootstrap that keeps the contract and
# with ones that misbehave: it answers in text/plain, with 502s, and takes one call at a time.
#
# CFNC_RIE names an aws-lambda-rie; without it, one is built from the Go module proxy and kept.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/peers/venv.sh

cfnc=${CFNC:-build/dev/cfnc}
schema=examples/memo/example-notes-memo.json
module=github.com/aws/aws-lambda-runtime-interface-emulator

# Older versions call themselves by another name than the one they are fetched by: those are built
# where they were unpacked.
build_rie()
{
    local folder

    GOBIN=$1 go install "$module/cmd/aws-lambda-rie@latest" && return
    folder=$(go mod download -json "$module@latest" | sed -n 's/^[[:space:]]*"Dir": "\(.*\)",*$/\1/p')
    [ -n "$folder" ] && (cd "$folder" && go build -o "$1/aws-lambda-rie" ./cmd/aws-lambda-rie)
}

rie=${CFNC_RIE:-$PWD/build/peers/rie-program/aws-lambda-rie}
if [ ! -x "$rie" ]; then
    [ -z "${CFNC_RIE:-}" ] || peer_skip "CFNC_RIE=$rie is no program"
    command -v go > /dev/null || peer_skip "go is not installed (apt-get install golang)"
    mkdir -p build/peers
    GOFLAGS=-mod=mod timeout 300 bash -c "module=$module; $(declare -f build_rie); build_rie '${rie%/*}'" \
        > build/peers/rie.log 2>&1 < /dev/null || true
    [ -x "$rie" ] || peer_skip "aws-lambda-rie: $(tail -n 1 build/peers/rie.log)"
fi
peer_python rie cloudformation-cli-python-lib==2.1.20 jsonschema 'setuptools<81'

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
    for _ in $(seq 100); do
        if (: < "/dev/tcp/127.0.0.1/$port") 2> /dev/null; then
            return
        fi
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

run_cfnc()
{
    HOME=$scratch timeout 40 "$cfnc" test --schema "$schema" --no-record --offline --endpoint "$url" "$@" \
        < /dev/null 2>&1
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
expect 1 'the handler crashed: RuntimeError: boom' "raises, in text/plain" "${one[@]}"
start_rie exits
expect 1 'the handler crashed: .*Runtime' "the bootstrap exits, 502" "${one[@]}"
start_rie exits-at-start
expect 1 'the handler crashed: .*Runtime' "the bootstrap exits before it asks, 502" "${one[@]}"
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
