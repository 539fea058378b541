"""Holds worlds that are drawn of what a seat knew against what was true. A function of its arguments, however often it is asked.

The truth is never shown to what draws worlds. If it is one of the positions that the seat had to hold possible, each as
likely as another, then truth and worlds together are draws of one kind: whatever is counted over them all says
exactly how often the truth has to be one of a part of them.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from infoset_bots.lab.reviewing.judging import Sitting, decisions_of, drawn_of
from infoset_bots.lab.reviewing.moments import Moment, moments_of
from infoset_bots.search.decision import Draw
from infoset_bots.search.habits import read_habits
from infoset_bots.search.secrets import secrets_of
from infoset_bots.streams import joined
from infoset_games.core import Json
from infoset_games.game import Game, NoWorldsError
from infoset_games.knowledge import Held, Knowledge, What
from infoset_games.rng import Rng

PARTS: Final = 4  # of a match, as the seat's decisions go on


@dataclass(frozen=True)
class Sampling:
    """How worlds are looked at: so many at each decision, at most `most` decisions of each seat and match (0: all).

    `habits` is the text of a file of `Habits`, by which worlds are weighed; "": by nothing.
    """

    worlds: int
    most: int
    seed: str
    habits: str = ""


@dataclass(frozen=True)
class OpenFact:
    """How many of something another seat has, where worlds do not agree with each other and the truth.

    `what` is as the game's Knowledge names it, `about` the seat, `holder` its player. `counts` says of each number in how many
    draws the seat has so many, the truth being one of them; `true` is the number in the truth.
    """

    about: int
    holder: str
    what: list[Json]
    counts: dict[int, int]
    true: int


@dataclass(frozen=True)
class Look:
    """One decision of a seat, in the `part` 0..3 of its match, and all that was open to it then.

    `bot` is who decided. Looks into matches of one deal share a `unit`.
    """

    match: int
    unit: int
    bot: str
    seat: int
    decision: int
    part: int
    facts: list[OpenFact]


def look_around(sitting: Sitting, sampling: Sampling) -> Iterator[Look]:
    """The looks of one seat of a match, in order; none where no worlds can be drawn. Raises RecordError."""
    numbers = decisions_of(sitting)
    wanted = set(drawn_of(numbers, sitting, sampling.most, sampling.seed))
    game = sitting.record.game
    knowledge = secrets_of(game.name)
    draw = drawing_of(game, sampling)
    for heard in moments_of(sitting.record, sitting.seat):
        if not isinstance(heard, Moment) or heard.number not in wanted:
            continue
        try:
            facts = open_facts(sitting, heard, knowledge, sampling, draw)
        except NoWorldsError:
            continue
        yield Look(
            match=sitting.match,
            unit=sitting.unit,
            bot=sitting.bot,
            seat=sitting.seat,
            decision=heard.number,
            part=PARTS * numbers.index(heard.number) // len(numbers),
            facts=facts,
        )


def drawing_of(game: Game, sampling: Sampling) -> Draw:
    """What draws worlds. Raises ValueError for habits under other rules."""
    if not sampling.habits:
        return game.determinize
    return read_habits(sampling.habits).drawing(game)


def open_facts(
    sitting: Sitting, moment: Moment, knowledge: Knowledge, sampling: Sampling, draw: Draw
) -> list[OpenFact]:
    """What is open at a decision. Raises NoWorldsError."""
    game, seat = sitting.record.game, sitting.seat
    view = moment.state.observe(seat)
    stream = Rng(joined(*sitting.stream(sampling.seed, "worlds", str(moment.number))))
    truth = knowledge.held(game, view, moment.state)
    draws = [truth]
    for number in range(sampling.worlds):
        world = draw(view, stream.branch(number))
        draws.append(knowledge.held(game, view, world))
    names = [str(player.get("name", "")) for player in sitting.record.players]
    return [
        OpenFact(about, names[about] or f"seat {about}", list(what), dict(counts), true)
        for about, what in things_in(draws)
        if about != seat
        for true in [truth.get(about, {}).get(what, 0)]
        for counts in [Counter(held.get(about, {}).get(what, 0) for held in draws)]
        if len(counts) > 1
    ]


def things_in(draws: list[Held]) -> list[tuple[int, What]]:
    """Whatever a seat has in one of them, in an order that follows from what there is."""
    found = {(seat, what) for held in draws for seat, things in held.items() for what in things}
    return sorted(found, key=repr)
