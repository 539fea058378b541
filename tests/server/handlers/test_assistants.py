"""Owners invite, grant and revoke; assistants draw, propose and act as far as they may, and no further."""

from pathlib import Path
from typing import Any

import pytest
from tests.server.assistants.seats import AssistedTable, open_table

from infoset_protocol.codec import Encoding
from infoset_server.app.features.assistants import AssistantFeature

MARK = {"k": "mark", "at": ["cell:1,1"]}


# Invitations.


async def test_a_code_works_once(tmp_path: Path) -> None:
    table = await open_table(tmp_path)
    code = table.invite()
    one, other = table.connect("one"), table.connect("other")
    table.ok(one, "assist_join", code=code)
    assert table.code(other, "assist_join", code=code) == "wrong_code"
    await table.close()


async def test_a_code_that_was_not_used_in_time_is_worth_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await open_table(tmp_path)
    code = table.ok(0, "assist_invite", match_id=table.match_id, ttl_ms=1)["data"]["code"]
    now_ms = table.app.play.floor.now_ms() + 2
    monkeypatch.setattr(table.app.play.floor, "now_ms", lambda: now_ms)
    assert table.code(table.connect("late"), "assist_join", code=code) == "wrong_code"
    await table.close()


async def test_a_key_brings_an_assistant_back_and_ends_its_older_connection(tmp_path: Path) -> None:
    table = await open_table(tmp_path)
    first = table.connect("helper")
    key = table.ok(first, "assist_join", code=table.invite())["data"]["key"]
    table.ok(first, "overlay", match_id=table.match_id, items=[MARK])
    second = table.connect("helper")
    joined = table.ok(second, "assist_join", code=key)["data"]
    assert joined["assistant"] == table.assistant_id(first)
    assert joined["seat"] == 0
    assert [m["type"] for m in table.heard(second)[-2:]] == ["match_start", "snapshot"]
    before = len(table.links[first].sent)
    table.play(0, 0)
    table.play(1, 1)
    assert len(table.links[first].sent) == before
    assert table.of_type(second, "events")
    await table.close()


async def test_only_who_shows_assistants_may_invite_one(tmp_path: Path) -> None:
    table = AssistedTable(Encoding.JSON, tmp_path)
    await table.start("crossfire", 2, {"assist": "auto"})
    answer = table.ask(0, "assist_invite", match_id=table.match_id)
    assert answer["code"] == "unsupported"
    assert answer["data"] == {"feature": "assist"}
    await table.close()


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"match_id": "m_nobodys"}, "not_found"),
        ({"room": "ZZZZ"}, "not_found"),
        ({"match_id": "m_1", "room": "ZZZZ"}, "bad_message"),
        ({}, "bad_message"),
        ({"match_id": "@", "ttl_ms": 0}, "bad_option"),
        ({"match_id": "@", "ttl_ms": 10**12}, "bad_option"),
        ({"match_id": "@", "rights": ["everything"]}, "bad_message"),
        ({"match_id": "@", "rights": ["act"]}, "assist_off"),
    ],
)
async def test_an_invitation_that_cannot_be_is_refused_with_its_reason(
    fields: dict[str, Any], code: str, tmp_path: Path
) -> None:
    table = await open_table(tmp_path, assist="advice")
    named = {name: table.match_id if value == "@" else value for name, value in fields.items()}
    assert table.code(0, "assist_invite", **named) == code
    await table.close()


async def test_a_stranger_cannot_invite_to_somebody_elses_seat(tmp_path: Path) -> None:
    table = await open_table(tmp_path)
    stranger = table.connect("eve", features=["assist"])
    assert table.code(stranger, "assist_invite", match_id=table.match_id) == "not_your_seat"
    (room,) = table.app.lobby.rooms
    assert table.code(stranger, "assist_invite", room=room) == "not_found"
    await table.close()


async def test_a_room_without_assistants_has_none(tmp_path: Path) -> None:
    table = await open_table(tmp_path, assist="off")
    answer = table.ask(0, "assist_invite", match_id=table.match_id)
    assert answer["code"] == "assist_off"
    assert answer["data"] == {"policy": "off"}
    await table.close()


async def test_a_server_may_forbid_assistants(tmp_path: Path) -> None:
    table = AssistedTable(Encoding.JSON, tmp_path, rooms__assist=False)
    host = table.connect("ann")
    answer = table.ask(host, "create_room", game="crossfire", assist="advice")
    assert answer["code"] == "bad_option"
    assert answer["data"]["path"] == "assist"
    await table.close()


