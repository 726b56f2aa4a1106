# A schema beside the one that is registered: a file, or what was committed.
cp "$ROOT/tests/data/lint/honest.json" board.json
run cfnc validate --against board.json board.json

sed -e 's#"maxLength": [0-9]*#"maxLength": 3#' -e 's#"Secret"#"Hidden"#g' \
    -e 's#/properties/Secret#/properties/Hidden#' board.json > new.json
run cfnc validate --against board.json new.json
run cfnc validate --against board.json --format github new.json

# A warning is an error for who says so.
sed 's#"insertionOrder": true,#"insertionOrder": false,#' board.json > odd.json
run cfnc validate --against board.json odd.json
run cfnc validate --against board.json --strict odd.json

# Only one schema has a former self.
run cfnc validate --against board.json board.json new.json
run cfnc validate --against nothing.json board.json
echo '{"typeName":' > cut.json
run cfnc validate --against cut.json board.json

# What needs no git at all.
run cfnc validate --against git: board.json
run cfnc validate --against git:--help board.json
run cfnc validate --against git:HEAD:board.json board.json
PATH=/nowhere run cfnc validate --against git:HEAD board.json
