"""Codes become devices: once, in time, and not by guessing."""

import pytest
from tests.server.accounts.town import Town

from infoset_server.accounts.classrooms import Classroom
from infoset_server.accounts.code_words import fresh_code
from infoset_server.accounts.users import (
    AccountError,
    EnrolmentError,
    MistypedError,
    TooManyTriesError,
    User,
)

HERE = "192.0.2.7"
PUB = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"  # of RFC 8032, test 1


@pytest.fixture
def seven_b(town: Town) -> Classroom:
    return town.accounts.classrooms.add("7b", None)


@pytest.fixture
def pupil(town: Town, seven_b: Classroom) -> User:
    return town.accounts.classrooms.add_pupil(seven_b)


def test_a_card_lets_one_device_in_that_then_logs_in_by_itself(town: Town, pupil: User) -> None:
    card = town.accounts.classrooms.print_card(pupil)
    device = town.accounts.enrolment.enrol(card.code.upper().replace("-", " "), HERE)
    assert device.user is pupil
    assert device.token.startswith("inf_device_")
    assert town.enter(kind="token", token=device.token).user is pupil
    with pytest.raises(EnrolmentError):
        town.accounts.enrolment.enrol(card.code, HERE)


def test_every_code_that_is_none_gets_the_same_answer(town: Town, pupil: User) -> None:
    classrooms, enrolment = town.accounts.classrooms, town.accounts.enrolment
    used, void = classrooms.print_card(pupil).code, None
    enrolment.enrol(used, HERE)
    void = classrooms.print_card(pupil).code
    late = classrooms.print_card(pupil).code
    town.now_ms += 5_400_000
    answers = []
    for code in (used, void, late, fresh_code()):
        with pytest.raises(AccountError) as refused:
            enrolment.enrol(code, HERE)
        answers.append((type(refused.value), str(refused.value)))
    assert answers == [(EnrolmentError, answers[0][1])] * 4


def test_only_five_codes_a_minute_may_be_tried_in_vain(town: Town, pupil: User) -> None:
    enrolment = town.accounts.enrolment
    code = town.accounts.classrooms.print_card(pupil).code
    for _ in range(5):
        with pytest.raises(EnrolmentError):
            enrolment.enrol(fresh_code(), HERE)
    with pytest.raises(TooManyTriesError) as refused:
        enrolment.enrol(code, HERE)
    assert refused.value.retry_ms == 12_000
    town.now_s += 12
    assert enrolment.enrol(code, HERE).user is pupil


def test_others_may_still_try_and_so_may_a_class_that_types_well(
    town: Town, seven_b: Classroom
) -> None:
    classrooms, enrolment = town.accounts.classrooms, town.accounts.enrolment
    for _ in range(5):
        with pytest.raises(EnrolmentError):
            enrolment.enrol(fresh_code(), "198.51.100.1")
    for _ in range(30):
        card = classrooms.print_card(classrooms.add_pupil(seven_b))
        with pytest.raises(MistypedError):
            enrolment.enrol(card.code[:-1], HERE)
        enrolment.enrol(card.code, HERE)


def test_the_code_on_the_blackboard_makes_pupils_until_its_time_is_over(
    town: Town, seven_b: Classroom
) -> None:
    classrooms, enrolment = town.accounts.classrooms, town.accounts.enrolment
    code = classrooms.open_to_join(seven_b, 45)
    pupils = [enrolment.enrol(code, HERE).user for _ in range(3)]
    assert pupils == town.accounts.register.members(seven_b.id)
    assert len({pupil.name for pupil in pupils}) == 3
    town.now_ms += 45 * 60_000
    with pytest.raises(EnrolmentError):
        enrolment.enrol(code, HERE)
    again = classrooms.open_to_join(seven_b, 45)
    classrooms.close_to_join(seven_b)
    with pytest.raises(EnrolmentError):
        enrolment.enrol(again, HERE)


def test_a_device_may_bring_a_key_of_its_own_and_no_secret_is_told(town: Town, pupil: User) -> None:
    code = town.accounts.classrooms.print_card(pupil).code
    with pytest.raises(AccountError, match="public ed25519 key"):
        town.accounts.enrolment.enrol(code, HERE, "no key")
    device = town.accounts.enrolment.enrol(code, HERE, PUB + "=")
    assert device.token == ""
    assert town.accounts.credentials.find(PUB, is_key=True) is not None
