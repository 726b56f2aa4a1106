# What is typed wrongly is refused by name, with what was meant.
run cfnc
run cfnc tset
run cfnc submit
run cfnc --demo
run cfnc test --endpont x
run cfnc test --en 1
run cfnc test --endpoint
run cfnc test --maxfail soon
run cfnc test --docker-image image --dry-run
run cfnc test -- --pdb
run cfnc test -- --seed 3
run cfnc test --fault read-wrong-value
run cfnc test --demo --endpoint http://localhost:1
run cfnc test --report pdf
run cfnc test --junitxml "$HERE/run.sh/x.xml"
run cfnc list everything
run cfnc serve --port 65536

echo "-- what takes no word, and what is no command"
run cfnc doctor x
run cfnc version x
run cfnc serve x
run cfnc demo
run cfnc cleanup abc
run cfnc cleanup --forget abc
mkdir folder && run cfnc compare --schema folder folder folder
