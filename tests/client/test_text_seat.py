"""The seat of a language model, without a server: what is asked, and that nothing is asked any more."""

from tests.client.seated.tables import begin, play_until, played, your_turn

from infoset.client import Incoming
from infoset.mcp.seat import TextSeat
from infoset_protocol.messages import ClientMessage, read_server_message


async def refuse(message: ClientMessage) -> Incoming:
    raise AssertionError("nothing is to be asked of a server")


async def test_a_model_that_is_replaced_is_asked_nothing_more_and_told_why() -> None:
    match = begin("catan")
    asked = play_until(match, lambda decision: True)
    seat = TextSeat(played(match, asked.seat), refuse)
    seat.take(Incoming({}, your_turn(match, asked), 1))
    assert seat.turn is not None
    status = {"type": "seat_status", "match_id": "m_1", "online": True, "taken_by": "greedy"}
    seat.take(Incoming({}, read_server_message(status | {"seat": asked.seat}), 2))
    assert seat.turn is None
    told = seat.tell()
    assert "Your time ran out too often: the house bot greedy plays on" in told
    assert "it is not your turn" in told
