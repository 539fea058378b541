"""What the store says to a database about claims: who does what one server at a time does. As in statements.py."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, and_, bindparam, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from infoset_server.storage.errors import FencedError
from infoset_server.storage.port import Claim, HeldBy, SeenClaim
from infoset_server.storage.tables import leases

INSERTS: Final[dict[str, Any]] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


def later(now_ms: ColumnElement[int], ttl_s: float) -> ColumnElement[int]:
    """A moment by the database's clock."""
    return now_ms + bindparam(None, int(ttl_s * 1000))


def end_claims(connection: Connection) -> None:
    """Frees all tasks."""
    connection.execute(update(leases).values(until_ms=0))


def claim_task(
    connection: Connection, now_ms: ColumnElement[int], task: str, holder: str, ttl_s: float
) -> int | HeldBy:
    """Gives the holder the task, if it may have it; the new epoch. One statement: one of two who ask wins."""
    until_ms = later(now_ms, ttl_s)
    first = INSERTS[connection.dialect.name](leases).values(
        task=task, node=holder, epoch=1, until_ms=until_ms
    )
    statement = first.on_conflict_do_update(
        index_elements=["task"],
        set_={"node": holder, "epoch": leases.c.epoch + 1, "until_ms": until_ms},
        where=or_(leases.c.until_ms <= now_ms, leases.c.node == holder),
    ).returning(leases.c.epoch)
    epoch = connection.execute(statement).scalar_one_or_none()
    if epoch is not None:
        return int(epoch)
    left_ms = (leases.c.until_ms - now_ms).label("left_ms")
    held = connection.execute(select(leases.c.node, left_ms).where(leases.c.task == task)).one()
    return HeldBy(held.node, max(0, held.left_ms) / 1000)


def extend_claim(
    connection: Connection, now_ms: ColumnElement[int], claim: Claim, ttl_s: float
) -> bool:
    """Renews a claim; False where it is not the newest."""
    statement = update(leases).where(is_claimed(claim)).values(until_ms=later(now_ms, ttl_s))
    renewed = connection.execute(statement.returning(leases.c.task)).scalar_one_or_none()
    return renewed is not None


def end_claim(connection: Connection, claim: Claim) -> None:
    """Frees a task, if it is still the claim's."""
    connection.execute(update(leases).where(is_claimed(claim)).values(until_ms=0))


def find_claims(connection: Connection, now_ms: ColumnElement[int], prefix: str) -> list[SeenClaim]:
    """The claims on tasks whose names begin like this."""
    left_ms = (leases.c.until_ms - now_ms).label("left_ms")
    query = select(leases.c.task, leases.c.epoch, leases.c.until_ms, left_ms)
    found = connection.execute(query.where(leases.c.task.startswith(prefix, autoescape=True)))
    return [SeenClaim(row.task, row.epoch, row.until_ms, row.left_ms / 1000) for row in found]


def require_claims(connection: Connection, claims: Sequence[Claim]) -> None:
    """Holds off everybody who would claim these tasks until the transaction ends. Raises FencedError.

    Writers of one task do not hold off each other.
    """
    for claim in claims:
        query = select(leases.c.epoch).where(is_claimed(claim)).with_for_update(read=True)
        if connection.execute(query).scalar_one_or_none() is None:
            raise FencedError(claim)


def is_claimed(claim: Claim) -> ColumnElement[bool]:
    """Whether a row of `leases` is still this claim's."""
    return and_(leases.c.task == claim.task, leases.c.epoch == claim.epoch)
