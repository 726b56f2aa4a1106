# shellcheck shell=bash
# Sourced, not run: installs what a script needs, on Debian, Ubuntu and their kin.
#
#     packages_need build       ends the script, with what to type, when something cannot be had
#     packages_want peers       says what cannot be had, and goes on
#
# What is there already, wherever it came from, is left alone. Nothing ever asks a question.

# group | succeeds when it is there | the packages that bring it
packages_rows='
build    | command -v gcc                             | gcc libc6-dev
build    | command -v cmake                           | cmake
build    | command -v ninja                           | ninja-build
build    | command -v pkg-config                      | pkg-config
build    | pkg-config --exists libcjson               | libcjson-dev
build    | pkg-config --exists libpcre2-8             | libpcre2-dev
build    | pkg-config --exists libidn2                | libidn2-dev
build    | pkg-config --exists uuid                   | uuid-dev
build    | pkg-config --exists libmicrohttpd          | libmicrohttpd-dev
build    | pkg-config --exists expat                  | libexpat1-dev
build    | pkg-config --exists inih                   | libinih-dev
build    | pkg-config --exists libcurl                | libcurl4-gnutls-dev
peers    | command -v python3                         | python3
peers    | python3 -c "import venv, ensurepip"        | python3-venv
peers    | command -v openssl                         | openssl
extras   | command -v xmllint                         | libxml2-utils
extras   | test -d /usr/share/json-schema-test-suite  | json-schema-test-suite
browser  | command -v chromium                        | chromium
extras   | command -v zsh                             | zsh
extras   | command -v fish                            | fish
extras   | command -v shellcheck                      | shellcheck
extras   | command -v groff                           | groff-base
extras   | command -v mandoc                          | mandoc
extras   | command -v dpkg-shlibdeps                  | dpkg-dev
extras   | command -v file                            | file
clang    | command -v clang                           | clang
runtime  | packages_clang_sanitizes                   | libclang-rt-dev
checkers | command -v clang-tidy                      | clang-tidy
checkers | command -v clang-format                    | clang-format
checkers | command -v cppcheck                        | cppcheck
valgrind | command -v valgrind                        | valgrind
'

packages_clang_sanitizes()
{
    echo 'int main(void) { return 0; }' | clang -fsanitize=address,fuzzer-no-link -x c -o /dev/null -
}

# The packages of a group that bring what is not there.
packages_missing()
{
    local group check packages

    while IFS='|' read -r group check packages; do
        [ "${group// /}" = "$1" ] || continue
        eval "$check" > /dev/null 2>&1 < /dev/null || echo "$packages"
    done <<< "$packages_rows" | xargs
}

# As root, or by sudo where that needs no password.
packages_apt()
{
    local -a as_root=()

    [ "$(id -u)" -eq 0 ] || as_root=(sudo -n)
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" < /dev/null > /dev/null
}

# True when everything of the group is there now.
packages_install()
{
    local missing

    missing=$(packages_missing "$1")
    [ -n "$missing" ] || return 0
    command -v apt-get > /dev/null || return 1
    echo "Installing with apt-get: $missing"
    packages_apt update || true
    # shellcheck disable=SC2086  # one word for each package
    packages_apt install -y --no-install-recommends $missing || return 1
    [ -z "$(packages_missing "$1")" ]
}

packages_need()
{
    packages_install "$1" && return
    echo "These packages are missing, and could not be installed: $(packages_missing "$1")" >&2
    echo "Type: sudo apt-get install $(packages_missing "$1")" >&2
    exit 1
}

packages_want()
{
    packages_install "$1" || echo "Going on without $(packages_missing "$1"): some tests will be skipped"
}
