#!/usr/bin/env bash
#
# bash tests/peers/reference.sh [--all] [FAULT...]
#
# Holds the verdicts of `cfnc test --suite v1` against those of the published
# `cfn test`, test by test, on the built-in provider: honest, and with each of
# its faults (a sample of them without --all). Where they differ,
# known_differences.txt has to say why.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/peers/venv.sh

peer_reference
exec "$PYTHON" tests/peers/compare_verdicts.py --cfnc "${CFNC:-build/dev/cfnc}" "$@"
