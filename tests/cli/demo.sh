# The built-in provider keeps its contract, and a fault of it is told in one block.
run cfnc test -C "$ROOT/examples/memo" --demo --seed 1 --no-record
run cfnc test -C "$ROOT/examples/memo" --demo --seed 1 --no-record --fault read-wrong-value
