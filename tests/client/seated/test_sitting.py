"""A person's seat: what is asked and shown, what typed lines come to, forms, notes and the clock."""

import pytest
from tests.client.seated.tables import (
    NAMES,
    begin,
    play_until,
    start_of,
    turn_of,
    with_offers,
    your_turn,
)

from infoset.errors import WrongChoiceError
from infoset.seated.catan import CatanWording
from infoset.seated.form import Form
from infoset.seated.sitting import LeftError, Sitting
from infoset.seated.wording import wording_for
from infoset.turn import Choice
from infoset.watching.text import Style, unpainted, width_of
from infoset_games.decision import Decision
from infoset_games.match import Match
from infoset_protocol.messages import read_server_message

PLAIN = Style()


@pytest.fixture(scope="module")
def trading() -> tuple[Match, Decision]:
    match = begin("catan")
    return match, play_until(match, with_offers(match))


def sit(match: Match, asked: Decision, deadline_ms: int | None = None) -> Sitting:
    sitting = Sitting(start_of(match, asked.seat), PLAIN)
    sitting.take(your_turn(match, asked, deadline_ms), now_s=100.0)
    return sitting


def test_a_question_shows_its_actions_by_kind_with_their_numbers(
    trading: tuple[Match, Decision],
) -> None:
    sitting = sit(*trading)
    lines = sitting.question(60)
    assert " 0 end the turn" in lines
    heading = next(at for at, line in enumerate(lines) if line.startswith("offer to the others"))
    assert ":" in lines[heading + 1]
    assert max(map(len, lines)) <= 60
    assert sitting.prompt(100.0) == "trade and build, or end the turn: "


def test_the_clock_counts_down_and_stops_at_nothing(trading: tuple[Match, Decision]) -> None:
    sitting = sit(*trading, deadline_ms=90_500)
    assert sitting.prompt(100.0).startswith("[1:30] ")
    assert sitting.prompt(125.6).startswith("[1:04] ")
    assert sitting.prompt(500.0).startswith("[0:00] ")


def test_places_that_can_be_chosen_are_numbered_on_the_board() -> None:
    match = begin("catan")
    sitting = sit(match, match.open[0])
    assert sitting.question(80)[0].startswith("settlement at vertex")
    assert "those that bring most" in sitting.question(80)[0]
    assert " 30 " in "\n".join(sitting.scene.board())
    sitting.close()
    assert " 30 " not in "\n".join(sitting.scene.board())


def test_corners_are_told_by_what_they_bring_the_best_first() -> None:
    match = begin("catan", layout="beginner")
    sitting = sit(match, match.open[0])
    _, *corners, more = sitting.question(100)
    ways = [int(line.rpartition("(")[2].partition(" ")[0]) for line in corners]
    assert ways == sorted(ways, reverse=True)
    assert len(corners) < 12
    assert "54 numbers on the island" in more
    best = corners[0].split()
    assert best[1].isalpha()
    assert sitting.answer(best[0]) == Choice(index=int(best[0]))


def test_a_setup_of_crossfire_is_explained_by_one_that_can_be_typed() -> None:
    match = begin("crossfire", preset="mini")
    sitting = sit(match, match.open[0])
    lines = sitting.question(100)
    example = next(line for line in lines if "for instance" in line).partition("instance: ")[2]
    assert not any("left over" in line for line in lines)
    choice = sitting.answer(example)
    assert choice is not None, sitting.note
    assert choice.picks is not None


def test_an_answer_is_a_choice_and_a_wrong_one_a_note(trading: tuple[Match, Decision]) -> None:
    sitting = sit(*trading)
    assert sitting.answer("fly") is None
    assert sitting.note == "fly: no such action"
    assert "fly: no such action" in sitting.question(80)
    assert sitting.answer("end_turn") == Choice(index=0)
    assert sitting.note == ""


def test_help_leaving_and_nothing(trading: tuple[Match, Decision]) -> None:
    sitting = sit(*trading)
    assert sitting.answer("?") is None
    assert "Type the number" in sitting.note
    assert sitting.answer("") is None
    assert sitting.note == ""
    assert sitting.answer("q") is None  # one letter may have been a slip
    assert "q again leaves" in sitting.note
    assert sitting.prompt(0.0) == "leave the seat? "
    assert sitting.answer("") is None
    assert sitting.note == ""
    assert sitting.answer("q") is None
    with pytest.raises(LeftError):
        sitting.answer("quit")
    sitting.answer("")
    sitting.close()
    assert sitting.answer("0") is None
    assert sitting.note == "nothing is asked of you now"
    assert sitting.prompt(0.0) == "waiting: "


def test_an_offer_is_asked_field_by_field(trading: tuple[Match, Decision]) -> None:
    match, asked = trading
    sitting = sit(match, asked)
    listed = next(one for one in turn_of(match, asked).actions if one[0] == "offer")
    give, take = (
        "".join(f"{n}{'wbsho'[i]}" for i, n in enumerate(side) if n) for side in listed[1:]
    )
    assert sitting.answer("offer") is None
    assert "you give, like 2w1b" in sitting.prompt(0.0)
    assert sitting.answer("lots") is None
    assert sitting.note == "give: expected counted cards like 2w1b, got 'lots'"
    assert sitting.answer(give) is None
    assert "you get" in sitting.prompt(0.0)
    assert sitting.answer(take) is None
    assert "to whom, parted by commas (nothing: to all): Bob, Cyd, Dan" in sitting.prompt(0.0)
    choice = sitting.answer("")
    assert choice is not None
    assert choice.index == turn_of(match, asked).actions.index(listed)


