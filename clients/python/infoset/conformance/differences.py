"""Questions with differences in place of observations, and whether a client can follow them. Knows no connection."""

from typing import Final

from infoset.conformance.cases import WHOLE
from infoset.conformance.chapters import Chapter
from infoset.conformance.findings import Outcome
from infoset.conformance.words import Message
from infoset_protocol.deltas import DeltaWriter

LEVEL: Final = 8


class Differences:
    """Shortens the questions of one match. A *gap* is a difference from a question that never came."""

    def __init__(self, outcome: Outcome) -> None:
        self._outcome: Final = outcome
        self._writer: Final = DeltaWriter()
        self._gap: int | None = None  # the decision at which the client should ask for `sync`

    def judge_wish(self, has_delta: bool) -> None:
        """Notes a client that claims the level and did not ask for the feature."""
        if self._outcome.case.level == LEVEL and not has_delta:
            self._outcome.miss(
                "it did not ask for the feature `delta`",
                "`delta` in `hello.features`",
                Chapter.DIFFERENCES,
            )

    def shorten(self, question: Message, is_gap: bool) -> Message:
        """The question to send instead, for a client with the feature."""
        if self._outcome.case.name == WHOLE:
            return question
        if not is_gap:
            return self._writer.shorten(question)
        self._gap = question["decision"]
        never = {"base": question["ver"] + 1, "patch": {}}
        return {name: value for name, value in question.items() if name != "obs"} | {"delta": never}

    def begin_anew(self) -> None:
        """The client has been shown everything, or may have missed something."""
        self._writer.begin_anew()
        self._gap = None

    def judge_act(self, decision: int) -> None:
        """Notes an answer to what the client could not see."""
        if decision == self._gap:
            self._gap = None
            self._outcome.miss(
                f"it answered decision {decision}, whose difference was from a question that never came",
                "`sync`, and an answer to what the `snapshot` asks",
                Chapter.DIFFERENCES,
            )
