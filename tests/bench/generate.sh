#!/usr/bin/env bash
#
# bash tests/bench/generate.sh [SEEDS [SAMPLE]]
#
# What it costs to generate models, and how many of them are valid by ajv (npm):
# all variants of every schema, SEEDS (5) seeds each, beside json-schema-faker
# (npm) and the published `cfn test` (PyPI cloudformation-cli) on SAMPLE (20) of
# the schemas, as these take up to seconds for each model. Processor time alone.
# MODELS names the program that makes ours, when it is built already.
#
# The corpus lies in CFNC_CORPUS, or in ../shared/corpus; without it, the schemas
# of tests/data stand in.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/packages.sh
. tests/peers/venv.sh

seeds=${1:-5} sample=${2:-20} here=$PWD folder=build/peers/generate
models=${MODELS:-build/release/tests/models}
if [ -z "${MODELS:-}" ]; then
    packages_need build
    cmake --preset release > /dev/null
    cmake --build build/release --target models > build/release/build.log 2>&1 ||
        { tail -50 build/release/build.log; exit 1; }
fi
mkdir -p "$folder"
[ -d "$folder/node_modules/json-schema-faker" ] ||
    npm install --prefix "$folder" --no-audit --no-fund --silent ajv@8.17.1 ajv-formats@3.0.1 \
        json-schema-faker@0.6.3 > "$folder.log" 2>&1 || { tail -n 1 "$folder.log"; exit 1; }

corpus=${CFNC_CORPUS:-../shared/corpus}/schemas
[ -d "$corpus" ] || corpus=tests/data/types
corpus=$(cd "$corpus" && pwd)
all=("$corpus"/*.json)
step=$(((${#all[@]} + sample - 1) / sample))
some=()
for ((i = 0; i < ${#all[@]}; i += step)); do some+=("${all[i]}"); done

"$models" -d "${all[@]}" > "$folder/documents.jsonl" 2> /dev/null
"$models" -d "${some[@]}" > "$folder/sample.jsonl" 2> /dev/null
"$models" -s "$seeds" "${all[@]}" > "$folder/ours.jsonl" 2> /dev/null
cd "$folder"
timeout 300 node "$here/tests/bench/faker.mjs" sample.jsonl 120 > faker.jsonl 2> faker.log ||
    echo "json-schema-faker: stopped"
( # In a subshell, because it leaves when there is no network.
    cd "$here"
    peer_reference
    timeout 600 "$PYTHON" tests/bench/faker.py 240 "${some[@]}" > "$folder/reference.jsonl" \
        2> "$folder/reference.log"
) || echo "cloudformation-cli: not measured"
touch reference.jsonl
# JavaScript's patterns have no limits: a tool at a time, so that one that never ends is only one.
for tool in ours faker reference; do
    timeout 200 node "$here/tests/peers/generate.mjs" documents.jsonl "$tool.jsonl" ||
        echo "$tool: not all judged"
done
