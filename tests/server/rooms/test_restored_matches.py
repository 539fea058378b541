"""A server that starts: it reads what it knew before it writes anything down."""

import itertools
from pathlib import Path
from typing import Any

import orjson
import pytest

from infoset_server.app import composition as parts
from infoset_server.app.server import App
from infoset_server.common.clock import wall_clock_ms
from infoset_server.config import ServerConfig, load_config
from infoset_server.matches.records import open_records
from infoset_server.storage.restart_clock import ERA


async def life(config: ServerConfig) -> dict[str, Any]:
    """Starts a server and ends it; returns what it keeps of its clocks."""
    records = await open_records(config, wall_clock_ms)
    app = App(config, records=records)
    await app.revive()
    await records.notebook.flush()
    kept: dict[str, Any] = orjson.loads((await records.store.documents(ERA))[records.node.name])
    await app.close(0)
    await app.close_records()
    return kept


async def test_a_clock_that_falls_a_little_does_not_make_a_server_forget_since_when_it_is_sure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = load_config(None, {"data_dir": tmp_path, "store.enabled": True})
    before = await life(config)
    falling = itertools.count(wall_clock_ms(), -1)
    monkeypatch.setattr(parts, "wall_clock_ms", lambda: next(falling))  # uncompiled only
    after = await life(config)
    assert after["since_ms"] == before["since_ms"]
    assert after["least_ms"] <= before["least_ms"]
