# What a project accepts fails nothing, and is never silent.
cp -r "$ROOT/examples/memo/." . && rm -rf inputs
accept() { cat > contract-test-exceptions.json; }
memo() { run cfnc test --demo --seed 1 "$@"; }
brief() { sed -n '/^  warning/,/^$/p; /WAIVE/,/^  [A-Zs]/p; /^warning/,$p; /^rules/,$p' | awk '!seen[$0]++'; }

echo "-- one rule in one test: the others fail"
echo '[{"rule": "model.shape", "test": "contract_create_read", "reason": "the old name stays"}]' | accept
memo --fault read-undeclared-property | brief
echo "-- the rule everywhere"
echo '{"rule": "model.shape", "reason": "the old name stays", "expires": "2999-12-31"}' | accept
memo --fault read-undeclared-property --junitxml o.xml --report json:o.json
grep -c '<skipped message="waived: model.shape: the old name stays"/>' o.xml
grep -A 8 '"exceptions"' o.json
echo "-- unless it is asked not to be"
memo --fault read-undeclared-property --no-exceptions -qq
echo "-- expired"
sed -i 's/2999/2020/' contract-test-exceptions.json
memo --fault read-undeclared-property | grep -A 2 warning
echo "-- not needed; of another type"
echo '[{"rule": "model.shape", "reason": "x"}, {"rule": "model.shape", "reason": "x", "type": "Aa::Bb::Cc"}]' | accept
memo | grep -A 9 ^warning
echo "-- what is left behind is listed all the same"
echo '[{"rule": "leak.none", "reason": "kept for seven days"}, {"rule": "delete.succeeds", "reason": "kept"}]' | accept
memo --fault delete-protected -k create_delete
echo "-- wrong ones"
echo '[{"rule": "read.equal", "reason": "x"}]' | accept
memo
echo '[{"test": "test_creat_read", "reason": "x"}]' | accept
memo
echo '[{"rule": "read.equals", "reason": ""}]' | accept
memo
echo "-- the rules of a run, one by one"
rm contract-test-exceptions.json
memo -rR --fault read-undeclared-property | sed -n '/^rules$/,/^$/p' | awk '/^  [a-z]/ { shown = !/^  verified/ } shown'
