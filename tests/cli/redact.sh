# What is hidden can be more than the schema says, or, where nobody else reads along, less.
cat > schema.json <<'SCHEMA'
{"typeName": "Acme::Demo::Thing", "primaryIdentifier": ["/properties/Name"],
  "createOnlyProperties": ["/properties/Name"], "writeOnlyProperties": ["/properties/Secret"],
  "additionalProperties": false, "required": ["Name", "Address", "Parts"],
  "properties": {"Name": {"type": "string"}, "Address": {"type": "string"}, "Secret": {"type": "string"},
    "Parts": {"type": "array", "items": {"type": "object", "properties": {"Pin": {"type": "integer"}}}}},
  "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "update": {"permissions": []},
    "delete": {"permissions": []}, "list": {"permissions": []}}}
SCHEMA
mkdir inputs
echo '{"Name": "abc", "Address": "12 Garden Lane", "Parts": [{"Pin": 555019981}], "Secret": "hunter2 again"}' > inputs/inputs_1_create.json
echo '{"Name": "abc", "Address": "7 Harbour Road", "Parts": [{"Pin": 840017263}], "Secret": "correct horse"}' > inputs/inputs_1_update.json
hide="--redact-path /properties/Address --redact-path /properties/Parts/*/Pin"
told='Garden|Harbour|555019981|840017263|hunter2|correct horse'

for fault in "" read-wrong-value update-keeps-one answer-crash; do
    set -f
    "$CFNC" test --demo ${fault:+--fault $fault} --schema schema.json --seed 1 -vv --tb long $hide \
        --report json:o.json --report junit:o.xml > o.txt 2>&1
    set +f
    echo "${fault:-honest}: $(cat o.txt o.json o.xml .cfnc/runs/*/* | grep -cE "$told") lines tell"
done
sed -n '/"redactions"/,/count/p' o.json
echo "-- a run that is judged again hides the same"
cfnc test --demo --fault read-wrong-value --schema schema.json --seed 1 -q --redact-path /properties/Address > run.txt
cfnc report --judge last -q --report json:again.json > again.txt
diff run.txt again.txt && grep -cE 'Garden|Harbour' again.json run.txt; sed -n '/^MUST/,/not compared/p' again.txt

echo "-- what cannot be hidden"
run cfnc test --demo --schema schema.json --redact-path /properties/Adress
run cfnc test --demo --schema schema.json --redact-path Address
run cfnc test --demo --schema schema.json --redact-path /properties/Name
run cfnc compare --schema schema.json --redact-path /properties/Adress inputs/inputs_1_create.json inputs/inputs_1_update.json
echo "-- in a comparison"
run cfnc compare --schema schema.json --redact-path /properties/Address inputs/inputs_1_create.json inputs/inputs_1_update.json

echo "-- all is shown, and nothing is kept of it"
rm -rf .cfnc
cfnc test --demo --fault read-write-only --schema schema.json --seed 1 -vv --tb long --no-redact > o.txt
grep -c 'hunter2 again' o.txt; ls .cfnc/runs 2> /dev/null
run env CI=1 "$CFNC" test --demo --no-redact
run env GITHUB_ACTIONS=true "$CFNC" compare --no-redact --schema schema.json inputs/inputs_1_create.json inputs/inputs_1_update.json
