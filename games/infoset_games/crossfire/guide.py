"""What a player asks of the board before a command: where a slide ends, what a beam lights, who is safe. Not compiled.

Everything is for the round that is to be commanded and for a unit alone on the board; others may be in its way.
"""

from collections.abc import Iterable, Sequence

from infoset_games.crossfire.geometry import DIRECTIONS, OPPOSITE, OUTSIDE, members
from infoset_games.crossfire.observation import Observation
from infoset_games.crossfire.reach import reach_of
from infoset_games.crossfire.units import IDLE


class Guide:
    """Answers for one observation. Squares are numbers, directions 0 to 3 (geometry.py)."""

    def __init__(self, view: Observation) -> None:
        self.view = view
        self.board = view.board
        self.round = view.round

    def slide(self, square: int, direction: int) -> tuple[int, int]:
        """Where a MOVE given now ends, and how many rounds it takes; 0 rounds where it is obstructed."""
        rounds = 0
        while self.round + rounds <= self.board.last_round:
            number = self.round + rounds
            target = int(self.board.stage_in(number).step(square, direction))
            if target == OUTSIDE:
                break
            square = target
            rounds += 1
            if not self.board.stage_after(number).slides(square, direction):
                break
        return square, rounds

    def beam(self, square: int, direction: int) -> list[int]:
        """The squares that a FIRE given now lights, ascending."""
        return members(self.board.stage_after(self.round).beam(square, direction))

    def visible_from(self, squares: Iterable[int]) -> list[int]:
        """The squares in view at the end of the round of units that stand there, ascending."""
        stage, seen = self.board.stage_after(self.round), 0
        for square in squares:
            seen |= stage.seen_from(square)
        return members(seen)

    def is_survivable(self, square: int, motion: int = IDLE) -> bool:
        """Can a unit in this state at the end of the round outlive the reductions until nine squares are left?"""
        return self.board.survival().is_safe(square, motion, self.round)

    def who_can_hit(self, square: int) -> list[int]:
        """The squares from which a beam of this round lights `square`, ascending."""
        stage = self.board.stage_after(self.round)
        neighbours, count = self.board.geometry.neighbours, self.board.count
        found: list[int] = []
        for direction in range(DIRECTIONS):
            place = square
            while place != OUTSIDE and not stage.stops[place]:
                place = neighbours[OPPOSITE[direction] * count + place]
                if place != OUTSIDE and stage.passable >> place & 1:
                    found.append(place)
        return sorted(found)

    def where_enemies_may_be(self) -> Sequence[Sequence[int]]:
        """By enemy unit the squares of its reach set now, ascending; nothing for a spectator."""
        view = self.view
        if view.last is None:
            return []
        reach = reach_of(view.board, view.seat, view.last, view.recharge[0])
        return [members(where.squares()) for where in reach]

    def flip(self, square: int) -> int:
        """The square as the other seat has it: the image under the map's symmetry."""
        return self.board.geometry.image(self.board.map.symmetry, square)
