#!/usr/bin/env bash
# Installs HAProxy for the tests that play through the balancer of a deployed cluster, where the
# distribution has it and we may. Never fails: where it cannot, those tests say loudly that they were skipped.
set -u

have() { PATH="$PATH:/usr/sbin" command -v haproxy >/dev/null; }

have && exit 0
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    log=$(mktemp)
    apt-get update -q >"$log" 2>&1 &&
        apt-get install -q -y --no-install-recommends haproxy >>"$log" 2>&1 || tail -n 5 "$log" >&2
    rm -f "$log"
fi
have || echo "HAProxy is not installed, and cannot be from here: tests of it will be skipped" >&2
exit 0
