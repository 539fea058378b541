"""Handles of worlds: names, caps, and when they are gone."""

from infoset_server.compute.worlds import Root, WorldStore

ROOT = Root("r1", "v1", {}, "stream")


def store(**changes: object) -> WorldStore:
    fields = {"names": b"key", "max_count": 3, "max_bytes": 1 << 20, "ttl_s": 30.0} | changes
    return WorldStore(**fields)  # type: ignore[arg-type]  # a table of keywords


def test_names_differ_and_follow_from_the_key_alone() -> None:
    first, second, other = store(), store(), store(names=b"another key")
    names = [first.fresh_ref() for _ in range(50)]
    assert len(set(names)) == 50
    assert [second.fresh_ref() for _ in range(50)] == names
    assert not {other.fresh_ref() for _ in range(50)} & set(names)


def test_the_oldest_worlds_make_way() -> None:
    worlds = store()
    refs = [worlds.add(worlds.fresh_ref(), ROOT, index).ref for index in range(5)]
    assert [worlds.get(ref, 0.0) is not None for ref in refs] == [False, False, True, True, True]


def test_long_walks_count_for_more() -> None:
    worlds = store(max_count=100, max_bytes=10_000)
    short = worlds.add(worlds.fresh_ref(), ROOT, 0)
    long = worlds.add(worlds.fresh_ref(), ROOT, 0, path=([0, 1],) * 100)
    assert worlds.get(short.ref, 0.0) is None
    assert worlds.get(long.ref, 0.0) is long


def test_a_world_outlives_its_decision_for_a_while() -> None:
    worlds = store()
    world = worlds.add(worlds.fresh_ref(), ROOT, 0)
    worlds.close_epoch(100.0)
    assert worlds.get(world.ref, 129.9) is world
    assert worlds.get(world.ref, 130.0) is None


def test_the_end_of_a_walk_lives_as_long_as_where_it_began() -> None:
    worlds = store()
    world = worlds.add(worlds.fresh_ref(), ROOT, 0)
    worlds.close_epoch(100.0)
    end = worlds.add(worlds.fresh_ref(), ROOT, 0, path=([0, 1],), epoch=world.epoch)
    young = worlds.add(worlds.fresh_ref(), ROOT, 0)
    assert worlds.get(end.ref, 130.0) is None
    assert worlds.get(young.ref, 130.0) is young


def test_released_worlds_are_gone_and_unknown_ones_do_not_matter() -> None:
    worlds = store()
    kept, given_back = (worlds.add(worlds.fresh_ref(), ROOT, index) for index in range(2))
    worlds.release([given_back.ref, "w_unknown"])
    assert worlds.get(given_back.ref, 0.0) is None
    assert worlds.get(kept.ref, 0.0) is kept
    worlds.release(None)
    assert len(worlds) == 0
