"""`payloads.json` of every game: whatever a game writes is what its schema says, and nothing more."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import infoset_games
from infoset_games.core import CHANCE, State
from infoset_games.game import Game
from infoset_games.registry import make_game
from infoset_games.rng import Rng
from infoset_games.spaces import ProductSpace

FOLDER = Path(infoset_games.__file__).parent
GAMES = sorted(path.parent.name for path in FOLDER.glob("*/payloads.json"))
MAX_PLIES = 200
SMALL = {"minimum": -(2**31), "maximum": 2**31 - 1}  # an `int` in languages that have several
FEW = 13  # every so many plies the observations are looked at
VARIANTS: dict[str, dict[str, Any]] = {
    "catan": {"public_discards": False, "bank_public": False, "trade_menu": "small"},
    "colonizers": {"legacy": True, "colony": 5},
    "crossfire": {"preset": "mini"},
}


class Schemas:
    """The definitions of a game, with every unknown field forbidden."""

    def __init__(self, game: str) -> None:
        plain = json.loads((FOLDER / game / "payloads.json").read_text("utf-8"))
        Draft202012Validator.check_schema(plain)
        self.title: str = plain["title"]
        self._definitions = closed(plain["$defs"])
        self._validators: dict[str, Draft202012Validator] = {}

    def check(self, name: str, value: Any) -> None:
        for error in self._validator(name).iter_errors(value):
            pytest.fail(f"{name} {list(error.path)}: {error.message[:300]}")

    def check_member(self, union: str, tag: str, value: Any) -> None:
        """As `check` for a union whose members are named by what they are told by: faster."""
        name = pascal(tag) + union
        assert {"$ref": f"#/$defs/{name}"} in self._definitions[union]["oneOf"]
        self.check(name, value)

    def _validator(self, name: str) -> Draft202012Validator:
        if name not in self._validators:
            schema = {"$ref": f"#/$defs/{name}", "$defs": self._definitions}
            self._validators[name] = Draft202012Validator(schema)
        return self._validators[name]


def pascal(tag: str) -> str:
    return "".join(word.capitalize() for word in tag.split("_"))


def closed(node: Any) -> Any:
    """A schema whose objects have no fields but those it names, and whose integers are small unless it bounds them."""
    if isinstance(node, list):
        return [closed(item) for item in node]
    if not isinstance(node, dict):
        return node
    inner = {name: closed(value) for name, value in node.items()}
    if inner.get("type") == "integer":
        inner = SMALL | inner
    is_object = inner.get("type") == "object" and "properties" in inner
    return {**inner, "additionalProperties": False} if is_object else inner


def draw(game: Game, state: State, seat: int, rng: Rng, schemas: Schemas) -> int:
    """A random action of a seat, after a look at how it is written."""
    if seat == CHANCE:
        action = state.sample_chance(rng)
    else:
        space = state.legal(seat)
        action = space.draw(rng)
        if isinstance(space, ProductSpace):
            for slot, option in enumerate(space.split(action)):
                written = game.write_option(state, seat, slot, option)
                schemas.check_member("Action", written[0], written)
    written = game.write_action(state, seat, action)
    schemas.check_member("Action", written[0], written)
    return action


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("is_variant", [False, True])
def test_everything_a_match_writes_is_in_the_schema(name: str, is_variant: bool) -> None:
    schemas = Schemas(name)
    game = make_game(name, VARIANTS[name] if is_variant else {}, None)
    assert schemas.title == game.rules
    schemas.check("Options", game.options())
    schemas.check("Consts", game.consts())
    rng = Rng(f"payloads {name}")
    state = game.start(game.deal(rng))
    viewers = [0, game.seats - 1, None]
    for ply in range(MAX_PLIES):
        if ply % FEW == 0 or state.result() is not None:
            for seat in viewers:
                schemas.check("Observation", game.write_observation(state.observe(seat)))
        if state.result() is not None:
            break
        joint = {seat: draw(game, state, seat, rng, schemas) for seat in state.to_act()}
        before = state.copy()
        state.apply(joint)
        for event in game.narrate(before, joint, state):
            for seat in viewers:
                schemas.check_member("Event", event.kind, event.view(seat))


@pytest.mark.parametrize("name", GAMES)
def test_the_options_are_those_that_the_game_describes(name: str) -> None:
    plain = json.loads((FOLDER / name / "payloads.json").read_text("utf-8"))
    described = make_game(name, {}, None).describe_options()
    options = plain["$defs"]["Options"]["properties"]
    assert options.keys() == described.keys()
    for option, facts in described.items():
        if "enum" in facts and "enum" in options[option]:
            assert options[option]["enum"] == facts["enum"]
