# Inputs that cannot be used are told of before any handler is called, and what lacks them is an error.
cat > acme-demo-thing.json <<'SCHEMA'
{"typeName": "Acme::Demo::Thing", "primaryIdentifier": ["/properties/Name"],
  "createOnlyProperties": ["/properties/Name"], "readOnlyProperties": ["/properties/Id"],
  "additionalProperties": false, "required": ["Name"],
  "properties": {"Name": {"type": "string", "minLength": 3}, "Size": {"type": "integer"}, "Id": {"type": "string"}},
  "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "update": {"permissions": []},
    "delete": {"permissions": []}}}
SCHEMA
settings='{"typeName": "Acme::Demo::Thing", "language": "python37"}'

echo "-- .rpdk-config"
config() { printf '%s' "$1" > .rpdk-config; run cfnc test --demo; }
config ''
config '{"typeName": "Acme::Demo::Thing",}'
config '[]'
config '{"language": "python37"}'
config '{"typeName": "Acme::Demo::Thing", "artifact_type": "resource"}'
echo "$settings" > .rpdk-config

mkdir inputs
input() { printf '%s' "$2" > "inputs/inputs_1_$1.json"; run cfnc test --demo --seed 1; rm inputs/*; }
echo "-- create"
input create '# a comment
{}'
input create '[]'
input create '{"Name": "ab"}'
input create '{"Size": 3}'
input create '{"Name": "abc", "Szie": 3}'
input create '{"Name": "abc", "Id": "mine"}'
input create '{"Name": "{{Export}}"}'
input create '{"Name": "{{region}}-{{Region}}"}'
echo "-- {{region}} is an export to suite v1, and a variable otherwise"
printf '{"Name": "in-{{region}}-{{account}}-{{partition}}"}' > inputs/inputs_1_create.json
run cfnc test --demo --seed 1 --suite v1
run cfnc test --demo --seed 1 --region cn-north-1 -k create_delete -vv | grep '"Name": ' | sort -u
rm inputs/*
echo "-- update, without create"
input update '{"Name": "abc"}'

echo "-- create, without update"
echo '{"Name": "abc", "Size": 3}' > inputs/inputs_1_create.json
run cfnc test --demo --seed 1
echo "-- an update that cannot be"
echo '{"Name": "xyz"}' > inputs/inputs_1_update.json
run cfnc test --demo --seed 1 --tb short -q
echo '{"Name": "abc", "Size": "large"}' > inputs/inputs_1_update.json
run cfnc test --demo --seed 1
echo "-- a misspelt name, and numbers with a gap"
mv inputs/inputs_1_update.json inputs/input_1_update.json
echo '{"Name": "uvw", "Size": 5}' > inputs/inputs_3_create.json
run cfnc test --demo --seed 1 -k create_read
mkdir inputs/inputs_4_create.json
run cfnc test --demo --seed 1
rm -r inputs && touch inputs
run cfnc test --demo --seed 1
rm inputs

echo "-- overrides.json"
override() { printf '%s' "$1" > overrides.json; run cfnc test --demo --seed 1 -qq; }
override '{}'
override '{"CREATE": []}'
override '{"create": {"/Name": "abc"}}'
override '{"CREATE": {"Name": "abc"}}'
override '{"CREATE": {"/Nmae": "abc"}}'
override '{"CREATE": {"/Name": "ab"}}'
override '{"CREATE": {"/Id": "mine"}}'
override '{"UPDATE": {"/Name": "abcde"}}'
override '{"CREATE": {"/Name": "abcde"}}'
rm overrides.json

echo "-- type configuration"
typeconfig() { printf '%s' "$1" > configuration.json; run cfnc test --demo --typeconfig configuration.json -qq; }
typeconfig ''
typeconfig '{"Key": "x",}'
typeconfig '["Key"]'
typeconfig '{"Key": "{{Export}}"}'
run cfnc test --demo --typeconfig .
