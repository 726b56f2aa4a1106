#!/usr/bin/env bash
#
# tests/peers/credentials.sh
#
# What the shapes in tests/data/credentials are expected to mean, judged by PyPI's botocore.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/peers/venv.sh

peer_python aws 'moto[server]==5.1.16' botocore==1.44.5
exec "$PYTHON" tests/peers/credentials.py tests/data/credentials
