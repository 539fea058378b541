"""Many plays at once show what single environments show, bit by bit; what follows a play, and what is refused."""

import itertools
from functools import partial
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from tests.bots.adapters.pounce import PounceGame
from tests.copies import DEEP, Copy

from infoset_bots.adapters.batch import InfosetBatchEnv, draw_legal
from infoset_bots.adapters.encoding import SurveyedEncoding
from infoset_bots.adapters.gymnasium import InfosetSeatEnv
from infoset_bots.adapters.menu import MORE, menu_alone
from infoset_games.core import IllegalActionError
from infoset_games.game import Game
from infoset_games.policies import Policy
from infoset_games.policy_registry import make_policy
from infoset_games.registry import make_game
from infoset_games.rng import Rng
from infoset_games.testing.toys import Leduc

PLACES = 3
STEPS = 60
SHORT = 40  # plies, so that plays are cut and others follow


def singles(game: Game, **settings: Any) -> SyncVectorEnv:
    """The same as Gymnasium puts it together of single environments."""
    makers = [partial(InfosetSeatEnv, game, **settings)] * PLACES
    return SyncVectorEnv(makers, autoreset_mode=AutoresetMode.SAME_STEP)


def assert_equal(one: Any, other: Any) -> None:
    """Every array, and its kind."""
    assert one.keys() == other.keys()
    for name in one:
        assert one[name].dtype == other[name].dtype, name
        assert one[name].tobytes() == other[name].tobytes(), name


def last_legal(shown: Any) -> Any:
    mask = shown["action_mask"]
    return mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)


@pytest.mark.parametrize("max_plies", [SHORT, 10_000])
def test_a_batch_shows_what_single_environments_show(game: Game, max_plies: int) -> None:
    for seat in range(game.seats):
        assert_alike(game, seat, max_plies)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("catan", {"seats": 2, "trade_menu": "none", "target": 4}),
        ("catan", {"seats": 3, "trade_menu": "small", "max_offers": 5}),
        ("catan", {"public_discards": False, "bank_public": False, "friendly_robber": True}),
        ("colonizers", {"legacy": True, "colony": 2}),
        ("colonizers", {"colony": 1, "copies": [1] * 16}),
        ("crossfire", {"mirror": True, "preset": "mini"}),
        ("crossfire", {"preset": "large", "laser_stop": "mountain", "symmetry": "diagonal"}),
        ("crossfire", {"recharge_min": 1, "recharge_max": 1, "preset": "mini"}),
    ],
)
def test_options_change_nothing_about_that(name: str, options: dict[str, Any]) -> None:
    game = make_game(name, options)
    assert_alike(game, game.seats - 1, 10_000)


def assert_alike(game: Game, seat: int, max_plies: int) -> None:
    """Plays both side by side, over the ends of plays."""
    one = singles(game, seat=seat, max_plies=max_plies)
    batch = InfosetBatchEnv(game, PLACES, seat=seat, max_plies=max_plies)
    assert batch.observation_space == one.observation_space
    assert batch.action_space == one.action_space
    expected, _ = one.reset(seed=7)
    shown, _ = batch.reset(seed=7)
    assert_equal(shown, expected)
    for step in range(STEPS):
        rng = np.random.default_rng(step)
        actions = draw_legal(shown["action_mask"], rng)
        expected, *told, infos = one.step(actions)
        shown, *ours, finals = batch.step(actions)
        assert_equal(shown, expected)
        for mine, theirs in zip(ours, told, strict=True):
            assert (mine.dtype, mine.tolist()) == (theirs.dtype, theirs.tolist())
        assert_same_finals(finals, infos)


def assert_same_finals(finals: dict[str, Any], infos: dict[str, Any]) -> None:
    """What was shown of the plays that are over."""
    assert ("final_obs" in finals) == ("final_obs" in infos)
    if "final_obs" not in finals:
        return
    assert finals["_final_obs"].tolist() == infos["_final_obs"].tolist()
    for at in np.flatnonzero(finals["_final_obs"]):
        assert_equal(finals["final_obs"][at], infos["final_obs"][at])
    results = infos["final_info"].get("result", [None] * PLACES)
    assert list(finals["final_info"]["result"]) == list(results)