def test_an_offer_to_some_seats_names_them() -> None:
    side = {"len": 5, "min": 0, "max": 19}
    param = {"kind": "offer", "fields": {"give": side, "take": side, "to": {"enum": [1, 2, 3]}}}
    form = Form(param, CatanWording())
    for line in ("1w 2b", "1o"):
        form.take(line)
    with pytest.raises(WrongChoiceError, match="expected a small number"):
        form.take("Bob")
    assert form.action is None
    form.take("1 3")
    assert form.action == ["offer", [1, 2, 0, 0, 0], [0, 0, 0, 0, 1], [1, 3]]


def test_an_offer_names_players_where_it_is_typed_and_where_it_is_shown(
    trading: tuple[Match, Decision],
) -> None:
    match, asked = trading
    turn = turn_of(match, asked)
    wording = wording_for(turn.match)
    listed = next(one for one in turn.actions if one[0] == "offer")
    seats = [seat for seat in range(4) if seat != turn.seat][:2]
    names = ", ".join(NAMES[seat] for seat in seats)
    sitting = sit(match, asked)
    line = wording.write(listed)
    choice = sitting.answer(f"{line} to {names.upper()}")
    assert choice is not None, sitting.note
    assert choice.action == [*listed, seats]
    assert wording.short(turn.match, [*listed, seats]).endswith(f" to {names}")
    assert wording.short(turn.match, ["steal", seats[0]]) == NAMES[seats[0]]
    assert wording.read(f"steal {names.split(',')[0].lower()}") == ["steal", seats[0]]
    assert wording.read(f"confirm {seats[1]}") == ["confirm", seats[1]]
    assert sitting.answer(f"{line} to Bob, Eve") is None
    assert sitting.note == "offer: expected some of Ada, Bob, Cyd, Dan, got 'Eve'"


def test_a_decision_that_closes_is_not_asked_any_more(trading: tuple[Match, Decision]) -> None:
    match, asked = trading
    sitting = sit(match, asked)
    closed = {"type": "turn_closed", "match_id": "m_1", "decision": asked.number, "why": "timeout"}
    sitting.take(read_server_message(closed), 0.0)
    assert sitting.turn is None
    assert sitting.note == "too late: timeout"


def test_whoever_is_replaced_is_asked_nothing_more_and_hears_how_to_come_back(
    trading: tuple[Match, Decision],
) -> None:
    match, asked = trading
    sitting = sit(match, asked)
    status = {"type": "seat_status", "match_id": "m_1", "online": True, "taken_by": "greedy"}
    other = (asked.seat + 1) % 4
    said = sitting.take(read_server_message(status | {"seat": other}), 0.0)
    assert said == [f"{NAMES[other]} is away; the house bot greedy plays on"]
    assert sitting.turn is not None
    (said_of_own,) = sitting.take(read_server_message(status | {"seat": asked.seat}), 0.0)
    assert said_of_own.startswith("Your time ran out too often: the house bot greedy plays on")
    assert sitting.take(read_server_message(status | {"seat": asked.seat}), 0.0) == []  # once
    assert sitting.turn is None
    assert sitting.prompt(0.0) == sit_and_wait(match, asked).prompt(0.0)


def sit_and_wait(match: Match, asked: Decision) -> Sitting:
    """Nothing is asked."""
    return Sitting(start_of(match, asked.seat), PLAIN)


def test_an_answered_decision_that_a_snapshot_lists_is_not_asked_again(
    trading: tuple[Match, Decision],
) -> None:
    match, asked = trading
    sitting = sit(match, asked)
    question = your_turn(match, asked)
    sitting.close()
    sitting.take(question, 0.0)
    assert sitting.turn is None


def test_the_end_is_shown_with_its_scores(trading: tuple[Match, Decision]) -> None:
    sitting = sit(*trading)
    over = {"type": "match_over", "match_id": "m_1", "reason": "finished", "places": [2, 1, 2, 2]}
    over |= {"scores": [2, 10, 2, 2], "returns": [0, 1, 0, 0]}
    sitting.take(read_server_message(over), 0.0)
    assert sitting.turn is None
    assert sitting.result is not None
    assert sitting.scene.final_table()[:2] == ["result (finished):", "  1. Bob                  10"]


@pytest.mark.parametrize(("width", "height"), [(80, 23), (80, 40), (120, 35), (60, 50)])
@pytest.mark.parametrize("game", ["catan", "colonizers", "crossfire"])
def test_the_picture_fits_every_terminal_and_ends_with_the_question(
    game: str, width: int, height: int
) -> None:
    match = begin(game)
    asked = play_until(match, lambda one: one.number > 2)
    sitting = Sitting(start_of(match, asked.seat), Style(is_coloured=True))
    sitting.take(your_turn(match, asked), 0.0)
    sitting.scene.log.extend(f"line {number}" for number in range(50))
    lines = sitting.screen(width, height)
    assert len(lines) <= height
    assert max(map(width_of, lines)) <= width
    text = "".join(map(unpainted, lines))
    assert text.isascii()
    assert unpainted(sitting.question(width)[0]).split("(")[0].strip() in text
