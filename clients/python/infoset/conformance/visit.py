"""One connection to the conformance server from its first byte to its last: logins, resumes, requests."""

from typing import Final

from infoset.conformance.answers import Answers
from infoset.conformance.cases import Trouble
from infoset.conformance.chapters import Chapter
from infoset.conformance.guest import Guest, cut_distance
from infoset.conformance.host import Host
from infoset.conformance.proofs import NONCE, SERVER, find_fault
from infoset.conformance.table import MAX_TROUBLES
from infoset.conformance.wires import Connection
from infoset.conformance.words import Message
from infoset_protocol.codec import decode
from infoset_protocol.errors import CloseCode, ErrorCode, ProtocolError
from infoset_protocol.messages import AuthAnswer, Hello
from infoset_protocol.session import (
    Incoming,
    Left,
    Opening,
    Outgoing,
    Proof,
    Refused,
    Repeated,
    Request,
    ServerSession,
)
from infoset_protocol.version import PROTOCOL_MINOR

FEATURES: Final = ("obs", "compute", "assist", "chat", "pong", "strict", "delta")
LIMITS: Final[Message] = {
    "max_frame_in": 262_144,
    "max_inflight": 16,
    "msgs_per_s": 1_000,
    "queue_bytes": 16_777_216,
    "resume_ttl_ms": 120_000,
    "compute_units_s": 100_000,
    "computes_per_s": 1_000,
}
CHAPTERS: Final = {
    ErrorCode.BAD_FRAME: Chapter.READING,
    ErrorCode.FRAME_TOO_BIG: Chapter.FRAMES,
    ErrorCode.BAD_MESSAGE: Chapter.TYPES,
    ErrorCode.UNKNOWN_TYPE: Chapter.VERSIONS,
    ErrorCode.NOT_READY: Chapter.STATES,
    ErrorCode.DUPLICATE_ID: Chapter.NUMBERS,
    ErrorCode.PROTO_UNSUPPORTED: Chapter.VERSIONS,
}
EXPECTED: Final = {
    ErrorCode.BAD_FRAME: "one JSON object or msgpack map in each frame",
    ErrorCode.FRAME_TOO_BIG: "frames within `limits.max_frame_in`, 8 KiB before `welcome`",
    ErrorCode.BAD_MESSAGE: "the fields and types that the contract lists",
    ErrorCode.UNKNOWN_TYPE: "a request of the contract",
    ErrorCode.NOT_READY: "one `hello`, before anything else",
    ErrorCode.DUPLICATE_ID: "request numbers that grow",
    ErrorCode.PROTO_UNSUPPORTED: "1 in `hello.proto`",
}


