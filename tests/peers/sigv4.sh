#!/usr/bin/env bash
#
# tests/peers/sigv4.sh [COUNT [SEED]]
#
# What libcurl signs for us, judged by PyPI's botocore.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/peers/venv.sh

peer_python aws 'moto[server]==5.1.16' botocore==1.44.5
exec "$PYTHON" tests/peers/sigv4.py "${SEND_SIGNED:-build/dev/tests/send_signed}" "$@"
