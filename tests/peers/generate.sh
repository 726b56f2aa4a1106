#!/usr/bin/env bash
#
# What the generator makes, judged by npm's ajv: creates and updates of every
# schema of tests/data and of the corpus (CFNC_CORPUS), in all variants, SEEDS (3)
# seeds each, against the documents that they are to satisfy. MODELS is the
# program that makes them.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/peers/venv.sh

folder=build/peers/generate here=$PWD
MODELS=${MODELS:-build/dev/tests/models}
[ -x "$MODELS" ] || { echo "$MODELS is not built"; exit 1; }
if ! command -v node > /dev/null || ! command -v npm > /dev/null; then
    peer_skip "node and npm are not installed"
fi
mkdir -p "$folder"
[ -d "$folder/node_modules/ajv-formats" ] ||
    npm install --prefix "$folder" --no-audit --no-fund --silent ajv@8.17.1 ajv-formats@3.0.1 \
        > "$folder.log" 2>&1 || peer_skip "npm install: $(tail -n 1 "$folder.log")"

schemas=(tests/data/types/*.json tests/data/resource_type/*.json)
[ -z "${CFNC_CORPUS:-}" ] || schemas+=("$CFNC_CORPUS"/schemas/*.json)
"$MODELS" -d "${schemas[@]}" > "$folder/documents.jsonl"
"$MODELS" -s "${SEEDS:-3}" "${schemas[@]}" > "$folder/models.jsonl" 2> "$folder/unreadable"
echo "$(wc -l < "$folder/documents.jsonl") schemas, $(wc -l < "$folder/unreadable") that are none"
cd "$folder"
timeout 600 node "$here/tests/peers/generate.mjs" documents.jsonl models.jsonl
