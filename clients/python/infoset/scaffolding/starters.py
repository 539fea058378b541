"""The starters of bots: what is particular to a language, and the files of a bot made from it. Writes nothing."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from infoset.errors import CommandError
from infoset.scaffolding.rendering import fill_in, read_templates

NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,31}")  # as in a manifest of house bots

_BRIDGE: Final = ("bridge", "--mode")
_WORDS: Final = """\
The bridge tells it the number of actions only. With `--obs known.json` before the `--`, below and
in `bot.toml`, all that your seat knows is in that file before each turn. `--mode json` brings
whole messages, for which you will want a JSON library."""
_JSON: Final = "It is told everything that your seat knows (`obs`) and the actions (`legal`)."
_SDK: Final = "`turn.observation` is what your seat knows, `turn.actions` are the actions."


@dataclass(frozen=True, slots=True)
class Starter:
    """A language: what stands in the README and in `bot.toml`, and what has to be installed.

    `program` is run by the bridge in `mode`; without a mode it is a program of the SDK.
    """

    title: str
    source: str
    program: tuple[str, ...]
    mode: str | None
    tools: tuple[str, ...] = ()
    build: tuple[str, ...] = ()
    function: str = "choose"

    def values(self, name: str) -> dict[str, str]:
        """What the templates leave open, for a bot called `name`."""
        return {
            "name": name,
            "title": self.title,
            "source": self.source,
            "function": self.function,
            "command": ", ".join(json.dumps(word) for word in self._command()),
            "play": self._play(name),
            "conform": self._conform(),
            "build": self._build_text(),
            "built": ", once it is built," if self.build else "",
            "told": {"words": _WORDS, "json": _JSON, None: _SDK}[self.mode],
        }

    def _command(self) -> tuple[str, ...]:
        if self.mode is None:
            return ("{python}", *self.program)
        return ("{python}", "-m", "infoset", *_BRIDGE, self.mode, "--", *self.program)

    def _play(self, name: str) -> str:
        plan = f"--name {name} --seek colonizers"
        program = " ".join(self.program)
        if self.mode is None:
            return f"python {program} {plan}"
        return f"infoset {' '.join(_BRIDGE)} {self.mode} {plan} -- {program}"

    def _conform(self) -> str:
        program = " ".join(self.program)
        if self.mode is None:
            told = "--url {url} --seek {game} --games {matches}"
            return f"infoset conformance --game crossfire -- python {program} {told}"
        return f"infoset conformance --game crossfire --stdio {self.mode} -- {program}"

    def _build_text(self) -> str:
        if not self.build:
            return ""
        commands = "\n".join(self.build)
        return f"\nBuild it, now and after every change:\n\n```sh\n{commands}\n```\n"


STARTERS: Final[Mapping[str, Starter]] = {
    "python": Starter("Python", "bot.py", ("bot.py",), None, function="decide"),
    "javascript": Starter("JavaScript", "bot.mjs", ("node", "bot.mjs"), "json", ("node",)),
    "shell": Starter("shell", "bot.sh", ("sh", "bot.sh"), "words", ("sh",)),
    "go": Starter("Go", "bot.go", ("./bot",), "json", ("go",), ("go build -o bot .",)),
    "rust": Starter(
        "Rust",
        "src/main.rs",
        ("./target/release/bot",),
        "words",
        ("cargo",),
        ("cargo build --release --offline",),
    ),
    "java": Starter(
        "Java",
        "Bot.java",
        ("java", "-cp", "build", "Bot"),
        "words",
        ("javac", "java"),
        ("javac -d build Bot.java",),
    ),
    "cpp": Starter(
        "C++", "bot.cpp", ("./bot",), "words", ("g++",), ("g++ -std=c++17 -O2 -o bot bot.cpp",)
    ),
}


def bot_files(language: str, name: str) -> dict[str, str]:
    """The files of a new bot, by path. Raises CommandError for a name that no server would offer."""
    if not NAME.fullmatch(name):
        raise CommandError(
            f"{name!r} cannot be the name of a bot: expected a small letter, then up to 31 small "
            "letters, digits or underscores"
        )
    templates = read_templates("bots", "common") | read_templates("bots", language)
    return fill_in(templates, STARTERS[language].values(name) | {"language": language})
