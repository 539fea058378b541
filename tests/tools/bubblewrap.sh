#!/usr/bin/env bash
# Installs bubblewrap for the tests that shut uploaded bots in, where the distribution has it and we may.
# Never fails: where it cannot, those tests say loudly that they were skipped.
set -u

have() { command -v bwrap >/dev/null; }

have && exit 0
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    log=$(mktemp)
    apt-get update -q >"$log" 2>&1 &&
        apt-get install -q -y --no-install-recommends bubblewrap >>"$log" 2>&1 || tail -n 5 "$log" >&2
    rm -f "$log"
fi
have || echo "bubblewrap is not installed, and cannot be from here: uploaded bots may go untested" >&2
exit 0
