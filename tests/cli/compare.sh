# Two models by hand: what differs, why, and what to do about it.
cat > schema.json <<'END'
{
  "typeName": "Acme::Demo::Model",
  "definitions": { "Tag": { "type": "object", "properties": { "Key": {}, "Value": {} } } },
  "properties": {
    "Id": { "type": "string" },
    "Name": { "type": "string" },
    "Role": { "type": "string" },
    "Zone": { "type": "string" },
    "Size": { "type": "integer" },
    "Secret": { "type": "string" },
    "Config": { "type": "object" },
    "Tags": { "type": "array", "insertionOrder": false, "items": { "$ref": "#/definitions/Tag" } },
    "Steps": { "type": "array" }
  },
  "primaryIdentifier": ["/properties/Id"],
  "readOnlyProperties": ["/properties/Id"],
  "writeOnlyProperties": ["/properties/Secret"]
}
END
cat > requested.json <<'END'
{ "Id": "1", "Name": "Web", "Role": "admin", "Zone": "example.com", "Size": 3, "Secret": "s3cret",
  "Config": { "Mode": "fast" }, "Tags": [{ "Key": "a", "Value": "1" }, { "Key": "b", "Value": "2" }],
  "Steps": ["x", "y"] }
END
cat > equal.json <<'END'
{ "Id": "2", "Name": "Web", "Role": "admin", "Zone": "example.com", "Size": 3.0,
  "Config": { "Mode": "fast", "Added": true },
  "Tags": [{ "Key": "b", "Value": "2" }, { "Key": "a", "Value": "1" }], "Steps": ["x", "y"] }
END
cat > returned.json <<'END'
{ "Id": "2", "Name": "web", "Role": "arn:aws-cn:iam::123456789012:role/admin", "Zone": "example.com.",
  "Size": "3", "Tags": [{ "Key": "b", "Value": "3" }, { "Key": "a", "Value": "1" }, { "Key": "c" }],
  "Steps": ["y", "x"] }
END
run cfnc compare --schema schema.json requested.json equal.json
run cfnc compare --schema schema.json --exactly requested.json equal.json
run cfnc compare --schema schema.json requested.json returned.json
run cfnc compare --schema schema.json --diff unified requested.json returned.json
run cfnc compare --schema schema.json --json requested.json returned.json
run cfnc compare --schema schema.json --drift requested.json returned.json
run cfnc compare --schema schema.json --drift --json requested.json returned.json
run cfnc compare --schema schema.json --drift requested.json equal.json

# What cannot be compared.
run cfnc compare
run cfnc compare --schema schema.json requested.json
run cfnc compare --schema nothing.json requested.json returned.json
run cfnc compare --schema requested.json requested.json returned.json
run cfnc compare --schema schema.json nothing.json returned.json
echo '[1]' > array.json
run cfnc compare --schema schema.json requested.json array.json
echo '{"Id": 1,' > cut.json
run cfnc compare --schema schema.json cut.json requested.json
run cfnc compare --schema schema.json --diff words requested.json returned.json

# A propertyTransform explains a difference; one that cannot be evaluated neither does nor accuses.
sed 's#"readOnlyProperties"#"propertyTransform": { "/properties/Name": "$lowercase(Name)", "/properties/Zone": "$join([Zone, \\".\\"]) $OR Zone", "/properties/Role": "$arn(Role)" },\n  "readOnlyProperties"#' schema.json > transforms.json
run cfnc compare --schema transforms.json requested.json returned.json
echo '{ "Role": "a", "Name": "Web" }' > before.json
echo '{ "Role": "b", "Name": "web" }' > after.json
run cfnc compare --schema transforms.json before.json after.json
run cfnc compare --schema transforms.json before.json before.json
