#!/usr/bin/env bash
# Installs the programs that tests start, where the distribution has packages and we may use them: `programs.sh`
# those of all tests, `programs.sh chromium` that one. Never fails: where it cannot, it says what is missing, and
# the tests that need it say loudly that they were skipped.
set -u
shopt -s nullglob
PATH="$PATH:/usr/sbin"

declare -A PACKAGES=(
    [postgresql]="postgresql-common postgresql"
    [faketime]="faketime"
    [haproxy]="haproxy"
    [strace]="strace"
    [chromium]="chromium-headless-shell chromium-driver"
    [firefox]="firefox-esr"
    [bubblewrap]="bubblewrap"
    # The languages of tests/foreign, and the library that C and C++ speak WebSocket with.
    [languages]="php-cli ruby perl gcc libc6-dev lua5.4 lua-socket lua-cjson ocaml-nox libssl-dev libwslay-dev"
)

have() { command -v "$1"; }
is_file() { [ $# -gt 0 ]; }
is_there() {
    case $1 in
    postgresql) have initdb || is_file /usr/lib/postgresql/*/bin/initdb ;;
    faketime) is_file /usr/lib/*/faketime/libfaketimeMT.so.1 ;;
    chromium) { have chromium-headless-shell || have chromium; } && have chromedriver ;;
    firefox) have firefox || have firefox-esr ;;
    bubblewrap) have bwrap ;;
    languages)
        have php && have ruby && have perl && have gcc && have ocaml &&
            lua5.4 -e 'require("cjson"); require("socket")' && gcc -E -include wslay/wslay.h -x c /dev/null
        ;;
    *) have "$1" ;;
    esac >/dev/null 2>&1
}

# Is it as cheap as can be? The shell of Chromium takes half the CPU of the browser, which does as well where it cannot be had.
is_best() {
    case $1 in
    chromium) have chromium-headless-shell ;;
    *) true ;;
    esac >/dev/null 2>&1
}

# Those of the programs named that are not there.
missing() {
    local program
    for program in "$@"; do is_there "$program" || echo "$program"; done
}

# Those that are not there, or could be better.
wanting() {
    local program
    for program in "$@"; do is_there "$program" && is_best "$program" || echo "$program"; done
}

install() {
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -q || return
    case " $* " in *" postgresql "*)
        # The package would make and start a cluster of its own, which nobody here uses.
        apt-get install -q -y --no-install-recommends postgresql-common &&
            sed -i 's/^#*create_main_cluster.*/create_main_cluster = false/' \
                /etc/postgresql-common/createcluster.conf
        ;;
    esac
    local program failed=0
    # All at once; if one cannot be had, each by itself, so that the others are.
    # shellcheck disable=SC2046,SC2086
    apt-get install -q -y --no-install-recommends $(for program in "$@"; do echo ${PACKAGES[$program]}; done) && return
    for program in "$@"; do
        # shellcheck disable=SC2086
        apt-get install -q -y --no-install-recommends ${PACKAGES[$program]} || failed=1
    done
    return $failed
}

mapfile -t wanted < <(wanting "${@:-${!PACKAGES[@]}}")
[ ${#wanted[@]} -eq 0 ] && exit 0
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    log=$(mktemp)
    install "${wanted[@]}" >"$log" 2>&1 || tail -n 5 "$log" >&2
    rm -f "$log"
fi
for program in $(missing "${wanted[@]}"); do
    echo "$program is not installed, and cannot be from here: tests with it will be skipped" >&2
done
exit 0
