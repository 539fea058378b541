"""What a spectator sees: boards, events in words, the final table."""

from typing import Any

import pytest

from infoset.watching.scene import Scene
from infoset.watching.text import Style
from infoset_games.registry import make_game
from infoset_games.rng import Rng
from infoset_protocol.messages import MatchStart, read_server_message

PLAIN = Style()


def message(kind: str, **plain: Any) -> Any:
    return read_server_message({"type": kind, "match_id": "g_1"} | plain)


def start(game: str = "toy", rules: str = "toy/1.0", names: str = "Ada Bob", **plain: Any) -> Any:
    seats = [{"seat": i, "kind": "bot", "name": name} for i, name in enumerate(names.split())]
    fields: dict[str, Any] = {"game": game, "rules": rules, "role": "watcher", "view": "public"}
    fields |= {"players": seats, "clock": {"kind": "none"}, "consts_hash": "c"}
    return message("match_start", **fields | plain)


@pytest.fixture
def toy() -> Scene:
    return Scene(start(), PLAIN)


def test_an_unknown_game_is_shown_by_its_fields(toy: Scene) -> None:
    toy.take(message("snapshot", ver=0, obs={"round": 3, "players": [{"gold": 1}, {"gold": 2}]}))
    assert toy.board() == ["round: 3", '  Ada: {"gold":1}', '  Bob: {"gold":2}']


def test_events_of_an_unknown_game_are_said_by_their_fields(toy: Scene) -> None:
    items = [{"e": "rob", "by": 1, "from_seat": 0, "cards": [1, 2]}, {"e": "dawn"}]
    assert toy.take(message("events", ver=1, items=items)) == [
        "Bob: rob from_seat 0, cards [1,2]",
        "dawn",
    ]


def test_the_picture_follows_the_observations_that_come_with_events(toy: Scene) -> None:
    toy.take(message("snapshot", ver=0, obs={"round": 1}))
    toy.take(message("events", ver=1, items=[], obs={"round": 2}))
    assert toy.board() == ["round: 2"]


def test_the_heading_says_game_match_and_clock() -> None:
    clock = {"kind": "bank", "main_ms": 600_000, "inc_ms": 5000}
    scene = Scene(start(clock=clock), PLAIN)
    assert scene.heading() == "toy/1.0  match g_1  10:00 + 5 s"
    scene.take(message("snapshot", ver=0, obs={}, clock=[412_000, 88_500]))
    assert scene.heading() == "toy/1.0  match g_1  10:00 + 5 s  (Ada 6:52, Bob 88.5 s)"
    scene = Scene(start(clock={"kind": "per_move", "move_ms": 1500}), PLAIN)
    assert scene.heading() == "toy/1.0  match g_1  1.5 s per move"


def test_what_happens_to_players_is_told(toy: Scene) -> None:
    timeout = message("timeout", seat=1, decision=7, applied="fallback", misses=1)
    assert toy.take(timeout) == ["Bob ran out of time: the default was played"]
    assert toy.take(message("seat_status", seat=0, online=True)) == []  # it was never away
    assert toy.take(message("seat_status", seat=0, online=False)) == ["Ada is away"]
    assert toy.take(message("seat_status", seat=0, online=False)) == []
    assert toy.take(message("seat_status", seat=0, online=True)) == ["Ada is back"]
    taken = message("seat_status", seat=0, online=False, taken_by="heuristic")
    assert toy.take(taken) == ["Ada is away; the house bot heuristic plays on"]
    assert toy.take(message("x_new_thing")) == []


def test_players_of_one_name_are_told_apart() -> None:
    scene = Scene(start(names="Ada Ada Bob"), PLAIN)
    lines = scene.take(message("events", ver=1, items=[{"e": "x", "by": n} for n in range(3)]))
    assert lines == ["Ada [1]: x", "Ada [2]: x", "Bob: x"]


def test_the_result_is_a_table_by_place(toy: Scene) -> None:
    assert toy.final_table() == ["the match has no result yet"]
    over = {"reason": "finished", "places": [2, 1], "scores": [10, 31.5], "returns": [-1, 1]}
    toy.take(message("match_over", **over))
    assert toy.final_table() == [
        "result (finished):",
        "  1. Bob                  31.5",
        "  2. Ada                  10",
    ]


def test_an_aborted_match_has_no_table(toy: Scene) -> None:
    toy.take(message("match_over", reason="aborted", places=[], scores=[], returns=[]))
    assert toy.final_table() == ["no result (aborted)"]


