"""Limits per address: open connections, connections that have not said hello, failed logins."""

import random
from typing import Any

from infoset_server.config import ConnectionLimits
from infoset_server.network.connection_gate import ConnectionGate

FAR = "192.0.2.7"
OTHER = "192.0.2.8"
HOME = "127.0.0.1"


def gate(**limits: Any) -> ConnectionGate:
    return ConnectionGate(ConnectionLimits(**limits))


def test_one_address_may_not_take_all_connections() -> None:
    guarded = gate(max_per_address=2)
    assert [guarded.admit(FAR) for _ in range(3)] == [True, True, False]
    assert guarded.admit(OTHER)
    guarded.release(FAR, was_welcomed=False)
    assert guarded.admit(FAR)


def test_connections_without_a_welcome_have_a_limit_of_their_own() -> None:
    guarded = gate(max_unwelcomed_per_address=1)
    assert guarded.admit(FAR)
    assert not guarded.admit(FAR)
    guarded.welcomed(FAR)
    assert guarded.admit(FAR)
    guarded.release(FAR, was_welcomed=True)
    assert not guarded.admit(FAR)
    guarded.release(FAR, was_welcomed=False)
    assert guarded.admit(FAR)


def test_who_looks_at_pages_is_no_stranger_until_it_asks_to_be_let_in() -> None:
    guarded = gate(max_unwelcomed_per_address=1)
    assert guarded.admit(FAR)
    guarded.served(FAR)
    assert guarded.admit(FAR)
    guarded.release(FAR, was_welcomed=False)
    guarded.knocks_again(FAR)
    assert not guarded.admit(FAR)
    guarded.welcomed(FAR)
    assert guarded.admit(FAR)


def test_the_total_is_limited_for_everybody() -> None:
    guarded = gate(max_total=2)
    assert [guarded.admit(address) for address in (FAR, HOME, HOME)] == [True, True, False]
    guarded.release(HOME, was_welcomed=False)
    assert guarded.admit(HOME)


def test_loopback_is_exempt_from_limits_per_address_unless_configured() -> None:
    free = gate(max_per_address=1, failed_hellos_per_min=1)
    assert all(free.admit(address) for address in (HOME, HOME, "::1", "::ffff:127.0.0.1"))
    assert [free.logins.wait_ms(HOME, 0.0) for _ in range(10)] == [0] * 10
    strict = gate(max_per_address=1, exempt_loopback=False)
    assert [strict.admit(HOME) for _ in range(2)] == [True, False]


def test_failed_logins_run_into_the_limit_of_their_address_alone() -> None:
    guarded = gate(failed_hellos_per_min=1)
    assert [guarded.logins.wait_ms(FAR, 0.0) for _ in range(5)] == [0, 0, 0, 0, 60_000]
    assert guarded.logins.wait_ms(OTHER, 0.0) == 0
    assert guarded.logins.wait_ms(FAR, 60.0) == 0


def test_a_class_room_that_logs_in_successfully_is_never_held_up() -> None:
    guarded = gate(failed_hellos_per_min=1)
    for _ in range(100):
        assert guarded.admit(FAR)
        assert guarded.logins.wait_ms(FAR, 0.0) == 0
        guarded.welcomed(FAR)


def test_a_proxy_is_many_clients_and_each_is_counted_under_its_own_address() -> None:
    guarded = gate(max_per_address=1, failed_hellos_per_min=1, trusted_proxies=("10.0.0.0/8",))
    proxy = "10.0.0.1"
    assert all(guarded.admit(proxy) for _ in range(4))
    assert guarded.move(proxy, proxy)
    assert guarded.move(proxy, FAR)
    assert not guarded.move(proxy, FAR)
    assert guarded.move(proxy, OTHER)
    guarded.release(FAR, was_welcomed=False)
    guarded.release(FAR, was_welcomed=False)
    assert guarded.admit(FAR)
    assert [guarded.logins.wait_ms(FAR, 0.0) > 0 for _ in range(5)] == [False] * 4 + [True]


def test_all_together_are_let_in_at_a_rate_and_those_who_wait_are_spread() -> None:
    guarded = ConnectionGate(ConnectionLimits(hellos_per_s=10), random.Random(1))
    assert [guarded.logins.wait_ms(HOME, 0.0) for _ in range(20)] == [0] * 20
    waits = [guarded.logins.wait_ms(HOME, 0.0) for _ in range(50)]
    assert all(100 <= wait < 2_100 for wait in waits)
    assert len(set(waits)) > 40
    assert [guarded.logins.wait_ms(HOME, 1.0) > 0 for _ in range(11)] == [False] * 10 + [True]


def test_a_named_wait_is_kept_and_spread() -> None:
    guarded = ConnectionGate(ConnectionLimits(), random.Random(1))
    waits = {guarded.logins.spread_ms(1_000) for _ in range(50)}
    assert all(1_000 <= wait < 3_000 for wait in waits)
    assert len(waits) > 40


def test_a_network_of_ipv6_is_one_address() -> None:
    """Whoever has one has all its addresses, eighteen million million million."""
    guarded = gate(max_per_address=2)
    assert [guarded.admit(f"2001:db8:0:7::{number}") for number in range(1, 4)] == [
        True,
        True,
        False,
    ]
    assert guarded.admit("2001:db8:0:8::1")
    guarded.release("2001:db8:0:7::2", was_welcomed=False)
    assert guarded.admit("2001:db8:0:7:ffff::9")


def test_an_ipv4_address_in_ipv6_is_itself() -> None:
    guarded = gate(max_per_address=1)
    assert guarded.admit("::ffff:192.0.2.7")
    assert guarded.admit("::ffff:192.0.2.8")
    assert not guarded.admit("192.0.2.7")
