# A schema that cannot be used is told of in one line, with its place and what to do.
handlers='"handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}}'

# try SCHEMA: the whole of it; try_member MEMBER: a schema that is whole but for that.
try()
{
    printf '%b' "$1" > schema.json
    run timeout 10 "$CFNC" test --demo --schema schema.json --collect-only
}
try_member()
{
    try "{\"typeName\": \"Acme::Demo::Thing\", \"primaryIdentifier\": [\"/properties/Name\"],
  ${2:-$handlers},
  \"properties\": {\"Name\": {\"type\": \"string\"}},
  $1}"
}

echo "-- no JSON"
try ''
try '{\n# no comments\n}'
try '{"typeName": "Acme::Demo::Thing", // here\n}'
try '{"properties": {"Name": {},}}'
try '{"typeName": "Acme::Demo::Thing",\n "typeName": "Acme::Demo::Other"}'
try '{"maximum": NaN}'
try "{'typeName': 'Acme::Demo::Thing'}"
try '{"description": "\xff"}'
try '\xff\xfe{\0"\0'
try '{"description": "not clo'
try "$(printf '[%.0s' $(seq 5000))"
mkdir folder && run cfnc test --demo --schema folder
run cfnc test --demo --schema missing.json
head -c 20000000 /dev/zero | tr '\0' ' ' > large.json
run cfnc test --demo --schema large.json
mkfifo pipe && run timeout 10 "$CFNC" test --demo --schema pipe

echo "-- no schema"
try '[]'
try '"Acme::Demo::Thing"'
try '{}'
try '{"typeName": "Acme::Demo"}'
try '{"typeName": "Acme::Demo::Thing"}'
try '{"typeName": "Acme::Demo::Thing", "properties": {"Name": {}}}'
try '{"typeName": "Acme::Demo::Thing", "properties": {"Name": {}}, "primaryIdentifier": "/properties/Name"}'
try '{"typeName": "Acme::Demo::Thing", "properties": {"Name": {}}, "primaryIdentifier": ["/properties/Nmae"]}'
try_member '"writeOnlyProperties": {}'
try_member '"createOnlyProperties": ["Name"]'
try_member '"required": "Name"'
try_member '"additionalProperties": "no"'
try_member '"$comment": ""' '"handlers": ["create"]'
try_member '"$comment": ""' '"handlers": {"craete": {"permissions": []}}'
try_member '"$comment": ""' '"handlers": {"create": true}'

echo "-- a property that cannot be"
try_property() { try_member "\"patternProperties\": {\"^x\": $1}"; }
try_property '"string"'
try_property '{"type": "strnig"}'
try_property '{"type": "string", "minLength": "3"}'
try_property '{"type": "string", "pattern": "[a-"}'
try_property '{"$ref": "#/definitions/Nothing"}'
try_member '"definitions": {"Loop": {"$ref": "#/definitions/Loop"}}'
try_property '{"$ref": "missing.json#/x"}'
try_property '{"$ref": "http://example.com/x.json"}'

echo "-- handlers that are not there"
try_member '"$comment": ""' '"description": "no handlers"' > /dev/null
run cfnc test --demo --schema schema.json
try_member '"$comment": ""' '"handlers": {"create": {"permissions": []}, "read": {"permissions": []}}' > /dev/null
run cfnc test --demo --schema schema.json

echo "-- what can be lived with"
try_member '"readOnlyProperties": ["/properties/Idd"]' && run cfnc test --demo --schema schema.json --seed 1 -k asserts
printf '\xef\xbb\xbf%s' "$(cat schema.json)" > bom.json
run cfnc test --demo --schema bom.json -qq
