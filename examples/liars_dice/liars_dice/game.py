"""Liar's Dice as the server meets it: options, deal, worlds, events, and all as plain values."""

from collections.abc import Mapping
from typing import Any

from infoset_games.core import CHANCE, IllegalActionError, Json, State
from infoset_games.fields import is_int, read_int, read_int_rows, read_ints
from infoset_games.game import Event, Game, OptionError
from infoset_games.rng import Rng

from .rules import COVERED, FACES, LIAR, SPECTATOR, LiarsDiceState, bid_code, read_bid


class LiarsDice(Game):
    name = "liars_dice"
    rules = "liars_dice/1.0"
    seat_range = (2, 4)
    simultaneous = False

    def __init__(self, seats: int = 3, dice: int = 3) -> None:
        given = {"seats": seats, "dice": dice}
        for option, about in self.describe_options().items():
            if not is_int(given[option], about["min"], about["max"]):
                raise OptionError(option, f"an integer in {about['min']}..{about['max']}")
        self.seats = seats
        self.dice = dice

    @staticmethod
    def describe_options() -> dict[str, dict[str, Json]]:
        return {
            "seats": {"type": "int", "default": 3, "min": 2, "max": 4, "about": "players"},
            "dice": {"type": "int", "default": 3, "min": 1, "max": 5, "about": "dice of each"},
        }

    def options(self) -> dict[str, Json]:
        return {"seats": self.seats, "dice": self.dice}

    def consts(self) -> dict[str, Json]:
        return {"dice": self.dice, "faces": FACES}

    def deal(self, rng: Rng) -> Json:
        return {"opener": int(rng.below(self.seats))}

    def start(self, deal: Json) -> State:
        opener = read_int(deal, "opener", 0, self.seats - 1)
        left: list[int] = [self.dice] * self.seats
        empty: list[list[int]] = [[]] * self.seats
        return LiarsDiceState(
            {"opener": opener, "left": left, "cups": empty, "bids": [], "lifted": empty}
        )

    def determinize(self, observation: Any, rng: Rng) -> State:
        world = LiarsDiceState(observation)
        for cup in world.cups:
            cup[:] = [world.sample_chance(rng) if face == COVERED else face for face in cup]
        return world

    def narrate(self, before: State, joint: Mapping[int, int], after: State) -> list[Event]:
        assert isinstance(before, LiarsDiceState)
        assert isinstance(after, LiarsDiceState)
        ((seat, action),) = joint.items()
        roller = before.roller()
        if roller is not None:
            return [Event("rolled", {"by": roller}, {"face": action}, seen_by=(roller,))]
        if action != LIAR:
            return [Event("bid", {"by": seat, "bid": read_bid(action)})]
        lifted = {"cups": [list(cup) for cup in after.lifted], "loser": after.opener}
        return [Event("liar", {"by": seat}), Event("lifted", lifted)]

    def is_reversible(self, before: State, seat: int, action: int, after: State) -> bool:
        return action != LIAR  # a bid shows no die

    def write_action(self, state: State, seat: int, action: int) -> list[Json]:
        if seat == CHANCE:
            return ["roll", action]
        return ["liar"] if action == LIAR else ["bid", *read_bid(action)]

    def read_action(self, state: State, seat: int, value: Json) -> int:
        match value:
            case ["roll", face] if seat == CHANCE and is_int(face, 1, FACES):
                action = int(face)
            case ["liar"] if seat != CHANCE:
                action = LIAR
            case ["bid", *bid] if seat != CHANCE and self.is_bid(bid):
                action = bid_code(*bid)
            case _:
                raise IllegalActionError('expected ["bid", count, face] or ["liar"]')
        state.verify(seat, action)
        return action

    def is_bid(self, value: Json) -> bool:
        """Is it the count and the face of a bid with these dice?"""
        match value:
            case [count, face]:
                return is_int(count, 1, self.seats * self.dice) and is_int(face, 1, FACES)
        return False

    def write_observation(self, observation: Any) -> dict[str, Json]:
        return dict(observation)

    def read_observation(self, value: Json) -> Any:
        seats, sizes, bids = self.seats, range(self.dice + 1), value.get("bids")
        if not (isinstance(bids, list) and all(map(self.is_bid, bids))):
            raise ValueError("bids: expected a list of [count, face]")
        plain = {
            "opener": read_int(value, "opener", 0, seats - 1),
            "left": read_ints(value, "left", seats, 0, self.dice),
            "cups": read_int_rows(value, "cups", seats, sizes, COVERED, FACES),
            "bids": bids,
            "lifted": read_int_rows(value, "lifted", seats, sizes, 1, FACES),
        }
        seat = read_int(value, "seat", SPECTATOR, seats - 1)
        return LiarsDiceState(plain).to_plain() | {"seat": seat}
