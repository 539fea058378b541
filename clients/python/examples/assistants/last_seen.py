"""Last seen, for Crossfire: on every square how many rounds ago an enemy was seen there."""

from infoset.assistant import Assistant, run
from infoset.turn import Turn


class LastSeen(Assistant):
    def every_turn(self, turn: Turn) -> None:
        size = turn.match.consts["size"]
        visible = int(self.plain["visible"] or "0", 16)
        sightings = self.plain["seen"]
        newest = {square: number for number, seen in enumerate(sightings) for square in seen}
        for square, number in newest.items():
            age = len(sightings) - 1 - number
            color = "danger" if visible >> square & 1 else "muted"
            self.draw.text(f"cell:{square // size},{square % size}", age, color=color)


if __name__ == "__main__":
    run(LastSeen)
