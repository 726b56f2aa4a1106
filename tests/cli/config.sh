# What cfnc.ini and variables say counts, below the command line, and it is told what says it.
settled() { cfnc config "$@" | grep -v ' default$'; }

run cfnc config --color never | head -4
cat > cfnc.ini <<END
# how this project is tested
enforce-timeout = 60
endpoint = $(echo http://127.0.0.1:3002)
report = junit:out/junit.xml
report = json:out/report.json

[test]
maxfail = 3

[validate]
strict = true

[ci]
retries = 2        ; now and then the network is slow
color = never

[preset nightly]
suite = full
examples = 20
END
run settled
run settled validate
CI=true run settled --preset nightly -v
CFNC_REGION=eu-west-1 CFNC_ENFORCE_TIMEOUT=5m CFNC_REPORT= run settled --no-config --suite v1
CFNC_ENDPONT=x CFNC_CORPUS=/x run settled
run settled -C .
mkdir -p sub && (cd sub && run settled -C ..)
run settled --config cfnc.ini
run settled list
run cfnc config --names serve
run cfnc config serve --names | head -5
run cfnc config --json --preset nightly | sed -n '1,5p;/"examples"/,/}/p'

mkdir -p "$HOME/.config/cfnc"
echo 'diff = both' > "$HOME/.config/cfnc/cfnc.ini"
run settled compare | sed "s#$HOME#~#"
rm -r "$HOME/.config"

echo; echo "--- it does what it says"
cfnc test --demo -q | tail -1
ls out
rm -rf out
CFNC_REPORT=junit:a.xml run cfnc test --demo -q | tail -1
ls a.xml out 2>&1

echo; echo "--- what is added to the command line"
CFNC_ADDOPTS='-qq --tb=line -- -k "create or x"' PYTEST_ADDOPTS='-n 4 --color=no' run settled
CFNC_ADDOPTS='-qq -- -k "create or x"' PYTEST_ADDOPTS='-n 4' run cfnc test --demo --suite v1
CFNC_ADDOPTS='-q --maxfial 3' run cfnc test --demo
CFNC_ADDOPTS='-q --maxfial 3' run cfnc list rules --names | head -1
PYTEST_ADDOPTS='-q "' run cfnc test --demo

echo; echo "--- secrets"
AWS_ACCESS_KEY_ID=AKIDEXAMPLE000000000 AWS_SECRET_ACCESS_KEY=very/secret/value run settled --function-name very/secret/value \
    --export Key=hunter2hunter2 --endpoint http://me:password@127.0.0.1:1

echo; echo "--- wrong"
run cfnc config --preset nightli
run cfnc config tset
run cfnc config test contract_create_read
run cfnc config --maxfail x
CFNC_TB=loud run cfnc test --demo
CFNC_TB=loud run cfnc explain 6 | head -1
for line in 'endpont = x' 'endpoint = https://lambda.eu-west-1.amazonaws.com' 'profile = admin' 'docker-image = x' \
    'report = junit:../x.xml' 'maxfail = -1' '[tset]' 'demo = yes' 'suite' '[ci' "report = $(printf '%0300d' 0)"; do
    printf '%s\n' "$line" > cfnc.ini
    run cfnc test --demo -qq
done
printf 'maxfail = 1\0\n' > cfnc.ini; run cfnc test --demo -qq
printf '\xef\xbb\xbfmaxfail = 1\r\n[test]\r\ntb = no' > cfnc.ini; run settled
rm cfnc.ini; mkdir cfnc.ini; run cfnc test --demo -qq
rmdir cfnc.ini; ln -s nowhere cfnc.ini; run cfnc test --demo -qq
run cfnc test --demo -qq --no-config
run cfnc help config | head -1

echo; echo "--- in a folder of the project, and in a repository"
mkdir -p repo/.git && cp -r "$ROOT/examples/memo" repo/memo && rm -rf repo/memo/.cfnc && mkdir repo/memo/src && cd repo/memo/src
rm -f ../../../cfnc.ini
echo 'suite = v1' > ../../cfnc.ini
run settled
run cfnc test --demo -qq --junitxml x.xml --seed 1
ls; ls -a .. | grep cfnc
run cfnc report -qq
run cfnc config -C . | head -1
printf 'typeconfig = t.json\nreport = junit:y.xml' > ../cfnc.ini
echo '{"A": 1}' > ../t.json
run cfnc test --demo -qq --seed 1
run cfnc test --demo -qq --seed 1 -C .. --report json:z.json
cp ../t.json here.json
run cfnc test --demo -qq --seed 1 --typeconfig her.json
run cfnc test --demo -qq --seed 1 --typeconfig here.json
ls . ..
run cfnc validate nothing.json
chmod o+w ..
run cfnc test
run cfnc test --demo -qq --suite v1
chmod o-w ..
