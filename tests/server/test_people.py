"""Who is who: guests, secrets, tokens, and what is forgotten."""

from typing import Any, cast

import pytest

from infoset_protocol.errors import ProtocolError
from infoset_protocol.messages import Hello
from infoset_server import people as people_module
from infoset_server.connection import Connection
from infoset_server.people import Client, People, User, clean_name, clean_text


def hello(resume: dict[str, Any] | None = None, **auth: Any) -> Hello:
    plain = {"type": "hello", "proto": [1], "auth": {"kind": "guest", **auth}}
    return Hello.model_validate(plain if resume is None else plain | {"resume": resume})


def arrive(people: People, user: User) -> Client:
    """`user` is here now."""
    connection = cast(Connection, object())  # only told apart from others here
    client = Client(user, connection)
    people.clients[connection] = client
    return client


def test_guests_of_one_name_are_told_apart() -> None:
    people = People()
    first = people.log_in(hello(name="ann"))
    arrive(people, first)
    second = people.log_in(hello(name="ann"))
    assert (first.name, second.name) == ("ann", "ann-2")
    assert first.id != second.id


def test_a_guest_without_a_name_gets_one() -> None:
    assert People().log_in(hello()).name == "guest"
    assert People().log_in(hello(name=" \u202e\n ")).name == "guest"


def test_a_secret_brings_the_same_user_back() -> None:
    people = People()
    ann = people.log_in(hello(name="ann", token="swordfish"))
    assert people.log_in(hello(name="ann", token="swordfish")) is ann
    assert people.log_in(hello(name="ann", token="other")) is not ann
    assert people.log_in(hello(name="bob", token="swordfish")) is not ann
    assert people.log_in(hello(name="ann")) is not ann


def test_each_session_has_its_own_resume_token() -> None:
    people = People()
    ann = people.log_in(hello(name="ann"))
    tokens = {name: people.issue_resume_token(ann, name) for name in ("s_1", "s_2")}
    for session, token in tokens.items():
        assert people.log_in(hello({"session": session, "token": token, "seq": 0})) is ann
    crossed = {"session": "s_1", "token": tokens["s_2"], "seq": 0}
    assert people.log_in(hello(crossed)) is not ann
    people.retire_resume_token(ann, "s_1")
    people.retire_resume_token(ann, "s_1")
    retired = {"session": "s_1", "token": tokens["s_1"], "seq": 0}
    assert people.log_in(hello(retired)) is not ann


def test_only_so_many_sessions_are_remembered() -> None:
    people = People()
    ann = people.log_in(hello(name="ann"))
    tokens = [people.issue_resume_token(ann, f"s_{n}") for n in range(6)]
    back = [
        people.log_in(hello({"session": f"s_{n}", "token": token, "seq": 0})) is ann
        for n, token in enumerate(tokens)
    ]
    assert back == [False, False, True, True, True, True]


def test_a_house_token_works_until_its_process_has_ended() -> None:
    people = People()
    token = people.issue_house_token("random")
    assert people.log_in(hello(kind="token", token=token)).house_bot == "random"
    people.revoke_house_token(token)
    with pytest.raises(ProtocolError) as late:
        people.log_in(hello(kind="token", token=token))
    with pytest.raises(ProtocolError) as wrong:
        people.log_in(hello(kind="token", token="guess"))
    with pytest.raises(ProtocolError) as unoffered:
        people.log_in(hello(kind="key", pub="k"))
    assert str(late.value) == str(wrong.value) == str(unoffered.value)


def test_the_longest_absent_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people_module, "MAX_REMEMBERED_USERS", 3)
    people = People()
    present = people.log_in(hello(name="present", token="p"))
    arrive(people, present)
    arrive(people, people.log_in(hello(name="twin")))
    absent = people.log_in(hello(name="twin", token="t"))
    assert absent.name == "twin-2"
    token = people.issue_resume_token(absent, "s_1")
    people.log_in(hello(name="newcomer"))
    assert people.log_in(hello(name="present", token="p")) is present
    assert people.log_in(hello(name="twin", token="t")) is not absent
    assert people.log_in(hello({"session": "s_1", "token": token, "seq": 0})) is not absent


def test_a_full_house_still_lets_people_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people_module, "MAX_REMEMBERED_USERS", 1)
    people = People()
    arrive(people, people.log_in(hello(name="ann")))
    bob = people.log_in(hello(name="bob", token="b"))
    arrive(people, bob)
    assert people.log_in(hello(name="bob", token="b")) is bob


def test_text_for_strangers_has_no_tricks() -> None:
    assert clean_text("a\u202eb\u0000c\nd\u200be") == "abcde"
    assert clean_name("  " + "ü" * 80) == "ü" * 64
