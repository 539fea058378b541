"""Declared games: what follows from the declarations keeps the contract, and wrong declarations are named."""

import pickle
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal

import pytest
from jsonschema import Draft202012Validator, ValidationError
from msgspec import Meta, field

from infoset_games import declared
from infoset_games.core import CHANCE, OVER, IllegalActionError
from infoset_games.declared.actions import actions_of
from infoset_games.game import OptionError
from infoset_games.replay import canonical
from infoset_games.rng import Rng
from infoset_games.testing import parametrize


class Options(declared.Options, frozen=True):
    seats: Annotated[int, Meta(ge=2, le=3, description="players")] = 2
    goal: Annotated[int, Meta(ge=1, le=9)] = 4
    start: Literal["low", "high"] = "low"
    lucky: bool = False


class Stop(declared.Action, frozen=True):
    pass


class GoOn(declared.Action, frozen=True):
    steps: Annotated[int, Meta(ge=1, le=2)]
    side: Literal["left", "right"]
    boldly: bool


class Draw(declared.Action, frozen=True):
    number: Annotated[int, Meta(ge=0, le=1)]


class Position(declared.Position):
    """A race: each turn a step or two and a drawn 0 or 1; a draw of 1 is three times as likely."""

    goal: Annotated[int, Meta(ge=1, le=9)]
    at: list[Annotated[int, Meta(ge=0, le=99)]]
    turn: Annotated[int, Meta(ge=0, le=2)] = 0
    moved: bool = False
    last: list[GoOn] = field(default_factory=list)

    def mover(self) -> int:
        if max(self.at) >= self.goal:
            return OVER
        return CHANCE if self.moved else self.turn

    def choices(self) -> Sequence[declared.Action]:
        if self.moved:
            return [Draw(0), Draw(1)]
        steps = [GoOn(steps, side, False) for steps in (1, 2) for side in ("left", "right")]
        return [*steps, Stop()]

    def weights(self) -> Sequence[int]:
        return (1, 3)

    def play(self, action: declared.Action) -> None:
        match action:
            case Draw(number):
                self.at[self.turn] += number
                self.turn, self.moved = (self.turn + 1) % len(self.at), False
            case GoOn(steps):
                self.at[self.turn] += steps
                self.last, self.moved = [action], True
            case _:
                self.moved = True

    def scores(self) -> Sequence[int]:
        return self.at


class Race(declared.DeclaredGame[Options, Position]):
    name = "race"
    rules = "race/1.0"
    options_type = Options
    position_type = Position
    actions = (Stop, GoOn)
    chance = (Draw,)

    def set_up(self, rng: Rng) -> Position:
        first = 0 if self.given.start == "low" else 1
        return Position(self.given.goal, [first] * self.seats)

    def check(self, position: Position) -> None:
        if len(position.at) != self.seats:
            raise ValueError(f"at: expected {self.seats} numbers")


@parametrize([Race(), Race(seats=3, goal=9, start="high", lucky=True)])
def test_what_follows_from_declarations_keeps_the_contract(check: Callable[[], None]) -> None:
    check()


def test_actions_are_numbered_in_the_order_of_their_fields_and_written_with_their_verb() -> None:
    actions = actions_of(Race.actions, Race.chance)
    assert actions.all[:4] == (
        Stop(),
        GoOn(1, "left", False),
        GoOn(1, "left", True),
        GoOn(1, "right", False),
    )
    assert actions.write(3) == ["go_on", 1, "right", False]
    assert actions.read(["go_on", 1, "right", False], of_chance=False) == 3
    assert pickle.loads(pickle.dumps(actions)) is actions


@pytest.mark.parametrize(
    "written",
    [["go_on", 3, "left", True], ["go_on", 1, "up", True], ["go_on", 1], ["draw", 1], "stop", None],
)
def test_what_is_no_action_of_a_seat_is_refused_with_the_forms_there_are(written: Any) -> None:
    game = Race()
    state = game.start(game.deal(Rng("1")))
    with pytest.raises(IllegalActionError) as refused:
        game.read_action(state, 0, written)
    assert str(refused.value) == 'expected ["stop"] or ["go_on", steps, side, boldly]'


def test_what_the_rules_forbid_now_is_refused_with_the_verbs_there_are() -> None:
    game = Race()
    state = game.start(game.deal(Rng("1")))
    with pytest.raises(IllegalActionError, match="expected go_on or stop, as the rules allow"):
        game.read_action(state, 0, ["go_on", 1, "left", True])
    with pytest.raises(IllegalActionError, match="not your turn"):
        game.read_action(state, 1, ["stop"])
    assert state.kind(0) == "go_on_or_stop"


