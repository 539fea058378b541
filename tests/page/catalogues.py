"""Catalogues of words as tests compare them: messages of a file by id, and what the page and Python clients ask for."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from infoset_web.files import WORD_MARK

ROOT: Final = Path(__file__).parents[2]
STATIC: Final = ROOT / "clients/web/infoset_web/static"
PAGE: Final = STATIC / "words"
GAMES: Final = ROOT / "games/infoset_games"
EXAMPLES: Final = ROOT / "examples"
# Folders with a folder for each language; a file in them holds the messages that begin with its name.
FRAMES: Final = [
    folder
    for folder in (
        PAGE,
        ROOT / "clients/python/infoset/words",
        ROOT / "clients/pygame/infoset_gui/words",
    )
    if folder.is_dir()
]
# Python that may ask for words.
SPEAKERS: Final = ("clients/python", "clients/pygame", "bots", "examples", "games")
ENGLISH: Final = "en"
LANGUAGES: Final = sorted(folder.name for folder in PAGE.iterdir() if folder.is_dir())
OTHERS: Final = [language for language in LANGUAGES if language != ENGLISH]
# say("key", say(`key-${...}`, and the same for what is drawn
ASKED: Final = re.compile(r"""\b(?:say|drawn|isSaid)\(\s*(?:"([^"]+)"|`([\w-]+)\$\{)""")
# say(`${game}-option-${...}`): in the catalogue of any game
OF_GAMES: Final = re.compile(r"""\b(?:say|drawn|isSaid)\(\s*`\$\{game\}(-[\w-]+)(?:`|\$\{)""")
LITERAL: Final = re.compile(r'"([a-z][\w-]*-[\w-]+)"')
# The same in Python: say("key", is_said(f"key-{...}", say(f"{game}-option-{...}"
ASKED_IN_PYTHON: Final = re.compile(
    r"""\b(?:say|is_said)\(\s*(?:["']([a-z]\w*-[\w-]+)["']|f["']([a-z][\w-]*-)\{)"""
)
OF_GAMES_IN_PYTHON: Final = re.compile(
    r"""\b(?:say|is_said)\(\s*f"\{[\w.]*game\}(?:(-[\w-]+-)\{|(-[\w-]+)")"""
)


@dataclass(slots=True)
class Message:
    """What a message takes: `shown` are arguments that stand in its text, `chosen` those by which a text is chosen."""

    shown: set[str] = field(default_factory=set)
    chosen: set[str] = field(default_factory=set)
    forms: list[frozenset[str]] = field(default_factory=list)  # the names of variants, by selection


class Reader(Visitor):
    """Collects what one message takes."""

    def __init__(self) -> None:
        self.message = Message()

    def visit_SelectExpression(self, node: ast.SelectExpression) -> None:
        if isinstance(node.selector, ast.VariableReference):
            self.message.chosen.add(node.selector.id.name)
        names = [
            one.key.name if isinstance(one.key, ast.Identifier) else one.key.value
            for one in node.variants
        ]
        self.message.forms.append(frozenset(names))
        for variant in node.variants:
            self.visit(variant.value)

    def visit_VariableReference(self, node: ast.VariableReference) -> None:
        self.message.shown.add(node.id.name)


def read(path: Path) -> dict[str, Message]:
    """The messages of a file. Fails on what no parser understands, and on an id that comes twice."""
    found: dict[str, Message] = {}
    for entry in FluentParser().parse(path.read_text("utf-8")).body:
        assert not isinstance(entry, ast.Junk), f"{path}: {entry.content!r}"
        if isinstance(entry, ast.Message):
            assert entry.id.name not in found, f"{path}: {entry.id.name} comes twice"
            reader = Reader()
            reader.visit(entry)
            found[entry.id.name] = reader.message
    return found


def pairs() -> Iterator[tuple[str, Path, dict[str, Path]]]:
    """Each catalogue: how its messages begin, the file in English, and those in other languages."""
    for folder in FRAMES:
        for path in sorted((folder / ENGLISH).glob("*.ftl")):
            begin = path.stem.replace("_", "-")
            yield begin, path, {one: folder / one / path.name for one in OTHERS}
    for path in [
        *sorted(GAMES.glob(f"*/words/{ENGLISH}.ftl")),
        *sorted(EXAMPLES.glob(f"*/*/words/{ENGLISH}.ftl")),
    ]:
        yield path.parts[-3], path, {one: path.with_name(f"{one}.ftl") for one in OTHERS}


def scripts() -> dict[str, str]:
    """The scripts of the page that are ours, by name."""
    return {
        path.relative_to(STATIC).as_posix(): path.read_text("utf-8")
        for path in sorted(STATIC.rglob("*.js"))
        if path.relative_to(STATIC).parts[0] != "vendor"
    }


@dataclass(slots=True)
class Asked:
    """What sources ask for: whole keys, how keys begin, and what follows the name of any game in them."""

    keys: set[str] = field(default_factory=set)
    begins: set[str] = field(default_factory=set)
    of_games: set[str] = field(default_factory=set)
    literals: set[str] = field(default_factory=set)  # texts that may be keys, kept in tables

    def read(self, source: str, asked: re.Pattern[str], of_games: re.Pattern[str]) -> None:
        """Adds what one source asks for."""
        for key, begin in asked.findall(source):
            (self.keys if key else self.begins).add(key or begin)
        self.literals.update(LITERAL.findall(source))
        for match in of_games.finditer(source):
            self.of_games.update(part for part in match.groups() if part)


def asked_for() -> Asked:
    """What the page, the window and the terminal ask for."""
    found = Asked()
    for name in ("index.html", "embed.html", "manifest.webmanifest"):
        found.keys.update(WORD_MARK.findall((STATIC / name).read_text("utf-8")))
    boards = [path.read_text("utf-8") for path in sorted(EXAMPLES.glob("*/*/page/*.js"))]
    for source in [*scripts().values(), *boards]:
        found.read(source, ASKED, OF_GAMES)
    for folder in SPEAKERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            found.read(path.read_text("utf-8"), ASKED_IN_PYTHON, OF_GAMES_IN_PYTHON)
    return found
