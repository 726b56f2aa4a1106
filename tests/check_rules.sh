#!/usr/bin/env bash
#
# Fails when steps or tests name a rule that is in no table, which only a run would notice, or when
# an id stands in two rows.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

id='"[a-z0-9]+\.[a-z0-9-]+"'
rows=$(grep -rohE "^ *\{ (\.id = )?$id" src/resource src/lint | grep -oE "$id" | sort)
named=$(grep -rhE "$id" src/resource suite --include='*.c' | grep -v '^#include' | grep -oE "$id" | sort -u)

twice=$(uniq -d <<< "$rows")
[ -z "$twice" ] || { echo "two rules are called" $twice; exit 1; }
unknown=$(comm -13 <(sort -u <<< "$rows") - <<< "$named")
[ -z "$unknown" ] || { echo "there is no rule" $unknown; exit 1; }
