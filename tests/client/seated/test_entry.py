"""What a person types becomes a choice, or a reason why not."""

import dataclasses

import pytest
from tests.client.seated.tables import begin, play_until, turn_of, with_offers

from infoset.errors import WrongChoiceError
from infoset.seated.entry import MAX_LINE, read_entry
from infoset.seated.wording import PlainWording, wording_for
from infoset.turn import Choice, Match, Slot, Turn
from infoset_games.decision import Choice as GameChoice
from infoset_games.notices import Refused
from infoset_games.spaces import ProductSpace

DECISIONS = 400  # of one match; who always does the first thing may never come to its end


@pytest.fixture(scope="module")
def placing() -> Turn:
    match = begin("catan")
    return turn_of(match, match.open[0])


@pytest.fixture(scope="module")
def trading() -> Turn:
    """A main phase with something to offer."""
    match = begin("catan")
    return turn_of(match, play_until(match, with_offers(match)))


@pytest.fixture(scope="module")
def setting_up() -> Turn:
    match = begin("crossfire", preset="mini")
    return turn_of(match, match.open[0])


@pytest.fixture(scope="module")
def commanding() -> Turn:
    match = begin("crossfire", preset="mini")
    return turn_of(match, play_until(match, lambda asked: asked.kind == "orders"))


@pytest.fixture(scope="module")
def building() -> Turn:
    match = begin("colonizers")
    asked = play_until(match, lambda one: one.kind == "build" and one.space.size > 1)
    return turn_of(match, asked)


def read(turn: Turn, line: str) -> Choice:
    return read_entry(turn, wording_for(turn.match), line)


def why_not(turn: Turn, line: str) -> str:
    with pytest.raises(WrongChoiceError) as caught:
        read(turn, line)
    return str(caught.value)


def test_a_number_names_an_action_of_the_list(trading: Turn) -> None:
    assert read(trading, " 0 ") == Choice(index=0)
    last = len(trading.actions) - 1
    assert read(trading, str(last)) == Choice(index=last)
    assert f"there is no {last + 1} here; expected 0 to {last}" in why_not(trading, str(last + 1))


def test_where_only_places_are_asked_a_number_is_the_place(placing: Turn) -> None:
    index = placing.index_of(["place_settlement", 30])
    assert read(placing, "30") == Choice(index=index)
    assert "vertex" in why_not(placing, "54")


def test_actions_are_written_as_the_game_writes_them(trading: Turn, building: Turn) -> None:
    assert read(trading, "end_turn") == Choice(index=trading.index_of(["end_turn"]))
    module = building.actions[0][1]
    wording = wording_for(building.match)
    assert read(building, wording.write(["build", module])) == Choice(index=0)
    name = wording.short(building.match, ["build", module]).partition(" (")[0]
    assert read(building, f"build {name.lower()}") == Choice(index=0)
    assert read(building, "skip") == Choice(index=building.index_of(["skip"]))


@pytest.mark.parametrize("game", ["catan", "colonizers"])
def test_every_legal_action_can_be_typed_as_it_is_written(game: str) -> None:
    match = begin(game)
    wording = wording_for(turn_of(match, match.open[min(match.open)]).match)
    kinds: set[str] = set()
    for number in range(60):
        asked = play_until(match, lambda one: one.kind not in kinds or one.number > 5, str(number))
        kinds.add(asked.kind)
        turn = turn_of(match, asked)
        for index, action in enumerate(turn.actions):
            found = read_entry(turn, wording, wording.write(action)).index
            assert found is not None
            assert turn.actions[found] == turn.actions[index]
        if match.ver > 150:
            break
    assert len(kinds) >= 4


def test_a_list_is_taken_as_the_protocol_has_it(trading: Turn) -> None:
    assert read(trading, '["end_turn"]') == Choice(index=trading.index_of(["end_turn"]))
    assert "no JSON" in why_not(trading, '["end_turn"')
    assert "opens with a verb" in why_not(trading, "[]")


def test_an_offer_that_is_in_no_list_is_judged_by_the_rules(trading: Turn) -> None:
    listed = next(action for action in trading.actions if action[0] == "offer")
    to_one = [*listed, [next(seat for seat in range(4) if seat != trading.seat)]]
    assert read(trading, wording_for(trading.match).write(to_one)) == Choice(action=to_one)
    assert "you do not hold 19 wood" in why_not(trading, "offer 19w:1o")
    assert "city: costs 2 wheat, 3 ore" in why_not(trading, "city 53")


