# A project that cannot be used says where, before any handler is called.
schema='{"typeName": "Acme::Demo::Thing", "primaryIdentifier": ["/properties/Name"],
  "createOnlyProperties": ["/properties/Name"], "additionalProperties": false,
  "properties": {"Name": {"type": "string", "minLength": 3}, "Size": {"type": "integer"}},
  "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}}}'

# What is said of the endpoint is not of interest here.
refuse() { run cfnc test --endpoint http://127.0.0.1:1 "$@" 2>&1 | grep -E '^(cfnc: |\(exit)' | grep -v ' nothing listens on '; }

refuse
echo '{"typeName": "Acme::Demo", "language": "python37"}' > .rpdk-config
refuse
echo '{"typeName": "Acme::Demo::Thing", "artifact_type": "MODULE"}' > .rpdk-config
refuse
echo '{"typeName": "Acme::Demo::Thing", "artifact_type": "HOOK"}' > .rpdk-config
refuse
echo '{"typeName": "Acme::Demo::Thing", "language": "python37"}' > .rpdk-config
refuse
echo "$schema" > acme-demo-thing.json
echo '{"CREATE": {"/Nmae": "x"}}' > overrides.json
refuse
mkdir inputs
echo '{"Name": "alpha", "Size": "{{TheSize}}"}' > inputs/inputs_1_create.json
refuse
echo '{"Name": "alpha", "Size": 1}' > inputs/inputs_1_create.json
echo '{"Size": 1}' > inputs/inputs_10_update.json
refuse
rm inputs/inputs_10_update.json
refuse --typeconfig none.json
run cfnc test --collect-only
