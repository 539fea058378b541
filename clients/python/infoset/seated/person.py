"""A person at this terminal as a Bot, for matches that are played here without a server."""

import os
import shutil
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from infoset.bot import Bot
from infoset.seated.desk import write_prompt
from infoset.seated.sitting import LeftError, Sitting
from infoset.turn import Answer, Match, MatchResult, Turn
from infoset.watching.look import speak_to_programs
from infoset.watching.screen import write_lines
from infoset.watching.text import style_for

CLEAR: Final = "\x1b[2J\x1b[H"


class Person(Bot):
    """Asks on standard output, reads answers from standard input. Leaving raises KeyboardInterrupt."""

    def __init__(self) -> None:
        self._sitting: Sitting | None = None
        self._out = sys.__stdout__ or sys.stdout
        self._is_terminal = self._out.isatty() and sys.stdin.isatty()
        if not self._is_terminal:
            speak_to_programs()

    def on_start(self, match: Match) -> None:
        style = style_for("auto", self._out.isatty(), os.environ)
        self._sitting = Sitting(match, style, is_by_position=not self._is_terminal)

    def on_events(self, match: Match, events: Sequence[Mapping[str, Any]]) -> None:
        sitting = self._seated(match)
        news = sitting.see(events)
        if not self._is_terminal:
            write_lines(self._out, news)

    def decide(self, turn: Turn) -> Answer:
        sitting = self._seated(turn.match)
        sitting.ask(turn, time.monotonic())
        self._show(sitting)
        while True:
            try:
                choice = sitting.answer(self._read_line(sitting))
            except LeftError:
                raise KeyboardInterrupt from None
            if choice is not None:
                break
            self._show(sitting)
        sitting.close()
        if choice.picks is not None:
            return list(choice.picks)
        return choice.index if choice.index is not None else choice.action

    def on_over(self, match: Match, result: MatchResult) -> None:
        sitting = self._seated(match)
        sitting.scene.result = result
        write_lines(self._out, ["", *sitting.scene.board(), *sitting.scene.final_table()])

    def _seated(self, match: Match) -> Sitting:
        if self._sitting is None:
            self.on_start(match)
        assert self._sitting is not None
        return self._sitting

    def _show(self, sitting: Sitting) -> None:
        size = shutil.get_terminal_size()
        if self._is_terminal:
            picture = sitting.screen(size.columns, size.lines - 1)
            self._out.write(CLEAR)
            write_lines(self._out, picture)
        else:
            write_lines(self._out, [*sitting.scene.board(), *sitting.question(size.columns)])

    def _read_line(self, sitting: Sitting) -> str:
        """The next typed line. Raises KeyboardInterrupt where there will be none."""
        write_prompt(self._out, sitting.prompt(time.monotonic()), is_person=sys.stdin.isatty())
        line = sys.stdin.readline()
        if not line:
            write_lines(self._out, [""])
            raise KeyboardInterrupt
        return line
