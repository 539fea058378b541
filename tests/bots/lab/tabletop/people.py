"""People at a table who choose at random among what is listed, and what they typed."""

import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from infoset.watching.text import Style
from infoset_bots.lab.tabletop.journal import Story, begin, resume
from infoset_bots.lab.tabletop.lines import PlainLines
from infoset_bots.lab.tabletop.party import Party, make_party, make_places
from infoset_bots.lab.tabletop.session import Session
from infoset_bots.lab.tabletop.table import Table
from infoset_bots.lab.tabletop.view import View
from infoset_bots.lab.tabletop.world import World
from infoset_games.catan.cards import DEV_NAMES, RESOURCE_NAMES, RESOURCES, VICTORY
from infoset_games.catan.cells import DECK
from infoset_games.catan.text import LETTERS, write_text
from infoset_games.rng import Rng

WIDTH = 80
SEATS = (("person", "Ann"), ("player", "Blue=heuristic"), ("person", "Ben"))


def party(*seats: tuple[str, str], seed: str = "s", think_s: float = 60.0, **options: Any) -> Party:
    return make_party(make_places(seats or SEATS), dict(options), seed, think_s)


class Typed(io.StringIO):
    """Lines that are typed one after the other."""

    def __init__(self, *lines: str) -> None:
        super().__init__("".join(f"{line}\n" for line in lines))


def sit(file: Path, *lines: str, party: Party | None = None) -> str:
    """What a table shows while these lines are typed; a new one of `party`, or the one in the file."""
    out = io.StringIO()
    talk(file, PlainLines(Typed(*lines), out), party)
    return out.getvalue()


def talk(file: Path, lines: PlainLines, party: Party | None = None) -> Table:
    """Sits at a table until it is over or nobody types any more."""
    if party is None:
        party, story, journal = resume(file)
    else:
        story, journal = Story(), begin(file, party)
    with Table(party, story, journal) as table:
        if isinstance(lines, RandomPeople):
            lines.table = table
        Session(table, lines, View(party, Style(), WIDTH), file).run()
    return table


class RandomPeople(PlainLines):
    """Answers whatever is asked. `typed` are the lines; with `script` those are typed instead."""

    def __init__(self, seed: str, script: Sequence[str] | None = None) -> None:
        self.out = io.StringIO()
        super().__init__(io.StringIO(), self.out)
        self.table: Table | None = None
        self.typed: list[str] = []
        self._rng = Rng(seed, "people")
        self._script: Iterator[str] | None = None if script is None else iter(script)

    def read(self, prompt: str, *, is_secret: bool = False) -> str:
        line = self._answer(prompt) if self._script is None else next(self._script, None)
        if line is None:
            raise EOFError
        self.out.write(f"{prompt}{'*' if is_secret else line}\n")
        self.typed.append(line)
        return line

    @property
    def announcements(self) -> list[str]:
        """What the program's players said."""
        return [line for line in self.out.getvalue().splitlines() if line.startswith(">>")]

    def _answer(self, prompt: str) -> str:
        if prompt.startswith("["):
            return ""
        if "dice" in prompt:
            return str(2 + self._rng.below(6) + self._rng.below(6))
        if "how many" in prompt:
            return self._count(prompt)
        if "not shown" in prompt:
            return self._card(prompt)
        return self._action(prompt)

    def _world(self) -> World:
        assert self.table is not None
        return self.table.world

    def _count(self, prompt: str) -> str:
        """Something that can be: what the table assumes."""
        world = self._world()
        names = [name.lower() for name in world.names]
        words = prompt.lower().split()
        if "victory" in prompt:
            return str(world.victory_range(names.index(words[5]))[0])
        kind = RESOURCE_NAMES.index(words[2])
        return str(int(world.state.hand(names.index(words[4]), kind)))

    def _card(self, prompt: str) -> str:
        if "lets the program draw" in prompt:
            return "?"
        world = self._world()
        if "has drawn" in prompt:
            left = [kind for kind in range(VICTORY) if world.state.cells[DECK + kind]]
            return DEV_NAMES[left[self._rng.below(len(left))]]
        victim = re.search(r"from (\w+) ", prompt)
        assert victim is not None
        seat = world.names.index(victim[1])
        hand = [kind for kind in range(RESOURCES) if world.state.hand(seat, kind)]
        return LETTERS[hand[self._rng.below(len(hand))]]

    def _action(self, prompt: str) -> str:
        world = self._world()
        name = prompt.partition(",")[0]
        seat = world.names.index(name)
        if "aside" in prompt:
            due = world.due(seat)
            hand = [
                LETTERS[kind]
                for kind in range(RESOURCES)
                for _ in range(int(world.state.hand(seat, kind)))
            ]
            return " ".join(
                ["discard", *(hand.pop(self._rng.below(len(hand))) for _ in range(due))]
            )
        actions = world.choices(seat)
        verbs = sorted({action[0] for action in actions})
        verb = verbs[self._rng.below(len(verbs))]
        chosen = [action for action in actions if action[0] == verb]
        action = chosen[self._rng.below(len(chosen))]
        return str(write_text(action))
