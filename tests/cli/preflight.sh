# Nothing is invoked where nobody can answer.
unset AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY
export AWS_EC2_METADATA_DISABLED=true
echo '{"typeName": "Acme::Demo::Thing", "primaryIdentifier": ["/properties/Name"],
  "properties": {"Name": {"type": "string"}}, "handlers": {
  "create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}}}' > schema.json
run cfnc test --schema schema.json --endpoint http://127.0.0.1:1
run cfnc test --schema schema.json --endpoint http://192.0.2.1:3001
run cfnc test --schema schema.json --endpoint https://lambda.us-east-1.amazonaws.com
run cfnc test --schema schema.json --endpoint localhost:3001
export AWS_SHARED_CREDENTIALS_FILE=credentials AWS_CONFIG_FILE=config
printf '[prod]\naws_access_key_id = AKIDPROD\n[desk]\ncredential_process = vault\n' > credentials
run cfnc test --schema schema.json --profile dev
run cfnc test --schema schema.json --profile desk
run cfnc test --schema schema.json --account-id 7
run cfnc test --schema schema.json --function-name ../x
serve --schema schema.json
run cfnc test --schema schema.json --endpoint "$URL" --function-name Another
