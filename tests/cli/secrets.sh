# What is secret is in no byte that is written, whatever the handlers do and however much is shown.
cat > acme-demo-thing.json <<'SCHEMA'
{"typeName": "Acme::Demo::Thing", "primaryIdentifier": ["/properties/Name"],
  "createOnlyProperties": ["/properties/Name"], "writeOnlyProperties": ["/properties/Secret"],
  "additionalProperties": false, "required": ["Name"],
  "properties": {"Name": {"type": "string"}, "Size": {"type": "integer"},
    "Secret": {"type": "string", "pattern": "^[a-z0-9 \"-]*$"}},
  "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "update": {"permissions": []},
    "delete": {"permissions": []}, "list": {"permissions": []}}}
SCHEMA
echo '{"typeName": "Acme::Demo::Thing", "language": "python37"}' > .rpdk-config
mkdir inputs
echo '{"Name": "abc", "Size": 3, "Secret": "hunter2 \"the second\""}' > inputs/inputs_1_create.json
echo '{"Name": "abc", "Size": 4, "Secret": "correct horse"}' > inputs/inputs_1_update.json
echo '{"Api": [{"Key": "live-0123456789"}]}' > configuration.json
export AWS_ACCESS_KEY_ID=AKIAABCDEFGHIJKLMNOP AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI AWS_SESSION_TOKEN=IQoJb3JpZ2lu
secrets='hunter2|the second|correct horse|live-0123|AKIAABC|wJalrX|IQoJb3'

reports=$(for format in json junit html tap sarif md har; do echo "--report $format:o.$format"; done)

styles="auto long short line native" depths="-qq -q -v -vv"
[ -z "${CFNC_SAMPLE:-}" ] || styles="auto long" depths="-q -vv"
[ -z "${CFNC_WATCHED:-}" ] || styles="auto long" depths="-vv" # each run takes half a minute then

# try WHAT OPTION...: one run at every depth, each with all reports.
try()
{
    local what=$1 found=0
    shift
    for style in $styles; do
        for depth in $depths; do
            "$CFNC" test --typeconfig configuration.json --seed 1 --tb "$style" "$depth" "$@" \
                $reports > o.txt 2>&1
            cat o.* >> "$HOME/everything"
            ! grep -rqE "$secrets" o.* .cfnc || found=$((found + 1))
        done
    done
    echo "$what: $found told a secret"
}
try honest --demo
for fault in create-write-only read-write-only update-write-only list-write-only answer-not-json answer-crash; do
    try "$fault" --demo --fault "$fault"
done
serve --schema acme-demo-thing.json --fault read-write-only
try "an endpoint that is sent the credentials" --endpoint "$URL"
grep -qE '"Secret": "•••' "$HOME/everything" && echo "and bullets stand where they were"

echo "-- not even where it is wrong"
echo '{"Name": "abc", "Secret": "WRONG HORSE"}' > inputs/inputs_1_create.json
run cfnc test --demo --seed 1
rm -r inputs
echo '{"CREATE": {"/Secret": "WRONG HORSE"}}' > overrides.json
run cfnc test --demo --seed 1
run cfnc validate --inputs

echo "-- whoever has them, whatever is asked"
rm -rf overrides.json .cfnc && mkdir inputs
echo '{"Name": "abc", "Size": 3, "Secret": "hunter2 \"the second\""}' > inputs/inputs_1_create.json
echo '{"Name": "abc", "Size": 4, "Secret": "correct horse"}' > inputs/inputs_1_update.json
unset AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN
export AWS_CONFIG_FILE=$HOME/config AWS_SHARED_CREDENTIALS_FILE=$HOME/credentials
cat > "$HOME/process" <<'SCRIPT'
#!/bin/sh
tr '\0' '\n' < "/proc/$PPID/cmdline" > "$HOME/arguments"
echo '{"Version": 1, "AccessKeyId": "ASIAPROCESSPROCESS00", "SecretAccessKey": "process+secret/0", "SessionToken": "processToken0"}'
[ "$1" != broken ] || { echo "no: process+secret/0processToken0 is not good" >&2; exit 3; }
SCRIPT
chmod +x "$HOME/process"
cat > "$HOME/config" <<CONFIG
[profile process]
credential_process = $HOME/process
[profile broken]
credential_process = $HOME/process broken
[profile web]
role_arn = arn:aws:iam::123456789012:role/r
web_identity_token_file = $HOME/token
CONFIG
printf '[keys]\naws_access_key_id = AKIAFILEFILEFILEFILE\naws_secret_access_key = file+secret/0\naws_session_token = fileToken0=\n' \
    > "$HOME/credentials"
