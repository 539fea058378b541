"""Steps of a match as entries of its log, and back. The body is a JSON object without what is zero."""

from typing import Any, Final

import orjson

from infoset_games.steps import ABORT, FORGIVE, LEAVE, START, RecordError, Step
from infoset_server.store.port import Entry, NewEntry

WITHOUT_SEAT: Final = (START, ABORT)
WITHOUT_DECISION: Final = (START, ABORT, LEAVE, FORGIVE)


def write_step(step: Step, at_ms: int) -> NewEntry:
    """The entry of a step that was taken at `at_ms` by the wall clock."""
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
