# What would be in the way of a run is a table; nothing is invoked, and nothing secret is shown.
export AWS_EC2_METADATA_DISABLED=true AWS_SHARED_CREDENTIALS_FILE=none AWS_CONFIG_FILE=none
doctor() { run cfnc doctor "$@"; }

echo "-- no project, no endpoint"
doctor --endpoint http://127.0.0.1:1
doctor --endpoint http://127.0.0.1:1 --fix

echo '{"typeName": "Acme::Demo::Thing", "language": "python37"}' > .rpdk-config
cat > acme-demo-thing.json <<'SCHEMA'
{"typeName": "Acme::Demo::Thing", "primaryIdentifier": ["/properties/Name"], "additionalProperties": false,
  "properties": {"Name": {"type": "string", "minLength": 3}, "Key": {"type": "string"}},
  "writeOnlyProperties": ["/properties/Key"], "handlers": {"list": {"permissions": []},
  "create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}}}
SCHEMA
serve --schema acme-demo-thing.json
echo "-- all is well"
doctor --endpoint "$URL"
doctor --endpoint "$URL" --fix

echo "-- warnings alone are no failure"
mkdir "inputs"
echo '{"Name": "abc", "Key": "hush-hush"}' | tee inputs/inputs_1_create.json > inputs/inputs_10_create.json
cp inputs/inputs_1_create.json inputs/inputs_10_update.json
cp inputs/inputs_1_create.json inputs/inputs_3_create.json
cp inputs/inputs_1_create.json inputs/imputs_4_create.json
cat > template.yml <<'TEMPLATE'
Globals:
  Function:
    Timeout: 60 # seconds
Resources:
  TypeFunction:
    Type: AWS::Serverless::Function
TEMPLATE
warned() { AWS_REGION=eu-west-1 AWS_ACCESS_KEY_ID=AKIAABCDEFGHIJKLMNOP AWS_SECRET_ACCESS_KEY=hush-hush doctor --endpoint "$URL" "$@"; }
warned
warned --fix
warned --fix | sed -n 's/ *#.*//; /^sed\|^mv/p' | sh && ls inputs && grep Timeout template.yml
echo "-- as data"
warned --json > doctor.json
python3 - <<'PYTHON'
import json
answer = json.load(open("doctor.json"))
print({key: answer[key] for key in ("warnings", "problems", "exit_code")})
for row in answer["checks"]:
    print(row["name"], row["verdict"], len(row["warnings"]), len(row["problems"]), row["fixes"])
PYTHON
grep -c -e hush -e AKIA doctor.json

echo "-- what earlier runs left"
mkdir .cfnc
echo '{"is":"ledger","version":1}' > .cfnc/ledger.jsonl
left() { printf '{"is":"sent","entry":"%s","run":"","type":"Acme::Demo::Thing","account":"123456789012","region":"us-east-1","endpoint":"%s","function":"TypeFunction","test":"a_test","set":"inputs_1","time":1795301695911,"unique":true,"desired":{}}\n' "$1" "$URL" >> .cfnc/ledger.jsonl; }
left aaaaaaaa
left bbbbbbbb
doctor --endpoint "$URL" | tail -n 4
doctor --endpoint "$URL" --fix | grep cleanup
echo '{oops}' >> .cfnc/ledger.jsonl
left cccccccc
doctor --endpoint "$URL" | tail -n 4
run cfnc test --endpoint http://127.0.0.1:1 2>&1 | grep ^cfnc
rm -r .cfnc

echo "-- problems: the most important one gives the exit code"
echo '{"Name": "hush-hush", "Key": 1}' > inputs/inputs_3_create.json
echo '{' > inputs/inputs_1_create.json
echo '[]' > typeconfig.json
sed -i 's/180/abc/' template.yml
echo '[{"rule": "read.equals"}]' > contract-test-exceptions.json
doctor --endpoint "$URL" --function-name Missing --typeconfig typeconfig.json --profile "nobody's"
doctor --endpoint "$URL" --function-name Missing --typeconfig typeconfig.json --profile "nobody's" --fix
rm -r inputs typeconfig.json contract-test-exceptions.json
doctor --endpoint "$URL" --function-name Missing
doctor --endpoint https://127.0.0.1:1 --offline
doctor --endpoint http://me:password@127.0.0.1:1
doctor --endpoint http://127.0.0.1:9 --schema other.json --fix

echo "-- what hostile files say stays on one line, and is no command"
mv acme-demo-thing.json schema.json
mkdir -p "in'puts/inputs"
cp schema.json "in'puts"
echo '{"Name": "abc"}' | tee "in'puts/inputs/inputs_1_create.json" > "in'puts/inputs/inputs_12_create.json"
doctor -C "in'puts" --schema schema.json --endpoint "$URL" --fix
rm .rpdk-config
printf '{"typeName": "\\u001b[31mred\\nWARN", "language": 1}' > .rpdk-config
doctor --endpoint "$URL"
printf 'Resources:\n  \033[31mTypeFunction:\n    Type: AWS::Lambda::Function\n' > template.yml
printf '{"typeName": "Acme::Demo::Thing", "language": "\\u001b[31m"}' > .rpdk-config
cp schema.json acme-demo-thing.json
doctor --endpoint "$URL"

echo "-- a hook, a module"
echo '{"typeName": "Acme::Demo::Thing", "artifact_type": "HOOK"}' > .rpdk-config
doctor --endpoint "$URL"
echo '{"typeName": "Acme::Demo::Thing", "artifact_type": "MODULE"}' > .rpdk-config
doctor --endpoint "$URL"

echo "-- options"
doctor --json --fix
doctor --function-name ../x
doctor --schema schema.json --endpoint "$URL" --log-role-arn x

echo "-- and nobody was called"
disown "$serving"
kill -INT "$serving"
for _ in $(seq 400); do grep answered "$HOME/serving" && break; sleep 0.05; done
