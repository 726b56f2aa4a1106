# A run in shards, and one report of all of them.
cp -r "$ROOT/examples/memo/." . && rm -rf inputs .cfnc
shard() { cfnc test --demo --seed 1 --suite v1 --fault read-wrong-value --shard "$@" -qq; cp .cfnc/runs/"$(cfnc report --list | tail -n 1 | cut -d ' ' -f 1)"/run.jsonl "$(echo "$1" | tr / -).jsonl"; }

run cfnc test --demo --seed 1 --suite v1 --fault read-wrong-value -qq --report junit:whole.xml
shard 1/2
shard 2/2
run cfnc report merge 1-2.jsonl 2-2.jsonl --junit merged.xml --json merged.json -q --tb line
timeless() { sed -E 's/ (time|timestamp)="[^"]*"//g; s/name="cfnc.endpoint"[^>]*//; s/[0-9.]+s\b//g; s/calls +[0-9].*//; s/ --shard [0-9]\/[0-9]//' "$1"; }
diff <(timeless whole.xml | grep -o '<test.*\|<fail.*\|<skip.*') <(timeless merged.xml | grep -o '<test.*\|<fail.*\|<skip.*') && echo "the same verdicts"
grep -c '"shard"' merged.json
cfnc report 1-2.jsonl --json - | grep '"shard"'
run cfnc report merge 2-2.jsonl 1-2.jsonl --format dot | head -n 5

echo "-- what cannot be put together"
run cfnc report merge
run cfnc report merge 1-2.jsonl
run cfnc report merge 1-2.jsonl 1-2.jsonl
run cfnc report merge 1-2.jsonl none
shard 1/3 > /dev/null
run cfnc report merge 1-2.jsonl 1-3.jsonl
run cfnc report merge 1-3.jsonl 1-3.jsonl 2>&1 | tail -n 2
cfnc test --demo --seed 1 --suite full --shard 2/2 -qq
cp .cfnc/runs/"$(cfnc report --list | tail -n 1 | cut -d ' ' -f 1)"/run.jsonl full.jsonl
run cfnc report merge 1-2.jsonl full.jsonl
cfnc test --demo --seed 5 --suite v1 --shard 2/2 -qq
cp .cfnc/runs/"$(cfnc report --list | tail -n 1 | cut -d ' ' -f 1)"/run.jsonl seed.jsonl
run cfnc report merge 1-2.jsonl seed.jsonl -q --tb no
run cfnc test --demo --shard 3/2
run cfnc test --demo --suite v1 -k asserts --shard 2/2

echo "-- several types as one report"
mkdir one && cd one && cp "$ROOT/examples/memo/"* "$ROOT/examples/memo/.rpdk-config" . 2> /dev/null
cfnc test --demo --seed 1 --suite v1 -qq --report json:out/report.json
cd .. && mkdir two && cd two
id=$(cfnc report --list -C ../one | cut -d ' ' -f 1) # another project may have a run of that id
mkdir -p "../.cfnc/runs/$id" .cfnc/runs && cp ../1-2.jsonl "../.cfnc/runs/$id/run.jsonl"
cfnc test --demo --no-config --schema "$ROOT/tests/data/types/thing.json" --seed 2 --suite v1 -qq --fault read-wrong-value
cd ..
run cfnc report merge one two -q --tb line --junit all.xml
grep -o '<testsuite name="[^"]*"' all.xml
run cfnc report merge one/out/report.json two -qq --json - | grep -E '^  "(format|exit_code)|"runs"'
run cfnc report merge two 1-2.jsonl one 2-2.jsonl -qq --md - | grep '^| .*:'
run cfnc report merge one one
run cfnc report merge one two --format tap
run cfnc report merge one two --extract c1
run cfnc report merge one two --list
run cfnc report merge one all.xml
echo '{}' > a.json
run cfnc report merge one a.json
sed 's/"id": "20[^"]*"/"id": "20200101T000000Z-0001"/' one/out/report.json > b.json
run cfnc report merge one b.json
