"""Observations as differences (feature `delta`): what a writer leaves out, a reader puts back. Knows no connection.

    writer   nothing told --whole--> told --difference, whole--> told --begin_anew--> nothing told
    reader   nothing known --whole--> known --difference from what is known, whole--> known

The writer sends whole observations where it must (nothing told), where a difference would not be shorter, and
every 32nd time. A reader that gets a difference from what it does not know asks for `sync`.
"""

from typing import Final

import orjson

from infoset_protocol.merge_patch import Obj, apply_patch, make_patch

FEATURE: Final = "delta"
FULL_EVERY: Final = 32  # questions; a client that has lost its way cannot stay lost


class DeltaWriter:
    """Shortens the questions to one seat over one session. Keeps one observation, the last that was told."""

    __slots__ = ("_in_a_row", "_told", "_ver")

    def __init__(self) -> None:
        self._told: Obj | None = None
        self._ver = 0
        self._in_a_row = 0  # differences since the last whole observation

    def begin_anew(self) -> None:
        """The next question has its whole observation."""
        self._told = None

    def shorten(self, question: Obj) -> Obj:
        """The `your_turn` to send in place of `question`, which is one with `obs` and does not change.

        Whatever comes back is taken as told: nothing may get lost between two questions.
        """
        before, base, obs = self._told, self._ver, question["obs"]
        self._told, self._ver = obs, question["ver"]
        if before is not None and self._in_a_row < FULL_EVERY - 1:
            delta = {"base": base, "patch": make_patch(before, obs)}
            if _size(delta) < _size(obs):
                self._in_a_row += 1
                shortened = {**question, "delta": delta}
                del shortened["obs"]
                return shortened
        self._in_a_row = 0
        return question


class DeltaReader:
    """Completes the questions to one client. Keeps the last observation of each match that is under way.

    Of more than `max_matches` the oldest is forgotten.
    """

    __slots__ = ("_known", "_max_matches")

    def __init__(self, max_matches: int) -> None:
        self._max_matches: Final = max_matches
        self._known: dict[str, tuple[int, Obj]] = {}

    def read(self, message: Obj) -> Obj | None:
        """The message, a question with its whole observation; other messages are as they came.

        None for a difference from an observation that is not known: ask for `sync`. What is no question
        of the contract comes back as it is, for whoever checks messages.
        """
        match message:
            case {"type": "your_turn", "match_id": str(match_id), "delta": dict(delta)}:
                return self._complete(match_id, message, delta)
            case {"type": "your_turn", "match_id": str(match_id), "ver": ver, "obs": dict(obs)}:
                self._keep(match_id, ver, obs)
            case {"type": "match_over", "match_id": str(match_id)}:
                self._known.pop(match_id, None)
            case _:
                pass
        return message

    def forget_all(self) -> None:
        """A new session: the server begins anew, too."""
        self._known.clear()

    def _complete(self, match_id: str, question: Obj, delta: Obj) -> Obj | None:
        ver, base, patch = question.get("ver"), delta.get("base"), delta.get("patch")
        if ver is None or base is None or type(patch) is not dict:
            return question
        known = self._known.get(match_id)
        if known is None or known[0] != base:
            return None
        completed = {**question, "obs": apply_patch(known[1], patch)}
        del completed["delta"]
        self._keep(match_id, ver, completed["obs"])
        return completed

    def _keep(self, match_id: str, ver: int, obs: Obj) -> None:
        self._known.pop(match_id, None)  # becomes the newest
        self._known[match_id] = (ver, obs)
        while len(self._known) > self._max_matches:
            del self._known[next(iter(self._known))]


def _size(plain: Obj) -> int:
    """Bytes of JSON; msgpack is shorter in much the same measure."""
    return len(orjson.dumps(plain))
