"""Action numbers and tensors: which encoding a game gets, and what it must keep."""

import pytest

from infoset_bots.adapters.colonizers_encoding import ColonizersEncoding
from infoset_bots.adapters.encoding import (
    Encoding,
    EncodingError,
    Parts,
    SurveyedEncoding,
    TooManyActionsError,
    encoding_of,
    numbered,
)
from infoset_games.colonizers import Colonizers
from infoset_games.core import CHANCE, Json, State
from infoset_games.game import Game
from infoset_games.registry import known_games, make_game
from infoset_games.rng import Rng
from infoset_games.spaces import ActionSpace, ListSpace, ProductSpace
from infoset_games.testing import random_play
from infoset_games.testing.toys import Ambush, Leduc
from infoset_games.testing.toys.ambush import AmbushState


def test_a_plug_in_encodes_its_game_and_the_survey_all_others() -> None:
    assert type(encoding_of(Colonizers())) is ColonizersEncoding
    assert type(encoding_of(Leduc())) is SurveyedEncoding


def test_every_decision_is_spelled_with_numbers_in_range_and_ends_with_a_legal_action(
    game: Game,
) -> None:
    encoding, rng = encoding_of(game), Rng("numbers")
    for position in random_play(game, "1").decisions():
        state = position.state()
        for seat in state.to_act():
            parts: Parts = ()
            code: int | None = None
            while code is None:
                options = encoding.options(state, seat, parts)
                assert set(options) <= set(range(encoding.actions))
                for action in options.values():
                    if action is not None:
                        state.verify(seat, action)
                number = list(options)[int(rng.below(len(options)))]
                code, parts = options[number], (*parts, number)


def test_every_listed_action_has_a_number_unless_decisions_are_spelled() -> None:
    for game in (Leduc(), Ambush(seats=3), Colonizers()):
        encoding = encoding_of(game)
        for position in random_play(game, "1").decisions():
            state = position.state()
            for seat in state.to_act():
                space = state.legal(seat)
                codes = numbered(encoding, state, seat)
                meanings = {state.key(space.item(index)) for index in range(space.size)}
                assert {state.key(code) for code in codes.values()} == meanings


def test_every_cell_and_every_action_has_a_name_of_its_own(game: Game) -> None:
    encoding = encoding_of(game)
    cells, actions = encoding.cell_names(), encoding.action_names()
    assert len(cells) == len(set(cells)) == encoding.cells
    assert len(actions) == len(set(actions)) == encoding.actions
    assert all(cells + actions)


def test_seats_that_are_not_asked_have_no_numbers() -> None:
    state = Leduc().start({"first": 0})
    assert state.to_act() == (CHANCE,)
    assert numbered(encoding_of(Leduc()), state, 0) == {}


def test_registered_games_have_compact_encodings_that_options_leave_as_they_are() -> None:
    sizes: dict[str, list[dict[str, Json]]] = {
        "catan": [{}, {"seats": 2}, {"trade_menu": "none", "round_limit": 1000}],
        "crossfire": [{}, {"preset": "mini"}, {"preset": "large", "recharge_max": 20}],
        "colonizers": [{}],
    }
    assert set(sizes) == set(known_games())
    for name, choices in sizes.items():
        encodings = [encoding_of(make_game(name, options)) for options in choices]
        assert len({(found.cells, found.actions, found.row) for found in encodings}) == 1
        assert encodings[0].low == 0
        assert encodings[0].high == 255


@pytest.mark.parametrize("surveyed", [Leduc(), Ambush(seats=3), Colonizers()])
def test_surveyed_tensors_keep_their_size_and_bounds(surveyed: Game) -> None:
    check_tensors(SurveyedEncoding(surveyed))


def test_tensors_keep_their_size_and_bounds(game: Game) -> None:
    check_tensors(encoding_of(game))


def check_tensors(encoding: Encoding) -> None:
    """Size and bounds, in a random play."""
    game = encoding.game
    for position in random_play(game, "2").positions():
        for seat in position.seats():
            row = encoding.tensor(position.state().observe(seat))
            assert len(row) == encoding.cells
            assert all(encoding.low <= cell <= encoding.high for cell in row)


def test_a_surveyed_tensor_tells_different_observations_apart() -> None:
    encoding = SurveyedEncoding(Leduc())
    seen: dict[tuple[float, ...], object] = {}
    for seed in range(20):
        for position in random_play(Leduc(), str(seed)).positions():
            for seat in position.seats():
                observation = position.state().observe(seat)
                assert (
                    seen.setdefault(tuple(encoding.tensor(observation)), observation) == observation
                )


def test_a_number_without_room_is_an_error_that_says_so() -> None:
    encoding = encoding_of(Leduc())
    encoding.actions = 1
    state = next(p.state() for p in random_play(Leduc(), "1").decisions())
    with pytest.raises(
        EncodingError, match=r"leduc: action \['bet'\] has the number 1, expected 0\.\.0"
    ):
        numbered(encoding, state, int(state.mover()))


class HugeKeys(AmbushState):
    """Lists its actions under keys that leave no room for numbers."""

    def legal(self, seat: int) -> ActionSpace:
        space = super().legal(seat)
        return ListSpace([space.item(index) for index in range(space.size)])

    def key(self, action: int) -> int:
        return action << 20


class HugeAmbush(Ambush):
    state_class = HugeKeys


def test_keys_that_leave_no_room_need_an_encoding_of_the_game_s_own() -> None:
    with pytest.raises(EncodingError, match="needs an Encoding of its own"):
        encoding_of(HugeAmbush())


class ManyFields(AmbushState):
    """Has far more fields than Ambush allows."""

    def legal(self, seat: int) -> ActionSpace:
        return ProductSpace(("left", "right"), (1000, 1000))


def test_a_large_product_is_refused_with_the_way_out() -> None:
    with pytest.raises(TooManyActionsError, match="use the parallel environment") as refused:
        numbered(encoding_of(Ambush()), ManyFields(2, 5, 3), 0)
    assert refused.value.size == 1_000_000


class Blank(Encoding):
    """Has actions but nothing to see."""

    actions = 4
    row = (4,)
    cells = 0
    low = high = 0.0

    def tensor(self, observation: object, parts: Parts = ()) -> list[float]:
        return []


def test_actions_are_numbered_by_their_keys_unless_an_encoding_says_otherwise() -> None:
    class Backwards(Blank):
        def number(self, state: State, action: int) -> int:
            return 3 - action

    state = next(p.state() for p in random_play(Leduc(), "1").decisions())
    seat = int(state.mover())
    assert numbered(Blank(Leduc()), state, seat) == {0: 0, 1: 1}
    assert numbered(Backwards(Leduc()), state, seat) == {3: 0, 2: 1}
