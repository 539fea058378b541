"""What the teacher of a class may change of a ladder while it is played, and what follows from that. Changes nothing.

The same may change as in the file of a public ladder: who plays, how often, and when seasons end. What decides what a
result means may change until the first match begins; the game never does.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

import orjson

from infoset_server.common.request_errors import WrongStateError
from infoset_server.common.text import counted
from infoset_server.contests.ladder.definition import LadderFile, LadderFileError, check_ladder
from infoset_server.contests.ladder.ladder import Ladder, LadderState
from infoset_server.contests.ladder.season_rules import SeasonRules
from infoset_server.contests.ladder.seasons import time_text

GAME: Final = "game"
BEFORE_PLAY: Final = ("options", "move_ms", "talk")  # what a result means depends on these


def fields_of(file: LadderFile) -> dict[str, Any]:
    """What the ladder of a class is, by the names under which it is asked for; days 0: its teacher ends seasons."""
    seasons = file.seasons
    return {
        "title": file.title,
        "hosted": list(file.hosted),
        "uploads": file.uploads,
        "copies": file.pairing.copies,
        "matches": file.matches,
        "per_hour": file.pace.per_hour,
        "entry_per_hour": file.pace.entry_per_hour,
        "seasons": "off" if seasons is None else seasons.ratings,
        "season_days": 0 if seasons is None or seasons.days is None else seasons.days,
        GAME: file.game,
        "options": file.options,
        "move_ms": file.clock.move_ms,
        "talk": file.talk,
    }


def differing(file: LadderFile, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What of `asked`, by the names of `fields_of`, is not so already."""
    now = fields_of(file)
    return {name: value for name, value in asked.items() if value != now[name]}


def changed_file(ladder: Ladder, wanted: Mapping[str, Any]) -> LadderFile:
    """The ladder's file with what is `wanted`, by the names of `fields_of`.

    Raises LadderFileError, which names the field and says what was expected, or WrongStateError.
    """
    if ladder.state is LadderState.CLOSED:
        raise WrongStateError(f"ladder {ladder.name} is closed for ever")
    _require_same_meaning(ladder, wanted)
    table = ladder.file.to_plain()
    for name in ("title", "hosted", "uploads", "matches", "options", "talk"):
        if name in wanted:
            table[name] = wanted[name]
    _put(table, "pairing", wanted, "copies")
    _put(table, "pace", wanted, "per_hour", "entry_per_hour")
    _put(table, "clock", wanted, "move_ms")
    if "seasons" in wanted or "season_days" in wanted:
        table["seasons"] = _seasons(ladder, wanted)
    return check_ladder(table, ladder.name)


def _put(table: dict[str, Any], section: str, wanted: Mapping[str, Any], *names: str) -> None:
    given = {name: wanted[name] for name in names if name in wanted}
    if given:
        table[section] = {**table.get(section, {}), **given}


def _require_same_meaning(ladder: Ladder, wanted: Mapping[str, Any]) -> None:
    """Raises LadderFileError where results would mean something else than they did."""
    now = fields_of(ladder.file)
    if GAME in wanted:
        raise LadderFileError(f"game: expected {now[GAME]}: for another game, make another ladder")
    if not ladder.results and not ladder.meetings:
        return
    for name in BEFORE_PLAY:
        if name in wanted:
            raise LadderFileError(
                f"{name}: expected {orjson.dumps(now[name]).decode()}, as it was when the first match began, because it "
                "decides what results mean; make another ladder"
            )


def _seasons(ladder: Ladder, wanted: Mapping[str, Any]) -> dict[str, Any] | None:
    """The rules of its seasons, as plain values; None: there are none."""
    if ladder.seasons.is_over:
        raise WrongStateError(
            f"seasons: season {ladder.seasons.current.number} of {ladder.name} is about to end: expected the next to be on"
        )
    now = {**fields_of(ladder.file), **wanted}
    if now["seasons"] == "off":
        if wanted.get("season_days"):
            raise LadderFileError("season_days: expected seasons carried or fresh beside it")
        return None
    rules = ladder.file.to_plain().get("seasons") or {}
    return {**rules, "ratings": now["seasons"], "days": now["season_days"] or None}


@dataclass(frozen=True)
class Consequence:
    """What becomes of a season: `kind` is one of FOLLOWS, `results` and `at_ms` (since 1970) stand in some."""

    kind: str
    season: int
    results: int = 0
    at_ms: int = 0

    def __str__(self) -> str:
        played, when = counted(self.results, "result"), time_text(self.at_ms)
        return FOLLOWS[self.kind].format(season=self.season, played=played, when=when)

    def to_plain(self) -> dict[str, Any]:
        """As a row of an answer."""
        return asdict(self)


FOLLOWS: Final = {
    "endless": "season {season} ends no more: its results go on counting, and the tables of seasons that are over stay",
    "begins": "season {season} is on from now, with the {played} so far",
    "fresh": "ratings begin anew with season {season}, and with each one after it",
    "carried": "ratings do not begin anew with season {season}, nor with any after it",
    "by_word": "season {season} ends when its organiser says so",
    "ends": "season {season} ends at {when}",
    "at_once": "season {season} ends at once, and the next one begins",
}


def consequences(ladder: Ladder, file: LadderFile, now_ms: int) -> list[Consequence]:
    """What becomes of seasons and ratings when the ladder is as `file` says; nothing where that stays as it was."""
    before, after = ladder.file.seasons, file.seasons
    if before == after:
        return []
    number = ladder.seasons.current.number
    if after is None:
        return [Consequence("endless", number)]
    return [*_new_ratings(ladder, before, after), *_new_end(ladder, before, after, now_ms)]


def _new_ratings(
    ladder: Ladder, before: SeasonRules | None, after: SeasonRules
) -> Iterator[Consequence]:
    current = ladder.seasons.current
    if before is None:
        yield Consequence("begins", current.number, len(ladder.results) - current.first)
    if after.ratings == "fresh" and (before is None or before.ratings != after.ratings):
        yield Consequence("fresh", current.number + 1)
    elif before is not None and before.ratings != after.ratings:
        yield Consequence("carried", current.number + 1)


def _new_end(
    ladder: Ladder, before: SeasonRules | None, after: SeasonRules, now_ms: int
) -> Iterator[Consequence]:
    current = ladder.seasons.current
    began_ms = current.began_ms or now_ms
    ends_ms = after.end_ms(began_ms)
    if before is not None and ends_ms == before.end_ms(began_ms):
        return
    if ends_ms is None:
        yield Consequence("by_word", current.number)
    elif ends_ms > now_ms:
        yield Consequence("ends", current.number, at_ms=ends_ms)
    else:
        yield Consequence("at_once", current.number)
