"""What a series says about its bots: wins, points, turns to win, time; for Catan dice and robber. Pure.

A *unit* is what is independent of all else: a match, or a deal with all its seatings.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from infoset_bots.lab.arena.intervals import Estimate, least_possible, mean_interval, unit_means
from infoset_bots.lab.arena.record import Record, rounds_to
from infoset_bots.lab.arena.summary import Summary, summarize
from infoset_bots.lab.statistics.habits import Habits, habits
from infoset_bots.lab.statistics.island_sums import IslandSums, sum_up
from infoset_bots.lab.statistics.sources import Played, Source
from infoset_games.places import Spot

USUAL_OPENING: Final = 2  # actions
FORMAT: Final = 1  # of the JSON form; another number is not read


@dataclass(frozen=True)
class BotRow:
    """One bot besides what the summary says of it.

    `turns_to_win` is the number of rounds to the points that win: those played where the bot got so far
    (`reached` of `seats`), else extrapolated: rounds / points * target. A seat without a point says
    nothing. `turn_ms` is the time of a turn with all its decisions.
    """

    bot: str
    seats: int
    reached: int
    extrapolated: int
    turns_to_win: Estimate | None
    turn_ms: float | None


@dataclass(frozen=True)
class Curve:
    """The mean points of one bot when each round ended, round 0 first.

    A match that is over counts on with its last points: else late rounds would be those of slow matches.
    `running` counts the seats whose match was not over.
    """

    bot: str
    points: list[Estimate]
    running: list[int]


@dataclass(frozen=True)
class Ledger:
    """Points of one bot match by match, the mean over its seats; None where it did not play."""

    bot: str
    points: list[float | None]


@dataclass(frozen=True)
class Series:
    """Everything that is reported. `told` counts the matches with a replay: the others only have results.

    `spots` say where places lie, to the right and down, for games whose places lie somewhere.
    """

    game: str
    matches: int
    told: int
    target: int | None
    by_deal: bool
    summary: Summary
    bots: list[BotRow]
    curves: list[Curve]
    ledgers: list[Ledger]
    island: IslandSums | None
    habits: Habits
    spots: dict[str, Spot]
    format: int = FORMAT


def analyse(source: Source, opening: int = USUAL_OPENING) -> Series:
    """All figures of a series. `opening` is how many actions of a seat count as one."""
    counted = [match for match in source.matches if match.record.is_counted]
    told = [match for match in counted if match.tale is not None]
    summary = summarize(
        [match.record for match in source.matches], source.labels, by_deal=source.by_deal
    )
    present = [row.bot for row in summary.bots]
    targets = {match.target for match in counted}
    return Series(
        game=source.game,
        matches=len(counted),
        told=len(told),
        target=targets.pop() if len(targets) == 1 else None,
        by_deal=source.by_deal,
        summary=summary,
        bots=[_bot_row(bot, counted, by_deal=source.by_deal) for bot in present],
        curves=[_curve(bot, told, by_deal=source.by_deal) for bot in present if _has_points(told)],
        ledgers=[_ledger(bot, counted) for bot in present if any(m.record.scores for m in counted)],
        island=(
            sum_up(present, told, by_deal=source.by_deal)
            if any(_is_island(match) for match in told)
            else None
        ),
        habits=habits(present, told, opening=opening, by_deal=source.by_deal),
        spots=dict(source.spots),
    )


def _has_points(told: Sequence[Played]) -> bool:
    return any(match.tale is not None and match.tale.points for match in told)


def _is_island(match: Played) -> bool:
    return match.tale is not None and match.tale.island is not None


def seats_of(bot: str, record: Record) -> list[int]:
    """The seats that a bot has in a match."""
    return [seat for seat, label in enumerate(record.bots) if label == bot]


def by_unit(
    bot: str,
    matches: Iterable[Played],
    value: Callable[[Played, int], float | None],
    *,
    by_deal: bool,
) -> list[float]:
    """One mean per unit of a value that a seat of the bot may have in a match."""
    return unit_means(
        (match.record.deal if by_deal else match.record.match, found)
        for match in matches
        for seat in seats_of(bot, match.record)
        if (found := value(match, seat)) is not None
    )


def _bot_row(bot: str, counted: Sequence[Played], *, by_deal: bool) -> BotRow:
    seats = [(match, seat) for match in counted for seat in seats_of(bot, match.record)]
    turns = [turns_to_win(match, seat) for match, seat in seats]
    reached = sum(1 for match, seat in seats if has_won(match, seat))
    values = by_unit(bot, counted, turns_to_win, by_deal=by_deal)
    return BotRow(
        bot=bot,
        seats=len(seats),
        reached=reached,
        extrapolated=sum(turn is not None for turn in turns) - reached,
        turns_to_win=mean_interval(values, least=0) if values else None,
        turn_ms=_turn_ms(seats),
    )


def has_won(match: Played, seat: int) -> bool:
    """Did this seat get the points that win?"""
    return (
        match.target is not None
        and bool(match.record.scores)
        and (match.record.scores[seat] >= match.target)
    )


def turns_to_win(match: Played, seat: int) -> float | None:
    """Rounds to the points that win, extrapolated where they were not reached; None where nothing tells."""
    return rounds_to(match.target, match.record, seat)


def _turn_ms(seats: Iterable[tuple[Played, int]]) -> float | None:
    """The mean time of a turn; None where no replay tells how many turns there were."""
    spent_ms = turns = 0.0
    for match, seat in seats:
        if match.tale is not None:
            thinking, decisions = match.record.thinking, match.record.decisions
            spent_ms += thinking.mean_ms[seat] * decisions[seat]
            turns += match.tale.turns[seat]
    return spent_ms / turns if turns else None


def _curve(bot: str, told: Sequence[Played], *, by_deal: bool) -> Curve:
    tales = [match.tale.points for match in told if match.tale is not None]
    length = max(map(len, tales))
    least = least_possible(points for rows in tales for row in rows for points in row)

    def points_at(number: int) -> Callable[[Played, int], float | None]:
        def value(match: Played, seat: int) -> float | None:
            rows = match.tale.points if match.tale is not None else []
            return rows[min(number, len(rows) - 1)][seat] if rows else None

        return value

    return Curve(
        bot,
        [
            mean_interval(by_unit(bot, told, points_at(number), by_deal=by_deal), least=least)
            for number in range(length)
        ],
        [
            sum(
                len(seats_of(bot, match.record))
                for match in told
                if match.tale is not None and len(match.tale.points) > number
            )
            for number in range(length)
        ],
    )


def _ledger(bot: str, counted: Sequence[Played]) -> Ledger:
    points: list[float | None] = []
    for match in counted:
        scores = (
            [match.record.scores[seat] for seat in seats_of(bot, match.record)]
            if (match.record.scores)
            else []
        )
        points.append(sum(scores) / len(scores) if scores else None)
    return Ledger(bot, points)
