#!/usr/bin/env bash
#
# CFNC=build/dev/cfnc bash tests/shells.sh
#
# Completion as people have it: each shell reads the script that cfnc prints for it, and is given
# the beginning of a command line; and what the shells' checkers and those of manual pages say.
# What is not installed is named, and left out.
#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
CFNC=$(realpath "${CFNC:-build/dev/cfnc}")

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/bin" "$scratch/work/folder" "$scratch/home"
ln -s "$CFNC" "$scratch/bin/cfnc"
export HOME=$scratch/home PATH=$scratch/bin:$PATH
export XDG_CONFIG_HOME=$HOME XDG_DATA_HOME=$HOME
status=0 shells=0

fail()
{
    echo "FAIL  $*"
    status=1
}

have()
{
    command -v "$1" > /dev/null && return
    echo "skip  $1 is not installed"
    return 1
}

# The beginning of a command line, and what has to be among what is offered.
cases=(
    'cfnc doc|doctor'
    'cfnc |test'
    'cfnc |completion'
    'cfnc test --suit|--suite'
    'cfnc test --suite |v2'
    'cfnc test --suite=f|full'
    'cfnc test contract_create_rea|contract_create_read'
    'cfnc test --deselect contract_create_rea|contract_create_read'
    'cfnc test --fault read-wrong-val|read-wrong-value'
    'cfnc test --preset nigh|nightly'
    'cfnc test --preset |odd $(touch came) name'
    'cfnc test --profile stag|staging'
    'cfnc test -C fol|folder'
    'cfnc test --report jun|junit'
    'cfnc test --report junit:thi|thing.json'
    'cfnc list sche|schemas'
    'cfnc list --print lin|lint'
    'cfnc explain read.equal|read.equals'
    'cfnc generate mod|model'
    'cfnc generate event CREA|CREATE'
    'cfnc config vali|validate'
    'cfnc help clean|cleanup'
    'cfnc completion fi|fish'
    'cfnc validate thi|thing.json'
)

cd "$scratch/work"
echo '{}' > thing.json
mkdir "$HOME/.aws"
printf '[default]\nregion = x\n[profile staging]\nregion = y\n[profile $(touch came)]\nregion = z\n' > "$HOME/.aws/config"
cat > cfnc.ini << 'END'
[preset nightly]
retries = 1
[preset odd $(touch came) name]
[preset `touch came`]
END

# What bash would put there, one to a line.
bash_offers()
{
    bash --norc --noprofile -c '
        eval "$(cfnc completion bash)"
        line=$1
        line=${line//=/ = } line=${line//:/ : }
        read -ra COMP_WORDS <<< "$line"
        [[ $line != *" " ]] || COMP_WORDS+=("")
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _cfnc
        for word in "${COMPREPLY[@]}"; do eval "printf \"%s\\n\" $word"; done' bash "$1"
}

fish_offers()
{
    fish --no-config -c 'source (cfnc completion fish | psub); complete -C $argv[1]' "$1" | cut -f 1
}

# The lines that zsh makes of them, in a terminal of its own: what it offers, where that is one word.
zsh_lines()
{
    zsh -f -c '
        zmodload zsh/zpty
        zpty shell zsh -f -i
        zpty -w shell "stty -echo; unsetopt prompt_cr beep; PS1= PS2= RPS1= KEYTIMEOUT=1; autoload -U compinit"
        zpty -w shell "compinit -u -D; . $1; show() { print -r -- \"<<\$BUFFER>>\"; BUFFER= }; zle -N show"
        zpty -w shell "bindkey \"^I\" complete-word \"^X\" show; setopt no_list_beep; echo re\"\"ady" # its echo is not that
        zpty -r shell said "*ready*"
        for line in "${@:2}"; do
            zpty -w -n shell "$line"$'"'\\t\\030'"'
            zpty -r shell said "*>>*"
            said=${said##*<<}
            print -r -- "${said%%>>*}"
        done
        zpty -d shell' zsh "$scratch/_cfnc" "$@"
}

# What zsh shows as a list is left out: nothing can be told from it.
check_zsh()
{
    local i
    local -a asked=() made

    for case in "${cases[@]}"; do
        [[ $case == *' |'* ]] || asked+=("$case")
    done
    mapfile -t made < <(timeout 60 bash -c "$(declare -f zsh_lines); scratch=$scratch zsh_lines \"\$@\"" bash "${asked[@]%|*}")
    for i in "${!asked[@]}"; do
        [[ ${made[i]:-} == *"${asked[i]##*|}"* ]] || fail "zsh: ${asked[i]%|*}: becomes ${made[i]:-}"
    done
}

for shell in bash zsh fish; do
    cfnc completion "$shell" > "$scratch/_cfnc"
    have "$shell" || continue
    shells=$((shells + 1))
    "$shell" -n "$scratch/_cfnc" || fail "$shell cannot read its script"
    [ "$shell" != zsh ] || { check_zsh; continue; }
    for case in "${cases[@]}"; do
        line=${case%|*} wanted=${case##*|}
        offers=$("${shell}_offers" "$line" | sed 's:/$::')
        grep -qxE -- "(--suite=|junit:)?${wanted//[\$()]/.}" <<< "$offers" || fail "$shell: $line: offers $offers"
    done
done
[ ! -e came ] || fail "a name out of cfnc.ini was run"

if have shellcheck; then
    cfnc completion bash > "$scratch/cfnc.bash"
    shellcheck "$scratch/cfnc.bash" || fail "shellcheck"
fi
for page in cfnc.1 cfnc.ini.5; do
    cfnc help --man "$page" > "$scratch/$page"
    have groff && { said=$(groff -ww -man -Tutf8 "$scratch/$page" 2>&1 > "$scratch/shown") || true
                    [ -z "$said" ] || fail "groff: $page: $said"; }
    have mandoc && { mandoc -T lint -W warning "$scratch/$page" || fail "mandoc: $page"; }
done
[ "$shells" -gt 0 ] || exit 77
[ "$status" -ne 0 ] || echo "ok    ${#cases[@]} command lines"
exit "$status"
