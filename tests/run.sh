#!/usr/bin/env bash
#
# bash tests/run.sh [CTEST OPTION...]
#
# Installs what is missing, builds, and runs every test; of the slowest a sample, which CONTRIBUTING.md
# tells more of, or all where CFNC_TESTS=all. Works from any folder.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. tests/packages.sh
. tests/build.sh

packages_need build
packages_want peers
packages_want extras

build_preset dev
ctest_preset dev "$@"
