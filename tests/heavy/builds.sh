#!/usr/bin/env bash
#
# bash tests/heavy/builds.sh [NAME...]
#
# cfnc as packagers build it: from the files alone, without their history, with their compilers and
# flags, out of a folder that cannot be written and whose name has blanks, quotes and other letters, as
# nobody in particular, whatever the umask. Each way is built with all warnings as errors, installed
# below a DESTDIR, packaged so that everyone may read all of it, and runs its example. Some minutes each.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# name | compiler | umask | what CMake is told
ways='
plain    | cc    | 022 |
debian   | gcc   | 077 | -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="-g -O2 -fstack-protector-strong -D_FORTIFY_SOURCE=2" -DCMAKE_EXE_LINKER_FLAGS="-pie -Wl,-z,relro,-z,now"
smallest | gcc   | 000 | -DCMAKE_BUILD_TYPE=MinSizeRel
fastest  | gcc   | 022 | -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS="-O3 -flto=auto"
clang    | clang | 077 | -DCMAKE_BUILD_TYPE=Release
make     | clang | 022 | -DCMAKE_BUILD_TYPE=Debug -G "Unix Makefiles"
'
scratch=$(mktemp -d)
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
chmod 755 "$scratch"
folder="$scratch/Größe und 'mehr'"
status=0

# Without its history, and what was not committed is in it.
mkdir -p "$folder/source"
git ls-files -z --cached --others --exclude-standard | xargs -0 cp -P --parents -t "$folder/source"
chmod -R a-w,a+rX "$folder/source"

# Of a root who builds, nobody: to root nothing is read-only.
as=()
[ "$(id -u)" -ne 0 ] || as=(setpriv --reuid=65534 --regid=65534 --clear-groups)

# build SOURCE FOLDER UMASK ARGUMENT...: what a packager types.
# shellcheck disable=SC2317  # it is called in a shell of its own
build()
{
    local source=$1 out=$2

    umask "$3"
    shift 3
    cmake -S "$source" -B "$out/build" -DCFNC_STRICT=ON -DBUILD_TESTING=OFF "$@"
    cmake --build "$out/build" -j2
    DESTDIR="$out/image" cmake --install "$out/build" --prefix /usr
    # CPack's archiver reads no such folder in the locale C.
    LC_ALL=C.UTF-8 cpack --config "$out/build/CPackConfig.cmake" -B "$out/package"
    dpkg-deb -x "$out"/package/*.deb "$out/unpacked"
    cd "$out/image/usr/share/doc/cfnc/examples"
    "$out/image/usr/bin/cfnc" test -C memo --demo --no-record -q
}

# Everyone may read what is in the package, and nobody but its owner may write it.
check_modes()
{
    local wrong

    wrong=$(find "$1" -mindepth 2 ! -type l \( ! -perm -a+r -o -perm /go+w -o -type d ! -perm -a+x \) -printf '%m %P\n')
    [ -z "$wrong" ] || { echo "modes: $wrong"; return 1; }
}

# try NAME COMPILER UMASK ARGUMENT...
try()
{
    local name=$1 compiler=$2 mask=$3 out="$folder/out $1" began=$SECONDS

    shift 3
    mkdir -m 777 "$out"
    export -f build
    if "${as[@]}" env HOME="$out" CC="$compiler" CMAKE_GENERATOR=Ninja LC_ALL=C \
        bash -euc 'build "$@"' bash "$folder/source" "$out" "$mask" "$@" > "$scratch/log" 2>&1 < /dev/null &&
        check_modes "$out/unpacked" >> "$scratch/log"; then
        echo "ok    $name ($((SECONDS - began)) s, the program $(stat -c %s "$out/image/usr/bin/cfnc") bytes)"
    else
        grep -E -A5 '(rror|FAILED|modes):' "$scratch/log" || tail -n 30 "$scratch/log"
        echo "FAIL  $name"
        status=1
    fi
    rm -rf "$out"
}

while IFS='|' read -r name compiler mask told; do
    name=${name// /} compiler=${compiler// /}
    [ -n "$name" ] || continue
    [ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue
    command -v "$compiler" > /dev/null || { echo "skip  $name: $compiler is not installed"; continue; }
    arguments=()
    eval "arguments=($told)"
    try "$name" "$compiler" "${mask// /}" "${arguments[@]}"
done <<< "$ways"
exit "$status"
