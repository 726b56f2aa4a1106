#!/usr/bin/env bash
#
# bash tests/bench/redact.sh [KIND]
#
# What it costs to learn secrets and to hide them in a text, and how that grows with their number,
# in milliseconds of the processor. KIND is a word of the name of a row.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/packages.sh

packages_need build
cmake --preset release > /dev/null
cmake --build build/release --target bench_redact > build/release/build.log 2>&1 ||
    { tail -50 build/release/build.log; exit 1; }
build/release/tests/bench_redact "$@"
