"""Faults of level 8, `delta`: how differences are patched."""

from typing import Any, ClassVar

from tests.conformance.clients.bot import Message
from tests.conformance.clients.faults.fault import Faults
from tests.conformance.clients.good import Differ

fault = Faults(8)


@fault("match", "it did not ask for the feature `delta`")
class NoWish(Differ):
    """Could read differences, and does not ask for them."""

    features: ClassVar = []


@fault("match", "the program ended with exit code 1 during the match")
class OnlyWhole(Differ):
    """Asks for differences, and does not read them."""

    def restore(self, message: Message) -> Message | None:
        whole: Message = message["obs"]
        return whole


@fault("gap", "whose difference was from a question that never came")
class NoBase(Differ):
    """Patches whatever it has."""

    def restore(self, message: Message) -> Message | None:
        self.ver = message["delta"]["base"] if "delta" in message else -1
        return super().restore(message)


DIFFERENT = "the match went another way than the same match with whole observations"


@fault("match", DIFFERENT)
class MergesLists(Differ):
    """Patches lists entry by entry."""

    def patch(self, target: Any, patch: Any) -> Any:
        if isinstance(patch, list) and isinstance(target, list):
            return [*patch, *target[len(patch) :]]
        return super().patch(target, patch)


@fault("match", DIFFERENT)
class KeepsWhole(Differ):
    """Takes every difference from the last whole observation."""

    whole: Message

    def restore(self, message: Message) -> Message | None:
        if "obs" in message:
            self.whole = message["obs"]
        else:
            self.obs = self.whole
        return super().restore(message)
