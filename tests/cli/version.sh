# A program says what it is.
run cfnc version
run cfnc --version
