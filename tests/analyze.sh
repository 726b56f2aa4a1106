#!/usr/bin/env bash
#
# bash tests/analyze.sh [--changed | FILE.c ...]
#
# Holds every source file, or the files that are named, to .clang-tidy, cppcheck and .clang-format. With
# --changed clang-tidy looks only at what differs from main, or on main itself from what it was a week
# before, and at what includes a header that does.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. tests/packages.sh

packages_need build
packages_need clang
packages_need checkers

# What --changed compares with; nothing where the history does not go so far.
compared_with()
{
    local main base week=604800

    main=$(git rev-parse -q --verify origin/main || git rev-parse -q --verify main || git rev-parse HEAD) &&
        base=$(git merge-base HEAD "$main") || return 0
    [ "$base" = "$(git rev-parse HEAD)" ] || { echo "$base"; return; }
    git rev-list --first-parent -1 --min-age="$(($(git log -1 --format=%ct) - week))" HEAD
}

# The .c files that differ from a commit, and those that include a header that does.
changed_since()
{
    local changed headers

    changed=$(git diff --name-only --diff-filter=d "$1"; git ls-files --others --exclude-standard)
    grep -E '^(src|suite|tests)/.*\.c$' <<< "$changed" || true
    headers=$(sed -nE 's/^(.*\/)?([^/]+)\.h$/\2/p' <<< "$changed" | paste -sd '|')
    [ -z "$headers" ] || grep -rlE "^#include \"(.*/)?($headers)\\.h\"" --include='*.c' src suite tests || true
}

# clang has to be the compiler whose options the analyzers read. Nothing is built: no header is made.
build=build/analyzers
CC=clang cmake -G Ninja -S . -B "$build" -DCFNC_STRICT=OFF > /dev/null

mapfile -t files < <(find src suite tests -name '*.c' | sort)
tidied=("${files[@]}")
if [ "${1:-}" = --changed ]; then
    base=$(compared_with)
    if [ -z "$base" ] || ! git diff --quiet "$base" -- .clang-tidy; then
        echo "clang-tidy looks at everything"
    else
        mapfile -t tidied < <(changed_since "$base" | sort -u)
    fi
elif [ $# -gt 0 ]; then
    files=("$@") tidied=("$@")
fi
status=0

echo "clang-tidy: ${#tidied[@]} files"
: > "$build/tidy.log"
[ ${#tidied[@]} -eq 0 ] || printf '%s\0' "${tidied[@]}" |
    xargs -0 -n 4 -P "$(nproc)" clang-tidy -p "$build" --quiet 2> "$build/tidy.log" || status=1
grep -E '(error|warning):' "$build/tidy.log" || true

echo "cppcheck: ${#files[@]} files"
cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,performance,portability \
    --inline-suppr --suppress=missingIncludeSystem -D_POSIX_C_SOURCE=200809L -Iinclude -Isrc -Isuite -Itests \
    -j "$(nproc)" "${files[@]}" || status=1

echo "clang-format"
bash tests/check_format.sh || status=1
exit "$status"
