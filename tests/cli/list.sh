# What there is: as words, as names and nothing else, as JSON.
whats="tests rules faults inputs markers schemas runs presets"
cp -r "$ROOT/examples/memo/." . && rm -rf inputs .cfnc
cfnc test --demo --seed 1 --suite v1 -qq
cfnc test --demo --seed 1 --suite v1 --fault read-wrong-value -qq

echo "-- names: one a line, and nothing else"
for what in $whats; do
    cfnc list $what --names > names 2> said
    echo "$what - $(grep -vcE '^[^ ]+$' names) odd, $(sort names | uniq -d | wc -l) twice, $(wc -l < said) said"
done
echo "-- each of them is in the JSON, by its name or id"
for what in $whats; do
    cfnc list $what --json > rows.json
    for name in $(cfnc list $what --names | head -5); do
        grep -q "\"\(name\|id\)\": \"$name\"" rows.json || echo "$what: no $name"
    done
done
cfnc list markers
cfnc list markers --json | head -5
cfnc list tests --json -k contract_create_read
cfnc list rules --json | sed -n 2,14p
cfnc list runs | sed 's/  */ /g'
cfnc list runs --json | sed -E 's/("seed": )"[0-9]+"/\1"#"/'
echo "-- tests are selected"
run cfnc list tests --names -k "update and not tag" -m "update and list"
run cfnc list tests --names --suite v1 -m list --deselect contract_create_list
run cfnc list tests -k nothing_like_it
run cfnc list tests -k "and"
echo "-- inputs"
run cfnc list inputs
mkdir inputs
echo '{"Board": "kitchen", "Title": "a {{uuid}}", "Text": "b"}' > inputs/inputs_1_create.json
echo '{"Board": "kitchen", "Title": "{{SomeExport}}", "Text": "b"}' > inputs/inputs_2_create.json
run cfnc list inputs
echo '{"Board": "kitchen", "Title": 5, "Text": "b"}' > inputs/inputs_3_create.json
echo '{"Board": ' > inputs/inputs_4_create.json
run cfnc list inputs
run cfnc list inputs --json
run cfnc list inputs --names
rm -r inputs
echo '{"CREATE": {"/Titel": "x"}}' > overrides.json
run cfnc list inputs
echo "-- what is wrong"
run cfnc list inputs -C /
run cfnc list everything
run cfnc list tests runs
run cfnc list rules --json --names
run cfnc list schemas --json --print report
