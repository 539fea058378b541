#!/bin/sh
# Is this version no worse than the last one? That is the newest tag before this commit. A sequential test on equal deals
# stops as soon as the answer is clear; BLOCKS is how many deals it may take.
set -eu

if ! last=$(git describe --tags --abbrev=0 --match 'v*' HEAD^ 2>/dev/null); then
    echo "no version before this one: nothing to compare with"
    exit 0
fi
git worktree add --quiet --force --detach .last "$last"
trap 'git worktree remove --force .last' EXIT
echo "compared with $last:"
infoset arena ab new=bot.py old=.last/bot.py --bounds -0.2 0 --max-blocks "${BLOCKS:-500}" >comparison.txt
cat comparison.txt
if grep -q '^FAIL' comparison.txt; then
    echo "this version is worse than $last" >&2
    exit 1
fi
