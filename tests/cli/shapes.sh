# The nine shapes that the terminal takes: all is well, a failure, a wait, skips, a fixture that is
# not there, nothing to talk to, Ctrl-C, a crash, the doctor. They were drawn before cfnc was written,
# and are as they were drawn but for this:
#   the first line names the suite, and "rules:" counts what the run says of each;
#   a line says that placeholders are sent where there are no credentials;
#   a reason to skip says what the type lacks, not what its schema has no word for;
#   every label of a block is 14 columns wide, as "errorMessage" needs, so that its lines align;
#   commands stand alone in their line ("more", "again", "the call"), so that they can be copied;
#   what gives up is told as a time ("2h00m") with what says so;
#   "seen in" names four tests and counts the rest; a frame says what went wrong;
#   what a stopped run did not come to is counted, and listed with -v only.
cat > .rpdk-config <<'END'
{"artifact_type": "RESOURCE", "typeName": "Acme::Demo::Thing", "language": "python37", "runtime": "python3.7",
 "entrypoint": "thing.resource", "testEntrypoint": "thing.test", "settings": {}}
END
cat > acme-demo-thing.json <<'END'
{"typeName": "Acme::Demo::Thing", "description": "Resource Type definition for a thing", "additionalProperties": false,
 "properties": {"Name": {"type": "string", "pattern": "^[a-z]+$"}, "Size": {"type": "integer"}, "Id": {"type": "string"},
   "Config": {"type": "object", "additionalProperties": false, "properties": {
     "Mode": {"type": "string", "enum": ["fast", "slow"]}, "Retain": {"type": "boolean"}}},
   "Secret": {"type": "string"}},
 "required": ["Name"], "primaryIdentifier": ["/properties/Name"], "createOnlyProperties": ["/properties/Name"],
 "readOnlyProperties": ["/properties/Id"], "writeOnlyProperties": ["/properties/Secret"], "tagging": {"taggable": false},
 "handlers": {"create": {"permissions": ["demo:CreateThing"]}, "read": {"permissions": ["demo:GetThing"]},
   "update": {"permissions": ["demo:UpdateThing"]}, "delete": {"permissions": ["demo:DeleteThing"]},
   "list": {"permissions": ["demo:ListThings"]}}}
END
mkdir inputs
for kind in create update; do
    [ "$kind" = create ] && mode=fast || mode=slow
    echo "{\"Name\": \"alpha\", \"Size\": 3, \"Config\": {\"Mode\": \"$mode\", \"Retain\": true}, \"Secret\": \"hunter2hunter2\"}" \
        > inputs/inputs_1_$kind.json
done
thing() { run cfnc test --suite v1 --seed 2891734 --no-record --endpoint "$URL" "$@"; }

echo "-- 1 all is well"
serve --schema acme-demo-thing.json --stabilize 3
thing
echo "-- 3 a wait, in a log: nothing, as it lasts no minute (see pty.sh for a terminal)"
thing -k contract_create_delete | grep -c wait
echo "-- 4 skips"
thing -rs | sed '1,/^update_invalid/d'
echo "-- 2 a failure"
serve --schema acme-demo-thing.json --fault read-wrong-value
thing -k contract_create_read
echo "-- 5 a fixture"
serve --schema acme-demo-thing.json --fault create-fails
thing
echo "-- 8 a crash"
serve --schema acme-demo-thing.json --fault answer-crash
thing -k contract_create_read | sed -n '/^----/,/again/p'
serve --schema acme-demo-thing.json --fault answer-empty
thing -k contract_create_read | sed -n '/^----/,/again/p'
echo "-- 6 nothing to talk to"
URL=http://127.0.0.1:9
thing
echo "-- 7 Ctrl-C"
serve --schema acme-demo-thing.json --stabilize 1 --delay 2
rm -rf .cfnc # what earlier runs noted
"$CFNC" test --suite v1 --no-record --endpoint "$URL" > said 2>&1 & testing=$!
for _ in $(seq 400); do grep -q '"known"' .cfnc/ledger.jsonl 2> /dev/null && break; sleep 0.05; done
kill -INT $testing
wait $testing
echo "(exit $?)"
sed '1,/inputs_1/d; /^$/d' said
echo "-- 9 the doctor"
run cfnc doctor --endpoint "$URL"
