#!/usr/bin/env bash
#
# CFNC=build/dev/cfnc bash tests/cli/run.sh [--accept] [BEHAVIOUR...]
#
# Runs tests/cli/BEHAVIOUR.sh in an empty folder and compares what it prints, both
# streams, with tests/cli/BEHAVIOUR.expected. --accept writes that file instead:
# read the difference before it is committed. A script sees
#
#     cfnc            the program (also as $CFNC)
#     $HERE           tests/cli, for what a script needs to read
#     run COMMAND...  runs it, and prints its exit code when that is not 0
#     serve ARGS...   starts `cfnc serve ARGS --port 0` for as long as the script lives; $URL is its address
#
# What changes from run to run is masked: times, ports, seeds, run folders, tokens; and how many
# rules there are.
#
set -euo pipefail
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
CFNC=$(realpath "${CFNC:-$ROOT/build/dev/cfnc}")
export HERE ROOT CFNC
. "$ROOT/tests/sampled.sh"

# Nothing of the caller's machine may be seen by a script, nor which signals it ignores, as nohup does.
quiet_environment=(env -i --default-signal "PATH=$PATH" "HERE=$HERE" "ROOT=$ROOT" "CFNC=$CFNC" LC_ALL=C.UTF-8 TZ=UTC TERM=dumb
    ${CFNC_WATCHED:+CFNC_WATCHED=1} ${CFNC_SAMPLE:+CFNC_SAMPLE=1} ${TSAN_OPTIONS:+"TSAN_OPTIONS=$TSAN_OPTIONS"})

prelude='
set -u
export -n CFNC_WATCHED CFNC_SAMPLE # for scripts, not for the program
cfnc() { "$CFNC" "$@"; }
run() { local code=0; "$@" || code=$?; [ "$code" -eq 0 ] || echo "(exit $code)"; }
serve()
{
    : > "$HOME/serving" # now: the shell in the background may come to it late
    "$CFNC" serve "$@" --port 0 >> "$HOME/serving" 2>&1 & serving=$!
    all_serving="${all_serving:-} $serving"
    trap "kill $all_serving 2> /dev/null" EXIT
    for _ in $(seq 400); do
        URL=$(sed -n "s/^listening on //p" "$HOME/serving")
        [ -z "$URL" ] || return 0
        sleep 0.05
    done
    cat "$HOME/serving"
    exit 1
}
'

mask()
{
    sed -E \
        -e 's/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/#uuid/g' \
        -e 's/[0-9]{8}T[0-9]{6}Z-[0-9a-f]{4}(-[0-9]+)?/(run)/g' \
        -e 's/(127\.0\.0\.1|localhost):[0-9]+/\1:#/g' \
        -e 's/(  )[0-9]{2}\.[0-9]+s\b/\1 #s/g' -e 's/\b[0-9]+\.[0-9]+ ?s\b/#s/g' \
        -e 's/(seed[ =:]+)[0-9]+/\1#/g' \
        -e '/^rules: /s/[0-9]+/#/g' \
        -e "s#$1#(folder)#g" -e "s#$ROOT#(root)#g"
}

accept=false
[ "${1:-}" != --accept ] || { accept=true; shift; }
[ $# -gt 0 ] || set -- $(cd "$HERE" && ls ./*.expected | sed 's#^\./##; s#\.expected$##')
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0

for name in "$@"; do
    folder=$scratch/$name
    mkdir -p "$folder/work" "$folder/home"
    (cd "$folder/work" && "${quiet_environment[@]}" HOME="$folder/home" \
        bash -c "$prelude . '$HERE/$name.sh'") < /dev/null 2>&1 | mask "$folder/work" > "$folder/actual" || true
    if $accept; then
        cp "$folder/actual" "$HERE/$name.expected"
    elif diff -u "$HERE/$name.expected" "$folder/actual"; then
        echo "ok    $name"
    else
        echo "FAIL  $name: CFNC=$CFNC bash tests/cli/run.sh --accept $name"
        status=1
    fi
done
exit "$status"
