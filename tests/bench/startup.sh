#!/usr/bin/env bash
#
# CFNC=build/release/cfnc bash tests/bench/startup.sh [TIMES]
#
# How long cfnc takes for what people wait for most often, beside what it may: 20 ms, and 10 ms for help.
# Prints, of so many times (50), the least and the median of the clock, which other programs lengthen,
# and the median of the processor; and never fails. Last, where valgrind is, the instructions of one
# start, which no load changes: nearly all load shared libraries, libcurl's own most of all.
#
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit
CFNC=$(realpath "${CFNC:-build/release/cfnc}")
[ -x "$CFNC" ] || { echo "no $CFNC; build it, or name one in CFNC"; exit 0; }
times=${1:-50}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cc -O2 -o "$scratch/cost" tests/bench/cost.c || exit
cp -RL examples/memo "$scratch/memo"
printf 'maxfail = 3\n[ci]\nretries = 2\n[preset nightly]\nexamples = 20\n' > "$scratch/memo/cfnc.ini"
cd "$scratch/memo" || exit

# measure BUDGET COMMAND...: a budget in ms.
measure()
{
    local budget=$1 column

    shift
    for ((i = 0; i < times; i++)); do "$scratch/cost" "$@"; done > "$scratch/rows"
    for column in 1 2; do
        cut -d' ' -f"$column" "$scratch/rows" | sort -g | awk '{ at[NR] = $1 } END { print at[1], at[int((NR + 1) / 2)] }'
    done | xargs | awk -v budget="$budget" -v words="${*:2}" '{
        verdict = $2 * 1000 < budget ? "" : $4 * 1000 < budget ? "  over: by the load" : "  OVER"
        printf "%8.1f %8.1f %8.1f %8d ms  %s%s\n", $1 * 1000, $2 * 1000, $4 * 1000, budget, words, verdict }'
}

printf '%8s %8s %8s %8s\n' least median cpu budget
measure 20 /bin/true "(an empty program)"
measure 10 "$CFNC" --help
measure 10 "$CFNC" test --help
measure 20 "$CFNC" version
measure 20 "$CFNC" help --json
measure 20 "$CFNC" help --man cfnc.1
measure 20 "$CFNC" config
measure 20 "$CFNC" list tests --names
measure 20 "$CFNC" list presets
measure 20 "$CFNC" completion bash
measure 20 "$CFNC" test --collect-only

command -v callgrind_annotate > /dev/null || exit 0
valgrind --quiet --tool=callgrind --callgrind-out-file="$scratch/counted" "$CFNC" test --help > /dev/null 2>&1
callgrind_annotate --inclusive=yes "$scratch/counted" 2> /dev/null | tr -d , |
    awk -v libraries="$(ldd "$CFNC" | grep -c ' => ')" '
        /PROGRAM TOTALS/ { all = $1 } / [^ ]*:main \[/ { ours = $1 }
        END { printf "test --help: %.1f million instructions, %.1f of them not to load %d libraries\n", all / 1e6, ours / 1e6, libraries }'
exit 0
