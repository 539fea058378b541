"""The review of one match, piece by piece: chances along the tape, decisions that cost, luck apart from skill.

It says what `infoset blunders` and `infoset luck` say, by the same code: with the settings that stand in its first
entry, they give the same figures for the same match. Each piece is a function of the record, the settings and its
number, so it may be done anywhere, and done again.

    head -- chances ... -- deal -- judged ... -- luck ... -- odds -- seats

Whole positions are valued for the chances and for luck, as the match is over. Decisions are judged in worlds drawn from
what the seat knew (`losses.py`), never by the position as it was.
"""

import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, Final

from infoset_bots.lab.arena.record import ABORTED
from infoset_bots.lab.reviewing.blunders import is_blunder
from infoset_bots.lab.reviewing.judging import (
    Judged,
    Judgement,
    SeatJudge,
    Sitting,
    drawn_decisions,
)
from infoset_bots.lab.reviewing.losses import Loss
from infoset_bots.lab.reviewing.luck import LuckMeter, PlayedOut, Worth, chance_plies
from infoset_bots.lab.reviewing.making import last_of, luck_seed, make_meter, make_playout
from infoset_bots.lab.reviewing.moments import Moment, moments_of
from infoset_bots.lab.reviewing.reference import find_reference
from infoset_bots.lab.reviewing.results import LuckSettings
from infoset_bots.search.rewards import Rewards
from infoset_bots.streams import joined
from infoset_games.core import CHANCE, Json, State
from infoset_games.match import Match
from infoset_games.record import Record, read_record
from infoset_games.registry import make_game
from infoset_games.rng import Rng

POINTS: Final = 60  # of the curve, at most
FEW_WAYS: Final = 40  # of chance, which are counted one by one
MOST_ODDS: Final = 200  # rows of that count
DIGITS: Final = 5  # of figures, behind the point

Entry = dict[str, Any]
Piece = tuple[str, int, int]  # what is done, and two numbers that say of what


class UnfinishedError(ValueError):
    """The match has no result that a review could explain."""


@dataclass(frozen=True)
class ReviewSettings:
    """How a match is reviewed; `chances` is how many playouts tell the chances at one point of the tape."""

    judgement: Judgement
    luck: LuckSettings
    chances: int

    @staticmethod
    def of(plain: dict[str, Any]) -> "ReviewSettings":
        """The inverse of `asdict`."""
        return ReviewSettings(
            Judgement(**plain["judgement"]), LuckSettings(**plain["luck"]), plain["chances"]
        )


class ReviewedMatch:
    """A match that is over, with the places a review looks at."""

    def __init__(self, lines: Sequence[str]) -> None:
        """Raises RecordError for lines that are no record, UnfinishedError for a match without a result."""
        self.record = read_record(lines, make_game)
        match = last_of(self.record)
        if match is None or match.over is None or match.over.reason in ABORTED:
            raise UnfinishedError("the match has no result")
        self.match: Match = match
        self.result = match.over.result

    @property
    def names(self) -> list[str]:
        """By seat."""
        return [str(player.get("name", "")) for player in self.record.players]

    def sitting(self, seat: int) -> Sitting:
        """One seat of it."""
        return Sitting(self.record, seat, self.names[seat], 0, 0)

    @cached_property
    def points(self) -> list[tuple[int, State]]:
        """Versions along the tape, evenly, with the positions there; the last is the end."""
        vers = sorted({match.ver for _, match, _ in self.record.play()})
        step = max(1.0, (len(vers) - 1) / (POINTS - 1))
        wanted = {vers[round(i * step)] for i in range(POINTS) if round(i * step) < len(vers)}
        wanted.add(vers[-1])
        found = {
            match.ver: match.state.copy()
            for _, match, _ in self.record.play()
            if match.ver in wanted
        }
        return sorted(found.items())

    @cached_property
    def swings(self) -> list[tuple[int, State, int]]:
        """Every chance ply of its own: the version behind it, the position before it, and what came."""
        vers = versions(self.record)
        began = self.match.taken_over
        plies = [n for n, joint in enumerate(self.match.log) if CHANCE in joint and n >= began]
        return [
            (vers[number], before, outcome)
            for number, (before, outcome) in zip(plies, chance_plies(self.match), strict=True)
        ]


