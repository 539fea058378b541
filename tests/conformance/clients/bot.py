"""A good client of the protocol from a socket and two codecs, in small parts that a fault can replace.

usage: python bot.py URL GAME MATCHES
"""

import json
import socket
import sys
import time
from typing import Any, ClassVar
from urllib.parse import urlsplit

WAIT_S = 100.0  # for the server, which loses its patience sooner
NO_WAY_BACK = (1000, 4400, 4401, 4403, 4406, 4409, 4413)
Message = dict[str, Any]


class LostError(Exception):
    """The connection is gone; `code` says why if that was told."""

    def __init__(self, code: int = 0) -> None:
        super().__init__(code)
        self.code = code


class Lines:
    """JSON lines over TCP."""

    def __init__(self, host: str, port: int) -> None:
        self.socket = socket.create_connection((host, port), WAIT_S)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.begun = b""

    def send(self, message: Message) -> None:
        self.write(json.dumps(message).encode() + b"\n")

    def write(self, data: bytes) -> None:
        try:
            self.socket.sendall(data)
        except OSError:
            raise LostError from None

    def receive(self) -> Message | None:
        """The next message, None for a keep-alive."""
        while b"\n" not in self.begun:
            self.begun += self.read()
        line, _, self.begun = self.begun.partition(b"\n")
        message: Message | None = json.loads(line) if line.strip() else None
        return message

    def read(self) -> bytes:
        try:
            data = self.socket.recv(65536)
        except ConnectionError:
            data = b""
        if not data:
            raise LostError
        return data


class Packs(Lines):
    """Msgpack behind a length over TCP."""

    def pack(self, message: Message) -> bytes:
        import msgpack

        packed: bytes = msgpack.packb(message)
        return packed

    def unpack(self, frame: bytes) -> Message:
        import msgpack

        message: Message = msgpack.unpackb(frame)
        return message

    def send(self, message: Message) -> None:
        frame = self.pack(message)
        self.write(len(frame).to_bytes(4, "big") + frame)

    def receive(self) -> Message | None:
        while len(self.begun) < 4 or len(self.begun) < 4 + int.from_bytes(self.begun[:4], "big"):
            self.begun += self.read()
        size = int.from_bytes(self.begun[:4], "big")
        frame, self.begun = self.begun[4 : 4 + size], self.begun[4 + size :]
        return self.unpack(frame) if frame else None


class Sockets(Packs):
    """WebSocket, in JSON or msgpack."""

    encoding: ClassVar = "json"

    def __init__(self, host: str, port: int) -> None:
        super().__init__(host, port)
        from websockets.client import ClientProtocol
        from websockets.protocol import OPEN
        from websockets.uri import parse_uri

        self.protocol = ClientProtocol(
            parse_uri(f"ws://{host}:{port}/v1"),
            subprotocols=self.subprotocols(),  # type: ignore[arg-type]  # a NewType of text
        )
        self.protocol.send_request(self.protocol.connect())
        self.frames: list[bytes] = []
        self.parts = b""
        self.flush()
        while self.protocol.state is not OPEN:
            self.take(self.read())
            if self.protocol.handshake_exc is not None:
                raise SystemExit(f"no handshake: {self.protocol.handshake_exc}")

    def subprotocols(self) -> list[str]:
        return [f"infoset.1.{self.encoding}"]

    def flush(self) -> None:
        for data in self.protocol.data_to_send():
            if data:
                self.write(data)

    def take(self, data: bytes) -> None:
        from websockets.frames import Frame, Opcode

        self.protocol.receive_data(data)
        for event in self.protocol.events_received():
            if isinstance(event, Frame) and event.opcode in (
                Opcode.TEXT,
                Opcode.BINARY,
                Opcode.CONT,
            ):
                self.parts += event.data
                if event.fin:
                    self.frames.append(self.parts)
                    self.parts = b""
        self.flush()

    def send(self, message: Message) -> None:
        if self.protocol.close_rcvd is not None:
            raise LostError(self.protocol.close_rcvd.code)
        if self.encoding == "json":
            self.protocol.send_text(json.dumps(message).encode())
        else:
            self.protocol.send_binary(self.pack(message))
        self.flush()

    def receive(self) -> Message | None:
        while not self.frames:
            if self.protocol.close_rcvd is not None:
                raise LostError(self.protocol.close_rcvd.code)
            self.take(self.read())
        frame = self.frames.pop(0)
        message: Message = json.loads(frame) if self.encoding == "json" else self.unpack(frame)
        return message


class PackSockets(Sockets):
    """WebSocket in msgpack."""

    encoding = "msgpack"


