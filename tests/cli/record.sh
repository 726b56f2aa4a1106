# A run is recorded, and judged again with no handler.
cp -r "$ROOT/examples/memo/." . && rm -rf inputs .cfnc
ids() { sed -E 's/[0-9]{8}T[0-9]{6}Z-[0-9a-f]{4}/(id)/g'; }
same() { sed -E '/"(started|ended|duration_ms|started_ms|wait_before_ms)":/d' "$1"; }

run cfnc test --demo --seed 1 --suite v1 --fault read-wrong-value --report json:run.json > run.txt
echo "-- it comes to the same, and reports are made of it"
run cfnc report --report json:judged.json --junitxml judged.xml > judged.txt
sed -i -E 's/[0-9.]+s\b/#s/g' run.txt judged.txt
diff run.txt judged.txt && diff <(same run.json) <(same judged.json) && echo same
grep -c '<failure' judged.xml
echo "-- what there is"
run cfnc list runs | ids
stat -c '%a %F' .cfnc .cfnc/runs .cfnc/runs/* .cfnc/runs/*/run.jsonl
cat .cfnc/.gitignore
echo "-- by its id, a part of it, a path; what there is not"
id=$(cfnc list runs --names)
for name in last "$id" "${id%????}" ".cfnc/runs/$id" ".cfnc/runs/$id/run.jsonl"; do
    cfnc report --judge "$name" -qq
done
run cfnc report --judge 1999
run cfnc report -C "$ROOT/examples"
echo "-- no record"
run cfnc test --demo --seed 1 --suite v1 --no-record -qq
cfnc list runs --names | wc -l
echo "-- another rule's verdict: what is accepted now"
run cfnc report --no-exceptions -qq
echo "-- a run that was killed, a line that is cut off, a line of something else"
head -n -8 ".cfnc/runs/$id/run.jsonl" > killed.jsonl
run cfnc report --judge ./killed.jsonl -q --tb line | ids
head -n 1 killed.jsonl | head -c -2 > cut.jsonl
run cfnc report --judge ./cut.jsonl 2>&1 | sed -E 's/:1:[0-9]+:/:1:#:/'
sed '3s/.*/{"is":"riddle"}/' killed.jsonl > other.jsonl
run cfnc report --judge ./other.jsonl
echo "-- where nothing can be written, a warning"
rm -rf .cfnc && echo > .cfnc
run cfnc test --demo --seed 1 --suite v1 -qq
ln -sfn "$HOME" .cfnc
run cfnc test --demo --seed 1 --suite v1 -qq
ls -A "$HOME"
echo "-- what was remarked on schema and inputs is judged again, too"
rm -rf .cfnc && mkdir -p inputs
cat > inputs/inputs_1_create.json << 'END'
{ "Board": "kitchen", "Title": "us-east-1", "Text": "222233334444" }
END
for suite in v2 full; do
    cfnc test --demo --seed 1 --suite $suite --report json:run.json --junitxml run.xml > run.txt
    cfnc report --report json:judged.json --junitxml judged.xml > judged.txt
    sed -i -E 's/[0-9.]+s\b/#s/g' run.txt judged.txt
    sed -i -E 's/ (time|timestamp)="[^"]*"//g' run.xml judged.xml
    diff run.txt judged.txt && diff <(same run.json) <(same judged.json) &&
        diff run.xml judged.xml && echo same
    grep -o 'inputs\.[a-z]\+' judged.txt | sort | uniq -c
done