def versions(record: Record) -> list[int]:
    """The version of the match behind each ply. Plies of one step count back from its end."""
    found: list[int] = []
    for _, match, _ in record.play():
        added = len(match.log) - len(found)
        found += [max(0, match.ver - behind) for behind in reversed(range(added))]
    return found


class MatchReview:
    """The review of a match under some settings."""

    def __init__(self, lines: Sequence[str], settings: ReviewSettings) -> None:
        """Raises as ReviewedMatch, and CommandError or UnknownPolicyError for settings that fit no bot."""
        self._about = ReviewedMatch(lines)
        self._settings = settings
        record, judgement = self._about.record, settings.judgement
        game = record.game
        seats = range(game.seats)
        make = find_reference(judgement.reference, game.name)
        playout = make_playout(game.name, judgement.policy, judgement.horizon)
        sittings = [self._about.sitting(seat) for seat in seats]
        self._judges = [SeatJudge(one, judgement, make, playout) for one in sittings]
        self._drawn = [drawn_decisions(one, judgement) for one in sittings]
        self._meter: LuckMeter = make_meter(game, settings.luck)
        wins = Rewards((1.0,) + (0.0,) * (game.seats - 1))
        self._winning = PlayedOut(
            make_playout(game.name, settings.luck.policy, settings.luck.horizon, wins),
            game.seats,
            settings.chances,
        )
        self.pieces: list[Piece] = [
            ("head", 0, 0),
            *(("chances", number, 0) for number in range(len(self._about.points))),
            ("deal", 0, 0),
            *self._decisions(),
            *(("luck", number, 0) for number in range(len(self._about.swings))),
            ("odds", 0, 0),
            ("seats", 0, 0),
        ]

    def _decisions(self) -> list[Piece]:
        """What is judged, along the tape."""
        found = []
        for seat, (numbers, _) in enumerate(self._drawn):
            vers = {
                heard.number: heard.ver
                for heard in moments_of(self._about.record, seat)
                if isinstance(heard, Moment)
            }
            found += [(vers[number], seat, number) for number in numbers]
        return [("judged", seat, number) for _, seat, number in sorted(found)]

    def do(self, number: int, entries: Sequence[Entry]) -> list[Entry]:
        """The entries of a piece; `entries` are those of all pieces before it."""
        kind, one, other = self.pieces[number]
        match kind:
            case "head":
                return [self._head()]
            case "chances":
                return [self._chances(one)]
            case "deal":
                return [self._deal()]
            case "judged":
                return [self._judged(one, other)]
            case "luck":
                return list(self._luck(one))
            case "odds":
                return list(self._odds())
            case _:
                return [self._seat(seat, entries) for seat in range(len(self._judges))]

    def _head(self) -> Entry:
        about = self._about
        return {
            "kind": "head",
            "game": about.record.game.name,
            "rules": about.record.game.rules,
            "players": about.names,
            "places": list(about.result.places),
            "scores": list(about.result.scores),
            "settings": asdict(self._settings),
        }

    def _chances(self, number: int) -> Entry:
        ver, state = self._about.points[number]
        found = self._winning.of(state, self._rng("chances", str(ver)))
        is_over = state.result() is not None
        count = self._settings.chances
        errors = [0.0 if is_over else share_error(share, count) for share in found.values]
        win = list(map(digits, found.values))
        return {"kind": "chances", "ver": ver, "win": win, "errors": list(map(digits, errors))}

    def _rng(self, *labels: str) -> Rng:
        return Rng(joined(self._settings.luck.seed, self._about.record.seed_commit), *labels)

    def _deal(self) -> Entry:
        seed = luck_seed(self._settings.luck, self._about.record)
        return luck_entry("deal", 0, self._meter.of_deal(self._about.match, seed))

    def _luck(self, number: int) -> Iterable[Entry]:
        """Nothing where chance had one way only."""
        ver, before, outcome = self._about.swings[number]
        seed = luck_seed(self._settings.luck, self._about.record)
        swing = self._meter.of_ply(number, before, outcome, seed)
        if swing is not None:
            came = self._about.record.game.write_action(before, CHANCE, outcome)
            yield luck_entry("luck", ver, swing) | {"event": came}

    def _odds(self) -> Iterable[Entry]:
        """How often chance brought each of a few things, beside how often that was to be expected."""
        game = self._about.record.game
        seen: Counter[str] = Counter()
        expected: dict[str, float] = defaultdict(float)
        for _, before, outcome in self._about.swings:
            odds = before.chance_odds()
            if 1 < len(odds) <= FEW_WAYS:
                seen[text_of(game.write_action(before, CHANCE, outcome))] += 1
                for code, share in odds:
                    expected[text_of(game.write_action(before, CHANCE, code))] += share
        if 0 < len(expected) <= MOST_ODDS:
            rows = [[json.loads(way), seen[way], digits(expected[way])] for way in sorted(expected)]
            yield {"kind": "odds", "rows": rows}

    def _judged(self, seat: int, number: int) -> Entry:
        judged: Judged = self._judges[seat].judge(number, self._drawn[seat][1])
        entry = {
            "kind": "judged",
            "ver": judged.ver,
            "seat": seat,
            "decision": number,
            "asked": judged.kind,
            "played": judged.played,
            "better": judged.better,
            "agrees": judged.agrees,
            "loss": plain_loss(judged.loss),
            "weight": digits(judged.weight),
            "blunder": is_blunder(judged, self._settings.judgement.threshold),
        }
        return entry if judged.again is None else entry | {"again": plain_loss(judged.again)}

    def _seat(self, seat: int, entries: Sequence[Entry]) -> Entry:
        """All of a seat together."""
        judged = [one for one in entries if one["kind"] == "judged" and one["seat"] == seat]
        deal = [one for one in entries if one["kind"] == "deal"]
        play = [one for one in entries if one["kind"] == "luck"]
        squares = math.fsum((one["weight"] * one["loss"]["error"]) ** 2 for one in judged)
        return {
            "kind": "seat",
            "seat": seat,
            "judged": len(judged),
            "decisions": round(math.fsum(one["weight"] for one in judged)),
            "agreed": sum(one["agrees"] for one in judged),
            "blunders": sum(one["blunder"] for one in judged),
            "lost": digits(math.fsum(one["weight"] * one["loss"]["mean"] for one in judged)),
            "lost_error": digits(math.sqrt(squares)),
            "deal": digits(math.fsum(one["swing"][seat] for one in deal)),
            "play": digits(math.fsum(one["swing"][seat] for one in play)),
            "luck_error": digits(math.hypot(*(one["errors"][seat] for one in (*deal, *play)))),
        }


def luck_entry(kind: str, ver: int, swing: Worth) -> Entry:
    """What chance brought each seat beside what it could have brought."""
    errors = [digits(math.sqrt(square)) for square in swing.squares]
    return {"kind": kind, "ver": ver, "swing": list(map(digits, swing.values)), "errors": errors}


def plain_loss(loss: Loss) -> dict[str, float]:
    """A loss as it is told."""
    return {"mean": digits(loss.mean), "error": digits(loss.error)}


def text_of(written: Json) -> str:
    """What is counted as one thing."""
    return json.dumps(written)


def digits(value: float) -> float:
    """As a figure is told."""
    return round(value, DIGITS)


def share_error(share: float, count: int) -> float:
    """The standard error of a share of `count` playouts, which is never 0: it counts one more of either kind."""
    likely = (share * count + 1) / (count + 2)
    return math.sqrt(likely * (1 - likely) / count)
