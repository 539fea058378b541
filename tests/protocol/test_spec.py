"""The specification: complete, current, true of the code it describes, and its first bot plays."""

import json
import re
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from infoset_protocol.catalog import all_messages, all_parts
from infoset_protocol.codec import Encoding
from infoset_protocol.conformance.vectors import Sample, read_samples
from infoset_protocol.errors import CLOSES, ERRORS, CloseCode, ErrorCode
from infoset_protocol.framing import LineFramer
from infoset_protocol.messages import (
    DEFAULT_MAX_FRAME,
    MAX_FRAME_BEFORE_WELCOME,
    MIN_MAX_FRAME,
    Act,
    Hello,
    Seek,
)
from infoset_protocol.publishing.chapters import (
    RegionError,
    example,
    fill,
    messages_in,
    parts_in,
)
from infoset_protocol.publishing.tables import field_table, type_name
from infoset_protocol.session import ServerSession, SessionLimits
from infoset_protocol.session.items import Opening, Request
from infoset_protocol.version import DEFAULT_PORT, SUBPROTOCOLS

PROTOCOL = Path(__file__).parents[2] / "protocol"
CHAPTERS = sorted((PROTOCOL / "spec").glob("*.md"))
TEXTS = {path.stem: path.read_text("utf-8") for path in CHAPTERS}
README = (PROTOCOL / "README.md").read_text("utf-8")
SAMPLES = {
    sample.name: sample
    for sample in read_samples((PROTOCOL / "vectors/v1/messages.ndjson").read_text("ascii"))
}


def chapter(number: int) -> str:
    return TEXTS[next(stem for stem in TEXTS if stem.startswith(f"{number:02}-"))]


def plain(text: str) -> str:
    """The text with line breaks evened out."""
    return " ".join(text.split())


# Complete


def test_every_message_has_its_section_once() -> None:
    shown = [entry.name for text in TEXTS.values() for entry in messages_in(text)]
    assert sorted(shown) == sorted(entry.name for entry in all_messages())


def test_every_object_inside_messages_has_its_section_once() -> None:
    shown = [name for text in TEXTS.values() for name in parts_in(text)]
    assert sorted(shown) == sorted(part.__name__ for part in all_parts())


@pytest.mark.parametrize("code", list(ErrorCode))
def test_an_error_code_is_documented(code: ErrorCode) -> None:
    assert code in ERRORS
    assert f"| `{code}` |" in chapter(7)


@pytest.mark.parametrize("code", list(CloseCode))
def test_a_close_code_is_documented(code: CloseCode) -> None:
    assert code in CLOSES
    assert f"| {code.value} |" in chapter(7)


def test_the_page_for_newcomers_links_every_chapter() -> None:
    for path in CHAPTERS:
        assert f"(spec/{path.name})" in README


@pytest.mark.parametrize("path", [PROTOCOL / "README.md", *CHAPTERS], ids=lambda path: path.stem)
def test_every_relative_link_leads_to_a_file(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", path.read_text("utf-8")):
        assert (path.parent / target).exists(), target


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_chapter_has_a_title_and_a_state_table_or_says_what_it_is_about(text: str) -> None:
    first, second = text.split("\n\n", 2)[:2]
    assert re.fullmatch(r"# [1-9]\d?\. [A-Z][\w ]+", first)
    assert len(second) > 20


@pytest.mark.parametrize("number", [1, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13])
def test_a_chapter_about_something_with_states_has_a_table_of_them(number: int) -> None:
    assert re.search(
        r"^\| (state|state of your queue|state \(`status`\)|state of your entry) \|",
        chapter(number),
        re.MULTILINE,
    )


def test_how_a_server_refuses_what_it_does_not_offer_is_said_on_the_first_page() -> None:
    for word in ("`unsupported`", "`unknown_type`"):
        assert word in README


# Current


@pytest.mark.parametrize("text", [README, *TEXTS.values()], ids=["README", *TEXTS])
def test_tables_and_examples_are_those_of_the_models_and_vectors(text: str) -> None:
    assert fill(text, SAMPLES) == text, "run `python protocol/tools/publish.py`"


@pytest.mark.parametrize("text", [README, *TEXTS.values()], ids=["README", *TEXTS])
def test_every_marked_region_is_one_we_know(text: str) -> None:
    """A misspelt region would be left alone, and grow old."""
    opened = re.findall(r"<!-- (?!end)(\w+)", text)
    assert set(opened) <= {"message", "part", "example", "bytes", "errors", "closes", "states"}
    assert text.count("<!-- end -->") == len(opened)


@pytest.mark.parametrize("text", [README, *TEXTS.values()], ids=["README", *TEXTS])
def test_every_json_block_is_made_of_vectors(text: str) -> None:
    for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL):
        known = [json.loads(sample.json) for sample in SAMPLES.values()]
        decoder, at = json.JSONDecoder(), 0
        while at < len(block.rstrip()):
            value, at = decoder.raw_decode(block, at)
            assert value in known
            at += 1


