"""What the conformance server answers to the requests of one client. Knows no bytes."""

import asyncio
from typing import Any, Final

from infoset.conformance.cases import Role
from infoset.conformance.chapters import Chapter
from infoset.conformance.guest import Guest
from infoset.conformance.host import Host
from infoset.conformance.table import Table
from infoset.conformance.words import Message
from infoset_games.registry import known_games, make_game
from infoset_protocol.errors import ErrorCode, ProtocolError
from infoset_protocol.messages import (
    Ack,
    Act,
    AssistJoin,
    AssistLog,
    Cancel,
    ClientMessage,
    Describe,
    Determinize,
    Overlay,
    Ping,
    Release,
    Resign,
    Rollout,
    Seek,
    Simulate,
    Suggest,
    Sync,
    Unseek,
    Unwatch,
    Watch,
    WatchLobby,
)

ROOM: Final = "CASE"
CODE: Final = "ac_case"


class Answers:
    """Answers the requests of `guest` on one connection."""

    def __init__(self, host: Host, guest: Guest) -> None:
        self._host: Final = host
        self._guest: Final = guest
        self._giving: asyncio.TimerHandle | None = None

    def give_soon(self) -> None:
        """Gives a seat if the client asks for nothing."""
        wait_s = 0.0 if self._guest.was_given else self._host.give_s
        self._giving = asyncio.get_running_loop().call_later(wait_s, self._give)

    def _give(self) -> None:
        """Gives a seat to a client that asks for none, as a server does with its house bots."""
        guest = self._guest
        if guest.table is not None or guest.connection is None:
            return
        outcome = self._host.programme.next("player", None)
        if outcome is not None:
            guest.was_given = True
            self._host.seat(guest, outcome).start()

    def stop_giving(self) -> None:
        """It has asked for something, or gone."""
        if self._giving is not None:
            self._giving.cancel()
            self._giving = None

    def take(self, message: ClientMessage) -> None:
        """Answers one request."""
        guest = self._guest
        match message:
            case Ping(id=number, t=t):
                if number is not None:
                    pong: dict[str, Any] = {"type": "pong", "now_ms": 0}
                    guest.say(pong if t is None else pong | {"t": t}, number)
            case Ack(seq=seq):
                self._acknowledge(guest, seq)
            case Describe():
                guest.say({"type": "games", "games": describe(), "bots": []}, message.id)
            case Seek():
                self._seek(guest, message)
            case Unseek() | Cancel():
                self._ok(guest, message)
            case WatchLobby() | Watch() | Unwatch() | AssistJoin():
                self._answer_looker(guest, message)
            case _:
                self._answer_table(guest, message)

    def _ok(self, guest: Guest, message: ClientMessage, **data: Any) -> None:
        if message.id is not None:
            guest.say({"type": "ok", "data": data} if data else {"type": "ok"}, message.id)

    def _seek(self, guest: Guest, message: Seek) -> None:
        self.stop_giving()
        was_given, guest.was_given = guest.was_given, False
        if guest.table is not None and was_given and message.game == guest.table.match.game.name:
            self._ok(guest, message, ticket=f"t_{self._host.next_number()}")  # slow, and not silent
            return
        if guest.table is not None:
            self._host.blame("it sought another match during one", "one `seek`", Chapter.RUN)
            return
        if message.game not in known_games():
            known = {"data": {"known": list(known_games())}}
            self._refuse(guest, message, ErrorCode.GAME_UNKNOWN, "no such game", known)
            return
        outcome = self._host.programme.next("player", message.game)
        if outcome is None:
            self._refuse_seek(message)
            return
        table = self._host.seat(guest, outcome)
        ticket = f"t_{self._host.next_number()}"
        if outcome.case.weather.late:
            table.start()
            self._ok(guest, message, ticket=ticket)
        else:
            self._ok(guest, message, ticket=ticket)
            table.start()

    def _refuse_seek(self, message: Seek) -> None:
        """Nothing is left to play for this client: it is sent away."""
        guest = self._guest
        self._ok(guest, message, ticket="t_0")
        self._host.changed.set()
        if self._host.programme.is_done:
            guest.send_away("all cases are played")

    def _answer_looker(self, guest: Guest, message: ClientMessage) -> None:
        """Requests of watchers and assistants."""
        self.stop_giving()
        match message:
            case WatchLobby():
                guest.say({"type": "lobby", "full": True, "rooms": self._rooms()}, message.id)
            case Watch():
                self._attach(guest, message, "watcher")
            case AssistJoin():
                self._attach(guest, message, "assistant")
            case _:
                if guest.table is not None and guest.table.match.over is None:
                    guest.table.outcome.miss(
                        "it stopped watching before the end",
                        "to watch the whole match",
                        Chapter.WATCHING,
                    )
                    guest.table.abandon()
                self._ok(guest, message)

    def _rooms(self) -> list[Message]:
        """The room in which the next match can be watched."""
        outcome = self._host.programme.next("watcher", None)
        if outcome is None:
            return []
        game = make_game(outcome.case.game)
        seats = [{"seat": n, "kind": "bot", "name": f"table-{n}"} for n in range(game.seats)]
        room = {"room": ROOM, "title": "conformance", "game": game.name, "rules": game.rules}
        clock = {"kind": "none"}
        state = {"clock": clock, "status": "playing", "host": "u_0", "seats": seats}
        return [{**room, **state, "match_id": "m_next"}]

    def _attach(self, guest: Guest, message: ClientMessage, role: Role) -> None:
        outcome = self._host.programme.next(role, None)
        if outcome is None:
            error = {"type": "error", "code": "not_found", "msg": "nothing more is played here"}
            guest.say(error, message.id)
            self._host.changed.set()
            return
        table = self._host.seat(guest, outcome)
        if role == "assistant":
            rights = ["view", "draw", "suggest"]
            key = {"assistant": "as_1", "rights": rights, "key": CODE, "match_id": table.match_id}
            self._ok(guest, message, **key)
        else:
            self._ok(guest, message)
        table.start()

    def _answer_table(self, guest: Guest, message: ClientMessage) -> None:
        """Requests about a match."""
        table = guest.table
        named = getattr(message, "match_id", None)
        if named is None:
            self._refuse(guest, message, ErrorCode.UNSUPPORTED, "not offered by this server")
        elif table is None:
            self._refuse(guest, message, ErrorCode.WRONG_STATE, "the match is over")
        elif named != table.match_id:
            table.outcome.miss(
                f"`{message.type}` named the match {named}",
                f"{table.match_id}, as `match_start` and `your_turn` say",
                Chapter.DECIDING,
            )
            self._refuse(guest, message, ErrorCode.NOT_FOUND, "no such match")
        else:
            self._answer_in_match(guest, table, message)

    def _answer_in_match(self, guest: Guest, table: Table, message: ClientMessage) -> None:
        match message:
            case Act():
                table.act(message)
            case Sync():
                table.sync(message)
            case Resign():
                table.resign(message)
            case Determinize() | Simulate() | Rollout() | Release():
                table.thinking.take(message, guest.has_compute)
            case Overlay() | Suggest() | AssistLog():
                if not isinstance(message, AssistLog):
                    table.take_help()
                self._ok(guest, message)
            case _:
                self._refuse(guest, message, ErrorCode.UNSUPPORTED, "not offered by this server")

    def _refuse(
        self,
        guest: Guest,
        message: ClientMessage,
        code: ErrorCode,
        msg: str,
        more: Message | None = None,
    ) -> None:
        guest.say({"type": "error", "code": code.value, "msg": msg, **(more or {})}, message.id)

    def _acknowledge(self, guest: Guest, seq: int) -> None:
        assert guest.session is not None
        try:
            guest.session.acknowledge(seq)
        except ProtocolError as error:
            self._host.blame(
                f"it sent `ack` for {seq}, a number that never was",
                f"at most {guest.session.seq}",
                Chapter.RESUMING,
            )
            guest.say({"type": "error", "code": str(error.code), "msg": error.msg})


def describe() -> list[Message]:
    """The games, as `describe` tells them."""
    found = []
    for name in known_games():
        game = make_game(name)
        found.append(
            {
                "game": name,
                "rules": game.rules,
                "seats": list(game.seat_range),
                "options": game.describe_options(),
                "policies": ["random"],
                "consts_hash": "none",
            }
        )
    return found
