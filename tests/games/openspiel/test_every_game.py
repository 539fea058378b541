"""Every game of the catalogue: random matches, records, copies, what is told, worlds. One table."""

import pickle

import pytest
from tests.games.openspiel.plays import (
    MOST_PLIES,
    game_of,
    matches,
    play,
    positions,
    same,
)

from infoset_games.core import CHANCE, OVER, IllegalActionError
from infoset_games.game import NoWorldsError
from infoset_games.luck import seed_commitment
from infoset_games.match import Match
from infoset_games.openspiel import worlds
from infoset_games.openspiel.catalogue import CATALOGUE, PUBLIC
from infoset_games.openspiel.game import OpenSpielGame
from infoset_games.openspiel.state import OpenSpielState, replayed
from infoset_games.record import Record, read_record, write_record
from infoset_games.registry import find_game, make_game
from infoset_games.rng import Rng
from infoset_games.testing.plain import fault_of, through_json, wire_bytes

every_game = pytest.mark.parametrize("member", CATALOGUE)
WORLDS = 2
FRAME = 64 * 1024  # bytes of a question; a frame of the wire may have more
MOST_LISTED = 4096  # what the wire allows


@every_game
def test_random_matches_come_to_their_end(member: str) -> None:
    game = game_of(member)
    for match in matches(game):
        assert match.over is not None
        whole = match.over.reason == "finished" or len(match.log) >= MOST_PLIES
        assert whole, match.over
        result = match.over.result
        assert all(-1 <= value <= 1 for value in result.returns)
        assert min(result.places) == 1


@every_game
def test_a_record_is_read_as_the_same_match(member: str) -> None:
    game = game_of(member)
    seed, match = longest(game)
    record = Record(
        game,
        match.terms,
        match.deal,
        tuple({"name": f"p{seat}"} for seat in range(game.seats)),
        tuple(match.steps),
        seed_commitment(seed),
        seed,
    )
    again = read_record(write_record(record), make_game)
    *_, (_, last, _) = again.play()
    assert same(last.state, match.state)


def longest(game: OpenSpielGame) -> tuple[str, Match]:
    """The longest of a few matches, and its seed."""
    found = []
    for seed in ("record", "record 2", "record 3", "record 4"):
        *_, match = play(game, seed)
        found.append((len(match.log), seed, match))
        if len(match.log) > 200:
            break
    return max(found, key=lambda one: one[0])[1:]


@every_game
def test_the_luck_of_a_match_is_that_of_its_seed(member: str) -> None:
    """OpenSpiel's own generators have no part in it."""
    game = game_of(member)
    *_, one = play(game, "luck")
    *_, other = play(game, "luck")
    assert one.log == other.log
    assert one.deal == other.deal


@every_game
def test_positions_are_copied_pickled_and_played_again(member: str) -> None:
    game = game_of(member)
    for state in positions(game, "copies", most=4):
        twin, pickled = state.copy(), pickle.loads(pickle.dumps(state))
        assert same(state, pickled)
        assert same(state, replayed(game, state.history()))
        assert pickled.turn == state.turn
        advance(twin)
        assert not same(state, twin)
        assert same(state, pickled)


def advance(state: OpenSpielState) -> None:
    """Plays the first action of everybody."""
    state.apply({seat: state.legal(seat).item(0) for seat in state.to_act()})


@every_game
def test_questions_are_plain_and_fit_into_a_frame(member: str) -> None:
    game = game_of(member)
    for state in positions(game, "questions"):
        for seat in (*range(game.seats), None):
            written = game.write_observation(state.observe(seat))
            assert not fault_of(written)
            assert len(wire_bytes(written)) < FRAME
            assert game.read_observation(through_json(written)) == state.observe(seat)
        for seat in state.to_act():
            assert 0 < state.legal(seat).size <= MOST_LISTED


@every_game
def test_actions_are_written_each_in_its_own_words(member: str) -> None:
    game = game_of(member)
    for state in positions(game, "words"):
        for seat in state.to_act():
            space = state.legal(seat)
            actions = [space.item(index) for index in range(min(space.size, 40))]
            written = [game.write_action(state, seat, action) for action in actions]
            assert len({text for (text,) in written}) == len(written), written
            assert [game.read_action(state, seat, value) for value in written] == actions
            with pytest.raises(IllegalActionError):
                game.read_action(state, seat, ["no such action"])
            with pytest.raises(IllegalActionError):
                state.verify(seat, 10**9)


@pytest.mark.parametrize(
    "member", [name for name, entry in CATALOGUE.items() if entry.worlds != PUBLIC]
)
def test_what_all_are_told_all_can_see(member: str) -> None:
    """An action whose words go to everybody: what others know afterwards tells it from any other."""
    game = game_of(member)
    for state in positions(game, "told"):
        if not state.is_open():
            continue
        (mover,) = state.to_act()
        for other in set(range(game.seats)) - {mover}:
            known = [known_after(game, state, action, other) for action in some(state, mover)]
            told = [text for text in known if text is not None]
            assert len(set(told)) == len(told), (state.history(), other)


def some(state: OpenSpielState, seat: int) -> list[int]:
    """Some of what a seat may do."""
    space = state.legal(seat)
    return [space.item(index) for index in range(min(space.size, 12))]


