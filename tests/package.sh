#!/usr/bin/env bash
#
# CFNC=build/dev/cfnc bash tests/package.sh [--chroot]
#
# Installs what was built below a scratch folder, and makes the Debian package: everything is where
# it belongs, what the package needs is named and can be had, and the program runs from there. With
# --chroot (as root) the package is installed by apt into a Debian of its own (tests/chroot.sh), and runs
# a test there.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
CFNC=$(realpath "${CFNC:-build/dev/cfnc}")
build=$(dirname "$CFNC")

[ "$build/printed/cfnc.1.gz" -nt "$CFNC" ] ||
    { echo "skip  the manual of this program is not built: cmake --build $build --target printed"; exit 77; }

scratch=$(mktemp -d)
trap 'rm -rf --one-file-system "$scratch"' EXIT
status=0

fail()
{
    echo "FAIL  $*"
    status=1
}

files='bin/cfnc
share/bash-completion/completions/cfnc
share/doc/cfnc/Apache-2.0.txt
share/doc/cfnc/README.md
share/doc/cfnc/copyright
share/doc/cfnc/examples/memo/.rpdk-config
share/fish/vendor_completions.d/cfnc.fish
share/man/man1/cfnc.1.gz
share/man/man5/cfnc.ini.5.gz
share/zsh/vendor-completions/_cfnc'

# What was installed below a folder is there, and runs.
check_tree()
{
    local file

    for file in $files; do
        [ -s "$1/$file" ] || fail "$file is not installed"
    done
    [ "$("$1/bin/cfnc" version | head -1)" = "$("$CFNC" version | head -1)" ] || fail "$1/bin/cfnc does not run"
    gzip -dc "$1/share/man/man1/cfnc.1.gz" | grep -q '^\.TH CFNC 1 ' || fail "cfnc.1.gz is no manual page"
    cmp -s <("$CFNC" completion bash) "$1/share/bash-completion/completions/cfnc" || fail "completion of another cfnc"
    [ ! -e "$1/share/doc/cfnc/examples/memo/.cfnc" ] || fail "what a run left behind is installed"
    "$1/bin/cfnc" test -C "$1/share/doc/cfnc/examples/memo" --demo --no-record -q > "$scratch/said" 2>&1 ||
        fail "the example does not pass: $(tail -1 "$scratch/said")"
}

# Who packages it asks for the licence of each library.
for library in $(sed -n '/^## Libraries/,/^## /s/^| \([^ ]*\) | src.*/\1/p' ARCHITECTURE.md); do
    grep -q "^  $library  *[^ ]" packaging/copyright || fail "packaging/copyright does not say which licence $library has"
done

cmake --install "$build" --prefix "$scratch/prefix" > "$scratch/log" 2>&1 || { cat "$scratch/log"; fail "cmake --install"; }
check_tree "$scratch/prefix"

for tool in cpack dpkg-deb dpkg-shlibdeps file; do
    command -v "$tool" > /dev/null || { echo "skip  the package: $tool is not installed"; exit "$status"; }
done
(umask 077 && cpack --config "$build/CPackConfig.cmake" -B "$scratch/package") > "$scratch/log" 2>&1 || { cat "$scratch/log"; fail "cpack"; exit 1; }
package=$(echo "$scratch"/package/*.deb)
dpkg-deb -x "$package" "$scratch/root"
check_tree "$scratch/root/usr"
private=$(find "$scratch/root" -mindepth 1 ! -type l ! -perm -a+r -printf '%P ')
[ -z "$private" ] || fail "packed so that not everyone may read it: $private"
for library in libc6 libcjson1 libcurl3-gnutls libinih1 libpcre2-8-0; do
    dpkg-deb -f "$package" Depends | grep -qE "(^|, )$library " || [ "$library" = libcurl3-gnutls ] ||
        fail "the package does not depend on $library"
done
if command -v lintian > /dev/null; then
    # Who answers for a package is for whoever gives it away to say.
    lintian --allow-root --fail-on error,warning --suppress-tags bogus-mail-host "$package" || fail "lintian"
else
    echo "skip  lintian is not installed"
fi
echo "$(basename "$package"): $(stat -c %s "$package") bytes"

if [ "${1:-}" = --chroot ]; then
    . tests/chroot.sh
    chroot_possible || exit 77
    chroot_make "$scratch/debian"
    cp "$package" "$scratch/debian/tmp/cfnc.deb"
    chroot_run "$scratch/debian" env DEBIAN_FRONTEND=noninteractive sh -ec '
        apt-get -qq update
        apt-get -qq -y -o Dpkg::Use-Pty=0 --no-install-recommends install /tmp/cfnc.deb > /dev/null
        cfnc version
        cfnc test --demo -q
        cfnc test -C /usr/share/doc/cfnc/examples/memo --demo --no-record -q
        code=0 # what is loaded only to send something came along
        cfnc test -C /usr/share/doc/cfnc/examples/memo --no-record --endpoint http://127.0.0.1:9 -q || code=$?
        [ "$code" -eq 3 ]
        test -s /usr/share/bash-completion/completions/cfnc
        apt-get -qq -y -o Dpkg::Use-Pty=0 remove cfnc > /dev/null
        [ ! -e /usr/bin/cfnc ]' || fail "in the chroot"
    chroot_remove "$scratch/debian"
fi
[ "$status" -ne 0 ] || echo "ok    installed, packaged"
exit "$status"
