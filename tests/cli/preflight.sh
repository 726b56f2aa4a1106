# Nothing is invoked where nobody can answer.
unset AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY
export AWS_EC2_METADATA_DISABLED=true
echo '{"typeName": "Acme::Demo::Thing", "primaryIdentifier": ["/properties/Name"],
  "properties": {"Name": {"type": "string"}}, "handlers": {
  "create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}}}' > schema.json
run cfnc test --schema schema.json --endpoint http://127.0.0.1:1
run cfnc test --schema schema.json --endpoint http://no-such-host.invalid:3001
run cfnc test --schema schema.json --endpoint https://lambda.us-east-1.amazonaws.com.invalid
run cfnc test --schema schema.json --endpoint https://lambda.cn-north-1.amazonaws.com.invalid
run cfnc test --schema schema.json --endpoint https://vpce-1.lambda.eu-west-1.vpce.amazonaws.com.invalid --region eu-west-2
run cfnc test --schema schema.json --endpoint https://lambda.eu-west-1.amazonaws.com.invalid --region eu-west-1
run cfnc test --schema schema.json --endpoint localhost:3001
export AWS_SHARED_CREDENTIALS_FILE=credentials AWS_CONFIG_FILE=config
printf '[prod]\naws_access_key_id = AKIDPROD\n[desk]\ncredential_process = vault\n' > credentials
run cfnc test --schema schema.json --profile dev
run cfnc test --schema schema.json --profile desk
AWS_PROFILE=desk run cfnc test --schema schema.json --endpoint https://127.0.0.1:1
printf '[profile far]\naws_access_key_id = A\naws_secret_access_key = hush\nregion = eu-north-1\n' > config
echo "-- the region of the profile is not taken, and roles are for STS"
serve --schema schema.json
run cfnc test --schema schema.json --profile far --endpoint "$URL" contract_create_delete | grep -A1 warning
printf '[default]\nregion = eu-central-1\n' > config
run cfnc test --schema schema.json --offline --endpoint "$URL" -v contract_create_delete | grep -A1 warning
run cfnc test --schema schema.json --offline --endpoint "$URL" --region us-east-1 --log-group-name g -vv \
    contract_create_delete | grep -A1 -e warning -e provider
AWS_REGION=us-east-1 run cfnc test --schema schema.json --offline --endpoint "$URL" contract_create_delete | grep -A1 warning
run cfnc test --schema schema.json --offline --endpoint "$URL" --region us-east-1 contract_create_delete | grep -A1 warning
printf '[profile far]\naws_access_key_id = A\naws_secret_access_key = hush\nregion = eu-north-1\n' > config
run cfnc test --schema schema.json --role-arn arn:aws:iam::123456789012:user/x
run cfnc test --schema schema.json --offline --role-arn arn:aws:iam::123456789012:role/x
run cfnc test --schema schema.json --log-role-arn arn:aws:iam::123456789012:role/x
run cfnc test --schema schema.json --source-account 123456789012
AWS_ENDPOINT_URL_STS=http://127.0.0.1:1 run cfnc test --schema schema.json --profile far --endpoint "$URL" \
    --role-arn arn:aws:iam::123456789012:role/x
run cfnc test --schema schema.json --account-id 7
run cfnc test --schema schema.json --function-name ../x
serve --schema schema.json
run cfnc test --schema schema.json --endpoint "$URL" --function-name Another

echo "-- everything at once, in one message, and nothing is called"
mkdir -p all/inputs
cd all
cat > schema.json <<'SCHEMA'
{"typeName": "Acme::Demo::Thing", "primaryIdentifier": ["/properties/Name"], "additionalProperties": false,
  "properties": {"Name": {"type": "string", "minLength": 3}, "Size": {"type": "integer"}, "Key": {"type": "string"}},
  "writeOnlyProperties": ["/properties/Key"], "handlers": {
  "create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}}}
SCHEMA
refuse() { run cfnc test --schema schema.json --endpoint http://127.0.0.1:1 "$@" 2>&1 | grep -v -e '^  ' -e '^the folder'; }
echo '{"Name": "abc",}' > inputs/inputs_1_create.json
echo '{"Name": "ab"}' > inputs/inputs_2_create.json
echo '{"Size": "large"}' > inputs/inputs_1_update.json
echo '{"CREATE": {"/Nmae": "abc"}}' > overrides.json
echo '{"Key": ' > typeconfig.json
echo '{' > contract-test-exceptions.json
AWS_REGION=eu-west-1 refuse --typeconfig typeconfig.json
echo "-- by profile, of tests that do not exist, at a port that is none"
refuse --profile nobody
refuse --offline -k nothing_like_it
echo "-- not to be waited for, when there is something else"
refuse --offline --wait-for-endpoint 1h
rm -r inputs typeconfig.json contract-test-exceptions.json
echo "-- overrides alone"
echo '{"CREATE": {"/Nmae": "abc", "/Size": 1, "Key": 2, "/Siez": 3}, "UPDTE": {}}' > overrides.json
refuse --offline
echo "-- the schema: nothing that depends on it"
echo '{"typeName": 1}' > schema.json
refuse --offline --typeconfig typeconfig.json
echo "-- as many as one can read"
mkdir inputs
for i in $(seq 1 30); do echo '{' > "inputs/inputs_${i}_create.json"; done
cat > schema.json <<'SCHEMA'
{"typeName": "Acme::Demo::Thing", "primaryIdentifier": ["/properties/Name"], "additionalProperties": false,
  "properties": {"Name": {"type": "string", "minLength": 3}}, "handlers": {
  "create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}}}
SCHEMA
refuse --offline
rm -r inputs overrides.json
echo "-- no test and no endpoint; no test alone"
refuse --offline -k nothing_like_it
run cfnc test --schema schema.json --offline -k nothing_like_it --no-preflight
echo "-- --no-preflight asks neither the endpoint nor for the function"
run cfnc test --schema schema.json --offline --no-preflight --endpoint http://127.0.0.1:1 contract_create_delete \
    2>&1 | grep -e '^(exit' -e '^  error'
run cfnc test --schema schema.json --offline --no-preflight --endpoint http://me:pass@127.0.0.1:1
run cfnc test --schema schema.json --no-preflight --wait-for-endpoint 1
run cfnc test --schema schema.json --no-preflight --examples 0 --endpoint "$URL" --function-name Another \
    contract_create_delete 2>&1 | grep -e '^(exit' -e '^  error'
echo "-- a request that libcurl would sign wrongly, and credentials that need a session from nobody"
export AWS_ACCESS_KEY_ID=AKIDPREFLIGHT AWS_SECRET_ACCESS_KEY=hush-hush-hush
unset AWS_SHARED_CREDENTIALS_FILE AWS_CONFIG_FILE
run cfnc test --schema schema.json --endpoint "$URL" --region "no region"
AWS_ENDPOINT_URL_STS=http://127.0.0.1:1 run cfnc test --schema schema.json --endpoint "$URL" --ask-sts
echo "-- which nobody is asked for when there is something else"
AWS_ENDPOINT_URL_STS=http://127.0.0.1:1 run cfnc test --schema schema.json --endpoint "$URL" --ask-sts -k nothing_like_it
