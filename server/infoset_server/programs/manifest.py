"""Which bots there are and how they are run: `bots.toml`, files dropped into a folder, uploads.

What a manifest leaves out is filled in by the bot's language.
"""

import re
import stat
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

from infoset_server.config.toml_text import parse_toml

Language = Literal[
    "python", "javascript", "node", "java", "go", "rust", "cpp", "c++", "shell", "executable"
]
Speaks = Literal["socket", "words", "json"]  # over INFOSET_URL itself, or through the bridge

INFOSET: Final = ("{python}", "-m", "infoset")
SLUG: Final = r"^[a-z][a-z0-9_]{0,31}$"
BRIDGE: Final = ("{python}", "-m", "infoset", "bridge", "--mode", "words", "--")
RUNNERS: Final = {
    ".py": ("{python}", "-m", "infoset", "bot", "{file}"),
    ".js": (*BRIDGE, "node", "{file}"),
    ".mjs": (*BRIDGE, "node", "{file}"),
    ".sh": (*BRIDGE, "sh", "{file}"),
}
SHIPPED_BOTS: Final = Path(__file__).with_name("bots.toml")
MAX_DROPPED: Final = 200  # entries of the bots folder that are looked at


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


class ManifestError(ValueError):
    """A manifest cannot be used; the message names the file and the field."""


def one_or_many(value: Any) -> Any:
    """A list of words is one command; a list of lists is several."""
    if isinstance(value, list) and value and all(isinstance(word, str) for word in value):
        return [value]
    return value


Word = Annotated[str, Field(max_length=1_000)]
VariableName = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,63}$")]
Words = Annotated[tuple[Word, ...], Field(min_length=1, max_length=64)]


class Resources(BaseModel):
    """What an uploaded bot asks for; each is at most what the server gives."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    memory_mb: Annotated[int, Field(ge=16, le=1 << 20)] | None = None
    processes: Annotated[int, Field(ge=4, le=4_096)] | None = None
    scratch_mb: Annotated[int, Field(ge=1, le=1 << 20)] | None = None
    cpus: Annotated[int, Field(ge=1, le=1_024)] | None = None


class Level(BaseModel):
    """How strong a bot is at a game, as it was measured beside others (`benchmarks/levels.py`)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    game: Word
    level: Annotated[int, Field(ge=1, le=100)]
    of: Annotated[int, Field(ge=1, le=100)] = 5
    rating: Annotated[int, Field(ge=0, le=10_000)]
    margin: Annotated[int, Field(ge=0, le=10_000)]  # half the interval of 95 %

    @model_validator(mode="after")
    def _check_level(self) -> Self:
        if self.level > self.of:
            raise ValueError(f"level: expected at most {self.of}, got {self.level}")
        return self


