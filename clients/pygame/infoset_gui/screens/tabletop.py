"""A real board of Catan on the table, followed by pointing: dice, pieces, cards and trades; undo takes entries back."""

import json
import re
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from pygame import Rect

from infoset.refusals import sentence
from infoset.turn import Answer, Match, Player
from infoset.wording import say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import spinner
from infoset_gui.net.tabletop_process import TabletopProcess
from infoset_gui.screens.bar import Tool, draw_bar, margins, tool_width, tools_width
from infoset_gui.screens.log import draw_log
from infoset_gui.screens.side import WIDTH
from infoset_gui.stage import Screen, Stage
from infoset_gui.table import MAX_LOG, Line
from infoset_gui.views.catan.laying import Laying
from infoset_gui.views.catan.tabletop import CatanTableView, TableQuestion
from infoset_gui.views.view import BUTTON, Look

REFUSED: Final = "! "  # begins a line that says why something cannot be
ANNOUNCED: Final = ">> "  # begins what a program does, to be done on the board
HINT: Final = re.compile(r": type the dice| \([^()]*\)$")  # of prompts, how to type
VERB: Final = re.compile(r"^(\w+: )?[a-z_]+: ")  # of refusals, with the name before it
GOES_ON: Final = "   "  # begins the rest of a long line


