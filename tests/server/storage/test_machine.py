"""Any sequence of calls: every store answers as a model of dicts and lists does."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from tests.server.storage.matches import append, head

from infoset_server.config import StoreSettings
from infoset_server.storage.errors import FencedError, MatchExistsError
from infoset_server.storage.memory import MemoryStore
from infoset_server.storage.opening import open_store
from infoset_server.storage.port import (
    Appended,
    Claim,
    Duplicate,
    Fenced,
    HeldBy,
    MatchStore,
    NewEntry,
    Outcome,
    Stale,
)

T = TypeVar("T")

NODES = st.sampled_from(["n1", "n2"])
NAMES = st.sampled_from(["a", "b", "c"])
ENTRIES = st.lists(
    st.builds(
        NewEntry,
        st.sampled_from(["act", "act", "chance", "timeout"]),
        st.sampled_from([0, 1]),
        st.integers(1, 8),
        st.binary(max_size=12),
        st.integers(0, 2**50),
    ),
    min_size=1,
    max_size=3,
    unique_by=lambda entry: (entry.kind, entry.seat, entry.decision),
)
LONG = 1e6


@dataclass
class Model:
    """A match as the test sees it."""

    node: str
    epoch: int = 1
    status: str = "open"
    entries: list[tuple[int, NewEntry]] = field(default_factory=list)

    def duplicate(self, new: list[NewEntry]) -> int | None:
        """The number of the first stored act with the key of one of these."""
        keys = {(entry.seat, entry.decision) for entry in new if entry.kind == "act"}
        for seq, (_, entry) in enumerate(self.entries, 1):
            if entry.kind == "act" and (entry.seat, entry.decision) in keys:
                return seq
        return None

    def append(self, epoch: int, expected: int, new: list[NewEntry]) -> Outcome:
        """What must come out."""
        if epoch != self.epoch:
            return Fenced()
        if (seq := self.duplicate(new)) is not None:
            return Duplicate(seq)
        if expected != len(self.entries):
            return Stale(len(self.entries))
        self.entries += [(epoch, entry) for entry in new]
        return Appended(len(self.entries))


@dataclass
class Task:
    """A task as the test sees it."""

    holder: str = ""
    epoch: int = 0
    is_held: bool = False


class StoreMachine(RuleBasedStateMachine):
    """Calls in any order. The store stays for all runs; each run has match ids of its own."""

    store: ClassVar[MatchStore]
    runner: ClassVar[asyncio.Runner]
    runs: ClassVar[int] = 0

    @initialize()
    def begin(self) -> None:
        """Nothing is stored."""
        type(self).runs += 1
        self.prefix = f"run{self.runs}-"
        self.matches: dict[str, Model] = {}
        self.documents: dict[str, bytes] = {}
        self.task = Task()
        self.nodes: dict[str, int] = {}  # the epochs of their claims

    def run(self, call: Coroutine[Any, Any, T]) -> T:
        """Waits for a call."""
        return self.runner.run(call)

    def found(self, name: str) -> tuple[str, Model | None]:
        """The id and the model of a match."""
        return self.prefix + name, self.matches.get(name)

    @rule(name=NAMES, node=NODES, older=st.sampled_from([0, 0, 0, 1]), entries=ENTRIES)
    def create(self, name: str, node: str, older: int, entries: list[NewEntry]) -> None:
        match_id, model = self.found(name)
        claim = self.claim_of(node, older)
        call = self.store.create_match(head(match_id), claim, entries)
        if older or not claim.epoch:
            with pytest.raises(FencedError):
                self.run(call)
        elif model is None:
            assert self.run(call).epoch == 1
            self.matches[name] = Model(node, entries=[(1, entry) for entry in entries])
        elif (model.node, model.epoch) == (node, 1):
            assert self.run(call).seq == len(model.entries)
        else:
            with pytest.raises(MatchExistsError):
                self.run(call)

    def claim_of(self, node: str, older: int = 0) -> Claim:
        """The newest claim on being a node, or one before; epoch 0 where there was none."""
        epoch = self.nodes.get(node, 0)
        return Claim(f"node/{self.prefix}{node}", "somebody", max(0, epoch - older), 0.0)

    @rule(node=NODES)
    def become(self, node: str) -> None:
        got = self.run(self.store.claim(self.claim_of(node).task, f"run of {node}", LONG))
        assert isinstance(got, Claim)
        self.nodes[node] = self.nodes.get(node, 0) + 1
        assert got.epoch == self.nodes[node]

    @rule(former=NODES, node=NODES, older=st.sampled_from([0, 0, 0, 1]))
    def take(self, former: str, node: str, older: int) -> None:
        of, by = self.claim_of(former, older), self.claim_of(node)
        mine = {name: model for name, model in self.matches.items() if model.node == former}
        call = self.store.take([self.prefix + name for name in self.matches], of, by)
        if older or not (of.epoch and by.epoch):
            with pytest.raises(FencedError):
                self.run(call)
            return
        for model in mine.values():
            model.node, model.epoch = node, model.epoch + 1
        assert {lease.match_id: (lease.epoch, lease.seq) for lease in self.run(call)} == {
            self.prefix + name: (model.epoch, len(model.entries)) for name, model in mine.items()
        }

    @precondition(lambda self: self.matches)
    @rule(
        names=st.sets(NAMES, min_size=1),
        older=st.sampled_from([0, 0, 0, 1]),
        off=st.sampled_from([0, 0, 0, -1, 1]),
        entries=ENTRIES,
    )
    def append(self, names: set[str], older: int, off: int, entries: list[NewEntry]) -> None:
        batch = []
        expected: list[Outcome] = []
        for name in sorted(names):
            match_id, model = self.found(name)
            epoch, seq = (model.epoch - older, len(model.entries) + off) if model else (1, 0)
            batch.append(append(seq, *entries, match_id=match_id, epoch=epoch))
            expected.append(model.append(epoch, seq, entries) if model else Fenced())
        assert self.run(self.store.append(batch)) == expected

    @precondition(lambda self: self.matches)
    @rule(data=st.data(), older=st.sampled_from([0, 1]), status=st.sampled_from(["over", "open"]))
    def close(self, data: st.DataObject, older: int, status: str) -> None:
        name = data.draw(st.sampled_from(sorted(self.matches)))
        match_id, model = self.found(name)
        assert model is not None
        done = self.run(self.store.close_match(match_id, model.epoch - older, status))
        assert done == (not older)
        model.status = model.status if older else status

    @rule(key=NAMES, body=st.binary(max_size=8))
    def put(self, key: str, body: bytes) -> None:
        self.run(self.store.change_documents({(self.prefix, key): body}))
        self.documents[key] = body

    @rule(key=NAMES)
    def delete(self, key: str) -> None:
        self.run(self.store.change_documents({(self.prefix, key): None}))
        self.documents.pop(key, None)

    @rule(holder=NODES, is_short=st.booleans())
    def claim(self, holder: str, is_short: bool) -> None:
        task = self.task
        got = self.run(self.store.claim(self.prefix, holder, 0.0 if is_short else LONG))
        if task.is_held and task.holder != holder:
            assert isinstance(got, HeldBy)
            assert got.holder == task.holder
            return
        assert isinstance(got, Claim)
        self.task = Task(holder, task.epoch + 1, not is_short)
        assert (got.holder, got.epoch) == (holder, self.task.epoch)

    def claimed(self, older: int) -> Claim:
        """The newest claim, or one before."""
        return Claim(self.prefix, self.task.holder, self.task.epoch - older, 0.0)

    @rule(older=st.sampled_from([0, 1]))
    def renew_claim(self, older: int) -> None:
        renewed = self.run(self.store.renew_claim(self.claimed(older), LONG))
        is_newest = self.task.epoch > 0 and not older
        assert (renewed is not None) == is_newest
        self.task.is_held = self.task.is_held or is_newest

    @rule(older=st.sampled_from([0, 1]))
    def give_up(self, older: int) -> None:
        self.run(self.store.give_up(self.claimed(older)))
        self.task.is_held = self.task.is_held and older > 0

    @rule(key=NAMES, body=st.binary(max_size=8), older=st.sampled_from([0, 0, 1]))
    def put_under_claim(self, key: str, body: bytes, older: int) -> None:
        call = self.store.change_documents({(self.prefix, key): body}, [self.claimed(older)])
        if self.task.epoch > 0 and not older:
            self.run(call)
            self.documents[key] = body
        else:
            with pytest.raises(FencedError):
                self.run(call)

    @rule()
    def rest(self) -> None:
        self.run(self.store.rest())

    @invariant()
    def everything_is_as_the_model_has_it(self) -> None:
        self.run(self.compare())

    async def compare(self) -> None:
        """Reads everything."""
        assert await self.store.documents(self.prefix) == self.documents
        ours = [name for name in await self.store.unfinished() if name.startswith(self.prefix)]
        models = sorted(self.matches.items())
        assert ours == [self.prefix + name for name, model in models if model.status == "open"]
        for name, model in models:
            match_id = self.prefix + name
            got = [entry async for entry in self.store.read(match_id)]
            assert [entry.seq for entry in got] == list(range(1, len(got) + 1))
            assert [
                (
                    entry.epoch,
                    NewEntry(entry.kind, entry.seat, entry.decision, entry.body, entry.at_ms),
                )
                for entry in got
            ] == model.entries
            found = await self.store.find_match(match_id)
            assert (found.status, found.seq) == (model.status, len(model.entries))
            assert await self.store.owner(match_id) == self.prefix + model.node


@asynccontextmanager
async def opened(settings_of_kind: StoreSettings | None, folder: Path) -> AsyncIterator[MatchStore]:
    """A store; None is in memory."""
    store: MatchStore = MemoryStore()
    if settings_of_kind is not None:
        store = await open_store(settings_of_kind, folder)
    yield store
    await store.close()


@pytest.mark.parametrize("kind", ["memory", "sqlite", "postgresql"])
def test_a_store_behaves_as_its_model(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    of_kind = None if kind == "memory" else request.getfixturevalue(f"{kind}_settings")
    examples = {"memory": 100, "sqlite": 20, "postgresql": 8}[kind]
    with asyncio.Runner() as runner:
        context = opened(of_kind, tmp_path)
        store = runner.run(context.__aenter__())
        try:
            machine = type("Machine", (StoreMachine,), {"store": store, "runner": runner})
            run_state_machine_as_test(
                machine,
                settings=settings(
                    max_examples=examples,
                    stateful_step_count=25,
                    deadline=None,
                ),
            )
        finally:
            runner.run(context.__aexit__(None, None, None))
