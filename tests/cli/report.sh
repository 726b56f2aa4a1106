# What is reported of a recorded run is what the run itself reported, to the last byte.
cp -r "$ROOT/examples/memo/." . && rm -rf inputs .cfnc
formats="json junit html tap sarif md har"

# same LABEL OPTION...: every format, of the run and of its recording.
same()
{
    local label=$1 now= then= format
    shift
    for format in $formats; do
        now+=" --report $format:now.$format" then+=" --$format then.$format"
    done
    cfnc test --demo $now -q "$@" > now.txt 2> /dev/null
    echo "$label: exit $?"
    cfnc report $then -q > then.txt
    for format in $formats; do
        cmp "now.$format" "then.$format" || diff "now.$format" "then.$format" | head -n 4
        [ -s "then.$format" ] || echo "$format is empty"
        cfnc report "--$format" - | cmp - "now.$format"
    done
    cmp now.txt then.txt
}

same "honest" --seed 1
same "a fault, and waits" --seed 1 --stabilize 2 --fault read-wrong-value
same "what is no event" --seed 1 --fault answer-crash
same "left behind" --seed 1 --suite v1 --fault delete-fails
same "more than one try" --seed 1 --fault create-fails --retries 2 -k create
same "the time is over" --seed 1 --global-timeout 1ms
same "no test that fails hides another" --seed 1 --suite v2 -x --fault update-write-only

serve --stabilize 2 --delay 1s > /dev/null
"$CFNC" test --endpoint "$URL" --offline --seed 3 -q $(for f in $formats; do echo "--report $f:now.$f"; done) > now.txt 2> /dev/null &
runner=$!
until cat .cfnc/runs/*-0003/run.jsonl 2> /dev/null | grep -q '"is":"call"'; do sleep 0.05; done
kill -TERM "$runner"
wait "$runner"
echo "interrupted: exit $?"
for format in $formats; do
    cfnc report "--$format" - | cmp - "now.$format"
done
grep '"interrupted"' now.json

echo "-- runs by name"
cfnc test --demo --seed 7777 -qq
id=$(cfnc report --list | tail -n 1 | cut -d ' ' -f 1)
for name in latest last "$id" "${id%??}" ".cfnc/runs/$id" ".cfnc/runs/$id/run.jsonl"; do
    cfnc report "$name" -qq
done
cp ".cfnc/runs/$id/run.jsonl" events.jsonl
cfnc report events.jsonl -qq
(mkdir elsewhere && cd elsewhere && cfnc report ../events.jsonl --json - -qq | head -n 2)
run cfnc report nothing
run cfnc report "$id" "$id"
run cfnc report --json - --junit -
run cfnc report --report yaml

echo "-- what a job's page shows is added to"
export GITHUB_STEP_SUMMARY=$PWD/summary.md
echo before > summary.md
cfnc test --demo --seed 1 --suite v1 --report md -qq
cfnc report --report md -qq
cfnc report --md other.md -qq
grep -c '^### ' summary.md other.md
head -n 1 summary.md
export GITHUB_STEP_SUMMARY=$PWD/none/summary.md
run cfnc report --report md -qq

echo "-- what goes to standard output"
unset GITHUB_STEP_SUMMARY
for format in human dot tap ndjson; do
    cfnc test --demo --seed 1 --suite v1 --stabilize 1 --fault read-wrong-value --format $format > now.txt
    cfnc report --format $format | cmp - now.txt
done
cfnc report --format dot | head -n 7
cfnc report --format ndjson | sed -E 's/.*"e":"([a-z.]*)".*/\1/' | sort | uniq -c
cfnc report --format ndjson | tail -n 1 | sed -E 's/"t":[0-9]+/"t":#/'
cfnc report --format tap --json tap.json | tail -n 1
export GITHUB_WORKSPACE=${PWD%/*} GITHUB_STEP_SUMMARY=$PWD/summary.md
cfnc report --format github | sed -E 's/[0-9a-f]{8}-[-0-9a-f]{27}/(token)/' | grep -A1 ^::
grep -c '^### ' summary.md
run cfnc test --demo --format yaml

echo "-- the payloads of some calls"
unset GITHUB_STEP_SUMMARY
run cfnc report --extract contract_create_read
stat -c '%a %n' cfnc-calls cfnc-calls/*
run cfnc report --extract c2 --out one
ls one
cfnc report --json run.json -qq > /dev/null
grep -q "$(sed -n 's/.*"Title": "\(.*\)".*/\1/p' one/*request.json | head -n 1)" run.json && echo "as recorded"
run cfnc report --extract '*misc.py::*'
run cfnc report --extract c999
run cfnc report --extract c1 --out run.json
ln -s elsewhere one/0001_CREATE_request.json
run cfnc report --extract 1 --out one
ls elsewhere 2> /dev/null
cfnc test --demo --seed 1 --suite v1 --fault answer-not-json -qq
cfnc report --extract '*' --out odd | grep -m 1 txt

echo "-- the line of an input that is at fault"
mkdir inputs && echo '{' > inputs/inputs_1_create.json
printf '"Board": "office",\n"Title": "in eu-west-1"}\n' >> inputs/inputs_1_create.json
cp inputs/inputs_1_create.json inputs/inputs_1_update.json
cfnc test --demo --seed 1 --v2 -qq
cfnc report --format github | grep -o 'file=.*inputs_1_[a-z]*.json,line=[0-9]*' | sort | uniq -c
cfnc report --sarif - | grep -A3 '"uri": "inputs/' | grep startLine
