"""The assistants of one seat in one match: told what the seat is told; what they say goes to its owner alone.

The match calls what `seats.Aides` promises, the handler the rest. While a stand-in plays for the owner the
seat is not the owner's, and its assistants are told nothing.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from infoset_games.anchors import AnchorBook
from infoset_games.decision import Decision
from infoset_protocol.codec import Prepared
from infoset_protocol.messages import Act, AssistLog, Overlay, Stage, Suggest
from infoset_server.accounts.clients import Client
from infoset_server.assistants.assistant import (
    ACT,
    CAPS,
    DRAW,
    SUGGEST,
    AlreadySealedError,
    Assistant,
    AssistOffError,
    Quota,
    RightMissingError,
    TooFastError,
    write_rights,
)
from infoset_server.assistants.overlays import Layer, Layers
from infoset_server.assistants.owner_notifier import OwnerNotifier
from infoset_server.assistants.staging import OWNER, Staging
from infoset_server.assistants.suggestions import (
    Shown,
    Suggestions,
    choice_of,
    open_decision,
    played_action,
    resolve_choice,
)
from infoset_server.assistants.track import Track
from infoset_server.common.request_errors import BusyError, NotFoundError, NotYourSeatError
from infoset_server.config import AssistLimits
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.seats import MatchSeat
from infoset_server.network.line import Line
from infoset_server.network.outbox import Delivery
from infoset_server.network.rate_limits import TokenBucket

CLOCK: Final = "clock"


class SeatAssistants:
    """Those of `match_seat`. `on_over()` is called when the match has ended for them."""

    def __init__(
        self,
        live: MatchRunner,
        match_seat: MatchSeat,
        limits: AssistLimits,
        book: AnchorBook,
        track: Track,
        on_over: Callable[["SeatAssistants"], None],
    ) -> None:
        self.live = live
        self.match_seat = match_seat
        self.track = track
        self.members: dict[Assistant, Layers] = {}
        self._limits = limits
        self._book = book
        self._on_over = on_over
        self._policy = live.settings.assist
        self._owner = OwnerNotifier(live, match_seat, limits.warn_every_ms)
        self._suggestions = Suggestions()
        self.staging = Staging(live, match_seat, self._suggestions, self.members.keys(), self._note)
        self._quotas: dict[Assistant, Quota] = {}
        self._shown: set[Assistant] = set()  # know the match already
        self._was_taken = False
        self._asked: Decision | None = None
        self._began_ms = live.now_ms()
        self._asked_ms = self._began_ms

    # Comings and goings.

    def add(self, assistant: Assistant) -> None:
        """`assistant` is attached. It is shown the match, or will be when that begins."""
        is_first = not self.members
        self.members[assistant] = Layers(self._limits)
        self._quotas[assistant] = Quota(self._limits, self.live.now_ms() / 1000)
        self.match_seat.is_assisted = True
        rights = write_rights(self.rights_of(assistant))
        self._note("joined", assistant=assistant.id, name=assistant.name, rights=rights)
        if is_first and self.live.match.steps:  # else the players hear it with `match_start`
            self._announce(True)
        self.come(assistant)

    def come(self, assistant: Assistant) -> None:
        """The assistant has a connection (again)."""
        client = assistant.client
        self._shown.discard(assistant)
        if client is not None:
            client.aiding[self.live.id] = self.match_seat.seat
            if self.live.match.steps:
                self._show(assistant)

    def lose(self, assistant: Assistant) -> None:
        """Its connection is gone."""
        self._shown.discard(assistant)
        if assistant.client is not None:
            assistant.client.aiding.pop(self.live.id, None)

    def remove(self, assistant: Assistant) -> None:
        """It is told nothing from now on, and nothing of it stays on the screen."""
        self.lose(assistant)
        layers = self.members.pop(assistant)
        for layer in layers.live(self.live.now_ms()):
            self._owner.show_layer(assistant, Layer(layer.name, {}, layer.ver, layer.until))
        for shown in self._of(assistant):
            self._owner.send(self._owner.suggestion(assistant, shown, None) | {"top": []})
        self._suggestions.drop(assistant.id)
        del self._quotas[assistant]
        self._note("left", assistant=assistant.id)
        if not self.members and self.live.match.over is None:
            self._announce(False)

    def changed(self, assistant: Assistant) -> None:
        """Its rights are others now."""
        rights = write_rights(self.rights_of(assistant))
        self._note("rights", assistant=assistant.id, rights=rights)

    def rights_of(self, assistant: Assistant) -> frozenset[str]:
        """What it may do in this match: a room may have another policy than when it was invited."""
        return assistant.rights & CAPS[self._policy]

    # What the match tells (seats.Aides).

    def begin(self) -> None:
        """The match begins."""
        self._began_ms = self.live.now_ms()
        for assistant in self.members:
            if assistant.client is not None:
                self._shown.add(assistant)
                assistant.client.line.send(self._start())

    def owner_came(self, is_new: bool) -> None:
        """The owner has the seat (again): what is on the screen is shown; with `is_new`, to a new session."""
        if self._is_taken():
            return
        now_ms = self.live.now_ms()
        for assistant, layers in self.members.items():
            if self._was_taken:
                self.come(assistant)
            for layer in layers.live(now_ms):
                self._owner.show_layer(assistant, layer)
            if is_new:
                self._owner.send(assistant.status(assistant.client is not None) | self._seat())
                for shown in self._of(assistant):
                    self._owner.send(self._owner.suggestion(assistant, shown, None))
        self._was_taken = False
        if is_new and self.staging.orders and self._asked is not None:
            self._owner.send(self.staging.message(self._asked, None))

    def tell(
        self, message: Prepared, delivery: Delivery = Delivery.MUST, key: str | None = None
    ) -> None:
        """What the seat is told."""
        if not self.members or self._is_taken():
            return
        if message.type == "your_turn":
            self._turn_begins(message.field("decision"))
        elif message.type == "timeout" and message.plain["seat"] == self.match_seat.seat:
            self._note_decision(message.plain["decision"], CLOCK, {"verdict": "missed"})
        for connection in self._lines():
            connection.send(message, delivery, key)

    def tell_events(self, view: Callable[[Line], Prepared]) -> None:
        """What the seat sees of a change; `view` gives the message for a connection."""
        if not self._is_taken():
            for connection in self._lines():
                connection.send(view(connection))

    def let_act(self, client: Client, act: Act) -> bool:
        """Is `client` one of these? Raises RequestError where it may not act like that."""
        assistant = self.find(client)
        if assistant is None:
            return False
        self.require(client, ACT)
        asked = self.live.match.open.get(self.match_seat.seat)
        if asked is None or asked.number != act.decision:
            return True  # the match has the answer to that
        resolve_choice(act, self.live.match, asked)
        if asked.sealed is not None and act.replace and self.match_seat.answered_by is not client:
            raise AlreadySealedError("the owner has decided; only the owner may replace that")
        return True

    def answered(self, client: Client, act: Act) -> None:
        """The seat has answered a decision."""
        action = played_action(self.live.match, self.match_seat.seat, act.decision)
        if action is None or not self.members or self._is_taken():
            return
        assistant = self.find(client)
        space = None if self._asked is None else self._asked.space
        outcome = self._suggestions.judge(act.decision, action, space, assistant is not None)
        by = OWNER if assistant is None else assistant.id
        if assistant is not None:
            words = f"{assistant.name} has answered decision {act.decision}"
            self._owner.send(self._owner.note("info", words, assistant))
        self._note_decision(act.decision, by, choice_of(act) | outcome.to_plain())

    def ended(self) -> None:
        """The match is over."""
        for assistant in self.members:
            self.lose(assistant)
        self._on_over(self)

    # What assistants ask for.

    def require(self, client: Client, right: str) -> Assistant:
        """The assistant that `client` is. Raises NotFound-, NotYourSeat-, AssistOff- or RightMissingError."""
        assistant = self.find(client)
        if assistant is None:
            raise NotFoundError("an assistant of this seat")
        if self._is_taken():
            raise NotYourSeatError("a house bot plays for your owner now")
        if right not in CAPS[self._policy]:
            raise AssistOffError(self._policy, right)
        if right not in self.rights_of(assistant):
            raise RightMissingError(right)
        return assistant

    def find(self, client: Client) -> Assistant | None:
        """The assistant that `client` is here."""
        return next((one for one in self.members if one.client is client), None)

    def draw(self, client: Client, request: Overlay) -> list[str]:
        """Draws; returns warnings. Raises RequestError, and then nothing has changed."""
        assistant = self.require(client, DRAW)
        self._take(assistant, self._quotas[assistant].changes, "overlay")
        try:
            layer, warnings = self.members[assistant].apply(request, self._book, self.live.now_ms())
        except BusyError as refusal:
            self._owner.warn(assistant, refusal.msg)
            raise
        for warning in warnings:
            client.line.send(Prepared(self._owner.note("warning", warning, assistant)))
        self._owner.show_layer(assistant, layer)
        items = list(layer.items.values())
        self._note(
            "overlay",
            assistant=assistant.id,
            layer=layer.name,
            items=items,
            until=layer.until,
        )
        return warnings

    def suggest(self, client: Client, request: Suggest) -> int:
        """Proposes; returns the number of the suggestion. Raises RequestError."""
        assistant = self.require(client, SUGGEST)
        self._take(assistant, self._quotas[assistant].changes, "suggest")
        shown = self._suggestions.make(assistant.id, request, self.live.match, self.match_seat.seat)
        message = self._owner.suggestion(assistant, shown, request.text)
        self._owner.send(message)
        fields = {name: message[name] for name in ("decision", "suggestion", "top")}
        if request.text is not None:
            fields["text"] = request.text
        self._note("suggestion", assistant=assistant.id, **fields)
        return shown.number

    def log(self, client: Client, request: AssistLog) -> None:
        """Passes a line on to the owner. Raises RequestError."""
        assistant = self.find(client)
        if assistant is None:
            raise NotFoundError("an assistant of this seat")
        self._take(assistant, self._quotas[assistant].logs, "assist_log")
        message = self._owner.note(request.level, request.text, assistant)
        self._owner.send(message | {"by": assistant.name})
        self._note("log", assistant=assistant.id, level=request.level, text=request.text)

    # What owner and assistants do together.

    def stage(self, by: Assistant | None, request: Stage) -> dict[str, Any]:
        """Lays orders ready; returns `staged`. Raises RequestError, and then nothing has changed."""
        self.staging.check()
        asked = open_decision(self.live.match, self.match_seat.seat, request.decision)
        if by is not None:
            self._take(by, self._quotas[by].changes, "stage")
        return self.staging.lay(by, asked, request.orders, bool(request.clear))

    def tell_staged(self, message: dict[str, Any], but: Client) -> None:
        """Everybody at the seat but who asked hears what is laid ready."""
        if self.match_seat.client is not but:
            self._owner.send(message)
        for assistant in self._shown:
            if assistant.client is not None and assistant.client is not but:
                assistant.client.line.send(Prepared(message))

    # Inside.

    def _is_taken(self) -> bool:
        """Does a stand-in play for the owner?"""
        if self.match_seat.taken_by is None:
            return False
        self._was_taken = True
        return True

    def _lines(self) -> list[Line]:
        """Of those who know the match. One that cannot take a message may leave meanwhile."""
        return [one.client.line for one in self._shown if one.client is not None]

    def _seat(self) -> dict[str, Any]:
        return {"match_id": self.live.id, "seat": self.match_seat.seat, "mode": self._policy}

    def _start(self) -> Prepared:
        return Prepared(self.live.notifier.opening(self.match_seat) | {"role": "assist"})

    def _show(self, assistant: Assistant) -> None:
        """The match as it is, to an assistant that comes late."""
        if self.live.is_writing:
            self.live.when_settled(partial(self._show, assistant))
            return
        client = assistant.client
        is_wanted = assistant in self.members and self.live.match.over is None
        if client is None or not is_wanted or assistant in self._shown or self._is_taken():
            return
        self._shown.add(assistant)
        client.line.send(self._start())
        client.line.send(self.live.notifier.snapshot(self.match_seat.seat))
        asked = self.live.match.open.get(self.match_seat.seat)
        if asked is not None and asked is not self._asked:
            self._turn_begins(asked.number)

    def _turn_begins(self, decision: int) -> None:
        """The seat is asked: what was for the turn before is gone."""
        self._asked = self.live.match.open.get(self.match_seat.seat)
        self._asked_ms = self.live.now_ms()
        self.staging.open_for(decision)
        for layers in self.members.values():
            layers.turn_begins()
        self._note("asked", must=True, decision=decision)

    def _announce(self, is_on: bool) -> None:
        match_id, seat = self.live.id, self.match_seat.seat
        status = {"type": "assist_status", "on": is_on, "match_id": match_id, "seat": seat}
        self.live.notifier.announce(status, f"assist_status:{match_id}:{seat}")

    def _take(self, assistant: Assistant, bucket: TokenBucket, name: str) -> None:
        """Counts a request. Raises TooFastError, and tells the owner now and then."""
        wait_s = bucket.take(self.live.now_ms() / 1000)
        if wait_s:
            self._owner.warn(assistant, f"asks too much ({name}): some of it is not shown")
            raise TooFastError(name, wait_s)

    def _of(self, assistant: Assistant) -> list[Shown]:
        """Its suggestions for the open decision."""
        asked = self.live.match.open.get(self.match_seat.seat)
        number = -1 if asked is None else asked.number
        shown = self._suggestions.for_decision(number)
        return [one for one in shown if one.assistant == assistant.id]

    # The record.

    def _note(self, kind: str, *, must: bool = False, **fields: Any) -> None:
        at_ms = self.live.now_ms() - self._began_ms
        self.track.note(kind, at_ms, self.live.match.ver, must, **fields)

    def _note_decision(self, decision: int, by: str, fields: dict[str, Any]) -> None:
        now_ms = self.live.now_ms()
        shown = {
            "suggestions": len(self._suggestions.for_decision(decision)),
            "layers": sum(len(layers.live(now_ms)) for layers in self.members.values()),
        }
        took_ms = now_ms - self._asked_ms
        self._note(
            "decided", must=True, decision=decision, by=by, took_ms=took_ms, shown=shown, **fields
        )
