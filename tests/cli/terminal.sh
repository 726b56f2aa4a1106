# What a run looks like: passing, failing, refused, crashing, left behind, quiet and loud.
demo() { run cfnc test --demo --seed 1 "$@"; }

echo "-- all is well"
demo
echo "-- one difference, in three tests"
demo --fault read-wrong-value
echo "-- CREATE is refused"
demo --fault create-fails
echo "-- a crash"
demo --fault answer-crash -k create_read
echo "-- an empty answer"
demo --fault answer-empty -k create_read
echo "-- left behind"
demo --fault delete-protected -k create_delete
echo "-- -rs"
demo -rs | sed '1,/^update_invalid/d'
echo "-- -q, -qq"
demo -q --fault read-wrong-value
demo -qq --fault read-wrong-value
echo "-- --tb"
for style in short line no; do demo -q --tb "$style" --fault read-wrong-value; done
echo "-- -vvv: what went over the wire, without what proves who we are"
serve --schema "$ROOT/examples/memo/example-notes-memo.json"
AWS_ACCESS_KEY_ID=AKIAABCDEFGHIJKLMNOP AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI AWS_SESSION_TOKEN=IQoJb3JpZ2lu \
    cfnc test --schema "$ROOT/examples/memo/example-notes-memo.json" --endpoint "$URL" --seed 1 --account-id 123456789012 \
    -k create_delete -vvv |
    grep -E '^  credentials|^\*|^> (POST|Auth|Content-T|X-Amz-S)|^< (HTTP|Server)' | sort -u
for depth in -v -vv -vvv; do
    cfnc test --demo --seed 1 -k create_delete $depth | cut -d ' ' -f 1 | grep -E '^([<>*]|request|answer)' | sort -u | tr '\n' ' '
    echo "$depth"
done
echo "-- a wait, in a log"
demo -v -k create_read --stabilize 1
echo "-- stop at the first"
demo -x --fault read-wrong-value | tail -4
echo "-- colours"
demo --color always --fault read-wrong-value -k create_read | sed 's/\x1b/ESC/g' | grep ESC
echo "-- lines that end with blanks, or are too wide"
for fault in read-wrong-value create-fails answer-crash answer-empty delete-fails list-repeats-page \
    read-undeclared-property; do
    cfnc test --demo --seed 1 --fault "$fault"
done | grep -E ' $|^.{85}'
