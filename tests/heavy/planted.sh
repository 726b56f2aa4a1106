#!/usr/bin/env bash
#
# bash tests/heavy/planted.sh [NAME...]
#
# Whether the gates catch what they are there for: plants one defect at a time in a copy of the tree, builds
# the least that is needed, and runs of the gate the test that meets the defect. The test has to pass
# before, and to fail with the words of that gate after. Some minutes on two cores.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/packages.sh
. tests/build.sh

for group in build clang runtime valgrind; do
    packages_need "$group"
done

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/honest"
git ls-files -z --cached --others --exclude-standard | xargs -0 cp -d --parents -t "$scratch/honest"
cp -r "$scratch/honest" "$scratch/tree"
cd "$scratch/tree"

# What the gates run.
# shellcheck disable=SC2317  # they are called by the rows below
asan() # TEST of the command line
{
    build_preset asan cfnc && CFNC=$PWD/build/asan/cfnc bash tests/cli/run.sh "$1"
}
# shellcheck disable=SC2317
threads() # TEST; what the analyzer says is not asked
{
    cmake --preset threads -DCMAKE_C_FLAGS= && cmake --build build/threads --target unit && build/threads/tests/unit "$1"
}
# shellcheck disable=SC2317
tests() { build_preset dev cfnc; }
# shellcheck disable=SC2317
floors() { bash tests/check_floors.sh; }

# NAME | gate, and its test | FILE | what sed does to it | what the gate has to say
planted='
leak              | asan version             | src/cli/main.c          | s/^    return_memory\(\);/&\n    (void)arena_new();/          | LeakSanitizer: detected memory leaks
neighbours        | asan usage               | src/base/arena.c        | s/(char \*copy = arena_alloc\(arena, length) \+ 1\)/\1)/       | AddressSanitizer: heap-buffer-overflow
uninitialised     | bash tests/valgrind.sh test_base | src/base/arena.c | s/calloc\(1, size\)/malloc(size)/                             | depends on uninitialised value
race              | threads test_server      | src/demo/server.c       | /^void server_stop/,/^}/s/^    pthread_mutex_(un)?lock.*//      | ThreadSanitizer: data race
unused_function   | tests                    | src/schema/keywords_number.c | /\{ "multipleOf"/d                             | defined but not used
wrong_floor       | floors                   | src/base/arena.c        | 1s/^/#include "cfnc\/engine\/rule.h"\n/                         | src/base/arena.c stands below
'

# plant FILE SED: false when that changes nothing, for the tree is another one by now.
plant()
{
    sed -i -E "$2" "$1"
    ! cmp -s "$1" "$scratch/honest/$1" || { echo "FAIL  there is no place for it in $1"; return 1; }
}

# caught NAME GATE FILE SED SAYS
caught()
{
    local log=$scratch/log result=1

    # shellcheck disable=SC2086  # a command of some words
    if ! $2 > "$log" 2>&1; then
        tail -n 50 "$log"
        echo "FAIL  $1: $2 fails without it"
        return 1
    fi
    plant "$3" "$4" || return 1
    # shellcheck disable=SC2086
    if $2 > "$log" 2>&1; then
        echo "FAIL  $1: $2 passes"
    elif ! grep -qF "$5" "$log"; then
        tail -n 50 "$log"
        echo "FAIL  $1: $2 fails, but not by \"$5\""
    else
        echo "ok    $1: $2 says \"$5\""
        result=0
    fi
    cp "$scratch/honest/$3" "$3"
    return "$result"
}

trimmed() { sed -E 's/^ +| +$//g' <<< "$1"; }

status=0
while IFS= read -r row; do
    name=$(trimmed "${row%%|*}")
    [ -n "$name" ] || continue
    [ $# -eq 0 ] || [[ " $* " = *" $name "* ]] || continue
    mapfile -t cells < <(sed -E 's/ +\| +/\n/g' <<< "$row")
    caught "$name" "${cells[1]}" "${cells[2]}" "$(trimmed "${cells[3]}")" "${cells[4]}" < /dev/null || status=1
done <<< "$planted"
exit "$status"
