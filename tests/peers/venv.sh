# shellcheck shell=bash
# Sourced: peer_python NAME REQUIREMENT... sets $PYTHON to a Python that has them, in a
# folder that is made once and kept. Where that cannot be had, the test says so and is skipped.

# No bytecode in the folders of the source.
export PYTHONDONTWRITEBYTECODE=1

peer_skip()
{
    echo "skipped: $1"
    exit 77
}

peer_python()
{
    local name=$1 folder=build/peers/$1 log=build/peers/$1.log wanted

    shift
    wanted="$(python3 --version 2>&1): $*"
    PYTHON=$PWD/$folder/bin/python
    mkdir -p build/peers
    exec {lock}> "build/peers/$name.lock" # another test may be making the same one
    flock "$lock"
    [ "$(cat "$folder/requirements" 2> /dev/null)" != "$wanted" ] || { flock --unlock "$lock"; return 0; }

    python3 -c 'import venv, ensurepip' 2> /dev/null ||
        peer_skip "python3 and its module venv are not installed (apt-get install python3-venv)"
    rm -rf "$folder"
    echo "Preparing $folder: $*"
    python3 -m venv "$folder" > "$log" 2>&1 || peer_skip "python3 -m venv: $(tail -n 1 "$log")"
    "$PYTHON" -m pip install --quiet --disable-pip-version-check --no-input --retries 1 \
        "$@" >> "$log" 2>&1 < /dev/null ||
        peer_skip "pip install $*: $(grep -i error "$log" | tail -n 1)"
    echo "$wanted" > "$folder/requirements"
    flock --unlock "$lock"
}

# pytest 10 no longer runs its fixtures; setuptools 81 lacks what it imports.
peer_reference()
{
    peer_python reference cloudformation-cli==0.2.39 'pytest<10' 'setuptools<81'
}

# SAM, and AWS's library for handlers in Python.
peer_sam()
{
    peer_python sam aws-sam-cli==1.170.0 cloudformation-cli-python-lib==2.1.20 'setuptools<81'
}
