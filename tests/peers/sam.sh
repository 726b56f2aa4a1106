#!/usr/bin/env bash
#
# Runs cfnc against SAM's own HTTP service and a provider on AWS's own Python
# library: one that keeps its contract, and two that do not.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/peers/venv.sh

cfnc=${CFNC:-build/dev/cfnc}
schema=$PWD/examples/memo/example-notes-memo.json
peer_sam

scratch=$(mktemp -d)
service=
stop_service() { [ -z "$service" ] || kill -KILL "$service" 2> /dev/null || true; service=; }
trap 'stop_service; rm -rf "$scratch"' EXIT

# start_service [BREAK]: sets $url.
start_service()
{
    stop_service
    rm -f "$scratch/service" # it says where the last one listened
    "$PYTHON" tests/peers/sam_service.py "$@" > "$scratch/service" 2>&1 < /dev/null &
    service=$!
    disown
    peer_starts "$service" "$scratch/service"
}

status=0
# expect CODE TEXT LABEL ARGUMENT...: how `cfnc test` ends, and what it has to say.
expect()
{
    local code=0 wanted=$1 text=$2 label=$3

    shift 3
    HOME=$scratch timeout 120 "$cfnc" test -C "$scratch" --schema "$schema" --endpoint "$url" "$@" \
        > "$scratch/output" 2>&1 < /dev/null || code=$?
    if [ "$code" -eq "$wanted" ] && grep -q -e "$text" "$scratch/output"; then
        echo "ok    $label: exit $code, \"$text\""
    else
        echo "FAIL  $label: exit $code instead of $wanted, or nothing of \"$text\" in:"
        cat "$scratch/output"
        status=1
    fi
}

start_service
expect 0 passed "honest, suite v1" --suite v1
expect 0 passed "honest, suite full"
expect 3 "no function" "no such function" --function-name Missing
start_service forgets-updates
expect 1 update.applied "forgets updates, suite v1" --suite v1
start_service keeps-deleted
expect 1 delete. "keeps what is deleted, suite v1" --suite v1
exit "$status"
