"""The stored form of the steps of a match. Compiled, because every `act` is written."""

from typing import Any, Final

import orjson

from infoset_games.steps import ABORT, BRANCH, FORGIVE, LEAVE, START, RecordError, Step
from infoset_server.storage.port import Entry, NewEntry

Remark = dict[str, Any]  # `note` and `value` of an act, for the owner of the seat alone
WITHOUT_SEAT: Final = (START, BRANCH, ABORT)
WITHOUT_DECISION: Final = (START, BRANCH, ABORT, LEAVE, FORGIVE)


def write_step(step: Step, at_ms: int, remark: Remark | None = None) -> NewEntry:
    """The entry of a step that was taken at `at_ms` by the wall clock, with what its player remarked."""
    body: dict[str, Any] = {}
    if step.action:
        body["a"] = step.action
    if step.elapsed_ms:
        body["ms"] = step.elapsed_ms
    if step.charged_ms:
        body["charged"] = step.charged_ms
    if step.forgiven_ms:
        body["forgiven"] = step.forgiven_ms
    if step.tries:
        body["tries"] = step.tries
    if step.reason:
        body["why"] = step.reason
    if step.chance:
        body["chance"] = step.chance
    if remark:
        body["remark"] = remark
    seat = None if step.kind in WITHOUT_SEAT else step.seat
    decision = None if step.kind in WITHOUT_DECISION else step.decision
    return NewEntry(step.kind, seat, decision, orjson.dumps(body), at_ms)


def read_step(entry: Entry) -> Step:
    """The step of an entry. Raises RecordError for one that `write_step` did not write."""
    try:
        body = orjson.loads(entry.body)
        return Step(
            entry.kind,
            -1 if entry.seat is None else entry.seat,
            0 if entry.decision is None else entry.decision,
            body.get("a", 0),
            elapsed_ms=body.get("ms", 0),
            charged_ms=body.get("charged", 0),
            forgiven_ms=body.get("forgiven", 0),
            tries=body.get("tries", 0),
            reason=body.get("why", ""),
            chance=body.get("chance"),
        )
    except (ValueError, TypeError, AttributeError) as error:
        raise RecordError(f"match {entry.match_id}, entry {entry.seq}: {error}") from None


def read_remark(entry: Entry) -> Remark:
    """What the player remarked with a step; empty for most. Raises RecordError as `read_step`."""
    try:
        remark: Remark = orjson.loads(entry.body).get("remark", {})
    except (ValueError, TypeError, AttributeError) as error:
        raise RecordError(f"match {entry.match_id}, entry {entry.seq}: {error}") from None
    return remark
