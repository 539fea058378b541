"""Commands about classes."""

from tests.server.admin.office import Office
from tests.server.admin.test_console import codes_on

from infoset_protocol.errors import CloseCode
from infoset_server.accounts.users import CHAT


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
