"""Whole games as a table enters them: the truth is played with all cards open, only what is seen is entered."""

from collections.abc import Iterator
from typing import Any

from infoset_bots.lab.tabletop.entries import Entry
from infoset_bots.lab.tabletop.world import World
from infoset_games.catan import Catan
from infoset_games.catan.actions import (
    DICE,
    DICE_ROLL,
    DISCARD,
    DISCARDS,
    DRAWN,
    PLAY_MONOPOLY,
    STOLEN,
    THEFT,
)
from infoset_games.catan.cards import RESOURCES
from infoset_games.catan.cells import DUE, POINTS
from infoset_games.catan.policies import heuristic, random_player
from infoset_games.catan.state import CatanState
from infoset_games.core import CHANCE
from infoset_games.rng import Rng

MAX_PLIES = 3000


class Truth:
    """A game in which everything is known. `entries` plays it and says what a table would enter."""

    def __init__(self, seed: str, seats: int, programs: set[int], **options: Any) -> None:
        self.game = Catan(seats=seats, **({"round_limit": 1000} | options))
        self.deal = self.game.deal(Rng(seed, "deal"))
        self.state: CatanState = self.game.start(self.deal)
        self.programs = programs
        self.is_chatty = False  # tells also what nobody would have to
        self._rng = Rng(seed, "play")
        self._policies = (heuristic(), random_player())
        self._aside: dict[int, list[int]] = {}

    def world(self) -> World:
        names = [f"P{seat}" for seat in range(self.game.seats)]
        return World(self.game, self.deal, names, frozenset(self.programs))

    def entries(self) -> Iterator[list[Entry]]:
        """What is entered of each ply; afterwards `state` is the truth."""
        for _ in range(MAX_PLIES):
            if self.state.result() is not None:
                return
            yield self._discards() if self.state.phase == DISCARDS else self._ply()
        raise AssertionError("the game does not end")

    def _ply(self) -> list[Entry]:
        state = self.state
        joint = {seat: self._choose(seat) for seat in state.to_act()}
        entries = [self._entry(seat, code) for seat, code in self._in_order(joint)]
        if len(joint) == 1:
            ((seat, code),) = joint.items()
            before = state.copy()
            state.move(code)
            entries = [self._told(seat, code, before)]
        else:
            state.apply(joint)
        return entries + self._claim()

    def _in_order(self, joint: dict[int, int]) -> list[tuple[int, int]]:
        return sorted(joint.items(), key=lambda item: (item[0] in self.programs, item[0]))

    def _choose(self, seat: int) -> int:
        policy = self._policies[self._rng.below(4) == 0]
        return policy.choose(self.state, seat, self._rng)

    def _entry(self, seat: int, code: int, **told: Any) -> Entry:
        action = self.game.write_action(self.state, seat, code)
        return Entry("act", seat, tuple(action), **told)

    def _told(self, seat: int, code: int, before: CatanState) -> Entry:
        """The entry of a ply of one seat that has been played, with what chance adds to it."""
        state = self.state
        action = tuple(self.game.write_action(before, seat, code))
        told: dict[str, Any] = {}
        if state.mover() == CHANCE:
            phase, parties = state.phase, {int(state.turn), int(state.victim)}
            drawn = int(state.sample_chance(self._rng))
            state.move(drawn)
            if phase == DICE:
                roll = drawn - DICE_ROLL
                told["dice"] = (roll // 6 + 1, roll % 6 + 1)
            elif parties & self.programs or self.is_chatty:
                told["card"] = drawn - (STOLEN if phase == THEFT else DRAWN)
        elif PLAY_MONOPOLY <= code < PLAY_MONOPOLY + RESOURCES:
            resource = code - PLAY_MONOPOLY
            told["counts"] = tuple(
                0 if other == seat else int(before.hand(other, resource))
                for other in range(self.game.seats)
            )
        return Entry("act", seat, action, **told)

    def _discards(self) -> list[Entry]:
        state = self.state
        entries: list[Entry] = []
        for seat in state.to_act():
            if seat not in self._aside:
                self._aside[seat] = self._some_cards(seat, int(state.cells[DUE + seat]))
                if seat not in self.programs:
                    entries.append(Entry("act", seat, ("discard", *self._aside[seat])))
        joint = {seat: DISCARD + self._aside[seat].pop(0) for seat in state.to_act()}
        entries += [
            self._entry(seat, joint[seat]) for seat in sorted(joint) if seat in self.programs
        ]
        state.apply(joint)
        if state.phase != DISCARDS:
            self._aside = {}
        return entries

    def _some_cards(self, seat: int, count: int) -> list[int]:
        hand = [kind for kind in range(RESOURCES) for _ in range(int(self.state.hand(seat, kind)))]
        return sorted(hand.pop(self._rng.below(len(hand))) for _ in range(count))

    def _claim(self) -> list[Entry]:
        """That a person has won by cards nobody has seen."""
        state = self.state
        winner = int(state.turn)
        if state.result() is None or winner in self.programs or self.is_chatty:
            return []
        if int(state.cells[POINTS + winner]) >= int(state.options.target):
            return []
        return [Entry("win", winner, number=int(state.victory_cards(winner)))]
