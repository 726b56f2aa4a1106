#!/usr/bin/env bash
#
# Holds what `cfnc validate --format sarif` prints against the schema of SARIF
# 2.1.0 (it comes with the crate serde-sarif), by Python's jsonschema and by
# cfnc itself; and --format json against schemas/lint.schema.json.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/peers/venv.sh

root=$PWD
cfnc=$(realpath "${CFNC:-build/dev/cfnc}")
crate=$PWD/build/peers/sarif

peer_python jsonschema jsonschema==4.26.0

fetch_schema()
{
    local sarif='*/serde-sarif-0.8.0/src/schema.json'

    schema=$(find "$crate/home" -path "$sarif" 2> /dev/null || true)
    [ -z "$schema" ] || return 0
    command -v cargo > /dev/null || peer_skip "cargo, which fetches the schema of SARIF, is not installed"
    mkdir -p "$crate/src"
    touch "$crate/src/lib.rs"
    printf '[package]\nname = "schemas"\nversion = "0.0.0"\n[dependencies]\nserde-sarif = "=0.8.0"\n' \
        > "$crate/Cargo.toml"
    (cd "$crate" && CARGO_HOME=$crate/home CARGO_NET_RETRY=1 cargo fetch) > "$crate.log" 2>&1 < /dev/null ||
        peer_skip "cargo fetch of serde-sarif 0.8.0: $(grep -i error "$crate.log" | tail -n 1)"
    schema=$(find "$crate/home" -path "$sarif")
    [ -n "$schema" ] || peer_skip "the crate serde-sarif 0.8.0 has no src/schema.json"
}

fetch_schema
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
status=0

by_jsonschema()
{
    "$PYTHON" - "$1" "$2" << 'VALIDATE'
import json, sys
import jsonschema

schema, report = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:])
errors = list(jsonschema.validators.validator_for(schema)(schema).iter_errors(report))
for error in errors:
    print(error.json_path, error.message[:300])
sys.exit(bool(errors))
VALIDATE
}

# The regions are those of the text: what stands there, by another program's counting.
regions()
{
    "$PYTHON" - "$1" << 'REGIONS'
import json, sys, urllib.parse

log = json.load(open(sys.argv[1], encoding="utf-8"))
(run,) = log["runs"]
assert run["columnKind"] == "unicodeCodePoints"
rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
for result in run["results"]:
    assert rules[result["ruleIndex"]] == result["ruleId"], result
    place = result["locations"][0]["physicalLocation"]
    path = urllib.parse.unquote(urllib.parse.urlparse(place["artifactLocation"]["uri"]).path)
    lines = open(path, encoding="utf-8-sig", newline="").read().split("\n")
    region = place["region"]
    first, last = lines[region["startLine"] - 1], lines[region["endLine"] - 1]
    assert 1 <= region["startColumn"] <= len(first), region
    assert 1 <= region["endColumn"] <= len(last) + 1, region
    assert (region["startLine"], region["startColumn"]) < (region["endLine"], region["endColumn"]), region
    assert not first[region["startColumn"] - 1].isspace(), region
print(len(run["results"]), "results")
REGIONS
}

# judge LABEL FILE...: both formats of one run.
judge()
{
    local label=$1 problem=
    shift
    "$cfnc" validate --format sarif "$@" > o.sarif 2> o.txt || [ $? -eq 1 ] || problem="$(cat o.txt)"
    "$cfnc" validate --format json "$@" > o.json 2> o.txt || [ $? -eq 1 ] || problem="$(cat o.txt)"
    by_jsonschema "$schema" o.sarif > log 2>&1 || problem+=$'\n'"SARIF, jsonschema: $(cat log)"
    by_jsonschema "$root/schemas/lint.schema.json" o.json > log 2>&1 || problem+=$'\n'"JSON, jsonschema: $(cat log)"
    "$PYTHON" -c 'import json; print(json.dumps(json.load(open("o.sarif"))))' |
        "$cfnc" check plain --schema "$schema" > log 2>&1 || problem+=$'\n'"SARIF, cfnc: $(cat log)"
    regions o.sarif > log 2>&1 || problem+=$'\n'"regions: $(tail -n 1 log)"
    [ -z "$problem" ] && echo "ok    $label: $(cat log)" && return
    echo "FAIL  $label: $problem"
    status=1
}

honest=$root/tests/data/lint/honest.json
cp "$honest" clean.json
judge "nothing to say" clean.json
sed -e 's#/properties/Secret#/properties/Secert#' -e 's#\^board-#^bo\\u00e4rd-(#' "$honest" > "odd: name#%é.json"
judge "a file of an odd name" "odd: name#%é.json"
judge "a path from the root" "$scratch/odd: name#%é.json"
{ printf '\xef\xbb\xbf'; tr -d '\n' < "odd: name#%é.json"; } > line.json
judge "one line, and a byte order mark" line.json
sed 's/$/\r/' "odd: name#%é.json" > dos.json
judge "lines of DOS" dos.json
echo '[{"日本": "x"}]' > list.json
judge "no schema at all" list.json
judge "examples" "$root/examples/memo/example-notes-memo.json" "$root/tests/peers/shelf/example-notes-shelf.json"
if [ -d "${CFNC_CORPUS:-$root/../shared/corpus}/schemas" ]; then
    judge "real schemas" "${CFNC_CORPUS:-$root/../shared/corpus}"/schemas/aws-[a-c]*.json
else
    echo "skipped: real schemas; CFNC_CORPUS names no folder that has schemas/*.json"
fi
exit "$status"
