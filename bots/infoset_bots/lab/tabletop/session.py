"""An evening at the table: asks people, announces what the program's players do. The books are kept in `Table`.

ask a person --action--> entered --> next
ask a program --announced--> Enter, dice or card --> entered --> next
any prompt --undo, redo--> the table as it was --> next
over --hidden victory cards--> scores, record
"""

from pathlib import Path
from typing import Any, Final

from infoset.errors import WrongChoiceError
from infoset.watching.catan_words import resource_name
from infoset.wording import say
from infoset_bots.lab.arena.store import write_whole
from infoset_bots.lab.tabletop.checking import ContradictionError
from infoset_bots.lab.tabletop.commands import Command, help_lines, read_command
from infoset_bots.lab.tabletop.entries import Entry
from infoset_bots.lab.tabletop.journal import story_text
from infoset_bots.lab.tabletop.lines import Asked, Lines, Wanted
from infoset_bots.lab.tabletop.recording import record_path, write_table_record
from infoset_bots.lab.tabletop.table import Table
from infoset_bots.lab.tabletop.typed import (
    UNKNOWN,
    Said,
    card_expected,
    read_card,
    read_count,
    read_dice,
    read_resource,
    read_said,
    resource_expected,
)
from infoset_bots.lab.tabletop.view import View
from infoset_bots.lab.tabletop.wording import Announcer
from infoset_bots.lab.tabletop.world import Need
from infoset_games.catan.cards import RESOURCE_CARDS
from infoset_games.catan.cells import DEVS, POINTS
from infoset_games.catan.layouts import read_deal
from infoset_games.core import Json
from infoset_games.notices import Told

LOG_LINES: Final = 20
DONE: Final = ("", "ok", "done", "y", "yes")
UNSAID: Final = "discard"  # a card of several: told when all have chosen
UNCONFIRMED: Final = "reject"  # nobody has to do anything for it
RESOURCE_HINT: Final = "w b s h o"
DEV_HINT: Final = "knight, road_building, plenty, monopoly, victory"


class LeftError(Exception):
    """The people leave the table; it can be resumed."""


class ChangedError(Exception):
    """Entries were taken back or entered again, or a win: what was asked is asked no more."""


