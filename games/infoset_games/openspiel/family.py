"""What the registry asks for games of OpenSpiel: a class for each name, made when it is first asked for."""

import re
from importlib.metadata import version
from typing import Final

try:
    import pyspiel  # type: ignore[import-not-found, import-untyped, unused-ignore]  # optional
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("it needs the extra `openspiel`") from missing

from infoset_games.core import Json
from infoset_games.openspiel.catalogue import BY_DEALING, BY_HISTORIES, CATALOGUE, Entry
from infoset_games.openspiel.game import PREFIX, OpenSpielGame
from infoset_games.openspiel.options import describe_options

SLOW: Final = (BY_DEALING, BY_HISTORIES)
ADAPTER: int = 1  # raised by any change of ours in how the games behave

_classes: dict[str, type[OpenSpielGame]] = {}


def names() -> tuple[str, ...]:
    """The games that can be played, without the prefix, sorted."""
    installed = set(pyspiel.registered_names())
    return tuple(sorted(name for name in CATALOGUE if name in installed))


def find(member: str) -> type[OpenSpielGame]:
    """The class of OpenSpiel's game `member`. Raises LookupError for one that is not offered."""
    if member not in CATALOGUE or member not in pyspiel.registered_names():
        raise LookupError(member)
    if member not in _classes:
        _classes[member] = _make_class(member, CATALOGUE[member])
    return _classes[member]


def __getattr__(member: str) -> type[OpenSpielGame]:
    """The class of a game under its name in OpenSpiel, so that classes can be named, and pickled."""
    try:
        return find(member)
    except LookupError:
        raise AttributeError(member) from None


def rules_version() -> str:
    """Ours, and that of OpenSpiel as one number: 1.20002 is ours of 1 on OpenSpiel 2.0.2, or 2.0.2rc1."""
    parts = [int(part) for part in re.findall(r"\d+", version("open_spiel"))]
    major, minor, patch = [*parts, 0, 0][:3]
    return f"{ADAPTER}.{(major * 100 + minor) * 100 + patch}"


def _make_class(member: str, entry: Entry) -> type[OpenSpielGame]:
    kind = next(kind for kind in pyspiel.registered_games() if kind.short_name == member)
    described = describe_options(member, kind)

    def describe() -> dict[str, dict[str, Json]]:
        return {name: dict(about) for name, about in described.items()}

    seats = described.get("players")
    default = pyspiel.load_game(member).num_players()
    name = PREFIX + member
    return type(
        member,
        (OpenSpielGame,),
        {
            "__module__": __name__,
            "name": name,
            "rules": f"{name}/{rules_version()}",
            "seat_range": (seats["min"], seats["max"]) if seats else (default, default),
            "simultaneous": kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS,
            "worlds": entry.worlds is not None,
            "slow_worlds": entry.worlds in SLOW,
            "member": member,
            "entry": entry,
            "describe_options": staticmethod(describe),
        },
    )
