# Nothing is invoked where nobody can answer.
unset AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY
export AWS_EC2_METADATA_DISABLED=true
echo '{"typeName": "Acme::Demo::Thing", "primaryIdentifier": ["/properties/Name"],
  "properties": {"Name": {"type": "string"}}, "handlers": {
  "create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}}}' > schema.json
run cfnc test --schema schema.json --endpoint http://127.0.0.1:1
run cfnc test --schema schema.json --endpoint http://192.0.2.1:3001
run cfnc test --schema schema.json --endpoint https://lambda.us-east-1.amazonaws.com
run cfnc test --schema schema.json --endpoint https://lambda.cn-north-1.amazonaws.com.cn
run cfnc test --schema schema.json --endpoint https://vpce-1.lambda.eu-west-1.vpce.amazonaws.com --region eu-west-2
run cfnc test --schema schema.json --endpoint https://lambda.eu-west-1.amazonaws.com --region eu-west-1
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
