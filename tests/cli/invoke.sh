# One call of a handler, by hand.
cat > schema.json <<'SCHEMA'
{"typeName": "Acme::Demo::Thing", "primaryIdentifier": ["/properties/Name"], "additionalProperties": false,
  "writeOnlyProperties": ["/properties/Secret"], "createOnlyProperties": ["/properties/Name"],
  "properties": {"Name": {"type": "string"}, "Secret": {"type": "string"}, "Size": {"type": "integer"}},
  "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []},
    "update": {"permissions": []}, "list": {"permissions": []}}}
SCHEMA
invoke() { run cfnc invoke resource "$@" --schema schema.json --endpoint "$URL"; }
export AWS_ACCESS_KEY_ID=AKIAABCDEFGHIJKLMNOP AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI AWS_SESSION_TOKEN=IQoJb3JpZ2lu
serve --schema schema.json --stabilize 2
echo '{"desiredResourceState": {"Name": "one", "Secret": "hunter2hunter2"}}' > request.json
invoke CREATE request.json > output 2>&1
cat output
grep -cE 'hunter2|AKIAABC|wJalrX|IQoJb' output
echo "-- not followed up to the end"
echo '{"desiredResourceState": {"Name": "three"}}' |
    invoke CREATE - --max-reinvoke 1 2>&1 | grep -E '===|status|exit'
echo '{"desiredResourceState": {"Name": "one", "Size": 2}, "previousResourceState": {"Name": "one"}}' |
    invoke UPDATE - --max-reinvoke 9 2>&1 | grep -E '===|status|exit|previous'
echo '{"desiredResourceState": {"Name": "two"}}' > request.json
invoke READ request.json 2>&1 | grep -E 'status|Code|exit'
echo "-- what is wrong"
invoke create request.json
invoke CREATE
invoke CREATE none.json
echo '{"desiredResourceState": []}' | invoke CREATE -
echo '{"desiredResourceState": {}, "previousResourceState": 1}' | invoke CREATE -
echo '{' | invoke CREATE -
run cfnc invoke hook CREATE request.json
run cfnc invoke resource CREATE request.json --schema schema.json --endpoint http://127.0.0.1:1 2>&1 | head -1
