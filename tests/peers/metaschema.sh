#!/usr/bin/env bash
#
# bash tests/peers/metaschema.sh [MUTATIONS]
#
# Holds what cfnc takes for the schema of a resource type against what the
# published `cfn` takes: schema by schema, and on 300 schemas with a member
# dropped, renamed, exchanged or added. Where they differ, compare_metaschema.py
# has to know why. The schemas are those of CFNC_CORPUS, where that is, and of
# this project.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/peers/venv.sh

peer_reference
exec "$PYTHON" tests/peers/compare_metaschema.py --cfnc "${CFNC:-build/dev/cfnc}" \
    --mutations "${1:-300}"
