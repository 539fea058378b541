"""Commands about classes."""

from tests.server.admin.office import Office
from tests.server.admin.test_console import codes_on

from infoset_protocol.errors import CloseCode
from infoset_server.accounts.users import CHAT
from infoset_server.admin.class_commands import ClassCommands, Joining, Printing
from infoset_server.admin.ownership import Ownership


async def test_a_class_is_made_with_pupils_under_names_made_up_or_given(office: Office) -> None:
    made = await office.do("add-class", name="7b", pupils=3, names=["Otter"])
    assert len(made.rows) == 4
    assert made.rows[0]["name"] == "Otter"
    assert (await office.do("add-pupils", name="7b", pupils=1)).message == "7b: 1 new pupil"
    rows = (await office.do("pupils", name="7b")).rows
    assert [row["device"] for row in rows] == ["none"] * 5
    (row,) = (await office.do("classes")).rows
    assert (row["name"], row["pupils"], row["chat"]) == ("7b", 5, False)


async def test_a_class_that_is_too_large_is_refused_as_a_whole(office: Office) -> None:
    refused = await office.refuse("add-class", name="7b", pupils=100)
    assert "60 pupils at most" in refused.reason
    assert (await office.do("classes")).rows == []
    assert len((await office.do("add-class", name="7b", pupils=60)).rows) == 60
    await office.refuse("add-pupils", name="7b", pupils=1)
    assert len((await office.do("pupils", name="7b")).rows) == 60


async def test_cards_are_for_those_without_a_device_and_one_for_who_lost_it(
    office: Office,
) -> None:
    await office.do("add-class", name="7b", names=["Otter", "Heron"])
    first = codes_on((await office.do("cards", name="7b")).file)
    assert len(first) == 2
    otter = office.accounts.enrolment.enrol(first[0], "192.0.2.7")
    second = codes_on((await office.do("cards", name="7b")).file)
    assert len(second) == 1
    office.accounts.enrolment.enrol(second[0], "192.0.2.7")
    assert "has a device" in (await office.refuse("cards", name="7b")).reason
    lost = codes_on((await office.do("cards", name="7b", pupil="Otter")).file)
    assert len(lost) == 1
    assert office.accounts.credentials.find(otter.token) is None
    assert (
        "has no pupil called 'Lynx'"
        in (await office.refuse("cards", name="7b", pupil="Lynx")).reason
    )
    image = await office.do("cards", name="7b", pupil="Otter", form="svg")
    assert image.file.startswith("<svg")


async def test_a_whole_class_gets_new_cards_and_all_its_devices_are_locked_out(
    office: Office,
) -> None:
    await office.do("add-class", name="7b")
    assert "has no pupils yet" in (await office.refuse("cards", name="7b")).reason
    await office.do("add-pupils", name="7b", names=["Otter", "Heron"])
    code = codes_on((await office.do("cards", name="7b")).file)[0]
    otter = office.accounts.enrolment.enrol(code, "192.0.2.7")
    for asked in ({"pupil": "Otter"}, {"pupil": "Lynx"}):
        refused = await office.refuse("cards", name="7b", everybody=True, **asked)
        assert "either a pupil or everybody" in refused.reason
    assert office.accounts.credentials.find(otter.token) is not None
    codes = codes_on((await office.do("cards", name="7b", everybody=True)).file)
    assert len(codes) == 2
    assert office.accounts.credentials.find(otter.token) is None
    came = {office.accounts.enrolment.enrol(code, "192.0.2.7").user.name for code in codes}
    assert came == {"Otter", "Heron"}


async def test_who_makes_cards_that_no_other_device_can_use_is_told(office: Office) -> None:
    await office.do("add-class", name="7b", names=["Otter"])
    ownership = Ownership(office.accounts)
    told = ClassCommands(office.people, ownership, None, "there is no TLS")
    cards = told.cards(office.admin, Printing(name="7b"))
    assert cards.message == "1 card of 7b; there is no TLS"
    assert "no TLS" not in cards.file
    code = told.open_class(office.admin, Joining(name="7b"))
    assert code.message.endswith("; there is no TLS")


async def test_a_class_is_kept_and_called_otherwise_by_its_teacher_alone(office: Office) -> None:
    mine, other = office.teacher("Ms Hill"), office.teacher("Mr Dale")
    await office.do("add-class", mine, name="7b", names=["Otter"])
    (before,) = (await office.do("classes", mine)).rows
    office.now_ms += 86_400_000
    for name, more in (("keep-class", {}), ("rename-class", {"new_name": "8b"})):
        refused = await office.refuse(name, other, name="7b", **more)
        assert "no classes go by '7b'" in refused.reason
    assert (await office.do("classes", mine)).rows == [before]
    assert (await office.do("keep-class", mine, name="7b")).message == "7b is kept for 200 days"
    told = await office.do("rename-class", mine, name="7b", new_name="8b")
    assert told.message == "7b is 8b now"
    (after,) = (await office.do("classes", mine)).rows
    assert after == before | {"name": "8b", "ends_ms": before["ends_ms"] + 86_400_000}


async def test_an_organiser_handles_his_own_classes_only(office: Office) -> None:
    mine, other = office.teacher("Ms Hill"), office.teacher("Mr Dale")
    await office.do("add-class", mine, name="7b", names=["Otter"])
    assert (await office.do("classes", other)).rows == []
    assert len((await office.do("classes", mine)).rows) == 1
    for name in ("pupils", "cards", "open-class", "close-class", "allow-chat", "remove-class"):
        refused = await office.refuse(name, other, name="7b")
        assert "no classes go by '7b'" in refused.reason
    refused = await office.refuse("remove-pupil", other, name="7b", pupil="Otter")
    assert "no classes go by '7b'" in refused.reason
    await office.do("add-class", other, name="7b")
    assert len((await office.do("pupils", mine, name="7b")).rows) == 1
    assert "2 classes go by '7b'" in (await office.refuse("pupils", name="7b")).reason


async def test_the_blackboard_opens_and_closes(office: Office) -> None:
    await office.do("add-class", name="7b")
    code = (await office.do("open-class", name="7b", minutes=5)).secret
    pupil = office.accounts.enrolment.enrol(code, "192.0.2.7").user
    assert CHAT not in pupil.scopes(office.now_ms)
    await office.do("allow-chat", name="7b")
    assert CHAT in pupil.scopes(office.now_ms)
    await office.do("forbid-chat", name="7b")
    assert CHAT not in pupil.scopes(office.now_ms)
    await office.do("close-class", name="7b")
    assert office.accounts.classrooms.use_code(code) is None


async def test_a_deleted_pupil_is_thrown_out_and_a_deleted_class_leaves_nobody(
    office: Office,
) -> None:
    await office.do("add-class", name="7b", names=["Otter", "Heron"])
    connection = office.arrive(office.accounts.register.named("Otter"))
    await office.do("remove-pupil", name="7b", pupil="Otter")
    assert connection.closed == [CloseCode.FORBIDDEN]
    assert "deleted with 1 pupil" in (await office.do("remove-class", name="7b")).message
    assert (await office.do("users")).rows == []