class Session:
    """People at one table: `run` until the match is over or they leave."""

    def __init__(self, table: Table, lines: Lines, view: View, file: Path) -> None:
        """`file` is the table's, for what is said about it."""
        self._table = table
        self._lines = lines
        self._view = view
        self._file = file
        self._names = table.party.names
        self._actions: list[list[Json]] = []  # that are asked for now
        board = read_deal(table.party.deal, apart=True)
        self._announcer = Announcer(board, self._names)

    def run(self) -> None:
        """Raises OSError where the file can no longer be written."""
        try:
            self._greet()
            while not self._next():
                pass
        except (LeftError, EOFError):
            self._lines.tell(["", left_text(self._file)])

    def _greet(self) -> None:
        tell, world, draws = self._lines.tell, self._table.world, self._lines.draws
        if draws:
            tell(self._view.seats())
            tell([say("terminal-table-kept", file=str(self._file))])
        if world.steps:
            position = ["", *self._view.position(world), ""] if draws else []
            events = self._view.events(world.told)[-LOG_LINES:]
            tell([*position, *self._view.news(world.told)[-LOG_LINES:]], events)
            return
        if draws:
            tell([say("terminal-table-lay"), "", *self._view.places(world), ""])
        self._ask("laid")
        try:
            self._confirm(f"[{say('terminal-table-lies')}] ")
        except ChangedError:  # of a table resumed before its first entry
            return

    def _next(self) -> bool:
        """One decision; is the match over and told?"""
        world = self._table.world
        try:
            if world.is_over:
                return self._finish()
            seat = world.seats_to_act()[0]
            if seat in self._table.party.programs:
                self._ask_program(seat)
            else:
                self._ask_person(seat)
        except ChangedError:
            pass
        return False

    # People.

    def _ask_person(self, seat: int) -> None:
        world = self._table.world
        kind = world.state.kind(seat)
        actions = self._actions = world.choices(seat)
        listed = self._view.actions(world, seat, actions)
        if self._lines.draws:
            self._lines.tell(["", *listed])
        while True:
            params = [] if kind == "roll" else world.params(seat)
            self._ask("action", seat, kind=kind, actions=actions, params=params)
            line = self._read(f"{self._names[seat]}, {self._task(seat, kind)}: ")
            if not line:
                self._lines.tell(listed)
                continue
            try:
                said = read_said(kind, line, actions, self._names)
                entry = self._complete(seat, said)
                told = self._table.enter(entry)
            except (WrongChoiceError, ContradictionError) as error:
                self._complain(error)
                continue
            self._lines.tell(self._view.news(told), self._view.events(told))
            return

    def _ask(self, wanted: Wanted, seat: int = -1, **more: Any) -> None:
        """Says what is asked to whoever points."""
        obs = self._view.observation(self._table.world)
        self._lines.ask(Asked(wanted, seat, obs=obs, **more))

    def _task(self, seat: int, kind: str) -> str:
        if kind == "roll":
            return say("terminal-table-roll")
        if kind == "discard":
            due = int(self._table.world.due(seat))
            return say("terminal-table-discard", count=due, typed="discard w w o")
        return self._view.task(kind)

    def _complete(self, seat: int, said: Said) -> Entry:
        """The entry of an action, after asking for what must be told with it. Raises as `World.need`."""
        action = tuple(said.action)
        need = self._table.world.need(seat, action)
        card = said.card
        if need is None:
            return Entry("act", seat, action, card=card)
        if need.what == "dice":
            return Entry("act", seat, action, dice=said.dice or self._ask_dice(seat))
        if need.what == "counts":
            return Entry("act", seat, action, counts=self._ask_counts(seat, need))
        if card is None:
            card = self._ask_card(seat, need)
        return Entry("act", seat, action, card=card)

    # What is told along with an action.

    def _ask_dice(self, seat: int) -> tuple[int, int]:
        self._ask("dice", seat)
        while True:
            try:
                return read_dice(
                    self._read(f"{say('terminal-table-dice', name=self._names[seat])}: ")
                )
            except WrongChoiceError as error:
                self._complain(error)

    def _ask_card(self, seat: int, need: Need) -> int:
        """The card that was drawn: from the deck, or from a hand."""
        programs = self._table.party.programs
        if need.what == "drawn":
            prompt = say("terminal-table-drawn", name=self._names[seat], typed=DEV_HINT)
            return self._ask_hidden(f"{prompt}: ", is_resource=False)
        thief, victim = self._names[seat], self._names[need.victim]
        if need.victim in programs and seat in programs:
            card = self._table.drawn_from(need.victim)
            self._tell_theft("terminal-table-draws", thief, victim, card)
            return card
        they = {"name": thief, "whom": victim, "typed": RESOURCE_HINT}
        if need.victim not in programs:
            return self._ask_hidden(f"{say('terminal-table-stolen', **they)}: ", is_resource=True)
        prompt = f"{say('terminal-table-stolen-or', **they)}: "
        hidden = self._ask_hidden(prompt, True, may_draw=True)
        if hidden >= 0:
            return hidden
        card = self._table.drawn_from(need.victim)
        self._tell_theft("terminal-table-takes", thief, victim, card)
        return card

    def _tell_theft(self, key: str, thief: str, victim: str, card: int) -> None:
        self._lines.tell([say(key, name=thief, card=resource_name(card), whom=victim)])

    def _ask_hidden(self, prompt: str, is_resource: bool, may_draw: bool = False) -> int:
        """A card, typed without being shown; -1 for one that the program shall draw."""
        self._ask("resource" if is_resource else "card", may_draw=may_draw)
        while True:
            line = self._read(prompt, is_secret=True)
            if may_draw and line == UNKNOWN:
                return -1
            try:
                return read_resource(line) if is_resource else read_card(line)
            except WrongChoiceError:  # without what was typed, which nobody shall see
                expected = resource_expected() if is_resource else card_expected()
                self._lines.tell([f"! {expected}"])

    def _ask_counts(self, taker: int, need: Need) -> tuple[int, ...]:
        """The cards that everybody hands over; asked only where it is not known."""
        state = self._table.world.state
        card = resource_name(need.resource)
        counts: list[int] = []
        for seat, who in enumerate(self._names):
            if seat in need.seats:
                prompt = f"{say('terminal-table-hands-over', card=card, name=who)} "
                counts.append(self._ask_count(prompt, seat, resource=need.resource))
            else:
                counts.append(0 if seat == taker else int(state.hand(seat, need.resource)))
        return tuple(counts)

    def _ask_count(
        self, prompt: str, seat: int, *, most: int = RESOURCE_CARDS, resource: int = -1
    ) -> int:
        self._ask("count", seat, most=most, resource=resource)
        while True:
            try:
                return read_count(self._read(prompt), most)
            except WrongChoiceError as error:
                self._complain(error)

    # Programs.

    def _ask_program(self, seat: int) -> None:
        table = self._table
        self._actions = []
        action, trouble = table.decide(seat)
        if trouble:
            self._lines.tell(
                [f"! {say('terminal-table-trouble', name=self._names[seat], what=trouble)}"]
            )
        if action[0] != UNSAID:
            announced = self._announcer.say(table.world.state, seat, action)
            self._lines.tell(["", *self._view.wrapped(f">> {announced}")])
        if action[0] in (UNSAID, UNCONFIRMED):
            told = table.enter(Entry("act", seat, tuple(action), is_quiet=True))
        else:
            told = self._enter_announced(seat, action)
        self._lines.tell(self._view.news(told, seat), self._view.events(told, seat))

    def _enter_announced(self, seat: int, action: list[Json]) -> list[Told]:
        while True:
            entry = self._complete(seat, Said(action))
            if (entry.dice, entry.card, entry.counts) == (None, None, None):
                self._ask("done", seat, action=action)
                self._confirm(f"[{say('terminal-table-done')}] ")
            try:
                return self._table.enter(entry)
            except ContradictionError as error:
                self._complain(error)

    def _confirm(self, prompt: str) -> None:
        while self._read(prompt).lower() not in DONE:
            self._lines.tell([f"! {say('terminal-table-press')}"])

    # Words for the table.

    def _read(self, prompt: str, *, is_secret: bool = False) -> str:
        """The next line that is no command. Raises ChangedError, LeftError, EOFError."""
        while True:
            line = self._lines.read(prompt, is_secret=is_secret)
            try:
                command = read_command(line)
                if command is None or (is_secret and line == UNKNOWN):
                    return line
                self._obey(command)
            except (WrongChoiceError, ContradictionError) as error:
                self._complain(error)

    def _obey(self, command: Command) -> None:
        world, tell = self._table.world, self._lines.tell
        match command.name:
            case "help":
                tell(help_lines())
            case "show":
                tell(["", *self._view.position(world, self._actions), ""])
            case "map":
                tell(["", *self._view.places(world), ""])
            case "log":
                tell(self._view.news(world.told)[-(command.count or LOG_LINES) :])
            case "cards":
                self._show_cards(command.text)
            case "save":
                self._save(Path(command.text))
            case "undo" | "redo":
                self._go(command.name, 1 if command.count is None else command.count)
            case "win":
                self._win(command.count)
            case _:
                raise LeftError

    def _show_cards(self, name: str) -> None:
        seats = [
            seat
            for seat in sorted(self._table.party.programs)
            if self._names[seat].lower() == name.lower()
        ]
        if not seats:
            raise WrongChoiceError(f"cards: {say('terminal-table-no-program', name=name)}")
        self._lines.tell(self._view.cards(self._table.world, seats[0]))

    def _save(self, path: Path) -> None:
        try:
            write_whole(path, story_text(self._table.party, self._table.story.entries))
        except OSError as error:
            raise WrongChoiceError(f"save: {path}: {error.strerror}") from None
        self._lines.tell([say("terminal-table-saved", file=str(path))])

    def _go(self, name: str, steps: int) -> None:
        """Back, or forth again."""
        count = self._table.undo(steps) if name == "undo" else self._table.redo(steps)
        if not count:
            raise WrongChoiceError(f"{name}: {say(f'terminal-table-nothing-{name}')}")
        world = self._table.world
        last = self._view.news(world.told)[-1:] or [f"  {say('terminal-table-nothing-yet')}"]
        self._lines.tell([say(f"terminal-table-gone-{name}", count=count), *last])
        raise ChangedError

    def _win(self, number: int | None) -> None:
        """Whoever's turn it is has won by victory cards."""
        state = self._table.world.state
        seat = int(state.turn)
        missing = int(state.options.target) - int(state.cells[POINTS + seat])
        held = int(state.cells[DEVS + seat])
        number = missing if number is None else number
        if number > held:
            needs = say("terminal-table-too-few", name=self._names[seat], count=number, held=held)
            raise WrongChoiceError(f"win: {needs}")
        self._table.enter(Entry("win", seat, number=number))
        raise ChangedError

    def _complain(self, error: Exception) -> None:
        self._lines.tell([f"! {error}"])

    # The end.

    def _finish(self) -> bool:
        """Asks for what was hidden to the end, then tells the result and writes the record."""
        world = self._table.world
        for seat in world.unseen_seats():
            least, most = world.victory_range(seat)
            number = least
            if most > least:
                name = self._names[seat]
                prompt = say("terminal-table-held", name=name)
                number = self._ask_count(f"{prompt} ", seat, most=most)
            self._show(seat, number)
        for seat in sorted(self._table.party.programs):
            if world.victory_cards(seat):
                count, name = world.victory_cards(seat), self._names[seat]
                self._lines.tell([f">> {say('terminal-table-opens', name=name, count=count)}"])
        self._table.close_match()
        self._ask("over")
        record = record_path(self._file)
        write_table_record(record, self._table.party, world)
        self._lines.tell(
            [
                *(["", *self._view.position(world)] if self._lines.draws else []),
                *("", *self._view.result(world), ""),
                say("terminal-table-record", file=str(record)),
                f"  infoset replay {record} --all",
                f"  infoset stats {record}",
            ]
        )
        return True

    def _show(self, seat: int, number: int) -> None:
        try:
            self._table.enter(Entry("show", seat, number=number))
        except ContradictionError as error:
            self._complain(error)
            raise ChangedError from None  # and asks again


def left_text(file: Path) -> str:
    """How one goes on with a table that was left."""
    return say("terminal-table-left", command=f"infoset tabletop --resume {file}")
