"""The outbound queue: what passes, what waits, what is given up, and what is never reordered."""

from infoset_protocol.codec import Prepared
from infoset_server.network.outbox import Delivery, Loss, Outbox


class Reader:
    """The far side of an outbox: takes messages until it has `room` for no more."""

    def __init__(self, max_bytes: int = 1000, max_messages: int = 100) -> None:
        self.got: list[tuple[str, int | None]] = []
        self.losses: list[Loss] = []
        self.overflows = 0
        self.room: int | None = None
        self.outbox = Outbox(
            transmit=self._take,
            size_of=lambda message: int(message.plain["size"]),
            on_overflow=self._overflow,
            on_loss=self.losses.append,
            max_bytes=max_bytes,
            max_messages=max_messages,
        )

    def put(
        self,
        name: str,
        delivery: Delivery = Delivery.MUST,
        key: str | None = None,
        re: int | None = None,
        size: int = 1,
    ) -> None:
        self.outbox.put(Prepared({"type": name, "size": size}), delivery, key, re)

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.got]

    def _take(self, message: Prepared, re: int | None) -> None:
        self.got.append((message.plain["type"], re))
        if self.room is not None:
            self.room -= 1
            if self.room == 0:
                self.outbox.pause()

    def _overflow(self) -> None:
        self.overflows += 1


def test_messages_go_straight_through_while_the_link_takes_them() -> None:
    reader = Reader()
    reader.put("a", re=7)
    reader.put("b", Delivery.DROPPABLE)
    assert reader.got == [("a", 7), ("b", None)]
    assert len(reader.outbox) == 0


def test_what_waits_is_sent_in_order_with_its_re_when_the_link_resumes() -> None:
    reader = Reader()
    reader.outbox.pause()
    reader.put("a", re=1, size=10)
    reader.put("b", Delivery.STREAM, "m", size=20)
    reader.put("c", Delivery.LATEST, "room", size=30)
    assert reader.got == []
    assert reader.outbox.fill == 0.06
    reader.outbox.resume()
    assert reader.got == [("a", 1), ("b", None), ("c", None)]
    assert reader.outbox.fill == 0.0
    assert reader.losses == []


def test_a_link_that_fills_up_again_keeps_the_rest_waiting() -> None:
    reader = Reader()
    reader.outbox.pause()
    for name in "abcd":
        reader.put(name)
    reader.room = 2
    reader.outbox.resume()
    assert reader.names == ["a", "b"]
    reader.put("e")
    reader.outbox.resume()
    assert reader.names == ["a", "b", "c", "d", "e"]


def test_the_newest_of_a_key_replaces_the_waiting_one_and_goes_to_the_end() -> None:
    reader = Reader()
    reader.outbox.pause()
    reader.put("old room", Delivery.LATEST, "room:1", size=100)
    reader.put("match_start")
    reader.put("other room", Delivery.LATEST, "room:2")
    reader.put("new room", Delivery.LATEST, "room:1")
    assert reader.outbox.fill == 0.03
    reader.outbox.resume()
    assert reader.names == ["match_start", "other room", "new room"]
    assert reader.losses == []


def test_a_key_that_was_sent_is_not_replaced_by_a_later_one() -> None:
    reader = Reader()
    reader.outbox.pause()
    reader.put("first", Delivery.LATEST, "room")
    reader.outbox.resume()
    reader.outbox.pause()
    reader.put("second", Delivery.LATEST, "room")
    reader.outbox.resume()
    assert reader.names == ["first", "second"]


def test_a_message_that_must_arrive_and_does_not_fit_overflows_once() -> None:
    reader = Reader(max_messages=2)
    reader.outbox.pause()
    for name in "abcd":
        reader.put(name)
    assert reader.overflows == 1
    reader.outbox.resume()
    assert reader.got == []


def test_bytes_are_limited_as_well_as_messages() -> None:
    reader = Reader(max_bytes=100)
    reader.outbox.pause()
    reader.put("a", size=60)
    reader.put("b", size=40)
    assert reader.overflows == 0
    reader.put("c", Delivery.LATEST, "k", size=1)
    assert reader.overflows == 1


def test_droppable_messages_make_way_and_are_counted_when_the_queue_has_emptied() -> None:
    reader = Reader(max_messages=3)
    reader.outbox.pause()
    reader.put("p1", Delivery.DROPPABLE)
    reader.put("p2", Delivery.DROPPABLE)
    reader.put("a")
    reader.put("b")
    assert reader.losses == []
    reader.outbox.resume()
    assert reader.names == ["a", "b"]
    assert reader.losses == [Loss(None, 2)]
    assert reader.overflows == 0


def test_a_droppable_message_is_dropped_rather_than_anything_else() -> None:
    reader = Reader(max_messages=1)
    reader.outbox.pause()
    reader.put("a")
    reader.put("p", Delivery.DROPPABLE)
    reader.outbox.resume()
    assert reader.names == ["a"]
    assert reader.losses == [Loss(None, 1)]


def test_a_stream_is_given_up_as_a_whole_until_the_queue_has_emptied() -> None:
    reader = Reader(max_messages=4)
    reader.outbox.pause()
    reader.put("a")
    for number in range(5):
        reader.put(f"s{number}", Delivery.STREAM, "m1")
    reader.put("b")
    reader.room = 1
    reader.outbox.resume()
    reader.put("s5", Delivery.STREAM, "m1")
    assert reader.losses == []
    reader.room = None
    reader.outbox.resume()
    assert reader.names == ["a", "b"]
    assert reader.losses == [Loss("m1", 6)]
    reader.put("s6", Delivery.STREAM, "m1")
    assert reader.names == ["a", "b", "s6"]


def test_streams_make_way_for_what_must_arrive() -> None:
    reader = Reader(max_messages=3)
    reader.outbox.pause()
    reader.put("s1", Delivery.STREAM, "m1")
    reader.put("s2", Delivery.STREAM, "m2")
    reader.put("s3", Delivery.STREAM, "m1")
    reader.put("a")
    assert reader.overflows == 0
    reader.outbox.resume()
    assert reader.names == ["a"]
    assert reader.losses == [Loss("m1", 2), Loss("m2", 1)]


def test_a_loss_is_told_only_once_the_reader_really_takes_messages() -> None:
    reader = Reader(max_messages=2)
    reader.outbox.pause()
    reader.put("s1", Delivery.STREAM, "m")
    reader.put("s2", Delivery.STREAM, "m")
    reader.put("a")
    reader.room = 1
    reader.outbox.resume()
    assert (reader.names, reader.losses) == (["a"], [])
    reader.room = None
    reader.outbox.resume()
    assert reader.losses == [Loss("m", 2)]


def test_a_closed_outbox_hands_back_what_waited_and_ignores_the_rest() -> None:
    reader = Reader()
    reader.outbox.pause()
    reader.put("a", re=3)
    assert [(one.message.type, one.re) for one in reader.outbox.close()] == [("a", 3)]
    reader.put("b")
    reader.outbox.resume()
    assert reader.got == []
    assert len(reader.outbox) == 0
    assert reader.outbox.fill == 0.0
