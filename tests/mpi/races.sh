#!/bin/bash
# tests/mpi/races.sh BUILD_DIR [COUNT [SEED]] - random programs that access buffers of active operations, or not: exactly
# the races that there are must be reported, each with its three places. See races.mjs.
cd "$(dirname "$0")/../.." || exit 2
if ! command -v node >/dev/null; then
    echo "SKIPPED random races: node is not installed"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
fi
[[ ${2:-25} =~ ^[0-9]+$ ]] || set -- "$1"
exec node tests/mpi/races.mjs "${1:-build}" "${3:-1}" "${2:-25}"
