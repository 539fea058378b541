"""An endpoint on loopback that answers by a script, and does all that real ones do. No tests here."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Reply = Callable[["Handler"], None]
Script = Callable[[dict[str, Any]], str | Reply]


class Handler(BaseHTTPRequestHandler):
    """One request: the script says what becomes of it."""

    server: "Scripted"  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.asked.append(body)
        self.server.keys.append(self.headers.get("authorization", ""))
        reply = self.server.script(body)
        if isinstance(reply, str):
            answer(reply)(self)
        else:
            reply(self)

    def begin(self, status: int = 200, kind: str = "text/event-stream", **headers: str) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def event(self, text: str) -> None:
        self.wfile.write(f"data: {text}\n\n".encode())
        self.wfile.flush()

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: the tests look for themselves."""


class Scripted(ThreadingHTTPServer):
    """The endpoint; `asked` are the bodies of all requests."""

    daemon_threads = True

    def __init__(self, script: Script) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.script = script
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.is_ending = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that has hung up is what some tests want."""


@contextmanager
def scripted(script: Script) -> Iterator[Scripted]:
    """Serves by the script."""
    server = Scripted(script)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.is_ending.set()
        server.shutdown()
        server.server_close()
        thread.join()


def chunk(text: str, finish: str | None = None) -> str:
    delta = {"index": 0, "delta": {"content": text}, "finish_reason": finish}
    return json.dumps(
        {
            "id": "c",
            "object": "chat.completion.chunk",
            "created": 0,
            "model": "m",
            "choices": [delta],
        }
    )


def answer(text: str, tokens_in: int = 100, tokens_out: int = 10) -> Reply:
    """A whole answer, in two parts."""

    def reply(handler: Handler) -> None:
        handler.begin()
        half = len(text) // 2
        handler.event(chunk(text[:half]))
        handler.event(chunk(text[half:], "stop"))
        usage = {
            "prompt_tokens": tokens_in,
            "completion_tokens": tokens_out,
            "total_tokens": tokens_in + tokens_out,
        }
        handler.event(json.dumps(json.loads(chunk("")) | {"choices": [], "usage": usage}))
        handler.event("[DONE]")

    return reply


def half(handler: Handler) -> None:
    """An answer that breaks off."""
    handler.begin()
    handler.event(chunk('{"action": "1'))


def broken(handler: Handler) -> None:
    """An answer that is no JSON."""
    handler.begin()
    handler.event('{"choices": [{"delta"')


def page(handler: Handler) -> None:
    """A page in place of an answer."""
    handler.begin(200, "text/html")
    handler.wfile.write(b"<html>welcome</html>")


def limited(handler: Handler) -> None:
    """Too many requests; soon again."""
    handler.begin(429, "application/json", retry_after="0.01")
    handler.wfile.write(b'{"error": {"message": "slow down"}}')


def failing(handler: Handler) -> None:
    """An error that says our key back."""
    key = handler.headers.get("authorization", "").removeprefix("Bearer ")
    handler.begin(500, "application/json")
    handler.wfile.write(json.dumps({"error": {"message": f"no luck with {key}"}}).encode())


def silent(handler: Handler) -> None:
    """Never says anything."""
    handler.server.is_ending.wait()


def endless(handler: Handler) -> None:
    """Says more and more."""
    handler.begin()
    while not handler.server.is_ending.is_set():
        handler.event(chunk("and so on " * 20))


def dripping(handler: Handler) -> None:
    """Bytes without end that never make a line."""
    handler.begin()
    while not handler.server.is_ending.wait(0.005):
        handler.wfile.write(b"x")
        handler.wfile.flush()
