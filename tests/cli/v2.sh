# Contract tests v2 on a project: its schema, its inputs, and what they cover are looked over before any call.
mkdir inputs
echo '{"typeName": "Acme::Demo::Shelf", "language": "python37"}' > .rpdk-config
cat > acme-demo-shelf.json <<'SCHEMA'
{
  "typeName": "Acme::Demo::Shelf",
  "description": "Resource Type definition for a shelf",
  "properties": {
    "Name": { "type": "string", "minLength": 3 },
    "RoleArn": { "type": "string", "pattern": "^arn:aws[-a-z]*:iam::[0-9]{12}:role/.+$" },
    "Zone": { "type": "string" },
    "Size": { "type": "integer", "maximum": 9 },
    "Books": { "type": "array", "insertionOrder": true, "items": { "type": "object", "additionalProperties": false,
      "properties": { "Title": { "type": "string" }, "Notes": { "type": "array", "insertionOrder": true, "items": { "type": "string" } } } } },
    "Secret": { "type": "string" },
    "Id": { "type": "string" }
  },
  "additionalProperties": false,
  "required": ["Name"],
  "primaryIdentifier": ["/properties/Name"],
  "createOnlyProperties": ["/properties/Name"],
  "readOnlyProperties": ["/properties/Id"],
  "writeOnlyProperties": ["/properties/Secret"],
  "tagging": { "taggable": false },
  "handlers": {
    "create": { "permissions": ["acme:Create"] }, "read": { "permissions": ["acme:Read"] },
    "update": { "permissions": ["acme:Update"] }, "delete": { "permissions": ["acme:Delete"] },
    "list": { "permissions": ["acme:List"] }
  }
}
SCHEMA
good()
{
    cat > inputs/inputs_1_create.json <<'INPUT'
{ "Name": "shelf-{{account}}", "Zone": "{{region}}a", "Secret": "s3",
  "RoleArn": "arn:{{partition}}:iam::{{account}}:role/x",
  "Books": [{ "Title": "A" }, { "Notes": ["n"] }] }
INPUT
    echo '{ "Size": 7, "Zone": "{{region}}b", "Books": [{ "Title": "B", "Notes": [] }] }' > inputs/inputs_1_update.json
    sed -i 's/{ "Size"/{ "Name": "shelf-{{account}}", "RoleArn": "arn:{{partition}}:iam::{{account}}:role\/x", "Size"/' inputs/inputs_1_update.json
}
show() { run cfnc test --v2 --demo --seed 1 --tb short "$@"; }
checks() { show schema::\* input::\* "$@" | grep -v "^cfnc\|built-in\|within\|selected"; }

echo "-- all is well"
good
show
echo "-- one of them, by its documented name; what is created elsewhere is told of there"
run cfnc test --v2 --demo --seed 1 -q -k test_delete_read --region cn-north-1 && echo passed
run cfnc list tests --v2 --names -k "list"

run cfnc list rules | grep -A1 "^schema\.\|^input\."
run cfnc explain input.hardcoded-region read.coverage

echo "-- what is written out"
cat > inputs/inputs_1_update.json <<'INPUT'
{ "Name": "shelf-{{account}}",
  "Zone": "eu-west-1b",
  "RoleArn": "arn:aws-cn:iam::310987654321:role/x" }
INPUT
checks
echo "-- suite full warns of it"
run cfnc test --demo --seed 1 --tb short input::\* | grep -v "^cfnc\|built-in\|within"
echo "-- so does cfnc validate"
run cfnc validate --inputs | grep warning

echo "-- what no input sets, no READ can return"
good
sed -i 's/, { "Notes": \["n"\] }//' inputs/inputs_1_create.json
sed -i 's/, "Notes": \[\]//; s/"Size": 7, //' inputs/inputs_1_update.json
show -k "coverage or all_schema" | grep -v "^cfnc\|built-in\|within"
good

echo "-- a schema that may not be registered"
sed -i 's/  "tagging": .*$//; s/"acme:List"/"acme:*"/' acme-demo-shelf.json
checks -k linter
echo "-- suite full warns of it"
run cfnc test --demo --seed 1 schema::\* | grep -v "^cfnc\|built-in\|within"
cp acme-demo-shelf.json old.json
sed -i 's/"maximum": 9/"maximum": 8/; s/"Zone": { "type": "string" }/"Zone": { "type": "string", "maxLength": 20 }/' acme-demo-shelf.json
echo "-- what breaks users of the registered one"
checks --against old.json -k compatibility
checks --against acme-demo-shelf.json -k compatibility
checks --against none.json
checks --against git:HEAD
run cfnc test --demo --suite v1 --against old.json

echo "-- reports have the checks"
run cfnc test --v2 --demo --seed 1 -qq --against old.json --report json:r.json --junitxml r.xml
grep -o '<testcase [^>]*name="[a-z_]*"' r.xml | sed 's/.*classname="\([^"]*\)" name="\([^"]*\)"/\1 \2/' | head -8
grep -c "<failure" r.xml
grep -A 7 '"/Books/\*/Title"' r.json
