"""The server's own programs on a ladder: they come, change and go by themselves."""

from dataclasses import replace
from typing import Any

import pytest
from tests.server.contests.ladder.made import enter, make_ladder, offered, user

from infoset_server.contests.ladder.entries import EntryState
from infoset_server.contests.ladder.ladder import LadderState
from infoset_server.contests.ladder.programs import ANCHORS_NAME, OTHERS_NAME, is_wanted, offer
from infoset_server.contests.ladder.roster import NOT_OFFERED


def test_programs_enter_by_themselves_and_a_changed_one_as_a_new_version() -> None:
    ladder = make_ladder(hosted="all")
    offer(ladder, [offered("x"), offered("y")], now_s=0.0)
    assert [entry.state for entry in ladder.entries.values()] == [EntryState.QUEUED] * 2
    offer(ladder, [offered("x", "2")], now_s=0.0)
    states = {entry.title: entry.state for entry in ladder.entries.values()}
    assert states == {
        "x 1": EntryState.RETIRED,
        "x 2": EntryState.QUEUED,
        "y 1": EntryState.RETIRED,  # not offered any more
    }


@pytest.mark.parametrize("state", [LadderState.OPEN, LadderState.FROZEN])
def test_a_program_that_is_not_offered_is_retired_until_it_is_offered_again(
    state: LadderState,
) -> None:
    """Whoever is idle may come back at any moment; it cannot."""
    ladder = make_ladder(hosted="all")
    offer(ladder, [offered("x"), offered("y")], now_s=0.0)
    x, y = ladder.entries.values()
    ladder.roster.meet([x.id])
    ladder.set_state(state)
    offer(ladder, [offered("y")], now_s=0.0)
    assert x.state is EntryState.DRAINING
    ladder.roster.part([x.id], 0.0, is_counted=True)
    assert (x.state, x.why) == (EntryState.RETIRED, NOT_OFFERED)
    offer(ladder, [offered("x"), offered("y")], now_s=0.0)
    assert [(one.state, one.why) for one in (x, y)] == [(EntryState.QUEUED, "")] * 2


def test_what_an_earlier_version_left_idle_though_it_is_not_offered_is_retired() -> None:
    ladder = make_ladder(hosted="all")
    offer(ladder, [offered("x"), offered("y")], now_s=0.0)
    x, y = ladder.entries.values()
    ladder.roster.drain(x, NOT_OFFERED)
    ladder.roster.drain(y, "its owner asked for it")
    assert (x.state, y.state) == (EntryState.IDLE, EntryState.IDLE)
    offer(ladder, [], now_s=0.0)
    assert (x.state, y.state) == (EntryState.RETIRED, EntryState.IDLE)


def test_a_frozen_ladder_keeps_the_versions_it_has() -> None:
    ladder = make_ladder(hosted="all")
    offer(ladder, [offered("x")], now_s=0.0)
    ladder.set_state(LadderState.FROZEN)
    assert offer(ladder, [offered("x", "2")], now_s=0.0) == {}
    assert [entry.title for entry in ladder.entries.values()] == ["x 1"]


def test_a_benched_program_is_not_queued_again_until_it_changes() -> None:
    ladder = make_ladder(hosted="all")
    offer(ladder, [offered("x")], now_s=0.0)
    (entry,) = ladder.entries.values()
    ladder.roster.bench(entry, "it crashed")
    offer(ladder, [offered("x")], now_s=0.0)
    assert entry.state is EntryState.BENCHED
    offer(ladder, [offered("x", "2")], now_s=0.0)
    assert [one.state for one in ladder.entries.values()] == [
        EntryState.RETIRED,
        EntryState.QUEUED,
    ]


def test_a_version_that_was_replaced_does_not_come_back_to_a_frozen_ladder() -> None:
    ladder = make_ladder(hosted="all")
    offer(ladder, [offered("x", "1")], now_s=0.0)
    offer(ladder, [offered("x", "2")], now_s=0.0)
    ladder.set_state(LadderState.FROZEN)
    offer(ladder, [offered("x", "1")], now_s=0.0)
    states = {entry.title: entry.state for entry in ladder.entries.values()}
    assert states == {"x 1": EntryState.RETIRED, "x 2": EntryState.RETIRED}


