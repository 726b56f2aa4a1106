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

echo "-- a wait"
serve --schema schema.json --stabilize 1 --delay 2
on 80 "$CFNC" test --suite v1 --schema schema.json --seed 1 --endpoint "$URL" --color never -k create_read
echo "-- narrow"
on 40 "$CFNC" test --suite v1 --schema schema.json --seed 1 --endpoint "$URL" --color never -k create_read
echo "-- very narrow: labels stand above their words, values below each other"
on 20 "$CFNC" test --demo --seed 1 --color never --no-record -k create_delete --fault read-wrong-value | sed '1,/^create/d'
echo "-- a window that is made narrower while it is waited, and wider again"
serve --schema schema.json --stabilize 1 --delay 2
for columns in "80 to 40" "40 to 80"; do
    echo "from $columns"
    on "${columns%% *}" "(sleep 1; stty cols ${columns##* } < /dev/tty) & '$CFNC' test --suite v1 --schema schema.json --seed 1 --endpoint '$URL' \
        --color never -k create_read" | grep -E 'DELETE|handler calls' | sed 's/<ESC>.K//' | sort -u
done
echo "-- a terminal that does not know its width, and none: COLUMNS says it, or it is 80"
for columns in "" 30 19 0 -1 nonsense 40x; do
    echo "$(on 0 env "COLUMNS=$columns" "$CFNC" test --demo --seed 1 --color never --no-record -k asserts | head -n 2 | sed -n 2p | wc -L) $(
        COLUMNS=$columns "$CFNC" test --demo --seed 1 --no-record -k asserts | head -n 2 | sed -n 2p | wc -L): COLUMNS=$columns"
done
echo "$(COLUMNS=30 on 80 "$CFNC" test --demo --seed 1 --color never --no-record -k asserts | head -n 2 | sed -n 2p | wc -L): COLUMNS=30 where the terminal knows better"
echo "-- CI is no terminal, whatever stands behind it"
export CI=true
on 80 "$CFNC" test --suite v1 --schema schema.json --seed 1 --endpoint "$URL" -k create_read | grep -c IN_PROGRESS
unset CI
echo "-- Ctrl-C"
: > typed
says() { for _ in $(seq 400); do grep -q "$1" typed && return; sleep 0.05; done; echo "never said: $1"; }
(says IN_PROGRESS; printf '\003'; says passed) | TERM=xterm script -qec \
    "stty cols 80 rows 24 -echo; '$CFNC' test --suite v1 --schema schema.json --seed 1 --endpoint '$URL' --color never" \
    /dev/null > typed
frames < typed | sed 's/^^C//; /^stopping/,$!d; /gives up/d; /\.\.\.\.  contract/d'
echo "-- an answer that does not come"
serve --schema schema.json --fault read-slow --enforce-timeout 2
on 80 "$CFNC" test --suite v1 --schema schema.json --seed 1 --endpoint "$URL" --color never -k create_read --enforce-timeout 1 |
    sed '/^----/,$d; /no answer yet/d; /called .* ago/d' # a second is the limit, and when it is looked at first
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
    for fault in read-wrong-value create-fails delete-protected; do
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
