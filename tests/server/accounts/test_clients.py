"""Who is here: clients, and what cuts them."""

from typing import Any, cast

import pytest

from infoset_protocol.errors import CloseCode, ProtocolError
from infoset_protocol.messages import Hello
from infoset_server.accounts.accounts import Accounts
from infoset_server.accounts.authentication import Entry
from infoset_server.accounts.clients import Client, ClientRegistry, User, clean_name, clean_text
from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import CHAT, ORGANISE, PLAY, Role
from infoset_server.config import load_config
from infoset_server.network.caller import Caller
from infoset_server.network.connection import Connection

HERE = Caller("127.0.0.1")


class FakeConnection:
    """Notes how it is closed."""

    def __init__(self, peer: str = "192.0.2.7") -> None:
        self.peer = peer
        self.closed: list[CloseCode] = []

    def close(self, code: CloseCode, reason: str) -> None:
        self.closed.append(code)


def hello(resume: dict[str, Any] | None = None, **auth: Any) -> Hello:
    plain = {"type": "hello", "proto": [1], "auth": {"kind": "guest", **auth}}
    return Hello.model_validate(plain if resume is None else plain | {"resume": resume})


def log_in(people: ClientRegistry, said: Hello) -> User:
    entry = people.begin(said, HERE)
    assert isinstance(entry, Entry)
    return entry.user


def arrive(
    people: ClientRegistry, user: User, peer: str = "192.0.2.7"
) -> tuple[Client, FakeConnection]:
    """`user` is here now."""
    fake = FakeConnection(peer)
    connection = cast(Connection, fake)
    client = Client(user, connection)
    people.clients[connection] = client
    return client, fake


def people_with(**settings: Any) -> ClientRegistry:
    named = {f"accounts.{name}": value for name, value in settings.items()}
    return ClientRegistry(Accounts(load_config(None, named)))


def test_guests_of_one_name_are_told_apart_while_both_are_here() -> None:
    people = ClientRegistry()
    first = log_in(people, hello(name="ann"))
    arrive(people, first)
    second = log_in(people, hello(name="ann"))
    assert (first.name, second.name) == ("ann", "ann-2")
    assert first.id != second.id


def test_a_house_token_works_until_its_process_has_ended() -> None:
    people = ClientRegistry()
    token = people.issue_house_token("random")
    assert log_in(people, hello(kind="token", token=token)).house_bot == "random"
    people.revoke_house_token(token)
    with pytest.raises(ProtocolError):
        log_in(people, hello(kind="token", token=token))


def test_the_longest_absent_guest_is_forgotten_first() -> None:
    people = people_with(max_guests=3)
    present = log_in(people, hello(name="present", token="p"))
    arrive(people, present)
    arrive(people, log_in(people, hello(name="twin")))
    absent = log_in(people, hello(name="twin", token="t"))
    assert absent.name == "twin-2"
    token = people.issue_resume_token(absent, "s_1")
    log_in(people, hello(name="newcomer"))
    assert log_in(people, hello(name="present", token="p")) is present
    assert log_in(people, hello(name="twin", token="t")) is not absent
    assert log_in(people, hello({"session": "s_1", "token": token, "seq": 0})) is not absent


def test_a_full_house_still_lets_people_in() -> None:
    people = people_with(max_guests=1)
    arrive(people, log_in(people, hello(name="ann")))
    bob = log_in(people, hello(name="bob", token="b"))
    arrive(people, bob)
    assert log_in(people, hello(name="bob", token="b")) is bob


def test_a_revoked_token_cuts_what_it_let_in_and_nothing_else() -> None:
    people = ClientRegistry()
    accounts = people.accounts
    bot = accounts.register.add_account("crab", Role.PLAYER, is_bot=True)
    lost, _ = accounts.credentials.issue(bot, Kind.BOT)
    kept, _ = accounts.credentials.issue(bot, Kind.BOT)
    (by_lost, cut), (by_kept, stays) = arrive(people, bot), arrive(people, bot)
    by_lost.credential, by_kept.credential = lost, kept
    accounts.credentials.revoke(lost.id)
    assert cut.closed == [CloseCode.AUTH_FAILED]
    assert stays.closed == []


def test_whoever_is_thrown_out_loses_all_connections() -> None:
    people = ClientRegistry()
    ann, bob = (log_in(people, hello(name=name)) for name in ("ann", "bob"))
    connections = [arrive(people, user)[1] for user in (ann, ann, bob)]
    assert people.throw_out(ann, "enough") == 2
    assert [one.closed for one in connections] == [[CloseCode.FORBIDDEN], [CloseCode.FORBIDDEN], []]


def test_the_bots_of_whoever_is_thrown_out_go_as_well_and_pupils_stay() -> None:
    people = ClientRegistry()
    register = people.accounts.register
    teacher = register.add_account("Ms Hill", Role.ORGANISER)
    bot = register.add_account("crab", Role.PLAYER, is_bot=True, owner=teacher.id)
    pupil = register.add_account("Otter", Role.PLAYER, owner=teacher.id)
    of_bot, of_pupil = arrive(people, bot)[1], arrive(people, pupil)[1]
    assert people.throw_out(teacher, "enough") == 1
    assert (of_bot.closed, of_pupil.closed) == ([CloseCode.FORBIDDEN], [])


def test_a_banned_address_loses_its_connections() -> None:
    people = ClientRegistry()
    ann = log_in(people, hello(name="ann"))
    near, far = arrive(people, ann, "192.0.2.7")[1], arrive(people, ann, "198.51.100.1")[1]
    people.accounts.bans.add("192.0.2.0/24", people.accounts.now_ms() + 60_000)
    assert people.throw_out_banned() == 1
    assert (near.closed, far.closed) == ([CloseCode.FORBIDDEN], [])


def test_a_client_may_do_what_both_its_user_and_its_token_allow() -> None:
    people = ClientRegistry()
    accounts = people.accounts
    teacher = accounts.register.add_account("Ms Hill", Role.ORGANISER)
    client, _ = arrive(people, teacher)
    assert client.may(ORGANISE, 0)
    client.credential, _ = accounts.credentials.issue(
        teacher, Kind.USER, scopes=frozenset({PLAY, CHAT})
    )
    assert not client.may(ORGANISE, 0)
    assert client.may(CHAT, 0)
    teacher.muted_until_ms = 5
    assert not client.may(CHAT, 4)
    assert client.may(CHAT, 5)


def test_text_for_strangers_has_no_tricks() -> None:
    assert clean_text("a\u202eb\u0000c\nd\u200be") == "abcde"
    assert clean_name("  " + "ü" * 80) == "ü" * 64
