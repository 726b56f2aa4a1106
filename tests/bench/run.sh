#!/usr/bin/env bash
#
# bash tests/bench/run.sh [RUNS]
#
# What a full v1 run costs the program that makes it, on handlers that answer at
# once, beside what it costs the published `cfn test`, and how many times as much
# that is: medians of RUNS (9), and of a third as many for the other, which is
# slower. STS is answered locally.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/packages.sh
. tests/peers/venv.sh

runs=${1:-9}
packages_need build
cmake --preset release > /dev/null
cmake --build build/release --target cfnc > build/release/build.log 2>&1 ||
    { tail -50 build/release/build.log; exit 1; }
mkdir -p build/bench
cc -O2 -o build/bench/cost tests/bench/cost.c

cfnc=$PWD/build/release/cfnc cost=$PWD/build/bench/cost here=$PWD
schema=example-notes-shelf.json
scratch=$(mktemp -d)
cp -r tests/peers/shelf "$scratch/project"
cd "$scratch/project"
: > "$scratch/service"
"$cfnc" serve --schema "$schema" --port 0 >> "$scratch/service" 2>&1 &
service=$!
trap 'kill "$service" 2> /dev/null || true; rm -rf "$scratch"' EXIT
url=
while [ -z "$url" ]; do
    kill -0 "$service" || { cat "$scratch/service"; exit 1; }
    url=$(sed -n 's/^listening on //p' "$scratch/service")
    sleep 0.05
done
export HOME=$scratch

# measure LABEL RUNS COMMAND...
measure()
{
    local label=$1 times=$2 column medians=()

    shift 2
    : > "$scratch/rows"
    for _ in $(seq "$times"); do "$cost" "$@" >> "$scratch/rows"; done
    for column in 1 2 3; do
        medians+=("$(cut -d' ' -f"$column" "$scratch/rows" | sort -g | sed -n "$(((times + 1) / 2))p")")
    done
    printf '%-28s %5d %10s %10s %10s   %s\n' "$label" "$times" "${medians[@]}" \
        "$(cut -d' ' -f4 "$scratch/rows" | sort -u | xargs)"
    echo "${medians[*]}" > "$scratch/$label"
}

printf '%-28s %5s %10s %10s %10s   %s\n' program runs 'wall s' 'cpu s' 'MiB' 'exit codes'
measure "cfnc test --suite v1" "$runs" \
    "$cfnc" test --suite v1 --schema "$schema" --endpoint "$url"
measure "cfnc test" "$runs" "$cfnc" test --schema "$schema" --endpoint "$url"
measure "cfnc version" "$runs" "$cfnc" version

# In a subshell, because it leaves when there is no network.
(
    cd "$here"
    peer_reference
    cd "$scratch/project"
    export REFERENCE_AS_IS=1
    measure "cfn test" "$(((runs + 2) / 3))" \
        "$PYTHON" "$here/tests/peers/reference.py" test --endpoint "$url"
) || [ $? -eq 77 ]
[ ! -e "$scratch/cfn test" ] || cat "$scratch/cfn test" "$scratch/cfnc test --suite v1" | xargs |
    awk '{ printf "cfn test takes %.0f times as long, %.0f times the processor and %.0f times the memory\n", $1 / $4, $2 / $5, $3 / $6 }'
"$cfnc" test --suite v1 --schema "$schema" --endpoint "$url" 2>&1 | grep 'handler calls' || true
