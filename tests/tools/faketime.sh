#!/usr/bin/env bash
# Installs libfaketime for the tests that set a server's wall clock, where the distribution has it and we
# may. Never fails: where it cannot, those tests say loudly that they were skipped.
set -u

have() { compgen -G '/usr/lib/*/faketime/libfaketimeMT.so.1' >/dev/null; }

have && exit 0
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    log=$(mktemp)
    apt-get update -q >"$log" 2>&1 &&
        apt-get install -q -y --no-install-recommends faketime >>"$log" 2>&1 || tail -n 5 "$log" >&2
    rm -f "$log"
fi
have || echo "libfaketime is not installed, and cannot be from here: tests of it will be skipped" >&2
exit 0
