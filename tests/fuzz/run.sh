#!/usr/bin/env bash
#
# bash tests/fuzz/run.sh [SECONDS [NAME...]]
#
# Lets every fuzz target, or those that are named, explore for SECONDS (60) with
# libFuzzer. What breaks one is kept in build/fuzz/found/NAME: put it in
# tests/corpus/NAME together with the repair.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/packages.sh

packages_need build
packages_need clang
packages_need runtime

seconds=${1:-60}
[ $# -eq 0 ] || shift
names=()
for target in tests/fuzz/fuzz_*.c; do
    name=$(basename "$target" .c)
    name=${name#fuzz_}
    [[ $# -gt 0 && " $* " != *" $name "* ]] || names+=("$name")
done
cmake --preset fuzz > /dev/null
cmake --build build/fuzz --target "${names[@]/#/fuzz_}" > build/fuzz/build.log 2>&1 ||
    { tail -50 build/fuzz/build.log; exit 1; }

# A second of a release build takes 20 to 25 here, where each allocation is a block of its own.
hang=25
status=0
for name in "${names[@]}"; do
    explored=build/fuzz/explored/$name found=build/fuzz/found/$name
    mkdir -p "$explored" "$found"
    echo "fuzz $name: $seconds s"
    "build/fuzz/tests/fuzz_$name" -max_total_time="$seconds" -timeout="$hang" -rss_limit_mb=2048 \
        -max_len=65536 -verbosity=0 -print_final_stats=1 -artifact_prefix="$found/" \
        "$explored" "tests/corpus/$name" 2> "build/fuzz/$name.log" ||
        { tail -40 "build/fuzz/$name.log"; status=1; }
    grep -h 'number_of_executed_units\|new_units_added' "build/fuzz/$name.log" || true
done
exit "$status"
