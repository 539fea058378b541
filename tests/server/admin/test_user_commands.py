"""Commands about users and bots."""

import pytest
from tests.server.admin.office import Office

from infoset_protocol.errors import CloseCode
from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import CHAT, UnknownError


async def test_an_organiser_sees_only_those_who_belong_to_him(office: Office) -> None:
    mine, other = office.teacher("Ms Hill"), office.teacher("Mr Dale")
    await office.do("add-bot", mine, name="crab")
    await office.do("add-bot", other, name="lobster")
    office.accounts.register.add_guest("ann")
    seen = {row["name"] for row in (await office.do("users", mine)).rows}
    assert seen == {"Ms Hill", "crab"}
    everybody = {row["name"] for row in (await office.do("users", guests=True)).rows}
    assert everybody == {"Ms Hill", "Mr Dale", "crab", "lobster", "ann"}
    assert len((await office.do("users")).rows) == 4


async def test_the_list_tells_who_is_here_and_who_may_what(office: Office) -> None:
    await office.do("add-user", name="ann", role="organiser")
    ann = office.accounts.register.named("ann")
    office.arrive(ann)
    await office.do("mute", user="ann", minutes=5)
    (row,) = (await office.do("users")).rows
    assert (row["role"], row["state"]) == ("organiser", "here muted")


async def test_an_account_needs_a_name_of_its_own_and_a_role(office: Office) -> None:
    await office.do("add-user", name="ann")
    assert "account ann already" in (await office.refuse("add-bot", name=" ann ")).reason
    assert "something to be seen" in (await office.refuse("add-user", name="\u202e")).reason
    assert "expected player" in (await office.refuse("add-user", name="x", role="guest")).reason


async def test_whoever_has_an_account_can_be_called_otherwise(office: Office) -> None:
    mine, other = office.teacher("Ms Hill"), office.teacher("Mr Dale")
    await office.do("add-bot", mine, name="crab")
    await office.do("add-bot", mine, name="gull")
    await office.do("add-class", mine, name="7b", names=["Lynx", "Heron"])
    crab = office.accounts.register.named("crab")
    assert (
        "no users go by 'crab'"
        in (await office.refuse("rename", other, user="crab", name="x")).reason
    )
    for user, name, why in (
        ("crab", "gull", "account gull already"),
        ("crab", "\u202e", "something to be seen"),
        ("Lynx", "Heron", "pupil Heron in this class already"),
        ("Lynx", "\u202e", "something to be seen"),
    ):
        assert why in (await office.refuse("rename", mine, user=user, name=name)).reason
    told = await office.do("rename", mine, user="crab", name=" lobster ")
    assert told.message == f"crab ({crab.id}) is lobster now"
    await office.do("rename", mine, user="Lynx", name="Otter")
    assert {row["name"] for row in (await office.do("pupils", mine, name="7b")).rows} == {
        *("Otter", "Heron")
    }
    office.accounts.register.add_guest("bob")
    assert "is a guest" in (await office.refuse("rename", user="bob", name="rob")).reason


async def test_a_role_can_be_given_to_people_with_an_account_only(office: Office) -> None:
    await office.do("add-user", name="ann")
    await office.do("add-bot", name="crab")
    office.accounts.register.add_guest("bob")
    await office.do("set-role", user="ann", role="organiser")
    assert office.accounts.register.named("ann").role == "organiser"
    for user, role in (("crab", "admin"), ("bob", "player"), ("ann", "guest")):
        refused = await office.refuse("set-role", user=user, role=role)
        assert "only a person with an account" in refused.reason


async def test_a_disabled_bot_is_thrown_out_and_stays_out_until_it_is_enabled(
    office: Office,
) -> None:
    owner, other = office.teacher("Ms Hill"), office.teacher("Mr Dale")
    await office.do("add-bot", owner, name="crab")
    crab = office.accounts.register.named("crab")
    connection = office.arrive(crab)
    assert (await office.refuse("disable-bot", other, bot="crab")).status == 409
    assert not crab.is_disabled
    await office.do("disable-bot", owner, bot="crab")
    assert connection.closed == [CloseCode.FORBIDDEN]
    assert crab.is_shut_out(office.now_ms)
    await office.do("enable-bot", owner, bot=crab.id)
    assert not crab.is_shut_out(office.now_ms)


async def test_a_house_bot_is_disabled_by_an_administrator_and_people_are_not(
    office: Office,
) -> None:
    await office.do("disable-bot", bot="random")
    await office.do("enable-bot", bot="random")
    assert office.ledger.asked == [
        ("disable_bot", "random", True),
        ("disable_bot", "random", False),
    ]
    assert (
        await office.refuse("disable-bot", office.teacher("Ms Hill"), bot="random")
    ).status == 409
    assert (await office.refuse("disable-bot", bot="nobody")).status == 409
    assert "Ms Hill is no bot" in (await office.refuse("disable-bot", bot="Ms Hill")).reason


