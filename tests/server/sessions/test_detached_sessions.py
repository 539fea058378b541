"""Who is waited for, how long, and who is given up first."""

import asyncio
from dataclasses import dataclass, field
from typing import cast

import pytest

from infoset_protocol.errors import CloseCode
from infoset_server.accounts.clients import Client
from infoset_server.sessions.presence import DetachedSessions


@dataclass(eq=False)
class Gone:
    """A client that can only be closed; it is its own line."""

    codes: list[CloseCode] = field(default_factory=list)
    peer: str = ""

    @property
    def line(self) -> "Gone":
        return self

    def close(self, code: CloseCode, reason: str) -> None:
        self.codes.append(code)


def keep(away: DetachedSessions, gone: Gone) -> bool:
    return away.keep(cast(Client, gone))


def let_go(away: DetachedSessions, gone: Gone) -> bool:
    return away.let_go(cast(Client, gone))


async def later(seconds: float) -> None:
    """The loop has done what was due by then."""
    done = asyncio.Event()
    asyncio.get_running_loop().call_later(seconds, done.set)
    await done.wait()


async def test_who_does_not_come_back_is_closed_and_nobody_else() -> None:
    away = DetachedSessions(0.02, 10)
    late, back = Gone(), Gone()
    assert keep(away, late)
    assert keep(away, back)
    assert let_go(away, back)
    await later(0.03)
    assert (late.codes, back.codes, len(away)) == ([CloseCode.SESSION_ENDED], [], 0)


async def test_each_is_waited_for_from_its_own_going(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = asyncio.get_running_loop()
    real_s, jump_s = loop.time, 0.0
    monkeypatch.setattr(loop, "time", lambda: real_s() + jump_s)
    away = DetachedSessions(1000.0, 10)
    early, late = Gone(), Gone()
    keep(away, early)
    jump_s = 500.0
    keep(away, late)
    jump_s = 1010.0  # so that it does not matter how long this machine took for the rest
    await later(0.01)
    assert (len(early.codes), len(late.codes)) == (1, 0)
    jump_s = 1510.0
    await later(0.01)
    assert len(late.codes) == 1


async def test_the_longest_gone_makes_way() -> None:
    away = DetachedSessions(60.0, 2)
    people = [Gone() for _ in range(3)]
    for one in people:
        assert keep(away, one)
    assert [len(one.codes) for one in people] == [1, 0, 0]
    assert len(away) == 2
    away.close()


async def test_one_address_drives_out_its_own_and_nobody_elses() -> None:
    away = DetachedSessions(60.0, 10, 2, lambda address: address or None)
    other, home = Gone(peer="192.0.2.8"), Gone()
    many = [Gone(peer="192.0.2.7") for _ in range(4)]
    for one in (other, home, *many):
        assert keep(away, one)
    assert [len(one.codes) for one in many] == [1, 1, 0, 0]
    assert (other.codes, home.codes) == ([], [])
    assert let_go(away, many[2])
    assert keep(away, Gone(peer="192.0.2.7"))
    assert many[3].codes == []
    away.close()


async def test_with_no_time_to_live_nobody_is_kept() -> None:
    away = DetachedSessions(0.0, 2)
    assert not keep(away, Gone())
    assert len(away) == 0


async def test_who_was_not_away_is_let_go_for_nothing() -> None:
    assert not let_go(DetachedSessions(1.0, 2), Gone())


async def test_a_server_that_stops_waits_for_nobody_and_closes_nobody() -> None:
    away, gone = DetachedSessions(0.01, 2), Gone()
    keep(away, gone)
    away.close()
    await later(0.02)
    assert gone.codes == []
