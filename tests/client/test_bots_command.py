"""`infoset bots`: which server and which account may be said before the verb, or behind it, as with `infoset bot upload`."""

import argparse
from pathlib import Path
from typing import Any

import pytest

from infoset.commands import bots

URL = "infoset://play.example:7421"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[argparse.Namespace]:
    """What verbs were called with."""
    found: list[argparse.Namespace] = []

    def send(args: argparse.Namespace) -> int:
        found.append(args)
        return 0

    monkeypatch.setattr(bots, "send", send)
    return found


def call(*words: str) -> Any:
    parser = argparse.ArgumentParser()
    run = bots.command(parser)
    return run(parser.parse_args(words))


@pytest.mark.parametrize(
    "words",
    [
        ("--url", URL, "--token-file", "olga.token", "list"),
        ("list", "--url", URL, "--token-file", "olga.token"),
        ("--url", URL, "log", "--token-file", "olga.token", "ferris"),
        ("--url", "infoset://other.example", "list", "--url", URL, "--token-file", "olga.token"),
    ],
)
def test_server_and_account_may_stand_on_either_side(
    words: tuple[str, ...], asked: list[argparse.Namespace]
) -> None:
    assert call(*words) == 0
    assert (asked[0].url, asked[0].token_file) == (URL, Path("olga.token"))


def test_without_them_the_usual_server_is_asked(asked: list[argparse.Namespace]) -> None:
    assert call("list") == 0
    usual = argparse.ArgumentParser()
    bots.add_server_options(usual)
    expected = usual.parse_args([])
    assert (asked[0].url, asked[0].token_file) == (expected.url, None)