class BotEntry(BaseModel):
    """One bot: its name and how its process is started. `folder` is its working directory."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, Field(pattern=SLUG)]
    language: Language | None = None
    build: (
        Annotated[tuple[Words, ...], BeforeValidator(one_or_many), Field(max_length=16)] | None
    ) = None
    run: Words | None = None
    speaks: Speaks | None = None
    command: Words | None = None
    games: tuple[str, ...] | None = None
    about: Annotated[str, Field(max_length=200)] = ""
    levels: Annotated[
        tuple[Level, ...], Field(max_length=64)
    ] = ()  # one for a game, where measured
    environment: Annotated[
        tuple[VariableName, ...], Field(max_length=16)
    ] = ()  # variables of the server's that a house bot is given, such as keys
    max_processes: Annotated[int, Field(ge=1, le=16)] = 4
    resources: Resources = Resources()
    leave_out: tuple[Word, ...] = ()  # names that stay at home, for who packs
    folder: Path | None = None

    @model_validator(mode="after")
    def _check_run(self) -> Self:
        if self.command is not None and (self.run is not None or self.speaks is not None):
            raise ValueError("command: expected without `run` and `speaks`, which it replaces")
        if self.command is None and self.run is None and self.language is None:
            raise ValueError("command: expected it, or `run`, or a `language` that says how")
        if any(name.upper().startswith("INFOSET_") for name in self.environment):
            raise ValueError("environment: expected nothing of the server's own, INFOSET_...")
        return self

    @property
    def is_uploaded(self) -> bool:
        """Is it somebody's, to be run in a sandbox? Those listed and dropped in are the server's own."""
        return False

    @property
    def title(self) -> str:
        """Names the bot among all that the server runs, in its version if there may be several."""
        return self.name

    @property
    def runtime(self) -> Runtime | None:
        """What its language brings along."""
        return None if self.language is None else RUNTIMES[self.language]

    @property
    def build_commands(self) -> tuple[tuple[str, ...], ...]:
        """What makes it ready to run, one after the other."""
        if self.build is not None:
            return self.build
        return () if self.runtime is None else self.runtime.build

    def plays(self, game: str) -> bool:
        """Does the bot say it can play `game`?"""
        return self.games is None or game in self.games

    def argv(self, python: str = sys.executable) -> list[str]:
        """The whole command with `{python}` filled in."""
        return fill_in(self.command or self._bridged(), python)

    def _bridged(self) -> tuple[str, ...]:
        """The command that `run` and `speaks`, or the language, come to."""
        usual = self.runtime
        run = self.run or (() if usual is None else usual.run)
        speaks: Speaks = self.speaks or ("words" if usual is None else usual.speaks)
        return bridged(run, speaks)


def fill_in(command: tuple[str, ...], python: str = sys.executable) -> list[str]:
    """A command with a Python in the place of `{python}`: this one, unless another is named."""
    return [word.replace("{python}", python) for word in command]


def listed_bots(manifest: Path | None) -> list[BotEntry]:
    """The bots of a manifest, run in its folder, or those that come with the server. Raises ManifestError."""
    if manifest is None:
        return read_manifest(SHIPPED_BOTS, folder=None)
    return read_manifest(manifest, folder=manifest.resolve().parent)


def read_manifest(path: Path, folder: Path | None) -> list[BotEntry]:
    """The entries of a `bots.toml`, to be run in `folder` (None = where the server runs). Raises ManifestError."""
    table = read_toml(path)
    entries = table.get("bot")
    if not isinstance(entries, list) or set(table) != {"bot"}:
        raise ManifestError(f"{path}: expected [[bot]] tables and nothing else")
    return [read_entry(entry, path, folder) for entry in entries]


def dropped_paths(folder: Path) -> list[Path]:
    """What lies in the bots folder now and could be a bot."""
    if not folder.is_dir():
        return []
    paths = sorted(folder.iterdir())[:MAX_DROPPED]
    return [path for path in paths if not path.name.startswith((".", "_"))]


def read_dropped(path: Path) -> BotEntry:
    """The bot that a file or folder is. Raises ManifestError."""
    if path.is_dir():
        manifest = path / "bot.toml"
        if not manifest.is_file():
            raise ManifestError(f"{path}: expected a file bot.toml in it")
        return read_entry({"name": bot_name(path)} | read_toml(manifest), manifest, path)
    entry = {
        "name": bot_name(path),
        "command": runner(path),
        "about": f"dropped in as {path.name}",
    }
    return read_entry(entry, path, path.parent)


def runner(path: Path) -> tuple[str, ...]:
    """The command line that runs a single file. Raises ManifestError."""
    command = RUNNERS.get(path.suffix)
    if command is None:
        if not path.stat().st_mode & stat.S_IXUSR:
            endings = ", ".join(RUNNERS)
            raise ManifestError(f"{path}: expected an ending of {endings}, or an executable file")
        command = (*BRIDGE, "{file}")
    return tuple(word.replace("{file}", str(path.resolve())) for word in command)


def bot_name(path: Path) -> str:
    """The stem as a slug: `My-Bot.py` becomes `my_bot`."""
    name = re.sub(r"[^a-z0-9_]", "_", path.stem.lower())[:32]
    return name if name[:1].isalpha() else f"bot_{name}"[:32]


def read_entry(entry: dict[str, Any], path: Path, folder: Path | None) -> BotEntry:
    """Checks one entry. Raises ManifestError."""
    try:
        return BotEntry.model_validate(entry | {"folder": folder})
    except ValidationError as error:
        raise ManifestError(f"{path}: {first_problem(error)}") from None


def first_problem(error: ValidationError) -> str:
    """The field that is wrong, and what was expected there."""
    problem = error.errors(include_url=False)[0]
    field = ".".join(str(part) for part in problem["loc"])
    text = problem["msg"].removeprefix("Value error, ")
    return f"{field}: {text}" if field else text


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file. Raises ManifestError."""
    try:
        return parse_toml(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ManifestError(f"{path}: {error}") from None
