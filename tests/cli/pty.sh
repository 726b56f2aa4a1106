# On a real terminal: lines drawn over themselves, narrow ones, colours, Ctrl-C.
echo '{"typeName": "Acme::Demo::Thing", "primaryIdentifier": ["/properties/Name"],
  "createOnlyProperties": ["/properties/Name"], "properties": {"Name": {"type": "string", "pattern": "^[a-z]{8}$"}},
  "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}}}' > schema.json

# on COLUMNS COMMAND...: its output on a terminal that wide. What is drawn again and again is told
# once: <ESC>[K and what else goes to the terminal is shown, times are masked as everywhere.
on()
{
    local columns=$1

    shift
    # shellcheck disable=SC2016  # the words are for the shell on the terminal
    TERM=xterm script -qec "stty cols $columns rows 24 -echo; $*" /dev/null < /dev/null | frames
}
frames()
{
    tr '\r' '\n' | sed -E 's/\x1b/<ESC>/g; s/[0-9]+\.[0-9]+s/#s/g; s/ +#s/ #s/g; /^$/d' | awk '!seen[$0]++'
}

# meanwhile NAME COMMAND...: begins what takes seconds, in a folder and with a provider of its own;
# told NAME: what it said. They wait for handlers at the same time.
declare -A begun
meanwhile()
{
    local name=$1

    shift
    mkdir "$name"
    (cd "$name" && HOME=$PWD && "$@") > "$name.txt" 2>&1 & begun[$name]=$!
}
told() { wait "${begun[$1]}"; cat "$1.txt"; }

test_v1=("$CFNC" test --suite v1 --schema ../schema.json --seed 1)
a_wait() # COLUMNS
{
    serve --schema ../schema.json --stabilize 1 --delay 2
    on "$1" "${test_v1[@]}" --endpoint "$URL" --color never -k create_read
}
another_window() # COLUMNS OTHERS
{
    serve --schema ../schema.json --stabilize 1 --delay 2
    on "$1" "(sleep 1; stty cols $2 < /dev/tty) & ${test_v1[*]} --endpoint $URL --color never -k create_read" |
        grep -E 'DELETE|handler calls' | sed 's/<ESC>.K//' | sort -u
}
in_ci()
{
    serve --schema ../schema.json --stabilize 1 --delay 2
    CI=true on 80 "${test_v1[@]}" --endpoint "$URL" -k create_read | grep -c IN_PROGRESS
}
says() { for _ in $(seq 400); do grep -q "$1" typed && return; sleep 0.05; done; echo "never said: $1"; }
ctrl_c()
{
    serve --schema ../schema.json --stabilize 1 --delay 2
    : > typed
    (says IN_PROGRESS; printf '\003'; says passed) | TERM=xterm script -qec \
        "stty cols 80 rows 24 -echo; ${test_v1[*]} --endpoint '$URL' --color never" /dev/null > typed
    frames < typed | sed 's/^^C//; /^stopping/,$!d; /gives up/d; /\.\.\.\.  contract/d'
}
no_answer()
{
    serve --schema ../schema.json --fault read-slow --enforce-timeout 2
    on 80 "${test_v1[@]}" --endpoint "$URL" --color never -k create_read --enforce-timeout 1 |
        sed '/^----/,$d; /no answer yet/d; /called .* ago/d' # a second is the limit, and when it is looked at first
}
meanwhile wait a_wait 80
meanwhile narrow a_wait 40
meanwhile narrower another_window 80 40
meanwhile wider another_window 40 80
meanwhile ci in_ci
meanwhile ctrl-c ctrl_c
meanwhile no-answer no_answer

echo "-- a wait"
told wait
echo "-- narrow"
told narrow
echo "-- very narrow: labels stand above their words, values below each other"
on 20 "$CFNC" test --demo --seed 1 --color never --no-record -k create_delete --fault read-wrong-value | sed '1,/^create/d'
echo "-- a window that is made narrower while it is waited, and wider again"
echo "from 80 to 40"
told narrower
echo "from 40 to 80"
told wider
echo "-- a terminal that does not know its width, and none: COLUMNS says it, or it is 80"
for columns in "" 30 19 0 -1 nonsense 40x; do
    echo "$(on 0 env "COLUMNS=$columns" "$CFNC" test --demo --seed 1 --color never --no-record -k asserts | head -n 2 | sed -n 2p | wc -L) $(
        COLUMNS=$columns "$CFNC" test --demo --seed 1 --no-record -k asserts | head -n 2 | sed -n 2p | wc -L): COLUMNS=$columns"
done
echo "$(COLUMNS=30 on 80 "$CFNC" test --demo --seed 1 --color never --no-record -k asserts | head -n 2 | sed -n 2p | wc -L): COLUMNS=30 where the terminal knows better"
echo "-- CI is no terminal, whatever stands behind it"
told ci
echo "-- Ctrl-C"
told ctrl-c
echo "-- an answer that does not come"
told no-answer
echo "-- colours: asked for, or not"
for how in "" "NO_COLOR=1" "FORCE_COLOR=1" "NO_COLOR=1 FORCE_COLOR=1" "CLICOLOR_FORCE=1" "TERM=dumb"; do
    echo "$(on 80 env $how "$CFNC" test --demo --seed 1 -k asserts | grep -c '<ESC>\[32m') on a terminal, $(
        env $how "$CFNC" test --demo --seed 1 -k asserts | grep -c $'\x1b') in a file: ${how:-nothing said}"
done
for when in always never auto yes no; do
    echo "$(on 80 "$CFNC" test --demo --seed 1 -k asserts --color $when | grep -c '<ESC>\[32m') on a terminal: --color $when"
done

echo "-- no line is wider than the terminal, but for what is one piece"
for columns in 40 60; do
    for fault in read-wrong-value create-fails delete-fails; do
        on $columns "$CFNC" test --demo --seed 1 -rA --fault $fault |
            sed 's/<ESC>\[[0-9;]*[mKA]//g' | grep -Ev 'cfnc (test|explain|replay)|^(FAIL|ERROR)  |^  skip  [a-z_]+$|^  [A-Z]+ +[a-z_]+ #s$' | awk -v most=$columns 'length($0) > most'
    done | sort | uniq -c | sort -rn | head -3
done

echo "-- letters that a terminal does not know"
echo '{"typeName": "Acme::Demo::Thing", "primaryIdentifier": ["/properties/Name"], "additionalProperties": false,
  "createOnlyProperties": ["/properties/Name"], "properties": {"Name": {"type": "string", "enum": ["größe", "漢字漢字漢字", "👩‍🚀"]},
    "Größe": {"type": "string", "enum": ["漢字漢字漢字", "größer"]}}, "required": ["Name", "Größe"],
  "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}}}' > wide.json
for locale in C.UTF-8 C ""; do
    for fault in read-wrong-value create-fails; do
        LC_ALL=$locale cfnc test --schema wide.json --demo --seed 1 --fault $fault -k create_read -v
    done > "shown in $locale"
    LC_ALL=C grep -c '[^ -~]' "shown in $locale"
done
sed -n '/^  path/,/^$/p' "shown in C.UTF-8" "shown in C"
