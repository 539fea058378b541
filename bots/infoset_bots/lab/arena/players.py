"""Reads what the command line calls a bot: a built-in name, a Python file, a command.

    heuristic                       a built-in bot
    ismcts:iterations=200,c=0.5     the same with parameters
    my_bot.py:MyBot:depth=3         a bot class of a file or module, with parameters
    cmd:./my_bot --fast             a program over stdio in words mode
    json:node my_bot.js             a program over stdio in JSON mode
    llm:qwen3:8b:retries=1          a language model, with parameters (docs/llm.md)
    mine=cmd:./my_bot --fast        any of these under a name for the tables

In a command, {seed} and {seat} stand for a number of the match's own and for the seat.
"""

import functools
import hashlib
import inspect
import itertools
import re
import shlex
import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Literal

from infoset import fitting
from infoset.bot import Bot, BotFactory
from infoset.cli import own_version
from infoset.errors import BotLoadError, CommandError
from infoset.game_options import read_value
from infoset.loading import load_bot
from infoset_bots.lab.arena.files import DIGITS, PACKAGE, PYTHON, Found, changes, clash, is_file
from infoset_bots.lab.arena.plan import Entry
from infoset_games.descriptor import descriptor_of
from infoset_games.game import Game

Mode = Literal["words", "json"]
NO_LABEL: Final = frozenset(":./\\ ")  # characters by which text before a "=" is no name
VERSION: Final = "Infoset's version"  # among the files of what comes with it
OWN_PACKAGES: Final = frozenset({"infoset_games", "infoset_bots"})
COMMANDS: Final[Mapping[str, Mode]] = {"cmd": "words", "json": "json"}

# Built-in bots: name -> game (None: any) -> where the class is. Loaded when one is asked for.
BUILT_IN: Final[Mapping[str, Mapping[str | None, str]]] = {
    "random": {None: "infoset_bots.random_bot:RandomBot"},
    "heuristic": {
        "colonizers": "infoset_bots.colonizers.heuristic:Heuristic",
        "catan": "infoset_bots.heuristic_bot:HeuristicBot",
        "crossfire": "infoset_bots.heuristic_bot:HeuristicBot",
    },
    "heuristic_trader": {"catan": "infoset_bots.catan.heuristic_trader:HeuristicTrader"},
    "heuristic_legacy": {"colonizers": "infoset_bots.colonizers.heuristic_legacy:HeuristicLegacy"},
    "monte_carlo": {None: "infoset_bots.search.monte_carlo_bot:MonteCarloBot"},
    "ismcts": {
        None: "infoset_bots.search.ismcts_bot:IsmctsBot",
        "catan": "infoset_bots.catan.rollout_bot:RolloutBot",
    },
    "ismcts_mo": {None: "infoset_bots.search.ismcts_mo_bot:IsmctsMoBot"},
    "maxn": {None: "infoset_bots.search.maxn_bot:MaxnBot"},
    "simultaneous": {None: "infoset_bots.search.simultaneous_bot:SimultaneousBot"},
    "scripted": {"crossfire": "infoset_bots.crossfire.scripted:ScriptedBot"},
    "maxn_scores": {"catan": "infoset_bots.catan.maxn_bot:ScoreMaxnBot"},
    "minimax": {"catan": "infoset_bots.catan.minimax_bot:MinimaxBot"},
    "mini_mid_max": {"catan": "infoset_bots.catan.mini_mid_max_bot:MiniMidMaxBot"},
    "ismcts_catan": {"catan": "infoset_bots.catan.rollout_bot:RolloutBot"},  # as servers call it
    "trader": {"catan": "infoset_bots.catan.trader_bot:TraderBot"},
    "random_by_kind": {"catan": "infoset_bots.catan.random_bot:RandomByKindBot"},
    "openspiel": {None: "infoset_bots.openspiel_bot:OpenSpielBot"},
    "maxn_legacy": {"colonizers": "infoset_bots.search.maxn_legacy_bot:MaxnLegacyBot"},
}

MODEL: Final = "llm"  # before the name of a language model
MODEL_CLASS: Final = "infoset_bots.llm.bot:LanguageModelBot"
MODEL_SPEC: Final = re.compile(r"llm:(?P<model>.+?)(?::(?P<params>[a-z_]+=.*))?")
PERSON: Final = "person"  # somebody at this terminal: no bot, and on no server
PERSON_CLASS: Final = "infoset.seated.person:Person"


@dataclass(frozen=True)
class ClassPlayer:
    """A bot class that plays inside the arena's process; `make` makes one bot for one match."""

    make: BotFactory


@dataclass(frozen=True)
class ProgramPlayer:
    """A program that plays over its stdin and stdout."""

    argv: tuple[str, ...]
    mode: Mode

    def argv_for(self, seed: int, seat: int) -> list[str]:
        """The command for one match, with {seed} and {seat} filled in."""
        return [
            word.replace("{seed}", str(seed)).replace("{seat}", str(seat)) for word in self.argv
        ]


