"""Classes: pupils without passwords, chat off, and everything gone at the end."""

import pytest
from tests.server.accounts.town import Town

from infoset_server.accounts.classrooms import Classroom
from infoset_server.accounts.users import CHAT, AccountError, Role, UnknownError


@pytest.fixture
def seven_b(town: Town) -> Classroom:
    teacher = town.accounts.register.add_account("Ms Hill", Role.ORGANISER)
    return town.accounts.classrooms.add("7b", teacher.id)


def test_a_pupil_has_a_made_up_name_and_belongs_to_the_teacher(
    town: Town, seven_b: Classroom
) -> None:
    pupils = [town.accounts.classrooms.add_pupil(seven_b) for _ in range(40)]
    assert len({pupil.name for pupil in pupils}) == 40
    assert {(pupil.owner, pupil.classroom) for pupil in pupils} == {(seven_b.teacher, seven_b.id)}


def test_a_class_may_not_chat_until_it_is_allowed_to(town: Town, seven_b: Classroom) -> None:
    classrooms = town.accounts.classrooms
    early = classrooms.add_pupil(seven_b)
    assert CHAT not in early.scopes(town.now_ms)
    classrooms.allow_chat(seven_b, may_chat=True)
    late = classrooms.add_pupil(seven_b)
    assert all(CHAT in pupil.scopes(town.now_ms) for pupil in (early, late))
    classrooms.allow_chat(seven_b, may_chat=False)
    assert all(CHAT not in pupil.scopes(town.now_ms) for pupil in (early, late))


def test_names_in_a_class_are_told_apart(town: Town, seven_b: Classroom) -> None:
    town.accounts.classrooms.add_pupil(seven_b, "Otter")
    with pytest.raises(AccountError, match="Otter in this class"):
        town.accounts.classrooms.add_pupil(seven_b, " Otter ")
    other = town.accounts.classrooms.add("7c", None)
    assert town.accounts.classrooms.add_pupil(other, "Otter").name == "Otter"


@pytest.mark.parametrize(
    ("settings", "what"), [({"accounts__max_classes": 1}, "1 classes"), ({}, "class 7b already")]
)
def test_a_class_too_many_and_one_of_the_same_name_are_refused(
    settings: dict[str, int], what: str
) -> None:
    classrooms = Town(**settings).accounts.classrooms
    classrooms.add("7b", None)
    with pytest.raises(AccountError, match=what):
        classrooms.add("7c" if settings else "7b", None)
    with pytest.raises(AccountError, match="needs a name"):
        classrooms.add(" \u202e", None)


def test_a_class_has_only_so_many_pupils() -> None:
    classrooms = Town(accounts__max_class_size=1).accounts.classrooms
    one = classrooms.add("7b", None)
    classrooms.add_pupil(one)
    with pytest.raises(AccountError, match="1 pupils at most"):
        classrooms.add_pupil(one)


def test_a_new_card_locks_the_lost_device_out(town: Town, seven_b: Classroom) -> None:
    classrooms, enrolment = town.accounts.classrooms, town.accounts.enrolment
    pupil = classrooms.add_pupil(seven_b)
    assert classrooms.without_device(seven_b) == [pupil]
    lost = enrolment.enrol(classrooms.print_card(pupil).code, "192.0.2.7").token
    assert classrooms.without_device(seven_b) == []
    unused = classrooms.print_card(pupil)
    assert town.accounts.credentials.find(lost) is None
    card = classrooms.print_card(pupil)
    with pytest.raises(AccountError):
        enrolment.enrol(unused.code, "192.0.2.7")
    found = enrolment.enrol(card.code, "192.0.2.7")
    assert found.user is pupil


def test_a_class_is_kept_for_another_year(town: Town, seven_b: Classroom) -> None:
    classrooms = town.accounts.classrooms
    pupil = classrooms.add_pupil(seven_b)
    first_end_ms = seven_b.ends_ms
    town.now_ms = first_end_ms - 1
    assert classrooms.keep(seven_b) == 200
    town.now_ms = first_end_ms
    classrooms.drop_expired()
    assert town.accounts.register.find(pupil.id) is pupil
    town.now_ms = seven_b.ends_ms
    classrooms.drop_expired()
    assert town.accounts.register.find(pupil.id) is None


def test_a_class_is_called_otherwise_unless_its_teacher_has_such_a_class(
    town: Town, seven_b: Classroom
) -> None:
    classrooms = town.accounts.classrooms
    classrooms.add("8c", seven_b.teacher)
    classrooms.add("8b", None)
    with pytest.raises(AccountError, match="class 8c already"):
        classrooms.rename(seven_b, "8c")
    assert classrooms.named("7b") is seven_b
    classrooms.rename(seven_b, " 8b ")
    assert seven_b.name == "8b"


def test_nothing_of_a_deleted_class_is_left(town: Town, seven_b: Classroom) -> None:
    classrooms = town.accounts.classrooms
    pupil, other = (classrooms.add_pupil(seven_b) for _ in range(2))
    device = town.accounts.enrolment.enrol(classrooms.print_card(pupil).code, "192.0.2.7").token
    card = classrooms.print_card(other)
    board = classrooms.open_to_join(seven_b, 45)
    assert classrooms.remove(seven_b) == 2
    assert town.accounts.credentials.find(device) is None
    for code in (card.code, board):
        assert classrooms.use_code(code) is None
    with pytest.raises(UnknownError):
        classrooms.named("7b")
    kinds = {kind for kind, bodies in town.shelf.documents.items() if bodies}
    assert kinds == {"user"}
    assert [user.name for user in town.accounts.register] == ["Ms Hill"]