async def test_who_plays_cannot_look_into_another_hand(tmp_path: Path) -> None:
    table = await open_table(tmp_path)
    code = table.invite()
    assert table.code(1, "assist_join", code=code) == "wrong_state"
    assert table.code(0, "assist_join", code=code) == "wrong_state"
    table.ok(table.connect("helper"), "assist_join", code=code)  # the code was not used up
    await table.close()


async def test_a_seat_has_only_so_many_assistants_and_open_invitations(tmp_path: Path) -> None:
    table = await open_table(tmp_path, assist__max_per_seat=2, assist__max_invitations=3)
    codes = [table.invite() for _ in range(3)]
    assert table.code(0, "assist_invite", match_id=table.match_id) == "busy"
    for code in codes[:2]:
        table.ok(table.connect("helper"), "assist_join", code=code)
    assert table.code(table.connect("third"), "assist_join", code=codes[2]) == "busy"
    table.ok(0, "assist_revoke")
    assert table.code(table.connect("third"), "assist_join", code=codes[2]) == "wrong_code"
    table.invite()
    await table.close()


# Rights and policies.


@pytest.mark.parametrize("right", ["draw", "suggest", "act"])
async def test_what_was_not_granted_is_refused_and_works_as_soon_as_it_is(
    right: str, tmp_path: Path
) -> None:
    table = await open_table(tmp_path)
    helper = table.assist("view")
    at, decision = {"match_id": table.match_id}, table.decision(0)
    requests: dict[str, tuple[str, dict[str, Any]]] = {
        "draw": ("overlay", {"items": [MARK]}),
        "suggest": ("suggest", {"decision": decision, "top": [{"index": 1}]}),
        "act": ("act", {"decision": decision, "index": 1}),
    }
    request = requests[right]
    refusal = table.ask(helper, request[0], **at, **request[1])
    assert (refusal["code"], refusal["data"]) == ("right_missing", {"right": right})
    table.ok(0, "assist_grant", assistant=table.assistant_id(helper), rights=[right])
    assert table.of_type(helper, "assist_status")[-1]["rights"] == ["view", right]
    table.ok(helper, request[0], **at, **request[1])
    await table.close()


async def test_taking_a_right_away_works_at_once(tmp_path: Path) -> None:
    table = await open_table(tmp_path)
    helper = table.assist("act", "suggest")
    assistant = table.assistant_id(helper)
    table.ok(0, "assist_grant", assistant=assistant, rights=["view"])
    assert table.play(helper, 0)["code"] == "right_missing"
    table.ok(0, "assist_grant", assistant=assistant, rights=["act"])
    assert table.play(helper, 0)["type"] == "act_ok"
    await table.close()


async def test_only_the_owner_says_what_an_assistant_may_do(tmp_path: Path) -> None:
    table = await open_table(tmp_path)
    helper = table.assist("view")
    assistant = table.assistant_id(helper)
    for other in (1, helper):
        assert table.code(other, "assist_grant", assistant=assistant, rights=["act"]) == "not_found"
        assert table.code(other, "assist_revoke", assistant=assistant) == "not_found"
    table.ok(1, "assist_revoke")  # all of its own: none
    assert table.app.feature(AssistantFeature).assisting.is_assistant(
        next(one for one in table.app.people.clients.values() if one.user.name == "helper")
    )
    await table.close()


@pytest.mark.parametrize("policy", ["advice", "confirm"])
async def test_nobody_acts_for_the_owner_unless_the_room_says_auto(
    policy: str, tmp_path: Path
) -> None:
    table = await open_table(tmp_path, assist=policy)
    helper = table.assist()
    assert table.play(helper, 0)["code"] == "assist_off"
    refusal = table.ask(
        0, "assist_grant", assistant=table.assistant_id(helper), rights=["view", "act"]
    )
    assert (refusal["code"], refusal["data"]) == ("assist_off", {"policy": policy})
    await table.close()


async def test_under_advice_nothing_is_accepted_or_laid_ready(tmp_path: Path) -> None:
    table = await open_table(tmp_path, assist="advice")
    helper = table.assist()
    at, decision = {"match_id": table.match_id}, table.decision(0)
    number = table.ok(helper, "suggest", **at, decision=decision, top=[{"index": 2}])
    assert table.code(0, "accept", **at, suggestion=number["data"]["suggestion"]) == "assist_off"
    for who in (0, helper):
        assert table.code(who, "stage", **at, decision=decision) == "assist_off"
    assert table.code(0, "commit", **at, decision=decision) == "assist_off"
    await table.close()


