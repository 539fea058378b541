"""Finds the bot class that a file or module offers. Runs the author's code, nothing else."""

import functools
import importlib
import importlib.util
import inspect
import json
import sys
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from infoset.bot import Bot, BotFactory
from infoset.errors import BotLoadError

_folders: set[Path] = set()  # of the files that bots were loaded from
_reading: ContextVar[bool] = ContextVar("reading", default=False)


def load_bot(target: str) -> BotFactory:
    """The bot in `FILE.py[:Class]` or `package.module[:Class]`.

    Without a class name the file must define exactly one Bot. Raises BotLoadError, which says what
    to do; an exception of the author's own code is raised as it is, with its traceback.
    """
    place, name = _split(target)
    token = _reading.set(True)
    try:
        module = _load_file(Path(place)) if _is_file(place) else _load_module(place)
    finally:
        _reading.reset(token)
    return _named(module, name, place) if name else _only_one(module, place)


def is_reading() -> bool:
    """Is a bot being loaded, whose file is read for its class and not run as a program?"""
    return _reading.get()


def read_params(texts: Sequence[str]) -> dict[str, Any]:
    """`NAME=VALUE` texts as keyword arguments; a value is JSON, else text. Raises BotLoadError."""
    params: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.isidentifier():
            raise BotLoadError(f"--param {text}: expected NAME=VALUE")
        try:
            params[name] = json.loads(value)
        except ValueError:
            params[name] = value
    return params


def configure(bot: BotFactory, params: Mapping[str, Any]) -> BotFactory:
    """The bot with these keyword arguments. Makes one to try them. Raises BotLoadError if it refuses."""
    if not params:
        return bot
    made = functools.partial(bot, **params)
    functools.update_wrapper(made, bot, updated=())  # its name is what it plays under
    try:
        made()
    except (TypeError, ValueError) as error:
        raise BotLoadError(f"--param: {error}") from error
    return made


def _split(target: str) -> tuple[str, str]:
    place, colon, name = target.rpartition(":")
    if not colon or not name.isidentifier():  # also the drive letter of C:\bots\mine.py
        return target, ""
    return place, name


def _is_file(place: str) -> bool:
    return place.endswith(".py") or "/" in place or "\\" in place or Path(place).is_file()


def _load_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise BotLoadError(f"{path}: there is no such file")
    name = f"infoset_bot_{path.stem}" if path.stem.isidentifier() else "infoset_bot"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BotLoadError(f"{path}: expected a Python file (*.py)")
    module = importlib.util.module_from_spec(spec)
    folder = path.resolve().parent
    _set_strangers_aside(folder)
    _folders.add(folder)
    sys.modules[name] = module
    sys.path.insert(0, str(folder))  # the bot's own neighbours, as for a script
    spec.loader.exec_module(module)
    return module


def _set_strangers_aside(folder: Path) -> None:
    """Forgets the neighbours of other bots that are called as those in `folder`: each bot imports its own.

    The other bots keep what they have imported.
    """
    homes = {
        name: _home_of(module, name.count("."))
        for name, module in list(sys.modules.items())
        if _folders and _is_beside(name.partition(".")[0], folder)
    }
    for name, home in homes.items():
        if home != folder and home in _folders:
            del sys.modules[name]


def _is_beside(top: str, folder: Path) -> bool:
    return (folder / f"{top}.py").is_file() or (folder / top).is_dir()


def _home_of(module: ModuleType, depth: int) -> Path | None:
    """The folder where a module's dotted name of so many dots begins; None for what is no file."""
    places = list(getattr(module, "__path__", ())) or [getattr(module, "__file__", None) or ""]
    parents = Path(places[0]).resolve().parents if places[0] else ()
    return parents[depth] if depth < len(parents) else None


def _load_module(name: str) -> ModuleType:
    sys.path.insert(0, str(Path.cwd()))
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            raise BotLoadError(f"{name}: no such module or file; a file ends in .py") from None
        raise


def _named(module: ModuleType, name: str, place: str) -> BotFactory:
    found = getattr(module, name, None)
    if found is None:
        known = ", ".join(bot.__name__ for bot in _bots_of(module)) or "none"
        raise BotLoadError(f"{place}: has no {name}; its bots: {known}")
    if isinstance(found, type) and not issubclass(found, Bot):
        raise BotLoadError(f"{place}: {name} is not derived from infoset.Bot")
    if not callable(found):
        raise BotLoadError(f"{place}: {name} is neither a Bot class nor a function that makes one")
    return cast(BotFactory, found)


def _only_one(module: ModuleType, place: str) -> BotFactory:
    bots = _bots_of(module)
    if not bots:
        raise BotLoadError(f"{place}: defines no class derived from infoset.Bot")
    if len(bots) > 1:
        names = ", ".join(bot.__name__ for bot in bots)
        raise BotLoadError(f"{place}: which of {names}? Name it: {place}:{bots[0].__name__}")
    return bots[0]


def _bots_of(module: ModuleType) -> list[type[Bot]]:
    """The bots that a module defines itself, in order; not those it only imports or builds on."""
    own = [
        value
        for value in vars(module).values()
        if inspect.isclass(value) and issubclass(value, Bot) and value.__module__ == module.__name__
    ]
    return [bot for bot in own if not any(bot in other.__mro__[1:] for other in own)]
