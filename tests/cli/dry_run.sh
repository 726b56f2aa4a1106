# What a run would ask for, with nothing called and nothing written.
run cfnc test --demo --seed 1 --dry-run
echo "-- no endpoint, no credentials, no LIST, two sets of which one test is taken"
cat > acme.json <<'SCHEMA'
{"typeName": "Acme::Demo::Thing", "primaryIdentifier": ["/properties/Id"], "readOnlyProperties": ["/properties/Id"],
  "additionalProperties": false, "properties": {"Id": {"type": "string"}, "Size": {"type": "integer"}},
  "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}}}
SCHEMA
run cfnc test --schema acme.json --endpoint http://127.0.0.1:1 --seed 1 --examples 2 --dry-run -k "create_read"
ls -A
echo "-- it agrees with what a run does"
for suite in v1 v2 full; do
    planned=$(cfnc test --demo --seed 1 --suite $suite --dry-run | sed -n 's/.*, \([0-9]*\) calls.*/\1/p')
    called=$(cfnc test --demo --seed 1 --suite $suite | sed -n 's/^\([0-9]*\) handler calls.*/\1/p')
    [ "$planned" = "$called" ] || echo "suite $suite: $planned planned, $called called"
done
echo "-- what it cannot be combined with, and a type that no model can be made for"
run cfnc test --demo --dry-run --fault read-wrong-value
run cfnc test --demo --dry-run --junitxml x.xml
sed 's/"Size": {/&"minimum": 3, "maximum": 2, /; s/"additionalProperties"/"required": ["Size"], &/' acme.json > none.json
run cfnc test --schema none.json --dry-run
