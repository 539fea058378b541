"""A table in memory at which seat 0 may have assistants. No tests here."""

from pathlib import Path
from typing import Any

from tests.integration.tables import Table

from infoset_protocol.codec import Encoding, decode, encode

Message = dict[str, Any]


class AssistedTable(Table):
    """Seat 0 is the owner's; `assist` joins another client to it."""

    async def open(self, game: str = "crossfire", assist: str = "auto", **settings: Any) -> None:
        """The match begins; nobody is assisted yet."""
        seats = 2 if game == "crossfire" else 4
        await self.start(game, seats, {"assist": assist} | settings, features=["assist", "compute"])

    @property
    def match_id(self) -> str:
        """Of the match."""
        return self.live.id

    def ask(self, sender: int, kind: str, /, **fields: Any) -> Message:
        """Sends a request; returns its answer, which comes at once."""
        number = next(self.ids)
        self.links[sender].receive(encode({"type": kind, "id": number, **fields}, self.encoding))
        return next(message for message in self.heard(sender) if message.get("re") == number)

    def ok(self, sender: int, kind: str, /, **fields: Any) -> Message:
        """As `ask`, and the answer must not be an error."""
        answer = self.ask(sender, kind, **fields)
        assert answer["type"] != "error", answer
        return answer

    def code(self, sender: int, kind: str, /, **fields: Any) -> str:
        """As `ask`, and the answer must be an error: its code."""
        answer = self.ask(sender, kind, **fields)
        assert answer["type"] == "error", answer
        return str(answer["code"])

    def heard(self, number: int) -> list[Message]:
        """Everything that a client was sent."""
        return [decode(frame, self.encoding) for frame in self.links[number].sent]

    def of_type(self, number: int, *kinds: str) -> list[Message]:
        """Everything of these types that a client was sent."""
        return [message for message in self.heard(number) if message["type"] in kinds]

    def invite(self, *rights: str, **place: Any) -> str:
        """A code for seat 0."""
        given = {"rights": list(rights)} if rights else {}
        where = place or {"match_id": self.match_id}
        answer = self.ok(0, "assist_invite", **given, **where)
        return str(answer["data"]["code"])

    def assist(self, *rights: str, name: str = "helper", **hello: Any) -> int:
        """An assistant of seat 0; returns the number of its link."""
        number = self.connect(name, **hello)
        self.ok(number, "assist_join", code=self.invite(*rights))
        return number

    def assistant_id(self, number: int) -> str:
        """Its id."""
        joined = next(
            message["data"]
            for message in self.of_type(number, "ok")
            if "assistant" in message.get("data", {})
        )
        return str(joined["assistant"])

    def decision(self, seat: int) -> int:
        """The number of a seat's open decision."""
        return self.number(seat)

    def play(self, sender: int, seat: int, index: int = 0, **fields: Any) -> Message:
        """`sender` answers the open decision of `seat`."""
        decision = {"match_id": self.match_id, "decision": self.decision(seat)}
        return self.ask(sender, "act", **decision, index=index, **fields)


async def open_table(
    folder: Path,
    game: str = "crossfire",
    assist: str = "auto",
    encoding: Encoding = Encoding.JSON,
    room: dict[str, Any] | None = None,
    **settings: Any,
) -> AssistedTable:
    """A table at which a match has begun; close it."""
    table = AssistedTable(encoding, folder, **settings)
    await table.open(game, assist, **room or {})
    return table
