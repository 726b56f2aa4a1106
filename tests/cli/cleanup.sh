# What runs leave behind is noted before it is made, told, and deleted.
cat > schema.json <<'SCHEMA'
{"typeName": "Acme::Demo::Ticket", "primaryIdentifier": ["/properties/Id"], "additionalProperties": false,
  "readOnlyProperties": ["/properties/Id"], "properties": {"Id": {"type": "string"},
    "Title": {"type": "string"}, "Size": {"type": "integer"}},
  "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []},
    "list": {"permissions": []}}}
SCHEMA
sed 's/Ticket/Thing/' schema.json > other.json
ids() { sed -E 's/\b[a-z0-9]{8}(  |: (it|expected))/(id)\1/; s/cfnc-[a-z0-9]{10}/(name)/g; s/[0-9]+ (second|minute|hour|day)s? ago/(age) ago/'; }
invoke() { echo "{\"desiredResourceState\": $2}" | cfnc invoke resource "$1" - --schema schema.json --endpoint "$URL"; }
count() { invoke LIST '{}' | grep -c '"Id"'; }
# A create that was sent, and whose sender was killed: entry, what was asked for, more of it.
sent()
{
    printf '{"is":"sent","entry":"%s","run":"","type":"Acme::Demo::Ticket","account":"123456789012","region":"us-east-1","endpoint":"%s","function":"TypeFunction","test":"a_test","set":"inputs_1","time":1795301695911,"unique":%s,"desired":%s}\n' \
        "$1" "$URL" "$3" "$2" >> .cfnc/ledger.jsonl
}

echo "-- nothing was ever made"
run cfnc cleanup
run cfnc cleanup --all --yes
run cfnc cleanup abc --yes
serve --schema schema.json --fault delete-fails
echo "-- a run that cannot delete"
run cfnc test --schema schema.json --endpoint "$URL" --seed 1 -k contract_create_delete --no-record 2>&1 |
    sed -n '/^left behind/,$p' | ids
stat -c '%a %F' .cfnc .cfnc/ledger.jsonl .cfnc/lock
run cfnc cleanup 2>&1 | ids
cfnc cleanup --list --json | grep -cE '"id"|"made_by": "contract_create_delete"|"identifier": \{'
echo "-- the next run says so"
cfnc test --schema schema.json --endpoint "$URL" --seed 2 -k contract_check_asserts_work -qq
echo "-- it still cannot be deleted"
run cfnc cleanup --all --yes --schema schema.json 2>&1 | ids
echo "-- elsewhere"
run cfnc cleanup --all --yes --schema other.json 2>&1 | ids
run cfnc cleanup --all --yes --schema schema.json --region eu-west-1 2>&1 | ids
run cfnc cleanup --all --yes --schema schema.json --account-id 210987654321 2>&1 | ids
run cfnc cleanup --all --yes --schema schema.json --endpoint http://127.0.0.1:1 2>&1 | sed -n '1p;$p'
run cfnc cleanup --all --yes
echo "-- forgotten"
run cfnc cleanup --forget zzz
run cfnc cleanup --forget "$(cfnc cleanup --list --json | sed -n 's/.*"id": "\(.*\)".*/\1/p')" | ids
run cfnc cleanup
kill "$serving"

serve --schema schema.json
echo "-- created, and the answer never came"
invoke CREATE '{"Title": "one"}' > /dev/null
invoke CREATE '{"Title": "k3v9q2x7ab"}' > /dev/null
invoke CREATE '{"Size": 3}' > /dev/null
sent aaaaaaaa '{"Title": "k3v9q2x7ab"}' true
sent bbbbbbbb '{"Size": 3}' false
sent cccccccc '{"Title": "w5t8j1r6pd"}' true
count
run cfnc cleanup --all --yes --schema schema.json
count
echo "-- by its id"
run cfnc cleanup bbb --yes --schema schema.json
count
run cfnc cleanup
wc -l < .cfnc/ledger.jsonl
echo "-- a broken ledger"
sent aaaaaaaa '{"Title": "one"}' true
echo '{oops}' >> .cfnc/ledger.jsonl
sent bbbbbbbb '{"Title": "nobody made it"}' true
run cfnc test --schema schema.json --endpoint "$URL" --seed 1 -qq
run cfnc cleanup --list | ids
run cfnc cleanup --all --yes --schema schema.json
grep -c . .cfnc/ledger.jsonl
count
echo "-- no place for a ledger"
rm -rf .cfnc && echo > .cfnc
run cfnc test --schema schema.json --endpoint "$URL" --seed 1 -qq
run cfnc cleanup
count
rm .cfnc
echo "-- words"
run cfnc cleanup --list --all
run cfnc cleanup --forget a --all
run cfnc cleanup --all a
run cfnc cleanup --json --all
echo "-- one at a time"
kill "$serving"
serve --schema schema.json --stabilize 1 --delay 60
"$CFNC" test --schema schema.json --endpoint "$URL" --seed 1 -qq > /dev/null 2>&1 & run=$!
for _ in $(seq 200); do grep -q '"known"' .cfnc/ledger.jsonl 2> /dev/null && break; sleep 0.05; done
for command in "test -qq" "cleanup --all --yes"; do
    run cfnc $command --schema schema.json --endpoint "$URL" 2>&1 | sed "s/process $run/process (the first)/"
done
run cfnc cleanup --list | ids
disown "$run"
kill -KILL "$run"
while kill -0 "$run" 2> /dev/null; do sleep 0.05; done
run cfnc cleanup --forget "$(cfnc cleanup --list --json | sed -n 's/.*"id": "\(.*\)".*/\1/p')" | ids
