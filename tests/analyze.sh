#!/usr/bin/env bash
#
# bash tests/analyze.sh [FILE.c ...]
#
# Holds every source file, or the files that are named, to .clang-tidy, cppcheck
# and .clang-format.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. tests/packages.sh

packages_need build
packages_need clang
packages_need checkers

# clang has to be the compiler whose options the analyzers read.
build=build/analyzers
CC=clang cmake -G Ninja -S . -B "$build" -DCFNC_STRICT=OFF > /dev/null
# Some headers and sources are made by the build.
cmake --build "$build" > "$build/build.log" 2>&1 || { tail -50 "$build/build.log"; exit 1; }

if [ $# -gt 0 ]; then
    files=("$@")
else
    mapfile -t files < <(find src suite tests -name '*.c' 2> /dev/null | sort)
fi
status=0

echo "clang-tidy: ${#files[@]} files"
printf '%s\0' "${files[@]}" |
    xargs -0 -n 4 -P "$(nproc)" clang-tidy -p "$build" --quiet 2> "$build/tidy.log" || status=1
grep -E '(error|warning):' "$build/tidy.log" || true

echo "cppcheck: ${#files[@]} files"
cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,performance,portability \
    --inline-suppr --suppress=missingIncludeSystem -D_POSIX_C_SOURCE=200809L -Iinclude -Itests \
    -j "$(nproc)" "${files[@]}" || status=1

echo "clang-format"
bash tests/check_format.sh || status=1
exit "$status"