class TabletopScreen(Screen):
    """One evening. Knows no rules: every press is a line for `infoset tabletop`, which keeps the books."""

    def __init__(self, stage: Stage, options: Sequence[str]) -> None:
        """`options` are those of the command. Raises CommandError where it cannot be started."""
        self._stage = stage
        self._process = TabletopProcess(options)
        self._match: Match | None = None
        self._view: CatanTableView | None = None
        self._laying: Laying | None = None  # while the board is laid by pointing
        self.asked = TableQuestion()  # what the next press answers
        self._number = 0  # of questions so far
        self._waits = True  # for the table, as while a program thinks
        self._announced = ""
        self._log: deque[Line] = deque(maxlen=MAX_LOG)
        self._is_over = False
        self._is_refused = False  # was that the last that was said?
        self._shown = 0  # how often a program's cards were looked at

    @property
    def is_open(self) -> bool:
        """Does a question wait for an answer, or is all over?"""
        return not self._waits

    # What the table says.

    def tick(self, now_s: float) -> bool:
        messages = self._process.said()
        for message in messages:
            if message is None:
                self._ended()
            else:
                self._take(message)
        return bool(messages)

    def _ended(self) -> None:
        """It has said all: after the end, or because it could not go on."""
        self._waits = False
        if not self._is_over:
            self._stage.say(self._process.complaint() or say("window-board-closed"), "bad")
            self._close()

    def _take(self, message: Mapping[str, Any]) -> None:
        match message["t"]:
            case "table":
                self._match = read_match(message["match"])
                self._view = CatanTableView(self._match, self.say)
            case "read" if message["asked"]["wanted"] == "board":
                self._lay(message["asked"]["box"])
            case "read" if message["asked"]["wanted"] == "laid" and self._laying is not None:
                self._laying = None
                self._process.say("")  # it was shown as it lies
            case "tell":
                events, view = message["events"], self._view
                if events and view is not None:
                    self._tell_events(view, events)
                else:
                    self._tell(message["lines"])
            case "read":
                self._question(message["asked"], message["prompt"])
            case "over":
                self._is_over, self._waits = True, False
                self._question(message["asked"], say("window-board-over"))
            case _:
                pass

    def _tell_events(self, view: CatanTableView, events: Sequence[Mapping[str, Any]]) -> None:
        """What happened, in the words of the view."""
        self._announced = ""
        for event in events:
            if said := view.say(event, None):
                text, is_heading = said.strip("- "), said.startswith("--")
                self._log.append(Line(text, event.get("by", -1), is_heading))

    def _tell(self, lines: Sequence[str]) -> None:
        for line in lines:
            if line.startswith(REFUSED):
                self._is_refused = True
                why = VERB.sub(r"\1", self._words(line.removeprefix(REFUSED)))
                self._stage.say(sentence(why), "warn")
            elif line.startswith(GOES_ON) and self._announced:
                self._announced += f" {self._words(line.strip())}"
            elif line.startswith(ANNOUNCED):
                self._announced = self._words(line.removeprefix(ANNOUNCED))
            elif line.strip():
                self._announced = ""
                text = self._words(line.strip())
                self._log.append(Line(text.strip("- "), is_heading=text.startswith("--")))

    def _words(self, text: str) -> str:
        """A line without the numbers of places, which nobody needs who points."""
        if self._laying is not None:
            return self._laying.refused(text)
        return text if self._view is None else self._view.without_numbers(text)

    def _lay(self, box: Mapping[str, Any]) -> None:
        """The board is asked for, at first or because what was shown is none."""
        if self._laying is None:
            self._laying = Laying(box, self.say)
        self.asked = TableQuestion("board", prompt=say("window-board-show"))
        self._waits = False
        self._stage.is_stale = True

    def _question(self, asked: Mapping[str, Any] | None, prompt: str) -> None:
        if asked is None or self._view is None:
            return
        words = sentence(HINT.sub("", prompt.strip().removesuffix(":").strip("[]")))
        if asked["wanted"] == "laid":
            words = say("window-board-lay")
        if asked["wanted"] == "done":
            words = self._announced
        if not self._is_refused:
            self._stage.toasts.clear()  # they are of what was before
        self._is_refused = False
        question = TableQuestion(**{**asked, "prompt": words})
        self.asked = replace(question, prompt=self._view.prompt(question))
        if asked["wanted"] == "done":
            self._log.append(Line(self.asked.prompt, asked["seat"]))
        self._number += 1
        self._waits = False
        self._view.table_bar.on_question(self.asked)
        self._stage.is_stale = True

    # What is pointed at.

    def say(self, line: str) -> None:
        """A line as it would be typed; nothing else is said before the table has taken it in."""
        if not self._waits and not self._is_over:
            self._waits = True
            self._process.say(line)

    def _answer(self, answer: Answer) -> None:
        action = self.asked.actions[answer] if isinstance(answer, int) else answer
        self.say(json.dumps(action))

    def on_key(self, key: str) -> bool:
        if key in ("backspace", "u"):
            self._undo()
            return True
        return False

    def _undo(self) -> None:
        """Takes back what is half chosen, else the last entry."""
        if self._laying is not None:
            self._laying.undo()
        elif self._view is not None and not self._view.undo():
            self.say("undo")

    def _show_cards(self) -> None:
        """What a program holds, in the log: that of the next of them with every press."""
        assert self._match is not None
        programs = [player.name for player in self._match.players if player.is_bot]
        if programs:
            self.say(f"cards {programs[self._shown % len(programs)]}")
            self._shown += 1

    def on_escape(self) -> bool:
        if self._view is None or not self._view.undo():
            self._leave()
        return True

    def _leave(self) -> None:
        if not self._is_over and self._view is not None:
            self._stage.say(say("window-board-kept"), "good")
        self._close()

    def _close(self) -> None:
        self._process.stop()
        self._stage.leave(self)

    # The picture.

    def draw(self, ui: Ui) -> None:
        undo, redo, cards = (
            say("window-table-undo"),
            say("window-board-redo"),
            say("window-board-cards"),
        )
        again = partial(self.say, "redo")
        tools: list[Tool] = [
            ("undo", "undo", undo, say("window-board-undo-about"), self._undo, ""),
            ("redo", "again", redo, say("window-board-redo-about"), again, "f3"),
            ("cards", "hand", cards, say("window-board-cards-about"), self._show_cards, ""),
        ]
        if self._laying is not None:
            tools = tools[:1]
        title = say("window-board-table")
        rest = draw_bar(ui, title, "", self._leave, tools)
        taken = ui.u(50) + tool_width(ui, say("window-back")) + ui.width(title, "title")
        right = ui.window.right - tools_width(ui, tools) - ui.u(24)
        self._draw_status(ui, Rect(taken, ui.u(8), right - taken, ui.u(36)))
        box = Box(margins(ui, rest, 8), ui.u(8))
        side = box.right(max(ui.u(WIDTH), ui.window.width // 5))
        ui.fill(side, ui.theme.surface, 10, ui.theme.line)
        draw_log(ui, side.inflate(-2 * ui.u(10), -2 * ui.u(10)), self._log)
        view, match = self._view, self._match
        if self._laying is not None and view is None:
            self._laying.draw(ui, box.rest)
            return
        if view is None or match is None or not self.asked.obs:
            spinner(ui, box.rest.center, 34)
            return
        view.draw(ui, box.rest, self._look(ui, match))
        self._mark(ui, view)
        view.draw_over(ui)

    def _look(self, ui: Ui, match: Match) -> Look:
        return Look(
            match=match,
            seat=self.asked.seat,
            obs=self.asked.obs,
            turn=None if self._waits else self.asked.turn(match, self._number),
            names=[player.name for player in match.players],
            now_s=ui.now_s,
            answer=self._answer,
            refuse=partial(self._stage.say, kind="warn"),
            explain=self._answer,
            hints=self._stage.preferences.hints,
        )

    def _draw_status(self, ui: Ui, rect: Rect) -> None:
        """What is asked, and of whom."""
        row = Box(rect, ui.u(8))
        if self._waits:
            spinner(ui, row.left(ui.u(30)).center, 20)
            ui.text(say("window-board-thinks"), row.rest, "body", ui.theme.muted, may_cut=True)
            return
        words = self.asked.prompt
        seat = self.asked.seat
        ground = ui.theme.soft(ui.theme.seat(seat) if seat >= 0 else ui.theme.accent, 0.24)
        cell = row.left(min(row.rest.width, ui.width(words, "strong") + ui.u(26)))
        ui.fill(cell, ground, 8)
        ui.text(words, cell.inflate(-2 * ui.u(12), 0), "strong", may_cut=True)

    def _mark(self, ui: Ui, view: CatanTableView) -> None:
        """Where a program's piece is to be put."""
        if self.asked.wanted != "done" or not self.asked.action:
            return
        anchor = view.anchor_of(list(self.asked.action))
        rect = None if anchor.startswith(BUTTON) else view.anchors.get(anchor)
        if rect is not None:
            ring = rect.inflate(ui.u(14), ui.u(14))
            ui.art.round_rect(ui.surface, ring, ui.u(12), None, ui.theme.warn, max(2, ui.u(4)))


def read_match(plain: Mapping[str, Any]) -> Match:
    """What stays the same of a table. Its rules are asked where the books are kept, so there is no engine."""
    return Match(
        match_id="table",
        game=plain["game"],
        rules=plain["rules"],
        seat=-1,
        players=tuple(
            Player(one["seat"], one["name"], is_bot=one["is_bot"]) for one in plain["players"]
        ),
        options=plain["options"],
        consts=plain["consts"],
    )
