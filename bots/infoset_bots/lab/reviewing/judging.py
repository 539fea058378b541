"""Judges the decisions of one seat of one match by a reference. A function of its arguments, however often it is asked."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from infoset.bot import BotFactory
from infoset_bots.lab.reviewing.losses import Loss, compare, means_same
from infoset_bots.lab.reviewing.moments import Moment, moments_of
from infoset_bots.lab.reviewing.reference import Reference
from infoset_bots.search.playout import Playout
from infoset_bots.streams import joined, seed_number
from infoset_games.core import Json
from infoset_games.record import Record


@dataclass(frozen=True)
class Judgement:
    """How decisions are judged. Equal ones judge equal replays alike.

    `reference` is a bot as the arena names it, `policy` what plays on after both actions ("": the
    game's best), for `horizon` plies (0: to the end) in `worlds` worlds. Of each seat and match at most
    `most` decisions are judged (0: all). A loss surely above `threshold` is a blunder, with `confirm` (0: off)
    only if that holds again in as many other worlds: among many decisions, some look bad by chance.
    """

    reference: str
    policy: str
    horizon: int
    worlds: int
    most: int
    threshold: float
    seed: str
    confirm: int = 0


@dataclass(frozen=True)
class Judged:
    """One decision, asked at version `ver`: what was played, what the reference plays instead, what that is worth more.

    `agrees`: both mean the same, for instance of two equal cards. It stands for `weight` decisions of its seat and match. `unit`: matches of one deal share it.
    `again` is the loss in other worlds, where `loss` looked like a blunder and that was to be confirmed.
    """

    match: int
    unit: int
    bot: str
    seat: int
    decision: int
    ver: int
    kind: str
    played: Json
    better: Json
    agrees: bool
    loss: Loss
    weight: float
    again: Loss | None = None

    @property
    def cost(self) -> Loss:
        """What the decision cost, without what it was picked out for: the confirming loss, where there is one."""
        return self.again or self.loss


@dataclass(frozen=True)
class Sitting:
    """One seat of one replay, and what stands in the report for it."""

    record: Record
    seat: int
    bot: str
    match: int
    unit: int

    def stream(self, seed: str, *labels: str) -> tuple[str, ...]:
        """Names for the random numbers of this seat: of the play itself, wherever its file lies."""
        names = [str(player.get("name", "")) for player in self.record.players]
        return seed, self.record.seed_commit, *names, str(self.seat), *labels


class SeatJudge:
    """Judges decisions of one seat, each by its number: a judgement does not depend on which others were asked for."""

    def __init__(
        self, sitting: Sitting, judgement: Judgement, make: BotFactory, playout: Playout
    ) -> None:
        self._sitting = sitting
        self._judgement = judgement
        self._make = make
        self._playout = playout
        self._rewind()

    def judge(self, number: int, weight: float = 1.0) -> Judged:
        """The decision of that number, which stands for `weight` decisions; quickest in ascending order.

        Raises RecordError, and CommandError where the reference fails.
        """
        if number <= self._heard:
            self._rewind()
        moment = self._listen(number)
        sitting, judgement = self._sitting, self._judgement
        record, seat = sitting.record, sitting.seat
        better = self._reference.choose(moment)
        loss = self._compare(moment, better, "worlds", judgement.worlds)
        again: Loss | None = None
        if judgement.confirm and loss.is_surely_above(judgement.threshold):
            again = self._compare(moment, better, "again", judgement.confirm)
        return Judged(
            match=sitting.match,
            unit=sitting.unit,
            bot=sitting.bot,
            seat=seat,
            decision=number,
            ver=moment.ver,
            kind=moment.asked.kind,
            played=record.game.write_action(moment.state, seat, moment.action),
            better=record.game.write_action(moment.state, seat, better),
            agrees=means_same(moment, better),
            loss=loss,
            weight=weight,
            again=again,
        )

    def _compare(self, moment: Moment, better: int, label: str, worlds: int) -> Loss:
        """In worlds of their own for each label."""
        sitting = self._sitting
        stream = sitting.stream(self._judgement.seed, label, str(moment.number))
        game, seed = sitting.record.game, seed_number(*stream)
        return compare(game, sitting.seat, moment, better, self._playout, seed, worlds)

    def _rewind(self) -> None:
        """To the beginning, with a new reference."""
        sitting = self._sitting
        name = joined(*sitting.stream(self._judgement.seed, "reference"))
        self._reference = Reference(self._make, sitting.record, sitting.seat, name)
        self._story = moments_of(sitting.record, sitting.seat)
        self._heard = 0  # the number of the last decision

    def _listen(self, number: int) -> Moment:
        """Tells the reference all that comes before a decision."""
        for heard in self._story:
            if not isinstance(heard, Moment):
                self._reference.tell(heard)
                continue
            self._heard = heard.number
            if heard.number == number:
                return heard
        raise LookupError(f"the seat had no decision {number} with a choice")


def judge_sitting(
    sitting: Sitting, judgement: Judgement, make: BotFactory, playout: Playout
) -> Iterator[Judged]:
    """The decisions in order. Raises RecordError, and CommandError where the reference fails."""
    wanted, weight = drawn_decisions(sitting, judgement)
    judge = SeatJudge(sitting, judgement, make, playout)
    for number in wanted:
        yield judge.judge(number, weight)


def drawn_decisions(sitting: Sitting, judgement: Judgement) -> tuple[list[int], float]:
    """The numbers of the decisions to judge in order, drawn evenly, and how many each of them stands for."""
    numbers = decisions_of(sitting)
    drawn = drawn_of(numbers, sitting, judgement.most, judgement.seed)
    return drawn, len(numbers) / max(1, len(drawn))


def decisions_of(sitting: Sitting) -> list[int]:
    """The numbers of all decisions with a choice. Raises RecordError."""
    return [
        heard.number
        for heard in moments_of(sitting.record, sitting.seat)
        if isinstance(heard, Moment)
    ]


def drawn_of(numbers: list[int], sitting: Sitting, most: int, seed: str) -> list[int]:
    """At most so many of these (0: all), drawn evenly, in order."""
    if not most or len(numbers) <= most:
        return numbers
    rng = random.Random(joined(*sitting.stream(seed, "drawn")))
    return sorted(rng.sample(numbers, most))
