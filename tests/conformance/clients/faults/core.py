"""Faults of level 1, `core`: refusals, lost connections, what may come at any time."""

import time

from tests.conformance.clients.bot import Bot, LostError, Message
from tests.conformance.clients.faults.fault import Faults

fault = Faults(1)


@fault("busy", "the program ended with exit code 1 during the match")
class DiesOfErrors(Bot):
    """Takes every error for the end."""

    def on_error(self, message: Message, request: Message | None) -> None:
        raise SystemExit(1)


@fault("busy", "too early")
class Impatient(Bot):
    """Repeats a refused request at once."""

    def on_error(self, message: Message, request: Message | None) -> None:
        super().on_error({**message, "retry_ms": 0}, request)


@fault("busy", "no answer to decision 7 within")
class ForgetsRefused(Bot):
    """Prints errors and goes on waiting."""

    def on_error(self, message: Message, request: Message | None) -> None:
        pass


@fault("unknown_code", "no answer to decision 7 within")
class KnowsAllCodes(Bot):
    """Repeats for the codes it knows, whatever `retry_ms` says."""

    def on_error(self, message: Message, request: Message | None) -> None:
        if message["code"] in ("busy", "rate_limited", "illegal_action"):
            super().on_error(message, request)


@fault("illegal", "it sent the action that was refused again")
class Stubborn(Bot):
    """Sends what was refused once more."""

    def on_error(self, message: Message, request: Message | None) -> None:
        if request is not None and message["code"] == "illegal_action":
            self.request(request)


@fault("floats", "the program ended with exit code 1 during the match")
class OnlyInts(Bot):
    """Uses numbers as they come as positions in a list."""

    def choice(self, turn: Message) -> Message:
        return {"index": range(turn["n"])[0]}


@fault("shuffled", "no answer to decision 1 within")
class TypeFirst(Bot):
    """Takes the first key for the type."""

    def take(self, message: Message) -> None:
        if next(iter(message)) == "type" or message["type"] == "welcome":
            super().take(message)


@fault("login_again", "during the match")
class GivesUp(Bot):
    """Ends with its connection."""

    def lost(self, lost: LostError) -> None:
        raise SystemExit("connection lost")


@fault("login_again", "no answer to decision 15 within")
class NoSnapshot(Bot):
    """Comes back, but waits for `your_turn`."""

    def on_snapshot(self, message: Message) -> None:
        pass


@fault("login_again", "as somebody else")
class NewName(Bot):
    """Makes up a new secret for each connection."""

    def auth(self) -> Message:
        return {"kind": "guest", "name": "bot", "token": f"secret {time.monotonic()}"}

    def resume(self) -> Message:
        return {**super().resume(), "session": "s_none"}


@fault("closed", "no answer to decision")
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


@fault("strange_reply", "no answer to decision")
class WaitsForActOk(WaitsForItsDecision):
    """Knows one kind of success only."""


@fault("replaced", "it came back after `bye` 4409")
class Revenge(Bot):
    """Comes back whatever it was told."""

    def on_bye(self, message: Message) -> None:
        pass

    def lost(self, lost: LostError) -> None:
        time.sleep(0.05)


@fault("shuffled", "`id` 1 is not above 1 (duplicate_id)")
class SameNumber(Bot):
    """Numbers all requests alike."""

    def number(self) -> int:
        return 1


@fault("shuffled", "field that is not in the contract: `player`")
class ExtraField(Bot):
    """Sends what it believes to be useful."""

    def act(self, match_id: str, turn: Message) -> Message:
        return {**super().act(match_id, turn), "player": 1}
