#!/usr/bin/env bash
#
# Fails when a room includes one that stands after it in tests/floors, when a header stands in
# the wrong place, when a room or a folder is too large, when more than one file knows a library, or
# when two things have one tag.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

mapfile -t files < <(find include/cfnc src suite -name '*.[ch]' | sort)

# Where includes lead. A header of include/cfnc/ROOM is for other rooms, everything else stands
# beside its code and is for its own room.
check_order()
{
    grep -Ho '^#include "[^"]*"' "${files[@]}" | awk '
        function room_of(path) {
            sub(/^include\/cfnc\/|^src\//, "", path); sub(/\/.*/, "", path)
            return path
        }
        NR == FNR { if (!/^#/ && NF) { if ($1 in floor) { print $1 " stands twice in tests/floors"; bad = 1 }
                                       floor[$1] = ++floors }
                    next }
        {
            path = $0; sub(/:.*/, "", path)
            included = $0; sub(/^[^"]*"/, "", included); sub(/"$/, "", included)
            public = included ~ /^cfnc\//
            from = room_of(path)
            if (public) { into = room_of("include/" included) }
            else if (included ~ /\//) { into = included; sub(/\/.*/, "", into) }
            else { into = from }
            if (!(from in floor)) { print path ": its room is not in tests/floors"; bad = 1; next }
            if (public && !(into in floor)) { print path ": " included " is of no room"; bad = 1; next }
            if (!public && into != from) { print path " includes \"" included "\", which is of another room"; bad = 1 }
            if (public && floor[into] > floor[from]) { print path " stands below " included ", and includes it"; bad = 1 }
            if (public && (into != from || path ~ /^include/)) wanted["include/" included] = 1
            seen[path] = 1
        }
        END { for (path in wanted) print path > "/dev/stderr"; exit bad }' tests/floors - 2> "$wanted"
}

# A public header that no other room needs belongs beside its code.
check_public_headers()
{
    local unwanted

    unwanted=$(comm -13 <(sort "$wanted") <(find include/cfnc -name '*.h' | sort))
    [ -z "$unwanted" ] || { echo "no other room includes" $unwanted; return 1; }
}

check_sizes()
{
    wc -l "${files[@]}" | awk '
        $2 == "total" { all = $1; next }
        {
            room = $2; sub(/^include\/cfnc\/|^src\//, "", room); sub(/\/.*/, "", room)
            lines[room] += $1
            folder = $2; sub(/\/[^\/]*$/, "", folder)
            if ($2 ~ /\.c$/) count[folder]++
        }
        END {
            for (room in lines) if (lines[room] > all / 10) {
                print "room " room " holds more than a tenth of the code: " lines[room]; bad = 1 }
            for (folder in count) if (count[folder] > 25) {
                print folder " holds more than 25 files: " count[folder]; bad = 1 }
            exit bad
        }'
}

check_libraries()
{
    local library users bad=0

    for library in cjson/ pcre2 idn2 curl/ expat uuid/ microhttpd 'ini\.h' '(pthread|threads)\.h'; do
        users=$(grep -lE "^#include <$library" "${files[@]}" || true)
        if [ "$(grep -c . <<< "$users")" -gt 1 ] || grep -q '\.h$' <<< "$users"; then
            echo "<$library...> is for one .c file alone, and is included by:" $users
            bad=1
        fi
    done
    return "$bad"
}

# A tag of a struct, an enum or a union names one thing in the whole tree.
check_tags()
{
    grep -noE '^ *((static|const|typedef) )*(struct|enum|union) [A-Za-z0-9_]+ \{' "${files[@]}" |
        sed -E 's/^([^:]*:[0-9]+):.* ([A-Za-z0-9_]+) \{$/\2 \1/' | sort | awk '
        { at[$1] = at[$1] " " $2; n[$1]++ }
        END { for (tag in n) if (n[tag] > 1) { print "the tag " tag " is of several things:" at[tag]; bad = 1 }
              exit bad }'
}

wanted=$(mktemp)
trap 'rm -f "$wanted"' EXIT
status=0
check_order || status=1
check_public_headers || status=1
check_sizes || status=1
check_libraries || status=1
check_tags || status=1
exit "$status"
