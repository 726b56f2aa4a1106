#!/usr/bin/env bash
#
# bash tests/bench/schema.sh [table|curves]
#
# What it costs to compile schemas and to judge models, beside ajv (npm) and
# python-jsonschema (PyPI): processor time alone, all on the same documents (the
# create view of each schema) and models (those of the corpus that are valid).
# Then the curves: schemas and instances that grow tenfold twice.
#
# The corpus lies in CFNC_CORPUS, or in ../shared/corpus. Without it, the schemas
# of tests/data and models that are made up stand in.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/packages.sh
. tests/peers/venv.sh

part=${1:-all} here=$PWD bench=build/release/tests/bench_schema subjects=build/bench/subjects
packages_need build
cmake --preset release > /dev/null
cmake --build build/release --target bench_schema > build/release/build.log 2>&1 ||
    { tail -50 build/release/build.log; exit 1; }

emit_subjects()
{
    local corpus=${CFNC_CORPUS:-../shared/corpus}

    rm -rf "$subjects"
    mkdir -p "$subjects"
    if [ -d "$corpus/schemas" ] && [ -f "$corpus/labelled.jsonl" ]; then
        "$bench" emit "$subjects" "$corpus"
    else
        echo "No corpus at $corpus (set CFNC_CORPUS): the schemas of tests/data stand in."
        "$bench" make "$subjects" tests/data/types/*.json tests/data/resource_type/widget.json
    fi
}

# The rows of npm's ajv, which is installed once and kept.
measure_ajv()
{
    local folder=build/peers/ajv

    command -v npm > /dev/null || { echo "  ajv: npm is not installed"; return; }
    mkdir -p "$folder"
    if [ ! -d "$folder/node_modules/ajv-formats" ]; then
        npm install --prefix "$folder" --no-audit --no-fund --silent ajv@8.17.1 ajv-formats@3.0.1 \
            > "$folder.log" 2>&1 || { echo "  ajv: $(tail -n 1 "$folder.log")"; return; }
    fi
    (cd "$folder" && node "$here/tests/bench/validate.mjs" "$here/$subjects")
}

if [ "$part" != curves ]; then
    emit_subjects
    "$bench" measure "$subjects"
    measure_ajv
    # In a subshell, because it leaves when there is no network.
    (
        peer_python jsonschema 'jsonschema[format]==4.23.0'
        "$PYTHON" tests/bench/validate.py "$subjects"
    ) || true
fi
[ "$part" = table ] || "$bench" curves
