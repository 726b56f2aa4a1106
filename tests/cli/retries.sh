# What fails is run again, also when pytest's option asks for it, and when it is judged again.
run cfnc test --demo --seed 1 --fault read-wrong-value -k create_read --tb line --retries 2
run cfnc report --judge last --tb line --report json:o.json
grep -c '"n": ' o.json
run cfnc test --demo --seed 1 --fault read-wrong-value -k create_read --tb no -q -- --reruns 1 -v
run cfnc test --demo --seed 1 -k create_read --retries 5 -q
run cfnc test --demo --retries 101
run cfnc test --demo --flaky-result maybe
