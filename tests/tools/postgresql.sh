#!/usr/bin/env bash
# Installs a PostgreSQL server for the tests that start one, where the distribution has packages and we may
# use them. Never fails: where it cannot, those tests say loudly that they were skipped.
set -u

have() { command -v initdb >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null; }

install() {
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -q &&
        apt-get install -q -y --no-install-recommends postgresql-common &&
        # The package would make and start a cluster of its own, which nobody here uses.
        sed -i 's/^#*create_main_cluster.*/create_main_cluster = false/' \
            /etc/postgresql-common/createcluster.conf &&
        apt-get install -q -y --no-install-recommends postgresql
}

have && exit 0
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    log=$(mktemp)
    install >"$log" 2>&1 || tail -n 5 "$log" >&2
    rm -f "$log"
fi
have || echo "PostgreSQL is not installed, and cannot be from here: tests of it will be skipped" >&2
exit 0
