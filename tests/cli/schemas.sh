# The schemas that are part of the program are named, and printed as documents of their own.
run cfnc list schemas
run cfnc list schemas --names
cfnc list schemas --print report | cmp - "$ROOT/schemas/report.schema.json"
cfnc list schemas --print draft-07 | cmp - "$ROOT/schemas/draft-07.json"
for name in $(cfnc list schemas --names); do
    cfnc list schemas --print "$name" > "$name.json"
    run cfnc check plain --schema draft-07.json <(tr -d '\n' < "$name.json")
done
run cfnc check plain --schema provider-definition.json <<< '{"typeName":"A"}'
run cfnc list schemas --print provider-defnition
run cfnc list schemas --print $'a\nb'
run cfnc list schemas --print ""
run cfnc list schemas extra
run cfnc list rules --print report
run cfnc list schema
