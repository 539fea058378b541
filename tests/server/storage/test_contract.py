"""What every store promises, on every kind of store."""

import asyncio
from typing import Any

import pytest
from tests.server.storage.matches import (
    NODE,
    TTL_S,
    act,
    append,
    begin,
    bodies,
    head,
    log,
    node,
    note,
    taken_again,
    taken_over,
)

from infoset_server.storage.errors import FencedError, MatchExistsError, UnknownMatchError
from infoset_server.storage.port import (
    Append,
    Appended,
    Claim,
    Duplicate,
    Entry,
    Fenced,
    HeldBy,
    Lease,
    MatchStore,
    NewEntry,
    Stale,
)


async def test_what_was_appended_is_read_as_it_was_written(store: MatchStore) -> None:
    await begin(store)
    every_byte = NewEntry("act", 3, 2**40, bytes(range(256)), 2**50)
    assert await store.append([append(0, every_byte, note(b""))]) == [Appended(2)]
    assert await log(store) == [
        Entry("m", 1, 1, "act", 3, 2**40, bytes(range(256)), 2**50),
        Entry("m", 2, 1, "chance", None, None, b"", 7),
    ]


async def test_a_new_match_has_its_first_entries_and_an_owner(store: MatchStore) -> None:
    lease = await store.create_match(head(), await node(store), [note(b"deal"), act(1)])
    assert (lease.match_id, lease.node, lease.epoch, lease.seq) == ("m", NODE, 1, 2)
    assert await bodies(store) == [b"deal", b"[1]"]
    assert await store.append([append(2)]) == [Appended(3)]


async def test_a_match_is_found_as_it_was_created(store: MatchStore) -> None:
    await begin(store, "m", note())
    found = await store.find_match("m")
    assert (found.head, found.status, found.seq) == (head(), "open", 1)


async def test_many_are_read_together_as_each_alone(store: MatchStore) -> None:
    await begin(store, "n", note(b"n"))
    await begin(store, "m", note(b"deal"), act(1))
    await begin(store, "empty")
    asked = ["m", "nowhere", "empty", "n"]
    found = await store.read_many(asked)
    assert set(found) == {"m", "empty", "n"}
    for match_id, (match, entries) in found.items():
        assert match == await store.find_match(match_id)
        assert entries == await log(store, match_id)
    assert await store.heads(asked) == {one: match.head for one, (match, _) in found.items()}
    assert await store.owners(asked) == {one: await store.owner(one) for one in found}
    assert (await store.read_many([]), await store.heads([]), await store.owners([])) == (
        {},
        {},
        {},
    )


async def test_creating_again_after_an_unknown_outcome_gives_the_same_lease(
    store: MatchStore,
) -> None:
    mine = await node(store)
    await store.create_match(head(), mine, [note(b"deal")])
    lease = await store.create_match(head(), mine, [note(b"deal")])
    assert (lease.epoch, lease.seq) == (1, 1)
    assert await bodies(store) == [b"deal"]


async def test_a_match_is_not_created_for_whoever_was_replaced(store: MatchStore) -> None:
    mine = await node(store)
    before = await node(store, "hall", ttl_s=0.0)
    await store.create_match(head("m"), mine, also=[before])
    await node(store, "hall", holder="another")
    with pytest.raises(FencedError) as refused:
        await store.create_match(head("n"), mine, also=[before])
    assert refused.value.claim == before
    assert await store.unfinished() == ["m"]


@pytest.mark.parametrize("change", [{"seed_commitment": "other"}, {"options": b"[]"}])
async def test_a_match_id_is_not_given_twice(store: MatchStore, change: dict[str, Any]) -> None:
    await begin(store, "m", note(b"deal"))
    with pytest.raises(MatchExistsError, match="match m exists"):
        await store.create_match(head(**change), await node(store))
    with pytest.raises(MatchExistsError):
        await store.create_match(head(), await node(store, "node-2"))
    assert (await store.find_match("m")).head == head()


async def test_an_append_that_expects_less_or_more_is_stale(store: MatchStore) -> None:
    await begin(store, "m", note(), note())
    for expected in (0, 1, 3, 9):
        assert await store.append([append(expected)]) == [Stale(2)]
    assert len(await log(store)) == 2


async def test_an_append_of_an_old_or_future_epoch_is_fenced(store: MatchStore) -> None:
    await begin(store)
    await taken_again(store, "m")
    for epoch in (0, 1, 3):
        assert await store.append([append(0, epoch=epoch)]) == [Fenced()]
    assert await store.append([append(0, epoch=2)]) == [Appended(1)]


