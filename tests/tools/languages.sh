#!/usr/bin/env bash
# Installs the languages of tests/foreign, and the library that C++ speaks WebSocket with, where the distribution has them
# and we may. Never fails: where it cannot, those tests say loudly that they were skipped.
set -u

have() {
    command -v php && command -v ruby && command -v perl && command -v gcc && command -v ocaml &&
        lua5.4 -e 'require("cjson"); require("socket")' &&
        gcc -E -include wslay/wslay.h -x c /dev/null
} >/dev/null 2>&1

have && exit 0
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    log=$(mktemp)
    apt-get update -q >"$log" 2>&1 &&
        apt-get install -q -y --no-install-recommends \
            php-cli ruby perl gcc libc6-dev lua5.4 lua-socket lua-cjson ocaml-nox \
            libssl-dev libwslay-dev >>"$log" 2>&1 || tail -n 5 "$log" >&2
    rm -f "$log"
fi
have || echo "not all of PHP, Ruby, Perl, C with wslay, Lua and OCaml are installed, nor can be from here: some clients go untested" >&2
exit 0
