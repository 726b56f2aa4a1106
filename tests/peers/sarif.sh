#!/usr/bin/env bash
#
# Holds what `cfnc validate --format sarif` and `cfnc test --report sarif` write
# against the schema of SARIF 2.1.0 (it comes with the crate serde-sarif), by
# Python's jsonschema and by cfnc itself; and --format json against
# schemas/lint.schema.json.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/peers/venv.sh

root=$PWD
cfnc=$(realpath "${CFNC:-build/dev/cfnc}")

peer_python jsonschema jsonschema==4.26.0

peer_crate serde-sarif 0.8.0 src/schema.json
schema=$CRATE
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
status=0

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
    sampled_takes || return 0
    local label=$1 problem=
    shift
    "$cfnc" validate --format sarif "$@" > o.sarif 2> o.txt || [ $? -eq 1 ] || problem="$(cat o.txt)"
    "$cfnc" validate --format json "$@" > o.json 2> o.txt || [ $? -eq 1 ] || problem="$(cat o.txt)"
    peer_validate "$schema" o.sarif > log 2>&1 || problem+=$'\n'"SARIF, jsonschema: $(cat log)"
    peer_validate "$root/schemas/lint.schema.json" o.json > log 2>&1 || problem+=$'\n'"JSON, jsonschema: $(cat log)"
    "$PYTHON" -c 'import json; print(json.dumps(json.load(open("o.sarif"))))' |
        "$cfnc" check plain --schema "$schema" > log 2>&1 || problem+=$'\n'"SARIF, cfnc: $(cat log)"
    regions o.sarif > log 2>&1 || problem+=$'\n'"regions: $(tail -n 1 log)"
    [ -z "$problem" ] && echo "ok    $label: $(cat log)" && return
    echo "FAIL  $label: $problem"
    status=1
}

# run LABEL OPTION...: the report of a run; each result points at a line of the schema.
run()
{
    sampled_takes || return 0
    local label=$1 problem=
    shift
    "$cfnc" test --demo --schema thing.json --seed 1 -qq --report sarif:o.sarif "$@" > o.txt 2>&1 || true
    peer_validate "$schema" o.sarif > log 2>&1 || problem+=$'\n'"SARIF, jsonschema: $(cat log)"
    "$PYTHON" -c 'import json; print(json.dumps(json.load(open("o.sarif"))))' |
        "$cfnc" check plain --schema "$schema" > log 2>&1 || problem+=$'\n'"SARIF, cfnc: $(cat log)"
    lines o.sarif > log 2>&1 || problem+=$'\n'"lines: $(tail -n 1 log)"
    [ -z "$problem" ] && echo "ok    $label: $(cat log)" && return
    echo "FAIL  $label: $problem"
    status=1
}

lines()
{
    "$PYTHON" - "$1" << 'LINES'
import json, re, sys, urllib.parse

(run,) = json.load(open(sys.argv[1], encoding="utf-8"))["runs"]
rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
prints = set()
for result in run["results"]:
    assert rules[result["ruleIndex"]] == result["ruleId"], result
    place = result["locations"][0]["physicalLocation"]
    text = open(urllib.parse.unquote(place["artifactLocation"]["uri"]), encoding="utf-8").read().split("\n")
    line = text[place["region"]["startLine"] - 1]
    differs = re.search(r" /(\w+) requested", result["message"]["text"])
    assert not differs or line.lstrip().startswith(json.dumps(differs[1])), (line, result)
    prints.add(result["partialFingerprints"]["cfncTest/v1"])
print(len(run["results"]), "results,", len(prints), "fingerprints")
LINES
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
cp "$root/tests/data/types/thing.json" thing.json
run "an honest run"
for fault in read-wrong-value create-fails answer-crash delete-fails update-write-only answer-bad-utf8; do
    run "a run with $fault" --fault $fault
done
echo '[{"rule": "read.equals", "reason": "rounds [sizes](x)"}]' > contract-test-exceptions.json
run "a run with exceptions" --fault read-wrong-value
exit "$status"
