# What is secret is in no byte that is written, whatever the handlers do and however much is shown.
cat > acme-demo-thing.json <<'SCHEMA'
{"typeName": "Acme::Demo::Thing", "primaryIdentifier": ["/properties/Name"],
  "createOnlyProperties": ["/properties/Name"], "writeOnlyProperties": ["/properties/Secret"],
  "additionalProperties": false, "required": ["Name"],
  "properties": {"Name": {"type": "string"}, "Size": {"type": "integer"},
    "Secret": {"type": "string", "pattern": "^[a-z0-9 \"-]*$"}},
  "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "update": {"permissions": []},
    "delete": {"permissions": []}, "list": {"permissions": []}}}
SCHEMA
echo '{"typeName": "Acme::Demo::Thing", "language": "python37"}' > .rpdk-config
mkdir inputs
echo '{"Name": "abc", "Size": 3, "Secret": "hunter2 \"the second\""}' > inputs/inputs_1_create.json
echo '{"Name": "abc", "Size": 4, "Secret": "correct horse"}' > inputs/inputs_1_update.json
echo '{"Api": [{"Key": "live-0123456789"}]}' > configuration.json
export AWS_ACCESS_KEY_ID=AKIAABCDEFGHIJKLMNOP AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI AWS_SESSION_TOKEN=IQoJb3JpZ2lu
secrets='hunter2|the second|correct horse|live-0123|AKIAABC|wJalrX|IQoJb3'

# try WHAT OPTION...: one run at every depth, each with both reports.
try()
{
    local what=$1 found=0 runs=0
    shift
    for style in auto long short line native; do
        for depth in -qq -q -v -vv; do
            "$CFNC" test --typeconfig configuration.json --seed 1 --tb "$style" "$depth" "$@" \
                --report json:o.json --report junit:o.xml > o.txt 2>&1
            cat o.txt o.json o.xml >> "$HOME/everything"
            ! grep -rqE "$secrets" o.txt o.json o.xml .cfnc || found=$((found + 1))
            runs=$((runs + 1))
        done
    done
    echo "$what: $runs runs, $found told a secret"
}
try honest --demo
for fault in create-write-only read-write-only update-write-only list-write-only answer-not-json answer-crash; do
    try "$fault" --demo --fault "$fault"
done
serve --schema acme-demo-thing.json --fault read-write-only
try "an endpoint that is sent the credentials" --endpoint "$URL"
grep -qE '"Secret": "•••' "$HOME/everything" && echo "and bullets stand where they were"

echo "-- not even where it is wrong"
echo '{"Name": "abc", "Secret": "WRONG HORSE"}' > inputs/inputs_1_create.json
run cfnc test --demo --seed 1
rm -r inputs
echo '{"CREATE": {"/Secret": "WRONG HORSE"}}' > overrides.json
run cfnc test --demo --seed 1
