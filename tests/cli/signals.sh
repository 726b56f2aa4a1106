# Whoever stops a run, or stops reading what it says, leaves no resource behind.
echo '{"typeName": "Acme::Demo::Thing", "primaryIdentifier": ["/properties/Name"],
  "createOnlyProperties": ["/properties/Name"], "properties": {"Name": {"type": "string", "pattern": "^[a-z]{8}$"}},
  "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}}}' > schema.json
serve --schema schema.json --stabilize 1 --delay 1

interrupt()
{
    "$CFNC" test -v --schema schema.json --seed 1 --endpoint "$URL" -k "create_read or create_delete" > output 2>&1 & run=$!
    for _ in $(seq 100); do grep -q "1 CREATE IN_PROGRESS" output && break; sleep 0.05; done
    kill "-$1" "$run"
    wait "$run"
    echo "(exit $?)"
    grep -v '^ *$' output
}
echo "-- SIGINT"
interrupt INT
echo "-- SIGTERM"
interrupt TERM | tail -3

echo "-- nobody reads"
cfnc test -v --schema schema.json --seed 1 --endpoint "$URL" -k create_read 2>&1 | head -1
sleep 0.1
kill -INT "$serving"
wait "$serving"
tail -1 "$HOME/serving" | sed 's/^.* answered/some invocations answered/'

echo "-- nothing can be written"
cfnc test --demo --seed 1 > /dev/full
echo "(exit $?)"
echo '{"typeName": "Acme::Demo::Thing"}' > lacking.json
cfnc validate lacking.json > /dev/full
echo "(exit $?)"

echo "-- a report where a link is"
echo old > report.json && ln -s report.json link.json
run cfnc test --demo --seed 1 -qq --report json:link.json
readlink link.json && grep -m 1 '"verdict"' report.json