Player = ClassPlayer | ProgramPlayer


@dataclass(frozen=True)
class Spec:
    """A bot as it was asked for: where it is, and the parameters of its class."""

    place: str
    params: Mapping[str, Any] = field(default_factory=dict)


def known_bots(game: str) -> list[str]:
    """The names of the built-in bots that play `game`."""
    return sorted(name for name, homes in BUILT_IN.items() if None in homes or game in homes)


def make_entry(text: str, game: str) -> Entry:
    """The entry of a bot, after making sure that it can play. Raises CommandError or BotLoadError."""
    label, spec = split_label(text)
    find_player(spec, game)
    return Entry(label, spec, files=files_behind(spec))


def split_label(text: str) -> tuple[str, str]:
    """The name a bot shall have in the tables (without one, how it was asked for), and the rest."""
    label, equals, spec = text.partition("=")
    if equals and spec and label and not set(label) & NO_LABEL:
        return label, spec
    return text, text


def find_player(spec: str, game: str) -> Player:
    """What plays. Raises CommandError or BotLoadError, which say what is wrong and what there is."""
    prefix, _, command = spec.partition(":")
    if prefix in COMMANDS:
        return ProgramPlayer(_read_command(spec, command), COMMANDS[prefix])
    asked = read_spec(spec)
    made = _find_class(asked.place, game)
    _check_params(made, asked)
    return ClassPlayer(functools.partial(made, **asked.params) if asked.params else made)


def require_fit(spec: str, game: Game) -> None:
    """Raises BotLoadError where a bot says that it cannot play the game with these options (`Bot.check_game`)."""
    player = find_player(spec, game.name)
    if isinstance(player, ClassPlayer):
        fitting.require_fit(player.make, game, f"bot {spec!r}")


def require_apart(specs: Iterable[str]) -> None:
    """Raises CommandError for two Python bots of which one would be given a module of the other."""
    files = {spec: _file_of(read_spec(spec).place) for spec in specs if not _is_command(spec)}
    bots = [(spec, path) for spec, path in files.items() if path is not None]
    for (spec, path), (other, other_path) in itertools.combinations(bots, 2):
        is_apart = path.resolve().parent != other_path.resolve().parent
        if is_apart and (name := clash(path, other_path)) is not None:
            raise CommandError(
                f"bots {spec!r} and {other!r}: each has its own module {name!r} and one imports it in a function, where it may "
                "get that of the other: import it at the top of the file, or let one play as cmd:"
            )


def read_spec(text: str) -> Spec:
    """Splits the parameters off. Raises CommandError for one without a name or a value."""
    if (model := MODEL_SPEC.fullmatch(text)) is not None:
        params = read_params(text, model["params"]) if model["params"] else {}
        return Spec(MODEL, {"model": model["model"], **params})
    place, colon, last = text.rpartition(":")
    if not colon or "=" not in last:
        return Spec(text)
    return Spec(place, read_params(text, last))


def read_params(text: str, written: str) -> dict[str, Any]:
    """The parameters in `a=1,b=2` behind the bot `text`. Raises CommandError as `read_spec`."""
    params: dict[str, Any] = {}
    for part in written.split(","):
        name, equals, value = part.partition("=")
        if not equals or not name.strip().isidentifier():
            raise CommandError(f"bot {text!r}: expected name=value after the colon, got {part!r}")
        params[name.strip()] = read_value(value.strip())
    return params


def files_behind(spec: str, *, with_quoted: bool = True) -> dict[str, str]:
    """The hashes of the files that a bot is made of, by name: where one is another, so is the bot.

    Without `with_quoted` those are left out that its source only names: it may write them. Raises CommandError.
    """
    found = Found()
    prefix, _, command = spec.partition(":")
    if prefix in COMMANDS:
        program, *words = shlex.split(command)
        if not is_file(Path(program)) and (path := shutil.which(program)) is not None:
            found.add_file(Path(path), called=program)
        for word in (program, *words):
            found.add_word(word)
        return found.hashes(with_quoted=with_quoted)
    asked = read_spec(spec)
    for value in asked.params.values():
        if isinstance(value, str):
            found.add_value(value)
    if asked.place in BUILT_IN or asked.place == MODEL:
        return {VERSION: own_version()} | found.hashes()
    if asked.place != PERSON:
        place = _file_of(asked.place)
        if place is not None:
            found.add_program(place)
        else:
            found.add_module(asked.place.partition(":")[0])
    return found.hashes(with_quoted=with_quoted)