def known_after(game: OpenSpielGame, state: OpenSpielState, action: int, seat: int) -> str | None:
    """What a seat knows after an action; None where chance or the end comes next."""
    after = state.inner.child(action)
    if after.is_terminal() or after.is_chance_node():
        return None
    return f"{after.current_player()} {game.raw(after, seat)}"


with_worlds = pytest.mark.parametrize(
    "member", [name for name, entry in CATALOGUE.items() if entry.worlds is not None]
)


@with_worlds
def test_worlds_look_like_the_truth_and_twins_alike(member: str) -> None:
    """From a world the seat sees what it sees, is offered the same, and is drawn the same worlds."""
    game = game_of(member)
    for state in positions(game, "twins", most=6):
        for seat in range(game.seats):
            observation = through_json(game.write_observation(state.observe(seat)))
            for number in range(WORLDS):
                world = game.determinize(observation, Rng("twins", str(seat), str(number)))
                assert isinstance(world, OpenSpielState)
                assert world.observe(seat) == observation
                assert world.to_act() == state.to_act()
                listed = [twin.legal(seat).size for twin in (state, world)]
                assert listed[0] == listed[1]
                assert same(world, replayed(game, world.history()))
                drawn = [
                    game.determinize(twin.observe(seat), Rng("again", str(seat)))
                    for twin in (state, world)
                ]
                assert same(*drawn)


@with_worlds
def test_worlds_are_played_to_their_end(member: str) -> None:
    game = game_of(member)
    for state in positions(game, "ends", most=2):
        seat = state.to_act()[0]
        world = game.determinize(state.observe(seat), Rng("ends"))
        rng = Rng("ends", "play")
        for _ in range(5 * MOST_PLIES):
            if world.mover() == OVER:
                break
            if world.mover() == CHANCE:
                world.move(world.sample_chance(rng))
            else:
                world.apply({at: world.legal(at).draw(rng) for at in world.to_act()})
        assert world.result() is not None


@pytest.mark.parametrize(
    "member", [name for name, entry in CATALOGUE.items() if entry.worlds is None]
)
def test_a_game_without_worlds_says_so(member: str) -> None:
    game = game_of(member)
    assert not game.worlds
    state = next(iter(positions(game, "none")))
    with pytest.raises(ValueError, match="no worlds of this game"):
        game.determinize(state.observe(0), Rng("none"))
    assert set(state.observe(0)) == {"seat", "turn", "to_act", "text"}


@pytest.mark.parametrize("dice", [1, 2, 3, 5])
def test_a_game_has_worlds_under_options_that_let_them_be_listed(dice: int) -> None:
    game = game_of("liars_dice", numdice=dice)
    state = next(iter(positions(game, "dice")))
    assert game.worlds == (dice < 3)
    if game.worlds:
        assert game.determinize(state.observe(0), Rng("dice")).observe(0) == state.observe(0)
    else:
        assert set(state.observe(0)) == {"seat", "turn", "to_act", "text"}


MORE_SEATS = [
    (member, seats)
    for member, about in (
        (name, find_game(f"openspiel_{name}").describe_options().get("players"))
        for name in CATALOGUE
    )
    if about is not None
    for seats in {about["min"], 3, about["max"]} - {about["default"]}
]


@pytest.mark.parametrize(("member", "seats"), MORE_SEATS)
def test_other_numbers_of_seats_play_to_the_end(member: str, seats: int) -> None:
    game = game_of(member, players=seats)
    assert game.seats == seats
    *_, match = play(game, "more seats")
    assert match.over is not None
    if game.worlds:
        for state in positions(game, "more seats", most=3):
            for seat in range(seats):
                world = game.determinize(state.observe(seat), Rng("more seats"))
                assert world.observe(seat) == state.observe(seat)


@pytest.mark.parametrize(
    ("deal", "named"),
    [
        (None, "chance"),
        ({}, "chance"),
        ({"chance": ["x"]}, "chance"),
        ({"chance": [10**6]}, "not legal"),
        ({"chance": []}, "before the first decision"),
        ({"chance": [0, 1, 0]}, "before the first decision"),
    ],
)
def test_a_bad_deal_is_refused_by_field(deal: object, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        game_of("kuhn_poker").start(deal)


def test_what_is_remembered_of_worlds_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many positions are thought about; what does not fit is listed again."""
    monkeypatch.setattr(worlds, "MOST_KEPT", 200)
    game = game_of("phantom_ttt")
    for state in positions(game, "remembered", most=30):
        observation = state.observe(state.to_act()[0])
        found = game.worlds_of.all_of(observation)
        assert found is game.worlds_of.all_of(observation)
        kept = [one for one in game.worlds_of._listed.values() if one is not found]
        assert sum(len(one) for one in kept if isinstance(one, list)) <= 200


def test_that_worlds_are_too_many_is_found_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of("liars_dice")
    observation = next(positions(game, "many")).observe(0)
    monkeypatch.setattr(worlds, "MOST_STEPS", 10)
    with pytest.raises(NoWorldsError, match="too many") as first:
        game.determinize(observation, Rng("many"))
    monkeypatch.setattr(worlds, "Budget", None)  # whoever lists anew fails
    with pytest.raises(NoWorldsError) as second:
        game.determinize(observation, Rng("many", "again"))
    assert str(first.value) == str(second.value)
