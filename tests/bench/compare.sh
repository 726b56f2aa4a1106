#!/usr/bin/env bash
#
# bash tests/bench/compare.sh [ITEMS [KIND]]
#
# What it costs to compare two models, and how that grows: a hundredth, a tenth
# and the whole of ITEMS items (10000), and as many as are 1 MB of text, in
# milliseconds of the processor. KIND is the name of one row.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/packages.sh

packages_need build
cmake --preset release > /dev/null
cmake --build build/release --target bench_compare > build/release/build.log 2>&1 ||
    { tail -50 build/release/build.log; exit 1; }
build/release/tests/bench_compare "$@"
