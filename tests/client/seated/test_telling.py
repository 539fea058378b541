"""The text of a position: short, stable, complete, and nothing in it but what the seat knows."""

import random
import re

import pytest
from tests.client.seated.tables import begin, play_until, turn_of

from infoset.bridge.dialects import Words
from infoset.seated.sitting import Sitting
from infoset.seated.telling import tell_position, tell_turn
from infoset.turn import Match as PlayedMatch
from infoset.turn import Player, Turn
from infoset.watching.text import Style
from infoset_games.catan.cards import TERRAIN_NAMES
from infoset_games.decision import Choice
from infoset_games.policy_registry import make_policy
from infoset_games.rng import Rng

GAMES = ("catan", "colonizers", "crossfire")
MOST_TOKENS = 1500  # of a turn of Catan
EVERY = 10  # of the thousands of turns of a match: neighbours differ by little


def tokens(text: str) -> int:
    """No fewer than a byte-pair tokenizer makes of it: words of up to six letters, single digits' triples, signs."""
    return len(re.findall(r"[A-Za-z]{1,6}|\d{1,3}|[^\w\s]|_|\n", text))


def text_of(turn: Turn) -> str:
    return "\n".join(tell_turn(turn))


def turns(game: str, seed: str) -> list[Turn]:
    """Every turn of a match that is played to its end by the game's own policy."""
    match, rng, found = begin(game, seed), Rng(seed), []
    policy = make_policy(game, "heuristic")
    while match.over is None:
        asked = next(one for one in match.open.values() if one.sealed is None)
        found.append(turn_of(match, asked))
        code = policy.choose(match.state, asked.seat, rng)
        match.submit(asked.seat, asked.number, Choice(code), 0)
    return found


@pytest.mark.parametrize("seed", ["a", "b"])
def test_a_turn_of_catan_stays_below_its_budget_to_the_end(seed: str) -> None:
    played = turns("catan", seed)
    told = [*played[::EVERY], played[-1]]
    longest = max(map(text_of, told), key=tokens)
    assert {turn.kind for turn in told} >= {"place_settlement", "roll", "main", "answer"}
    assert tokens(longest) < MOST_TOKENS, longest


@pytest.mark.parametrize("game", GAMES)
def test_every_turn_has_a_text_with_every_action_in_it(game: str) -> None:
    match = begin(game, "every")
    rng = random.Random("every")
    for _ in range(60):
        if match.over is not None:
            break
        asked = rng.choice([one for one in match.open.values() if one.sealed is None])
        turn = turn_of(match, asked)
        text = text_of(turn)
        for index in range(len(turn.actions)):
            assert re.search(rf"(?<!\d){index}\) ", text), (index, text)
        match.submit(asked.seat, asked.number, Choice(rng.randrange(min(asked.space.size, 99))), 0)


@pytest.mark.parametrize("game", GAMES)
def test_worlds_that_look_equal_to_a_seat_have_the_same_text(game: str) -> None:
    match = begin(game, "twins")
    asked = play_until(match, lambda one: match.ver > 4)
    turn = turn_of(match, asked)
    worlds = [turn.determinize(Rng(f"world {number}")) for number in range(4)]
    texts = {
        "\n".join(
            tell_position(
                turn.match, match.game.write_observation(world.observe(turn.seat)), turn.actions
            )
        )
        for world in worlds
    }
    assert texts == {"\n".join(tell_position(turn.match, turn.plain_observation, turn.actions))}


def test_a_corner_is_told_with_what_it_yields_and_a_road_with_its_ends() -> None:
    match = begin("catan")
    asked = next(iter(match.open.values()))
    board = match.observation(asked.seat)["board"]
    text = text_of(turn_of(match, asked))
    assert f"hexes (number, terrain, roll): 0 {TERRAIN_NAMES[board['terrain'][0]]}" in text
    assert re.search(r"open corners: 0 \w+", text)
    road = play_until(match, lambda one: one.kind == "place_road")
    assert re.search(r"open edges: \d+ \(\d+-\d+\)", text_of(turn_of(match, road)))


def test_a_game_without_words_of_its_own_is_told_whole() -> None:
    known = PlayedMatch("m_1", "toy", "toy/1", 1, tuple(map(Player, range(2))))
    told = tell_position(known, {"cards": list(range(300)), "board": "a b\nc\x1bd"})
    assert told == [f"cards: {str(list(range(300))).replace(' ', '')}", "board: a b", "c?d"]


def test_the_bridge_tells_it_where_it_is_asked_for() -> None:
    match = begin("catan")
    turn = turn_of(match, next(iter(match.open.values())))
    words = Words(turn.match, None, tell=tell_turn)
    lines = [line.decode() for line in words._tell_turn(turn)]
    assert [line.removeprefix("TEXT ") for line in lines if line.startswith("TEXT ")] == tell_turn(
        turn
    )
    assert lines[-1].startswith("TURN ")
    assert not any(line.startswith(b"TEXT") for line in Words(turn.match, None)._tell_turn(turn))


def test_a_person_can_ask_for_it() -> None:
    match = begin("catan")
    turn = turn_of(match, next(iter(match.open.values())))
    sitting = Sitting(turn.match, Style())
    sitting.ask(turn, 0.0)
    assert sitting.answer("text") is None
    assert sitting.note == text_of(turn)
