#!/usr/bin/env bash
#
# CFNC=build/dev/cfnc bash tests/heavy/faults.sh [N [SEED]]
#
# Ends runs at N moments, spread over all of a run by chance: by SIGKILL, and then "cfnc cleanup"
# has to find what was left; by SIGINT, and then nothing may be left at all. What is left is asked
# of the provider itself. Prints a table; fails when anything was left.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
CFNC=$(realpath "${CFNC:-build/dev/cfnc}")
types=$PWD/tests/data/types
. tests/sampled.sh
moments=$(((${1:-12} + ${CFNC_SAMPLE:-1} - 1) / ${CFNC_SAMPLE:-1})) RANDOM=${2:-$$}
scratch=$(mktemp -d)
serving=
trap '[ -z "$serving" ] || kill "$serving" 2> /dev/null; rm -rf "$scratch"' EXIT
cd "$scratch"
failed=0

serve() # ARGS...
{
    : > serving # now: what the last one said is not its address
    "$CFNC" serve "$@" --port 0 >> serving 2>&1 & serving=$!
    for _ in $(seq 400); do
        URL=$(sed -n 's/^listening on //p' serving)
        [ -z "$URL" ] || return 0
        sleep 0.05
    done
    cat serving
    exit 1
}

# How many resources the provider has.
count()
{
    echo '{"desiredResourceState": {}}' |
        "$CFNC" invoke resource LIST - --schema "$schema" --endpoint "$URL" |
        sed '1,/Handler response/d' | grep -c "\"$identifier\"" || true
}

run()
{
    exec "$CFNC" test --schema "$schema" --endpoint "$URL" -q > run.txt 2>&1
}

milliseconds() { date +%s%3N; }

# end_runs SIGNAL: at all the moments. Sets left, deleted and late: runs that were over before.
end_runs()
{
    local begun length at
    for _ in 1 2; do # the second is as long as those that follow
        begun=$(milliseconds)
        ( run ) || { cat run.txt; exit 1; }
        length=$(($(milliseconds) - begun))
    done
    left=0 deleted=0 late=0
    for _ in $(seq "$moments"); do
        at=$((RANDOM * length / 32768))
        ( run ) & local running=$!
        # Before that it is a copy of this shell, which does with a signal what it wants.
        until [ "/proc/$running/exe" -ef "$CFNC" ] || ! kill -0 "$running" 2> /dev/null; do :; done
        sleep "$((at / 1000)).$(printf %03d $((at % 1000)))"
        kill "-$1" "$running" 2> /dev/null || late=$((late + 1))
        wait "$running" 2> /dev/null || true
        if [ "$1" = KILL ]; then
            "$CFNC" cleanup --schema "$schema" --all --yes > cleanup.txt 2>&1 || true
            deleted=$((deleted + $(grep -c '  deleted  ' cleanup.txt || true)))
        fi
        if [ "$(count)" != 0 ] || ! "$CFNC" cleanup --list > list.txt 2>&1; then
            left=$((left + 1))
            echo "$1 after $at ms of $length left:"
            cat run.txt list.txt
            [ ! -f cleanup.txt ] || cat cleanup.txt
            kill "$serving"
            rm -rf .cfnc
            serve "${served[@]}"
        fi
    done
    [ "$left" = 0 ] || failed=1
}

# Whether anything can be seen to be left.
schema=$types/thing.json identifier=Name
serve --schema "$schema"
"$CFNC" generate model create --schema "$schema" 2> /dev/null |
    sed 's/.*/{"desiredResourceState": &}/' |
    "$CFNC" invoke resource CREATE - --schema "$schema" --endpoint "$URL" > /dev/null
[ "$(count)" = 1 ] || { echo "what is left is not seen"; exit 1; }
kill "$serving"

printf '%-8s %-14s %-10s %8s %8s %8s %s\n' signal type stabilize moments deleted left 'over before'
for row in generated_id:Id:0 generated_id:Id:2 thing:Name:0 thing:Name:2; do
    IFS=: read -r type identifier stabilize <<< "$row"
    schema=$types/$type.json
    served=(--schema "$schema" --stabilize "$stabilize" --delay 0.02)
    for signal in KILL INT; do
        rm -rf .cfnc cleanup.txt
        serve "${served[@]}"
        end_runs "$signal"
        printf '%-8s %-14s %-10s %8d %8d %8d %d\n' \
            "$signal" "$type" "$stabilize" "$moments" "$deleted" "$left" "$late"
        kill "$serving"
        wait "$serving" 2> /dev/null || true
        serving=
    done
done
exit "$failed"
