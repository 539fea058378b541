"""A match seen again: forwards, backwards, at any speed, through the eyes of whoever may be looked through."""

import asyncio
from bisect import bisect_right
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from pygame import Rect

from infoset.refusals import sentence
from infoset.replaying.film import Film, Reel
from infoset.seated.wording import wording_for
from infoset.wording import say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.regions import Area
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import icon_button, segments, spinner
from infoset_gui.screens.bar import Tool, draw_bar, game_title, margins, tool_width
from infoset_gui.screens.log import draw_log
from infoset_gui.screens.picture import picture_tool
from infoset_gui.screens.review import Moment, ReviewPane
from infoset_gui.screens.trying import try_here
from infoset_gui.stage import Screen, Stage
from infoset_gui.table import OTHER_RULES, Table
from infoset_gui.views.plain import PlainView
from infoset_gui.views.view import FRESH_S, Look, View, all_eyes, find_view

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)  # frames a second
LOG: Final = 244  # units across, at least
REVIEW: Final = 300
MARKS: Final = 40  # places of the bar that can be pressed


class ReplayScreen(Screen):
    """One match that is over, or its part that was told."""

    def __init__(
        self,
        stage: Stage,
        reel: Reel,
        film: Film,
        *,
        is_file: bool = False,
        save: Callable[[], None] | None = None,
    ) -> None:
        """`film` is through the eyes that see most, the last of the reel's. `is_file`: no server is asked about it.

        `save` keeps the match as a file; None where it cannot be.
        """
        self._has_review = not is_file
        self._save = save
        self._stage = stage
        self._reel = reel
        self._eyes: Any = reel.views[-1]  # all, where the match is over
        self._film = film
        self._is_loading = False
        self._speed = 1
        self._is_running = False
        self._next_s = 0.0
        self._position = -1
        self._table: Table
        self._view: View
        self._begin()
        self._review = ReviewPane(stage, self._table.match.match_id)
        self._go(0)

    # Where one is.

    def _begin(self) -> None:
        self._table = Table(self._film.start, lambda: 0.0)
        self._view = find_view(self._table.match, PlainView)
        self._table.words = self._view.say
        self._table.on_position = self._view.on_position
        self._position = -1

    @property
    def last(self) -> int:
        """The position of the last frame."""
        return len(self._film.frames) - 1

    @property
    def _is_connected(self) -> bool:
        """Is there a server to ask?"""
        return bool(self._stage.sessions) and self._stage.session.is_open

    @property
    def _version(self) -> int:
        """Of the match, where one is."""
        return self._film.frames[self._position].version if self._film.frames else 0

    def _go(self, position: int) -> None:
        position = max(0, min(position, self.last))
        if position < self._position:
            self._begin()
        for frame in self._film.frames[self._position + 1 : position + 1]:
            for message in frame.messages:
                self._table.take(message)
            self._table.advance(self._stage.clock_s())
        self._table.flush()
        self._table.tell(self._view.on_event)
        self._position = position

    def _go_to(self, version: int) -> None:
        """To a version, or to the last before it that is shown by itself."""
        self._is_running = False
        self._go(self._frame_of(version))

    def _frame_of(self, version: int) -> int:
        versions = [frame.version for frame in self._film.frames]
        return max(0, bisect_right(versions, version) - 1)

    def _lands(self, version: int) -> int:
        """Which version is shown where one goes to this one."""
        return self._film.frames[self._frame_of(version)].version if self._film.frames else 0

    def review(self) -> None:
        """Opens the review, if it is not open."""
        if not self._review.is_open:
            self._review.toggle()

    def _step(self, by: int) -> None:
        self._is_running = False
        self._go(self._position + by)

    def _run(self) -> None:
        if not self._is_running and self._position == self.last:
            self._go(0)
        self._is_running = not self._is_running

    def _look_through(self, index: int) -> None:
        eyes = self._reel.views[index]
        self._is_loading = True

        def loaded(film: Film) -> None:
            position = self._position
            self._is_loading = False
            self._film, self._eyes = film, eyes
            self._begin()
            self._go(position)

        def failed(error: Exception) -> None:
            self._is_loading = False
            self._stage.say(str(error), "bad")

        self._stage.network.start(asyncio.to_thread(self._reel.film, eyes), loaded, failed)

    def tick(self, now_s: float) -> bool:
        if self._is_running and now_s >= self._next_s:
            self._next_s = now_s + 1 / SPEEDS[self._speed]
            self._go(self._position + 1)
            self._is_running = self._position < self.last
            return True
        return now_s - self._table.looks.fresh_s < FRESH_S

    def on_key(self, key: str) -> bool:
        if key in ("n", "b"):
            self._step(1 if key == "n" else -1)
            return True
        return self._view.on_key(key, self._look(self._stage.clock_s()))

    def picture_name(self) -> str:
        match_id = self._table.match.match_id
        return match_id if self._position == self.last else f"{match_id}-{self._version}"

    def on_drag(self, right: int, down: int) -> None:
        self._view.on_drag(right, down)

    def on_zoom(self, steps: int, at: tuple[int, int]) -> bool:
        return self._view.on_zoom(steps, at)

    def _look(self, now_s: float) -> Look:
        table, obs = self._table, self._table.looks.obs
        seat = self._eyes if isinstance(self._eyes, int) else -1
        eyes = obs.get("seats", ())
        if self._eyes == "all" and "public" in obs:
            obs = all_eyes(obs)
        return Look(
            match=table.match,
            seat=seat,
            obs=obs,
            turn=None,
            names=[table.name(at) for at in range(table.match.seats)],
            now_s=now_s,
            eyes=eyes,
            fresh=table.looks.fresh,
            age_s=now_s - table.looks.fresh_s,
            say=table.say,
            animated=self._stage.preferences.animations,
        )

    def _write(self, action: Any) -> str:
        """An action in words."""
        try:
            words = self._view.write_action(action)
        except OTHER_RULES:
            words = ""
        if words:
            return words
        wording = wording_for(self._table.match)
        return f"{wording.heading(action[0])} {wording.short(self._table.match, action)}".strip()

    # The picture.

    def draw(self, ui: Ui) -> None:
        table = self._table
        about = f"{table.match.rules}  ·  {table.match.match_id}"
        title = say("window-replay-title", game=game_title(table.match.game))
        rest = draw_bar(ui, title, about, self._stage.pop, self._files())
        box = Box(margins(ui, rest, 8), ui.u(8))
        self._draw_controls(ui, box.bottom(ui.u(58)))
        is_open = self._review.is_open
        least, share = (REVIEW, 4) if is_open else (LOG, 5)
        side = box.right(max(ui.u(least), ui.window.width // share))
        ui.fill(side, ui.theme.surface, 10, ui.theme.line)
        look = self._look(ui.now_s)
        inside = side.inflate(-2 * ui.u(10), -2 * ui.u(10))
        if is_open:
            last = self._film.frames[-1].version if self._film.frames else 0
            moment = Moment(self._version, last, self._go_to, self._lands, self._write)
            self._review.draw(ui, inside, look.names, moment)
        else:
            draw_log(ui, inside, table.log)
        try:
            self._view.draw(ui, box.rest, look)
        except OTHER_RULES:
            self._view = PlainView(table.match)
            self._view.draw(ui, box.rest, look)
        self._view.draw_over(ui)

    def _draw_controls(self, ui: Ui, rect: Rect) -> None:
        ui.fill(rect, ui.theme.surface, 10, ui.theme.line)
        row = Box(rect.inflate(-2 * ui.u(10), -2 * ui.u(9)), ui.u(4))
        for name, sign, text, label, press, key in self._tools():
            place = row.left(tool_width(ui, text))
            icon_button(ui, name, place, sign, label, press, key=key, text=text)
        if self._is_loading:
            spinner(ui, rect.center)
        speed = f"{SPEEDS[self._speed]:g}x"
        label = say("window-replay-speed", speed=speed)
        icon_button(ui, "speed", row.left(ui.u(38)), "speed", label, self._next_speed, key="f9")
        ui.text(speed, row.left(ui.u(40)), "label", align="center")
        views = self._reel.views
        if len(views) > 1:
            options = [(str(at), eyes_label(eyes)) for at, eyes in enumerate(views)]
            width = sum(ui.width(label, "label") + ui.u(26) for _, label in options)
            at = str(list(views).index(self._eyes))
            segments(
                ui,
                "eyes",
                row.right(width),
                options,
                at,
                lambda value: self._look_through(int(value)),
                style="label",
            )
        last = self._film.frames[-1].version if self._film.frames else 0
        count = say("tape-count", at=str(self._version), all=str(last))
        ui.text(count, row.right(ui.width(count, "label") + ui.u(16)), "label", align="center")
        self._draw_line(ui, row.rest)

    def _files(self) -> list[Tool]:
        """What can be kept of it as a file."""
        tools = [picture_tool(self._stage)]
        if self._save is not None:
            label = say("sharing-save-about")
            tools.append(("save", "film", say("sharing-save"), label, self._save, ""))
        return tools

    def _tools(self) -> list[Tool]:
        """What can be pressed below the board, from the left."""
        back, on = say("window-back"), say("window-replay-next")
        sign, run = (
            ("pause", say("window-replay-pause"))
            if self._is_running
            else ("play", say("window-replay-run"))
        )
        first, last = say("window-replay-first"), say("window-replay-last")
        begin, end = say("tape-begin"), say("window-replay-end-about")
        tools: list[Tool] = [
            ("first", "first", first, begin, lambda: self._step(-(10**6)), "f1"),
            ("previous", "previous", back, f"{say('tape-back')} (B)", lambda: self._step(-1), ""),
            ("run", sign, run, say("window-replay-run-about"), self._run, "p"),
            ("next", "next", on, f"{say('tape-on')} (N)", lambda: self._step(1), ""),
            ("last", "last", last, end, lambda: self._step(10**6), "f2"),
        ]
        if self._has_review and self._film.frames and self._position >= 0 and self._is_connected:
            label = say("tape-log") if self._review.is_open else say("match-why-review")
            tools.append(("review", "eye", say("match-why"), label, self._review.toggle, "f3"))
            if self._position < self.last:
                word = say("window-replay-try")
                tools.append(("try", "play", word, say("try-here"), self._try, "f4"))
        return tools

    def _draw_line(self, ui: Ui, rect: Rect) -> None:
        """The whole match as a line that can be pressed."""
        line = Rect(rect.x + ui.u(8), rect.centery - ui.u(3), rect.width - ui.u(16), ui.u(6))
        ui.fill(line, ui.theme.line, 3)
        share = self._position / max(1, self.last)
        ui.fill(Rect(line.x, line.y, round(line.width * share), line.height), ui.theme.accent, 3)
        ui.art.disc(
            ui.surface, (line.x + line.width * share, line.centery), ui.u(8), ui.theme.accent
        )
        width = line.width / MARKS
        for at in range(MARKS):
            place = Rect(round(line.x + at * width), rect.y, round(width) + 1, rect.height)
            target = round(self.last * (at + 0.5) / MARKS)
            ui.region(
                f"mark {at}",
                Area(place),
                f"{at / MARKS:.0%}",
                partial(self._step, target - self._position),
                is_hint=True,
            )

    def _try(self) -> None:
        """Plays on from where one is, on the seat through whose eyes one looks."""
        match = self._table.match
        seat = self._eyes if isinstance(self._eyes, int) else None
        try_here(self._stage, match.game, match.match_id, self._version, seat)

    def _next_speed(self) -> None:
        self._speed = (self._speed + 1) % len(SPEEDS)


def eyes_label(eyes: Any) -> str:
    """Whose eyes."""
    if eyes is None:
        return say("window-replay-public")
    return say("window-all") if eyes == "all" else sentence(say("match-seat", seat=eyes + 1))
