#!/usr/bin/env bash
# Installs strace for the tests that cut the power of a server, where the distribution has it and we may.
# Never fails: where it cannot, those tests say loudly that they were skipped.
set -u

have() { command -v strace >/dev/null; }

have && exit 0
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    log=$(mktemp)
    apt-get update -q >"$log" 2>&1 &&
        apt-get install -q -y --no-install-recommends strace >>"$log" 2>&1 || tail -n 5 "$log" >&2
    rm -f "$log"
fi
have || echo "strace is not installed, and cannot be from here: tests of power cuts will be skipped" >&2
exit 0