def test_options_are_described_by_their_declaration() -> None:
    described = Race.describe_options()
    assert described["seats"] == {
        "type": "integer",
        "minimum": 2,
        "maximum": 3,
        "default": 2,
        "about": "players",
    }
    start = {"type": "string", "enum": ["high", "low"], "default": "low", "about": "start"}
    assert {**described["start"], "enum": sorted(described["start"]["enum"])} == start
    assert described["lucky"]["type"] == "boolean"
    assert Race.seat_range == (2, 3)


@pytest.mark.parametrize(
    ("options", "path", "expected"),
    [
        ({"seats": 4}, "seats", "an integer in 2..3"),
        ({"seats": True}, "seats", "an integer in 2..3"),
        ({"start": "middle"}, "start", "one of high, low"),
        ({"lucky": 1}, "lucky", "a value of type boolean"),
        ({"stakes": 1}, "stakes", "one of the options goal, lucky, seats, start"),
    ],
)
def test_a_bad_option_is_refused_by_name(options: dict[str, Any], path: str, expected: str) -> None:
    with pytest.raises(OptionError) as refused:
        Race(**options)
    assert (refused.value.path, refused.value.expected) == (path, expected)


def test_constants_are_the_options_and_the_bounds_of_the_actions() -> None:
    consts = Race(goal=5).consts()
    assert consts["goal"] == 5
    assert consts["actions"] == {
        "stop": {},
        "go_on": {"steps": [1, 2], "side": ["left", "right"], "boldly": [False, True]},
    }


def test_what_is_written_is_what_the_schemas_say() -> None:
    game = Race(seats=3, start="high")
    definitions = game.payloads()
    state, rng = game.begin(Rng("1")), Rng("2")

    def check(part: str, value: Any) -> None:
        Draft202012Validator({"$ref": f"#/$defs/{part}", "$defs": definitions}).validate(value)

    check("Options", game.options())
    check("Consts", game.consts())
    while (mover := int(state.mover())) != OVER:
        check("Observation", game.write_observation(state.observe(1)))
        space = state.legal(mover)
        for index in range(space.size):
            check("Action", game.write_action(state, mover, space.item(index)))
        state.apply({mover: space.draw(rng)})
    wrong = {**game.write_observation(state.observe(None)), "at": [-1]}
    with pytest.raises(ValidationError):
        check("Observation", wrong)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"goal": 10}, "goal: expected int <= 9"),
        ({"at": [0, -1]}, r"at\[1\]: expected int >= 0"),
        ({"at": [0]}, "at: expected 2 numbers"),
        ({"last": [["go_on", 5, "left", True]]}, r"last\[0\]\[1\]: expected int <= 2"),
        ({"seat": 2}, r"seat: expected an integer in -1\.\.1"),
        ({"more": 1}, "more"),
    ],
)
def test_an_observation_that_cannot_be_is_refused_by_field(
    change: dict[str, Any], complaint: str
) -> None:
    game = Race()
    state = game.start(game.deal(Rng("1")))
    written = game.write_observation(state.observe(1))
    assert canonical(game.read_observation(written)._asdict()["seat"]) == canonical(1)
    with pytest.raises(ValueError, match=complaint):
        game.read_observation({**written, **change})


class Boundless(declared.Action, frozen=True):
    steps: int


class Endless(declared.Action, frozen=True):
    steps: Annotated[int, Meta(ge=0, le=10**9)]


class Needy(declared.Options, frozen=True):
    seats: Annotated[int, Meta(ge=2, le=3)]


class Seated(Position):
    seat: int = 0


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"actions": ()}, "actions: expected some"),
        ({"actions": (Stop, Stop)}, "of different names"),
        ({"actions": (Options,)}, "actions: expected subclasses of Action"),
        ({"actions": (Boundless,)}, r"Boundless\.steps: expected Annotated\[int, Meta"),
        ({"actions": (Endless,)}, "actions: expected at most 65536"),
        ({"options_type": Needy}, r"Needy\.seats: expected a default"),
        ({"options_type": declared.Options}, "seat_range: expected it, or an option `seats`"),
        ({"position_type": Seated}, r"Seated\.seat: expected another name"),
    ],
)
def test_a_wrong_declaration_is_named_when_the_class_is_made(
    fields: dict[str, Any], complaint: str
) -> None:
    right = {"name": "wrong", "rules": "wrong/1.0", "position_type": Position}
    right |= {"options_type": Options, "actions": (Stop,)}
    with pytest.raises(declared.DeclarationError, match=complaint):
        type("Wrong", (declared.DeclaredGame,), {**right, **fields})


def test_what_is_not_declared_is_named() -> None:
    with pytest.raises(declared.DeclarationError, match=r"Wrong\.rules: expected it to be given"):
        type("Wrong", (declared.DeclaredGame,), {"name": "wrong"})
