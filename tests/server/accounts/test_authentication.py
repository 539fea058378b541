"""The door: every way in, every way it is shut, and what nobody learns in front of it."""

import base64
import logging
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from tests.server.accounts.town import ADDRESS, HERE, Town

from infoset_protocol.errors import CloseCode, ErrorCode, ProtocolError
from infoset_protocol.key_login import login_text
from infoset_server.accounts.authentication import Challenge, Entry
from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import CHAT, COMPUTE, ORGANISE, PLAY, WATCH, Role, User
from infoset_server.network.caller import Caller

FAR = Caller("192.0.2.7")
IN_CLEAR = Caller("192.0.2.7", is_private=False)
PAGE = Caller("192.0.2.7", "https://play.example.org")


def base64url(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Key:
    """The private half of a key, as a client has it that has dialled `ADDRESS`."""

    def __init__(self) -> None:
        self._key = Ed25519PrivateKey.generate()
        self.pub = base64url(self._key.public_key().public_bytes_raw())

    def sign(self, challenge: Entry | Challenge, **changed: Any) -> str:
        assert isinstance(challenge, Challenge)
        parts: dict[str, Any] = {
            "nonce": challenge.nonce,
            "server": challenge.server,
            "major": challenge.proto,
            "address": ADDRESS,
        }
        return base64url(self._key.sign(login_text(**parts | changed)))

    def sign_as_of_old(self, challenge: Entry | Challenge) -> str:
        """As a client of protocol 1.0."""
        assert isinstance(challenge, Challenge)
        return base64url(self._key.sign(challenge.text(None)))


def account(town: Town, name: str = "crab", role: Role = Role.PLAYER, **more: Any) -> User:
    return town.accounts.register.add_account(name, role, **more)


def refusal(town: Town, caller: Caller = FAR, **auth: Any) -> ProtocolError:
    with pytest.raises(ProtocolError) as refused:
        town.say(caller, **auth)
    return refused.value


def looks(error: ProtocolError) -> tuple[Any, ...]:
    """All that a client is told."""
    return (error.code, error.msg, error.data, error.fatal, error.close, error.retry_ms)


# Guests.


def test_a_secret_brings_the_same_guest_back(town: Town) -> None:
    ann = town.enter(kind="guest", name="ann", token="swordfish").user
    assert town.enter(kind="guest", name="ann", token="swordfish").user is ann
    others = [
        town.enter(kind="guest", name="ann", token="other").user,
        town.enter(kind="guest", name="bob", token="swordfish").user,
        town.enter(kind="guest", name="ann").user,
    ]
    assert ann not in others


def test_a_guest_without_a_visible_name_gets_one(town: Town) -> None:
    assert town.enter(kind="guest").user.name == "guest"
    assert town.enter(kind="guest", name=" \u202e\n ").user.name == "guest"


def test_each_session_has_its_own_resume_token(town: Town) -> None:
    register = town.accounts.register
    ann = town.enter(kind="guest", name="ann").user
    tokens = {name: register.issue_resume_token(ann, name) for name in ("s_1", "s_2")}

    def back(session: str, token: str) -> bool:
        resume = {"session": session, "token": token, "seq": 0}
        return town.enter(kind="guest", name="ann", resume=resume).user is ann

    assert back("s_1", tokens["s_1"])
    assert back("s_2", tokens["s_2"])
    assert not back("s_1", tokens["s_2"])
    assert not back("s_3", tokens["s_1"])
    register.retire_resume_token(ann, "s_1")
    register.retire_resume_token(ann, "s_1")
    assert not back("s_1", tokens["s_1"])


def test_only_so_many_sessions_are_remembered(town: Town) -> None:
    ann = town.enter(kind="guest", name="ann").user
    for number in range(6):
        town.accounts.register.issue_resume_token(ann, f"s_{number}")
    assert list(ann.resume_hashes) == ["s_2", "s_3", "s_4", "s_5"]


def test_a_stolen_resume_token_makes_nobody_an_account_or_a_guest_with_a_secret(town: Town) -> None:
    crab = account(town)
    ann = town.enter(kind="guest", name="ann", token="swordfish").user
    for user, session in ((crab, "s_1"), (ann, "s_2")):
        token = town.accounts.register.issue_resume_token(user, session)
        resume = {"session": session, "token": token, "seq": 0}
        assert town.enter(kind="guest", name="thief", resume=resume).user is not user
        entry = town.enter(kind="guest", name="ann", token="guess", resume=resume)
        assert entry.user is not user


def test_guests_stay_outside_where_they_are_not_wanted() -> None:
    town = Town(accounts__guests=False)
    assert refusal(town, kind="guest", name="ann").code is ErrorCode.AUTH_FAILED
    _, token = town.accounts.credentials.issue(account(town), Kind.BOT)
    assert town.enter(kind="token", token=token).user.name == "crab"


# Tokens.


def test_a_token_lets_its_user_in_with_the_scopes_of_both(town: Town) -> None:
    teacher = account(town, "Ms Hill", Role.ORGANISER)
    narrow, wide = (
        town.accounts.credentials.issue(teacher, Kind.USER, scopes=scopes)[1]
        for scopes in (frozenset({PLAY, "ladder"}), None)
    )
    entry = town.enter(kind="token", token=narrow)
    assert entry.user is teacher
    assert entry.scopes == {PLAY}
    assert town.enter(kind="token", token=wide).scopes == {PLAY, WATCH, CHAT, COMPUTE, ORGANISE}


def test_a_bots_token_never_organises_anything(town: Town) -> None:
    bot = account(town, "crab", Role.ORGANISER, is_bot=True)
    _, token = town.accounts.credentials.issue(bot, Kind.BOT)
    assert town.enter(kind="token", token=token).scopes == {PLAY, WATCH, COMPUTE}


def test_every_bad_credential_gets_the_same_answer(town: Town) -> None:
    credentials = town.accounts.credentials
    crab = account(town)
    _, expired = credentials.issue(crab, Kind.BOT, expires_ms=town.now_ms)
    revoked_one, revoked = credentials.issue(crab, Kind.BOT)
    credentials.revoke(revoked_one.id)
    kept_one, token = credentials.issue(crab, Kind.BOT)
    key, stranger = Key(), Key()
    credentials.add_key(crab, key.pub)
    used = town.accounts.tickets.issue(kept_one, None)
    town.enter(kind="ticket", token=used)
    answers = [
        refusal(town, kind="token", token="guess"),
        refusal(town, kind="token", token=expired),
        refusal(town, kind="token", token=revoked),
        refusal(town, kind="token", token=key.pub),
        refusal(town, kind="ticket", token=token),
        refusal(town, kind="ticket", token="guess"),
        refusal(town, kind="ticket", token=used),
    ]
    for signed, pub in ((stranger, key.pub), (stranger, stranger.pub), (key, "not a key at all")):
        challenge = town.say(kind="key", pub=pub)
        with pytest.raises(ProtocolError) as refused:
            town.prove(challenge, signed.sign(challenge))
        answers.append(refused.value)
    assert len({str(looks(answer)) for answer in answers}) == 1
    assert answers[0].code is ErrorCode.AUTH_FAILED
    assert answers[0].close is CloseCode.AUTH_FAILED
    assert answers[0].fatal


def test_tokens_are_not_even_looked_at_where_others_can_listen() -> None:
    town = Town()
    _, token = town.accounts.credentials.issue(account(town), Kind.BOT)
    right, wrong = (refusal(town, IN_CLEAR, kind="token", token=one) for one in (token, "guess"))
    assert looks(right) == looks(wrong)
    assert refusal(town, IN_CLEAR, kind="ticket", token="guess").msg == right.msg
    assert town.enter(IN_CLEAR, kind="guest", name="ann").user.name == "ann"
    lax = Town(accounts__tokens_in_clear=True)
    _, token = lax.accounts.credentials.issue(account(lax), Kind.BOT)
    assert lax.enter(IN_CLEAR, kind="token", token=token).user.name == "crab"


def test_the_use_of_a_token_is_noted_once_a_minute(town: Town) -> None:
    one, token = town.accounts.credentials.issue(account(town), Kind.BOT)
    town.enter(kind="token", token=token)
    first = town.now_ms
    town.now_ms += 59_000
    town.enter(kind="token", token=token)
    assert one.used_ms == first
    town.now_ms += 1_000
    town.enter(kind="token", token=token)
    assert one.used_ms == first + 60_000


# Keys.


def test_a_key_lets_its_user_in_over_a_wire_that_others_hear(town: Town) -> None:
    key = Key()
    crab = account(town)
    town.accounts.credentials.add_key(crab, key.pub)
    challenge = town.say(IN_CLEAR, kind="key", pub=key.pub)
    assert town.prove(challenge, key.sign(challenge)).user is crab


@pytest.mark.parametrize("changed", [{"nonce": "other"}, {"server": "elsewhere"}, {"major": 2}])
def test_a_signature_over_anything_else_is_worth_nothing(
    town: Town, changed: dict[str, Any]
) -> None:
    key = Key()
    town.accounts.credentials.add_key(account(town), key.pub)
    challenge = town.say(kind="key", pub=key.pub)
    with pytest.raises(ProtocolError):
        town.prove(challenge, key.sign(challenge, **changed))


def test_each_challenge_has_a_nonce_of_its_own(town: Town) -> None:
    first, second = (town.say(kind="key", pub="k") for _ in range(2))
    assert isinstance(first, Challenge)
    assert isinstance(second, Challenge)
    assert first.nonce != second.nonce
    assert first.server == "infoset"


def test_a_signature_without_an_address_is_taken_as_long_as_the_operator_wants_it() -> None:
    for town, is_taken in ((Town(), True), (Town(accounts__old_key_logins=False), False)):
        key = Key()
        crab = account(town)
        town.accounts.credentials.add_key(crab, key.pub)
        challenge = town.say(kind="key", pub=key.pub)
        if is_taken:
            assert town.prove(challenge, key.sign_as_of_old(challenge), None).user is crab
        else:
            with pytest.raises(ProtocolError, match=r"protocol 1\.1"):
                town.prove(challenge, key.sign_as_of_old(challenge), None)


def test_a_signature_for_another_server_is_refused_and_says_so_to_the_owner_of_the_key_only(
    town: Town,
) -> None:
    key = Key()
    town.accounts.credentials.add_key(account(town), key.pub)
    elsewhere = "infoset://192.0.2.99:7421"
    challenge = town.say(kind="key", pub=key.pub)
    with pytest.raises(ProtocolError, match=elsewhere):
        town.prove(challenge, key.sign(challenge, address=elsewhere), elsewhere)
    with pytest.raises(ProtocolError, match="wrong or expired"):
        town.prove(challenge, Key().sign(challenge, address=elsewhere), elsewhere)


@pytest.mark.parametrize("sig", ["", "%%%", "AAAA", "é", "A" * 86])
def test_a_signature_that_is_none_is_refused_like_a_wrong_one(town: Town, sig: str) -> None:
    key = Key()
    town.accounts.credentials.add_key(account(town), key.pub)
    with pytest.raises(ProtocolError) as refused:
        town.prove(town.say(kind="key", pub=key.pub), sig)
    assert refused.value.code is ErrorCode.AUTH_FAILED


# Tickets.


def test_a_ticket_works_once_in_time_and_for_the_page_it_was_given_to(town: Town) -> None:
    one, _ = town.accounts.credentials.issue(account(town), Kind.USER)
    issue = town.accounts.tickets.issue
    ticket = issue(one, PAGE.origin)
    assert town.enter(PAGE, kind="ticket", token=ticket).user.name == "crab"
    refusal(town, PAGE, kind="ticket", token=ticket)
    refusal(town, FAR, kind="ticket", token=issue(one, PAGE.origin))
    refusal(town, PAGE, kind="ticket", token=issue(one, None))
    late = issue(one, None)
    town.now_s += 30
    refusal(town, kind="ticket", token=late)
    orphan = issue(one, None)
    town.accounts.credentials.revoke(one.id)
    refusal(town, kind="ticket", token=orphan)


# Whoever is not wanted.


def test_a_banned_address_is_refused_whoever_comes_from_it(town: Town) -> None:
    _, token = town.accounts.credentials.issue(account(town), Kind.BOT)
    town.accounts.bans.add("192.0.2.0/24", town.now_ms + 1_000)
    right, wrong = (refusal(town, kind="token", token=one) for one in (token, "guess"))
    assert right.code is ErrorCode.FORBIDDEN
    assert looks(right) == looks(wrong) == looks(refusal(town, kind="guest", name="ann"))
    town.now_ms += 1_000
    assert town.enter(kind="token", token=token).user.name == "crab"


def test_somebody_banned_is_told_so_only_after_proving_who_it_is(town: Town) -> None:
    crab = account(town)
    _, token = town.accounts.credentials.issue(crab, Kind.BOT)
    crab.banned_until_ms = town.now_ms + 1_000
    assert refusal(town, kind="token", token=token).code is ErrorCode.FORBIDDEN
    assert refusal(town, kind="token", token="guess").code is ErrorCode.AUTH_FAILED
    town.now_ms += 1_000
    crab.is_disabled = True
    assert refusal(town, kind="token", token=token).code is ErrorCode.FORBIDDEN
    crab.is_disabled = False
    assert town.enter(kind="token", token=token).user is crab


def test_the_bots_of_somebody_banned_stay_out_too(town: Town) -> None:
    owner = account(town, "ann", is_bot=False)
    crab = town.accounts.register.add_account("squid", Role.PLAYER, is_bot=True, owner=owner.id)
    _, token = town.accounts.credentials.issue(crab, Kind.BOT)
    owner.banned_until_ms = town.now_ms + 1_000
    refused = refusal(town, kind="token", token=token)
    assert refused.code is ErrorCode.FORBIDDEN
    assert "the account of its owner is closed, or banned" in refused.msg
    town.now_ms += 1_000
    assert town.enter(kind="token", token=token).user is crab


def test_a_banned_guest_does_not_come_back_by_its_secret_or_session(town: Town) -> None:
    ann = town.enter(kind="guest", name="ann", token="swordfish").user
    bob = town.enter(kind="guest", name="bob").user
    resume = {"session": "s_1", "token": town.accounts.register.issue_resume_token(bob, "s_1")}
    ann.banned_until_ms = bob.banned_until_ms = town.now_ms + 1_000
    by_secret = refusal(town, kind="guest", name="ann", token="swordfish")
    by_session = refusal(town, kind="guest", name="bob", resume=resume | {"seq": 0})
    assert by_secret.code is by_session.code is ErrorCode.FORBIDDEN


def test_somebody_muted_logs_in_without_the_scope_to_chat(town: Town) -> None:
    ann = town.enter(kind="guest", name="ann", token="swordfish").user
    ann.muted_until_ms = town.now_ms + 1_000
    assert CHAT not in town.enter(kind="guest", name="ann", token="swordfish").scopes
    town.now_ms += 1_000
    assert CHAT in town.enter(kind="guest", name="ann", token="swordfish").scopes


def test_a_user_who_logs_in_again_and_again_has_to_wait() -> None:
    town = Town(connections__hellos_per_user_per_min=6)
    _, token = town.accounts.credentials.issue(account(town), Kind.BOT)
    for address in range(6):
        town.enter(Caller(f"192.0.2.{address}"), kind="token", token=token)
    refused = refusal(town, kind="token", token=token)
    assert (refused.code, refused.retry_ms) == (ErrorCode.RATE_LIMITED, 10_000)
    town.now_s += 10
    town.enter(kind="token", token=token)


# What nobody learns.


def test_a_stranger_cannot_tell_whether_an_account_exists() -> None:
    key = Key()
    there, not_there = Town(), Town()
    crab = account(there)
    there.accounts.credentials.issue(crab, Kind.BOT)
    there.accounts.credentials.add_key(crab, key.pub)
    for kind, secret in (("token", "inf_bot_x"), ("ticket", "inf_ticket_x"), ("token", key.pub)):
        answers = [looks(refusal(town, kind=kind, token=secret)) for town in (there, not_there)]
        assert answers[0] == answers[1]
    challenges = [town.say(kind="key", pub=key.pub) for town in (there, not_there)]
    told = [(one.server, len(one.nonce)) for one in challenges if isinstance(one, Challenge)]
    assert told == [("infoset", 43)] * 2
    wrong = []
    for town, challenge in zip((there, not_there), challenges, strict=True):
        with pytest.raises(ProtocolError) as refused:
            town.prove(challenge, Key().sign(challenge))
        wrong.append(looks(refused.value))
    assert wrong[0] == wrong[1]
    names = [town.enter(kind="guest", name="crab").user.name for town in (there, not_there)]
    assert names == ["crab", "crab"]


def test_neither_log_nor_store_knows_a_secret(town: Town, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    crab = account(town)
    one, token = town.accounts.credentials.issue(crab, Kind.BOT)
    ticket = town.accounts.tickets.issue(one, None)
    town.enter(kind="token", token=token)
    town.enter(kind="ticket", token=ticket)
    town.enter(kind="guest", name="ann", token="swordfish-of-my-own")
    resume = town.accounts.register.issue_resume_token(crab, "s_1")
    stale = {"session": "s_1", "token": resume, "seq": 0}
    town.enter(kind="guest", name="ann", resume=stale)
    refusal(town, kind="token", token="inf_bot_mistyped")
    town.accounts.credentials.revoke(one.id)
    refusal(town, kind="token", token=token)
    kept = caplog.text + town.shelf.text
    assert "login failed" in caplog.text
    for secret in (token, ticket, resume, "swordfish-of-my-own", "inf_bot_mistyped"):
        assert secret not in kept


# sandboxed programs.


def test_a_caged_program_logs_in_through_its_own_door_only() -> None:
    town = Town()
    house = town.accounts.house
    token = house.issue("ferris@1", "sandbox 1")
    own, other = Caller("sandbox 1", door="sandbox 1"), Caller("sandbox 2", door="sandbox 2")
    entry = town.enter(own, kind="token", token=token)
    assert (entry.user.house_bot, entry.user.is_sandboxed) == ("ferris@1", True)
    assert looks(refusal(town, other, kind="token", token=token)) == looks(
        refusal(town, FAR, kind="token", token=token)
    )


def test_a_caged_program_may_think_and_nothing_else_that_needs_a_scope() -> None:
    town = Town()
    token = town.accounts.house.issue("ferris@1", "sandbox 1")
    entry = town.enter(Caller("sandbox 1", door="sandbox 1"), kind="token", token=token)
    assert entry.scopes == {COMPUTE}
    assert not entry.user.is_trusted
    trusted = town.enter(HERE, kind="token", token=town.accounts.house.issue("random"))
    assert trusted.user.is_trusted


def test_a_caged_program_is_nobody_else() -> None:
    town = Town()
    door = Caller("sandbox 1", door="sandbox 1")
    user = account(town)
    _, token = town.accounts.credentials.issue(user, Kind.USER)
    house = town.accounts.house.issue("random")
    for auth in (
        {"kind": "guest", "name": "eve"},
        {"kind": "token", "token": token},
        {"kind": "token", "token": house},
        {"kind": "key", "pub": Key().pub},
        {"kind": "ticket", "token": "t"},
    ):
        assert refusal(town, door, **auth).code == ErrorCode.AUTH_FAILED
