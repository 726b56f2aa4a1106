#!/usr/bin/env bash
#
# bash tests/run.sh [CTEST OPTION...]
#
# Installs what is missing, builds, and runs every test. Works from any folder.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. tests/packages.sh

packages_need build
packages_want peers
packages_want extras

cmake --preset dev
cmake --build build/dev
exec ctest --test-dir build/dev --output-on-failure --no-label-summary -j2 "$@" < /dev/null
