"""Layers of drawings: replaced, changed by id, ended by the turn or the time, and bounded."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.server.assistants.seats import open_table

from infoset_games.anchors import AnchorBook, Grid, open_book
from infoset_games.descriptor import Descriptor
from infoset_games.game import Game
from infoset_games.registry import make_game
from infoset_protocol.messages import Drawing, Overlay
from infoset_server.assistants.overlays import Layers, check
from infoset_server.common.request_errors import BusyError
from infoset_server.config import AssistLimits

LIMITS = AssistLimits(max_layers=2, max_drawings=5, max_warnings=2)


@pytest.fixture
def book() -> AnchorBook:
    """The anchors of Crossfire."""
    return open_book(make_game("crossfire", {}))


def mark(name: str | None = None, at: str = "cell:1,1") -> Drawing:
    return Drawing(id=name, k="mark", at=[at])


def overlay(*items: Drawing, **fields: Any) -> Overlay:
    return Overlay(match_id="m_1", items=list(items), **fields)


def names(layers: Layers, now_ms: int = 0) -> dict[str, list[str]]:
    return {layer.name: list(layer.items) for layer in layers.live(now_ms)}


def test_a_layer_is_replaced_as_a_whole(book: AnchorBook) -> None:
    layers = Layers(LIMITS)
    layers.apply(overlay(mark(), mark()), book, 0)
    assert names(layers) == {"main": ["0", "1"]}
    layers.apply(overlay(mark("here")), book, 0)
    assert names(layers) == {"main": ["here"]}
    layers.apply(overlay(), book, 0)
    assert names(layers) == {}


def test_with_keep_drawings_are_put_and_removed_by_id(book: AnchorBook) -> None:
    layers = Layers(LIMITS)
    layers.apply(overlay(mark("a"), mark("b")), book, 0)
    request = overlay(mark("b", "cell:2,2"), mark("c"), keep=True, remove=["a", "nothing"])
    layer, _ = layers.apply(request, book, 0)
    assert list(layer.items) == ["b", "c"]
    assert layer.items["b"]["at"] == ["cell:2,2"]
    assert layers.apply(request, book, 0)[0] == layer  # sent again, it changes nothing


def test_what_is_for_the_turn_goes_with_it_and_the_rest_stays(book: AnchorBook) -> None:
    layers = Layers(LIMITS)
    layers.apply(overlay(mark(), layer="now"), book, 0)
    layers.apply(overlay(mark(), layer="always", until="removed"), book, 0)
    layers.turn_begins()
    assert names(layers) == {"always": ["0"]}


def test_time_ends_a_layer(book: AnchorBook) -> None:
    layers = Layers(LIMITS)
    layer, _ = layers.apply(overlay(mark(), until="removed", ttl_ms=100), book, 1_000)
    assert layer.to_plain(1_040)["ttl_ms"] == 60
    assert names(layers, 1_099) == {"main": ["0"]}
    assert names(layers, 1_100) == {}


@pytest.mark.parametrize(
    "request_",
    [
        overlay(mark(), layer="third"),
        overlay(*[mark() for _ in range(5)], layer="one"),
        overlay(*[mark(str(n)) for n in range(4)], layer="one", keep=True),
    ],
)
def test_what_is_over_a_quota_is_refused_and_changes_nothing(
    request_: Overlay, book: AnchorBook
) -> None:
    layers = Layers(LIMITS)
    layers.apply(overlay(mark("x"), layer="one"), book, 0)
    layers.apply(overlay(mark("y"), layer="two"), book, 0)
    with pytest.raises(BusyError):
        layers.apply(request_, book, 0)
    assert names(layers) == {"one": ["x"], "two": ["y"]}


def test_a_full_house_can_still_be_cleared(book: AnchorBook) -> None:
    layers = Layers(LIMITS)
    layers.apply(overlay(mark(), layer="one"), book, 0)
    layers.apply(overlay(mark(), layer="two"), book, 0)
    layers.apply(overlay(layer="three"), book, 0)
    layers.apply(overlay(layer="one"), book, 0)
    assert names(layers) == {"two": ["0"]}


@pytest.mark.parametrize(
    ("drawing", "complaint"),
    [
        (mark(at="cell:15,0"), "no anchor cell:15,0"),
        (mark(at="hex:3"), "no anchor hex:3"),
        (mark(at="cell"), "no anchor cell"),
        (mark(at="cell:-1,0"), "no anchor cell:-1,0"),
        (mark(at="screen:2,0"), "no anchor screen:2,0"),
        (mark(at="seat:2"), "no anchor seat:2"),
        (mark(at="x" * 64), "no anchor " + "x" * 37 + "..."),
        (Drawing(k="mark"), "needs an anchor"),
        (Drawing(k="text", at=["seat:1"]), "needs `t`"),
        (Drawing(k="badge", at=["seat:1"]), "needs `n`"),
        (Drawing(k="heat", at=["cell:1,1"]), "needs `v`"),
        (Drawing(k="table", at=["screen:side"]), "needs `rows`"),
        (Drawing(k="arrow", at=["cell:1,1"]), "two anchors"),
    ],
)
def test_a_drawing_that_cannot_be_shown_says_why(
    drawing: Drawing, complaint: str, book: AnchorBook
) -> None:
    assert complaint in (check(drawing, book) or "")


@pytest.mark.parametrize(
    "anchor",
    ["cell:0,14", "unit:4", "seat:1", "action:17", "slot:unit 0", "screen:side", "screen:0.5,1"],
)
def test_what_the_game_publishes_can_be_pointed_at(anchor: str, book: AnchorBook) -> None:
    assert check(mark(at=anchor), book) is None


def test_good_drawings_are_shown_beside_bad_ones_and_complaints_are_few(book: AnchorBook) -> None:
    layers = Layers(LIMITS)
    bad = [mark(at=f"cell:99,{number}") for number in range(4)]
    layer, warnings = layers.apply(overlay(*bad, mark("good")), book, 0)
    assert list(layer.items) == ["good"]
    assert len(warnings) == 2
    assert warnings[1] == "and 3 more"


def test_a_game_that_publishes_nothing_is_believed_whatever_is_well_formed() -> None:
    book = open_book(make_game("crossfire", {}), Descriptor(rules="nowhere:Game"))
    assert check(mark(at="anything:at all"), book) is None
    assert check(mark(at="nothing"), book) is not None
    assert check(mark(at="seat:7"), book) is not None


def test_a_game_of_ones_own_publishes_its_places() -> None:
    def publish(game: Game) -> dict[str, Grid]:
        return {"pit": Grid(2, 6)}

    book = AnchorBook(make_game("crossfire", {}), publish)
    assert book.has("pit:1,5")
    assert not book.has("pit:2,0")
    assert not book.has("cell:0,0")


# At a table.


async def test_an_unknown_anchor_is_a_warning_to_the_assistant_and_the_match_goes_on(
    tmp_path: Path,
) -> None:
    table = await open_table(tmp_path)
    helper = table.assist()
    items = [{"k": "mark", "at": ["cell:77,1"]}, {"k": "mark", "at": ["cell:1,1"]}]
    answer = table.ok(helper, "overlay", match_id=table.match_id, items=items)
    assert answer["warn"] == [table.of_type(helper, "assist_note")[-1]["text"]]
    assert "cell:77,1" in answer["warn"][0]
    assert [item["at"] for item in table.of_type(0, "overlay_show")[-1]["items"]] == [["cell:1,1"]]
    assert not table.of_type(0, "assist_note")
    assert table.play(0, 0)["type"] == "act_ok"
    await table.close()


async def test_a_flood_of_overlays_is_refused_and_the_owner_is_warned_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: 5.0)
    table = await open_table(tmp_path)
    helper = table.assist()
    at = {"match_id": table.match_id, "items": [{"k": "mark", "at": ["cell:1,1"]}]}
    answers = [table.ask(helper, "overlay", **at) for _ in range(300)]
    refused = [answer for answer in answers if answer["type"] == "error"]
    assert len(refused) == 260
    assert {answer["code"] for answer in refused} == {"rate_limited"}
    assert all(answer["retry_ms"] > 0 for answer in refused)
    warnings = table.of_type(0, "assist_note")
    assert [note["level"] for note in warnings] == ["warning"]
    assert "asks too much" in warnings[0]["text"]
    assert len(table.of_type(0, "overlay_show")) == 40
    assert table.play(0, 0)["type"] == "act_ok"
    assert table.play(1, 1)["type"] == "act_ok"
    await table.close()


async def test_an_owner_who_comes_back_is_shown_what_is_drawn(tmp_path: Path) -> None:
    table = await open_table(tmp_path)
    helper = table.assist()
    at = {"match_id": table.match_id}
    items = [{"k": "mark", "at": ["cell:1,1"]}]
    table.ok(helper, "overlay", **at, layer="turn", items=items)
    table.ok(helper, "overlay", **at, layer="stay", items=items, until="removed")
    table.ok(helper, "suggest", **at, decision=table.decision(0), top=[{"index": 1}])
    match_seat = table.live.match_seats[0]
    assert match_seat.client is not None
    table.forget()
    table.live.seat_presence.attach(match_seat, match_seat.client)
    shown = table.of_type(0, "overlay_show", "suggestion")
    assert [message.get("layer", "suggestion") for message in shown] == [
        "turn",
        "stay",
        "suggestion",
    ]
    table.play(0, 0)
    table.play(1, 1)
    table.forget()
    table.live.seat_presence.step_in(match_seat.client)
    assert [message["layer"] for message in table.of_type(0, "overlay_show")] == ["stay"]
    await table.close()