def test_numbers_in_the_prose_are_those_of_the_code() -> None:
    limits = SessionLimits()
    assert f"{MAX_FRAME_BEFORE_WELCOME:,}" in chapter(8)
    assert limits.max_frame_before == MAX_FRAME_BEFORE_WELCOME
    assert f"{limits.max_frame_in:,} (`limits.max_frame_in`)" in chapter(8)
    assert f"{DEFAULT_MAX_FRAME:,}, or `hello.max_frame`" in chapter(8)
    assert f"`hello.max_frame` is at least {MIN_MAX_FRAME:,}" in chapter(8)
    assert f"`limits.max_inflight`) | {limits.max_inflight} |" in chapter(8)
    assert f"| requests before `welcome` | {limits.max_pipelined} |" in chapter(8)
    assert f"| frames that are no messages | {limits.max_bad_frames} |" in chapter(8)
    assert f"| messages with bad fields | {limits.max_bad_messages} |" in chapter(8)
    assert f"port, {DEFAULT_PORT} unless" in plain(chapter(1))
    for name in SUBPROTOCOLS:
        assert f"`{name}`" in chapter(1)


def test_the_worked_example_of_picks_is_right() -> None:
    sizes = [len(slot["options"]) for slot in SAMPLES["your_turn_product"].value["legal"]["slots"]]
    picks = SAMPLES["act_picks"].value["picks"]
    index = picks[0] + sizes[0] * (picks[1] + sizes[1] * picks[2])
    assert f"With {sizes[0]}, {sizes[1]} and {sizes[2]} options" in chapter(5)
    assert f"the picks `{picks}` have the index 3 + 4 * (0 + 3 * 1) = {index}." in chapter(5)


def test_unnumbered_messages_are_the_ones_the_prose_names() -> None:
    sentence = re.search(r"It is not on what is only of the moment:(.*?)\.", plain(chapter(2)))
    assert sentence
    named = set(re.findall(r"`(\w+)`", sentence[1]))
    unnumbered = {e.type_name for e in all_messages() if not getattr(e.model, "sequenced", True)}
    assert named == unnumbered


def test_every_field_named_in_a_cross_reference_exists() -> None:
    """`hello.max_frame`, `welcome.features`, `seat_status.taken_by` and the like."""
    fields: dict[str, set[str]] = {}
    for entry in all_messages():
        fields.setdefault(entry.type_name, set()).update(entry.model.model_fields)
    del fields["auth"]  # in the prose this is the object inside `hello`
    for text in [README, *TEXTS.values()]:
        for name, field in re.findall(r"`([a-z_]+)\.([a-z_]+)(?:\.[a-z_]+)?`", text):
            if name in fields:
                assert field in fields[name], f"{name}.{field}"


# How regions are filled


def test_a_region_is_written_anew_and_the_prose_left_alone() -> None:
    text = "Before.\n\n<!-- example: ping -->\nold\n<!-- end -->\n\nAfter.\n"
    filled = fill(text, SAMPLES)
    assert filled == (
        "Before.\n\n<!-- example: ping -->\n\n```json\n"
        '{"type":"ping"}\n```\n\n<!-- end -->\n\nAfter.\n'
    )
    assert fill(filled, SAMPLES) == filled


@pytest.mark.parametrize(
    ("region", "complaint"),
    [
        ("example: dance", "no vector is called 'dance'"),
        ("bytes: dance", "no vector is called 'dance'"),
        ("message: dance", "'dance' names 0 messages"),
        ("message: bye", "'bye' names 2 messages"),
        ("message: bye of nobody", "'bye of nobody' names 0 messages"),
        ("part: Dance", "there is no 'Dance'"),
    ],
)
def test_a_region_that_cannot_be_filled_is_named(region: str, complaint: str) -> None:
    with pytest.raises(RegionError, match=complaint):
        fill(f"<!-- {region} -->\n<!-- end -->", SAMPLES)