echo webIdentityToken0 > "$HOME/token"
secrets='hunter2|the second|correct horse|live-0123|FILEFILE|file.secret|fileToken|PROCESSPROCESS|process.secret|processToken'
secrets="$secrets|webIdentity|containerToken|ZmlsZStzZWNyZXQv|cHJvY2VzcytzZWNyZXQv|aHVudGVyMiAi|%2Bsecret"
export AWS_ENDPOINT_URL_STS=$URL
umask 000
who()
{
    local what=$1 code=0
    shift
    "$@" > o.txt 2>&1 < /dev/null || code=$?
    grep -rlE "$secrets" o.* .cfnc "$HOME/arguments" 2> /dev/null | sort -u | sed 's/^/TOLD IN /'
    echo "$what: exit $code, $(wc -l < o.txt | sed 's/^0$/nothing/; s/^[0-9]*$/something/') printed"
}
all="--endpoint $URL --typeconfig configuration.json --seed 1 -vvv --tb long $(echo $reports)"
for profile in keys process broken web none; do
    who "profile $profile" "$CFNC" test --profile $profile $all
done
who "extracted" "$CFNC" report --extract '*' --out o.calls
who "judged again" "$CFNC" report --judge last -vvv --tb long $(echo $reports)
who "a container" env AWS_CONTAINER_AUTHORIZATION_TOKEN=containerToken0 \
    AWS_CONTAINER_CREDENTIALS_FULL_URI="$URL/containerToken0" "$CFNC" test $all
who "asking STS" "$CFNC" test --profile keys --ask-sts $all
echo '{"desiredResourceState": {"Name": "i", "Secret": "hunter2 \"the second\""}}' > request.json
for action in CREATE READ DELETE; do
    who "invoke $action" "$CFNC" invoke --profile keys --endpoint "$URL" resource $action request.json
done
echo '{"Name": "abc", "Size": 3, "Secret": "correct horse"}' > requested.json
echo '{"Name": "is hunter2 \"the second\" or correct horse", "Size": 4, "Secret": "hunter2 \"the second\""}' > returned.json
for how in --exactly --drift --json "--diff unified"; do
    who "compare $how" "$CFNC" compare --schema acme-demo-thing.json $how requested.json returned.json
done

echo "-- nor do the programs that are run, or a core file"
mkdir bin
printf '#!/bin/sh\nenv > "$HOME/git"; echo "$*" >> "$HOME/git"; exit 1\n' > bin/git
chmod +x bin/git
AWS_SECRET_ACCESS_KEY=aSecretOfTheEnvironment AWS_SESSION_TOKEN=aTokenOfTheEnvironment PATH="$PWD/bin:$PATH" \
    "$CFNC" validate --against git:HEAD acme-demo-thing.json > o.txt 2>&1
grep -c HOME= "$HOME/git"
grep -c OfTheEnvironment "$HOME/git"
grep "Max core" "/proc/$serving/limits" | tr -s ' '

echo "-- and what is kept is for its owner"
find .cfnc -printf '%m %y %f\n' | sed -E 's/[0-9]{8}T.*/(run)/' | sort -u
ln -s elsewhere cfnc-report.json
run cfnc test --demo --report json -qq
ls elsewhere 2>&1
run cfnc test --demo --report json:cfnc-report.json --seed 1 -qq
ls elsewhere