async def test_an_append_to_a_match_that_is_not_there_is_fenced(store: MatchStore) -> None:
    assert await store.append([append(0), append(3, match_id="n")]) == [Fenced(), Fenced()]


async def test_the_same_decision_of_a_seat_is_stored_once(store: MatchStore) -> None:
    await begin(store, "m", note())
    assert await store.append([append(1, act(1))]) == [Appended(2)]
    assert await store.append([append(1, act(1))]) == [Duplicate(2)]
    assert await store.append([append(2, act(1, body=b"[2]"))]) == [Duplicate(2)]
    assert await store.append([append(2, act(2), act(1), note())]) == [Duplicate(2)]
    assert await bodies(store) == [b"drawn", b"[1]"]


async def test_of_two_stored_acts_the_first_is_told_whatever_the_order_they_come_again(
    store: MatchStore,
) -> None:
    await begin(store, "m", note())
    assert await store.append([append(1, act(1), act(2))]) == [Appended(3)]
    assert await store.append([append(3, act(2), act(1))]) == [Duplicate(2)]


async def test_other_seats_decisions_and_matches_are_other_keys(store: MatchStore) -> None:
    await begin(store)
    await begin(store, "n")
    batch = [append(0, act(1), act(1, seat=1), act(2)), append(0, act(1), match_id="n")]
    assert await store.append(batch) == [Appended(3), Appended(1)]


async def test_only_acts_have_a_key(store: MatchStore) -> None:
    await begin(store)
    timeout = NewEntry("timeout", 0, 1, b"", 0)
    assert await store.append([append(0, timeout, timeout, act(1))]) == [Appended(3)]


async def test_an_owner_that_was_replaced_is_fenced_even_if_its_act_is_stored(
    store: MatchStore,
) -> None:
    await begin(store)
    await store.append([append(0, act(1))])
    await taken_again(store, "m")
    assert await store.append([append(0, act(1))]) == [Fenced()]


async def test_a_batch_has_one_outcome_for_each_and_none_spoils_another(store: MatchStore) -> None:
    for match_id in "abcdef":
        await begin(store, match_id, act(1))
    await taken_again(store, "c")
    batch = [
        append(1, note(), match_id="a"),
        append(1, act(1), match_id="b"),
        append(1, note(), match_id="c"),
        append(7, note(), match_id="d"),
        append(1, act(2), note(), match_id="e"),
        append(1, note(), match_id="nobody"),
        append(1, act(1), match_id="f"),
    ]
    assert await store.append(batch) == [
        Appended(2),
        Duplicate(1),
        Fenced(),
        Stale(1),
        Appended(3),
        Fenced(),
        Duplicate(1),
    ]
    assert [len(await log(store, match_id)) for match_id in "abcdef"] == [2, 1, 1, 1, 3, 1]


async def test_an_empty_batch_is_nothing(store: MatchStore) -> None:
    assert await store.append([]) == []


async def test_a_batch_has_no_match_twice(store: MatchStore) -> None:
    await begin(store)
    with pytest.raises(ValueError, match="at most one append"):
        await store.append([append(0), append(1)])
    assert await log(store) == []


async def test_reading_can_begin_anywhere(store: MatchStore) -> None:
    await begin(store, "m", *(note(b"%d" % number) for number in range(1, 6)))
    assert [entry.seq for entry in await log(store, after=3)] == [4, 5]
    assert await log(store, after=5) == []
    assert await log(store, after=50) == []


async def test_a_long_log_is_read_whole(store: MatchStore) -> None:
    await begin(store)
    await store.append([append(0, *(note(b"%d" % number) for number in range(1201)))])
    assert await bodies(store) == [b"%d" % number for number in range(1201)]


async def test_what_is_not_there_is_said_to_be_unknown(store: MatchStore) -> None:
    with pytest.raises(UnknownMatchError, match="no match x"):
        await log(store, "x")
    with pytest.raises(UnknownMatchError):
        await store.find_match("x")
    with pytest.raises(UnknownMatchError):
        await store.close_match("x", 1, "over")
    with pytest.raises(UnknownMatchError):
        await store.owner("x")


