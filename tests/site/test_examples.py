"""The examples of all documents: those in a language are read by it, and every command of ours is one that there is.

Which test runs them as well is in RUN.
"""

import argparse
import ast
import json
import re
import shlex
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from infoset.cli import installed, load

ROOT: Final = Path(__file__).parents[2]
BLOCK: Final = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
OURS: Final = re.compile(r"(?:\$ )?(?:\.venv/bin/)?infoset [a-z]")
REDIRECTED: Final = re.compile(r" [|>] .*")
COMMANDS: Final = {plugin.name: plugin for plugin in installed()}
# Which test does what a document says, word for word; a `README.md` beside its code is run by that code's tests.
RUN: Final = {
    "README.md": "tests/site/test_first_page.py",
    "docs/abtests.md": "tests/integration/test_abtests_doc.py",
    "docs/adapters.md": "tests/bots/adapters/test_adapters_doc.py",
    "docs/assistants.md": "tests/client/assistant/test_assistants_doc.py",
    "docs/deployment.md": "tests/integration/test_deployed.py",
    "docs/first-bot.md": "tests/integration/test_starters.py",
    "docs/ladder.md": "tests/integration/test_ladder_guide.py",
    "docs/new-game.md": "tests/games/test_new_game_doc.py",
    "docs/replays.md": "tests/client/replaying/test_page.py",
    "docs/tabletop.md": "tests/bots/lab/tabletop/test_tabletop_doc.py",
    "docs/tournaments.md": "tests/integration/test_tournament_day.py",
    "protocol/README.md": "tests/protocol/test_spec.py",
}


class Refused(Exception):
    """What a parser has to say of a command line."""


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        raise Refused(message)


def documents() -> list[str]:
    """Every Markdown file of the project but the notes on changes, which are no pages."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "*.md"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    names = [name for name in listed.stdout.split("\0") if name]
    return [name for name in names if not name.startswith("changes/") and (ROOT / name).exists()]


def blocks(name: str, languages: set[str]) -> Iterator[str]:
    for language, text in BLOCK.findall((ROOT / name).read_text("utf-8")):
        if language in languages:
            yield text


def commands(text: str) -> Iterator[list[str]]:
    """The command lines of ours in a block, as words, without what is done with their output."""
    for line in text.replace("\\\n", " ").splitlines():
        if OURS.match(line):
            words = shlex.split(REDIRECTED.sub("", line.removeprefix("$ ")), comments=True)
            yield words[1:]


def parse(words: list[str]) -> None:
    """Reads a command line as `infoset` does, and goes no further. Raises Refused."""
    name, *rest = words
    if rest and f"{name}.{rest[0]}" in COMMANDS:
        name, rest = f"{name}.{rest[0]}", rest[1:]
    if name not in COMMANDS:
        raise Refused("there is no such command")
    parser = Parser(prog=f"infoset {name}")
    load(COMMANDS[name])(parser)
    parser.parse_args(rest)


@pytest.mark.parametrize("name", documents())
def test_every_command_of_ours_is_one_that_there_is(name: str) -> None:
    refused = []
    for text in blocks(name, {"", "sh", "console", "bash"}):
        for words in commands(text):
            try:
                parse(words)
            except Refused as error:
                refused.append(f"infoset {shlex.join(words)}: {error}")
    assert not refused


@pytest.mark.parametrize(
    "words", [["fly"], ["serve", "--wings"], ["ab", "show"], ["arena", "random", "--matches", "x"]]
)
def test_a_command_that_there_is_not_is_found(words: list[str]) -> None:
    with pytest.raises(Refused):
        parse(words)


@pytest.mark.parametrize("name", documents())
def test_every_example_is_written_in_its_language(name: str) -> None:
    for text in blocks(name, {"python"}):
        ast.parse(text)
    for text in blocks(name, {"toml"}):
        tomllib.loads(text)
    for text in blocks(name, {"json"}):
        if "..." not in text:
            read_json(text)


def read_json(text: str) -> None:
    """Reads one value after another: lines of JSON, or a single one over many lines."""
    decoder, rest = json.JSONDecoder(), text.strip()
    while rest:
        _, end = decoder.raw_decode(rest)
        rest = rest[end:].strip()


@pytest.mark.parametrize(("name", "test"), RUN.items())
def test_what_is_said_to_run_a_document_reads_it(name: str, test: str) -> None:
    assert (ROOT / name).exists()
    assert Path(name).name in (ROOT / test).read_text("utf-8")
