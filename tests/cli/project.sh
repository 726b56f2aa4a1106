# A project that cannot be used says where, before any handler is called.
schema='{"typeName": "Acme::Demo::Thing", "primaryIdentifier": ["/properties/Name"],
  "createOnlyProperties": ["/properties/Name"], "additionalProperties": false,
  "properties": {"Name": {"type": "string", "minLength": 3}, "Size": {"type": "integer"}},
  "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}}}'

run cfnc test
echo '{"typeName": "Acme::Demo", "language": "python37"}' > .rpdk-config
run cfnc test
echo '{"typeName": "Acme::Demo::Thing", "artifact_type": "MODULE"}' > .rpdk-config
run cfnc test
echo '{"typeName": "Acme::Demo::Thing", "artifact_type": "HOOK"}' > .rpdk-config
run cfnc test
echo '{"typeName": "Acme::Demo::Thing", "language": "python37"}' > .rpdk-config
run cfnc test
echo "$schema" > acme-demo-thing.json
echo '{"CREATE": {"/Nmae": "x"}}' > overrides.json
run cfnc test
mkdir inputs
echo '{"Name": "alpha", "Size": "{{TheSize}}"}' > inputs/inputs_1_create.json
run cfnc test
echo '{"Name": "alpha", "Size": 1}' > inputs/inputs_1_create.json
echo '{"Size": 1}' > inputs/inputs_10_update.json
run cfnc test
rm inputs/inputs_10_update.json
run cfnc test --typeconfig none.json
run cfnc test --collect-only
