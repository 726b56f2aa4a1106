#!/usr/bin/env bash
#
# Runs cfnc against moto, a stand-in for AWS that other people wrote, with its check of
# signatures, tokens and permissions switched on: STS, roles, and who may do what.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/peers/venv.sh

cfnc=$(realpath "${CFNC:-build/dev/cfnc}")
schema=$PWD/examples/memo/example-notes-memo.json
peer_python aws 'moto[server]==5.1.16' botocore==1.44.5

scratch=$(mktemp -d)
moto= handlers= tls=
trap 'kill -KILL $moto $handlers $tls 2> /dev/null || true; rm -rf "$scratch"' EXIT
export HOME=$scratch AWS_EC2_METADATA_DISABLED=true AWS_DEFAULT_REGION=us-east-1
unset AWS_PROFILE AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN

"$PYTHON" -m moto.server -H 127.0.0.1 -p 0 > "$scratch/moto" 2>&1 < /dev/null &
moto=$!
disown
peer_starts "$moto" "$scratch/moto"
port=${url##*:}
export AWS_ENDPOINT_URL_STS=$url AWS_ENDPOINT_URL_CLOUDFORMATION=$url

# A user with keys, a role that it may assume; from then on moto checks every signature.
"$PYTHON" tests/peers/aws_account.py "$url" > "$scratch/account"
. "$scratch/account"

"$cfnc" serve --schema "$schema" --port 0 > "$scratch/handlers" 2>&1 < /dev/null &
handlers=$!
disown
peer_starts "$handlers" "$scratch/handlers"

status=0
# expect CODE TEXT LABEL ARGUMENT...: how `cfnc test` ends, and what it has to say.
expect()
{
    local code=0 wanted=$1 text=$2 label=$3

    shift 3
    (cd "$scratch" && timeout 120 "$cfnc" test --schema "$schema" --endpoint "$url" "$@" -vv \
        --report json:o.json > output 2>&1 < /dev/null) || code=$?
    cat "$scratch/output" "$scratch/o.json" >> "$scratch/everything" 2> /dev/null || true
    if [ "$code" -eq "$wanted" ] && grep -q -e "$text" "$scratch/output"; then
        echo "ok    $label: exit $code, \"$text\""
    else
        echo "FAIL  $label: exit $code instead of $wanted, or nothing of \"$text\" in:"
        tail -n 30 "$scratch/output"
        status=1
    fi
}

asked() { grep -c "$1" "$scratch/moto" || true; }

mkdir -p "$scratch/.aws"
cat > "$scratch/.aws/credentials" <<EOF
[keys]
aws_access_key_id = $KEY_ID
aws_secret_access_key = $KEY_SECRET
[wrong]
aws_access_key_id = $KEY_ID
aws_secret_access_key = not-the-secret-of-this-key
EOF
cat > "$scratch/.aws/config" <<EOF
[profile chained]
role_arn = $ROLE_ARN
source_profile = keys
role_session_name = chained
[profile process]
credential_process = "$PYTHON" -c "import json; print(json.dumps({'Version': 1, 'AccessKeyId': '$KEY_ID', 'SecretAccessKey': '$KEY_SECRET'}))"
EOF

expect 0 "account 123456789012" "keys, as they are" --profile keys
expect 0 "account $ACCOUNT" "a session and an account" --profile keys --ask-sts
expect 0 "account $ACCOUNT" "a role" --profile keys --role-arn "$ROLE_ARN"
expect 0 "account $ACCOUNT" "a role of the profile" --profile chained --ask-sts
expect 0 "account $ACCOUNT" "a role by another role" --profile chained --role-arn "$ROLE_ARN"
expect 0 "account $ACCOUNT" "a process" --profile process --ask-sts
expect 0 "account 999999999999" "an account of one's own" --profile keys --role-arn "$ROLE_ARN" --account-id 999999999999
expect 0 "account $ACCOUNT" "confused deputies" --profile keys --role-arn "$ROLE_ARN" \
    --source-account 999999999999 --source-arn arn:aws:cloudformation:us-east-1:999999999999:type/resource/X
expect 3 "HTTP 403 SignatureDoesNotMatch" "a wrong secret" --profile wrong --ask-sts
AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE AWS_SECRET_ACCESS_KEY=nobody-knows-this-key \
    expect 3 "HTTP 403 InvalidClientTokenId" "an unknown key" --ask-sts
AWS_ACCESS_KEY_ID=$KEY_ID AWS_SECRET_ACCESS_KEY=$KEY_SECRET AWS_SESSION_TOKEN=not-of-this-key \
    expect 0 "account 123456789012" "what nobody checks" --log-group-name some/group

mkdir "$scratch/project"
cp "$schema" "$scratch/project/schema.json"
# exports CODE TEXT LABEL JSON ARGUMENT...: the same of a project with such overrides.
exports()
{
    local code=0 wanted=$1 text=$2 label=$3

    echo "$4" > "$scratch/project/overrides.json"
    shift 4
    (cd "$scratch/project" && timeout 120 "$cfnc" test --schema schema.json --endpoint "$url" --tb long -vv "$@" \
        > ../output 2>&1 < /dev/null) || code=$?
    cat "$scratch/output" >> "$scratch/everything"
    if [ "$code" -eq "$wanted" ] && grep -qF -e "$text" "$scratch/output"; then
        echo "ok    $label: exit $code, $text"
    else
        echo "FAIL  $label: exit $code instead of $wanted, or nothing of $text in:"
        head -n 30 "$scratch/output"
        status=1
    fi
}
exports 0 '"value-129 and value-0"' "exports of both pages" \
    '{"CREATE": {"/Title": "{{Exported-129}} and {{ Exported-000 }}"}}' --profile keys
exports 0 '"quote \" backslash \\ <&> é"' "a value with quotes" '{"CREATE": {"/Title": "{{Odd:Name}}"}}' \
    --profile keys --role-arn "$ROLE_ARN"
exports 0 '"value-129"' "a name without quotes" '{"CREATE": {"/Title": {{Exported-129}}}}' --profile keys
exports 4 '{{Exported-00}} (did you mean Exported-000?), {{Nothing}}: no stack exports that in us-east-1; pass' \
    "unknown names" '{"CREATE": {"/Title": "{{Exported-00}}{{Nothing}}{{Exported-000}}"}}' --profile keys
exports 4 'no stack exports that in eu-west-1' "another region" '{"CREATE": {"/Title": "{{Exported-000}}"}}' \
    --profile keys --region eu-west-1
exports 4 'ListExports: HTTP 403 SignatureDoesNotMatch' "a wrong secret" '{"CREATE": {"/Title": "{{Exported-000}}"}}' \
    --profile wrong

before=$(wc -l < "$scratch/moto")
expect 0 passed "one call to STS for each credential" --profile keys --role-arn "$ROLE_ARN" --log-group-name g --log-role-arn "$ROLE_ARN"
calls=$(tail -n "+$((before + 1))" "$scratch/moto" | grep -c 'POST / ' || true)
if [ "$calls" -eq 3 ]; then
    echo "ok    one run: AssumeRole twice, GetCallerIdentity once"
else
    echo "FAIL  one run made $calls calls instead of 3"
    status=1
fi

# An image: what its container is given stands in an argument, so it is made up unless the user says otherwise.
mkdir "$scratch/bin"
cat > "$scratch/bin/docker" <<'DOCKER'
#!/usr/bin/env bash
[ "$1" = run ] || exit 0
tr '\0' '\n' < "/proc/$$/cmdline" >> "$ARGUMENTS"
exec 3<> "/dev/tcp/127.0.0.1/${HANDLERS##*:}"
printf 'POST /2015-03-31/functions/TypeFunction/invocations HTTP/1.0\r\nContent-Length: %s\r\n\r\n%s' \
    "$(printf %s "${!#}" | wc -c)" "${!#}" >&3
echo __CFN_RESOURCE_START_RESPONSE__
sed '1,/^\r$/d' <&3
echo __CFN_RESOURCE_END_RESPONSE__
DOCKER
chmod +x "$scratch/bin/docker"
# image TEXT PATTERN LABEL ARGUMENT...: what a run says, and what an argument has to hold.
image()
{
    local text=$1 pattern=$2 label=$3 code=0

    shift 3
    rm -f "$scratch/arguments"
    (cd "$scratch" && PATH=$scratch/bin:$PATH ARGUMENTS=$scratch/arguments HANDLERS=$url \
        "$cfnc" test --schema "$schema" --docker-image acme/memo:1 "$@" contract_create_delete \
        > output 2>&1 < /dev/null) || code=$?
    cat "$scratch/output" >> "$scratch/everything"
    if [ "$code" -eq 0 ] && grep -qF "$text" "$scratch/output" && grep -qE "$pattern" "$scratch/arguments" &&
        ! grep -qF -e "$KEY_SECRET" -e "$KEY_ID" "$scratch/arguments"; then
        echo "ok    $label: $text"
    else
        echo "FAIL  $label: exit $code, or nothing of \"$text\", or no $pattern, or a key in an argument:"
        tail -n 20 "$scratch/output"
        status=1
    fi
}
export AWS_ACCESS_KEY_ID=$KEY_ID AWS_SECRET_ACCESS_KEY=$KEY_SECRET
image "placeholders are sent" '"accessKeyId":"CfncOffline' "an image gets placeholders"
image "account $ACCOUNT" '"sessionToken":"[^"]{40}' "an image gets a session when it may" --expose-secrets
image "account $ACCOUNT" '"accessKeyId":"ASIA' "an image gets a role when it may" --expose-secrets --role-arn "$ROLE_ARN"
unset AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY

# https: a certificate that nobody vouches for is refused; moto runs no handler, but checks the signature.
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1 \
    -keyout "$scratch/key.pem" -out "$scratch/cert.pem" 2> /dev/null ||
    peer_skip "openssl cannot make a certificate (apt-get install openssl)"
"$PYTHON" tests/peers/aws_tls.py "$port" "$scratch" > "$scratch/tls" 2>&1 < /dev/null &
tls=$!
disown
peer_starts "$tls" "$scratch/tls"
expect 3 "certificate is not trusted" "an unknown certificate" --profile keys
export AWS_CA_BUNDLE=$scratch/cert.pem
expect 1 "the answer has no status" "a signature that moto takes" --profile keys --function-name handlers -x contract_create_delete
expect 1 "the answer has no status" "the same of a version" --profile keys -x contract_create_delete \
    --function-name "arn:aws:lambda:us-east-1:$ACCOUNT:function:handlers:1"
expect 3 "it is of account 999999999999, the credentials are of $ACCOUNT" "another account's function" --profile keys \
    --role-arn "$ROLE_ARN" --function-name 999999999999:function:handlers
expect 3 "it is in eu-west-1; pass --region eu-west-1" "another region's function" --profile keys \
    --function-name "arn:aws:lambda:eu-west-1:$ACCOUNT:function:handlers"
expect 1 '<Code>SignatureDoesNotMatch' "a wrong secret" --profile wrong -x contract_create_delete --function-name handlers
unset AWS_CA_BUNDLE

if grep -qF -e "$KEY_SECRET" -e "$KEY_ID" -e not-the-secret -e nobody-knows -e not-of-this-key "$scratch/everything" ||
    grep -qE 'ASIA[A-Z0-9]{16}|FQoGZXIvYXdzE' "$scratch/everything"; then
    echo "FAIL  a secret was told"
    status=1
else
    echo "ok    no secret in $(wc -c < "$scratch/everything") bytes that were written"
fi
exit "$status"
