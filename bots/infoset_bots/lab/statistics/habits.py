"""What the bots of a series do: how they begin and what comes of it, what takes them long, where they point. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from infoset_bots.lab.arena.intervals import Estimate, mean_interval, share_interval, unit_means
from infoset_bots.lab.arena.record import rank_points
from infoset_bots.lab.statistics.choices import SeatChoices
from infoset_bots.lab.statistics.sources import Played

MOST_OPENINGS: Final = 20  # of each bot; what is rarer counts together


@dataclass(frozen=True)
class OpeningRow:
    """Seats of a bot that began with these actions, and their results. No actions: all that are rarer.

    `rank` are points from 0 (last) to 1 (first), `win` the part that won, shared wins in parts.
    """

    bot: str
    actions: list[str]
    seats: int
    rank: Estimate
    win: Estimate


@dataclass(frozen=True)
class KindRow:
    """The decisions of a bot of one kind. `share` is that of all time it took."""

    bot: str
    kind: str
    decisions: int
    mean_ms: float
    max_ms: int
    share: float


@dataclass(frozen=True)
class TargetRow:
    """How often actions of a verb pointed at an anchor, over all seats of a bot."""

    bot: str
    verb: str
    anchor: str
    count: int


@dataclass(frozen=True)
class Habits:
    """Everything of it, bots in the order in which they are named."""

    openings: list[OpeningRow] = field(default_factory=list)
    kinds: list[KindRow] = field(default_factory=list)
    targets: list[TargetRow] = field(default_factory=list)


@dataclass(frozen=True)
class Stay:
    """One seat of a bot in a match that was kept."""

    match: Played
    seat: int
    choices: SeatChoices

    def unit(self, *, by_deal: bool) -> int:
        """What it is not independent of: the match, or the deal."""
        record = self.match.record
        return record.deal if by_deal else record.match

    @property
    def rank(self) -> float:
        """Rank points."""
        return rank_points(self.match.record.places)[self.seat]

    @property
    def win(self) -> float:
        """Won, shared wins in parts."""
        places = self.match.record.places
        return 1 / places.count(1) if places[self.seat] == 1 else 0.0


def habits(bots: Sequence[str], told: Sequence[Played], *, opening: int, by_deal: bool) -> Habits:
    """The habits of these bots; `opening` is how many actions make one."""
    stays = {bot: list(stays_of(bot, told)) for bot in bots}
    return Habits(
        openings=[
            row for bot in bots for row in opening_rows(bot, stays[bot], opening, by_deal=by_deal)
        ],
        kinds=[row for bot in bots for row in kind_rows(bot, stays[bot])],
        targets=[row for bot in bots for row in target_rows(bot, stays[bot])],
    )


def stays_of(bot: str, told: Sequence[Played]) -> Iterator[Stay]:
    """Every seat of a bot in matches that were kept."""
    for match in told:
        choices = match.tale.choices if match.tale is not None else []
        for seat, (label, chosen) in enumerate(zip(match.record.bots, choices, strict=False)):
            if label == bot:
                yield Stay(match, seat, chosen)


def opening_rows(
    bot: str, stays: Sequence[Stay], opening: int, *, by_deal: bool
) -> Iterator[OpeningRow]:
    """The most frequent first, what is rarer at the end. Seats that decided less often are left out."""
    groups: dict[tuple[str, ...], list[Stay]] = defaultdict(list)
    for stay in stays:
        if len(stay.choices.opening) >= opening:
            groups[tuple(stay.choices.opening[:opening])].append(stay)
    order = sorted(groups, key=lambda actions: (-len(groups[actions]), actions))
    for actions in order[:MOST_OPENINGS]:
        yield opening_row(bot, actions, groups[actions], by_deal=by_deal)
    rarer = [stay for actions in order[MOST_OPENINGS:] for stay in groups[actions]]
    if rarer:
        yield opening_row(bot, (), rarer, by_deal=by_deal)


def opening_row(
    bot: str, actions: Sequence[str], stays: Sequence[Stay], *, by_deal: bool
) -> OpeningRow:
    """The results of some seats."""
    ranks = unit_means((stay.unit(by_deal=by_deal), stay.rank) for stay in stays)
    wins = unit_means((stay.unit(by_deal=by_deal), stay.win) for stay in stays)
    rank = mean_interval(ranks, least=0, most=1)
    return OpeningRow(bot, list(actions), len(stays), rank, share_interval(wins))


def kind_rows(bot: str, stays: Sequence[Stay]) -> Iterator[KindRow]:
    """What took most time first."""
    decisions: Counter[str] = Counter()
    spent_ms: Counter[str] = Counter()
    max_ms: dict[str, int] = defaultdict(int)
    for stay in stays:
        for kind, time in stay.choices.kinds.items():
            decisions[kind] += time.decisions
            spent_ms[kind] += time.spent_ms
            max_ms[kind] = max(max_ms[kind], time.max_ms)
    whole_ms = spent_ms.total()
    for kind in sorted(decisions, key=lambda kind: (-spent_ms[kind], kind)):
        count, spent = decisions[kind], spent_ms[kind]
        share = spent / whole_ms if whole_ms else 0.0
        yield KindRow(bot, kind, count, spent / count, max_ms[kind], share)


def target_rows(bot: str, stays: Sequence[Stay]) -> Iterator[TargetRow]:
    """The most frequent first."""
    counts: Counter[tuple[str, str]] = Counter()
    for stay in stays:
        counts.update(stay.choices.targets)
    for (verb, anchor), count in sorted(counts.items(), key=lambda one: (-one[1], one[0])):
        yield TargetRow(bot, verb, anchor, count)
