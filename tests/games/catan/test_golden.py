"""A golden playthrough: one game told turn by turn, with what an uninvolved spectator knows of the hands.

After a wanted change of behaviour rewrite it and review the difference:

    REWRITE_GOLDEN=1 pytest tests/games/catan/test_golden.py
"""

import os
from collections.abc import Iterator
from pathlib import Path

from infoset_games.catan import Catan
from infoset_games.catan.policies import Greedy, RandomByKind
from infoset_games.catan.state import CatanState
from infoset_games.catan.text import write_text
from infoset_games.core import CHANCE, OVER, SEVERAL, Json
from infoset_games.game import Event
from infoset_games.replay import digest
from infoset_games.rng import Rng

GOLDEN = Path(__file__).parents[2] / "golden" / "catan.txt"
SEED = "golden"
POLICIES = (Greedy(), RandomByKind(), RandomByKind(), Greedy())
SEATS = range(4)
LETTERS = "wbsho"
# Events that repeat what the action beside them says.
PLAIN = ("settlement", "road", "city", "robber", "end_turn", "offer", "accept", "reject", "counter")


def test_the_golden_playthrough_is_told_the_same() -> None:
    told = "\n".join(tell_play(Catan(layout="beginner"), SEED)) + "\n"
    if os.environ.get("REWRITE_GOLDEN"):
        GOLDEN.write_text(told, encoding="utf-8")
    assert told.splitlines() == GOLDEN.read_text(encoding="utf-8").splitlines()


def tell_play(game: Catan, seed: str) -> Iterator[str]:
    rng = Rng(seed)
    state = game.start(game.deal(rng))
    yield "Catan, seats 0 and 3 greedy, 1 and 2 random. In brackets who is told a secret."
    while state.mover() != OVER:
        before = state.copy()
        joint = choose(state, rng)
        state.apply(joint)
        for seat, action in sorted(joint.items()):
            who = "chance" if seat == CHANCE else f"seat {seat}"
            yield f"  {who}: {write_text(game.write_action(before, seat, action))}"
        for event in game.narrate(before, joint, state):
            yield from tell_event(event)
        if state.mover() != OVER and state.kind(0) == "roll" and before.turn != state.turn:
            yield from tell_table(game, state)
    result = state.result()
    assert result is not None
    yield f"\nOVER ({result.ending}): places {list(result.places)}, points {list(result.scores)}"


def choose(state: CatanState, rng: Rng) -> dict[int, int]:
    """What chance or the policies of the seats to act choose."""
    mover = int(state.mover())
    if mover == CHANCE:
        return {CHANCE: int(state.sample_chance(rng))}
    seats = state.to_act() if mover == SEVERAL else (mover,)
    return {seat: POLICIES[seat].choose(state, seat, rng) for seat in seats}


def tell_event(event: Event) -> Iterator[str]:
    if event.kind not in PLAIN:
        seen = [seat for seat in SEATS if seat in event.seen_by]
        facts = " ".join(f"{name} {value}" for name, value in event.facts.items())
        secrets = f" {seen}: {event.secrets}" if event.secrets else ""
        yield f"    {event.kind} {facts}{secrets}"


def tell_table(game: Catan, state: CatanState) -> Iterator[str]:
    """Points and cards as a spectator knows them, and fingerprints of what each seat knows."""
    view = state.observe(None)
    views: list[Json] = [game.write_observation(state.observe(seat)) for seat in SEATS]
    yield f"\nROUND {view.round}, seat {view.turn}: {' '.join(digest(seen)[:6] for seen in views)}"
    for seat in SEATS:
        cards = "".join(LETTERS[kind] * count for kind, count in enumerate(view.hand(seat)))
        known = (
            cards if view.hand(seat) else f"{view.hand_size(seat)} cards, {len(view.deals)} deals"
        )
        devs = f", {view.dev_count(seat)} development cards" if view.dev_count(seat) else ""
        yield f"  [{seat}] {view.points(seat)} points, road {view.road_length(seat)}: {known}{devs}"