def test_an_action_that_can_be_read_but_not_done_is_judged_by_the_rules(building: Turn) -> None:
    assert ["build", 15] not in building.actions
    assert why_not(building, "build p") == "Mass Relay is not in the hand"
    assert "in the build phase expected one of build, skip" in why_not(building, "omnium")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "type the number of an action"),
        ("fly 3", "no such action"),
        ("offer w", "like 2w:1o"),
        ("bank x y", "expected one of w, b, s, h, o"),
        ("x" * (MAX_LINE + 1), "too long"),
    ],
)
def test_what_cannot_be_read_is_said(trading: Turn, line: str, reason: str) -> None:
    assert reason in why_not(trading, line)


def test_a_dot_is_what_a_missed_deadline_would_play(trading: Turn, setting_up: Turn) -> None:
    assert read(trading, ".") == trading.fallback_choice()
    assert read(setting_up, ".") == setting_up.fallback_choice()


# Joint orders.


def test_a_joint_order_is_one_option_for_each_slot(setting_up: Turn) -> None:
    assert read(setting_up, "2 1 0 1") == Choice(picks=(2, 1, 0, 1))
    assert read(setting_up, "2,1,0,1") == Choice(picks=(2, 1, 0, 1))
    assert "expected 4 options" in why_not(setting_up, "1 1")
    assert "unit 1" in why_not(setting_up, "7, 0, 0, 0")


def test_commands_are_taken_by_their_words_and_their_beginnings(commanding: Turn) -> None:
    slots = commanding.slots
    line = ", ".join(["up", "move left", "mo do", "1", "right"][: len(slots)])
    assert read(commanding, line) == Choice(picks=(0, 3, 2, 1, 1)[: len(slots)])
    assert "several options begin like that" in why_not(
        commanding, ", ".join(["move"] * len(slots))
    )
    assert "unit 1: 'jump': there is no such option" in why_not(
        commanding, ", ".join(["jump"] * len(slots))
    )


def test_a_whole_setup_is_written_by_its_numbers(setting_up: Turn) -> None:
    numbers = setting_up.plain_observation["recharge"]
    line = f"setup {' '.join(map(str, reversed(numbers)))} king 2"
    choice = read(setting_up, line)
    assert choice.picks is not None
    assert choice.picks[-1] == 1
    assert "99 is not among the times left" in why_not(setting_up, "setup 99 99 99 king 1")
    assert "king: expected the number of a unit, from 1" in why_not(
        setting_up, "setup 2 2 2 king 0"
    )
    assert "like `up, fire left`" in why_not(setting_up, "setup up")


# Programs that count.


@pytest.mark.parametrize(
    ("game", "options"), [("catan", {}), ("colonizers", {}), ("crossfire", {"preset": "mini"})]
)
def test_a_position_is_an_answer_to_every_question(game: str, options: dict[str, str]) -> None:
    match = begin(game, **options)
    asked_for = 0
    while match.open and asked_for < DECISIONS:
        for asked in list(match.open.values()):
            turn = turn_of(match, asked)
            wording = wording_for(turn.match)
            choice = read_entry(turn, wording, "0", is_by_position=True)
            if choice.index is None:
                assert choice.picks == (0,) * len(turn.slots)
            else:
                assert choice == Choice(index=0)
            if match.open.get(asked.seat) is asked:
                answer = GameChoice(choice.index, None if choice.picks is None else [*choice.picks])
                notices = match.submit(asked.seat, asked.number, answer, 0)
                assert not [one for one in notices if isinstance(one, Refused)]
            asked_for += 1
    assert asked_for > 10


def test_a_joint_order_has_a_position_even_where_there_are_too_many_to_be_told() -> None:
    options = [["stay"], ["go"], ["jump"]]
    slots = [Slot(str(number), options) for number in range(3)]
    turn = Turn(Match("m_1", "toy", "toy/1.0", 0), 1, "main", None, slots=slots)
    space = ProductSpace(["0", "1", "2"], [3, 3, 3])
    for number in range(27):
        choice = read_entry(turn, PlainWording(), str(number), is_by_position=True)
        assert choice.picks == space.split(number)
    with pytest.raises(WrongChoiceError, match="no joint order number 27"):
        read_entry(turn, PlainWording(), "27", is_by_position=True)


# Games that nobody here knows.


def test_without_the_rules_what_is_in_no_list_is_refused_unless_it_has_parameters() -> None:
    match = Match("m_1", "toy", "toy/1.0", 0)
    turn = Turn(
        match, 1, "main", 2, [["pass"], ["bid", 3]], params=[{"kind": "call", "fields": {}}]
    )
    wording = PlainWording()
    assert read_entry(turn, wording, "bid 3") == Choice(index=1)
    assert read_entry(turn, wording, "call [1,2]") == Choice(action=["call", [1, 2]])
    with pytest.raises(WrongChoiceError, match="none of the actions"):
        read_entry(turn, wording, "bid 4")
    assert dataclasses.replace(turn, fallback=1).fallback_choice() == Choice(index=1)
