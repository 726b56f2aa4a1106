#!/usr/bin/env bash
#
# The JSON-Schema-Test-Suite of draft-07, by `cfnc check plain`, by Python's jsonschema and by ajv:
# a table of how many cases each gets right. Fails where cfnc gets one wrong that is not in
# tests/data/schema_suite_exceptions.json.
#
# The suite is in the folder CFNC_SCHEMA_SUITE, or ../shared/json-schema-test-suite, or is the one
# that comes with the sources of Python's jsonschema. A peer that cannot be had here is said to be
# missing.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/peers/venv.sh

cfnc=$(realpath "${CFNC:-build/dev/cfnc}")
folder=$PWD/build/peers/schema_suite
mkdir -p "$folder"
command -v python3 > /dev/null || peer_skip "python3 is not installed"

# Sets $suite.
find_suite()
{
    local version=4.26.0

    suite=${CFNC_SCHEMA_SUITE:-../shared/json-schema-test-suite}
    [ ! -d "$suite" ] || return 0
    suite=$folder/jsonschema-$version/json
    [ ! -d "$suite" ] || return 0
    python3 -m pip download --quiet --disable-pip-version-check --no-input --retries 1 --no-deps \
        --no-binary jsonschema --dest "$folder" "jsonschema==$version" > "$folder/suite.log" 2>&1 < /dev/null ||
        peer_skip "pip download jsonschema==$version: $(grep -i error "$folder/suite.log" | tail -n 1)"
    tar -xzf "$folder/jsonschema-$version.tar.gz" -C "$folder"
}

# Sets $ajv to a folder that has it, or to why there is none.
find_ajv()
{
    ajv=$folder/ajv
    [ ! -d "$ajv/node_modules/ajv-formats" ] || return 0
    if ! command -v node > /dev/null || ! command -v npm > /dev/null; then
        ajv="- node is not installed"
    elif ! npm install --prefix "$ajv" --no-audit --no-fund --silent ajv@8 ajv-formats@3 \
        > "$folder/npm.log" 2>&1 < /dev/null; then
        ajv="- npm install failed: $(tail -n 1 "$folder/npm.log")"
    fi
}

find_suite
find_ajv
if why=$(peer_python jsonschema_formats 'jsonschema[format]'); then
    peer_python jsonschema_formats 'jsonschema[format]'
else
    PYTHON="- ${why#skipped: }"
fi
exec python3 tests/peers/schema_suite.py "$suite" "$cfnc" "$PYTHON" "$ajv"
