"""Did chance bring in a match what its seed says? docs/fairness.md says what that proves."""

from collections.abc import Iterator

from infoset_games.core import CHANCE
from infoset_games.luck import LuckSource
from infoset_games.match import Match
from infoset_games.record import Record
from infoset_games.replay import canonical
from infoset_games.steps import MISS, Step, own_from


def draws(record: Record) -> Iterator[tuple[str, bool]]:
    """Everything that was drawn in a match, in words, each with whether it follows from the seed.

    The deal comes first, then chance and random actions in the order of the play. Of a match that was begun at a
    position of another, what was drawn before is that one's; what its deal had left in store comes first. Raises ValueError for a record
    without a seed, and RecordError for one that cannot be played.
    """
    if record.seed is None:
        raise ValueError("the record tells no seed")
    luck = LuckSource(record.seed)
    taken_over = own_from(record.steps)
    if not taken_over:
        yield "the deal", canonical(record.game.deal(luck.deal())) == canonical(record.deal)
    match = Match(record.game, record.terms, record.seed, record.deal)
    chances = 0
    for number, step in enumerate(record.steps, 1):
        if number == taken_over:
            anew = record.game.deal_anew(record.deal, match.state, luck.anew())
            yield f"step {number}, what lies in store", canonical(anew) == canonical(record.deal)
        is_own = number > taken_over
        if is_own and step.kind == MISS and record.terms.on_timeout == "random":
            yield f"step {number}, the random action", is_drawn(match, step, luck)
        state = match.state.copy()
        known = len(match.log)
        match.redo(step, 0)
        for joint in match.log[known:]:
            if CHANCE in joint:
                drawn = state.sample_chance(luck.chance(chances))
                if is_own:
                    yield f"step {number}, draw {chances} of chance", drawn == joint[CHANCE]
                chances += 1
            state.apply(joint)


def is_drawn(match: Match, step: Step, luck: LuckSource) -> bool:
    """Is the action of a missed decision, which is the next step, the one that luck brings?"""
    asked = match.open.get(step.seat)
    return asked is not None and step.action == asked.space.draw(luck.miss(step.seat, asked.number))