def test_nothing_from_outside_can_steer_the_terminal() -> None:
    evil = "\x1b[2J\x07\u202e"
    scene = Scene(start(names=f"A{evil} Bob"), PLAIN)
    scene.take(message("snapshot", ver=0, obs={f"k{evil}": f"v{evil}", "players": [evil, 1]}))
    scene.take(message("events", ver=1, items=[{"e": f"e{evil}", "by": 0, f"f{evil}": [evil]}]))
    text = "".join([scene.heading(), *scene.board(), *scene.log, *scene.final_table()])
    assert text.isprintable()


def test_the_screen_is_never_larger_than_the_terminal(toy: Scene) -> None:
    toy.take(message("snapshot", ver=0, obs={"long": "x" * 300}))
    for number in range(50):
        toy.take(message("events", ver=number, items=[{"e": "tick", "n": number}]))
    lines = toy.screen(width=40, height=12)
    assert len(lines) == 12
    assert max(map(len, lines)) == 40
    assert lines[-1] == "tick n 49"
    assert toy.screen(width=40, height=2) == [toy.heading()[:40], ""]


# Colonizers.


def watched_match(seed: str, style: Style = PLAIN) -> tuple[Scene, list[str]]:
    """A whole random match as a spectator gets it; returns the scene and all it said."""
    game = make_game("colonizers")
    rng = Rng(seed)
    state = game.start(game.deal(rng))
    names = "Ada Bob Cyd Dan"
    scene = Scene(start("colonizers", game.rules, names, options=game.options()), style)
    said: list[str] = []

    def see(items: list[Any]) -> None:
        obs = game.write_observation(state.observe(None))
        said.extend(scene.take(message("events", ver=len(said), items=items, obs=obs)))
        assert scene.board()[0].startswith("round "), scene.board()

    see([])
    while state.result() is None:
        mover = int(state.mover())
        action = int(state.sample_chance(rng)) if mover < 0 else state.legal(mover).draw(rng)
        before = state.copy()
        state.apply({mover: action})
        see([event.view(None) for event in game.narrate(before, {mover: action}, state)])
    return scene, said


def test_a_whole_match_of_colonizers_is_told_in_words() -> None:
    _, said = watched_match("watch")
    assert said[0] == "-- round 1 --"
    assert said[1] == "Ada picks a colonist"
    assert said[-1] == "-- the game is over --"
    for part in (
        "takes 2 omnium",
        "draws two modules",
        "keeps one and puts the other under the deck",
        "builds nothing",
        "steals from the",
        "swaps hands with the",
        "is the visionary",
        "draws a module as a bonus",
    ):
        assert any(part in line for line in said), part
    assert not [line for line in said if line is None or "None" in line or "unknown" in line]


def test_the_board_of_colonizers_shows_what_is_public() -> None:
    scene, _ = watched_match("board")
    board = scene.board()
    assert board[0].startswith("round ")
    assert "over phase" in board[0]
    assert [line.split()[0] for line in board[1:9:2]] == ["Ada", "Bob", "Cyd", "Dan"]
    assert all("points" in line and "omnium" in line for line in board[1:9:2])


def test_colours_are_used_only_where_they_are_wanted() -> None:
    scene, said = watched_match("paint", Style(is_coloured=True))
    assert any("\x1b[" in line for line in said)
    clipped = scene.screen(width=30, height=40)
    for line in clipped:
        visible = line
        while "\x1b" in visible:
            at = visible.index("\x1b")
            visible = visible[:at] + visible[visible.index("m", at) + 1 :]
        assert len(visible) <= 30


def test_an_observation_of_newer_rules_falls_back_to_its_fields() -> None:
    game = make_game("colonizers")
    scene = Scene(start("colonizers", game.rules, "Ada Bob Cyd Dan"), PLAIN)
    scene.take(message("snapshot", ver=0, obs={"round": 1, "weather": "dust"}))
    assert scene.board() == ["round: 1", "weather: dust"]
    lines = scene.take(message("events", ver=1, items=[{"e": "steal", "by": 0}, {"e": "dust"}]))
    assert lines == ["Ada: steal", "nobody: dust"]


def test_other_rules_of_the_same_game_are_shown_by_their_fields() -> None:
    scene = Scene(start("colonizers", "colonizers/9.0", "Ada Bob Cyd Dan"), PLAIN)
    scene.take(message("snapshot", ver=0, obs={"round": 1}))
    assert scene.board() == ["round: 1"]


def test_a_start_is_what_a_scene_begins_with() -> None:
    assert isinstance(start(), MatchStart)


def test_who_plays_for_somebody_is_told_at_the_start() -> None:
    seats = [
        {"seat": 0, "kind": "human", "name": "Ada", "online": False, "taken_by": "heuristic"},
        {"seat": 1, "kind": "human", "name": "Bob"},
    ]
    scene = Scene(start(players=seats), PLAIN)
    assert list(scene.log) == ["Ada is away; the house bot heuristic plays on"]
    assert scene.take(message("seat_status", seat=0, online=True)) == ["Ada is back"]
