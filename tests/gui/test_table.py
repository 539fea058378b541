"""A match as it is shown: one thing after another, at once where it is urgent."""

from typing import Any

import pytest

from infoset_gui.table import MAX_LOG, MAX_WAITING, SHOW_S, Table
from infoset_protocol.messages import ActOk, MatchStart, read_server_message

START: dict[str, Any] = {
    "type": "match_start",
    "match_id": "m_1",
    "game": "unknown_game",
    "rules": "unknown_game/1.0",
    "role": "player",
    "seat": 0,
    "players": [{"seat": seat, "kind": "human", "name": name} for seat, name in enumerate("ab")],
    "clock": {"kind": "none"},
    "consts_hash": "0",
    "consts": {},
}


def make_table(speed: float = 1.0) -> Table:
    start = read_server_message(START)
    assert isinstance(start, MatchStart)
    return Table(start, lambda: speed)


def happened(ver: int, by: int = 1) -> Any:
    items = [{"e": "move", "by": by}]
    return read_server_message(
        {"type": "events", "match_id": "m_1", "ver": ver, "items": items, "obs": {"ver": ver}}
    )


def asked(decision: int, ver: int, deadline_ms: int | None = None) -> Any:
    plain: dict[str, Any] = {
        "type": "your_turn",
        "match_id": "m_1",
        "seat": 0,
        "ver": ver,
        "decision": decision,
        "kind": "move",
        "n": 2,
        "legal": {"actions": [["left"], ["right"]]},
        "obs": {"ver": ver},
    }
    return read_server_message(plain | ({"deadline_ms": deadline_ms} if deadline_ms else {}))


def test_what_others_do_is_shown_one_after_another() -> None:
    table = make_table()
    table.take(happened(1))
    table.take(happened(2))
    table.advance(10.0)
    assert table.looks.ver == 1
    table.advance(10.0 + SHOW_S / 2)
    assert table.looks.ver == 1
    table.advance(10.0 + SHOW_S)
    assert table.looks.ver == 2


def test_a_question_comes_after_what_led_to_it() -> None:
    table = make_table()
    for message in (happened(1), happened(2), asked(1, 2)):
        table.take(message)
    table.advance(0.0)
    assert table.turn is None
    table.advance(SHOW_S)
    table.advance(2 * SHOW_S)
    assert table.turn is not None


@pytest.mark.parametrize("deadline_ms", [1_000, 5_000])
def test_an_urgent_question_waits_for_nothing(deadline_ms: int) -> None:
    table = make_table()
    for message in (happened(1), happened(2), asked(1, 2, deadline_ms)):
        table.take(message)
    assert table.turn is not None
    assert table.looks.ver == 2


def test_the_clock_runs_while_a_question_waits_to_be_shown() -> None:
    table = make_table()
    table.advance(100.0)
    table.take(happened(1))
    table.take(asked(1, 1, 60_000))
    table.advance(100.0)
    table.advance(105.0)
    assert table.left_s(105.0) == pytest.approx(55.0)


def test_at_once_means_at_once() -> None:
    table = make_table(speed=0.0)
    for ver in range(1, 6):
        table.take(happened(ver))
    table.advance(0.0)
    assert table.looks.ver == 5


def test_the_queue_is_bounded() -> None:
    table = make_table()
    for ver in range(1, MAX_WAITING + 2):
        table.take(happened(ver))
    assert table.waits == 0
    assert table.looks.ver == MAX_WAITING + 1


def test_a_refused_answer_opens_the_question_again() -> None:
    table = make_table(speed=0.0)
    table.take(asked(1, 0))
    table.advance(0.0)
    table.answering()
    assert table.turn is None
    table.refused()
    assert table.turn is not None
    assert table.turn.decision == 1


def test_an_answered_question_is_not_asked_again_by_a_snapshot() -> None:
    table = make_table(speed=0.0)
    table.take(asked(1, 0))
    table.advance(0.0)
    table.answering()
    table.take(asked(1, 0))
    table.advance(1.0)
    assert table.turn is None


def test_a_drawing_goes_when_its_time_is_up() -> None:
    table = make_table()
    table.advance(100.0)
    for layer, ttl_ms in (("short", 2_000), ("long", None)):
        plain = {
            "type": "overlay_show",
            "match_id": "m_1",
            "seat": 0,
            "assistant": "a_1",
            "by": "helper",
            "layer": layer,
            "items": [{"id": "0", "k": "mark", "at": ["seat:0"]}],
        }
        table.take(read_server_message(plain | ({"ttl_ms": ttl_ms} if ttl_ms else {})))
    table.advance(101.0)
    assert not table.advance(101.9)
    assert len(table.advice.layers) == 2
    assert table.advance(102.0)
    assert [layer.layer for layer in table.advice.layers.values()] == ["long"]


