#!/usr/bin/env bash
#
# Fails when a module includes one that stands after it in tests/floors, or when
# more than one file knows a library.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
shopt -s nullglob

files=(include/cfnc/*.h src/*/*.[ch] suite/*.[ch])

check_order()
{
    grep -Ho '^#include "[^"]*"' "${files[@]}" | awk '
        # Where a file stands: its module, one whose name its own begins with, or its folder.
        function place(path,    folder, name) {
            name = folder = path
            sub(/.*\//, "", name); sub(/\.[ch]$/, "", name)
            sub(/\/[^\/]*$/, "", folder); sub(/.*\//, "", folder)
            if (folder != "cfnc" && !(folder in top)) return 0
            while (!(name in floor) && sub(/_[^_]*$/, "", name)) continue
            if (name in floor && (folder == "cfnc" || home[name] == folder)) return floor[name]
            return folder == "cfnc" ? 0 : top[folder]
        }
        NR == FNR {
            if (/^#/ || !NF) next
            for (i = 2; i <= NF; i++) {
                ++floors
                for (n = split($i, faces, "+"); n; n--) { floor[faces[n]] = floors; home[faces[n]] = $1 }
            }
            top[$1] = ++floors
            next
        }
        {
            path = $0; sub(/:.*/, "", path)
            included = $0; sub(/^[^"]*"/, "", included); sub(/"$/, "", included)
            if (included !~ /^cfnc\//) next
            from = place(path); into = place("include/" included)
            if (!from) print path " has no place in tests/floors"
            else if (!into) print included " has no place in tests/floors"
            else if (into > from) print path " stands below " included ", and includes it"
            else next
            bad = 1
        }
        END { exit bad }' tests/floors -
}

# A header of one folder is no business of another.
check_private_headers()
{
    local file header bad=0

    while IFS=: read -r file header; do
        case $header in
        cfnc/*) continue ;;
        */*) ;;
        *) [ ! -e "$(dirname "$file")/$header" ] || continue ;;
        esac
        echo "$file includes \"$header\", which is not in its folder"
        bad=1
    done < <(grep -HoE '^#include "[^"]*"' "${files[@]}" | sed 's/#include "//; s/"$//')
    return "$bad"
}

check_libraries()
{
    local library users bad=0

    for library in cjson/ pcre2 idn2 curl/ expat uuid/ microhttpd 'ini\.h'; do
        users=$(grep -lE "^#include <$library" "${files[@]}" || true)
        if [ "$(grep -c . <<< "$users")" -gt 1 ] || grep -q '\.h$' <<< "$users"; then
            echo "<$library...> is for one .c file alone, and is included by:" $users
            bad=1
        fi
    done
    return "$bad"
}

status=0
check_order || status=1
check_private_headers || status=1
check_libraries || status=1
exit "$status"