def test_a_long_example_is_wrapped_and_still_the_same_message() -> None:
    sample = SAMPLES["your_turn_full"]
    shown = example(sample)
    assert max(map(len, shown.split("\n"))) <= 100
    assert json.loads(shown) == sample.value


@pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES)
def test_wrapping_never_changes_a_message(sample: Sample) -> None:
    assert json.loads(example(sample)) == sample.value


def test_the_bytes_of_an_example_are_those_of_the_wire() -> None:
    filled = fill("<!-- bytes: ping -->\n<!-- end -->", SAMPLES)
    assert b'{"type":"ping"}\n'.hex(" ") in filled
    assert "00 00 00 0b 81 a4 74 79 70 65 a4 70 69 6e 67" in filled


def test_optional_fields_are_marked_and_defaults_told() -> None:
    table = field_table(Seek)
    assert "| `game` | slug | name of the game |" in table
    assert "| `seats`? | int 1..16 |" in table
    assert "(default `65535`)" in field_table(Hello)
    assert "`id`" not in field_table(Act)


@pytest.mark.parametrize(
    ("schema", "name"),
    [
        ({"type": "integer", "minimum": 0, "maximum": 2**53 - 1}, "uint"),
        ({"type": "integer", "minimum": -(2**53) + 1, "maximum": 2**53 - 1}, "int"),
        ({"type": "integer", "minimum": 0, "exclusiveMaximum": 16}, "int 0..15"),
        ({"type": "string", "maxLength": 64}, "str64"),
        ({"enum": ["a", "b"], "type": "string"}, "`a` \\| `b`"),
        ({"type": "array", "items": {"type": "boolean"}, "maxItems": 5}, "[bool]"),
        ({"type": "object", "additionalProperties": True}, "obj"),
        ({"description": "whatever"}, "any"),
    ],
)
def test_types_have_the_names_of_the_manual(schema: dict[str, Any], name: str) -> None:
    assert type_name(schema) == name


# The first bot


class OneMatchServer:
    """A server of one connection on loopback: pairs at once, asks three questions, ends the match."""

    def __init__(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.settimeout(100)
        self.port: int = self.listener.getsockname()[1]
        self.chosen: list[int | None] = []
        self.failure: BaseException | None = None
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        try:
            connection, _ = self.listener.accept()
            with connection:
                connection.settimeout(100)
                self._serve(connection)
        except Exception as error:  # noqa: BLE001 - the test looks at it
            self.failure = error

    def _serve(self, connection: socket.socket) -> None:
        core = ServerSession(Encoding.JSON, framer=LineFramer(8192))

        def say(*names: str) -> None:
            for name in names:
                connection.sendall(b"\n" + SAMPLES[name].json.encode() + b"\n")

        while len(self.chosen) < 3:
            data = connection.recv(4096)
            assert data, "the bot hung up"
            for item in core.receive_data(data):
                match item:
                    case Opening():
                        welcome, waiting = core.welcome(SAMPLES["welcome"].value)
                        connection.sendall(core.send(*welcome) + b"\n")
                        assert [type(r.message) for r in waiting if isinstance(r, Request)] in (
                            [],
                            [Seek],
                        )
                        if waiting:
                            say("match_start", "events", "your_turn")
                    case Request(Seek()):
                        say("match_start", "events", "your_turn")
                    case Request(Act() as act):
                        self.chosen.append(act.index)
                        assert act.decision == SAMPLES["your_turn"].value["decision"]
                        say("your_turn") if len(self.chosen) < 3 else say("match_over")
                    case _:
                        raise AssertionError(f"the bot said {item}")


def test_the_bot_of_the_first_page_plays_and_is_short(tmp_path: Path) -> None:
    (source,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len([line for line in source.split("\n") if line.strip()]) <= 15
    server = OneMatchServer()
    server.thread.start()
    bot = tmp_path / "bot.py"
    bot.write_text(source.replace(str(DEFAULT_PORT), str(server.port)), "utf-8")
    finished = subprocess.run(
        [sys.executable, str(bot)], capture_output=True, text=True, timeout=100, check=False
    )
    server.thread.join(100)
    server.listener.close()
    assert server.failure is None
    assert finished.returncode == 0, finished.stderr
    assert "'reason': 'finished'" in finished.stdout
    n = SAMPLES["your_turn"].value["n"]
    assert all(index in range(n) for index in server.chosen)