def test_a_bot_of_the_teacher_plays_on_the_ladder_of_a_class_that_names_it() -> None:
    of_teacher = replace(offered("hill_bot", owner="hill"), taught=frozenset(("c_7b", "c_7c")))

    def plays(**fields: Any) -> bool:
        return is_wanted(make_ladder(**fields).file, of_teacher)

    assert plays(classroom="c_7b", hosted=["hill_bot"])
    assert not plays(classroom="c_7b", hosted=["random"])
    assert not plays(
        classroom="c_7b", hosted="all", uploads=True
    )  # so it was before, and nobody asked for it
    assert not plays(classroom="c_5a", hosted=["hill_bot"])
    assert plays(hosted=["hill_bot"])  # a public one


@pytest.mark.parametrize("version", ["1", "2"])
def test_nobody_plays_under_the_name_of_an_entry_of_somebody_else(version: str) -> None:
    """A name is free for uploads again where its bot was removed; what is rated stays its owner's."""
    ladder = make_ladder(hosted="all")
    offer(ladder, [offered("ferris", owner="olga")], now_s=0.0)
    (entry,) = ladder.entries.values()
    offer(ladder, [], now_s=0.0)
    kept_out = offer(ladder, [offered("ferris", version, owner="eve")], now_s=0.0)
    assert kept_out == {f"ferris@{version}": OTHERS_NAME}
    assert list(ladder.entries.values()) == [entry]
    assert (entry.owner, entry.state) == (user("olga").id, EntryState.RETIRED)


def test_an_upload_with_the_name_of_an_entry_does_not_shut_its_owner_out() -> None:
    ladder = make_ladder(hosted="all")
    mine = enter(ladder, "ferris", owner="olga")
    offer(ladder, [offered("ferris", "2", owner="eve")], now_s=0.0)
    assert list(ladder.entries.values()) == [mine]
    assert enter(ladder, "ferris", "3", owner="olga").owner == mine.owner


def test_a_bot_of_the_server_comes_where_somebody_has_its_name() -> None:
    ladder = make_ladder(hosted="all")
    enter(ladder, "x", "early", owner="olga")
    offer(ladder, [offered("x")], now_s=0.0)
    assert [one.owner for one in ladder.entries.values()] == [user("olga").id, "house:x"]


def test_an_upload_is_an_anchor_only_where_an_organiser_has_uploaded_it() -> None:
    ladder = make_ladder(hosted="all", anchors=[{"name": "rock", "rating": 1900}])
    mine = offered("rock", owner="eve")
    assert offer(ladder, [replace(mine, may_anchor=False)], now_s=0.0) == {"rock@1": ANCHORS_NAME}
    assert not ladder.entries
    assert offer(ladder, [mine], now_s=0.0) == {}
    assert [one.owner for one in ladder.entries.values()] == [user("eve").id]


@pytest.mark.parametrize(
    ("hosted", "wanted"),
    [("all", ["x", "mine"]), (["x", "mine", "theirs", "free"], ["x", "mine"]), ([], [])],
)
def test_uploads_of_a_class_are_offered_to_its_ladders_alone_and_no_others_to_these(
    hosted: str | list[str], wanted: list[str]
) -> None:
    bots = [
        offered("x"),
        offered("mine", owner="otter", classroom="c_7b"),
        offered("theirs", owner="vole", classroom="c_7c"),
        offered("free", owner="olga"),
    ]
    ours = make_ladder(classroom="c_7b", hosted=hosted).file
    assert [bot.name for bot in bots if is_wanted(ours, bot)] == wanted
    public = make_ladder(hosted=hosted).file
    assert [bot.name for bot in bots if is_wanted(public, bot)] == (["x", "free"] if hosted else [])


def test_a_class_may_ask_for_the_uploads_of_its_members() -> None:
    bots = [
        *(offered("x"), offered("y"), offered("mine", owner="otter", classroom="c_7b")),
        *(offered("theirs", owner="vole", classroom="c_7c"), offered("free", owner="olga")),
    ]
    ours = make_ladder(classroom="c_7b", hosted=["x"], uploads=True).file
    assert [bot.name for bot in bots if is_wanted(ours, bot)] == ["x", "mine"]