async def test_matches_that_are_not_closed_are_listed_oldest_first(store: MatchStore) -> None:
    for match_id, created_at in (("new", 9), ("old", 1), ("over", 5), ("between", 5)):
        await store.create_match(head(match_id, created_at=created_at), await node(store))
    assert await store.close_match("over", 1, "finished")
    assert await store.unfinished() == ["old", "between", "new"]
    assert (await store.find_match("over")).status == "finished"
    await taken_over(store, "new")
    assert await store.unfinished(NODE) == ["old", "between"]
    assert await store.unfinished("node-2") == ["new"]


async def test_closing_again_is_as_good_as_the_first_time(store: MatchStore) -> None:
    await begin(store)
    assert await store.close_match("m", 1, "finished")
    assert await store.close_match("m", 1, "finished")


async def test_only_the_owner_closes_a_match(store: MatchStore) -> None:
    await begin(store)
    await taken_again(store, "m")
    assert not await store.close_match("m", 1, "finished")
    assert await store.unfinished() == ["m"]


async def test_a_document_replaces_the_one_before(store: MatchStore) -> None:
    await store.change_documents({("room", "r1"): b"old"})
    await store.change_documents({("room", "r1"): b"\x00new\xff"})
    await store.change_documents({("room", "r0"): b""})
    assert await store.documents("room") == {"r1": b"\x00new\xff", "r0": b""}


async def test_kinds_of_documents_are_apart(store: MatchStore) -> None:
    await store.change_documents({("room", "k"): b"room"})
    await store.change_documents({("seek", "k"): b"seek"})
    await store.change_documents({("room", "k"): None})
    assert await store.documents("room") == {}
    assert await store.documents("seek") == {"k": b"seek"}


async def test_deleting_what_is_not_there_is_fine(store: MatchStore) -> None:
    await store.change_documents({("room", "nothing"): None})
    assert await store.documents("room") == {}


async def test_a_node_takes_the_matches_of_one_whose_claim_it_has(store: MatchStore) -> None:
    await begin(store, "m", note())
    await begin(store, "n")
    assert await store.owner("m") == NODE
    lease = await taken_over(store, "m")
    assert lease == Lease("m", "node-2", 2, 1)
    assert (await store.owner("m"), await store.owner("n")) == ("node-2", NODE)


async def test_a_node_takes_nothing_from_one_that_lives(store: MatchStore) -> None:
    alive = await node(store)
    await store.create_match(head(), alive)
    other = await node(store, "node-2")
    assert isinstance(await store.claim(alive.task, other.holder, TTL_S), HeldBy)
    guess = Claim(alive.task, other.holder, alive.epoch + 1, 1e9)
    with pytest.raises(FencedError, match="claimed node/node-1"):
        await store.take(["m"], guess, other)
    assert await store.take(["m"], other, other) == []  # it is not its own
    assert await store.append([append(0)]) == [Appended(1)]


async def test_a_node_that_was_replaced_takes_nothing_and_begins_nothing(store: MatchStore) -> None:
    lost = await node(store, ttl_s=0.0)
    await store.create_match(head(), lost)
    now = await node(store, holder="its next run")
    with pytest.raises(FencedError, match="claimed node/node-1"):
        await store.create_match(head("n"), lost)
    with pytest.raises(UnknownMatchError):
        await store.find_match("n")
    with pytest.raises(FencedError):
        await store.take(["m"], now, lost)
    with pytest.raises(FencedError):
        await store.take(["m"], lost, now)
    assert await store.take(["m"], now, now) == [Lease("m", NODE, 2, 0)]
    assert await store.append([append(0)]) == [Fenced()]


async def test_of_many_matches_those_are_taken_that_are_the_former_nodes(store: MatchStore) -> None:
    for match_id in "abc":
        await begin(store, match_id)
    await taken_over(store, "b")
    mine = await node(store, "node-3")
    leases = await store.take(["a", "b", "c", "x"], await node(store), mine)
    assert sorted((lease.match_id, lease.epoch) for lease in leases) == [("a", 2), ("c", 2)]
    assert await store.take([], mine, mine) == []


async def test_whether_a_claim_is_renewed_can_be_seen(store: MatchStore) -> None:
    claim = await node(store, "n1", 1000.0)
    await node(store, "n2", 0.0)
    await store.claim("pairing", NODE, 1000.0)
    seen = {one.task: one for one in await store.claims("node/")}
    assert seen.keys() == {"node/n1", "node/n2"}
    assert (seen["node/n1"].epoch, 900 < seen["node/n1"].left_s <= 1000) == (1, True)
    assert seen["node/n2"].left_s <= 0 < seen["node/n2"].until_ms
    await store.renew_claim(claim, 2000.0)
    (again,) = await store.claims("node/n1")
    assert again.until_ms > seen["node/n1"].until_ms
    await store.give_up(claim)
    (free,) = await store.claims("node/n1")
    assert (free.epoch, free.until_ms, free.left_s <= 0) == (1, 0, True)


