# The type configuration is held against the schema; what stands in it is never shown.
cat > schema.json <<'SCHEMA'
{"typeName": "Acme::Demo::Thing", "primaryIdentifier": ["/properties/Name"], "additionalProperties": false,
  "properties": {"Name": {"type": "string"}}, "definitions": {"Key": {"type": "string", "minLength": 20}},
  "typeConfiguration": {"type": "object", "required": ["Key"], "additionalProperties": false,
    "properties": {"Key": {"$ref": "#/definitions/Key"}, "Region": {"type": "string", "const": "hush-hush"}}},
  "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}}}
SCHEMA
sed '/typeConfiguration/,+1d' schema.json > none.json
serve --schema schema.json
try() { run cfnc test --schema "$1" --endpoint "$URL" --seed 1 "${@:2}" contract_create_delete 2>&1 |
    grep -A2 -E '^cfnc: |^  warning|^\(exit|passed'; }
echo '{"Key": "short-secret"}' > short.json
echo '{"Key": "long-enough-a-secret", "Region": "other"}' > other.json
echo '{"Kay": "long-enough-a-secret"}' > odd.json
echo '{"Key": "long-enough-a-secret", "Region": "hush-hush"}' > good.json
for file in short other odd good missing; do try schema.json --typeconfig $file.json; done
try none.json --typeconfig good.json
echo "-- the usual file may be meant for another type"
try schema.json
mkdir .cfn-cli
cp odd.json .cfn-cli/typeConfiguration.json
HOME=. try schema.json
echo "-- .rpdk-config may say it itself, or name a file; --typeconfig goes before it"
cp schema.json acme-demo-thing.json
configured()
{
    printf '{"typeName": "Acme::Demo::Thing",\n "contractSettings": {\n  "typeConfiguration": %s}}\n' "$1" > .rpdk-config
    run cfnc test --endpoint "$URL" --seed 1 "${@:2}" contract_create_delete 2>&1 | grep -E '^cfnc: |warning|^\(exit|passed'
}
configured "$(cat good.json)"
configured "$(cat odd.json)"
configured "$(cat short.json)" --typeconfig good.json
configured '"good.json"'
configured '"short.json"'
configured '"gone.json"'
configured '["good.json"]'
configured null
HOME=. configured null
HOME=. configured "$(cat good.json)"
configured "$(cat good.json)" -vv | grep hush
configured "$(cat odd.json)" --dry-run
echo '{"desiredResourceState": {"Name": "x"}}' > request.json
run cfnc invoke resource CREATE request.json --endpoint "$URL" --max-reinvoke 0 2>&1 | grep -E '^cfnc|exit'