def test_every_play_may_have_a_seat_of_its_own() -> None:
    game = make_game("colonizers")
    seats = [3, 0, 2]
    makers = [partial(InfosetSeatEnv, game, seat=seat) for seat in seats]
    one = SyncVectorEnv(makers, autoreset_mode=AutoresetMode.SAME_STEP)
    batch = InfosetBatchEnv(game, PLACES, seat=seats)
    expected, shown = one.reset(seed=4)[0], batch.reset(seed=4)[0]
    for _ in range(STEPS):
        assert_equal(shown, expected)
        actions = last_legal(shown)
        expected, shown = one.step(actions)[0], batch.step(actions)[0]


@pytest.mark.parametrize("name", ["catan", "colonizers", "crossfire"])
def test_a_batch_plays_against_policies_as_single_environments_do(name: str) -> None:
    game, policy = make_game(name), make_policy(name, "heuristic")
    one, batch = singles(game, opponents=policy), InfosetBatchEnv(game, PLACES, opponents=policy)
    seeds: list[int | None] = [5, 1, 9]
    expected, shown = one.reset(seed=seeds)[0], batch.reset(seed=seeds)[0]
    for _ in range(STEPS):
        assert_equal(shown, expected)
        actions = last_legal(shown)
        expected, shown = one.step(actions)[0], batch.step(actions)[0]


def test_encodings_of_any_kind_can_be_used() -> None:
    game = make_game("colonizers")
    encoding = SurveyedEncoding(game)
    one, batch = (
        singles(game, encoding=encoding),
        InfosetBatchEnv(game, PLACES, encoding=encoding),
    )
    expected, shown = one.reset(seed=1)[0], batch.reset(seed=1)[0]
    assert shown["observation"].dtype == np.float64
    for _ in range(STEPS):
        assert_equal(shown, expected)
        actions = last_legal(shown)
        expected, shown = one.step(actions)[0], batch.step(actions)[0]


def test_every_play_takes_the_next_seed_and_can_be_played_again_alone() -> None:
    game = Leduc()
    batch = InfosetBatchEnv(game, PLACES, seeds=itertools.count(100))
    taken = itertools.count(100)
    shown, _ = batch.reset()
    seeds = [next(taken) for _ in range(PLACES)]
    plays: list[list[int]] = [[] for _ in range(PLACES)]
    finished = 0
    while finished < 20:
        actions = last_legal(shown)
        for place in range(PLACES):
            plays[place].append(int(actions[place]))
        shown, rewards, ended, cut, infos = batch.step(actions)
        assert not cut.any()
        for place in map(int, np.flatnonzero(ended)):
            env = InfosetSeatEnv(game)
            env.reset(seed=seeds[place])
            *_, (observation, reward, terminated, _, info) = [env.step(n) for n in plays[place]]
            assert terminated
            assert reward == rewards[place]
            assert_equal(infos["final_obs"][place], observation)
            assert infos["final_info"]["result"][place] == info["result"]
            seeds[place], plays[place] = next(taken), []
            finished += 1


@pytest.mark.parametrize("twin_of", DEEP, ids=lambda way: way.__name__)
def test_a_copy_goes_on_alike_and_lives_its_own_life(game: Game, twin_of: Copy) -> None:
    batch = InfosetBatchEnv(game, PLACES, max_plies=SHORT)
    shown, _ = batch.reset(seed=3)
    for _ in range(7):
        shown, *_ = batch.step(last_legal(shown))
    before = [play.state.to_plain() for play in batch.plays]
    twin = twin_of(batch)
    again = shown
    for _ in range(STEPS):
        again, *_ = twin.step(last_legal(again))
    assert [play.state.to_plain() for play in batch.plays] == before
    for _ in range(STEPS):
        shown, *_ = batch.step(last_legal(shown))
    assert_equal(shown, again)


def test_one_illegal_action_is_refused_by_its_place_and_changes_nothing() -> None:
    batch = InfosetBatchEnv(make_game("colonizers"), PLACES)
    with pytest.raises(RuntimeError, match="reset"):
        batch.step([0] * PLACES)
    shown, _ = batch.reset(seed=1)
    actions = last_legal(shown)
    wrong = actions.copy()
    wrong[2] = np.flatnonzero(shown["action_mask"][2] == 0)[0]
    with pytest.raises(IllegalActionError, match=r"place 2: expected one of \["):
        batch.step(wrong)
    with pytest.raises(ValueError, match="expected 3 integers, got int64 in the shape"):
        batch.step(actions[:2])
    for said in (actions + 0.5, actions == 0, None, [actions] * PLACES):
        with pytest.raises(ValueError, match="actions: expected 3 integers"):
            batch.step(said)
    assert_equal(batch._observations(), shown)
    assert all(play.plies == 0 for play in batch.plays)
    batch.close()
    for ask in (batch.reset, partial(batch.step, actions)):
        with pytest.raises(RuntimeError, match="the environment is closed"):
            ask()