# Acting.


async def test_the_first_valid_act_wins(tmp_path: Path) -> None:
    table = await open_table(tmp_path)
    helper = table.assist("act")
    assert table.play(helper, 0, index=3)["type"] == "act_ok"
    assert table.play(0, 0, index=4)["code"] == "already_sealed"
    assert table.of_type(0, "assist_note")[-1]["text"] == "helper has answered decision 1"
    table.play(1, 1)
    assert table.play(0, 0, index=2)["type"] == "act_ok"
    assert table.play(helper, 0, index=1)["code"] == "already_sealed"
    await table.close()


async def test_the_owner_may_replace_what_an_assistant_sealed_and_not_the_other_way_round(
    tmp_path: Path,
) -> None:
    table = await open_table(tmp_path)
    helper = table.assist("act")
    table.play(helper, 0, index=3)
    assert table.play(helper, 0, index=4, replace=True)["type"] == "act_ok"
    assert table.play(0, 0, index=5, replace=True)["type"] == "act_ok"
    assert table.play(helper, 0, index=6, replace=True)["code"] == "already_sealed"
    assert table.live.match.open[0].sealed == 5
    await table.close()


async def test_an_assistants_illegal_actions_cost_the_seat_no_tries(tmp_path: Path) -> None:
    table = await open_table(tmp_path)
    helper = table.assist("act")
    for _ in range(5):
        answer = table.play(helper, 0, index=10**6)
        assert answer["code"] == "illegal_action"
        assert answer["data"]["left"] == 3
        assert answer["data"]["why"].startswith("index: expected 0..")
    assert table.live.match.illegal == [0, 0]
    await table.close()


async def test_an_assistant_cannot_resign_or_chat_for_its_owner(tmp_path: Path) -> None:
    table = await open_table(tmp_path)
    helper = table.assist("act", "draw", "suggest", "compute")
    assert table.code(helper, "resign", match_id=table.match_id) == "not_your_seat"
    assert table.code(helper, "chat", match_id=table.match_id, text="gg") == "not_found"
    assert table.code(helper, "consent", match_id=table.match_id) == "not_your_seat"
    await table.close()


# Suggesting.


@pytest.mark.parametrize(
    ("proposal", "why"),
    [
        ({"index": 10**6}, "index: expected 0.."),
        ({"picks": [0]}, "picks: expected 5 entries"),
        ({"action": ["dance"]}, 'expected ["orders"'),
        ({"orders": {"unit 9": 0}}, "orders: no slot 'unit 9' now"),
        ({"orders": {"unit 0": 99}}, "orders.unit 0: expected 0.."),
    ],
)
async def test_a_proposal_that_the_rules_forbid_is_refused_with_its_reason(
    proposal: dict[str, Any], why: str, tmp_path: Path
) -> None:
    table = await open_table(tmp_path)
    helper = table.assist()
    begin_orders(table)
    answer = table.ask(
        helper, "suggest", match_id=table.match_id, decision=table.decision(0), top=[proposal]
    )
    assert answer["code"] == "illegal_action"
    assert why in answer["data"]["why"]
    assert not table.of_type(0, "suggestion")
    await table.close()


def begin_orders(table: AssistedTable) -> None:
    """Both have set up: the first orders are asked for."""
    table.play(0, 0)
    table.play(1, 1)


async def test_a_suggestion_for_a_closed_decision_is_stale(tmp_path: Path) -> None:
    table = await open_table(tmp_path)
    helper = table.assist()
    at = {"match_id": table.match_id}
    assert table.code(helper, "suggest", **at, decision=99, top=[{"index": 0}]) == "stale_decision"
    table.play(0, 0)
    assert table.code(helper, "suggest", **at, decision=1, top=[{"index": 0}]) == "stale_decision"
    await table.close()


