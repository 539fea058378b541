"""A golden playthrough: one play told like a story, with what the acting seat knew before each decision.

After a wanted change of behaviour rewrite it and review the difference:

    REWRITE_GOLDEN=1 pytest tests/games/colonizers/test_golden.py
"""

import os
from collections.abc import Iterator
from pathlib import Path

from infoset_games.colonizers import Colonizers
from infoset_games.colonizers.cards import COLONIST_NAMES, MODULE_NAMES
from infoset_games.colonizers.observation import Observation
from infoset_games.colonizers.state import ColonizersState
from infoset_games.core import CHANCE, Json
from infoset_games.game import Event
from infoset_games.rng import Rng

GOLDEN = Path(__file__).parents[2] / "golden" / "colonizers_story.txt"


def test_the_golden_playthrough_is_told_the_same() -> None:
    told = "\n".join(tell_play(Colonizers(), "golden 3")) + "\n"
    if os.environ.get("REWRITE_GOLDEN"):
        GOLDEN.write_text(told, encoding="utf-8")
    assert told.splitlines() == GOLDEN.read_text(encoding="utf-8").splitlines()


def tell_play(game: Colonizers, seed: str) -> Iterator[str]:
    rng = Rng(seed)
    state = game.start(game.deal(rng))
    yield "Colonizers, a random play. In brackets the seats that are told a secret, and the secret."
    yield "The deck from the top: " + "".join(
        game.consts()["modules"][c]["letter"] for c in deck(state)
    )
    while state.result() is None:
        mover = int(state.mover())
        if mover == CHANCE:
            action = int(state.sample_chance(rng))
            yield f"\nROUND {state.round}"
        else:
            action = careful(state, rng)
            if state.kind(mover) in ("pick", "draw"):
                yield from tell_knowledge(state.observe(mover))
        before = state.copy()
        state.apply({mover: action})
        for event in game.narrate(before, {mover: action}, state):
            yield "  " + tell_event(event)
    result = state.result()
    assert result is not None
    yield f"\nPlaces {list(result.places)}, scores {list(result.scores)}, {result.ending}."


def careful(state: ColonizersState, rng: Rng) -> int:
    """A random action, but never a skipped build: the play stays short."""
    space = state.legal(int(state.mover()))
    size = space.size - 1 if state.kind(0) == "build" and space.size > 1 else space.size
    return space.item(int(rng.below(size)))


def deck(state: ColonizersState) -> list[int]:
    return [card & 15 for card in state.deck_cards()]


def tell_knowledge(view: Observation) -> Iterator[str]:
    hands = " | ".join(", ".join(module(card) for card in hand) or "-" for hand in view.hands)
    yield f"  Seat {view.seat} ({view.phase}) has {view.omnium[view.seat]} omnium and knows the hands {hands};"
    if view.phase == "pick":
        yield f"    it is offered {', '.join(colonist(c) for c in view.offered)}."
        return
    guesses = ["/".join(colonist(c) for c in possible) for possible in view.possible]
    known = [module(card) for card, _ in view.deck if card >= 0]
    yield f"    colonists: {' | '.join(guesses)}; in the deck of {view.deck_size}: {', '.join(known) or '-'}."


STORY = {
    "shuffle": "The colonists are shuffled.",
    "pick": "Seat {by} picks a colonist.",
    "turn": "The turn of seat {by}, the {role}.",
    "income": "Seat {by} earns {amount} omnium by its modules.",
    "omnium": "Seat {by} takes {amount} omnium.",
    "bonus": "Seat {by} draws its extra card.",
    "draw": "Seat {by} draws card {pos}.",
    "keep": "Seat {by} keeps card {pos}, the other goes under the deck.",
    "gone": "Seat {by} has a full hand: card {pos} is gone, the other goes under the deck.",
    "steal": "Seat {by} steals {amount} omnium from the {role}: {from}.",
    "swap": "Seat {by} swaps hands with the {role}: {with}.",
    "build": "Seat {by} pays {cost} and builds from slot {slot}: {module}.",
    "skip": "Seat {by} skips its {phase} phase.",
    "round": "Round {round} is over.",
    "over": "The game is over: {ending}, {scores}.",
}


def tell_event(event: Event) -> str:
    """The event in words, its secrets in brackets behind the seats that are told."""
    sentence = STORY[event.kind].format(**{n: told(n, v) for n, v in event.facts.items()})
    if not event.secrets:
        return sentence
    secrets = "; ".join(f"{name} {told(name, value)}" for name, value in event.secrets.items())
    return f"{sentence} [{', '.join(map(str, sorted(event.seen_by)))}: {secrets}]"


def told(name: str, value: Json) -> str:
    if isinstance(value, list):
        return ", ".join(told(name, item) for item in value) or "nothing"
    if name in ("module", "given", "taken"):
        return module(value)
    if name == "role":
        return colonist(value)
    if name in ("from", "with"):
        return f"seat {value}" if value >= 0 else "nobody"
    return str(value)


def module(kind: int) -> str:
    return MODULE_NAMES[kind] if kind >= 0 else "?"


def colonist(kind: int) -> str:
    return COLONIST_NAMES[kind].capitalize()
