"""What a bot remarks goes along with its act, and with no other; what it says goes to the table."""

from dataclasses import replace
from typing import Any

import pytest

from infoset.bot import Bot
from infoset.botseat import BotSeat, is_fallback, write_act
from infoset.client import Incoming
from infoset.errors import RequestError
from infoset.turn import Choice, Match, Player, Turn
from infoset_protocol.messages import Act, Chat, ClientMessage, read_server_message

MATCH = Match("m_1", "toy", "toy/1", 0, (Player(0), Player(1)))

TURN = {
    "type": "your_turn", "match_id": "m_1", "seat": 0, "ver": 1, "decision": 3, "kind": "move", "n": 2,
    "legal": {"kind": "list", "actions": [["a"], ["b"]]}, "fallback": 0,
}  # fmt: skip
OVER = {
    "type": "match_over", "match_id": "m_1", "reason": "finished",
    "places": [1, 2], "scores": [1, 0], "returns": [1, -1],
}  # fmt: skip


def arrive(plain: dict[str, Any]) -> Incoming:
    return Incoming(plain, read_server_message(plain), 1)


def asked() -> Turn:
    return Turn(MATCH, 3, "move", 2, actions=[["a"], ["b"]])


def test_note_and_value_stand_in_the_act() -> None:
    turn = asked()
    turn.remark("six" * 300, (0.5, -0.5))
    act = write_act(turn, turn.with_remark(Choice(index=1)))
    assert act.note == ("six" * 300)[:500]
    assert act.value == [0.5, -0.5]
    plain = write_act(asked(), asked().with_remark(Choice(index=1)))
    assert (plain.note, plain.value) == (None, None)


def test_a_remark_does_not_hide_that_the_fallback_is_played() -> None:
    turn = asked()
    turn.remark("bored")
    assert is_fallback(turn, turn.with_remark(turn.fallback_choice()))
    why = turn.with_remark(turn.fallback_choice("hangs"))
    assert why.note == "fallback: hangs"


@pytest.mark.parametrize("value", [(0.5,), (2.0, 0.0), (0.0, 0.0, 0.0)])
def test_a_value_that_is_none_is_refused(value: tuple[float, ...]) -> None:
    turn = asked()
    with pytest.raises(ValueError, match="value: expected a number from -1 to 1 for each of 2"):
        turn.remark(value=value)
    assert turn.remark_made == replace(turn.remark_made, note=None, value=None)


class Talker(Bot):
    """Answers a line with another."""

    quick = True

    def __init__(self) -> None:
        self.heard: list[tuple[str, str]] = []

    def on_talk(self, match: Match, name: str, text: str) -> None:
        self.heard.append((name, text))

    def decide(self, turn: Turn) -> int:
        turn.say("  " + "x" * 400)
        turn.say("   ")
        return 1


@pytest.mark.parametrize("may_talk", [True, False])
async def test_what_a_bot_says_goes_before_its_act_and_a_refusal_changes_nothing(
    may_talk: bool,
) -> None:
    bot, sent = Talker(), list[ClientMessage]()

    async def ask(message: ClientMessage) -> Incoming:
        sent.append(message)
        if isinstance(message, Chat) and not may_talk:
            raise RequestError("forbidden", "programs are silent here")
        taken = {"type": "act_ok", "match_id": "m_1", "decision": 3, "elapsed_ms": 1}
        if isinstance(message, Act):
            seat.take(arrive(OVER))
        return arrive(taken)

    seat = BotSeat(MATCH, lambda: bot, ask)
    seat.take(arrive({"type": "chat_msg", "user": "u_1", "name": "ann", "to": "all", "text": "hi"}))
    seat.take(arrive(TURN))
    await seat.play()
    said, act = sent
    assert isinstance(said, Chat)
    assert (said.match_id, said.text) == ("m_1", "x" * 300)
    assert isinstance(act, Act)
    assert act.index == 1
    assert bot.heard == [("ann", "hi")]