def test_what_happened_before_stands_where_it_belongs_in_the_log() -> None:
    table = make_table(speed=0)
    table.take(happened(1))
    table.advance(1.0)
    written = table.written
    table.take(happened(5))
    table.advance(2.0)
    entries = [
        {"type": "snapshot", "ver": 1, "obs": {}},
        {"type": "events", "ver": 2, "items": [{"e": "between", "by": 0}]},
        {"type": "timeout", "seat": 1, "applied": "fallback"},
    ]
    table.recall(entries, written)
    assert [line.text.split()[-1] for line in table.log] == ["move", "between", "played", "move"]
    assert [line.seat for line in table.log] == [1, 0, -1, 1]


def test_a_log_that_is_full_keeps_the_newest() -> None:
    table = make_table(speed=0)
    for ver in range(1, MAX_LOG + 1):
        table.take(happened(ver))
    table.flush()
    table.recall([{"type": "events", "ver": 0, "items": [{"e": "old", "by": 0}]}], 0)
    assert len(table.log) == MAX_LOG
    assert {line.text.split()[-1] for line in table.log} == {"move"}


def test_who_plays_for_somebody_is_known_from_the_start() -> None:
    away = {"online": False, "taken_by": "heuristic"}
    players = [START["players"][0], START["players"][1] | away]
    start = read_server_message(START | {"players": players})
    assert isinstance(start, MatchStart)
    table = Table(start, lambda: 1.0)
    assert (table.away, table.taken) == ({1}, {1: "heuristic"})
    back = read_server_message(START)
    assert isinstance(back, MatchStart)
    table.resume(back)
    assert (table.away, table.taken) == (set(), {})


def timed(**clock: Any) -> MatchStart:
    start = read_server_message(START | {"clock": clock})
    assert isinstance(start, MatchStart)
    return start


def test_the_first_question_of_a_match_has_its_time_from_when_it_came() -> None:
    table = Table(timed(kind="per_move", move_ms=30_000), lambda: 1.0, lambda: 5_000.0)
    table.take(asked(1, 1, deadline_ms=30_000))
    table.advance(5_000.1)
    assert table.left_s(5_000.1) == pytest.approx(29.9)


def test_the_banks_of_others_run_while_they_decide() -> None:
    now_s = [100.0]
    table = Table(timed(kind="bank", main_ms=60_000, inc_ms=2_000), lambda: 0.0, lambda: now_s[0])
    table.deciders = lambda obs: [obs["turn"]]
    seen = {"type": "snapshot", "match_id": "m_1", "ver": 1, "obs": {"turn": 1}}
    table.take(read_server_message(seen | {"clock": [60_000, 40_000]}))
    table.advance(100.0)
    assert table.clocks.left_s(1, 110.0) == 30.0
    assert table.clocks.left_s(0, 110.0) == 60.0
    events = {"type": "events", "match_id": "m_1", "ver": 2, "items": [{"e": "x", "by": 1}]}
    now_s[0] = 110.0
    table.take(read_server_message(events | {"obs": {"turn": 0}}))
    table.advance(110.0)
    assert table.clocks.left_s(1, 130.0) == 32.0  # with what a decision earns
    assert table.clocks.left_s(0, 130.0) == 40.0


def test_ones_own_clock_is_that_of_the_question_also_for_who_comes_back() -> None:
    table = Table(timed(kind="bank", main_ms=60_000, inc_ms=2_000), lambda: 0.0, lambda: 100.0)
    table.deciders = lambda obs: [obs["turn"]]
    seen = {"type": "snapshot", "match_id": "m_1", "ver": 1, "obs": {"turn": 0}}
    table.take(read_server_message(seen | {"clock": [60_000, 40_000]}))  # when it was asked
    table.take(asked(1, 1, deadline_ms=45_000))
    table.advance(100.0)
    assert table.seat_left_s(0, 110.0) == pytest.approx(35.0)
    assert table.seat_left_s(1, 110.0) == pytest.approx(40.0)


def test_who_is_late_is_told_what_comes_of_it_before_it_comes() -> None:
    table = make_table(0.0)
    late: dict[str, Any] = {"type": "timeout", "match_id": "m_1", "seat": 0}
    for misses, words in ((1, "2 times more in a row"), (2, "once more in a row"), (3, "")):
        table.warning = ""
        late |= {"decision": misses, "applied": "fallback", "misses": misses}
        table.take(read_server_message(late))
        table.advance(1.0)
        assert words in table.warning
        assert bool(words) == bool(table.warning)
        assert len(table.log) == misses  # said once
    table.take(read_server_message(late | {"seat": 1, "misses": 1}))
    table.advance(2.0)
    assert not table.warning


def test_a_house_bot_that_is_not_there_yet_is_not_away() -> None:
    players = [START["players"][0], START["players"][1] | {"kind": "bot", "online": False}]
    start = read_server_message({**START, "players": players})
    assert isinstance(start, MatchStart)
    table = Table(start, lambda: 0.0)
    assert table.away == set()
    status = {"type": "seat_status", "match_id": "m_1", "seat": 1, "online": True}
    table.take(read_server_message(status))
    table.flush()
    assert not table.log


