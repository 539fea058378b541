"""Faults of level 6, `assist`: what an assistant may not, or must."""

from tests.conformance.clients.bot import Message
from tests.conformance.clients.faults.fault import Faults
from tests.conformance.clients.good import Assistant

fault = Faults(6)


@fault("advice", "it neither drew nor suggested anything")
class NoAdvice(Assistant):
    """Has nothing to say."""

    def answer(self, match_id: str, turn: Message) -> None:
        pass


@fault("advice", "an assistant without the right `act` sent `act`")
class TakesOver(Assistant):
    """Plays for its owner."""

    def answer(self, match_id: str, turn: Message) -> None:
        self.request(self.act(match_id, turn))