class Bot:
    """Plays without chance: the choice depends on the decision only. Comes back, resumes, repeats."""

    transports: ClassVar[dict[str, type[Lines]]] = {
        "infoset": Lines,
        "infoset+msgpack": Packs,
        "ws": Sockets,
        "ws+msgpack": PackSockets,
    }
    features: ClassVar[list[str]] = []

    def __init__(self, url: str, game: str, matches: int) -> None:
        self.url = urlsplit(url)
        self.game = game
        self.matches = matches
        self.link: Lines
        self.welcome: Message = {}
        self.seq = 0
        self.last_id = 0
        self.unanswered: dict[int, Message] = {}
        self.acts: dict[tuple[str, int], Message] = {}
        self.playing = ""
        self.played = 0
        self.turn: Message = {}

    def run(self) -> None:
        while True:
            try:
                self.connect()
                self.talk()
                return
            except LostError as lost:
                self.lost(lost)

    def lost(self, lost: LostError) -> None:
        """The connection is gone: come back, unless that would be wrong."""
        if lost.code in NO_WAY_BACK:
            raise SystemExit(f"sent away: {lost.code}")
        time.sleep(0.05)

    def connect(self) -> None:
        assert self.url.hostname is not None
        assert self.url.port is not None
        transport = self.transports[self.url.scheme]
        self.link = transport(self.url.hostname, self.url.port)
        self.link.send(self.hello())

    def hello(self) -> Message:
        hello = {"type": "hello", "proto": [1], "auth": self.auth(), "features": self.features}
        return hello | ({"resume": self.resume()} if self.welcome else {})

    def auth(self) -> Message:
        return {"kind": "guest", "name": "good", "token": "a secret of its own"}

    def resume(self) -> Message:
        token = self.welcome["resume_token"]
        return {"session": self.welcome["session"], "token": token, "seq": self.seq}

    def talk(self) -> None:
        while self.played < self.matches:
            message = self.link.receive()
            if message is not None:
                self.take(message)
        self.link.send({"type": "bye"})

    def take(self, message: Message) -> None:
        if message.get("seq") is not None:
            self.seq = int(message["seq"])
        request = self.unanswered.pop(int(message["re"]), None) if message.get("re") else None
        handle = getattr(self, f"on_{message['type']}", None)
        if message["type"] == "error":
            self.on_error(message, request)
        elif handle is not None:
            handle(message)

    def request(self, message: Message) -> None:
        self.last_id = self.number()
        message = {**message, "id": self.last_id}
        self.unanswered[self.last_id] = message
        self.link.send(message)

    def number(self) -> int:
        return self.last_id + 1

    def on_welcome(self, message: Message) -> None:
        self.welcome = message
        if message["resumed"]:
            for request in list(self.unanswered.values()):
                self.link.send(request)
            return
        self.unanswered.clear()
        self.seq = self.last_id = 0
        if not self.playing:
            self.seek()

    def seek(self) -> None:
        self.request({"type": "seek", "game": self.game})

    def on_match_start(self, message: Message) -> None:
        self.playing = message["match_id"]

    def on_your_turn(self, message: Message) -> None:
        self.answer(message["match_id"], message)

    def on_snapshot(self, message: Message) -> None:
        for decision in message.get("pending", []):
            self.answer(message["match_id"], decision)

    def answer(self, match_id: str, turn: Message) -> None:
        key = match_id, int(turn["decision"])
        self.turn = {**turn, "match_id": match_id}
        if key not in self.acts:
            self.acts[key] = self.act(match_id, turn)
        self.request(self.acts[key])

    def act(self, match_id: str, turn: Message) -> Message:
        head = {"type": "act", "match_id": match_id, "decision": int(turn["decision"])}
        return {**head, **self.choice(turn)}

    def choice(self, turn: Message) -> Message:
        return {"index": int(turn["decision"]) * 7919 % int(turn["n"])}

    def on_match_over(self, message: Message) -> None:
        if message["match_id"] != self.playing:
            return
        self.playing = ""
        self.played += 1
        self.acts.clear()
        if self.played < self.matches:
            self.seek()

    def on_error(self, message: Message, request: Message | None) -> None:
        if message.get("retry_ms") is not None and request is not None:
            time.sleep(int(message["retry_ms"]) / 1000)
            self.request({name: value for name, value in request.items() if name != "id"})
        elif message["code"] == "illegal_action" and request is not None:
            self.request({**request, "index": self.turn.get("fallback", 0)})

    def on_bye(self, message: Message) -> None:
        if message["code"] in NO_WAY_BACK:
            raise SystemExit(f"sent away: {message['reason']}")


if __name__ == "__main__":
    Bot(sys.argv[1], sys.argv[2], int(sys.argv[3])).run()
