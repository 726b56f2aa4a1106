#!/usr/bin/env bash
#
# Holds the report files against schemas that others wrote: JUnit XML against
# that of Jenkins' xUnit plugin (it comes with pytest's sources) and the older
# one of Ant (with the crate junit-report), JSON against schemas/report.schema.json
# by Python's jsonschema.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/peers/venv.sh

cfnc=$(realpath "${CFNC:-build/dev/cfnc}")
folder=$PWD/build/peers/junit
jenkins=$folder/pytest-7.2.1/testing/example_scripts/junit-10.xsd
crate=$folder/crate

command -v xmllint > /dev/null || peer_skip "xmllint is not installed (apt-get install libxml2-utils)"
peer_python jsonschema jsonschema==4.26.0

fetch_jenkins()
{
    [ ! -f "$jenkins" ] || return 0
    "$PYTHON" -m pip download --quiet --disable-pip-version-check --no-input --retries 1 --no-deps \
        --no-binary pytest --dest "$folder" pytest==7.2.1 > "$folder.log" 2>&1 < /dev/null ||
        peer_skip "pip download pytest==7.2.1: $(grep -i error "$folder.log" | tail -n 1)"
    tar -xzf "$folder/pytest-7.2.1.tar.gz" -C "$folder" pytest-7.2.1/testing/example_scripts/junit-10.xsd
}

fetch_ant()
{
    ant=$(find "$crate/home" -path '*/junit-report-0.8.3/tests/JUnit-alternative.xsd' 2> /dev/null || true)
    [ -z "$ant" ] || return 0
    command -v cargo > /dev/null || peer_skip "cargo, which fetches Ant's schema, is not installed"
    mkdir -p "$crate/src"
    touch "$crate/src/lib.rs"
    printf '[package]\nname = "schemas"\nversion = "0.0.0"\n[dependencies]\njunit-report = "=0.8.3"\n' \
        > "$crate/Cargo.toml"
    (cd "$crate" && CARGO_HOME=$crate/home CARGO_NET_RETRY=1 cargo fetch) > "$folder.log" 2>&1 < /dev/null ||
        peer_skip "cargo fetch of junit-report 0.8.3: $(grep -i error "$folder.log" | tail -n 1)"
    ant=$(find "$crate/home" -path '*/junit-report-0.8.3/tests/JUnit-alternative.xsd')
}

mkdir -p "$folder"
fetch_jenkins
fetch_ant
echo "Ant's schema has no \"skipped\" and no \"flakyFailure\": the attribute and the elements are taken out before it is asked."

scratch=$(mktemp -d)
service=
trap '[ -z "$service" ] || kill "$service"; rm -rf "$scratch"' EXIT
mkdir "$scratch/project" && cd "$scratch/project"
status=0

# check LABEL CODE OPTION...: the two reports of one run.
check()
{
    local label=$1 wanted=$2 code=0 problem=
    shift 2
    "$cfnc" test --seed 1 -qq "$@" --report junit:o.xml --report json:o.json > o.txt 2>&1 || code=$?
    [ "$code" -eq "$wanted" ] || problem="exit $code, not $wanted: $(cat o.txt)"
    xmllint --noout --schema "$jenkins" o.xml 2> log || problem+=$'\n'"Jenkins: $(cat log)"
    sed -E -e 's/ skipped="[0-9]+"//' -e '/^ *<(skipped|flaky)[^>]*\/>$/d' o.xml > ant.xml
    xmllint --noout --schema "$ant" ant.xml 2> log || problem+=$'\n'"Ant: $(cat log)"
    "$PYTHON" - "$OLDPWD/schemas/report.schema.json" o.json > log 2>&1 << 'VALIDATE' || problem+=$'\n'"JSON: $(cat log)"
import json, sys
import jsonschema

schema, report = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:])
validator = jsonschema.validators.validator_for(schema)
validator.check_schema(schema)
errors = list(validator(schema).iter_errors(report))
for error in errors:
    print(error.json_path, error.message[:300])
sys.exit(bool(errors))
VALIDATE
    [ -z "$problem" ] && echo "ok    $label" && return
    echo "FAIL  $label: $problem"
    status=1
}

check "honest" 0 --demo
check "a difference" 1 --demo --fault read-wrong-value
check "a fixture that failed" 1 --demo --fault create-fails
check "an answer that is no event" 1 --demo --fault answer-crash
check "an answer that is no UTF-8" 1 --demo --fault answer-bad-utf8
check "leftovers" 1 --demo --fault delete-protected
check "stopped at the first" 1 --demo -x --fault create-wrong-value
check "hardly anything" 0 --demo -k asserts

cat > acme-demo-thing.json << 'SCHEMA'
{"typeName": "Acme::Demo::Thing", "primaryIdentifier": ["/properties/Name"],
  "createOnlyProperties": ["/properties/Name"], "properties": {"Name": {"type": "string"}, "Size": {"type": "integer"}},
  "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "update": {"permissions": []},
    "delete": {"permissions": []}}}
SCHEMA
echo '{"typeName": "Acme::Demo::Thing", "language": "<python & \"37\">"}' > .rpdk-config
mkdir inputs
echo '{"Name": "<a&b>\u0001\ufffe]]>", "Size": 1}' > inputs/inputs_1_create.json
echo '{"Name": "\ud83d\ude00", "Size": 2}' > inputs/inputs_20_create.json
check "two sets of inputs, and updates that are missing" 1 --demo
check "the same, and odd characters in leftovers" 1 --demo --fault delete-protected

"$cfnc" serve --schema acme-demo-thing.json --port 0 --stabilize 1 --delay 1 > serving 2>&1 &
service=$!
disown
for _ in $(seq 100); do url=$(sed -n 's/^listening on //p' serving); [ -z "$url" ] || break; sleep 0.05; done
(sleep 0.5 && kill -KILL "$service") &
check "an endpoint that goes away" 1 --endpoint "$url"
service=
exit "$status"
