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
