# An endpoint that is not there, or goes away, makes errors: nothing that was not judged passes.
refuse() { run cfnc test --schema schema.json --endpoint "$@" 2>&1 | grep -E '^(cfnc: |\(exit)'; }
cat > schema.json <<'SCHEMA'
{"typeName": "Acme::Demo::Thing", "primaryIdentifier": ["/properties/Name"],
  "createOnlyProperties": ["/properties/Name"], "properties": {"Name": {"type": "string", "pattern": "^[a-z]{8}$"}},
  "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}}}
SCHEMA
export AWS_ACCESS_KEY_ID=AKIAABCDEFGHIJKLMNOP AWS_SECRET_ACCESS_KEY=not-a-secret-but-a-test
refuse http://no-such-host.invalid:3001
refuse http://
refuse http://localhost:99999
refuse "http://local host:3001"
refuse http://user:password@localhost:3001
refuse "http://localhost:3001/?x=1"
refuse ftp://localhost
unset AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY

echo "-- the endpoint goes away in the middle"
serve --schema schema.json --stabilize 1 --delay 1
: > output
"$CFNC" test -v --schema schema.json --seed 1 --endpoint "$URL" > output 2>&1 & run=$!
for _ in $(seq 400); do grep -q "1 CREATE IN_PROGRESS" output && break; sleep 0.05; done
disown "$serving"
kill -9 "$serving"
wait "$run" 2> /dev/null
echo "(exit $?)"
sed 's/127.0.0.1:[0-9]*/127.0.0.1:#/g' output
