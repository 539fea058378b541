"""What the seats of one match chose: how each began, what took how long, where actions pointed. Any game."""

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from infoset_games.core import Json, State
from infoset_games.game import Game
from infoset_games.places import Places, places_of
from infoset_games.steps import ACT, MISS, REPLACE, UNDO, Step

MOST_OPENING: Final = 8  # decisions of a seat that are kept as its opening


@dataclass
class KindTime:
    """Decisions of one kind, and the time they took."""

    decisions: int = 0
    spent_ms: int = 0
    max_ms: int = 0


@dataclass
class SeatChoices:
    """One seat. `opening` are its first own actions as the game writes them, `targets` count (verb, anchor)."""

    opening: list[str] = field(default_factory=list)
    kinds: dict[str, KindTime] = field(default_factory=dict)
    targets: Counter[tuple[str, str]] = field(default_factory=Counter)


class ChoiceTeller:
    """Listens to the steps of a match, one after the other."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._places: Places = places_of(game.name)
        self._kinds: list[dict[str, KindTime]] = [{} for _ in range(game.seats)]
        self._chosen: dict[tuple[int, int], tuple[str, list[tuple[str, str]]]] = {}

    def hear(self, step: Step, before: State) -> None:
        """A step, and the position in which it was taken."""
        if step.kind == UNDO:
            self._chosen.pop((step.seat, step.decision), None)
        if step.kind in (ACT, MISS):
            kind = self._kinds[step.seat].setdefault(before.kind(step.seat), KindTime())
            kind.decisions += 1
            kind.spent_ms += step.elapsed_ms
            kind.max_ms = max(kind.max_ms, step.elapsed_ms)
        if step.kind in (ACT, REPLACE):  # of a choice made anew the last one counts
            written = self._game.write_action(before, step.seat, step.action)
            anchors = self._places.pointed(before, step.seat, written)
            targets = [(str(written[0]), anchor) for anchor in anchors]
            self._chosen[step.seat, step.decision] = as_text(written), targets

    def seats(self) -> list[SeatChoices]:
        """By seat, what was chosen so far."""
        found = [SeatChoices(kinds=kinds) for kinds in self._kinds]
        for (seat, _), (text, targets) in self._chosen.items():
            if len(found[seat].opening) < MOST_OPENING:
                found[seat].opening.append(text)
            found[seat].targets.update(targets)
        return found


def as_text(written: Json) -> str:
    """An action as it stands in a replay."""
    return json.dumps(written, separators=(",", ":"), ensure_ascii=False)
