"""Users: what they may do now, and whom they may meet."""

import itertools

import pytest

from infoset_server.accounts.users import ADMIN, CHAT, ORGANISE, Role, User, may_meet, sight
from infoset_server.common.ids import ClassId, UserId


def user(name: str, role: Role = Role.PLAYER, **more: object) -> User:
    return User(UserId(f"u_{name}"), name, role=role, **more)  # type: ignore[arg-type]  # by field


HILL = user("hill", Role.ORGANISER)
DALE = user("dale", Role.ORGANISER)
ADMINISTRATOR = user("admin", Role.MANAGER)
OTTER, LYNX = (user(name, classroom=ClassId("7b"), owner=HILL.id) for name in ("otter", "lynx"))
HERON = user("heron", classroom=ClassId("7c"), owner=DALE.id)
GUEST, PLAYER = user("guest", Role.GUEST), user("player")
EVERYBODY = (HILL, DALE, ADMINISTRATOR, OTTER, LYNX, HERON, GUEST, PLAYER)


def test_a_class_meets_itself_its_teacher_and_administrators_only() -> None:
    assert [one.name for one in EVERYBODY if may_meet(OTTER, one)] == [
        "hill",
        "admin",
        "otter",
        "lynx",
    ]
    assert [one.name for one in EVERYBODY if not may_meet(GUEST, one)] == ["otter", "lynx", "heron"]


def test_meeting_is_mutual_and_equal_sight_means_to_meet_the_same() -> None:
    for one, other in itertools.product(EVERYBODY, EVERYBODY):
        assert may_meet(one, other) is may_meet(other, one)
        if sight(one) == sight(other):
            assert [may_meet(one, third) for third in EVERYBODY] == [
                may_meet(other, third) for third in EVERYBODY
            ]
    assert sight(OTTER) == sight(LYNX)
    assert sight(GUEST) == sight(PLAYER)


@pytest.mark.parametrize("role", list(Role))
def test_only_organisers_organise_and_no_bot_does(role: Role) -> None:
    scopes = user("x", role).scopes(0)
    assert (ORGANISE in scopes) is (role in (Role.ORGANISER, Role.MANAGER))
    assert (ADMIN in scopes) is (role is Role.MANAGER)
    assert user("x", role, is_bot=True).scopes(0) == {"play", "watch", "compute"}


def test_a_mute_takes_the_chat_for_its_time_and_a_class_may_have_none() -> None:
    muted = user("x", muted_until_ms=5)
    assert [CHAT in muted.scopes(now_ms) for now_ms in (4, 5)] == [False, True]
    assert CHAT not in user("x", may_chat=False).scopes(5)
