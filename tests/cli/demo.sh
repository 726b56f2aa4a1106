# The built-in provider keeps its contract, and a fault of it is told in one block.
run cfnc test -C "$ROOT/examples/memo" --demo --seed 1
run cfnc test -C "$ROOT/examples/memo" --demo --seed 1 --fault read-wrong-value
