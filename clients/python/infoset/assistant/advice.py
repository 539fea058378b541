"""What an owner's client keeps of its assistants: who is there, what is drawn, proposed and logged. Pure.

A client feeds it every message, and shows what it holds in whatever way it shows things; `lines()` is
the way of a terminal.
"""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from infoset.assistant.drawing import Badge
from infoset.printing import clean
from infoset.wording import say
from infoset_protocol.messages import (
    AssistNote,
    AssistStatus,
    Drawing,
    MatchOver,
    MatchStart,
    OverlayShow,
    Proposal,
    ServerMessage,
    Staged,
    Suggestion,
    Unknown,
    YourTurn,
)

MAX_NOTES: Final = 200
SHOWN_NOTES: Final = 3
SHOWN_DRAWINGS: Final = 12  # of a layer, as text

ShowAction = Callable[[Proposal], str]


@dataclass
class Advice:
    """The advice for one seat. `take` every message; the fields are free to be read.

    `layers` are by assistant and name; `suggestions` those for the open decision, by assistant; `notes` the
    newest lines of log; `alarms` the last warning or error of each assistant, for a sign on the screen.
    """

    assistants: dict[str, AssistStatus] = field(default_factory=dict)
    layers: dict[tuple[str, str], OverlayShow] = field(default_factory=dict)
    suggestions: dict[str, Suggestion] = field(default_factory=dict)
    staged: Staged | None = None
    notes: deque[AssistNote] = field(default_factory=lambda: deque(maxlen=MAX_NOTES))
    alarms: dict[str, AssistNote] = field(default_factory=dict)
    _ends_s: dict[tuple[str, str], float] = field(
        default_factory=dict
    )  # layers that go by themselves

    def take(self, message: ServerMessage | Unknown, now_s: float = 0.0) -> bool:
        """Takes in a message; has anything changed that is to be shown? `now_s` is any steady clock's."""
        match message:
            case AssistStatus() if message.assistant is not None:
                self._take_status(message, message.assistant)
            case OverlayShow():
                self._take_layer(message, now_s)
            case Suggestion():
                self._take_suggestion(message)
            case Staged():
                self.staged = message
            case AssistNote():
                self.notes.append(message)
                if message.level in ("warning", "error"):
                    self.alarms[message.assistant or ""] = message
            case YourTurn():
                self._turn_begins(message.decision)
            case MatchStart() | MatchOver():
                self.layers.clear()
                self.suggestions.clear()
                self.staged = None
            case _:
                return False
        return True

    def lines(self, show: ShowAction | None = None) -> list[str]:
        """Everything as lines of text, fit for a terminal. `show` puts a proposal into words."""
        show = show or write_proposal
        lines: list[str] = []
        for layer in self.layers.values():
            drawn = [write_drawing(drawing) for drawing in layer.items]
            lines += [f"{layer.by}: {line}" for line in drawn[:SHOWN_DRAWINGS]]
            if len(drawn) > SHOWN_DRAWINGS:
                more = len(drawn) - SHOWN_DRAWINGS
                lines.append(say("terminal-and-more", by=layer.by, count=more))
        for suggestion in self.suggestions.values():
            lines += self._suggestion_lines(suggestion, show)
        if self.staged is not None and self.staged.orders:
            orders = ", ".join(f"{slot}={pick}" for slot, pick in self.staged.orders.items())
            left = ", ".join(self.staged.left) or say("terminal-laid-none")
            lines.append(say("terminal-laid-ready", orders=orders, open=left))
        for note in list(self.notes)[-SHOWN_NOTES:]:
            last = note.text.strip().splitlines()[-1:] or [""]
            sign = "" if note.level == "info" else f"[{say(f'terminal-level-{note.level}')}] "
            lines.append(f"{note.by or say('terminal-server')}: {sign}{last[0]}")
        return [clean(line) for line in lines]

    def _suggestion_lines(self, suggestion: Suggestion, show: ShowAction) -> list[str]:
        lines = []
        for choice, proposal in enumerate(suggestion.top):
            value = "" if proposal.value is None else f" ({proposal.value:.3g})"
            why = "" if proposal.text is None else f": {proposal.text}"
            number = f"#{suggestion.suggestion}" + (f".{choice}" if choice else "")
            what = f"{number} {show(proposal)}{value}{why}"
            lines.append(say("terminal-suggests", by=suggestion.by, what=what))
        if suggestion.text:
            lines.append(f"{suggestion.by}: {suggestion.text}")
        return lines

    def _take_status(self, status: AssistStatus, assistant: str) -> None:
        if status.on:
            self.assistants[assistant] = status
            return
        self.assistants.pop(assistant, None)
        self.suggestions.pop(assistant, None)
        self.layers = {key: layer for key, layer in self.layers.items() if key[0] != assistant}

    def expire(self, now_s: float) -> bool:
        """Takes layers away whose time is up, by the clock that `take` was told; were there any?"""
        gone = [key for key, end_s in self._ends_s.items() if end_s <= now_s]
        for key in gone:
            del self._ends_s[key]
        layers = [self.layers.pop(key, None) for key in gone]
        return any(layer is not None for layer in layers)

    def _take_layer(self, layer: OverlayShow, now_s: float) -> None:
        key = layer.assistant, layer.layer
        self._ends_s.pop(key, None)
        if layer.items and layer.ttl_ms is not None:
            self._ends_s[key] = now_s + layer.ttl_ms / 1000
        if layer.items:
            self.layers[key] = layer
        else:
            self.layers.pop(key, None)

    def _take_suggestion(self, suggestion: Suggestion) -> None:
        if suggestion.top:
            self.suggestions[suggestion.assistant] = suggestion
        else:
            self.suggestions.pop(suggestion.assistant, None)

    def _turn_begins(self, decision: int) -> None:
        """What was for the turn before is gone."""
        self.staged = None
        self.layers = {key: one for key, one in self.layers.items() if one.until != "turn"}
        self.suggestions = {
            key: one for key, one in self.suggestions.items() if one.decision >= decision
        }


def write_drawing(drawing: Drawing) -> str:
    """A drawing in words."""
    where = ", ".join(drawing.at)
    if drawing.k == "table":
        return "; ".join(f"{name} {value}" for name, value in drawing.rows or ())
    words: Mapping[str, Any] = {
        "text": drawing.t,
        "badge": None if drawing.n is None else Badge(drawing.n).name.lower(),
        "heat": None if drawing.v is None else say("terminal-heat", value=f"{drawing.v:.2f}"),
        "arrow": " -> ".join(drawing.at),
        "path": " - ".join(drawing.at),
    }
    if drawing.k in ("arrow", "path"):
        return f"{words[drawing.k]}" + (f" ({drawing.t})" if drawing.t else "")
    return f"{where}: {words.get(drawing.k) or drawing.t or drawing.k}"


def write_proposal(proposal: Proposal) -> str:
    """A proposal without the rules at hand."""
    if proposal.orders is not None:
        return ", ".join(f"{slot}={pick}" for slot, pick in proposal.orders.items())
    if proposal.picks is not None:
        return say("terminal-picks", picks=str(proposal.picks))
    if proposal.index is not None:
        return say("terminal-index", index=str(proposal.index))
    return str(proposal.action)
