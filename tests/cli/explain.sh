# What a word of the output means; one topic of each kind.
run cfnc explain read.not-found
run cfnc explain event.failed-code model.no-null
run cfnc explain schema.ref
run cfnc explain NotFound
run cfnc explain Throttling
run cfnc explain 6
run cfnc explain bound.test bound.call
run cfnc explain read-wrong-value
run cfnc explain
run cfnc explain notfound
run cfnc explain read-not-found
run cfnc explain 9
run cfnc explain $'\e[31m'
run cfnc explain NotFound nothing-like-it
run cfnc explain --lst
run cfnc explain --help
cfnc explain --list | grep -v '^  [a-z-]'
cfnc explain --json | head -5
run cfnc explain --json NotFound
cfnc explain --names > names
run cfnc explain $(grep -v '^-' names) > text
run cfnc explain contract_create_read FLAKY 6
run cfnc explain --tb -k endpoint
for rule in $(cfnc list rules --names) $(cfnc list faults --names); do
    grep -qx "$rule" names || echo "$rule is not listed"
done