def took(decision: int) -> ActOk:
    taken = read_server_message(
        {
            "type": "act_ok",
            "re": 1,
            "match_id": "m_1",
            "decision": decision,
            "elapsed_ms": 1,
            "sealed": True,
        }
    )
    assert isinstance(taken, ActOk)
    return taken


def test_what_is_sealed_is_so_until_the_change_is_shown_that_all_have_made() -> None:
    table = make_table()
    table.take(asked(1, 4))
    table.advance(0.0)
    table.answering()
    table.accepted(took(1))
    assert table.sealed == 1
    table.take(happened(5))
    table.take(happened(6))
    table.advance(1.0)
    assert table.looks.ver == 5
    assert table.sealed is None
    table.reopen()
    assert table.turn is None


def test_nothing_is_sealed_where_the_others_were_quicker_than_the_word_of_it() -> None:
    table = make_table(speed=0.0)
    table.take(asked(1, 4))
    table.advance(0.0)
    table.answering()
    table.take(happened(5))
    table.advance(1.0)
    table.accepted(took(1))
    assert table.sealed is None


def test_a_sealed_answer_can_be_chosen_anew_while_others_decide() -> None:
    table = make_table()
    table.take(asked(1, 4))
    table.advance(0.0)
    table.answering()
    table.accepted(took(1))
    table.reopen()
    assert table.turn is not None
    assert table.turn.decision == 1


def past(*vers: int) -> list[dict[str, Any]]:
    return [{"type": "events", "items": [{"e": "move", "by": 1, "ver": ver}]} for ver in vers]


def test_a_view_hears_of_everything_once_and_in_order() -> None:
    table = make_table(speed=0.0)
    heard: list[Any] = []
    table.await_past()
    table.take(happened(3))
    table.advance(0.0)
    table.tell(heard.append)
    assert heard == []
    table.recall(past(1, 2), 0)
    table.tell(heard.append)
    table.tell(heard.append)
    assert [event.get("ver", 3) for event in heard] == [1, 2, 3]
    table.tell_anew()
    table.tell(heard.append)
    assert [event.get("ver", 3) for event in heard] == [1, 2, 3, 1, 2, 3]


def test_the_past_is_put_into_words_once_there_is_a_position() -> None:
    table = make_table(speed=0.0)
    known: list[Any] = []
    table.on_position = known.append
    table.words = lambda event, usual: f"at {len(known)}"
    table.recall(past(1), 0)
    assert not table.log
    table.take(happened(2))
    table.advance(0.0)
    assert [line.text for line in table.log] == ["at 1", "at 1"]


def test_that_time_ran_out_is_said_in_one_line() -> None:
    table = make_table(0.0)
    table.take(asked(1, 1))
    late = {"type": "timeout", "match_id": "m_1", "seat": 0, "decision": 1, "misses": 1}
    table.take(read_server_message(late | {"applied": "fallback"}))
    table.advance(1.0)
    assert table.turn is None
    assert [line.text for line in table.log] == [table.warning]


def test_who_plays_for_somebody_is_said_once() -> None:
    table = make_table(0.0)
    gone = {"type": "seat_status", "match_id": "m_1", "seat": 1, "online": False}
    for bot in ("greedy", "greedy", "ismcts"):
        table.take(read_server_message(gone | {"taken_by": bot}))
    table.advance(1.0)
    assert len(table.log) == 2


def test_whoever_is_replaced_is_asked_nothing_more_and_hears_who_plays() -> None:
    table = make_table(0.0)
    table.take(asked(1, 1, 30_000))
    table.advance(1.0)
    assert table.turn is not None
    assert not table.is_replaced
    taken = {"type": "seat_status", "match_id": "m_1", "seat": 0, "online": True}
    table.take(read_server_message(taken | {"taken_by": "greedy"}))
    table.advance(2.0)
    assert table.is_replaced
    assert (table.turn, table.sealed, table.until_s) == (None, None, None)
    assert [line.text for line in table.log] == ["greedy plays for you"]
    back = read_server_message(START)
    assert isinstance(back, MatchStart)
    table.resume(back)
    assert not table.is_replaced


def test_whoever_watches_is_not_replaced_with_whom_they_watch() -> None:
    start = read_server_message(START | {"role": "spectator", "view": "seat"})
    assert isinstance(start, MatchStart)
    table = Table(start, lambda: 0.0)
    taken = {"type": "seat_status", "match_id": "m_1", "seat": 0, "online": True}
    table.take(read_server_message(taken | {"taken_by": "greedy"}))
    table.advance(1.0)
    assert table.taken == {0: "greedy"}
    assert not table.is_replaced
    assert [line.text for line in table.log] == ["a is away; greedy plays on"]
