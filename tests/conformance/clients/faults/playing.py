"""Faults of level 0, `play`: what goes wrong in a plain match."""

import json
import time
from typing import ClassVar

from tests.conformance.clients.bot import Bot, Lines, Message
from tests.conformance.clients.faults.fault import Faults

fault = Faults(0)


@fault("match", "illegal in decision 1: index: expected 0..")
class IndexFromOne(Bot):
    """Counts actions from 1."""

    def choice(self, turn: Message) -> Message:
        return {"index": int(turn["n"])}


@fault("match", "were left to the fallback; the first time: decide raised KeyError")
class Undecided(Bot):
    """Raises an exception in each decision, of which its SDK tells the server."""

    def act(self, match_id: str, turn: Message) -> Message:
        return {**super().act(match_id, turn), "note": "fallback: decide raised KeyError"}


@fault("match", "which was never asked")
class NextDecision(Bot):
    """Answers the decision after the one that was asked."""

    def act(self, match_id: str, turn: Message) -> Message:
        return super().act(match_id, {**turn, "decision": turn["decision"] + 1})


@fault("match", "it answered decision 1 again")
class Twice(Bot):
    """Sends each act twice, to be on the safe side."""

    def answer(self, match_id: str, turn: Message) -> None:
        super().answer(match_id, turn)
        super().answer(match_id, turn)


@fault("match", "no answer to decision 1 within")
class Silent(Bot):
    """Never answers."""

    def answer(self, match_id: str, turn: Message) -> None:
        pass


@fault("fast_clock", "no answer to decision 2 in time")
class Slow(Bot):
    """Does not look at the clock."""

    def answer(self, match_id: str, turn: Message) -> None:
        if turn["decision"] == 2:
            time.sleep(2.6)
        super().answer(match_id, turn)


@fault("news", "the program ended with exit code 1 during the match")
class KnowsAllTypes(Bot):
    """Looks its handlers up by type and has none for what it does not know."""

    def take(self, message: Message) -> None:
        known = ("ok", "act_ok", "events", "turn_closed", "timeout")
        if message["type"] not in known and not hasattr(self, f"on_{message['type']}"):
            raise KeyError(message["type"])
        super().take(message)


@fault("fields", "the program ended with exit code 1 during the match")
class KnowsAllFields(Bot):
    """Makes an object of each question, with exactly the fields of this version."""

    def on_your_turn(self, message: Message) -> None:
        known = {"type", "seq", "match_id", "seat", "ver", "decision", "kind", "n", "legal"}
        known |= {"fallback", "obs", "deadline_ms", "clock", "optional", "tick"}
        if message.keys() - known:
            raise TypeError(f"unexpected argument {message.keys() - known}")
        super().on_your_turn(message)


@fault("novelties", "the program ended with exit code 1 during the match")
class KnowsAllEvents(Bot):
    """Has an animation for each kind of event and none for others."""

    def on_events(self, message: Message) -> None:
        for event in message["items"]:
            if event["e"] in ("meteor", "x_rainbow", "tide"):
                raise KeyError(event["e"])


@fault("novelties", "the program ended with exit code 1 during the match")
class KnowsAllRules(Bot):
    """Reads `on_timeout` into an enumeration."""

    def on_match_start(self, message: Message) -> None:
        ("fallback", "random", "forfeit").index(message["on_timeout"])
        super().on_match_start(message)


class ChunkLines(Lines):
    def receive(self) -> Message | None:
        message: Message = json.loads(self.read())
        return message


@fault("pieces", "the program ended with exit code 1 during the match")
class ReadsChunks(Bot):
    """Takes what one `recv` returns for one message."""

    transports: ClassVar = {"infoset": ChunkLines}


class StrictLines(Lines):
    def receive(self) -> Message | None:
        while b"\n" not in self.begun:
            self.begun += self.read()
        line, _, self.begun = self.begun.partition(b"\n")
        message: Message = json.loads(line)
        return message


