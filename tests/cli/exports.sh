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
echo "-- without quotes, as cfn test takes them"
write '{"Name": {{A}}, "Size": {{Five}}, "On": {{ Yes }}, "Text": {{Five}},
  "List": [{"N": {{Five}}}, {"N": {{Half}}}]}'
plan --export A=a --export Five=5 --export Yes=true --export Half=0.5
plan --export A=a --export Five=five --export Yes=true --export Half=0.5
plan --export A=a --export Five=5 --export Yes=true --export Hulf=0.5
write '{"Name": "x", "List": {{List}}}'
plan --export 'List=[{"N": 1}, {"N": 2}]'
plan --export 'List=[{"N": 1}, {"N": "2"}]'
write '{"Name": "x", {{Key}}: 1}'
plan --export Key=1
write '{"Name": "x", "Size": {{seed}}, "Text": {{resolve:secretsmanager:a:SecretString:b}}}'
plan
rm -r inputs
write() { printf '%s\n' "$1" > overrides.json; }
write '{"CREATE": {"/Name": "{{A}}", "/Size": {{Five}},
  "/List/0/N": {{Five}}, "/On": {{Yes}}}}'
plan --export A=a --export Five=5 --export Yes=true
plan --export A=a --export Five=5 --export Yes=maybe
echo "-- validate and the checks of v2 read them too"
run cfnc test --schema schema.json --seed 1 --offline --endpoint "$URL" -qq --suite v2 -k "input" \
    --export A=a --export Five=5 --export Yes=true
write '{"CREATE": {"/Name": {{A}}, "/Sise": 1}}'
run cfnc validate schema.json --inputs --color never | grep -A5 overrides
echo "-- many names that nobody knows"
write "{\"CREATE\": {\"/Name\": \"$(seq -f '{{Name-of-export-%g}}' 1 40 | tr -d '\n')\"}}"
plan --export Name-of-export-77=x
