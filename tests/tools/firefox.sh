#!/usr/bin/env bash
# Installs Firefox for the test of the page in it, where the distribution has it and we may.
# Never fails: where it cannot, that test says loudly that it was skipped.
set -u

have() { command -v firefox >/dev/null || command -v firefox-esr >/dev/null; }

have && exit 0
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    log=$(mktemp)
    apt-get update -q >"$log" 2>&1 &&
        apt-get install -q -y --no-install-recommends firefox-esr >>"$log" 2>&1 || tail -n 5 "$log" >&2
    rm -f "$log"
fi
have || echo "firefox is not installed, and cannot be from here: the test of the page in it will be skipped" >&2
exit 0
