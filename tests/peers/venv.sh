# shellcheck shell=bash
# Sourced: peer_python NAME REQUIREMENT... sets $PYTHON to a Python that has them, in a
# folder that is made once and kept. Where that cannot be had, the test says so and is skipped.

. tests/sampled.sh

# Bytecode of what is run, and not of all that is installed: that takes longer than all the rest.
unset PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX=$PWD/build/peers/bytecode

# A registry that does not answer is told in seconds, and not after npm's minutes of each package.
export npm_config_fetch_retries=1 npm_config_fetch_retry_maxtimeout=3000 npm_config_prefer_offline=true

peer_skip()
{
    echo "skipped: $1"
    exit 77
}

# peer_starts PID LOG: sets $url to where that service says, in its log, that it listens; however
# long that takes a busy machine, within five minutes.
peer_starts()
{
    : >> "$2" # the shell in the background may come to it late
    for _ in $(seq 3000); do
        url=$(sed -nE 's/.*(listening|Running) on (http[^ ]*).*/\2/p' "$2")
        [ -z "$url" ] || return 0
        kill -0 "$1" 2> /dev/null || break
        sleep 0.1
    done
    echo "this did not start:"
    cat "$2"
    exit 1
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
    "$PYTHON" -m pip install --quiet --no-compile --disable-pip-version-check --no-input --retries 1 \
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

# peer_crate NAME VERSION PATH: sets $CRATE to a file of a crate, which is fetched once.
peer_crate()
{
    local folder=$PWD/build/peers/crates/$1 log=$PWD/build/peers/$1.log wanted="*/$1-$2/$3"

    CRATE=$(find "$folder/home" -path "$wanted" 2> /dev/null || true)
    [ -z "$CRATE" ] || return 0
    command -v cargo > /dev/null || peer_skip "cargo, which fetches the crate $1, is not installed"
    mkdir -p "$folder/src"
    touch "$folder/src/lib.rs"
    printf '[package]\nname = "schemas"\nversion = "0.0.0"\n[dependencies]\n%s = "=%s"\n' "$1" "$2" \
        > "$folder/Cargo.toml"
    (cd "$folder" && CARGO_HOME=$folder/home CARGO_NET_RETRY=1 cargo fetch) > "$log" 2>&1 < /dev/null ||
        peer_skip "cargo fetch of $1 $2: $(grep -i error "$log" | tail -n 1)"
    CRATE=$(find "$folder/home" -path "$wanted")
    [ -n "$CRATE" ] || peer_skip "the crate $1 $2 has no $3"
}

# peer_validate SCHEMA FILE: what Python's jsonschema, which peer_python has to have made, objects to.
peer_validate()
{
    "$PYTHON" - "$1" "$2" << 'VALIDATE'
import json, sys
import jsonschema

schema, report = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:])
validator = jsonschema.validators.validator_for(schema)
validator.check_schema(schema)
errors = list(validator(schema).iter_errors(report))
for error in errors:
    print(error.json_path, error.message[:300])
sys.exit(bool(errors))
VALIDATE
}

# peer_project LANGUAGE MODEL MODEL: a project here, with two sets of inputs and no updates.
peer_project()
{
    cat > acme-demo-thing.json << 'SCHEMA'
{"typeName": "Acme::Demo::Thing", "primaryIdentifier": ["/properties/Name"],
  "createOnlyProperties": ["/properties/Name"], "properties": {"Name": {"type": "string"}, "Size": {"type": "integer"}},
  "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "update": {"permissions": []},
    "delete": {"permissions": []}}}
SCHEMA
    printf '{"typeName": "Acme::Demo::Thing", "language": "%s"}\n' "$1" > .rpdk-config
    mkdir inputs
    printf '%s\n' "$2" > inputs/inputs_1_create.json
    printf '%s\n' "$3" > inputs/inputs_20_create.json
}
