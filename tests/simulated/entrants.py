"""Bots in a contest of a simulated cluster: they enter once, come back always, and play whatever they are called to.

No tests here.
"""

import asyncio
import json
import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from tests.faults.durable_players import CONNECT_AGAIN_S, LATER, Acknowledged, Message
from tests.simulated.players import RESUMES, Wire
from tests.simulated.processes import Process

THINK_S: Final = 0.25
RETRY_S: Final = 1.0  # after a server that does not run the contest, or is about to stop
NOT_NOW: Final = ("wrong_state", "shutting_down")  # to who enters: another server runs the contest
Decision = tuple[str, int]  # a match, and the number of what is asked in it


class SimulatedEntrant(ABC):
    """Who enters, and the bot that plays for them. What is asked of a contest, subclasses say.

    What a server has acknowledged, the bot never asks for again: it was stored. `acknowledged` and `refused` as Player
    has them, `wrongs` is what must not be heard.
    """

    def __init__(
        self,
        name: str,
        rng: random.Random,
        pick: Callable[[], Process],
        note: Callable[[str], None],
    ) -> None:
        """`pick` finds a process, as a balancer, or raises ConnectionError."""
        self.name = name
        self.wrongs: list[str] = []
        self.acknowledged: list[Acknowledged] = []
        self.refused: list[Acknowledged] = []
        self.refusals: Counter[str] = Counter()  # by code: asked to come again later
        self.timeouts = 0
        self.sent_away = 0
        self.resumed = 0
        self.begun: set[str] = set()  # the matches that it has heard of
        self.over: dict[str, Message] = {}  # and how they ended
        self.wire: Wire | None = None
        self._rng = rng
        self._pick = pick
        self._note = note
        self._seats: dict[str, int] = {}
        self._choices: dict[Decision, int] = {}  # what it does, however often it has to say so
        self._open: dict[Decision, int | None] = {}  # and the request that says so, in this session
        self._session: Message | None = None
        self._seq = 0
        self._number = 0
        self._unanswered: dict[int, Message] = {}  # requests of this session, by number

    @property
    def playing(self) -> set[str]:
        """The matches that it has heard of, and not heard the end of."""
        return self.begun - self.over.keys()

    async def play(self) -> None:
        """Until it is cancelled."""
        while True:
            with suppress(ConnectionError, TimeoutError):
                await self._talk()
            await asyncio.sleep(self._rng.uniform(1.0, 10.0) * CONNECT_AGAIN_S)

    # What subclasses say.

    @abstractmethod
    def credentials(self) -> Message:
        """As `auth` of `hello`."""

    @abstractmethod
    def enter(self, wire: Wire) -> None:
        """Says what it wants of the contest, unless that is known to be stored."""

    @abstractmethod
    def entered(self, wire: Wire, request: Message, data: Message) -> None:
        """A request of `enter` is acknowledged, with `data`."""

    # Talking.

    def enter_again(self) -> None:
        """It wants something else of the contest, and says so if it is connected."""
        if self.wire is not None and self._session is not None:
            self.enter(self.wire)

    async def _talk(self) -> None:
        wire = self.wire = Wire(self._rng, self._pick())
        if not wire.process.connect(wire.link):
            return
        try:
            self._greet(wire)
            while True:
                message = await wire.read()
                about = message.get("ver") or message.get("code", "")
                self._note(f"{self.name} {message['type']} {about}")
                self._seq = max(self._seq, message.get("seq", 0))
                self._hear(wire, message)
        finally:
            wire.close()

    def _greet(self, wire: Wire) -> None:
        client = {"name": "entrant", "lang": "python"}
        hello: dict[str, Any] = {"type": "hello", "proto": [1], "auth": self.credentials()}
        hello["client"] = client
        if self._session is not None and self._rng.random() < RESUMES:
            hello["resume"] = self._session | {"seq": self._seq}
        self._session = None
        wire.write(json.dumps(hello | {"id": 1}).encode())

    def say(self, wire: Wire, **message: Any) -> int:
        """Sends a request, again wherever its session is resumed, until it is answered; returns its number."""
        self._number += 1
        message["id"] = self._number
        self._unanswered[self._number] = message
        wire.write(json.dumps(message).encode())
        return self._number

    def _hear(self, wire: Wire, message: Message) -> None:
        match_id = message.get("match_id", "")
        match message["type"]:
            case "welcome":
                self._welcomed(wire, message)
            case "match_start":
                self.begun.add(match_id)
                self._seats[match_id] = message["seat"]
            case "your_turn":
                self._decide(wire, match_id, message)
            case "snapshot":
                for turn in message.get("pending", []):
                    self._decide(wire, match_id, turn)
            case "timeout":
                self.timeouts += 1
            case "match_over":
                self.match_ended(match_id, message)
            case "bye":
                self.sent_away += 1
            case kind if kind == "error" or "re" in message:
                self._answered(wire, message)

    def _welcomed(self, wire: Wire, welcome: Message) -> None:
        self._session = {"session": welcome["session"], "token": welcome["resume_token"]}
        if not welcome["resumed"]:
            self._seq, self._number = 0, 1
            self._unanswered.clear()
            self._open.clear()
            self.enter(wire)
            return
        self.resumed += 1
        for request in self._unanswered.values():  # it may have been lost, or its answer
            wire.write(json.dumps(request).encode())
        for decision, number in self._open.items():
            if number is None:
                self._think(wire, decision)
        if all(request["type"] == "act" for request in self._unanswered.values()):
            self.enter(wire)

    # Matches.

    def _decide(self, wire: Wire, match_id: str, turn: Message) -> None:
        decision = match_id, turn["decision"]
        if decision not in self._choices:
            self._choices[decision] = self._rng.randrange(turn["n"])
        if decision not in self._open:
            self._open[decision] = None
            self._think(wire, decision)

    def _think(self, wire: Wire, decision: Decision) -> None:
        loop = asyncio.get_running_loop()
        loop.call_later(self._rng.uniform(0.5, 1.5) * THINK_S, self._act, wire, decision)

    def _act(self, wire: Wire, decision: Decision) -> None:
        """Unless it has come back over another connection meanwhile, where it is asked again."""
        if wire is self.wire and self._session is not None and self._open.get(decision, 0) is None:
            match_id, number = decision
            act = {"match_id": match_id, "decision": number, "index": self._choices[decision]}
            self._open[decision] = self.say(wire, type="act", **act)

    def match_ended(self, match_id: str, over: Message) -> None:
        """It hears how a match has ended, perhaps again."""
        self.begun.add(match_id)
        known = self.over.setdefault(match_id, over)
        if known["places"] != over["places"]:
            self.wrongs.append(f"{self.name} heard two ends of {match_id}")
        for decision in [one for one in self._open if one[0] == match_id]:
            number = self._open.pop(decision)
            self._unanswered.pop(number or 0, None)

    # Answers.

    def _answered(self, wire: Wire, answer: Message) -> None:
        request = self._unanswered.pop(answer.get("re", 0), None)
        if request is None:
            self._told(answer)
        elif answer["type"] == "error":
            self._refused(wire, request, answer)
        elif request["type"] == "act":
            self._acted(request, self.acknowledged)
        else:
            self.entered(wire, request, answer.get("data", {}))

    def _told(self, answer: Message) -> None:
        """Something that it has not asked for, or has been told already."""
        if answer["type"] == "error" and "re" not in answer:
            if answer["code"] in (*LATER, "shutting_down"):
                self.refusals[answer["code"]] += 1
            else:
                self.wrongs.append(f"{self.name}: {answer}")

    def _refused(self, wire: Wire, request: Message, error: Message) -> None:
        code, loop, is_act = error["code"], asyncio.get_running_loop(), request["type"] == "act"
        if code in LATER or (code in NOT_NOW and not is_act):
            self.refusals[code] += 1
            pause_s = error.get("retry_ms", RETRY_S * 1000) / 1000
            if is_act:
                decision = request["match_id"], request["decision"]
                self._open[decision] = None
                loop.call_later(pause_s, self._act, wire, decision)
            else:
                loop.call_later(pause_s, self._enter_over, wire)
        elif code == "stale_decision" and is_act:
            self._acted(request, self.refused)
        else:
            self.wrongs.append(f"{self.name}: {error} after {request}")

    def _enter_over(self, wire: Wire) -> None:
        if wire is self.wire:
            self.enter_again()

    def _acted(self, act: Message, acts: list[Acknowledged]) -> None:
        match_id, number = act["match_id"], act["decision"]
        acts.append(Acknowledged(match_id, self._seats[match_id], number, act["index"]))
        self._open.pop((match_id, number), None)