async def claimed(store: MatchStore, holder: str = NODE, ttl_s: float = 1000.0) -> Claim:
    """The task `pairing`, which the holder must get."""
    claim = await store.claim("pairing", holder, ttl_s)
    assert isinstance(claim, Claim), claim
    return claim


async def test_a_task_is_one_nodes_until_its_claim_runs_out(store: MatchStore) -> None:
    claim = await claimed(store)
    assert (claim.task, claim.holder, claim.epoch) == ("pairing", NODE, 1)
    held = await store.claim("pairing", "node-2", 1000.0)
    assert isinstance(held, HeldBy)
    assert held.holder == NODE
    assert 900 < held.left_s <= 1000
    assert (await claimed(store, ttl_s=0.0)).epoch == 2  # its own again
    assert (await claimed(store, "node-2")).epoch == 3
    other = await store.claim("another", NODE, 1000.0)
    assert isinstance(other, Claim)
    assert other.epoch == 1


async def test_a_claim_is_renewed_until_another_has_claimed(store: MatchStore) -> None:
    claim = await claimed(store, ttl_s=0.0)
    renewed = await store.renew_claim(claim, 1000.0)  # it has run out, and nobody came
    assert renewed is not None
    assert (renewed.epoch, renewed.deadline_s > claim.deadline_s + 900) == (1, True)
    assert isinstance(await store.claim("pairing", "node-2", TTL_S), HeldBy)
    await store.give_up(renewed)
    await claimed(store, "node-2")
    assert await store.renew_claim(renewed, 1000.0) is None
    await store.give_up(renewed)  # of something that is lost: nothing
    assert isinstance(await store.claim("pairing", NODE, TTL_S), HeldBy)


async def test_of_many_who_claim_at_once_one_gets_the_task(store: MatchStore) -> None:
    nodes = [f"node-{number}" for number in range(8)]
    answers = await asyncio.gather(*(store.claim("pairing", node, 1000.0) for node in nodes))
    (winner,) = (answer for answer in answers if isinstance(answer, Claim))
    assert winner.epoch == 1
    assert {answer.holder for answer in answers} == {winner.holder}


async def test_only_the_newest_claim_on_a_task_writes_for_it(store: MatchStore) -> None:
    old = await claimed(store, ttl_s=0.0)
    await store.change_documents({("k", "kept"): b"1", ("k", "gone"): b"1"}, [old])
    new = await claimed(store, "node-2")
    with pytest.raises(FencedError, match="claimed pairing"):
        await store.change_documents(
            {("k", "kept"): b"2", ("k", "gone"): None, ("k", "new"): b"2"}, [old]
        )
    assert await store.documents("k") == {"kept": b"1", "gone": b"1"}
    await store.change_documents({("k", "kept"): b"3", ("k", "gone"): None}, [new])
    assert await store.documents("k") == {"kept": b"3"}
    with pytest.raises(FencedError):
        await store.change_documents({("k", "x"): b""}, [Claim("nothing", NODE, 1, 0.0)])
    both = [await node(store), old]
    with pytest.raises(FencedError) as refused:
        await store.change_documents({("k", "x"): b""}, both)
    assert refused.value.claim == old
    await store.change_documents({("k", "x"): b""}, [both[0], new])


async def test_of_many_at_once_one_wins_each_entry(store: MatchStore) -> None:
    await begin(store)
    rivals = [store.append([append(0, note(b"%d" % number))]) for number in range(8)]
    outcomes = [outcome for (outcome,) in await asyncio.gather(*rivals)]
    assert sorted(map(str, outcomes)) == sorted(map(str, [Appended(1), *[Stale(1)] * 7]))
    assert await bodies(store) == [b"%d" % outcomes.index(Appended(1))]


async def test_an_append_without_entries_cannot_be_said() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Append("m", 1, 0, ())


async def test_an_append_says_one_act_only_once() -> None:
    with pytest.raises(ValueError, match="one act twice"):
        append(0, act(1), note(), act(1))


async def test_quiet_moments_change_nothing(store: MatchStore) -> None:
    await begin(store, "m", note(b"kept"))
    await store.rest()
    await store.rest()
    assert await bodies(store) == [b"kept"]
