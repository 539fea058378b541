"""Options of commands that have actions may stand before the action, or behind it."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from infoset_server.commands import ladder, store


@pytest.mark.parametrize(
    ("command", "action"),
    [(ladder.command, ("standings", "open")), (store.store, ("check",))],
    ids=["ladder", "store"],
)
def test_where_the_store_is_may_be_said_before_the_action_or_behind_it(
    command: Callable[[argparse.ArgumentParser], Any], action: tuple[str, ...]
) -> None:
    parser = argparse.ArgumentParser()
    command(parser)
    where = ("--data", "d", "--config", "c.toml")
    for words in ((*where, *action), (*action, *where), ("--data", "x", *action, *where)):
        args = parser.parse_args(words)
        assert (args.data, args.config) == ("d", Path("c.toml"))
    args = parser.parse_args(action)
    assert (args.data, args.config) == (None, None)
