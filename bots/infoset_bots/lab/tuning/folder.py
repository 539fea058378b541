"""A tuning run on disk. Survives being killed anywhere.

settings.json     what is tuned, written whole; anew only where a bot was mended
study.db          the candidates and their scores
generation-N/     the matches of a generation, as the arena keeps them, and its weights files
check/            the best against the start, on deals that nobody was tuned on
best.json         what came out: the bot, its parameters, the check
weights.json      its weights, where weights were tuned
"""

import contextlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from infoset.errors import CommandError
from infoset_bots.lab.arena.store import open_locked, write_whole
from infoset_bots.lab.tuning.settings import Settings

SETTINGS: Final = "settings.json"
STUDY: Final = "study.db"
LOCK: Final = "lock"
CHECK: Final = "check"
BEST: Final = "best.json"
WEIGHTS: Final = "weights.json"


def create(path: Path, settings: Settings) -> None:
    """Begins a run. Raises CommandError if the folder holds one, or cannot be written."""
    if (path / SETTINGS).exists():
        raise CommandError(
            f"{path} holds a run already; go on with it: infoset tune --resume {path}"
        )
    try:
        path.mkdir(parents=True, exist_ok=True)
        write_whole(path / SETTINGS, settings.to_json())
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error


def write_settings(path: Path, settings: Settings) -> None:
    """The settings of a run that is there, anew. Raises CommandError."""
    try:
        write_whole(path / SETTINGS, settings.to_json())
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error


def read_settings(path: Path) -> Settings:
    """The settings of the run in a folder. Raises CommandError if there is none."""
    try:
        return Settings.from_json((path / SETTINGS).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise CommandError(f"{path}: no tuning run is here (no {SETTINGS})") from None
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """Keeps other processes out of the run. Raises CommandError if one is in there."""
    try:
        with open_locked(path / LOCK):
            yield
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error


def generation_folder(path: Path, number: int) -> Path:
    return path / f"generation-{number}"


def write_best(path: Path, best: Mapping[str, Any]) -> None:
    """What came out. Raises CommandError."""
    try:
        write_whole(path / BEST, json.dumps(best, indent=1) + "\n")
    except OSError as error:
        raise unwritten(path / BEST, error.strerror or str(error)) from error


def unwritten(path: Path, why: str) -> CommandError:
    """What became of a run a file of which could not be written."""
    return CommandError(
        f"{path}: {why}; every result that was kept before counts: go on with the run once it can be written"
    )


def read_best(path: Path) -> dict[str, Any] | None:
    """What came out, None while the run is not over."""
    try:
        found: dict[str, Any] = json.loads((path / BEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    return found