class Visit:
    """One connection from its first byte to its last."""

    def __init__(self, host: Host, connection: Connection) -> None:
        self._host = host
        self._connection = connection
        self._session = ServerSession(connection.encoding)
        self._guest: Guest | None = None
        self._hello: Hello | None = None
        self._answers: Answers | None = None

    async def run(self) -> None:
        """Talks until the connection ends."""
        try:
            while not self._connection.is_cut:
                self._connection.max_frame = self._session.max_frame_in
                if not await self._receive():
                    break
        finally:
            if self._answers is not None:
                self._answers.stop_giving()
            self._go()
        await self._connection.finish()

    async def _receive(self) -> bool:
        """Handles what comes next. False at the end."""
        try:
            frames = await self._connection.receive()
        except ProtocolError as fault:
            self._handle(self._session.refuse(fault))
            return False
        if frames is None:
            return False
        for frame in frames:
            if self._is_lost(frame):
                return False
            for item in self._session.receive_frame(frame):
                self._handle(item)
        return True

    def _is_lost(self, frame: bytes) -> bool:
        """Does this frame get lost on its way, because the case wants an act to?"""
        guest = self._guest
        if guest is None or guest.table is None or guest.connection is not self._connection:
            return False
        table = guest.table
        if table.outcome.case.trouble is not Trouble.LOSE_ACT or not table.is_due_now():
            return False
        try:
            plain = decode(frame, self._connection.encoding)
        except ProtocolError:
            return False
        asked = table.open_decision()
        if plain.get("type") != "act" or asked is None or asked.number != plain.get("decision"):
            return False
        if not table.is_new_trouble(asked):
            return False
        guest.hang_up(Trouble.LOSE_ACT)
        return True

    def _go(self) -> None:
        """The connection is over."""
        guest = self._guest
        if guest is None or guest.connection is not self._connection:
            return
        guest.connection = None
        if guest.table is not None:
            guest.table.wait_for_return()
        self._host.changed.set()

    # What the session core hands on.

    def _handle(self, item: Incoming) -> None:
        match item:
            case Opening(hello, _):
                self._open(hello)
            case Proof(auth):
                assert self._hello is not None
                self._judge_proof(self._hello, auth)
                self._let_in(self._hello)
            case Request(message):
                self._check_fields(item)
                assert self._answers is not None
                self._answers.take(message)
            case Repeated(answers):
                for answer in answers:
                    self._write(answer)
            case Refused(error, replies, close):
                self._blame(error)
                for reply in replies:
                    self._write(reply)
                if close is not None:
                    self._connection.close(int(close), error.msg)
            case Left():
                self._connection.close(int(CloseCode.NORMAL), "bye")
                self._go()

    def _write(self, message: Outgoing) -> None:
        guest = self._guest
        frame = self._session.send(*message)
        if guest is not None and guest.connection is self._connection:
            guest.write(frame)
        else:
            self._connection.send(frame)

    def _blame(self, error: ProtocolError) -> None:
        code = error.code
        self._host.blame(
            f"it sent what no server takes: {error.msg} ({code})",
            EXPECTED.get(code, "a request that is valid in this state"),
            CHAPTERS.get(code, Chapter.ERROR_CODES),
        )

    def _check_fields(self, request: Request) -> None:
        for name in request.unknown:
            self._host.blame(
                f"`{request.message.type}` had a field that is not in the contract: `{name}`",
                "fields of the contract, or names that begin with `x_`",
                Chapter.VERSIONS,
            )

    # Coming in.

    def _open(self, hello: Hello) -> None:
        self._hello = hello
        if hello.auth.kind == "key":
            self._connection.send(self._session.send(*self._session.challenge(NONCE, SERVER)))
            return
        self._let_in(hello)

    def _judge_proof(self, hello: Hello, answer: AuthAnswer) -> None:
        fault = find_fault(hello, answer)
        if fault is not None:
            self._host.blame(fault, "a signature that names the address dialled", Chapter.KEYS)

    def _let_in(self, hello: Hello) -> None:
        guest = self._host.find(hello)
        if guest is not None and guest.shunned:
            self._host.blame(
                "it came back after `bye` 4409",
                "to stay away: two programs would throw each other out for ever",
                Chapter.RESUMING,
            )
        if guest is None:
            guest = self._host.welcome_new(hello)
        old, guest.connection = guest.connection, self._connection
        if old is not None and old is not self._connection:
            old.close(int(CloseCode.REPLACED), "replaced")
        self._guest = guest
        self._answers = Answers(self._host, guest)
        guest.on_free = self._answers.give_soon
        guest.has_obs = "obs" in hello.features
        guest.has_delta = "delta" in hello.features
        guest.has_compute = "compute" in hello.features
        self._connection.pieces = guest.sky.pieces
        guest.is_back = True
        if self._may_resume(guest, hello):
            self._resume(guest, hello)
        else:
            self._log_in(guest, hello)

    def _may_resume(self, guest: Guest, hello: Hello) -> bool:
        """Judges the wish to resume; True where it can be granted."""
        table = guest.table
        expects = table is not None and table.outcome.case.level == 4
        resume = hello.resume
        if resume is None:
            if expects:
                self._host.blame(
                    "it came back without `hello.resume`", "`resume`", Chapter.RESUMING
                )
            return False
        if not guest.tokens or guest.session is None:
            return False
        if resume.session != guest.session_id or resume.token not in guest.tokens[-2:]:
            self._host.blame(
                "it wanted to resume with an old or foreign token",
                "`session` and `resume_token` of the last `welcome`",
                Chapter.RESUMING,
            )
            return False
        if table is not None and not table.asked_seq_if_answered <= resume.seq <= guest.arrived_seq:
            self._host.blame(
                f"it wanted to resume behind `seq` {resume.seq}",
                f"{table.asked_seq_if_answered} to {guest.arrived_seq}: what it has processed, and no more",
                Chapter.RESUMING,
            )
        return guest.session.can_resume(self._session, resume.seq)

    def _resume(self, guest: Guest, hello: Hello) -> None:
        assert guest.session is not None
        assert hello.resume is not None
        plain = self._welcome(guest, hello, is_resumed=True)
        welcome, missed, waiting = guest.session.resume(self._session, plain, hello.resume.seq)
        self._session = guest.session
        self._write(welcome)
        case = None
        if guest.table is not None:
            case = guest.table.outcome.case
            guest.table.differences.begin_anew()
        for seq, frame in enumerate(missed, start=hello.resume.seq + 1):
            guest.write(frame, seq)
        for item in waiting:
            self._handle(item)
        may_cut = guest.cuts < MAX_TROUBLES
        if case is not None and case.trouble is Trouble.CUT and may_cut:
            guest.cut_in = cut_distance(guest, case)

    def _log_in(self, guest: Guest, hello: Hello) -> None:
        assert self._answers is not None
        guest.session = self._session
        guest.arrived_seq = 0
        welcome, waiting = self._session.welcome(self._welcome(guest, hello, is_resumed=False))
        self._write(welcome)
        if guest.table is not None:
            guest.table.attach()
        for item in waiting:
            self._handle(item)
        if guest.table is None:
            self._answers.give_soon()

    def _welcome(self, guest: Guest, hello: Hello, is_resumed: bool) -> Message:
        guest.tokens.append(f"rt_{self._host.next_number()}")
        return {
            "type": "welcome",
            "proto": 1,
            "minor": PROTOCOL_MINOR,
            "session": guest.session_id,
            "resume_token": guest.tokens[-1],
            "resumed": is_resumed,
            "user": f"u_{guest.session_id}",
            "name": (hello.auth.name or "guest")[:64],
            "scopes": ["play", "watch", "assist", "compute"],
            "features": [name for name in hello.features if name in FEATURES],
            "limits": LIMITS,
            "server": "infoset-conformance",
            "now_ms": 0,
        }
