"""Test rooms: what a title with `#` in front asks for. Seats nobody."""

from collections.abc import Iterable
from typing import Final

from infoset_games.tables import Practice, Tables
from infoset_server.requests import BadOptionError

MARK: Final = "#"
HOT_SEAT: Final = "hotseat"  # one person, a connection for every seat


def practice_name(title: str | None) -> str | None:
    """The word after the mark, "" if there is none; None where the title is no test room's."""
    if title is None or not title.startswith(MARK):
        return None
    return (title[len(MARK) :].split() or [""])[0]


def find_practice(name: str, tables: Tables) -> Practice:
    """The test room of that name. One that neither the game nor everybody knows names a house bot."""
    name = name or tables.usual_practice
    known = tables.practices()
    if name in known:
        return known[name]
    return Practice() if name == HOT_SEAT else Practice(bot=name)


def require_bot(practice: Practice, offers: Iterable[str], tables: Tables) -> None:
    """Raises BadOptionError naming the title where the house bot of a test room is not on offer."""
    names = list(offers)
    if practice.bot and practice.bot not in names:
        known = dict.fromkeys([*tables.practices(), HOT_SEAT, *names])
        raise BadOptionError("title", f"{MARK} and one of {', '.join(known)}")
