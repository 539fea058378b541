"""Crossfire on the screen: the board in fog, one's units, and commands that show what they come to before they are sent."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from pygame import Rect

from infoset.turn import Action, Answer, Match, Turn
from infoset.wording import say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.ui import Ui
from infoset_gui.views.crossfire.bar import Bar
from infoset_gui.views.crossfire.board import Board
from infoset_gui.views.crossfire.commander import Commander
from infoset_gui.views.crossfire.facts import Facts
from infoset_gui.views.crossfire.telling import Teller
from infoset_gui.views.crossfire.words import action_words, guide, lesson, orders_words, setup_words
from infoset_gui.views.view import Look, Step, View

BAR: Final = 118
SIDE: Final = 188
KEYS: Final = {"w": "up", "d": "right", "s": "down", "a": "left"}


def draw_secret(ui: Ui, rect: Rect, obs: Mapping[str, Any]) -> None:
    """Below the board: why a stranger sees no units, and how one can see more."""
    ui.fill(rect, ui.theme.surface, 10, ui.theme.line)
    ui.icon("hidden", (rect.x + ui.u(26), rect.centery), 24, ui.theme.muted)
    where = say("crossfire-both-set-up" if obs["phase"] == "setup" else "crossfire-both-order")
    words = f"{where} {say('crossfire-secret')} {say('crossfire-secret-eyes')}"
    place = Rect(rect.x + ui.u(50), rect.y + ui.u(8), rect.width - ui.u(62), rect.height - ui.u(16))
    ui.paragraph(words, place, "caption")


class CrossfireView(View):
    """One match of Crossfire."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self._commander = Commander()
        self._board = Board(match, self._commander, self.anchors)
        self._bar = Bar(self._commander)
        self._facts = Facts(int(match.consts["last_round"]), self._board)
        self._teller = Teller(match, int(match.consts["size"]), int(match.consts["period"]))

    def task(self, look: Look) -> str:
        if look.turn is not None:
            if look.turn.kind == "setup":
                return say("crossfire-ask-setup")
            left = len(self._commander.missing)
            return say("crossfire-left", count=left) if left else say("crossfire-send-orders")
        phase = look.obs.get("phase")
        if phase == "over":
            return say("match-over")
        return say("crossfire-both-set-up" if phase == "setup" else "crossfire-both-order")

    def guide(self, look: Look) -> str:
        return guide(look)

    def lesson(self, look: Look) -> Sequence[Step]:
        return lesson()

    def deciders(self, obs: Mapping[str, Any]) -> Iterable[int]:
        seat = obs["seat"]
        if obs["phase"] == "setup":
            return (0, 1)
        if seat < 0 or obs["phase"] == "over":
            return ()
        both = ((seat, bool(obs["asked"])), (1 - seat, obs["enemy_asked"][-1:] == "1"))
        return sorted(one for one, is_asked in both if is_asked)

    def complete(self, look: Look) -> tuple[Answer, str] | None:
        return self._commander.complete()

    def on_turn(self, look: Look) -> None:
        self._commander.on_turn(look)

    def on_event(self, event: Mapping[str, Any]) -> None:
        self._board.on_event(event)

    def say(self, event: Mapping[str, Any], usual: str | None) -> str | None:
        return self._teller.say(event)

    def write_action(self, action: Action) -> str:
        return action_words(action)

    def write_picks(self, turn: Turn, picks: Mapping[str, int]) -> str:
        if turn.kind != "setup":
            return orders_words(turn, picks)
        if len(picks) < len(turn.slots):
            return ""
        return setup_words(
            [picks[slot.name] for slot in turn.slots], turn.plain_observation["recharge"]
        )

    def anchor_of_slot(self, slot: str) -> str:
        kind, _, number = slot.rpartition(" ")
        return f"unit:{number}" if kind in ("unit", "spawn") else ""

    def undo(self) -> bool:
        return self._commander.undo()

    def on_key(self, key: str, look: Look) -> bool:
        if key in ("+", "=", "-"):
            return self._board.camera.step(-2 if key == "-" else 2)
        if key == "0":
            self._board.camera.reset()
            return True
        chosen = self._commander.chosen
        if key in KEYS and self._commander.orders is not None and chosen is not None:
            self._commander.command(look, chosen, KEYS[key])
            return True
        return False

    def on_drag(self, right: int, down: int) -> None:
        self._board.camera.drag(right, down)

    def on_zoom(self, steps: int, at: tuple[int, int]) -> bool:
        return self._board.on_zoom(steps, at)

    def outcome(self, look: Look, scores: Sequence[float]) -> str:
        if min(scores) == max(scores):
            return say("crossfire-log-tie")
        return say("crossfire-king-fell", name=look.names[scores.index(min(scores))])

    def statistics(self, look: Look) -> Sequence[tuple[str, Sequence[str]]]:
        reveal = look.obs.get("reveal") or []
        return (
            (
                (
                    say("crossfire-stat-units"),
                    [str(sum(unit[4] for unit in side)) for side in reveal],
                ),
                (
                    say("crossfire-recharge-times"),
                    [" ".join(str(unit[2]) for unit in side) for side in reveal],
                ),
            )
            if reveal
            else ()
        )

    def draw(self, ui: Ui, rect: Rect, look: Look) -> None:
        self.anchors.clear()
        self._commander.take(look)
        self._teller.terrain = look.obs["terrain"]
        box = Box(rect, ui.u(8))
        if look.seat >= 0 and look.obs["phase"] != "over":
            bar = self.anchors["area:bar"] = box.bottom(ui.u(BAR))
            self._bar.draw(ui, bar, look, self._board.plans.doomed(look))
        elif look.seat < 0 and not look.eyes and look.obs["phase"] != "over":
            draw_secret(ui, box.bottom(ui.u(64)), look.obs)
        facts = self.anchors["area:facts"] = box.right(ui.u(SIDE))
        self._facts.draw(ui, facts, look)
        self._board.draw(ui, box.rest, look)
