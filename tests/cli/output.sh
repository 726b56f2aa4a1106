# Standard output that is full, that nobody reads any more, that is closed: each command says so
# with one line (a reader who left needs none), ends with 8 where it would have ended with 0, and
# nothing else is lost or written to.
cp "$ROOT/tests/data/types/thing.json" .
cfnc generate inputs --schema thing.json --seed 1 > made 2>&1
cfnc generate model create --schema thing.json --seed 1 > model.json 2> made
echo '{"desiredResourceState": {}}' > request.json
cfnc test --demo --fault read-wrong-value --seed 1 -qq > made
serve --schema thing.json
mkfifo pipe
exec 5<> pipe 6> pipe 5<&- # what is written to 6 is read by nobody

# COMMAND: without a reader its codes are 8 where nothing else stands before it.
commands=(
    "test --demo --seed 1"
    "test --demo --seed 1 --format dot"
    "test --demo --seed 1 --format tap"
    "test --demo --seed 1 --format ndjson"
    "test --demo --seed 1 --format github"
    "test --demo --seed 1 --dry-run"
    "test --demo --seed 1 --fault read-wrong-value"
    "serve --list-faults"
    "list rules"
    "list tests"
    "list schemas --print report"
    "list runs"
    "check create --schema thing.json model.json"
    "validate thing.json"
    "explain --list"
    "explain read.equals"
    "generate model create -n 3 --schema thing.json"
    "generate event CREATE --schema thing.json"
    "generate inputs --set 2 --force --schema thing.json"
    "report"
    "report --list"
    "report --json -"
    "report --tap -"
    "report --extract contract_create_read"
    "replay contract_create_read --print"
    "cleanup --list"
    "compare --schema thing.json model.json model.json"
    "invoke resource LIST request.json --schema thing.json --endpoint $URL"
    "doctor --schema thing.json --offline"
    "doctor --schema thing.json --offline --json"
    "config test"
    "completion bash"
    "version"
    "help"
    "help --json"
    "help --man cfnc.1"
)
# Under a tool that makes each start slow, a third of them.
[ -z "${CFNC_WATCHED:-}" ] || slow=3

# tried TO...: a command whose output goes to what is wrong with it: its code, what it complains of.
tried()
{
    local code=0

    "$@" 2> complaints || code=$?
    printf '%d %s\n' "$code" "$(grep -c '^cfnc: standard output: ' complaints)" >> tried
}
to_full() { "$CFNC" "$@" > /dev/full 6>&-; }
to_nobody() { "$CFNC" "$@" >&6 6>&-; }
to_closed() { "$CFNC" "$@" >&- 6>&-; }

number=0
for command in "${commands[@]}"; do
    code=0
    number=$((number + 1))
    [ $((number % ${slow:-1})) = 0 ] || continue
    : > tried
    cfnc $command > whole 2> complaints || code=$?
    for to in full nobody closed; do tried to_$to $command; done
    wanted=$code
    [ "$code" != 0 ] || wanted=8
    printf '%d 1\n%d 0\n%d 1\n' "$wanted" "$wanted" "$wanted" | diff - tried > wrong ||
        { echo "UNEXPECTED, $code: $command"; cat wrong; }
    [ -s whole ] || echo "SAYS NOTHING: $command"
done
echo "-- every command has its row"
cfnc help --json | sed -n 's/^      "name": "\(.*\)",$/\1/p' | sort -u > names
[ -s names ] && printf '%s\n' "${commands[@]}" | cut -d ' ' -f 1 | sort -u | comm -23 names -

echo "-- a run whose output is closed is recorded, and its resources are gone"
rm -r inputs
cfnc test --schema thing.json --endpoint "$URL" --seed 1 -k create_read >&-
echo "(exit $?)"
cfnc report -q
cfnc cleanup --list
kill -INT "$serving"; wait "$serving"; tail -1 "$HOME/serving" | sed 's/^.*, //'
