"""Positions of Colonizers for the tests, written down in letters: hands=("ab", "", "", "")."""

from collections.abc import Callable, Sequence

import pytest

from infoset_games.colonizers import Colonizers
from infoset_games.colonizers.cards import LETTERS
from infoset_games.colonizers.plain import assemble
from infoset_games.colonizers.state import ColonizersState
from infoset_games.core import CHANCE, Json
from infoset_games.rng import Rng

Setup = Callable[..., ColonizersState]
ROLES = (0, 1, 2, 3)


def cards(letters: str, mask: int) -> list[list[int]]:
    return [[LETTERS.index(letter), mask] for letter in letters]


@pytest.fixture
def game() -> Colonizers:
    return Colonizers()


@pytest.fixture
def position(game: Colonizers) -> Setup:
    return set_up_in(game)


@pytest.fixture
def position_in() -> Callable[[Colonizers], Setup]:
    """`position` for a game with other options."""
    return set_up_in


def set_up_in(game: Colonizers) -> Setup:
    def set_up(
        phase: str,
        turn: int = 0,
        *,
        roles: Sequence[int] = ROLES,
        omnium: Sequence[int] = (0, 0, 0, 0),
        hands: Sequence[str] = ("", "", "", ""),
        colonies: Sequence[str] = ("", "", "", ""),
        top: str = "",
        deck: str | None = None,
        drawn: str = "",
        order: Sequence[int] | None = None,
        revealed: Sequence[int] = (),
        out: Sequence[int] = (),
        round_number: int = 3,
    ) -> ColonizersState:
        """The cards not mentioned lie in the deck under `top`, or are gone where `deck` is given whole."""
        used = "".join([*hands, *colonies, drawn, top, deck or ""])
        copies = [count - used.count(LETTERS[kind]) for kind, count in enumerate(game.copies)]
        rest = "".join(LETTERS[kind] * count for kind, count in enumerate(copies))
        public = {*revealed} | ({*range(turn + 1)} if phase != "pick" else set())
        picked = roles if phase != "pick" else roles[:turn]
        others = [colonist for colonist in range(6) if colonist not in roles]
        return laid_out(
            game,
            {
                "full": game.colony,
                "later_bonus": game.later_bonus,
                "round": round_number,
                "phase": phase,
                "turn": turn,
                "draw": False,
                "deck": cards(deck if deck is not None else top + rest, 0),
                "drawn": cards(drawn, 1 << turn),
                "gone": cards(rest, 0) if deck is not None else [],
                "order": list(order or [others[0], *roles, *others[1:]]),
                "revealed": sum(1 << seat for seat in public),
                "out": sum(1 << colonist for colonist in out),
                "seats": [
                    {
                        "omnium": omnium[seat],
                        "role": picked[seat] if seat < len(picked) else -1,
                        "hand": cards(hands[seat], 1 << seat),
                        "colony": [LETTERS.index(letter) for letter in colonies[seat]],
                        "points": points_of(game, colonies, seat),
                    }
                    for seat in range(4)
                ],
            },
        )

    return set_up


def laid_out(game: Colonizers, plain: Json) -> ColonizersState:
    """A position that is only what its test is about, whether or not play leads there: not `from_plain`."""
    return assemble(plain, game.copies, game.colony, game.later_bonus)


def points_of(game: Colonizers, colonies: Sequence[str], seat: int) -> int:
    values = [4, 6, 8, 11, 2, 3, 6, 10, 1, 2, 3, 7, 1, 5, 8, 16]
    points = sum(values[LETTERS.index(letter)] for letter in colonies[seat])
    if len(colonies[seat]) < game.colony:
        return points
    is_first = all(len(colony) < game.colony for colony in colonies[:seat])
    return points + (4 if is_first else game.later_bonus)


@pytest.fixture
def play(game: Colonizers) -> Callable[..., ColonizersState]:
    """Plays written actions of whoever is to move, in place, each checked to be legal."""

    def play_actions(state: ColonizersState, *written: Json) -> ColonizersState:
        for value in written:
            seat = int(state.mover())
            action = game.read_action(state, seat, value)
            state.verify(seat, action)
            state.apply({seat: action})
        return state

    return play_actions


@pytest.fixture
def legal(game: Colonizers) -> Callable[[ColonizersState], list[Json]]:
    """The written legal actions of whoever is to move, in order."""

    def list_legal(state: ColonizersState) -> list[Json]:
        seat = int(state.mover())
        space = state.legal(seat)
        codes = [space.item(index) for index in range(space.size)]
        assert codes == [state.legal_item(index) for index in range(int(state.legal_size()))]
        assert codes == sorted(codes)
        return [game.write_action(state, seat, code) for code in codes]

    return list_legal


@pytest.fixture
def random_states(game: Colonizers) -> Callable[..., list[ColonizersState]]:
    """Every position of random plays with this seed; secrets of all phases occur in them."""

    def play_out(seed: str, plays: int = 1, rules: Colonizers = game) -> list[ColonizersState]:
        states: list[ColonizersState] = []
        for number in range(plays):
            rng = Rng(seed, str(number))
            state = rules.start(rules.deal(rng))
            states.append(state.copy())
            while state.result() is None:
                if state.mover() == CHANCE:
                    state.move(state.sample_chance(rng))
                else:
                    state.move(state.legal_item(rng.below(state.legal_size())))
                states.append(state.copy())
        return states

    return play_out
