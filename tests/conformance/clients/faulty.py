"""Bots with one fault each, as people have them: a good bot of which one part is replaced.

usage: python faulty.py FAULT URL GAME MATCHES
"""

import json
import sys
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

sys.path.insert(0, str(Path(__file__).parents[3]))
from tests.conformance.clients.bot import (
    NO_WAY_BACK,
    Bot,
    Lines,
    LostError,
    Message,
    Packs,
    PackSockets,
    Sockets,
)


@dataclass(frozen=True)
class Fault:
    """A bot, and where it must be found: the level, the case, and a part of the reason."""

    bot: type[Bot]
    level: int
    case: str
    reason: str
    game: str = "colonizers"

    @property
    def is_compared(self) -> bool:
        """Does it show only beside a match that went another way?"""
        return "another way" in self.reason


FAULTS: dict[str, Fault] = {}


def fault(
    level: int, case: str, reason: str, game: str = "colonizers"
) -> Callable[[type[Bot]], type[Bot]]:
    """Enters a bot into the table, under the name of its class in small letters."""

    def enter(bot: type[Bot]) -> type[Bot]:
        name = "".join(f"_{c.lower()}" if c.isupper() else c for c in bot.__name__).lstrip("_")
        FAULTS[name] = Fault(bot, level, case, reason, game)
        return bot

    return enter


# Level 0: playing.


@fault(0, "match", "illegal in decision 1: index: expected 0..")
class IndexFromOne(Bot):
    """Counts actions from 1."""

    def choice(self, turn: Message) -> Message:
        return {"index": int(turn["n"])}


@fault(0, "match", "which was never asked")
class NextDecision(Bot):
    """Answers the decision after the one that was asked."""

    def act(self, match_id: str, turn: Message) -> Message:
        return super().act(match_id, {**turn, "decision": turn["decision"] + 1})


@fault(0, "match", "it answered decision 1 again")
class Twice(Bot):
    """Sends each act twice, to be on the safe side."""

    def answer(self, match_id: str, turn: Message) -> None:
        super().answer(match_id, turn)
        super().answer(match_id, turn)


@fault(0, "match", "no answer to decision 1 within")
class Silent(Bot):
    """Never answers."""

    def answer(self, match_id: str, turn: Message) -> None:
        pass


@fault(0, "fast_clock", "no answer to decision 2 in time")
class Slow(Bot):
    """Does not look at the clock."""

    def answer(self, match_id: str, turn: Message) -> None:
        if turn["decision"] == 2:
            time.sleep(2.6)
        super().answer(match_id, turn)


@fault(0, "news", "the program ended with exit code 1 during the match")
class KnowsAllTypes(Bot):
    """Looks its handlers up by type and has none for what it does not know."""

    def take(self, message: Message) -> None:
        known = ("ok", "act_ok", "events", "turn_closed", "timeout")
        if message["type"] not in known and not hasattr(self, f"on_{message['type']}"):
            raise KeyError(message["type"])
        super().take(message)


@fault(0, "fields", "the program ended with exit code 1 during the match")
class KnowsAllFields(Bot):
    """Makes an object of each question, with exactly the fields of this version."""

    def on_your_turn(self, message: Message) -> None:
        known = {"type", "seq", "match_id", "seat", "ver", "decision", "kind", "n", "legal"}
        known |= {"fallback", "obs", "deadline_ms", "clock", "optional", "tick"}
        if message.keys() - known:
            raise TypeError(f"unexpected argument {message.keys() - known}")
        super().on_your_turn(message)


@fault(0, "novelties", "the program ended with exit code 1 during the match")
class KnowsAllEvents(Bot):
    """Has an animation for each kind of event and none for others."""

    def on_events(self, message: Message) -> None:
        for event in message["items"]:
            if event["e"] in ("meteor", "x_rainbow", "tide"):
                raise KeyError(event["e"])