def test_plays_that_are_over_before_a_seat_is_asked_are_passed_over() -> None:
    assert_alike(PounceGame(), 1, 10_000)


def test_a_seat_that_is_never_asked_is_named() -> None:
    class Last(Policy):
        def choose(self, state: Any, seat: int, rng: Any) -> int:
            space = state.legal(int(seat))
            return int(space.item(space.size - 1))

    batch = InfosetBatchEnv(PounceGame(), PLACES, seat=1, opponents=Last())
    with pytest.raises(RuntimeError, match="seat 1: not asked once in 1000 plays"):
        batch.reset(seed=1)
    env = InfosetSeatEnv(PounceGame(), seat=1, opponents=Last())
    with pytest.raises(RuntimeError, match="seat 1: not asked once in 1000 plays"):
        env.reset(seed=1)


def test_seeds_that_are_used_up_are_named() -> None:
    batch = InfosetBatchEnv(
        make_game("crossfire"), PLACES, max_plies=SHORT, seeds=iter(range(PLACES))
    )

    def play() -> None:
        shown, _ = batch.reset()
        for _ in range(SHORT):
            shown, *_ = batch.step(last_legal(shown))

    with pytest.raises(RuntimeError, match="seeds: each play that begins takes the next"):
        play()
    with pytest.raises(RuntimeError, match="there are no more"):
        batch.reset()


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"game": "colonizers"}, "game: expected a Game, such as make_game"),
        ({"seat": 4}, r"seat: expected 0\.\.3, got 4"),
        ({"seat": 1.0}, r"seat: expected 0\.\.3, got 1\.0"),
        ({"seat": [0]}, "seat: expected 2 of them, got 1"),
        ({"seat": [0, None]}, r"seat\[1\]: expected 0\.\.3, got None"),
        ({"num_envs": 0}, "num_envs: expected 1 or more, got 0"),
        ({"num_envs": 2.5}, r"num_envs: expected 1 or more, got 2\.5"),
        ({"workers": None}, r"workers: expected 1\.\.2, got None"),
        ({"max_plies": 0}, "max_plies: expected 1 or more, got 0"),
        (
            {"opponents": "heuristic"},
            r"opponents: expected a Policy of colonizers, such as make_policy\(",
        ),
        ({"seeds": 5}, "seeds: expected integers one after the other, .*, got 5"),
    ],
)
def test_what_cannot_be_is_refused(settings: dict[str, Any], why: str) -> None:
    asked: dict[str, Any] = {"game": make_game("colonizers"), "num_envs": 2} | settings
    with pytest.raises(ValueError, match=why):
        InfosetBatchEnv(**asked)


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"seed": [1]}, "seed: expected 2 of them, got 1"),
        ({"seed": [1, 1.5]}, r"seed\[1\]: expected 0 or more, got 1\.5"),
        ({"seed": 1.5}, r"seed: expected 0 or more, got 1\.5"),
        ({"seed": "ab"}, "seed: expected 0 or more, got 'ab'"),
        ({"seed": -1}, "seed: expected 0 or more, got -1"),
        ({"seed": iter([1, 2])}, "seed: expected 0 or more, got "),
        ({"options": 5}, "options: expected a dict"),
        ({"seed": 7, "options": {"deal": 5}}, "deal: expected the 52 cards"),
    ],
)
@pytest.mark.parametrize("workers", [1, 2])
def test_a_reset_that_cannot_be_changes_nothing(
    asked: dict[str, Any], why: str, workers: int
) -> None:
    one, other = (
        InfosetBatchEnv(make_game("colonizers"), 2, workers=count) for count in (workers, 1)
    )
    try:
        shown, _ = one.reset(seed=1)
        other.reset(seed=1)
        with pytest.raises(ValueError, match=why):
            one.reset(**asked)
        for _ in range(20):
            said = last_legal(shown)
            shown, *_ = one.step(said)
            expected, *_ = other.step(said)
            assert np.array_equal(shown["observation"], expected["observation"])
    finally:
        one.close()


