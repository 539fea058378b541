"""Uploaded versions that the hall lends play nodes: which, and for how many programs there is a place.

A node is lent a version when a match could go there with it, and has such matches from when it is ready: until then they
are played elsewhere. The hall's own machine is lent nothing, since what runs there has the hall's places.
"""

import asyncio
import itertools
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from infoset_server.cluster.play_frames import AsksLogs, Joined, Logged, TakenBack
from infoset_server.nodes.node_trunk import NodeTrunk
from infoset_server.nodes.wording import write_lent
from infoset_server.programs.hosting import Hosting
from infoset_server.programs.snapshots import is_snapshot
from infoset_server.programs.upload_source import LentVersion
from infoset_server.rooms.far_match import FarMatch

logger = logging.getLogger(__name__)

ANSWER_S: Final = 2.0  # for which nodes are waited for that are asked for logs


class Lending:
    """The hall's side of `LentPrograms`."""

    def __init__(
        self,
        nodes: Mapping[str, NodeTrunk],
        hosting: Hosting,
        here: str,
        matches_of: Callable[[NodeTrunk], Iterable[FarMatch]],
    ) -> None:
        """`here` is the name of this server, which may be one of the nodes as well. `matches_of` tells what a node plays."""
        self._nodes = nodes
        self._hosting = hosting
        self._here = here
        self._matches_of = matches_of
        self._numbers = itertools.count(1)
        self._asked: dict[tuple[str, int], asyncio.Future[Mapping[str, str]]] = {}  # by node
        hosting.on_uploads.append(self._check)
        hosting.far_logs = self._find_logs

    # What nodes have.

    def offer(self, bots: Iterable[str]) -> None:
        """Nodes that could play with these bots get those of them that were uploaded, if they were not lent them yet.

        Which ones of a bots folder a node lacks, the log says once.
        """
        named = set(bots)
        found = (self._hosting.uploads.lent(bot) for bot in named)
        versions = [lent for lent in found if lent is not None]
        snapshots = frozenset(filter(is_snapshot, named))
        for node in self._nodes.values():
            if node.is_ready and not node.is_leaving and node.name != self._here:
                self._name_lacking(node, snapshots)
                if node.places > 0:
                    self._lend(node, versions)

    def _lend(self, node: NodeTrunk, versions: Iterable[LentVersion]) -> None:
        for lent in versions:
            if lent.title not in node.lent:
                node.lent[lent.title] = lent
                node.send(write_lent(lent))

    def _name_lacking(self, node: NodeTrunk, snapshots: frozenset[str]) -> None:
        for title in sorted(snapshots - node.bots - node.lacks):
            node.lacks.add(title)
            logger.warning(
                "node %s does not have %s in its bots folder: others play with it", node.name, title
            )

    def have_places(self, node: NodeTrunk, bots: Sequence[str]) -> bool:
        """Is there a place on a node for each program that would play there with these bots? It has them ready."""
        wanted = programs(bots)
        if not wanted:
            return True
        if node.name == self._here:
            return False
        for far in self._matches_of(node):
            wanted |= programs(one.user.house_bot for one in far.match_seats)
        return wanted.total() <= node.places

    def joined(self, node: NodeTrunk, joined: Joined) -> None:
        """A node tells what it has, perhaps from an earlier hall: it hears what has become of that once it is `ready`."""
        node.places = joined.places
        node.lacks.clear()
        node.kept = frozenset(programs((*joined.bots, *joined.kept)))
        if node.is_ready:
            self.ready(node)
        self._hosting.places.freed()

    def ready(self, node: NodeTrunk) -> None:
        """A node goes on with all its matches: what it may begin no others with has its programs in those."""
        for title in sorted(node.kept - node.lent.keys()):
            self._tell(node, title)

    def _check(self) -> None:
        """Something is noted of uploaded versions: perhaps one may play no more, or has another owner."""
        for node in self._nodes.values():
            for title, lent in list(node.lent.items()):
                if self._hosting.uploads.lent(title) != lent:
                    self._tell(node, title)

    def _tell(self, node: NodeTrunk, title: str) -> None:
        """A node hears what a version is now, or that it is to go."""
        lent = self._hosting.uploads.lent(title)
        if lent is None:
            node.lent.pop(title, None)
            node.send(TakenBack(title))
        else:
            node.lent[title] = lent
            node.send(write_lent(lent))

    # Their logs.

    @property
    def questions(self) -> int:
        """How many wait for an answer."""
        return len(self._asked)

    async def _find_logs(self, title: str) -> dict[str, str]:
        """What nodes keep of the logs of a version; those that do not answer soon are left out."""
        asked = [self._ask(node, title) for node in self._nodes.values() if title in node.lent]
        try:
            if asked:
                await asyncio.wait([self._asked[question] for question in asked], timeout=ANSWER_S)
            return {
                f"{node} {name}": text
                for node, number in asked
                if (answer := self._asked[node, number]).done()
                for name, text in answer.result().items()
            }
        finally:
            for question in asked:
                del self._asked[question]

    def _ask(self, node: NodeTrunk, title: str) -> tuple[str, int]:
        """Under which its answer is awaited."""
        question = node.name, next(self._numbers)
        self._asked[question] = asyncio.get_running_loop().create_future()
        node.send(AsksLogs(question[1], title))
        return question

    def logged(self, node: NodeTrunk, logged: Logged) -> None:
        """A node has answered."""
        answer = self._asked.get((node.name, logged.number))
        if answer is not None and not answer.done():
            answer.set_result(logged.logs)


def programs(bots: Iterable[str | None]) -> Counter[str]:
    """How many programs of each uploaded version a match with these bots needs."""
    return Counter(bot for bot in bots if bot is not None and is_upload(bot))


def is_upload(bot: str) -> bool:
    """Does a house bot's name stand for an uploaded version? Of other bots, those in the bots folder have a version, too."""
    return "@" in bot and not is_snapshot(bot)
