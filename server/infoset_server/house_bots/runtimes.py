"""What a bot of a language needs if its manifest says no more: how it is built, run and spoken to. Starts nothing.

The names are those of `infoset new-bot --lang`, and their usual other ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

Language = Literal[
    "python", "javascript", "node", "java", "go", "rust", "cpp", "c++", "shell", "executable"
]
Speaks = Literal["socket", "words", "json"]  # over INFOSET_URL itself, or through the bridge

INFOSET: Final = ("{python}", "-m", "infoset")


@dataclass(frozen=True, slots=True)
class Runtime:
    """A language. `tools` are the programs that must be on the machine."""

    run: tuple[str, ...]
    speaks: Speaks
    build: tuple[tuple[str, ...], ...] = ()
    tools: tuple[str, ...] = ()


_NODE: Final = Runtime(("node", "bot.mjs"), "json", tools=("node",))
_CPP: Final = Runtime(
    ("./bot",), "words", (("g++", "-std=c++17", "-O2", "-o", "bot", "bot.cpp"),), ("g++",)
)

RUNTIMES: Final[Mapping[Language, Runtime]] = {
    "python": Runtime((*INFOSET, "bot", "bot.py"), "socket"),
    "javascript": _NODE,
    "node": _NODE,
    "java": Runtime(
        ("java", "-cp", "build", "Bot"),
        "words",
        (("javac", "-d", "build", "Bot.java"),),
        ("java", "javac"),
    ),
    "go": Runtime(("./bot",), "json", (("go", "build", "-o", "bot", "."),), ("go",)),
    "rust": Runtime(
        ("./target/release/bot",),
        "words",
        (("cargo", "build", "--release", "--offline"),),
        ("cargo",),
    ),
    "cpp": _CPP,
    "c++": _CPP,
    "shell": Runtime(("sh", "bot.sh"), "words", tools=("sh",)),
    "executable": Runtime(("./bot",), "words"),
}


def bridged(run: tuple[str, ...], speaks: Speaks) -> tuple[str, ...]:
    """The command that lets a program play which speaks like this."""
    return run if speaks == "socket" else (*INFOSET, "bridge", "--mode", speaks, "--", *run)
