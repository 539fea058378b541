"""What is known in the words of each game: as the page says it, whoever tells it."""

import pytest
from tests.client.seated.tables import begin, start_of

from infoset.knowing.figures import Weighed
from infoset.knowing.telling import tell_known, tell_weighed
from infoset.knowing.wording import words_for
from infoset.tracking import find_engine, read_match
from infoset.wording import speak
from infoset_games.knowledge import SeatFacts, knowledge_of
from infoset_games.match import Match
from infoset_protocol.messages import Known

GAMES = ("catan", "colonizers", "crossfire")


def name(seat: int) -> str:
    return f"P{seat}"


def told(match: Match, seat: int, game: str) -> Known:
    """What the server would say of the position."""
    knowledge, view = knowledge_of(game), match.state.observe(seat)
    seats: list[SeatFacts] = knowledge.counted(match.game, view)
    return Known.model_validate(
        {
            "match_id": "m_1",
            "ver": 1,
            "worlds": 0,
            "seats": [one.to_plain() for one in seats],
            "effects": [one.to_plain() for one in knowledge.effects(match.game, view)],
        }
    )


def lines(game: str, known: Known) -> list[str]:
    match = begin(game)
    start = start_of(match, 0).model_copy(update={"consts": match.game.consts()})
    played = read_match(start, find_engine)
    return tell_known(known, words_for(played, name), name)


FACTS = [
    {"what": ["resource", 0], "chance": 1, "mean": 2.5, "sure": True},
    {"what": ["dev", 0], "chance": 0.56, "mean": 0.56},
]
ROLL = [
    {"what": ["sum", 6], "chance": 0.1389, "gains": [[1, 0, 0, 0, 0], [0, 0, 0, 0, 2]]},
    {"what": ["sum", 7], "chance": 0.1667, "gains": [[0], [-4]]},
]
CATAN = {
    "match_id": "m_1",
    "ver": 48,
    "worlds": 0,
    "seats": [
        {"seat": 1, "facts": FACTS, "wholes": [{"counts": [3, 0, 0, 0, 1], "chance": 0.5}]},
        {"seat": 2, "facts": []},
    ],
    "effects": [
        {"action": ["roll"], "outcomes": ROLL},
        {"action": ["steal", 1], "outcomes": [{"what": ["resource", 4], "chance": 1}]},
    ],
}


def test_catan_tells_hands_rolls_and_thefts() -> None:
    assert lines("catan", Known.model_validate(CATAN)) == [
        "What you know",
        "Counted from what you know; nobody's habits are assumed.",
        "P1",
        "  wood: certain, 2.5 expected; Knight: 56 %",
        "  All 1 possible hand",
        "    50 %: 3 wood, 1 ore",
        "P2",
        "  Nothing is hidden there.",
        "What may come",
        "  The next roll",
        "    6: 14 %  P0: 1 wood; P1: 2 ore",
        "    7: 17 %  P1: 4 to discard",
        "  A theft from P1",
        "    ore: 100 %",
    ]


def test_crossfire_tells_squares_with_their_intervals() -> None:
    fact = {"what": ["enemy", 17], "chance": 0.51, "low": 0.41, "high": 0.61}
    seats = [{"seat": 1, "facts": [fact]}]
    known = Known.model_validate({"match_id": "m_1", "ver": 1, "worlds": 100, "seats": seats})
    assert lines("crossfire", known)[1:] == [
        "Estimated in 100 positions that agree with what you know.",
        "P1",
        "  C2: 51 % (41\N{EN DASH}61 %)",
    ]


@pytest.mark.parametrize("language", ["en", "de", "cs", "sk"])
@pytest.mark.parametrize("game", GAMES[:2])
def test_all_that_a_game_tells_has_words(
    game: str, language: str, request: pytest.FixtureRequest
) -> None:
    speak(language)
    request.addfinalizer(lambda: speak("en"))
    match = begin(game)
    text = "\n".join(lines(game, told(match, 0, game)))
    assert "%" in text
    assert not any(word in text for word in ("resource ", "module ", "role ", "known-"))


def test_chances_to_win_come_with_their_actions() -> None:
    rows = [Weighed(3, 0.8, 0.76, 0.84), Weighed(0, 0.0, 0.0, 0.04)]
    assert tell_weighed(rows, "action {}".format)[2:] == [
        "  action 3: 80 % (76\N{EN DASH}84 %)",
        "  action 0: < 1 % (0\N{EN DASH}4 %)",
    ]
