# Models are judged line by line; what is no JSON is told of, and the rest is judged all the same.
cat > thing.json << 'END'
{
  "typeName": "Acme::Demo::Thing",
  "primaryIdentifier": ["/properties/Id"],
  "readOnlyProperties": ["/properties/Id", "/properties/Parts/*/Serial", "/properties/Home/Area"],
  "properties": {
    "Id": {"type": "string"},
    "Name": {"type": "string", "pattern": "^[a-z]+$", "maxLength": 5},
    "Parts": {"type": "array", "items": {"$ref": "#/definitions/Part"}},
    "Home": {"oneOf": [{"$ref": "#/definitions/House"}, {"type": "string"}]}
  },
  "definitions": {
    "Part": {"type": "object", "properties": {"Serial": {"type": "string"}, "Size": {"minimum": 1}},
             "required": ["Serial", "Size"], "additionalProperties": false},
    "House": {"type": "object", "properties": {"Area": {"type": "number"}}, "required": ["Area"],
              "minProperties": 1}
  },
  "required": ["Id", "Name"],
  "minProperties": 2,
  "additionalProperties": false
}
END

echo "-- usage"
run cfnc check
run cfnc check creat --schema thing.json
run cfnc check create
run cfnc check create --schema
run cfnc check create --schema thing.json a.jsonl b.jsonl
run cfnc check create --schema thing.json --demo

echo "-- create"
printf '%s\n' '{"Name":"a","Parts":[]}' '{"Name":"a","Id":"x"}' '{"Parts":[{"Size":1}],"Name":"a"}' \
    '{"Parts":[{"Size":0,"Serial":"s"}],"Name":"TOOLONG"}' '{"Name":"a","Home":"x"}' \
    '{"Name":"a","Home":{"Area":2}}' '{"Name":"a"}' '[]' > models.jsonl
run cfnc check create --schema thing.json models.jsonl
echo "-- update"
run cfnc check update --schema thing.json models.jsonl
echo "-- returned"
printf '%s\n' '{"Id":"x","Name":"a"}' '{"Id":"x"}' '{"Id":"x","Parts":[{}]}' '{"Id":"x","Home":{"B":1}}' \
    '{"Id":"x","Name":"A"}' '{"Id":"x","Other":1}' |
    run cfnc check returned --schema thing.json -
echo "-- plain"
echo true > true.json; echo false > false.json
echo '[1]' | run cfnc check plain --schema true.json
echo '[1]' | run cfnc check plain --schema false.json
echo '{"items": {"$ref": "http://json-schema.org/draft-07/schema#"}}' > meta.json
echo '[{"type": "strnig"}]' | run cfnc check plain --schema meta.json

echo '{"$schema": "https://json-schema.org/draft/2020-12/schema", "minimum": 2}' > later.json
echo '[1]' | run cfnc check plain --schema later.json

echo "-- lines"
printf '1\r\n\r\n  \n\xef\xbb\xbf2\n"no end of line"' | run cfnc check plain --schema true.json
printf '' | run cfnc check plain --schema true.json
printf '{"a":1}\n{"a":1,}\n\n{"a":1,"a":2}\nx\0y\n"\xff"\n{"a"\n' | run cfnc check plain --schema true.json
{ head -c 9000000 /dev/zero | tr '\0' ' '; echo 1; head -c 8000000 /dev/zero | tr '\0' ' '; echo 2; } |
    run cfnc check plain --schema true.json
head -c 9000000 /dev/zero | tr '\0' '1' | run cfnc check plain --schema true.json
{ printf '[%.0s' $(seq 3000); echo; echo 1; } | run cfnc check plain --schema true.json
seq 100000 > many.jsonl
run cfnc check plain --schema true.json many.jsonl | tail -n 1
mkfifo questions answers
exec 4<> answers
"$CFNC" check plain --schema true.json questions > answers &
exec 3> questions
echo 1 >&3 # and no more until the answer is there
read -r -t 60 answer <&4
echo "while the input is open: $answer"
exec 3>&- 4<&-
wait $!

echo "-- what cannot be judged"
echo '{"items": {"pattern": "^(a|aa)+$"}, "maxItems": 1}' > slow.json
slow=$(printf 'a%.0s' $(seq 60))b
printf '["%s"]\n["a"]\n["%s",1]\n' "$slow" "$slow" | run cfnc check plain --schema slow.json

echo "-- what cannot be read"
run cfnc check plain --schema missing.json models.jsonl
run cfnc check plain --schema thing.json missing.jsonl
run cfnc check plain --schema thing.json .
run cfnc check create --schema true.json models.jsonl
echo '{"items": {"pattern": "("}}' > bad.json
run cfnc check plain --schema bad.json models.jsonl
seq 100 | cfnc check plain --schema true.json > /dev/full
echo "(exit $?)"
seq 100 | cfnc check plain --schema false.json > /dev/full
echo "(exit $?)"
yes 1 | cfnc check plain --schema true.json | head -n 1

echo "-- other documents"
mkdir -p shelf/deep
echo '{"$id": "https://example.com/name.json", "definitions": {"short": {"maxLength": 3}}}' > shelf/deep/x
echo '{"properties": {"Name": {"$ref": "https://example.com/name.json#/definitions/short"}}}' > far.json
printf '%s\n' '{"Name": "abc"}' '{"Name": "abcd"}' > names.jsonl
run cfnc check plain --schema far.json names.jsonl
echo '{"$id": "https://example.com/a/", "items": {"$ref": "../none.json#/x"}}' > relative.json
run cfnc check plain --schema relative.json names.jsonl
run cfnc check plain --schema far.json --schema-path shelf names.jsonl
CFNC_SCHEMA_PATH=shelf run cfnc check plain --schema far.json names.jsonl
run cfnc check plain --schema far.json --schema-path missing names.jsonl
mkdir empty
CFNC_SCHEMA_PATH=shelf run cfnc check plain --schema far.json --schema-path empty names.jsonl
cat > far_thing.json << 'END'
{"typeName": "Acme::Demo::Thing", "primaryIdentifier": ["/properties/Name"],
 "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}},
 "createOnlyProperties": ["/properties/Name"],
 "properties": {"Name": {"$ref": "https://example.com/name.json#/definitions/short"}},
 "additionalProperties": false}
END
run cfnc check create --schema far_thing.json --schema-path shelf names.jsonl
run cfnc list --schema far_thing.json --schema-path shelf -k contract_create_read
run cfnc test --demo --schema far_thing.json --schema-path shelf -k contract_create_read -qq
run cfnc test --demo --schema far_thing.json -k contract_create_read -qq
echo '-- where documents are looked for'
run cfnc check plain --schema true.json --schema-path nowhere < /dev/null
CFNC_SCHEMA_PATH=true.json run cfnc check plain --schema true.json < /dev/null
