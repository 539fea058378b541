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
    `most` decisions are judged (0: all). A loss surely above `threshold` is a blunder.
    """

    reference: str
    policy: str
    horizon: int
    worlds: int
    most: int
    threshold: float
    seed: str


@dataclass(frozen=True)
class Judged:
    """One decision: what was played, what the reference plays instead, what that is worth more.

    `agrees`: both mean the same, for instance of two equal cards. It stands for `weight` decisions of its seat and match. `unit`: matches of one deal share it.
    """

    match: int
    unit: int
    bot: str
    seat: int
    decision: int
    kind: str
    played: Json
    better: Json
    agrees: bool
    loss: Loss
    weight: float


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


def judge_sitting(
    sitting: Sitting, judgement: Judgement, make: BotFactory, playout: Playout
) -> Iterator[Judged]:
    """The decisions in order. Raises RecordError, and CommandError where the reference fails."""
    record, seat = sitting.record, sitting.seat
    wanted, weight = drawn_decisions(sitting, judgement)
    name = joined(*sitting.stream(judgement.seed, "reference"))
    reference = Reference(make, record, seat, name)
    for heard in moments_of(record, seat):
        if not isinstance(heard, Moment):
            reference.tell(heard)
        elif heard.number in wanted:
            better = reference.choose(heard)
            seed = seed_number(*sitting.stream(judgement.seed, "worlds", str(heard.number)))
            loss = compare(record.game, seat, heard, better, playout, seed, judgement.worlds)
            yield Judged(
                match=sitting.match,
                unit=sitting.unit,
                bot=sitting.bot,
                seat=seat,
                decision=heard.number,
                kind=heard.asked.kind,
                played=record.game.write_action(heard.state, seat, heard.action),
                better=record.game.write_action(heard.state, seat, better),
                agrees=means_same(heard, better),
                loss=loss,
                weight=weight,
            )


def drawn_decisions(sitting: Sitting, judgement: Judgement) -> tuple[set[int], float]:
    """The numbers of the decisions to judge, drawn evenly, and how many each of them stands for."""
    numbers = [
        heard.number
        for heard in moments_of(sitting.record, sitting.seat)
        if isinstance(heard, Moment)
    ]
    if not judgement.most or len(numbers) <= judgement.most:
        return set(numbers), 1.0
    rng = random.Random(joined(*sitting.stream(judgement.seed, "drawn")))
    return set(rng.sample(numbers, judgement.most)), len(numbers) / judgement.most
