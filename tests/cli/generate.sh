# Test data: models on lines, input files, events; the same seed, the same bytes.
memo=$ROOT/tests/data/provider_memo.json
run cfnc generate
run cfnc generate code
run cfnc generate model
run cfnc generate inputs twice
run cfnc generate model delete --schema "$memo"
run cfnc generate event PATCH --schema "$memo"
run cfnc generate model create --schema nowhere.json
run cfnc generate model invalid --keyword maxLenght --schema "$memo" --seed 1

run cfnc generate model create --schema "$memo" --keyword type
run cfnc generate model create --schema "$memo" --examples 3 -n 2
run cfnc generate event READ --schema "$memo" --examples 3
run cfnc generate model create --schema "$memo" --force
run cfnc generate model create --schema "$(printf 'a\033[31m\nb.json')"

for what in "model create" "model update" "model invalid" "model list" "event UPDATE"; do
    echo "== $what"
    run cfnc generate $what --schema "$memo" --seed 7 > one 2> one.notes
    run cfnc generate $what --schema "$memo" --seed 7 > two 2> two.notes
    cmp one two && cmp one.notes two.notes && echo "twice the same"
    run cfnc generate $what --schema "$memo" --seed 8 > three 2> /dev/null
    cmp -s one three && echo "the seed changes nothing"
done
echo "== so many, valid or not"
for variant in minimal maximal random boundary; do
    cfnc generate model create -n 20 --variant $variant --schema "$memo" 2> /dev/null |
        cfnc check create --schema "$memo" | grep -c '"valid":true'
    cfnc generate model update --examples 9 --variant $variant --schema "$memo" 2> /dev/null |
        cfnc check update --schema "$memo" | grep -c '"valid":true'
done
cfnc generate model invalid -n 20 --schema "$memo" 2> notes |
    cfnc check create --schema "$memo" | grep -c '"valid":false'
grep -c '^model [0-9]* breaks ' notes

echo "== an identifier that has no place in the model"
for type in string integer array; do
    cat > odd.json << EOF
{"typeName": "Acme::Demo::Odd", "properties": {"Part": {"type": "$type", "properties": {"Id": {"type": "string"}}}},
 "required": ["Part"], "primaryIdentifier": ["/properties/Part/Id"], "readOnlyProperties": ["/properties/Part/Id"]}
EOF
    run cfnc generate event READ --schema odd.json --seed 1
done

echo "== a map of a thousand patterns, in 600 MB"
patterns=$(seq -f '"^k%g": {"type": "string"}' -s, 1000)
cat > map.json << EOF
{"typeName": "Acme::Demo::Map", "properties": {"Map": {"type": "object", "patternProperties": {$patterns}, "minProperties": 40}},
 "primaryIdentifier": ["/properties/Map"]}
EOF
limit=600000
(ulimit -v $limit; cfnc version) > /dev/null 2>&1 || limit=unlimited # a sanitizer's shadows are larger
(ulimit -v $limit; cfnc generate model create --schema map.json --seed 1 2>&1) | grep -c '^{"Map":{"k'

echo "== input files"
run cfnc generate inputs --schema "$memo" --seed 2
run cfnc generate inputs --schema "$memo"
run cfnc generate inputs --schema "$memo" --set 3
run cfnc generate inputs --schema "$memo" --set 3 --force --seed 5
tr -d '\n' < inputs/inputs_1_create.json | cfnc check create --schema "$memo"
tr -d '\n' < inputs/inputs_1_update.json | cfnc check update --schema "$memo"
run cfnc test --demo --schema "$memo" -q
run cfnc test --demo --schema "$memo" --examples 2

ln -s elsewhere/new.json inputs/inputs_4_update.json
run cfnc generate inputs --schema "$memo" --set 4 --force
mkdir inputs/inputs_5_invalid.json
run cfnc generate inputs --schema "$memo" --set 5 --force
ls inputs
for seed in 132 150; do # of which a list and a string are invalid models
    cfnc generate inputs --schema "$memo" --set 6 --force --seed $seed > /dev/null 2>&1
    head -c 1 inputs/inputs_6_invalid.json
done
echo

echo "== what LIST is given, read-only values too"
sed 's/"list": { "permissions": \[\] }/"list": { "permissions": [], "handlerSchema": { "properties": { "Arn": { "$ref": "resource-schema.json#\/properties\/Arn" } }, "required": ["Arn"] } }/' "$memo" > listed.json
run cfnc generate model list --schema listed.json 2> /dev/null | sed 's/:[a-z]*:/:#:/'
run cfnc generate event LIST --schema listed.json 2> /dev/null | grep -c Arn

echo "== values that are filled in"
rm -r inputs
mkdir inputs
echo '{"Title": "cfnc-{{random}}", "...": "generate"}' > inputs/inputs_1_create.json
echo '{"Title": "{{env:TITLE}}"}' > inputs/inputs_1_update.json
run cfnc test --demo --schema "$memo" -qq
TITLE=Later run cfnc test --demo --schema "$memo" --seed 1 -qq
echo '{"Title": 5, "...": "generate"}' > inputs/inputs_1_create.json
run cfnc test --demo --schema "$memo" -qq

rm -r inputs
echo "== a failing run made again"
for i in 1 2 3; do
    cfnc test --demo --schema "$memo" --fault read-wrong-value --seed $((6 + i / 3)) --tb long -vv |
        sed -E 's/[0-9.]+s\b//; s/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}//; s/--seed [0-9]//; s/cfnc replay .*//' > run.$i
done
cmp run.1 run.2 && echo "to the byte"
cmp -s run.1 run.3 && echo "the seed changes nothing"

echo "== smaller and smaller"
run cfnc test --demo --schema "$memo" --fault read-wrong-value --seed 1 --shrink 30 --tb short contract_create_read | grep -v "^  .Title"
