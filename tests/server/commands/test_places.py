"""Options of commands that have actions may stand before the action, or behind it."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from infoset_server.commands import cluster, ladder, store
from infoset_server.commands.places import settings_of


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


@pytest.mark.parametrize(
    ("command", "action"),
    [(ladder.command, ("standings", "open")), (cluster.command, ("status",))],
    ids=["ladder", "cluster"],
)
def test_settings_before_the_action_and_behind_it_count_together(
    command: Callable[[argparse.ArgumentParser], Any], action: tuple[str, ...]
) -> None:
    parser = argparse.ArgumentParser()
    command(parser)
    before, behind = ("--set", "a.b=1", "--set", "a.c=2"), ("--set", "a.b=3")
    for words, expected in (
        (action, []),
        ((*before, *action), ["a.b=1", "a.c=2"]),
        ((*action, *behind), ["a.b=3"]),
        ((*before, *action, *behind), ["a.b=1", "a.c=2", "a.b=3"]),
    ):
        assert settings_of(parser.parse_args(words)) == expected


def test_a_configuration_may_be_named_before_what_is_done_in_a_cluster_or_behind_it() -> None:
    parser = argparse.ArgumentParser()
    cluster.command(parser)
    where = ("--config", "c.toml")
    for words in ((*where, "status"), ("status", *where)):
        assert parser.parse_args(words).config == Path("c.toml")


def test_the_url_of_a_store_may_stand_on_either_side() -> None:
    parser = argparse.ArgumentParser()
    store.store(parser)
    where = ("--url", "sqlite:///s")
    for words in ((*where, "check"), ("check", *where), ("--url", "x", "check", *where)):
        assert parser.parse_args(words).url == "sqlite:///s"
    assert parser.parse_args(["check"]).url is None