@fault(0, "novelties", "the program ended with exit code 1 during the match")
class KnowsAllRules(Bot):
    """Reads `on_timeout` into an enumeration."""

    def on_match_start(self, message: Message) -> None:
        ("fallback", "random", "forfeit").index(message["on_timeout"])
        super().on_match_start(message)


class ChunkLines(Lines):
    def receive(self) -> Message | None:
        lines = self.read().split(b"\n")
        message: Message = json.loads(lines[0])
        return message


@fault(0, "pieces", "the program ended with exit code 1 during the match")
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


@fault(0, "keep_alives", "the program ended with exit code 1 during the match")
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


@fault(0, "big", "the program ended with exit code 1 during the match")
class SmallBuffer(Bot):
    """Has room for 16 KiB, and does not say so in `max_frame`."""

    transports: ClassVar = {"infoset": ShortLines}


@fault(0, "match", "`index` must be an integer (bad_message)")
class IndexAsText(Bot):
    """Writes numbers as text."""

    def choice(self, turn: Message) -> Message:
        return {"index": str(super().choice(turn)["index"])}


@fault(0, "match", "`index` must be an integer (bad_message)")
class IndexAsFloat(Bot):
    """Divides, and forgets to round."""

    def choice(self, turn: Message) -> Message:
        return {"index": turn["n"] / 2 + 0.25}


class PrettyLines(Lines):
    def send(self, message: Message) -> None:
        self.write(json.dumps(message, indent=2).encode() + b"\n")


@fault(0, "match", "it sent what no server takes: not JSON")
class Pretty(Bot):
    """Prints its JSON over several lines."""

    transports: ClassVar = {"infoset": PrettyLines}


@fault(0, "match", "a conversation begins with one `hello`")
class NoHello(Bot):
    """Seeks without saying who it is."""

    def hello(self) -> Message:
        return {"type": "seek", "game": self.game}


@fault(0, "match", "this server speaks protocol 1")
class WrongVersion(Bot):
    """Speaks a version that does not exist."""

    def hello(self) -> Message:
        return {**super().hello(), "proto": [2]}


@fault(0, "match", "named the match m_7777")
class WrongMatch(Bot):
    """Mixes its matches up."""

    def act(self, match_id: str, turn: Message) -> Message:
        return super().act("m_7777", turn)


@fault(0, "match", "exactly one of index, picks, action")
class TwoChoices(Bot):
    """Names its action twice."""

    def choice(self, turn: Message) -> Message:
        return {**super().choice(turn), "action": turn["legal"]["actions"][0]}


@fault(0, "match", "it resigned")
class Resigner(Bot):
    """Gives up at the third question."""

    def answer(self, match_id: str, turn: Message) -> None:
        if turn["decision"] == 3:
            self.request({"type": "resign", "match_id": match_id})
        else:
            super().answer(match_id, turn)


@fault(0, "match", "it sought catan")
class OneGame(Bot):
    """Seeks the game it was written for, whatever it is told."""

    def seek(self) -> None:
        self.request({"type": "seek", "game": "catan"})


@fault(0, "match", "it asked for nothing within")
class Watcher(Bot):
    """Waits in the lobby."""

    def seek(self) -> None:
        self.request({"type": "watch_lobby"})


@fault(0, "match", "the program ended with exit code 3 before a match")
class NoStart(Bot):
    """Ends before it has connected."""

    def run(self) -> None:
        raise SystemExit(3)


