"""What tools and our own commands leave in the folder of a bot: no part of the bot, whoever lists its files.

A server that computes the version of a program, the arena that notes what a bot is made of, and who packs a bot for an
upload have to agree: a run would make another bot otherwise.
"""

import re
from collections.abc import Collection
from fnmatch import translate
from typing import Final

LEFTOVERS: Final = (
    *("__pycache__", "*.pyc", ".*_cache", "*.log", "*.log.*"),
    *(".git", ".hg", ".svn", ".idea", ".vscode", ".DS_Store", "*.swp", "*~"),
    *("arena-runs", "experiment-runs", "ranking-runs", "tuning-runs"),
    *("*-seat[0-9].ndjson", "*-seat[0-9][0-9].ndjson"),  # traces
)
RUNS: Final = (  # what a folder of results holds that was given another name with `--out`
    frozenset({"plan.json", "results.jsonl"}),
    frozenset({"settings.json", "study.db"}),
)
MANIFEST: Final = "bot.toml"  # a folder that holds one is a bot, whatever else is in it
_LEFTOVERS: Final = re.compile("|".join(map(translate, LEFTOVERS)))


def is_leftover(name: str) -> bool:
    """Is a file or folder of this name no part of a bot?"""
    return _LEFTOVERS.match(name) is not None


def is_run(names: Collection[str]) -> bool:
    """Does a folder hold a run of the arena, a tuning run or the like, by the names of what is in it?"""
    return MANIFEST not in names and any(run.issubset(names) for run in RUNS)
