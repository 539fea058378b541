"""A server of a cluster that does not keep a rule, on purpose: `cluster_killing` must notice each. No tests here.

python -m tests.faults.unruly_server RULE serve ...
"""

import sys
from collections.abc import Callable, Sequence
from typing import Final
from unittest.mock import patch

import msgspec
from sqlalchemy import Connection

from infoset.cli import main
from infoset_server.bus.embedded import Inbox
from infoset_server.bus.nats import NatsBus
from infoset_server.cluster import trunk
from infoset_server.cluster.frames import Batch
from infoset_server.matches.report import MatchReport
from infoset_server.nodes.play_node import PlayNode
from infoset_server.rooms.room import Room
from infoset_server.storage import postgresql_appends, statements
from infoset_server.storage.node import LeaseWatch, Node
from infoset_server.storage.port import Claim, SeenClaim

OF_THE_EPOCH: Final = "AND owners.epoch = batch.epoch"


def without_fence() -> None:
    """Whoever comes back from a pause goes on: it does not look at its lease, nor the store at epochs."""

    def keep_on(node: Node) -> None:
        """Its claim is another's now."""

    def let(connection: Connection, claims: Sequence[Claim]) -> None:
        """Every claim counts."""

    append = postgresql_appends.APPEND
    assert append.count(OF_THE_EPOCH) == 1, "the store looks at epochs in another way now"
    patch.object(Node, "is_held", property(lambda node: True)).start()
    patch.object(Node, "_lose", keep_on).start()
    patch.object(statements, "require_claims", let).start()
    patch.object(postgresql_appends, "APPEND", append.replace(OF_THE_EPOCH, "")).start()


def without_gaps() -> None:
    """What the bus has lost is not missed: batches of a trunk are numbered as they come."""
    honest = NatsBus._queue
    come: dict[tuple[int, str, str], int] = {}

    def queue(bus: NatsBus, inbox: Inbox, subject: str, body: object) -> None:
        if isinstance(body, Batch) and body.number != trunk.BROKEN:
            way = id(inbox), body.source, body.target
            come[way] = come.get(way, 0) + 1
            body = msgspec.structs.replace(body, number=come[way])
        honest(bus, inbox, subject, body)

    def say_nothing(bus: NatsBus) -> None:
        """Nobody hears that NATS was away."""

    patch.object(NatsBus, "_queue", queue).start()
    patch.object(NatsBus, "came_back", say_nothing).start()


def without_observing() -> None:
    """Whose lease has run out is gone, by the database's clock alone: nobody watches it for a lease."""

    def has_run_out(watch: LeaseWatch, claim: SeenClaim) -> bool:
        return claim.left_s <= 0.0

    patch.object(LeaseWatch, "is_gone", has_run_out).start()


def without_reports() -> None:
    """How a match has ended the hall is told once, whether or not it stores that."""
    honest = PlayNode._over

    def tell_once(node: PlayNode, room: Room, report: MatchReport) -> None:
        honest(node, room, report)
        node._counted(report.match_id)

    patch.object(PlayNode, "_over", tell_once).start()


CONTROLS: Final[dict[str, Callable[[], None]]] = {
    "fence": without_fence,
    "gaps": without_gaps,
    "observing": without_observing,
    "reports": without_reports,
}


def unruly(rule: str) -> tuple[str, ...]:
    """The command of a server that does not keep a rule."""
    assert rule in CONTROLS, rule
    return (sys.executable, "-m", "tests.faults.unruly_server", rule, "serve")


if __name__ == "__main__":
    CONTROLS[sys.argv.pop(1)]()
    sys.exit(main())
