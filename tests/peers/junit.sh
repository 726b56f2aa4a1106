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

mkdir -p "$folder"
fetch_jenkins
peer_crate junit-report 0.8.3 tests/JUnit-alternative.xsd
echo "Ant's schema has no \"skipped\" and no \"flakyFailure\": the attribute and the elements are taken out before it is asked."

scratch=$(mktemp -d)
service=
trap 'kill -KILL $service 2> /dev/null || true; rm -rf "$scratch"' EXIT
mkdir "$scratch/project" && cd "$scratch/project"
status=0

# What both schemas find wrong with o.xml is added to `problem`.
judge_xml()
{
    xmllint --noout --schema "$jenkins" o.xml 2> log || problem+=$'\n'"Jenkins: $(cat log)"
    sed -E -e 's/ skipped="[0-9]+"//' -e '/^ *<(skipped|flaky)[^>]*\/>$/d' o.xml > ant.xml
    xmllint --noout --schema "$CRATE" ant.xml 2> log || problem+=$'\n'"Ant: $(cat log)"
}

# conclude LABEL: says what became of it.
conclude()
{
    [ -z "$problem" ] && echo "ok    $1" && return
    echo "FAIL  $1: $problem"
    status=1
}

# check LABEL CODE OPTION...: the two reports of one run.
check()
{
    sampled_takes || return 0
    local label=$1 wanted=$2 code=0 problem=
    shift 2
    "$cfnc" test --seed 1 -qq "$@" --report junit:o.xml --report json:o.json > o.txt 2>&1 || code=$?
    [ "$code" -eq "$wanted" ] || problem="exit $code, not $wanted: $(cat o.txt)"
    judge_xml
    peer_validate "$OLDPWD/schemas/report.schema.json" o.json > log 2>&1 || problem+=$'\n'"JSON: $(cat log)"
    conclude "$label"
}

# Two runs of one type, as one report.
check_merged()
{
    local code=0 problem=
    rm -f o.xml
    "$cfnc" test --seed 1 -qq --demo > o.txt
    "$cfnc" test --seed 2 -qq --demo --fault read-wrong-value > o.txt || true
    "$cfnc" report merge $("$cfnc" list runs --names | tail -n 2) -qq --junit o.xml > o.txt 2>&1 || code=$?
    [ "$code" -eq 1 ] || problem="exit $code, not 1: $(cat o.txt)"
    judge_xml
    conclude "two runs as one"
}

check "honest" 0 --demo
check "a difference" 1 --demo --fault read-wrong-value
check "a fixture that failed" 1 --demo --fault create-fails
check "an answer that is no event" 1 --demo --fault answer-crash
check "an answer that is no UTF-8" 1 --demo --fault answer-bad-utf8
check "leftovers" 1 --demo --fault delete-fails
check "stopped at the first" 1 --demo -x --fault create-wrong-value
check "hardly anything" 0 --demo -k asserts
check_merged

peer_project '<python & \"37\">' '{"Name": "<a&b>\u0001\ufffe]]>", "Size": 1}' '{"Name": "\ud83d\ude00", "Size": 2}'
check "two sets of inputs, and updates that are missing" 1 --demo
check "the same, and odd characters in leftovers" 1 --demo --fault delete-fails

"$cfnc" serve --schema acme-demo-thing.json --port 0 --stabilize 1 --delay 1 > serving 2>&1 &
service=$!
disown
peer_starts "$service" serving
rm -rf .cfnc
(for _ in $(seq 400); do grep -q '"known"' .cfnc/ledger.jsonl 2> /dev/null && break; sleep 0.05; done
 kill -KILL "$service") &
killer=$!
check "an endpoint that goes away" 1 --endpoint "$url"
kill "$killer" 2> /dev/null || true
exit "$status"
