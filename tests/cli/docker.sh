# --docker-image, with a docker that is a script: it asks a handler that listens elsewhere.
cat > schema.json <<'SCHEMA'
{"typeName": "Acme::Demo::Thing", "primaryIdentifier": ["/properties/Name"], "additionalProperties": false,
  "writeOnlyProperties": ["/properties/Secret"], "createOnlyProperties": ["/properties/Name"],
  "properties": {"Name": {"type": "string", "pattern": "^[a-z]{8}$"}, "Secret": {"type": "string"}},
  "typeConfiguration": {"type": "object", "properties": {"Key": {"type": "string"}}},
  "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}}}
SCHEMA
cp schema.json acme-demo-thing.json
settings() { echo "{\"typeName\": \"Acme::Demo::Thing\"$1}" > .rpdk-config; }
settings ', "executableEntrypoint": "java -cp /handler.jar \"com.acme.Handler Wrapper\""'
mkdir bin
cat > bin/docker <<'DOCKER'
#!/usr/bin/env bash
echo "$*" | sed 's/{.*/PAYLOAD/' >> docker.log
tr '\0' ' ' < "/proc/$$/cmdline" >> cmdlines 2> /dev/null
case $1 in image | rm) exit "${MISSING:-0}" ;; esac
echo a log line; echo and another >&2
[ -z "${HANGS:-}" ] || { : > hanging; exec sleep 100; }
payload=${!#}
exec 3<> "/dev/tcp/127.0.0.1/${URL##*:}"
printf 'POST /2015-03-31/functions/TypeFunction/invocations HTTP/1.0\r\nContent-Length: %s\r\n\r\n%s' \
    "$(printf %s "$payload" | wc -c)" "$payload" >&3
echo __CFN_RESOURCE_START_RESPONSE__
sed '1,/^\r$/d' <&3
echo
echo __CFN_RESOURCE_END_RESPONSE__
DOCKER
chmod +x bin/docker
PATH=$PWD/bin:$PATH
serve --schema schema.json
export URL AWS_ACCESS_KEY_ID=AKIAABCDEFGHIJKLMNOP AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI AWS_SESSION_TOKEN=IQoJb3JpZ2lu
image() { run cfnc test --docker-image acme/thing:1 --seed 1 "$@"; }

echo "-- a run"
image --report json:report.json --junitxml junit.xml contract_create_delete contract_create_read
grep -E '"kind": "docker|"endpoint"|"function_name"' report.json
grep -o 'name="cfnc.endpoint"[^/]*' junit.xml
head -2 docker.log
echo "-- judged again, it is the same"
run cfnc report -qq
echo "-- nothing secret was an argument"
grep -c CfncOfflineAccessKey cmdlines | sed 's/[1-9][0-9]*/some/'
grep -cE 'wJalrX|IQoJb|AKIAABC' cmdlines
echo "-- by hand"
echo '{"desiredResourceState": {"Name": "abcdefgh"}}' > request.json
run cfnc invoke resource CREATE request.json --docker-image acme/thing:1
echo "-- what it does not go with"
image --endpoint http://127.0.0.1:3002
image --function-name Other
image --endpoint http://127.0.0.1:3001 --function-name TypeFunction --collect-only -k create_delete
image --demo
image --wait-for-endpoint 3
image --profile mine
image --role-arn arn:aws:iam::123456789012:role/x
run cfnc test --docker-image --privileged
run cfnc test --docker-image -v
run cfnc test --expose-secrets
echo "-- what must not be shown"
echo '{"CREATE": {"/Secret": "hunter2hunter2"}}' > overrides.json
image -k create_delete
image -k create_delete --expose-secrets --offline | tail -1
rm overrides.json
echo '{"Key": "hunter2hunter2"}' > typeconfig.json
image -k create_delete --typeconfig typeconfig.json
image -k create_delete --typeconfig typeconfig.json --dry-run | tail -1
echo '{"desiredResourceState": {"Name": "abcdefgh", "Secret": "hunter2hunter2"}}' |
    run cfnc invoke resource CREATE - --docker-image acme/thing:1
echo "-- what is missing"
settings ""
image
settings ', "executableEntrypoint": " "'
image
settings ', "executableEntrypoint": "java '"'"'x"'
image
settings ', "executableEntrypoint": "java"'
MISSING=1 image
PATH=/nowhere image
run cfnc test --schema schema.json --docker-image acme/thing:1 --seed 1 -qq contract_create_delete
echo "-- what hangs is waited for twice as long as it may take, and removed"
: > docker.log
HANGS=1 image --enforce-timeout 500ms -q contract_create_delete | grep -oE '  fault .*answer within [0-9]+ s|^MUST.*' | head -2
cat docker.log
rm -rf hanging .cfnc
echo "-- stopped, and again: the container goes too"
: > docker.log
HANGS=1 "$CFNC" test --docker-image acme/thing:1 --seed 1 -qq contract_create_delete > output 2>&1 & run=$!
for _ in $(seq 200); do [ -e hanging ] && break; sleep 0.05; done
kill -INT "$run"
for _ in $(seq 200); do grep -q stopping output && break; sleep 0.05; done
kill -INT "$run"
wait "$run"
echo "(exit $?)"
cat output docker.log
rm hanging
HANGS=1 "$CFNC" invoke resource CREATE request.json --docker-image acme/thing:1 > output 2>&1 & run=$!
for _ in $(seq 200); do [ -e hanging ] && break; sleep 0.05; done
kill -TERM "$run"
wait "$run"
echo "(exit $?)"
tail -1 docker.log
