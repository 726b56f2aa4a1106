# A recorded call, sent again: to the same handlers, to others, to a shell.
ids() { sed -E 's/[0-9]{8}T[0-9]{6}Z-[0-9a-f]{4}/(id)/g; s/cfnc-[a-z0-9]+/(name)/g'; }
replay() { run cfnc replay "$@" 2>&1 | ids; }
cat > schema.json << 'SCHEMA'
{"typeName": "Acme::Demo::Thing", "primaryIdentifier": ["/properties/Id"], "additionalProperties": false,
  "readOnlyProperties": ["/properties/Id"], "writeOnlyProperties": ["/properties/Secret"],
  "properties": {"Id": {"type": "string"}, "Name": {"type": "string"}, "Secret": {"type": "string"},
    "Size": {"type": "integer", "minimum": 1, "maximum": 9}},
  "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []},
    "update": {"permissions": []}, "list": {"permissions": []}}}
SCHEMA
mkdir inputs
echo '{"Name": "it'"'"'s \"one\" ☃ {{random}}", "Secret": "hunter2hunter2", "Size": 3}' > inputs/inputs_1_create.json
echo '{"Name": "two", "Secret": "correct horse", "Size": 4}' > inputs/inputs_1_update.json
run cfnc replay

echo "-- the built-in handlers"
cfnc test --demo --seed 1 --suite v1 --fault read-wrong-value -qq
replay
id=$(cfnc list runs --names)
for name in "$id" "$id/c5" "$id/contract_create_read" "last/" ".cfnc/runs/$id" ".cfnc/runs/$id/run.jsonl/5"; do
    cfnc replay "$name" | tail -1
done
eval "$(cfnc report | sed -n 's/^  the call *//p' | head -1)" | tail -1
replay contract_create_create
replay c1 --keep
replay c1 --curl
rm -rf .cfnc

echo "-- handlers that have been mended since"
serve --schema schema.json --fault read-wrong-value
options="--schema schema.json --seed 1 --suite v1"
cfnc test $options --endpoint "$URL" -qq
replay
broken=$URL
serve --schema schema.json --stabilize 1
replay --endpoint "$URL"
replay last/c1 --endpoint "$URL"
echo "-- nothing is left behind, and what is kept is noted"
cfnc list runs --names | wc -l
cfnc cleanup --list
replay c1 --endpoint "$URL" --keep | sed -E 's/(kept +)[0-9a-z]{8}/\1(entry)/'
cfnc cleanup --all --yes --schema schema.json | sed -E 's/^[0-9a-z]{8}/(entry)/' | ids
echo "-- one call alone"
replay contract_create_read --alone --endpoint "$URL"
echo "-- its request, for people and for shells"
replay c1 --print | grep -vE '"(bearerToken|logicalResourceId|Name)"'
replay c1 --curl > curl.sh
sed -E 's/\{.*\}/(payload)/' curl.sh
SECRET_1='"correct"' AWS_ACCESS_KEY_ID=a AWS_SECRET_ACCESS_KEY=b AWS_SESSION_TOKEN=c \
    bash -c 'curl() { echo "${*: -2:1}"; }; . ./curl.sh' > payload.json
grep -o '"callerCredentials":{[^}]*}\|"Secret":"[^"]*"\|"Name":".*\\u2603' payload.json
replay c1 --sam-debug 5858 --offline
stat -c '%a %n' .cfnc/replay-event.json
grep -c hunter2 .cfnc/replay-event.json
AWS_ACCESS_KEY_ID=AKIAABCDEFGHIJKLMNOP AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI run cfnc replay c1 --sam-debug 5858
grep -rl hunter2 .cfnc --include '*.jsonl' --include 'ledger*'
echo "-- without the inputs"
mv inputs kept
replay c1 --endpoint "$URL"
replay c1 --endpoint "$URL" --set /Secret=other --set /Size=9
echo "open sesame" > secret.txt
replay c1 --endpoint "$URL" --set /Secret=@secret.txt
mv kept inputs
echo "-- what is wrong"
replay c1 --set Secret=hunter2hunter2
replay c1 --set /Name/x=1
replay c1 c2
replay c1 --print --curl
replay c1 --curl --keep
replay c99
replay contract_create_raed
replay 1999/c1
replay ./schema.json/c1
replay c1 --endpoint http://127.0.0.1:1 | head -1
sed -i 's/Thing/Other/' schema.json
replay c1 --endpoint "$URL"
echo "-- a recording chooses neither credentials nor what is called elsewhere"
sed -i 's/Other/Thing/' schema.json
recording=$(ls .cfnc/runs/*/run.jsonl | tail -1)
sed -E '1s#"endpoint":"[^"]*"#"endpoint":"https://lambda.eu-west-1.amazonaws.com"#' "$recording" > elsewhere.jsonl
replay ./elsewhere.jsonl/c1
replay ./elsewhere.jsonl/c1 --print | head -1
replay ./elsewhere.jsonl/c1 --endpoint "$URL" | tail -2
sed -E '1s#"endpoint":"[^"]*"#"endpoint":"docker:acme/evil"#' "$recording" > image.jsonl
replay ./image.jsonl/c1
sed -E '1s#"--suite","v1"#"--profile","theirs"#' "$recording" > profile.jsonl
replay ./profile.jsonl/c1 --endpoint "$URL" | head -2
