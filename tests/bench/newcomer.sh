#!/usr/bin/env bash
#
# bash tests/bench/newcomer.sh [--bare] [REPOSITORY]
#
# What a newcomer waits for, in seconds from the beginning: git, the clone, the packages, the program,
# the first run that passes, and the first failure with its rule, its difference and what to type
# next. Each command is one that README.md, the quickstart or the failure names. With --bare it begins
# on a Debian with nothing but apt (as root; tests/chroot.sh says of which release, and how to keep it);
# without, on this machine, where git and most packages are likely to be. The repository is cloned
# from this disk: add what yours takes to come over the network.
#
set -euo pipefail
began=$(date +%s%N)

passed() { awk -v ns=$(($(date +%s%N) - began)) -v what="$*" 'BEGIN { printf "%7.1f  %s\n", ns / 1e9, what }'; }

wrong()
{
    echo "$*" >&2
    exit 1
}

# A Debian in which this same script begins anew. What the repository has committed is what is cloned.
on_bare_debian()
{
    local repository=$1 here

    here=$(dirname "${BASH_SOURCE[0]}")
    . "$here/../chroot.sh"
    chroot_possible || exit 77
    scratch=$(mktemp -d)
    trap 'chroot_remove "$scratch"' EXIT
    chroot_make "$scratch/debian"
    git clone -q --bare "$repository" "$scratch/debian/srv/cfnc.git"
    cp "${BASH_SOURCE[0]}" "$scratch/debian/srv"
    echo "Debian $(cat "$scratch/debian/etc/debian_version"), $(chroot_run "$scratch/debian" nproc) processors," \
        "$(chroot_run "$scratch/debian" dpkg-query -W | wc -l) packages"
    chroot_run "$scratch/debian" bash /srv/newcomer.sh file:///srv/cfnc.git
}

# The commands of the README's section for those who try it, one a line.
readme_commands()
{
    sed -n '/^## Try it/,/^## Use it/s/^    \([^#]*[^# ]\).*/\1/p' README.md
}

# What the quickstart prints, and when.
quickstart()
{
    local line

    bash examples/quickstart.sh | while IFS= read -r line; do
        echo "$line" >> "$folder/quickstart.log"
        case $line in
        'Building into'*) passed "packages installed" ;;
        '$ '*'examples/memo --demo') passed "built" ;;
        'That was a provider'*) passed "a first run that passes" ;;
        'That one'*) passed "and one that does not" ;;
        esac
    done
}

understood()
{
    local words

    for words in 'MUST  read.equals' '/Size ' 'hint ' 'more ' 'again '; do
        grep -q "$words" "$1" || wrong "the failure does not say: $words"
    done
}

case ${1:-} in
--bare) bare=yes; shift ;;
*) bare= ;;
esac
repository=${1:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
[ -z "$bare" ] || { on_bare_debian "$repository"; exit; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
command -v git > /dev/null || {
    apt-get -qq update
    DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o Dpkg::Use-Pty=0 install git > git.log 2>&1 || wrong "$(tail git.log)"
    passed "git installed"
}
git clone -q "$repository" cfnc
cd cfnc
passed "cloned"
quickstart
mapfile -t commands < <(readme_commands)
[ ${#commands[@]} -eq 3 ] || wrong "README.md has other commands to try: ${commands[*]}"
eval "${commands[0]}"
eval "${commands[1]}" > "$folder/green.log" || wrong "${commands[1]}: $(tail -1 "$folder/green.log")"
passed "${commands[1]}"
! eval "${commands[2]} --seed 1" > "$folder/failure.log" || wrong "${commands[2]} passed"
understood "$folder/failure.log"
passed "${commands[2]}: says what broke, where, and what to type next"
! eval "$(sed -n 's/^  again  *//p' "$folder/failure.log" | head -1)" > "$folder/again.log" || wrong "it passed again"
grep -q 'MUST  read.equals' "$folder/again.log"
passed "the same test again, by the command that the failure names"
eval "$(sed -n 's/^  more  *//p' "$folder/failure.log" | head -1)" > "$folder/explain.log"
passed "the rule explained"
cmake --install build/release --prefix "$folder/prefix" > "$folder/install.log" || wrong "$(tail "$folder/install.log")"
"$folder/prefix/bin/cfnc" version > /dev/null
passed "installed"
times > "$folder/times"
awk 'END { gsub(/[ms]/, " "); printf "%7.1f  seconds of processors for all of it\n", 60 * ($1 + $3) + $2 + $4 }' "$folder/times"