@pytest.mark.parametrize("has_account", [False, True])
async def test_nobody_keeps_a_house_bot_on_the_menu_by_taking_its_name(
    office: Office, has_account: bool
) -> None:
    """Its own program comes in under that name, too."""
    if has_account:
        await office.do("add-user", name="random")
    else:
        office.accounts.register.add_guest("random")
    told = await office.do("disable-bot", bot="random")
    assert told.message == "house bot random is disabled"
    assert office.ledger.asked == [("disable_bot", "random", True)]


async def test_a_bot_belongs_to_whoever_makes_it_or_whom_an_administrator_names(
    office: Office,
) -> None:
    teacher = office.teacher("Ms Hill")
    assert teacher.user is not None
    await office.do("add-bot", teacher, name="crab")
    await office.do("add-bot", name="lobster", owner="Ms Hill")
    await office.do("add-bot", name="stray")
    owners = [office.accounts.register.named(name).owner for name in ("crab", "lobster", "stray")]
    assert owners == [teacher.user.id, teacher.user.id, None]
    other = office.teacher("Mr Dale")
    assert (await office.refuse("add-bot", other, name="x", owner="Ms Hill")).status == 409


async def test_somebody_muted_may_chat_again_later_or_when_that_is_taken_back(
    office: Office,
) -> None:
    ann = office.accounts.register.add_guest("ann")
    await office.do("mute", user="ann", minutes=1)
    assert CHAT not in ann.scopes(office.now_ms)
    assert CHAT in ann.scopes(office.now_ms + 60_000)
    await office.do("mute", user="ann", reason="spam")
    assert CHAT not in ann.scopes(office.now_ms + 10**12)
    await office.do("unmute", user=ann.id)
    assert CHAT in ann.scopes(office.now_ms)


async def test_an_organiser_may_name_his_people_as_others_name_theirs(office: Office) -> None:
    mine, other = office.teacher("Ms Hill"), office.teacher("Mr Dale")
    for teacher in (mine, other):
        await office.do("add-class", teacher, name="7b", names=["Otter"])
    assert "2 users" in (await office.refuse("mute", user="Otter")).reason
    await office.do("mute", mine, user="Otter")
    muted = {user.owner: user.muted_until_ms > 0 for user in office.accounts.register}
    assert mine.user is not None
    assert other.user is not None
    assert (muted[mine.user.id], muted[other.user.id]) == (True, False)


async def test_an_organiser_mutes_his_own_people_only(office: Office) -> None:
    teacher = office.teacher("Ms Hill")
    ann = office.accounts.register.add_guest("ann")
    assert "no users go by 'ann'" in (await office.refuse("mute", teacher, user="ann")).reason
    assert ann.muted_until_ms == 0
    await office.do("add-class", teacher, name="7b", names=["Otter"])
    await office.do("mute", teacher, user="Otter")


async def test_a_ban_throws_out_and_is_listed_until_it_is_lifted(office: Office) -> None:
    ann, bob = (office.accounts.register.add_guest(name) for name in ("ann", "bob"))
    connections = [office.arrive(ann), office.arrive(bob, "198.51.100.1")]
    await office.do("ban", user="ann", minutes=5)
    await office.do("ban", address="198.51.100.0/24", reason="spam")
    assert [one.closed for one in connections] == [[CloseCode.FORBIDDEN], [CloseCode.FORBIDDEN]]
    rows = (await office.do("bans")).rows
    assert [row["who"] for row in rows] == ["198.51.100.0/24", f"ann ({ann.id})"]
    await office.do("unban", user="ann")
    await office.do("unban", address="198.51.100.0/24")
    assert (await office.do("bans")).rows == []


@pytest.mark.parametrize("name", ["ban", "unban"])
async def test_a_ban_is_of_a_user_or_an_address(office: Office, name: str) -> None:
    for arguments in ({}, {"user": "ann", "address": "192.0.2.7"}):
        refused = await office.refuse(name, **arguments)
        assert "either a user or an address" in refused.reason
    assert "expected an address" in (await office.refuse(name, address="home")).reason


async def test_nothing_is_left_of_a_deleted_user(office: Office) -> None:
    await office.do("add-user", name="ann")
    ann = office.accounts.register.named("ann")
    office.accounts.credentials.issue(ann, Kind.USER)
    connection = office.arrive(ann)
    await office.do("remove-user", user="ann")
    assert connection.closed == [CloseCode.FORBIDDEN]
    assert list(office.accounts.credentials) == []
    with pytest.raises(UnknownError):
        office.accounts.register.named("ann")
