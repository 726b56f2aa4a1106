# Whoever stops a run, or stops reading what it says, leaves no resource behind.
echo '{"typeName": "Acme::Demo::Thing", "primaryIdentifier": ["/properties/Name"],
  "createOnlyProperties": ["/properties/Name"], "properties": {"Name": {"type": "string", "pattern": "^[a-z]{8}$"}},
  "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}}}' > schema.json
serve --schema schema.json --stabilize 1 --delay 1

# wait_for WORDS: until they stand in the output of what runs in the background
wait_for()
{
    for _ in $(seq 400); do grep -q "$1" output && return; sleep 0.05; done
    echo "never said: $1"
}
start()
{
    : > output
    "$CFNC" "$@" > output 2>&1 & run=$!
}
# finish [SCRIPT]: its exit code, and what sed takes of what it said.
finish()
{
    wait "$run"
    echo "(exit $?)"
    grep -v '^ *$' output | sed -n "${1:-p}"
}
# Time enough for what was just started to be under way, on a machine that is slow today, too.
settle()
{
    for _ in 1 2 3; do cfnc version > settled; done
    sleep 0.3
}
interrupt()
{
    start test -v --schema schema.json --seed 1 --endpoint "$URL" -k "create_read or create_delete" \
        --report json:report.json --junitxml report.xml
    wait_for "1 CREATE IN_PROGRESS"
    kill "-$1" "$run"
    finish "${2:-p}"
}
# What the last server has seen, when it ends as it is told to.
end_server()
{
    kill "-$1" "$serving"
    wait "$serving"
    echo "(exit $?)"
    tail -1 "$HOME/serving" | sed 's/^.* answered/some invocations answered/'
}

echo "-- SIGINT"
interrupt INT
echo "-- what the reports say of it"
grep -m 3 -E '"(exit_code|interrupted|outcome)"' report.json
grep -c 'message="interrupted"' report.xml; tail -1 report.xml
echo "-- SIGTERM"
interrupt TERM '/^stopping/p;$p'
echo "-- SIGHUP"
interrupt HUP '/^stopping/p;$p'
echo "-- SIGHUP, and whoever started it wants it to go on"
: > output
(trap "" HUP; exec "$CFNC" test -qq --schema schema.json --seed 1 --endpoint "$URL" -k create_read > output 2>&1) & run=$!
settle; kill -HUP "$run"
finish

echo "-- nobody reads"
cfnc test -v --schema schema.json --seed 1 --endpoint "$URL" -k create_read 2>&1 | head -1
sleep 0.1
end_server INT

echo "-- a wait of an hour ends at once, and what cannot be deleted in time is left behind"
serve --schema schema.json --stabilize 1 --delay 1h
start test -v --schema schema.json --seed 2 --endpoint "$URL" -k create_read --teardown-timeout 0.2
wait_for "1 CREATE IN_PROGRESS"
kill -INT "$run"
finish '/^stopping/,$p'
echo "-- a second signal does not wait for that"
start test -v --schema schema.json --seed 3 --endpoint "$URL" -k create_read
wait_for "1 CREATE IN_PROGRESS"
kill -INT "$run"
wait_for "DELETE IN_PROGRESS"
kill -TERM "$run"
finish '/^stopping/,$p'
echo "-- nor does cleaning up, which may go on another time"
start cleanup --all --yes --schema schema.json
settle
kill -INT "$run"
finish 's/^[a-z0-9]\{8\}  /(id)  /;p'
echo "-- nor do time-outs"
start test --schema schema.json --seed 4 --endpoint "$URL" -k create_read --test-timeout 0.2 --teardown-timeout 0.1 --global-timeout 0.5
finish '/ERROR/p;/behind/p;$p'
start test -v --schema schema.json --seed 5 --endpoint "$URL" -k create_read --global-timeout 0.2 --teardown-timeout 0.1 --report json:report.json
finish '/^  ----/p;/behind/p;$p'
grep -m 3 -E '"(exit_code|interrupted|outcome)"' report.json
echo "-- a wait can be cut"
start test -q --schema schema.json --seed 6 --endpoint "$URL" -k create_read --max-callback-delay 0.01
finish
echo "-- an operation of one's own"
echo '{"desiredResourceState": {"Name": "abcdefgh"}}' > request.json
start invoke --schema schema.json --endpoint "$URL" resource CREATE request.json
wait_for "Handler response"
kill -INT "$run"
finish '/stop/p'
end_server TERM

echo "-- a handler that hangs: twice is an order"
serve --schema schema.json --fault create-slow --enforce-timeout 60
start test -v --schema schema.json --seed 7 --endpoint "$URL" -k create_read
settle
kill -INT "$run"
wait_for stopping
kill -INT "$run"
finish '/^stopping/,$p'
kill -KILL "$serving"; wait "$serving" 2> /dev/null

echo "-- nobody is there yet"
start test --schema schema.json --endpoint http://127.0.0.1:9 --wait-for-endpoint 60
settle
kill -TERM "$run"
finish
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
