"""Going on with a session as if the connection had never broken, and every way in which that fails."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from tests.integration.harness import (
    TRANSPORTS,
    Client,
    Message,
    Server,
    act,
    choose,
    open_room,
    play_on,
    play_out,
    resumption,
    seat_all,
    start_match,
)

SECRET = {"kind": "guest", "name": "ann", "token": "swordfish"}
Serve = Callable[..., Any]


async def come_back(
    server: Server, client: Client, transport: str = "tcp-json", **changes: Any
) -> Client:
    """The next connection of the same session; its first answer must say so."""
    again = await server.connect(client.name, transport, resume=resumption(client) | changes)
    assert again.welcome["resumed"], again.welcome
    assert again.welcome["session"] == client.welcome["session"]
    assert again.user == client.user
    again.seats, again.answered, again.ids = client.seats, client.answered, client.ids
    return again


async def is_fresh(server: Server, client: Client, **changes: Any) -> Client:
    """A hello that cannot resume is a login like any other."""
    resume = resumption(client) | changes.pop("resume", {})
    again = await server.connect(client.name, resume=resume, **changes)
    assert again.welcome["resumed"] is False
    assert again.welcome["session"] != client.welcome["session"]
    return again


def numbers(*clients: Client) -> list[int]:
    """The `seq` of everything heard, connection after connection."""
    return [message["seq"] for client in clients for message in client.heard if "seq" in message]


# How it goes well.


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_a_match_goes_on_without_a_gap(server: Server, transport: str) -> None:
    ann, bob = await server.connect("ann", transport), await server.connect("bob")
    match_id = await start_match([ann, bob])
    bob_plays = asyncio.create_task(play_on(bob, match_id))
    turn = await play_on(ann, match_id, until=lambda m: m["decision"] == 3)
    await ann.cut()
    gone = await bob.expect("seat_status", where=lambda m: not m["online"])
    assert (gone["seat"], 0 < gone["grace_ms"] <= 60_000) == (0, True)
    again = await come_back(server, ann, transport)
    back = await bob.expect("seat_status", seat=0, online=True)
    assert "grace_ms" not in back
    await act(again, turn)
    over = await play_on(again, match_id)
    assert (over["reason"], over["timeouts"]) == ("finished", [0, 0, 0, 0])
    assert not again.of_type("match_start", "snapshot")
    assert numbers(ann, again) == list(range(1, len(numbers(ann, again)) + 1))
    await bob_plays


async def test_what_happens_meanwhile_is_told_when_the_client_is_back(server: Server) -> None:
    ann, bob = await server.connect("ann"), await server.connect("bob")
    match_id = await start_match([ann, bob])
    await ann.cut()
    await bob.ask("chat", match_id=match_id, text="are you there?")
    again = await come_back(server, ann)
    assert (await again.expect("chat_msg"))["text"] == "are you there?"


async def test_a_session_goes_on_over_another_transport_of_its_encoding(server: Server) -> None:
    ann = await server.connect("ann", "tcp-msgpack")
    match_id = await start_match([ann])
    await play_on(ann, match_id, until=lambda m: m["decision"] == 2)
    await ann.cut()
    again = await come_back(server, ann, "ws-msgpack")
    turn = next(m for m in ann.heard if m.get("decision") == 2)
    await act(again, turn)
    assert (await play_on(again, match_id))["reason"] == "finished"


async def test_features_stay_as_they_were(server: Server) -> None:
    ann = await server.connect("ann", features=["obs", "pong"])
    await ann.cut()
    again = await server.connect("ann", resume=resumption(ann), features=["chat"])
    assert sorted(again.welcome["features"]) == ["obs", "pong"]


async def test_the_newer_connection_of_a_session_wins_and_misses_nothing(server: Server) -> None:
    ann, bob = await server.connect("ann"), await server.connect("bob")
    match_id = await start_match([ann, bob])
    again = await come_back(server, ann)
    bye = await ann.expect("bye")
    assert (bye["code"], bye["resume"]) == (4409, False)
    await ann.ended()
    again.heard[:0] = ann.heard
    assert (await play_out([again, bob], match_id))[0]["reason"] == "finished"
    assert all(status["seat"] != 0 for status in bob.of_type("seat_status"))


async def test_an_answer_repeated_after_a_resume_is_played_once(server: Server) -> None:
    ann, bob = await server.connect("ann"), await server.connect("bob")
    match_id = await start_match([ann, bob])
    turn = await play_on(ann, match_id, until=lambda m: m["decision"] == 1)
    number = next(ann.ids)
    act_fields = {"match_id": match_id, "decision": 1, "index": choose(turn, 0), "id": number}
    await ann.tell("act", **act_fields)
    first = await ann.expect("act_ok")
    await ann.cut()
    again = await come_back(server, ann, seq=first["seq"] - 1)  # as if that had got lost
    await again.tell("act", **act_fields)
    await again.settled()
    missed, repeated = again.of_type("act_ok")
    assert missed == first
    assert repeated == first | {"seq": repeated["seq"]}
    assert [one["type"] for one in again.of_type("act_ok", "error")] == ["act_ok"] * 2
    await again.cut()
    third = await come_back(server, again)
    await third.tell("act", **act_fields)
    assert (await third.expect("error"))["code"] == "duplicate_id"


async def test_a_request_that_is_worked_on_during_the_cut_is_answered_once(server: Server) -> None:
    ann = await server.connect("ann", features=["compute"])
    match_id = await start_match([ann])
    await play_on(ann, match_id, until=lambda m: m["decision"] == 1)
    number = next(ann.ids)
    asked = {"match_id": match_id, "policy": "random", "n": 64, "max_ms": 30_000, "id": number}
    await ann.tell("rollout", **asked)
    await ann.settled()
    assert not ann.of_type("rollouts")
    await ann.cut()
    again = await come_back(server, ann)
    await again.tell("rollout", **asked)
    await again.expect("rollouts")
    await again.settled()
    assert [message["re"] for message in again.of_type("rollouts", "error")] == [number]


async def test_a_subscriber_gets_the_whole_lobby_again(server: Server) -> None:
    ann, bob = await server.connect("ann"), await server.connect("bob")
    await ann.ask("watch_lobby")
    await ann.cut()
    await server.until(lambda: len(server.app.core.away) == 1)
    room = await open_room(bob)
    again = await come_back(server, ann)
    lobby = await again.expect("lobby")
    assert (lobby["full"], [one["room"] for one in lobby["rooms"]]) == (True, [room])
    other = await open_room(bob)
    diff = await again.expect("lobby", full=False)
    assert [one["room"] for one in diff["rooms"]] == [other]


async def test_a_member_who_is_away_keeps_the_seat_but_starts_no_match(server: Server) -> None:
    people = [await server.connect(name) for name in ("ann", "bob", "cat", "dan")]
    ann, *others = people
    room = await open_room(ann)
    await seat_all(people, room)
    for player in people[:3]:
        await player.ask("ready", room=room)
    await ann.cut()
    shown = await others[0].expect(
        "room", where=lambda m: m["room"]["seats"][0].get("online") is False
    )
    assert shown["room"]["seats"][0]["name"] == "ann"
    await others[2].ask("ready", room=room)
    assert not server.app.play.running
    again = await come_back(server, ann)
    for player in (again, *others):
        await player.expect("match_start")


async def test_a_seat_lost_to_a_stand_in_is_given_back(serve: Serve) -> None:
    server: Server = await serve(rooms__absence_s=0.1)
    await server.wake("first", 1)
    people = [await server.connect(name) for name in ("ann", "bob", "cat", "dan")]
    ann, bob, *_ = people
    match_id = await start_match(people)
    await ann.cut()
    await bob.expect("seat_status", where=lambda m: m.get("taken_by") == "first")
    again = await come_back(server, ann)
    await again.expect("match_start")
    assert (await again.expect("snapshot"))["match_id"] == match_id
    await bob.expect("seat_status", seat=0, online=True)
    results = await play_out([again, *people[1:]], match_id)
    assert results[0]["reason"] == "finished"


async def test_a_result_that_was_missed_is_told_once_to_who_resumes(server: Server) -> None:
    ann, bob, *others = [await server.connect(name) for name in ("ann", "bob", "cat", "dan")]
    match_id = await start_match([ann, bob, *others])
    await ann.cut()
    await server.until(lambda: len(server.app.core.away) == 1)
    server.live(match_id).abort("error")
    again = await come_back(server, ann)
    await again.settled()
    assert len(again.of_type("match_over")) == 1


async def test_a_result_that_may_have_got_lost_with_the_link_is_told_again(server: Server) -> None:
    ann = await server.connect("ann", auth=SECRET)
    match_id = await start_match([ann])
    server.live(match_id).abort("error")
    await ann.expect("match_over")
    await ann.cut()
    again = await server.connect("ann", auth=SECRET)
    assert (await again.expect("match_over"))["match_id"] == match_id


# How it fails, and what then.


async def test_an_unknown_session_cannot_be_resumed(server: Server) -> None:
    ann = await server.connect("ann")
    await ann.cut()
    await is_fresh(server, ann, resume={"session": "s_nobody"})


async def test_a_wrong_token_resumes_nothing(server: Server) -> None:
    ann = await server.connect("ann", auth=SECRET)
    await ann.cut()
    again = await is_fresh(server, ann, resume={"token": "rt_guess"}, auth=SECRET)
    assert again.user == ann.user


async def test_a_stolen_token_is_worth_nothing_to_another_user(server: Server) -> None:
    ann = await server.connect("ann", auth=SECRET)
    await start_match([ann])
    await ann.cut()
    thief = await is_fresh(server, ann, auth=SECRET | {"token": "guess"})
    assert thief.user != ann.user
    await thief.settled()
    assert not thief.of_type("match_start", "snapshot", "events")
    await server.connect("ann", auth=SECRET, resume=resumption(ann))


async def test_the_old_token_works_until_the_new_one_has_arrived(server: Server) -> None:
    ann = await server.connect("ann")
    await ann.cut()
    for _ in range(3):  # their welcomes get lost
        lost = await come_back(server, ann)
        await lost.cut()
    kept = await come_back(server, ann)
    await kept.tell("ping")
    await kept.settled()
    await kept.cut()
    late = await is_fresh(server, ann)
    assert late.user != ann.user
    assert (await come_back(server, kept)).user == ann.user


async def test_the_new_token_works_before_anything_was_said_with_it(server: Server) -> None:
    ann = await server.connect("ann")
    await ann.cut()
    second = await come_back(server, ann)
    await second.cut()
    third = await come_back(server, second)
    await third.cut()
    late = await is_fresh(server, ann)
    assert late.user != ann.user


async def test_messages_that_are_kept_no_more_cannot_be_had(server: Server) -> None:
    ann = await server.connect("ann", auth=SECRET)
    match_id = await start_match([ann])
    await play_on(ann, match_id, until=lambda m: m["decision"] == 2)
    await ann.tell("ack", seq=numbers(ann)[3])
    await ann.cut()
    again = await is_fresh(server, ann, resume={"seq": numbers(ann)[2]}, auth=SECRET)
    await again.expect("match_start")
    await again.expect("snapshot")
    assert (await play_on(again, match_id))["reason"] == "finished"


async def test_who_comes_too_late_logs_in_anew(serve: Serve) -> None:
    server: Server = await serve(times__resume_ttl_ms=50)
    ann, bob = await server.connect("ann", auth=SECRET), await server.connect("bob")
    match_id = await start_match([ann, bob])
    await ann.cut()
    await bob.expect("seat_status", seat=0, online=False)
    await server.until(lambda: not len(server.app.core.away))
    again = await is_fresh(server, ann, auth=SECRET)
    await again.expect("snapshot")
    await bob.expect("seat_status", seat=0, online=True)
    assert len([one for one in bob.of_type("seat_status") if one["seat"] == 0]) == 2
    assert (await play_out([again, bob], match_id))[0]["reason"] == "finished"


async def test_a_server_may_keep_no_sessions_at_all(serve: Serve) -> None:
    server: Server = await serve(times__resume_ttl_ms=0)
    ann = await server.connect("ann")
    assert ann.welcome["limits"]["resume_ttl_ms"] == 0
    await ann.cut()
    await server.until(lambda: not server.app.people.clients)
    await is_fresh(server, ann)


async def test_only_so_many_sessions_are_kept(serve: Serve) -> None:
    server: Server = await serve(connections__max_away=2)
    people = [await server.connect(name) for name in ("ann", "bob", "cat")]
    for number, client in enumerate(people, 1):
        await client.cut()
        await server.until(lambda: len(server.app.core.away) == min(number, 2))  # noqa: B023
    await is_fresh(server, people[0])
    await come_back(server, people[2])


async def test_another_encoding_is_another_session(server: Server) -> None:
    ann = await server.connect("ann", "tcp-json")
    await ann.cut()
    other = await server.connect("ann", "tcp-msgpack", resume=resumption(ann))
    assert other.welcome["resumed"] is False
    assert other.user == ann.user


async def test_nobody_resumes_after_bye(server: Server) -> None:
    ann, bob = await server.connect("ann"), await server.connect("bob")
    room = await open_room(ann)
    await bob.ask("join", room=room)
    await ann.leave()
    await bob.expect("room", where=lambda m: m["room"]["host"] == bob.user)
    await is_fresh(server, ann)


async def test_who_missed_too_much_gets_the_match_anew(serve: Serve) -> None:
    server: Server = await serve(queues__max_messages=4)
    ann, bob = await server.connect("ann", auth=SECRET), await server.connect("bob")
    match_id = await start_match([ann, bob])
    await ann.cut()
    for number in range(5):
        await bob.ask("chat", match_id=match_id, text=f"line {number}")
    again = await is_fresh(server, ann, auth=SECRET)
    await again.expect("snapshot")
    assert (await play_out([again, bob], match_id))[0]["reason"] == "finished"


async def test_a_login_without_a_resume_takes_over_what_the_lost_session_had(
    server: Server,
) -> None:
    ann, bob = await server.connect("ann", auth=SECRET), await server.connect("bob")
    room = await open_room(ann)
    await seat_all([ann, bob], room)
    await ann.cut()
    await server.until(lambda: len(server.app.core.away) == 1)
    again = await server.connect("ann", auth=SECRET)
    shown: Message = await again.expect("room")
    assert [seat.get("name") for seat in shown["room"]["seats"]] == ["ann", "bob", None, None]
    assert shown["room"]["host"] == ann.user
    await is_fresh(server, ann, auth=SECRET)
