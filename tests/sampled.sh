# shellcheck shell=bash
# Sourced: how much of a slow test is to be run. ctest names in CFNC_SAMPLE one in how many of its cases
# (tests/CMakeLists.txt), which counts for nothing where CFNC_TESTS=all.
[ "${CFNC_TESTS:-}" != all ] || unset CFNC_SAMPLE
sampled_seen=0

if [ "${CFNC_SAMPLE:-}" = 0 ]; then
    echo "skipped: CFNC_TESTS=all runs it"
    exit 77
fi

# True for the first of so many cases, and for each that is as many after one.
sampled_takes() { [ $((sampled_seen++ % ${CFNC_SAMPLE:-1})) -eq 0 ]; }