def test_seeds_and_seats_may_be_numbers_of_numpy() -> None:
    game = make_game("colonizers")
    one = InfosetBatchEnv(game, 2, seat=np.arange(2), seeds=[3, 4, 5, 6])
    other = InfosetBatchEnv(game, 2, seat=[np.int64(0), 1])
    shown, _ = one.reset()
    for seed in (np.int64(3), np.array([3, 4])):
        expected, _ = other.reset(seed=seed)
        assert np.array_equal(shown["observation"], expected["observation"])


def test_seeds_of_a_list_are_taken_one_after_the_other() -> None:
    batch = InfosetBatchEnv(make_game("colonizers"), 2, seeds=[1, 2, 3, 4])
    first, _ = batch.reset()
    second, _ = batch.reset()
    assert not np.array_equal(first["observation"], second["observation"])
    with pytest.raises(RuntimeError, match="there are no more"):
        batch.reset()
    with pytest.raises(ValueError, match="seeds: expected 0 or more, got 'a'"):
        InfosetBatchEnv(make_game("colonizers"), 2, seeds=iter("ab")).reset()  # type: ignore[arg-type]


def test_rows_of_actions_of_different_lengths_are_named() -> None:
    batch = InfosetBatchEnv(make_game("colonizers"), 2)
    batch.reset(seed=1)
    with pytest.raises(ValueError, match="actions: expected 2 integers"):
        batch.step([[1], [1, 2]])


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("catan", {}),
        ("colonizers", {"copies": [2] * 16}),
        ("crossfire", {}),
        ("crossfire", {"preset": "large", "mirror": True}),
        ("crossfire", {"preset": "mini", "symmetry": "left_right"}),
    ],
)
def test_a_play_begins_as_its_written_set_up_says(name: str, options: dict[str, Any]) -> None:
    game = make_game(name, options)
    for seed in range(5):
        one, other = Rng("deal", str(seed)), Rng("deal", str(seed))
        begun, started = game.begin(one), game.start(game.deal(other))
        assert begun.to_plain() == started.to_plain()
        assert one.word() == other.word()


def test_a_batch_without_a_seed_goes_on_in_the_streams_of_its_places() -> None:
    for name in ("catan", "colonizers", "crossfire"):
        game = make_game(name)
        one, batch = singles(game), InfosetBatchEnv(game, PLACES)
        expected, shown = one.reset(seed=2)[0], batch.reset(seed=2)[0]
        for _ in range(4):
            for _ in range(5):
                actions = last_legal(shown)
                expected, shown = one.step(actions)[0], batch.step(actions)[0]
            expected, shown = one.reset()[0], batch.reset()[0]
            assert_equal(shown, expected)


def test_a_row_without_anything_cannot_be_drawn_from() -> None:
    masks = np.array([[0, 1, 0], [0, 0, 0]], np.int8)
    with pytest.raises(ValueError, match="row 1: expected something"):
        draw_legal(masks, np.random.default_rng(1))


@pytest.mark.parametrize("width", [1, 7, 8, 9, 286])
def test_every_place_of_a_row_can_be_drawn(width: int) -> None:
    rng = np.random.default_rng(width)
    for place in range(width):
        masks = np.zeros((2, width), np.int8)
        masks[:, place] = 1
        assert draw_legal(masks, rng).tolist() == [place, place]


def test_a_menu_keeps_the_first_of_equal_numbers_and_codes_of_any_size() -> None:
    menu = menu_alone(8)
    menu.add(3, 10)
    menu.add(3, 11)
    menu.add_options({5: None, 7: 2**80})
    assert menu.options() == {3: 10, 5: None, 7: 2**80}
    assert [menu.code_of(number) for number in (3, 5, 7)] == [10, MORE, 2**80]
    assert list(menu.mask) == [0, 0, 0, 1, 0, 1, 0, 1]
    menu.clear()
    assert menu.options() == {}
    assert sum(menu.mask) == 0


def test_a_drawn_action_is_legal_and_each_is_drawn() -> None:
    masks = np.array([[0, 1, 0, 1], [1, 0, 0, 0], [1, 1, 1, 1]], np.int8)
    rng = np.random.default_rng(1)
    drawn = np.array([draw_legal(masks, rng) for _ in range(4_000)])
    for row, mask in enumerate(masks):
        counts = np.bincount(drawn[:, row], minlength=4)
        assert ((counts > 0) == mask.astype(bool)).all()
        assert abs(counts[mask == 1] - 4_000 / mask.sum()).max() < 200
