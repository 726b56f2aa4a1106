#!/usr/bin/env bash
#
# The HTML report in a browser: Chromium, driven by npm's playwright-core and looked over by
# axe-core. What the browser showed is kept as build/peers/html/*.png.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/peers/venv.sh
. tests/packages.sh

folder=$PWD/build/peers/html here=$PWD
cfnc=$(realpath "${CFNC:-build/dev/cfnc}")
if ! command -v node > /dev/null || ! command -v npm > /dev/null; then
    peer_skip "node and npm are not installed"
fi
mkdir -p "$folder"
packages_install browser > "$folder.log" 2>&1 || peer_skip "no chromium: $(tail -n 1 "$folder.log")"
[ -d "$folder/node_modules/axe-core" ] ||
    npm install --prefix "$folder" --no-audit --no-fund --silent playwright-core@1.65.1 axe-core@4.14.1 \
        > "$folder.log" 2>&1 || peer_skip "npm install: $(tail -n 1 "$folder.log")"

scratch=$(mktemp -d)
trap 'kill "${handler:-}" 2> /dev/null || true; rm -rf "$scratch"' EXIT
cd "$scratch"

# make PAGE OPTION...: what a run tells; tests fail in most of them.
make()
{
    local page=$1
    shift
    rm -f "$folder/$page.html"
    "$cfnc" test --seed 1 --html "$folder/$page.html" "$@" > log 2>&1 || [ $? -eq 1 ] || { cat log; exit 1; }
}

# A handler that answers with markup, on a schema whose names are markup.
node "$here/tests/peers/html_handler.mjs" > serving 2>&1 &
handler=$!
peer_starts "$handler" serving
schema='<img src=x onerror=alert(1)>"'"'"'.json'
cat > "$schema" << 'SCHEMA'
{"typeName": "Acme::Demo::Thing", "primaryIdentifier": ["/properties/Name<script>alert(1)<~1script>"],
  "additionalProperties": false, "properties": {
    "Name<script>alert(1)</script>": {"type": "string", "pattern": "^[a-z]{8}$"},
    "<img src=x onerror=alert(2)>": {"type": "string"}},
  "required": ["Name<script>alert(1)</script>", "<img src=x onerror=alert(2)>"],
  "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "update": {"permissions": []},
    "delete": {"permissions": []}, "list": {"permissions": []}}}
SCHEMA

make failed --demo --fault read-wrong-value --stabilize 2
make passed --demo
make crashed --demo --fault answer-crash
make many --demo --fault read-wrong-value --examples 7
make hostile --endpoint "$url" --schema "$schema"
cd "$folder"
timeout 600 node "$here/tests/peers/html.mjs" "$(command -v chromium)"
