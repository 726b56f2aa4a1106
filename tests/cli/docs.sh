# What docs/ says: its commands end as they should, its page of rules is the program's own.
cat > .rpdk-config <<'END'
{"artifact_type": "RESOURCE", "typeName": "Acme::Demo::Thing", "language": "python37", "runtime": "python3.7",
 "entrypoint": "thing.resource", "testEntrypoint": "thing.test", "settings": {}}
END
cat > acme-demo-thing.json <<'END'
{"typeName": "Acme::Demo::Thing", "description": "Resource Type definition for a thing", "additionalProperties": false,
 "properties": {"Name": {"type": "string", "description": "its name", "pattern": "^[a-z]{8}$"},
   "Size": {"type": "integer", "description": "its size", "minimum": 1, "maximum": 64}},
 "required": ["Name"], "primaryIdentifier": ["/properties/Name"], "createOnlyProperties": ["/properties/Name"],
 "tagging": {"taggable": false},
 "handlers": {"create": {"permissions": ["demo:Create"]}, "read": {"permissions": ["demo:Read"]},
   "update": {"permissions": ["demo:Update"]}, "delete": {"permissions": ["demo:Delete"]}, "list": {"permissions": ["demo:List"]}}}
END
mkdir -p inputs
serve --schema acme-demo-thing.json
export CFNC_ENDPOINT=$URL
ln -s "$CFNC" cfnc
PATH=$PWD:$PATH
unset -f cfnc

# commands PAGE: the lines of its shell blocks, and of its workflows
commands() { sed -n '/^```\(sh\|yaml\)$/,/^```$/p' "$1" | sed -nE 's/^ *(- )?(run: |- )*(cfnc [a-z]+.*)$/\3/p'; }

# What a newcomer types, out of README.
first_commands() { sed -n '/^## Try it/,/^| to read/p' "$ROOT/README.md" | sed -n 's/^    \(cfnc [a-z].*\)$/\1/p'; }
# try: each line that comes in, with its exit code; and what it said where that is none of a verdict
try()
{
    sed 's/ *#.*//; s/ *$//' | while read -r line; do
        code=0
        eval "$line" > output 2>&1 < /dev/null || code=$?
        echo "$code  $line"
        case $code in [01]) ;; *) cat output ;; esac
    done
}

echo "-- README.md"
first_commands | try
echo "-- README.md: what else it does"
mkdir -p else/types && cp -r .rpdk-config acme-demo-thing.json else && cd else
for type in a b; do
    mkdir types/$type && cp .rpdk-config acme-demo-thing.json types/$type
    cfnc test --demo --suite v1 -qq -C types/$type > /dev/null
done
cfnc test --demo --suite v1 -qq > /dev/null
echo '{"Name": "aaaaaaaa"}' | tee requested.json returned.json > models.jsonl
echo '{"desiredResourceState": {"Name": "abcdefgh"}}' > request.json
cfnc test --suite v1 --fault read-wrong-value --demo -qq > /dev/null # of which a call is sent again
sed -n '/^## What else it does/,/^## Exit/p' "$ROOT/README.md" | grep -o '`cfnc [^`]*`' | tr -d '`' |
    grep -v 'cfnc serve\|sam-debug' | sed 's/FILE/acme-demo-thing.json/' | try
cd ..
for page in "$ROOT"/docs/*.md; do
    [ "${page##*/}" != rules.md ] || continue
    echo "-- ${page##*/}"
    commands "$page" | try
done

echo "-- pages that lead nowhere"
for page in "$ROOT"/docs/*.md "$ROOT/README.md"; do
    grep -oE '\]\([^)#:]+\)' "$page" | sed 's/^](//; s/)$//' | while read -r link; do
        [ -e "$(dirname "$page")/$link" ] || echo "${page##*/}: $link"
    done
done

echo "-- every rule"
CFNC=$CFNC bash "$ROOT/tests/docs_rules.sh" | diff - "$ROOT/docs/rules.md" > /dev/null ||
    echo "docs/rules.md is old: CFNC=build/dev/cfnc bash tests/docs_rules.sh > docs/rules.md"

echo "-- what docs/from-cfn-test.md says is different"
rm -rf inputs .cfnc && mkdir inputs
for set in 1 10; do
    echo "{\"Name\": \"aaaaaaa$(printf 'ab' | cut -c$((set > 1 ? 2 : 1)))\", \"Size\": $set}" > inputs/inputs_${set}_create.json
    cp inputs/inputs_${set}_create.json inputs/inputs_${set}_update.json
done
cfnc test --suite v1 -qq; echo "both sets: $?"
cfnc test --suite v1 --collect-only -m list -qq
cfnc test --suite v1 --junitxml out.xml -qq -k create_read; grep -c '<testcase' out.xml
rm -r inputs
echo '{"CREATE": {"/Nothing": 1}}' > overrides.json
cfnc test --suite v1 -qq; echo "overrides that are wrong: $?"
rm overrides.json
cfnc test --suite v1 -qq -k nothing_like_this > /dev/null 2>&1; echo "no test: $?"
cfnc test --suite v1 -qq --endpoint http://127.0.0.1:9 > /dev/null 2>&1; echo "no endpoint: $?"
cfnc test --suite v1 -qq --no-such-option > /dev/null 2>&1; echo "the command line: $?"
