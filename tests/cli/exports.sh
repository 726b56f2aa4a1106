# {{Name}} in inputs stands for what a stack exports; offline, for what the user says it does.
cat > schema.json <<'SCHEMA'
{"typeName": "Acme::Demo::Thing", "primaryIdentifier": ["/properties/Name"], "additionalProperties": false,
  "properties": {"Name": {"type": "string", "pattern": "^[a-z \"\\\\-]*$"}, "Size": {"$ref": "#/definitions/Number"},
    "On": {"type": "boolean"}, "Text": {"type": ["string", "integer"]},
    "List": {"type": "array", "items": {"type": "object", "properties": {"N": {"type": "number"}}}}},
  "definitions": {"Number": {"type": "integer"}},
  "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}}}
SCHEMA
mkdir inputs
write() { echo "$1" > inputs/inputs_1_create.json; }
plan()
{
    run cfnc test --schema schema.json --seed 1 --offline --endpoint "$URL" -vv "$@" contract_create_delete > output 2>&1
    grep -A11 -m1 resourceProperties output || grep -E '^cfnc: |^\(exit' output
}
serve --schema schema.json
write '{"Name": "{{A}}-{{ A }}{{B:c-1}}", "Size": "{{Five}}", "On": "{{Yes}}", "Text": "{{Five}}", "List": [{"N": "{{Five}}"}]}'
plan --export A=a --export 'B:c-1=q"\' --export Five=5 --export Yes=true
echo '{"A": "file", "B:c-1": "", "Five": 7, "Yes": false}' > exports.json
plan --exports exports.json --export A=given
echo '{"Exports": [{"Name": "A", "Value": "list"}, {"Name": "B:c-1", "Value": "x"}, {"Name": "Five", "Value": "9"},
  {"Name": "Yes", "Value": "true"}]}' > exports.json
plan --exports exports.json
echo "-- what is wrong is said at once"
plan --export Aa=x
plan --export Five=five --export A=a --export B:c-1=b --export Yes=1
plan --export A
plan --exports none.json
echo '{"A": {}}' > exports.json
plan --exports exports.json
write '{"Name": "x", "Text": "{{resolve:ssm:/a/b}}"}'
plan
