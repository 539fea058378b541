"""Faults of level 4, `resume`: what is told of a session that goes on."""

from tests.conformance.clients.bot import Bot, Message
from tests.conformance.clients.faults.fault import Faults

fault = Faults(4)


@fault("cut", "it came back without `hello.resume`")
class NoResume(Bot):
    """Only logs in anew."""

    def hello(self) -> Message:
        return {name: value for name, value in super().hello().items() if name != "resume"}


@fault("cut", "it wanted to resume behind `seq`")
class FromTheStart(Bot):
    """Does not remember what it has."""

    def resume(self) -> Message:
        return {**super().resume(), "seq": 0}


@fault("cut", "it wanted to resume behind `seq`")
class TooFar(Bot):
    """Claims one message more than it has."""

    def resume(self) -> Message:
        return {**super().resume(), "seq": self.seq + 1}


@fault("cut", "it wanted to resume with an old or foreign token")
class OldToken(Bot):
    """Keeps the first resume token for ever."""

    first: Message | None = None

    def resume(self) -> Message:
        self.first = self.first or self.welcome
        return {**super().resume(), "token": self.first["resume_token"]}


@fault("lost_reply", "`id` 3 was answered, and the answer is not kept")
class RestartsNumbers(Bot):
    """Begins to count anew on each connection, though the session goes on."""

    def on_welcome(self, message: Message) -> None:
        super().on_welcome(message)
        self.last_id = 2


@fault("lost_act", "within")
class ForgetsRequests(Bot):
    """Does not repeat what it has heard no answer of."""

    def connect(self) -> None:
        self.unanswered.clear()
        super().connect()
