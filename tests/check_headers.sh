#!/usr/bin/env bash
#
# Fails when a header does not compile alone, or not twice. CC is the compiler.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

status=0
for header in include/cfnc/*/*.h; do
    name=${header#include/}
    printf '#include "%s"\n#include "%s"\nextern int nothing;\n' "$name" "$name" |
        "${CC:-cc}" -std=c11 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wpedantic -Werror \
            -Iinclude -fsyntax-only -x c - || { echo "$name does not compile alone"; status=1; }
done
exit "$status"