def rules_behind(game: str) -> dict[str, str]:
    """The hashes of the files of a plug-in's rules, and of the policies that search bots play on with, by name.

    Nothing for games that come with Infoset, and of a family: the version of their rules says it. Raises CommandError.
    """
    known = descriptor_of(game)
    if known is None:
        return {}
    found = Found()
    for place in (known.rules, known.evaluation, *known.policies.values()):
        module = place.partition(":")[0]
        package = module.partition(".")[0]
        if package and package not in OWN_PACKAGES and (path := _source_of(module)) is not None:
            depth = module.count(".") + (path.name == PACKAGE)
            found.add_program(path, path.parents[depth], package)
    return found.hashes(with_quoted=False)


def _source_of(module: str) -> Path | None:
    """The file of an installed module, None for one without."""
    found = find_spec(module)
    return Path(found.origin) if found is not None and found.origin and found.has_location else None


def what_changed(entry: Entry) -> list[str]:
    """What became of the files behind an entry since they were noted, a few words for each. Raises CommandError."""
    if entry.files is not None:
        return changes(entry.files, files_behind(entry.spec))
    if digest_before(entry.spec) != entry.digest:
        return ["its file has changed"]
    return []


def digest_before(spec: str) -> str | None:
    """A hash of what earlier versions noted of a bot: its one Python file, or the files of its command."""
    digest = hashlib.sha256()
    files = _noted_before(spec)
    for path in files:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:DIGITS] if files else None


def unknown_files(entry: Entry) -> list[str]:
    """The files of a bot of which an earlier version did not note what they were."""
    if entry.files is not None:
        return []
    noted = {str(path) for path in _noted_before(entry.spec)}
    return [name for name in files_behind(entry.spec) if name not in noted and name != VERSION]


def _is_command(spec: str) -> bool:
    return spec.partition(":")[0] in COMMANDS


def _noted_before(spec: str) -> list[Path]:
    prefix, _, command = spec.partition(":")
    if prefix in COMMANDS:
        program, *words = shlex.split(command)
        found = shutil.which(program)
        return [Path(word) for word in (found or program, *words) if Path(word).is_file()]
    place = _file_of(read_spec(spec).place)
    return [] if place is None else [place]


def _file_of(place: str) -> Path | None:
    """The Python file in which a bot class is, None where that is a module."""
    for name in (place, place.rpartition(":")[0]):
        if name.endswith(PYTHON) and Path(name).is_file():
            return Path(name)
    return None


def _read_command(spec: str, command: str) -> tuple[str, ...]:
    try:
        argv = tuple(shlex.split(command))
    except ValueError as error:
        raise CommandError(f"bot {spec!r}: the command cannot be read: {error}") from error
    if not argv:
        raise CommandError(f"bot {spec!r}: expected a command after the colon")
    if shutil.which(argv[0]) is None:
        raise CommandError(f"bot {spec!r}: {argv[0]}: no such program, or it may not be executed")
    return argv


def _find_class(place: str, game: str) -> Callable[..., Bot]:
    if place == PERSON:
        return load_bot(PERSON_CLASS)
    if place == MODEL:
        return load_bot(MODEL_CLASS)
    homes = BUILT_IN.get(place)
    if homes is not None:
        target = homes.get(game) or homes.get(None)
        if target is None:
            raise CommandError(
                f"bot {place!r} plays {', '.join(str(home) for home in homes)}, not {game}; "
                f"bots for it: {', '.join(known_bots(game))}"
            )
        return load_bot(target)
    if not any(mark in place for mark in "./\\:"):
        raise CommandError(
            f"there is no bot {place!r}; built-in bots for {game}: {', '.join(known_bots(game))}; "
            "or name a file (my_bot.py), a module (package.module), a command (cmd:./my_bot)"
        )
    try:
        return load_bot(place)
    except BotLoadError:
        raise
    except (Exception, SystemExit) as error:
        raise BotLoadError(f"{place}: {type(error).__name__} while loading it: {error}") from error


def _check_params(made: Callable[..., Bot], asked: Spec) -> None:
    """Makes one bot and forgets it, so that a bad parameter is known before the first match."""
    try:
        known = [
            name
            for name, parameter in inspect.signature(made).parameters.items()
            if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
        ]
    except ValueError:  # a compiled class may not tell
        known = list(asked.params)
    for name in asked.params:
        if name not in known:
            has = f"its parameters: {', '.join(known)}" if known else "it has none"
            raise CommandError(f"bot {asked.place!r} has no parameter {name!r}; {has}")
    try:
        bot = made(**asked.params)
    except CommandError:  # says itself what is wrong
        raise
    except (Exception, SystemExit) as error:
        raise BotLoadError(
            f"bot {asked.place!r} cannot be made: {type(error).__name__}: {error}"
        ) from error
    if not isinstance(bot, Bot):
        raise BotLoadError(
            f"bot {asked.place!r}: expected an infoset.Bot, got {type(bot).__name__}"
        )
