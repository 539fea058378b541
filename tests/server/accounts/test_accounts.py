"""A restart: whatever was noted is there again, and works as before."""

import pytest
from tests.server.accounts.town import Town

from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import CHAT, Role


def test_guests_with_and_without_a_secret_are_who_they_were(town: Town) -> None:
    ann = town.enter(kind="guest", name="ann", token="swordfish").user
    bob = town.enter(kind="guest", name="bob").user
    token = town.accounts.register.issue_resume_token(bob, "s_1")
    town.accounts.register.issue_resume_token(bob, "s_2")
    town.accounts.register.retire_resume_token(bob, "s_2")
    town.restart()
    assert town.enter(kind="guest", name="ann", token="swordfish").user.id == ann.id
    resume = {"session": "s_1", "token": token, "seq": 0}
    back = town.enter(kind="guest", name="bob", resume=resume).user
    assert (back.id, back.name, list(back.resume_hashes)) == (bob.id, "bob", ["s_1"])


def test_accounts_tokens_mutes_and_bans_are_as_they_were(town: Town) -> None:
    register, credentials = town.accounts.register, town.accounts.credentials
    teacher = register.add_account("Ms Hill", Role.ORGANISER)
    bot = register.add_account("crab", Role.PLAYER, is_bot=True, owner=teacher.id)
    one, token = credentials.issue(
        bot, Kind.BOT, label="at home", scopes=frozenset({"play"}), expires_ms=town.now_ms + 9_000
    )
    teacher.muted_until_ms = town.now_ms + 5_000
    register.note(teacher)
    town.accounts.bans.add("198.51.100.0/24", town.now_ms + 5_000, "spam")
    accounts = town.restart()
    entry = town.enter(kind="token", token=token)
    assert vars(entry.user) == vars(bot)
    assert entry.credential is not None
    assert vars(entry.credential) == vars(one) | {"used_ms": town.now_ms}
    back = accounts.register.named("Ms Hill")
    assert back.role is Role.ORGANISER
    assert CHAT not in back.scopes(town.now_ms)
    assert accounts.bans.covers("198.51.100.9")
    assert not accounts.bans.covers("198.51.101.9")


def test_a_revoked_token_stays_revoked_and_a_deleted_user_deleted(town: Town) -> None:
    register, credentials = town.accounts.register, town.accounts.credentials
    bot = register.add_account("crab", Role.PLAYER, is_bot=True)
    one, _ = credentials.issue(bot, Kind.BOT)
    credentials.issue(bot, Kind.BOT)
    credentials.revoke(one.id)
    register.remove(bot)
    accounts = town.restart()
    assert accounts.register.find(bot.id) is None
    assert list(accounts.credentials) == []
    assert town.shelf.documents["credential"] == {}  # what nobody owns is not kept


def test_a_class_its_cards_and_its_devices_are_as_they_were(town: Town) -> None:
    classrooms = town.accounts.classrooms
    one = classrooms.add("7b", None)
    pupil, other = (classrooms.add_pupil(one) for _ in range(2))
    card = classrooms.print_card(pupil)
    device = town.accounts.enrolment.enrol(classrooms.print_card(other).code, "192.0.2.7")
    blackboard = classrooms.open_to_join(one, 45)
    accounts = town.restart()
    assert town.enter(kind="token", token=device.token).user.id == other.id
    assert accounts.enrolment.enrol(card.code, "192.0.2.7").user.id == pupil.id
    assert accounts.enrolment.enrol(blackboard, "192.0.2.7").user.classroom == one.id
    assert vars(accounts.classrooms.named("7b")) == vars(one)


def test_house_bots_and_tickets_end_with_the_server(town: Town) -> None:
    token = town.accounts.house.issue("random")
    bot = town.enter(kind="token", token=token).user
    assert bot.id not in town.shelf.documents.get("user", {})
    town.restart()
    assert town.accounts.house.bot_of(token) is None


def test_damaged_documents_are_left_out_and_named(
    town: Town, caplog: pytest.LogCaptureFixture
) -> None:
    ann = town.enter(kind="guest", name="ann", token="swordfish").user
    town.shelf.documents["user"]["u_bad"] = b'{"id": 7, "resume_hashes": {"s": "very secret"}}'
    town.shelf.documents["credential"] = {"t_bad": b"{"}
    town.shelf.documents["ban"] = {"x": b'{"network": "nonsense", "until_ms": 1}'}
    town.restart()
    assert town.accounts.register.find(ann.id) is not None
    assert "u_bad" in caplog.text
    assert "t_bad" in caplog.text
    assert "very secret" not in caplog.text


def test_what_is_over_is_forgotten(town: Town) -> None:
    accounts = town.accounts
    bot = accounts.register.add_account("crab", Role.PLAYER, is_bot=True)
    accounts.credentials.issue(bot, Kind.BOT, expires_ms=town.now_ms + 1_000)
    accounts.bans.add("192.0.2.1", town.now_ms + 1_000)
    one = accounts.classrooms.add("7b", None)
    accounts.classrooms.print_card(accounts.classrooms.add_pupil(one))
    accounts.drop_expired()
    kept = {kind: len(bodies) for kind, bodies in town.shelf.documents.items()}
    assert kept == {"user": 2, "credential": 1, "ban": 1, "class": 1, "card": 1}
    town.now_ms += 200 * 86_400_000
    accounts.drop_expired()
    kept = {kind: len(bodies) for kind, bodies in town.shelf.documents.items()}
    assert kept == {"user": 1, "credential": 0, "ban": 0, "class": 0, "card": 0}
    assert accounts.register.find(bot.id) is bot