@fault("keep_alives", "the program ended with exit code 1 during the match")
class ReadsEmptyLines(Bot):
    """Parses the empty lines that only keep alive."""

    transports: ClassVar = {"infoset": StrictLines}


class ShortLines(Lines):
    def receive(self) -> Message | None:
        while b"\n" not in self.begun:
            self.begun += self.read()
        if self.begun.index(b"\n") > 16_384:
            raise SystemExit("line too long")
        return super().receive()


@fault("big", "the program ended with exit code 1 during the match")
class SmallBuffer(Bot):
    """Has room for 16 KiB, and does not say so in `max_frame`."""

    transports: ClassVar = {"infoset": ShortLines}


@fault("match", "`index` must be an integer (bad_message)")
class IndexAsText(Bot):
    """Writes numbers as text."""

    def choice(self, turn: Message) -> Message:
        return {"index": str(super().choice(turn)["index"])}


@fault("match", "`index` must be an integer (bad_message)")
class IndexAsFloat(Bot):
    """Divides, and forgets to round."""

    def choice(self, turn: Message) -> Message:
        return {"index": turn["n"] / 2 + 0.25}


class PrettyLines(Lines):
    def send(self, message: Message) -> None:
        self.write(json.dumps(message, indent=2).encode() + b"\n")


@fault("match", "it sent what no server takes: not JSON")
class Pretty(Bot):
    """Prints its JSON over several lines."""

    transports: ClassVar = {"infoset": PrettyLines}


@fault("match", "a conversation begins with one `hello`")
class NoHello(Bot):
    """Seeks without saying who it is."""

    def hello(self) -> Message:
        return {"type": "seek", "game": self.game}


@fault("match", "this server speaks protocol 1")
class WrongVersion(Bot):
    """Speaks a version that does not exist."""

    def hello(self) -> Message:
        return {**super().hello(), "proto": [2]}


@fault("match", "named the match m_7777")
class WrongMatch(Bot):
    """Mixes its matches up."""

    def act(self, match_id: str, turn: Message) -> Message:
        return super().act("m_7777", turn)


@fault("match", "exactly one of index, picks, action")
class TwoChoices(Bot):
    """Names its action twice."""

    def choice(self, turn: Message) -> Message:
        return {**super().choice(turn), "action": turn["legal"]["actions"][0]}


@fault("match", "it resigned")
class Resigner(Bot):
    """Gives up at the third question."""

    def answer(self, match_id: str, turn: Message) -> None:
        if turn["decision"] == 3:
            self.request({"type": "resign", "match_id": match_id})
        else:
            super().answer(match_id, turn)


@fault("match", "it sought catan")
class OneGame(Bot):
    """Seeks the game it was written for, whatever it is told."""

    def seek(self) -> None:
        self.request({"type": "seek", "game": "catan"})


@fault("match", "it asked for nothing within")
class Watcher(Bot):
    """Waits in the lobby."""

    def seek(self) -> None:
        self.request({"type": "watch_lobby"})


@fault("match", "the program ended with exit code 3 before a match")
class NoStart(Bot):
    """Ends before it has connected."""

    def run(self) -> None:
        raise SystemExit(3)


@fault(
    "match",
    "the program ended with exit code 1 during the match; it said: ZeroDivisionError",
)
class Crash(Bot):
    """Fails at the fifth question."""

    def choice(self, turn: Message) -> Message:
        return {"index": 0 // (5 - turn["decision"])}


@fault("late", "the program ended with exit code 1 during the match")
class ExpectsTicket(Bot):
    """Takes the first message after `seek` for its answer."""

    is_waiting = False

    def seek(self) -> None:
        super().seek()
        self.is_waiting = True

    def take(self, message: Message) -> None:
        if self.is_waiting:
            self.is_waiting = False
            message["data"]["ticket"]
        super().take(message)


@fault("match", "in the middle of the match", game="crossfire")
class OnlyLists(Bot):
    """Does not know joint orders."""

    def choice(self, turn: Message) -> Message:
        if "actions" not in turn["legal"]:
            self.link.socket.close()
            time.sleep(5)
        return super().choice(turn)