async def test_accepting_plays_the_proposal(tmp_path: Path) -> None:
    table = await open_table(tmp_path, assist="confirm")
    helper = table.assist()
    at = {"match_id": table.match_id, "decision": table.decision(0)}
    table.ok(helper, "suggest", **at, top=[{"index": 9}, {"index": 4, "text": "safer"}])
    shown = table.of_type(0, "suggestion")[-1]
    answer = table.ok(
        0, "accept", match_id=table.match_id, suggestion=shown["suggestion"], choice=1
    )
    assert answer["type"] == "act_ok"
    assert table.live.match.open[0].sealed == 4
    for number, choice in ((shown["suggestion"], 2), (77, 0)):
        fields = {"suggestion": number, "choice": choice}
        assert table.code(0, "accept", match_id=table.match_id, **fields) == "not_found"
    await table.close()


async def test_a_suggestion_that_was_taken_back_cannot_be_accepted(tmp_path: Path) -> None:
    table = await open_table(tmp_path)
    helper = table.assist()
    at = {"match_id": table.match_id, "decision": table.decision(0)}
    table.ok(helper, "suggest", **at, top=[{"index": 9}])
    table.ok(helper, "suggest", **at, top=[])
    assert table.of_type(0, "suggestion")[-1]["top"] == []
    assert table.code(0, "accept", match_id=table.match_id, suggestion=1) == "not_found"
    await table.close()


# Laying orders ready.


async def test_owner_and_assistant_lay_orders_into_the_same_place(tmp_path: Path) -> None:
    table = await open_table(tmp_path)
    helper = table.assist()
    begin_orders(table)
    at = {"match_id": table.match_id, "decision": table.decision(0)}
    laid = table.ok(helper, "stage", **at, orders={"unit 0": 1, "unit 1": 2})
    assert laid["left"] == ["unit 2", "unit 3", "unit 4"]
    told = table.of_type(0, "staged")[-1]
    assert (told["by"], told["orders"]) == ("helper", {"unit 0": 1, "unit 1": 2})
    own = table.ok(0, "stage", **at, orders={"unit 1": 3})
    assert own["orders"] == {"unit 0": 1, "unit 1": 3}
    assert table.of_type(helper, "staged")[-1]["orders"] == own["orders"]
    refusal = table.ask(0, "commit", **at)
    assert refusal["code"] == "bad_option"
    assert "unit 2, unit 3, unit 4" in refusal["data"]["want"]
    assert table.code(helper, "commit", **at, rest="first") == "right_missing"
    assert table.ok(0, "commit", **at, rest="first")["type"] == "act_ok"
    space = table.live.match.open[0].space
    sealed = table.live.match.open[0].sealed
    assert sealed is not None
    assert space.split(sealed) == (1, 3, 0, 0, 0)  # type: ignore[attr-defined]
    await table.close()


async def test_what_was_laid_ready_is_forgotten_with_its_decision(tmp_path: Path) -> None:
    table = await open_table(tmp_path)
    helper = table.assist()
    begin_orders(table)
    at = {"match_id": table.match_id, "decision": table.decision(0)}
    table.ok(helper, "stage", **at, orders={"unit 0": 1})
    table.play(0, 0)
    assert table.code(helper, "stage", **at, orders={"unit 0": 2}) == "stale_decision"
    table.play(1, 1)
    at["decision"] = table.decision(0)
    assert table.ok(helper, "stage", **at, orders={"unit 0": 1})["orders"] == {"unit 0": 1}
    assert table.ok(helper, "stage", **at, clear=True)["orders"] == {}
    await table.close()


async def test_accepting_orders_for_some_units_lays_them_ready(tmp_path: Path) -> None:
    table = await open_table(tmp_path, assist="confirm")
    helper = table.assist()
    begin_orders(table)
    at = {"match_id": table.match_id, "decision": table.decision(0)}
    number = table.ok(helper, "suggest", **at, top=[{"orders": {"unit 2": 1}}])["data"]
    answer = table.ok(0, "accept", match_id=table.match_id, suggestion=number["suggestion"])
    assert answer["type"] == "staged"
    assert answer["orders"] == {"unit 2": 1}
    assert table.live.match.open[0].sealed is None
    await table.close()


async def test_a_decision_without_slots_takes_no_orders(tmp_path: Path) -> None:
    table = await open_table(tmp_path, "colonizers")
    helper = table.assist()
    seat = next(iter(table.live.match.open))
    while seat != 0:
        table.play(seat, seat)
        seat = next(iter(table.live.match.open))
    at = {"match_id": table.match_id, "decision": table.decision(0)}
    answer = table.ask(helper, "stage", **at, orders={"x": 0})
    assert answer["code"] == "bad_option"
    assert "no slots" in answer["msg"]
    await table.close()
