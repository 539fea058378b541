"""Whose assistant is whose: rooms that go, owners who leave, and what a restart finds."""

from pathlib import Path
from typing import cast

import orjson
import pytest
from tests.server.assistants.seats import AssistedTable, open_table

from infoset_protocol.codec import Encoding
from infoset_server.app.features.assistants import AssistantFeature
from infoset_server.assistants.assistant import ASSISTANT
from infoset_server.network.connection import Connection


async def open_lobby(folder: Path) -> tuple[AssistedTable, str, int]:
    """A room, its host, and an assistant for the room; nothing is played."""
    table = AssistedTable(Encoding.JSON, folder)
    table.connect("ann", features=["assist"])
    table.tell(0, "create_room", game="crossfire", clock={"kind": "none"}, assist="auto")
    (room,) = table.app.lobby.rooms
    table.tell(0, "join", room=room, seat=0)
    helper = table.connect("helper")
    table.ok(helper, "assist_join", code=table.invite(room=room))
    return table, room, helper


async def test_an_assistant_without_a_match_may_wait_as_long_as_its_room_lasts(
    tmp_path: Path,
) -> None:
    table, room, helper = await open_lobby(tmp_path)
    client = next(c for c in table.app.people.clients.values() if c.user.name == "helper")
    line = cast(Connection, client.line)
    assert table.app.may_idle(line)
    table.app.feature(AssistantFeature).assisting.sweep()
    assert table.app.may_idle(line)
    table.tell(0, "leave", room=room)
    table.app.feature(AssistantFeature).assisting.sweep()
    assert not table.app.may_idle(line)
    assert table.heard(helper)[-1]["on"] is False
    await table.close()


async def test_what_is_known_of_assistants_is_restored_and_what_is_damaged_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table, room, _ = await open_lobby(tmp_path)
    owner = next(c.user for c in table.app.people.clients.values() if c.user.name == "ann")
    kept = {
        "id": "a_kept",
        "owner": owner.id,
        "match": None,
        "room": room,
        "rights": ["view"],
        "key": "0" * 64,
        "user": "u_gone",
        "name": "helper",
    }
    documents = {
        "a_kept": orjson.dumps(kept),
        "a_homeless": orjson.dumps(kept | {"id": "a_homeless", "room": "ZZZZ"}),
        "a_torn": b"{",
        "a_short": orjson.dumps({"id": "a_short"}),
    }
    table.app.feature(AssistantFeature).assisting.restore(documents)
    assert table.app.feature(AssistantFeature).assisting.mine(owner, "a_kept") is not None
    for name in ("a_homeless", "a_torn", "a_short"):
        assert table.app.feature(AssistantFeature).assisting.mine(owner, name) is None
    assert caplog.text.count("is not known any more") == 2
    await table.close()


async def test_each_change_of_an_assistant_is_noted_and_its_end_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await open_table(tmp_path)
    noted: list[tuple[str, str]] = []
    notes = table.app.feature(AssistantFeature).assisting._notes
    monkeypatch.setattr(notes, "put", lambda kind, key, body: noted.append((kind, "put")))
    monkeypatch.setattr(notes, "drop", lambda kind, key: noted.append((kind, "drop")))
    helper = table.assist("draw")
    table.ok(0, "assist_grant", assistant=table.assistant_id(helper), rights=["view"])
    table.ok(0, "assist_revoke")
    assert [how for kind, how in noted if kind == ASSISTANT] == ["put", "put", "drop"]
    await table.close()


async def test_an_assistant_for_one_match_ends_with_it(tmp_path: Path) -> None:
    table = await open_table(tmp_path)
    helper = table.assist()
    client = next(c for c in table.app.people.clients.values() if c.user.name == "helper")
    table.tell(0, "resign", match_id=table.match_id)
    assert table.heard(helper)[-1]["type"] == "match_over"
    assert not table.app.feature(AssistantFeature).assisting.is_assistant(client)
    assert client.aiding == {}
    assert table.code(helper, "overlay", match_id=table.match_id) == "wrong_state"
    await table.close()
