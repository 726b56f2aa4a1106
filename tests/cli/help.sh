# Help is a screen that begins with examples; the rest of it is asked for.
run cfnc validate --help
run cfnc help doctor --all | tail -4
run cfnc help test | tail -4
run cfnc help version
run cfnc help completion
run cfnc help --json | head -4
SOURCE_DATE_EPOCH=0 run cfnc help --man cfnc.ini.5 | sed -n '2s/".*/"(version)"/p;3,4p'

echo; echo "--- wrong"
run cfnc help tset
run cfnc help submit
run cfnc help test list
run cfnc help --man cfnc
run cfnc help --page
run cfnc completion
run cfnc completion tcsh
run cfnc completion bash zsh
run cfnc version --all
run cfnc list presets

echo; echo "--- bash"
for shell in bash zsh fish; do cfnc completion "$shell" | head -3; done
(
    eval "$(cfnc completion bash)"
    PATH=$(dirname "$CFNC"):$PATH
    complete_words() { COMP_WORDS=(cfnc "$@"); COMP_CWORD=$#; _cfnc; echo "$*: ${COMPREPLY[*]}"; }
    printf '[preset a b]\n[preset $(touch came)]\n' > cfnc.ini
    complete_words li
    complete_words list r
    complete_words test --tb ''
    complete_words test --tb = l
    complete_words test --tb =
    complete_words test --preset ''
    complete_words test --seed ''
    complete_words test contract_delete_r
    complete_words compare --dif
    complete_words nothing ''
    complete_words config te
    echo 'wrong = 1' > cfnc.ini
    complete_words test contract_delete_r
    ls came 2>&1
)
