"""The island as a person sees it, who has what, and what happens in words."""

import random
import re
from collections.abc import Sequence
from typing import Any

import pytest

from infoset.watching.catan import hand_text
from infoset.watching.catan_map import NARROW, WIDE, Island, IslandPicture, all_places, width_with
from infoset.watching.catan_words import tell
from infoset.watching.scene import Scene
from infoset.watching.text import Style, width_of
from infoset_games.catan.layouts import PRINTED
from infoset_games.catan.topology import EDGES, HEXES, VERTICES
from infoset_games.decision import Choice
from infoset_games.match import Match
from infoset_games.registry import make_game
from infoset_games.terms import Terms
from infoset_protocol.messages import read_server_message

PLAIN = Style()
BOARD = PRINTED["beginner"]
NAMES = ("Ada", "Bob", "Cyd", "Dan")
EVENTS: dict[str, tuple[dict[str, Any], str | None]] = {
    "settlement": ({"vertex": 17}, "Ada builds a settlement at vertex 17"),
    "city": ({"vertex": 17}, "Ada builds a city at vertex 17"),
    "road": ({"edge": 3}, "Ada builds a road at edge 3"),
    "dice": ({"dice": [3, 4]}, "Ada rolls 3+4 = 7!"),
    "yield": ({"cards": [1, 0, 0, 0, 2]}, "Ada gets 1 wood, 2 ore"),
    "put_aside": ({"resource": -1}, None),
    "discard": ({"count": 2, "cards": [0, 2, 0, 0, 0]}, "Ada discards 2 brick"),
    "robber": ({"hex": 4}, "Ada moves the robber to hex 4"),
    "victim": ({"from": 1}, None),
    "theft": ({"from": 1, "resource": 4}, "Ada steals ore from Bob"),
    "buy": ({}, "Ada buys a development card"),
    "bought": ({"card": 0}, "Ada draws knight"),
    "play": ({"card": 1}, "Ada plays road building"),
    "monopoly": ({"resource": 3, "from": [0, 2, 0, 1]}, "Ada takes all wheat: 3"),
    "plenty": ({"cards": [1, 1, 0, 0, 0]}, "Ada gets 1 wood, 1 brick"),
    "bank": (
        {"give": [4, 0, 0, 0, 0], "take": [0, 0, 0, 0, 1]},
        "Ada gives the bank 4 wood for 1 ore",
    ),
    "offer": (
        {"give": [1, 0, 0, 0, 0], "take": [0, 0, 0, 0, 1], "to": [1, 3]},
        "Ada offers 1 wood for 1 ore to Bob, Dan",
    ),
    "accept": ({}, "Ada says yes"),
    "reject": ({}, "Ada says no"),
    "counter": (
        {"give": [0, 1, 0, 0, 0], "take": [2, 0, 0, 0, 0]},
        "Ada would give 1 brick for 2 wood",
    ),
    "trade": (
        {"with": 2, "give": [1, 0, 0, 0, 0], "take": [0, 0, 0, 0, 1]},
        "Ada gives Cyd 1 wood for 1 ore",
    ),
    "withdraw": ({}, "Ada withdraws the offer"),
    "longest_road": ({}, "Ada has the longest road"),
    "largest_army": ({}, "Ada has the largest army"),
    "end_turn": ({}, None),
    "turn": ({"round": 5}, "-- round 5, Ada --"),
    "over": ({"ending": "finished", "scores": [10, 2, 2, 2]}, "-- the game is over --"),
}


def picture(island: Island, half: int = NARROW) -> list[str]:
    return IslandPicture(half).draw(island).lines(PLAIN)


@pytest.mark.parametrize("half", [NARROW, WIDE])
def test_nothing_but_ascii_is_drawn_within_the_width(half: int) -> None:
    lines = picture(all_places(BOARD), half)
    assert all(line.isascii() for line in lines)
    assert max(map(len, lines)) <= width_with(half)
    assert len(lines) == 23


@pytest.mark.parametrize("half", [NARROW, WIDE])
def test_every_hex_vertex_and_harbour_is_named(half: int) -> None:
    text = "\n".join(picture(all_places(BOARD), half))
    for place in range(HEXES):
        assert f"#{place} " in text or f"#{place}\n" in text, place
    lines = text.split("\n")
    for vertex in range(VERTICES):
        row, column = IslandPicture(half).vertex_at(vertex)
        name = str(vertex)
        start = column - len(name) // 2
        assert lines[row][start : start + len(name)] == name
    assert text.count("3:1") == 4
    assert all(text.count(f"2:1{letter}") == 1 for letter in "wbsho")
    assert text.count("*") == 4  # two sixes, two eights


def test_edges_that_can_be_chosen_show_their_numbers_and_no_two_share_a_place() -> None:
    drawn = IslandPicture(NARROW)
    assert len({drawn.edge_at(edge)[:2] for edge in range(EDGES)}) == EDGES
    assert len({drawn.vertex_at(vertex) for vertex in range(VERTICES)}) == VERTICES
    text = "\n".join(picture(Island(BOARD, open_edges=frozenset(range(EDGES)))))
    assert all(str(edge) in text for edge in range(EDGES))


