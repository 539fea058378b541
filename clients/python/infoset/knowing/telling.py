"""What is known as lines of text: for a terminal, and for those who read with the ears."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from infoset.knowing.figures import Weighed, interval_words, percent_words, tells_more
from infoset.knowing.wording import KnownWords
from infoset.wording import say
from infoset_protocol.messages import Known, KnownEffect, KnownFact, KnownOutcome, KnownSeat


def source_words(told: Known) -> str:
    """Whether it is counted or estimated."""
    return say("known-estimated", count=told.worlds) if told.worlds else say("known-counted")


def chance_words(fact: KnownFact) -> str:
    """`certain`, `33 %`, or with between what it lies: `51 %` and its interval."""
    return say("known-sure") if fact.sure else estimate_words(fact.chance, fact.low, fact.high)


def estimate_words(chance: float, low: float | None, high: float | None) -> str:
    """A chance, and between what it lies where it is estimated."""
    interval = interval_words(low, high)
    return f"{percent_words(chance)} ({interval})" if interval else percent_words(chance)


def expected_words(fact: KnownFact) -> str:
    """How many are to be expected; empty where that says no more than the chance."""
    if fact.mean is None or not tells_more(fact):
        return ""
    count = round(fact.mean, 1)
    return say("known-expected", count=int(count) if count == int(count) else count)


def tell_known(told: Known, words: KnownWords, names: Callable[[int], str]) -> list[str]:
    """All that is told, the players first."""
    lines = [say("known-title"), source_words(told)]
    for seat in told.seats:
        lines += [names(seat.seat), *map(indented, tell_seat(seat, words))]
    if told.effects:
        lines.append(say("known-effects"))
    for effect in told.effects:
        lines += [f"  {words.action(effect.action)}", *map(indented, tell_effect(effect, words))]
    return lines


def tell_seat(seat: KnownSeat, words: KnownWords) -> Iterator[str]:
    """The facts about a player, and all hands they may have."""
    if not seat.facts:
        yield say("known-nothing")
    else:
        yield "; ".join(fact_words(fact, words) for fact in seat.facts)
    if seat.wholes:
        yield say("known-wholes", count=len(seat.wholes))
        for whole in seat.wholes:
            yield f"  {percent_words(whole.chance)}: {words.whole(whole.counts)}"


def fact_words(fact: KnownFact, words: KnownWords) -> str:
    """`wood: certain, 2.5 expected`."""
    expected = expected_words(fact)
    return f"{words.what(fact.what)}: {chance_words(fact)}{expected and ', '}{expected}"


def tell_effect(effect: KnownEffect, words: KnownWords) -> Iterator[str]:
    """What may come of an action: line by line with what it gives, else in one line."""
    plain = [outcome_words(one, words) for one in effect.outcomes if not one.gains]
    for one in effect.outcomes:
        if one.gains:
            yield f"  {outcome_words(one, words)}  {words.gains(one.gains, one.what)}"
    if plain:
        yield f"  {'; '.join(plain)}"


def outcome_words(outcome: KnownOutcome, words: KnownWords) -> str:
    """`ore: 67 %`."""
    chance = percent_words(outcome.chance, is_sure=outcome.chance == 1)
    return f"{words.what(outcome.what)}: {chance}"


def tell_weighed(rows: Sequence[Weighed], action: Callable[[int], str]) -> list[str]:
    """One's chances to win after each action, the best first."""
    told: Iterable[str] = (
        f"  {action(row.index)}: {estimate_words(row.chance, row.low, row.high)}" for row in rows
    )
    return [say("known-weigh-title"), say("known-weigh-about"), *told]


def indented(line: str) -> str:
    """Below a heading."""
    return f"  {line}"