@fault(
    0,
    "match",
    "the program ended with exit code 1 during the match; it said last: ZeroDivisionError",
)
class Crash(Bot):
    """Fails at the fifth question."""

    def choice(self, turn: Message) -> Message:
        return {"index": 0 // (5 - turn["decision"])}


@fault(0, "late", "the program ended with exit code 1 during the match")
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


@fault(0, "match", "in the middle of the match", game="crossfire")
class OnlyLists(Bot):
    """Does not know joint orders."""

    def choice(self, turn: Message) -> Message:
        if "actions" not in turn["legal"]:
            self.link.socket.close()
            time.sleep(5)
        return super().choice(turn)


# Level 1: the core.


@fault(1, "busy", "the program ended with exit code 1 during the match")
class DiesOfErrors(Bot):
    """Takes every error for the end."""

    def on_error(self, message: Message, request: Message | None) -> None:
        raise SystemExit(1)


@fault(1, "busy", "too early")
class Impatient(Bot):
    """Repeats a refused request at once."""

    def on_error(self, message: Message, request: Message | None) -> None:
        super().on_error({**message, "retry_ms": 0}, request)


@fault(1, "busy", "no answer to decision 7 within")
class ForgetsRefused(Bot):
    """Prints errors and goes on waiting."""

    def on_error(self, message: Message, request: Message | None) -> None:
        pass


@fault(1, "unknown_code", "no answer to decision 7 within")
class KnowsAllCodes(Bot):
    """Repeats for the codes it knows, whatever `retry_ms` says."""

    def on_error(self, message: Message, request: Message | None) -> None:
        if message["code"] in ("busy", "rate_limited", "illegal_action"):
            super().on_error(message, request)


@fault(1, "illegal", "it sent the action that was refused again")
class Stubborn(Bot):
    """Sends what was refused once more."""

    def on_error(self, message: Message, request: Message | None) -> None:
        if request is not None and message["code"] == "illegal_action":
            self.request(request)


@fault(1, "floats", "the program ended with exit code 1 during the match")
class OnlyInts(Bot):
    """Uses numbers as they come as positions in a list."""

    def choice(self, turn: Message) -> Message:
        return {"index": range(turn["n"])[0]}


@fault(1, "shuffled", "no answer to decision 1 within")
class TypeFirst(Bot):
    """Takes the first key for the type."""

    def take(self, message: Message) -> None:
        if next(iter(message)) == "type" or message["type"] == "welcome":
            super().take(message)


@fault(1, "login_again", "during the match")
class GivesUp(Bot):
    """Ends with its connection."""

    def lost(self, lost: LostError) -> None:
        raise SystemExit("connection lost")


@fault(1, "login_again", "no answer to decision 15 within")
class NoSnapshot(Bot):
    """Comes back, but waits for `your_turn`."""

    def on_snapshot(self, message: Message) -> None:
        pass


@fault(1, "login_again", "as somebody else")
class NewName(Bot):
    """Makes up a new secret for each connection."""

    def auth(self) -> Message:
        return {"kind": "guest", "name": "bot", "token": f"secret {time.monotonic()}"}

    def resume(self) -> Message:
        return {**super().resume(), "session": "s_none"}


@fault(1, "closed", "no answer to decision")
class WaitsForItsDecision(Bot):
    """Does not go on before its own answer is accepted."""

    waiting = 0

    def answer(self, match_id: str, turn: Message) -> None:
        if self.waiting:
            return
        self.waiting = int(turn["decision"])
        super().answer(match_id, turn)

    def on_act_ok(self, message: Message) -> None:
        self.waiting = 0


@fault(1, "strange_reply", "no answer to decision")
class WaitsForActOk(WaitsForItsDecision):
    """Knows one kind of success only."""


@fault(1, "replaced", "it came back after `bye` 4409")
class Revenge(Bot):
    """Comes back whatever it was told."""

    def on_bye(self, message: Message) -> None:
        pass

    def lost(self, lost: LostError) -> None:
        time.sleep(0.05)


@fault(1, "shuffled", "`id` 1 is not above 1 (duplicate_id)")
class SameNumber(Bot):
    """Numbers all requests alike."""

    def number(self) -> int:
        return 1


@fault(1, "shuffled", "field that is not in the contract: `player`")
class ExtraField(Bot):
    """Sends what it believes to be useful."""

    def act(self, match_id: str, turn: Message) -> Message:
        return {**super().act(match_id, turn), "player": 1}


# Level 2: msgpack.


class BinaryPacks(Packs):
    def pack(self, message: Message) -> bytes:
        import msgpack

        return bytes(
            msgpack.packb({k: v.encode() if k == "type" else v for k, v in message.items()})
        )


@fault(2, "plain", "it sent what no server takes: msgpack bin and ext are not used")
class BinaryText(Bot):
    """Packs text as bin."""

    transports: ClassVar = {"infoset+msgpack": BinaryPacks}


class LittlePacks(Packs):
    def send(self, message: Message) -> None:
        frame = self.pack(message)
        self.write(b"\0" + len(frame).to_bytes(3, "little") + frame)


@fault(2, "plain", "a frame has at most 8192 bytes (frame_too_big)")
class LittleEndian(Bot):
    """Writes the length the wrong way round."""

    transports: ClassVar = {"infoset+msgpack": LittlePacks}


@fault(2, "plain", "it speaks tcp json")
class OnlyJson(Bot):
    """Does not look at the scheme of the address."""

    transports: ClassVar = {"infoset+msgpack": Lines}


class ShortPacks(Packs):
    def unpack(self, frame: bytes) -> Message:
        if frame[0] in (0xDE, 0xDF) and b"your_turn" in frame:
            raise ValueError(f"no map: {frame[0]}")
        return super().unpack(frame)


@fault(2, "wide", "the program ended with exit code 1 during the match")
class ShortForms(Bot):
    """Reads what its own library writes, and nothing wider."""

    transports: ClassVar = {"infoset+msgpack": ShortPacks}


# Level 3: WebSocket.


class BinarySockets(Sockets):
    def send(self, message: Message) -> None:
        self.protocol.send_binary(json.dumps(message).encode())
        self.flush()


@fault(3, "plain", "a binary frame on a json connection")
class BinaryFrames(Bot):
    """Sends JSON in binary frames."""

    transports: ClassVar = {"ws": BinarySockets, "ws+msgpack": PackSockets}


class ForeignSockets(Sockets):
    def subprotocols(self) -> list[str]:
        return ["chat.v2"]


@fault(3, "plain", "the WebSocket handshake failed: no common subprotocol in chat.v2")
class WrongSubprotocol(Bot):
    """Offers a subprotocol that nobody speaks."""

    transports: ClassVar = {"ws": ForeignSockets, "ws+msgpack": PackSockets}


class DeafSockets(Sockets):
    def take(self, data: bytes) -> None:
        super().take(data.replace(b"\x89", b"\x8a", 1) if data[:1] == b"\x89" else data)

    def flush(self) -> None:
        for data in self.protocol.data_to_send():
            if data and data[0] != 0x8A:
                self.write(data)


@fault(3, "plain", "it answered 0 of")
class NoPong(Bot):
    """Does not answer pings."""

    transports: ClassVar = {"ws": DeafSockets, "ws+msgpack": PackSockets}


@fault(3, "replaced", "it came back after `bye` 4409")
class IgnoresCloseCode(Bot):
    """Comes back whatever the close code is."""

    def on_bye(self, message: Message) -> None:
        pass

    def lost(self, lost: LostError) -> None:
        assert lost.code in (0, *NO_WAY_BACK, 4503)
        time.sleep(0.05)


# Level 4: resume.


@fault(4, "cut", "it came back without `hello.resume`")
class NoResume(Bot):
    """Only logs in anew."""

    def hello(self) -> Message:
        return {name: value for name, value in super().hello().items() if name != "resume"}


@fault(4, "cut", "it wanted to resume behind `seq`")
class FromTheStart(Bot):
    """Does not remember what it has."""

    def resume(self) -> Message:
        return {**super().resume(), "seq": 0}


@fault(4, "cut", "it wanted to resume behind `seq`")
class TooFar(Bot):
    """Claims one message more than it has."""

    def resume(self) -> Message:
        return {**super().resume(), "seq": self.seq + 1}


@fault(4, "cut", "it wanted to resume with an old or foreign token")
class OldToken(Bot):
    """Keeps the first resume token for ever."""

    first: Message | None = None

    def resume(self) -> Message:
        self.first = self.first or self.welcome
        return {**super().resume(), "token": self.first["resume_token"]}


@fault(4, "lost_reply", "`id` 3 was answered, and the answer is not kept")
class RestartsNumbers(Bot):
    """Begins to count anew on each connection, though the session goes on."""

    def on_welcome(self, message: Message) -> None:
        super().on_welcome(message)
        self.last_id = 2


@fault(4, "lost_act", "within")
class ForgetsRequests(Bot):
    """Does not repeat what it has heard no answer of."""

    def connect(self) -> None:
        self.unanswered.clear()
        super().connect()


# Level 5: compute.


class Thinker(Bot):
    """Asks for playouts before each choice, and waits for them."""

    features: ClassVar = ["compute"]
    asked = 0

    def answer(self, match_id: str, turn: Message) -> None:
        self.turn = {**turn, "match_id": match_id}
        decision = int(turn["decision"])
        self.think({"type": "rollout", "match_id": match_id, "decision": decision, "first": "all"})

    def think(self, request: Message) -> None:
        self.request(request)

    def on_rollouts(self, message: Message) -> None:
        self.decide(len(message["rows"]) - 1)

    def decide(self, index: int) -> None:
        head = {"type": "act", "match_id": self.turn["match_id"]}
        self.request({**head, "decision": int(self.turn["decision"]), "index": index})

    def on_error(self, message: Message, request: Message | None) -> None:
        if message["code"] == "stale_decision":
            return
        super().on_error(message, request)


@fault(5, "thinking", "without the feature `compute`")
class NoFeature(Thinker):
    """Did not ask for the feature."""

    features: ClassVar = []

    def on_error(self, message: Message, request: Message | None) -> None:
        self.decide(0)


@fault(5, "thinking", "without `id`")
class NoNumber(Thinker):
    """Sends no number, so there is no answer."""

    def think(self, request: Message) -> None:
        self.link.send(request)


@fault(5, "thinking", "it asked for no worlds and no playouts")
class Thoughtless(Bot):
    """Claims to think on the server and does not."""

    features: ClassVar = ["compute"]


@fault(5, "no_budget", "the program ended with exit code 1 during the match")
class CannotAfford(Thinker):
    """Ends where the budget does."""

    def on_error(self, message: Message, request: Message | None) -> None:
        raise SystemExit(1)


@fault(5, "crowded", " again; expected one answer to a decision")
class TakesProgress(Thinker):
    """Takes the first word for the answer."""

    def on_progress(self, message: Message) -> None:
        self.decide(0)

    def on_rollouts(self, message: Message) -> None:
        self.decide(0)


# Level 7: watching.


class Spectator(Bot):
    """Watches matches."""

    def seek(self) -> None:
        self.request({"type": "watch", "room": "CASE"})


@fault(7, "public", "a watcher sent `act`")
class Meddler(Spectator):
    """Plays where it only looks on."""

    def on_snapshot(self, message: Message) -> None:
        head = {"type": "act", "match_id": message["match_id"]}
        self.request({**head, "decision": 1, "index": 0})


@fault(7, "public", "it stopped watching before the end")
class Bored(Spectator):
    """Leaves after the first event."""

    def on_events(self, message: Message) -> None:
        self.request({"type": "unwatch", "match_id": message["match_id"]})


@fault(7, "lagged", "the program ended with exit code 1 during the match")
class NeverMisses(Spectator):
    """Relies on hearing of every version."""

    ver = -1

    def on_events(self, message: Message) -> None:
        assert self.ver in (-1, message["ver"] - 1)
        self.ver = int(message["ver"])


# Level 6: assisting.


class Assistant(Bot):
    """Advises the fallback."""

    def seek(self) -> None:
        self.request({"type": "assist_join", "code": "ac_case"})

    def answer(self, match_id: str, turn: Message) -> None:
        head = {"type": "suggest", "match_id": match_id, "decision": int(turn["decision"])}
        self.request({**head, "top": [{"index": int(turn.get("fallback") or 0)}]})


@fault(6, "advice", "it neither drew nor suggested anything")
class NoAdvice(Assistant):
    """Has nothing to say."""

    def answer(self, match_id: str, turn: Message) -> None:
        pass


@fault(6, "advice", "an assistant without the right `act` sent `act`")
class TakesOver(Assistant):
    """Plays for its owner."""

    def answer(self, match_id: str, turn: Message) -> None:
        self.request(self.act(match_id, turn))


# Level 8: differences.


class Differ(Bot):
    """Takes differences. What it chooses depends on all it sees, and on nothing else."""

    features: ClassVar = ["delta"]
    ver = -1
    obs: Message

    def on_your_turn(self, message: Message) -> None:
        obs = self.restore(message)
        if obs is None:
            self.request({"type": "sync", "match_id": message["match_id"]})
            return
        self.ver, self.obs = int(message["ver"]), obs
        super().on_your_turn({**message, "obs": obs})

    def restore(self, message: Message) -> Message | None:
        """The whole observation; None where it cannot be known."""
        delta = message.get("delta")
        if delta is None:
            whole: Message = message["obs"]
            return whole
        if delta["base"] != self.ver:
            return None
        patched: Message = self.patch(self.obs, delta["patch"])
        return patched

    def patch(self, target: Any, patch: Any) -> Any:
        if not isinstance(patch, dict):
            return patch
        result = dict(target) if isinstance(target, dict) else {}
        for name, value in patch.items():
            result[name] = self.patch(result.get(name), value)
        return {name: value for name, value in result.items() if value is not None}

    def on_snapshot(self, message: Message) -> None:
        for decision in message.get("pending", []):
            self.answer(message["match_id"], {**decision, "obs": message["obs"]})

    def choice(self, turn: Message) -> Message:
        seen = json.dumps(turn["obs"], sort_keys=True).encode()
        return {"index": zlib.crc32(seen) % int(turn["n"])}


@fault(8, "match", "it did not ask for the feature `delta`")
class NoWish(Differ):
    """Could read differences, and does not ask for them."""

    features: ClassVar = []


@fault(8, "match", "the program ended with exit code 1 during the match")
class OnlyWhole(Differ):
    """Asks for differences, and does not read them."""

    def restore(self, message: Message) -> Message | None:
        whole: Message = message["obs"]
        return whole


@fault(8, "gap", "whose difference was from a question that never came")
class NoBase(Differ):
    """Patches whatever it has."""

    def restore(self, message: Message) -> Message | None:
        self.ver = message["delta"]["base"] if "delta" in message else -1
        return super().restore(message)


DIFFERENT = "the match went another way than the same match with whole observations"


@fault(8, "match", DIFFERENT)
class MergesLists(Differ):
    """Patches lists entry by entry."""

    def patch(self, target: Any, patch: Any) -> Any:
        if isinstance(patch, list) and isinstance(target, list):
            return [*patch, *target[len(patch) :]]
        return super().patch(target, patch)


@fault(8, "match", DIFFERENT)
class KeepsWhole(Differ):
    """Takes every difference from the last whole observation."""

    whole: Message

    def restore(self, message: Message) -> Message | None:
        if "obs" in message:
            self.whole = message["obs"]
        else:
            self.obs = self.whole
        return super().restore(message)


class LateSeeker(Bot):
    """Starts up slowly: has been given a seat before it asks for one."""

    def seek(self) -> None:
        time.sleep(1.5)
        super().seek()


GOOD: dict[str, type[Bot]] = {
    "bot": Bot,
    "thinker": Thinker,
    "spectator": Spectator,
    "assistant": Assistant,
    "differ": Differ,
    "late_seeker": LateSeeker,
}


def main(name: str, url: str, game: str, matches: str) -> None:
    """Plays as the bot of that name."""
    bots: dict[str, Any] = {**GOOD, **{key: found.bot for key, found in FAULTS.items()}}
    bots[name](url, game, int(matches)).run()


if __name__ == "__main__":
    main(*sys.argv[1:])
