"""Least dangerous squares, for Crossfire: diamonds on the ten squares that can be shot at from the fewest others."""

from infoset.assistant import Assistant, Badge, run
from infoset.turn import Turn

DANGER = {"F": 11, "D": 10, "G": 7, "W": 1}  # of a square somebody may shoot from
PASSABLE = "FDG"
MARKED = 10


class SafestSquares(Assistant):
    def every_turn(self, turn: Turn) -> None:
        size = turn.match.consts["size"]
        terrain = self.plain["terrain"]
        dangers = {
            square: danger_of(terrain, size, square)
            for square in range(size * size)
            if terrain[square] in PASSABLE
        }
        safest = sorted(dangers, key=lambda square: dangers[square])[:MARKED]
        most = max((dangers[square] for square in safest), default=0)
        for square in safest:
            low = 1 - dangers[square] / (most + 1)  # the lower, the larger
            at = f"cell:{square // size},{square % size}"
            self.draw.badge(at, Badge.DIAMOND, color="good", size=0.5 + low)


def danger_of(terrain: str, size: int, square: int) -> int:
    """What can be seen along the four lines, up to a mountain or the edge."""
    total = 0
    for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):
        row, column = square // size + down, square % size + right
        while 0 <= row < size and 0 <= column < size:
            letter = terrain[row * size + column]
            if letter == "M":
                break
            total += DANGER.get(letter, 0)
            row, column = row + down, column + right
    return total


if __name__ == "__main__":
    run(SafestSquares)
