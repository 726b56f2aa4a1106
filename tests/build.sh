# shellcheck shell=bash
# Sourced: how a preset is built and tested, in build/PRESET.

# What was compiled before is not compiled again, where ccache is.
[ -n "${CMAKE_C_COMPILER_LAUNCHER:-}" ] || ! command -v ccache > /dev/null || export CMAKE_C_COMPILER_LAUNCHER=ccache

build_preset() # PRESET [TARGET...]
{
    cmake --preset "$1" && cmake --build "build/$1" ${2:+--target "${@:2}"}
}

ctest_behind=() # what ctest is started by

# Tests that wait for each other's time-outs need no processor, so that twice as many run at once.
ctest_preset() # PRESET [CTEST OPTION...]
{
    "${ctest_behind[@]}" ctest --test-dir "build/$1" --output-on-failure --no-label-summary -j "$((2 * $(nproc)))" "${@:2}" < /dev/null
}
