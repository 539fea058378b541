"""How somebody did in finished matches, by game and by type of opponent. Asks nobody's permission, sends nothing."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from infoset_server.matches.replays import Finished

VOID: Final = "aborted"  # the reason of a match that has no result
KINDS: Final = ("person", "program", "house")  # of opponents, in the order in which they are told
PROGRAM: Final = "bot"  # as seats have it

Opponent = tuple[str, str]  # a kind of `KINDS`, and which bot it is, of a house bot


@dataclass
class Compared:
    """Pairs of seats of one match: how many, and in how many of them the user came in ahead or level."""

    met: int = 0
    ahead: int = 0
    level: int = 0

    def add(self, own: int, other: int) -> None:
        """Another pair with these places."""
        self.met += 1
        self.ahead += own < other
        self.level += own == other


@dataclass
class GameTally:
    """The results of one user at one game. `places[0]` is how often they came in first."""

    matches: int = 0
    places: list[int] = field(default_factory=list)
    against: dict[Opponent, Compared] = field(default_factory=dict)

    def add(self, match: Finished, user: str) -> None:
        """Counts a match, once for each seat of the user. Those who sit against themselves are no opponents."""
        for seat, name in enumerate(match.users):
            if name != user:
                continue
            self.matches += 1
            place = match.places[seat]
            self.places.extend([0] * (place - len(self.places)))
            self.places[place - 1] += 1
            for other, opponent in opponents(match, user):
                self.against.setdefault(opponent, Compared()).add(place, match.places[other])

    def info(self, game: str) -> dict[str, Any]:
        """As `GameResults` values."""
        rows = sorted(self.against.items(), key=lambda row: (KINDS.index(row[0][0]), row[0][1]))
        against = [opponent_info(opponent, compared) for opponent, compared in rows]
        return {"game": game, "matches": self.matches, "places": self.places, "against": against}


def opponent_info(opponent: Opponent, compared: Compared) -> dict[str, Any]:
    """As `OpponentResults` values."""
    kind, bot = opponent
    info: dict[str, Any] = {"kind": kind} | ({"bot": bot} if bot else {})
    return info | {"met": compared.met, "ahead": compared.ahead, "level": compared.level}


def opponents(match: Finished, user: str) -> Iterator[tuple[int, Opponent]]:
    """The other seats, with who sat there; none where an earlier version has not noted that."""
    for seat, (kind, bot) in enumerate(zip(match.kinds, match.bots, strict=True)):
        if match.users[seat] == user:
            continue
        if bot:
            yield seat, ("house", bot)
        else:
            yield seat, ("program" if kind == PROGRAM else "person", "")


def counts(match: Finished) -> bool:
    """Is it a result? Not that of a match that was broken off, nor of one that began in the middle of another."""
    return match.reason != VOID and match.origin is None


def results_of(matches: Iterable[Finished], user: str) -> list[dict[str, Any]]:
    """`GameResults` values of all the matches that count, the most played game first."""
    tallies: dict[str, GameTally] = {}
    for match in matches:
        if counts(match):
            tallies.setdefault(match.game, GameTally()).add(match, user)
    rows = sorted(tallies.items(), key=lambda row: (-row[1].matches, row[0]))
    return [tally.info(game) for game, tally in rows]