def test_pieces_bear_the_letter_of_their_seat() -> None:
    island = Island(
        BOARD, 9, {0: 0, 1: 1, 6: 2}, {0: (0, False), 4: (1, True)}, open_vertices=frozenset({0})
    )
    text = "\n".join(picture(island))
    assert "/a/" in text
    assert "\\b\\" in text
    assert "|c|" in text
    assert "[B]" in text
    assert "(a)" not in text  # its place can be chosen: the number is shown
    assert "#9  R" in text


@pytest.mark.parametrize("kind", EVENTS)
def test_every_event_has_its_words(kind: str) -> None:
    facts, words = EVENTS[kind]
    scene = watched(make_game("catan"))
    assert tell(scene.match, {"e": kind, "by": 0} | facts, PLAIN) == words


def test_secret_fields_that_are_not_told_are_left_out() -> None:
    match = watched(make_game("catan")).match
    assert tell(match, {"e": "bought", "by": 0, "card": -1}, PLAIN) is None
    stolen = {"e": "theft", "by": 0, "from": 1, "resource": -1}
    assert tell(match, stolen, PLAIN) == "Ada steals a card from Bob"
    hidden = {"e": "discard", "by": 0, "count": 4, "cards": -1}
    assert tell(match, hidden, PLAIN) == "Ada discards 4 cards"
    assert tell(match, {"e": "longest_road", "by": -1}, PLAIN) == "the longest road is set aside"


def test_an_unknown_event_is_said_by_its_fields() -> None:
    scene = watched(make_game("catan"))
    assert scene.say([{"e": "flood", "by": 0, "hex": 3}]) == ["Ada: flood hex 3"]


# A match.


def watched(game: Any, names: Sequence[str] = NAMES) -> Scene:
    """A scene of a match by name, before anything was seen."""
    seats = [{"seat": i, "kind": "bot", "name": name} for i, name in enumerate(names)]
    fields = {"match_id": "m_1", "game": "catan", "rules": game.rules, "role": "watcher"}
    fields |= {"view": "public", "players": seats, "clock": {"kind": "none"}, "consts_hash": "c"}
    start: Any = read_server_message({"type": "match_start", "options": game.options(), **fields})
    return Scene(start, PLAIN)


@pytest.fixture(scope="module")
def played() -> Match:
    """A match with hands that not everybody is sure of."""
    match = Match(make_game("catan"), Terms(), "island")
    rng = random.Random("island")
    match.start(0)
    while match.ver < 200 or not match.observation(None)["unsure"]:
        asked = rng.choice([one for one in match.open.values() if one.sealed is None])
        match.submit(asked.seat, asked.number, Choice(rng.randrange(asked.space.size)), 0)
    return match


@pytest.mark.parametrize("width", [80, 120])
def test_the_board_and_what_the_seats_have_stand_side_by_side(played: Match, width: int) -> None:
    scene = watched(played.game)
    scene.see(played.observation(None))
    lines = scene.board(width)
    assert max(map(width_of, lines)) <= width
    text = "\n".join(lines)
    for seat, name in enumerate(NAMES):
        assert f"({'abcd'[seat]}) {name}" in text
    assert "bank w" in text or " w1" in text
    assert "round" in lines[0]


@pytest.mark.parametrize("width", [60, 80, 120])
def test_players_of_one_long_name_can_be_told_apart_beside_the_board(
    played: Match, width: int
) -> None:
    scene = watched(played.game, ["Ada", *3 * ["heuristic_trader"]])
    scene.see(played.observation(None))
    text = "\n".join(scene.board(width))
    for seat in (1, 2, 3):
        assert re.search(rf"\({'abcd'[seat]}\) heur\w* \[{seat + 1}\]", text)


def test_hands_count_every_card_known_or_not(played: Match) -> None:
    is_unsure = []
    for viewer in (None, 0, 1, 2, 3):
        view = played.game.read_observation(played.observation(viewer))
        for seat in range(4):
            cards = hand_text(view, seat).split()
            assert sum(int(card[1:]) for card in cards) == view.hand_size(seat)
            is_unsure.append(any(card.startswith("?") for card in cards))
    assert True in is_unsure
    assert False in is_unsure


def test_without_room_beside_it_everything_stands_below_the_island(played: Match) -> None:
    scene = watched(played.game)
    scene.see(played.observation(None))
    lines = scene.board(60)
    assert lines[23].startswith("round")


def test_a_whole_screen_fits_80_by_24_with_the_island_whole(played: Match) -> None:
    scene = watched(played.game)
    scene.see(played.observation(None))
    scene.log.extend(f"line {number}" for number in range(100))
    lines = scene.screen(80, 23)
    assert len(lines) == 23
    assert max(map(width_of, lines)) <= 80
    assert sum("#" in line for line in lines) >= 5
    assert "line 99" in "\n".join(lines)


def test_only_the_seat_itself_reads_its_development_cards(played: Match) -> None:
    scene = watched(played.game)
    board: Any = scene._board
    for seat in range(4):
        obs = played.observation(seat)
        own = "\n".join(board.own(scene.match, seat, obs, {}))
        assert own.startswith("hand: ")
        held = sum(obs["players"][seat]["usable"]) + (
            sum(obs["fresh"]) if obs["turn"] == seat else 0
        )
        assert ("cards: " in own) == (held > 0)
