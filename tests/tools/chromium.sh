#!/usr/bin/env bash
# Installs Chromium and its driver for the tests of the page, where the distribution has them and we may.
# Never fails: where it cannot, those tests say loudly that they were skipped.
set -u

have() { command -v chromium >/dev/null && command -v chromedriver >/dev/null; }

have && exit 0
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    log=$(mktemp)
    apt-get update -q >"$log" 2>&1 &&
        apt-get install -q -y --no-install-recommends chromium chromium-driver >>"$log" 2>&1 || tail -n 5 "$log" >&2
    rm -f "$log"
fi
have || echo "chromium is not installed, and cannot be from here: tests of the page will be skipped" >&2
exit 0
