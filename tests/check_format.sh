#!/usr/bin/env bash
#
# Fails when clang-format would lay a file out in another way. Releases of it
# disagree with each other, so only the one that the project uses is a judge.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
release=14

clang_format=$(basename "$(command -v "clang-format-$release" || command -v clang-format || echo false)")
if ! "$clang_format" --version 2> /dev/null | grep -q "version $release\."; then
    echo "skipped: clang-format $release is not installed"
    exit 77
fi
files=$(find include src suite tests examples -name '*.[ch]' 2> /dev/null || true)
# shellcheck disable=SC2086  # no file has a space in its name
"$clang_format" --dry-run -Werror $files 2> /dev/null && exit

status=0
for file in $files; do
    "$clang_format" --dry-run -Werror "$file" 2> /dev/null && continue
    echo "$file is laid out in another way; type $clang_format -i $file"
    status=1
done
exit "$status"
