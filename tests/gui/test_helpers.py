"""Programs at a person's side: invited, drawn for, listened to, sent away."""

import threading
from typing import Any

import pygame
import pytest
from tests.gui.conftest import PATIENCE_S, Open, Robot, ServerThread, Sit

from infoset.errors import CommandError
from infoset_gui.driver import Driver
from infoset_gui.helper_process import HelperProcess
from infoset_gui.screens.match import MatchScreen
from infoset_gui.screens.overlays import BADGES
from infoset_gui.table import Table
from infoset_protocol.messages import (
    AssistJoin,
    AssistNote,
    Drawing,
    Ok,
    Overlay,
    Proposal,
    Suggest,
)

DRAWINGS = (
    {"k": "text", "at": ["seat:0"], "t": "7"},
    {"k": "badge", "at": ["seat:1"], "n": 2},
    {"k": "heat", "at": ["seat:2"], "v": 0.5},
    {"k": "arrow", "at": ["seat:0", "seat:3"], "c": "bad"},
    {"k": "mark", "at": ["colonist:1"], "c": "#12ab34"},
    {"k": "table", "at": ["screen:side"], "rows": [["round", "1"]]},
)


def attach(lobby: Driver, server: ServerThread) -> Robot:
    """A program elsewhere that joins with a code from the panel."""
    lobby.click("tab/help")
    lobby.click("helper code")
    screen = lobby.app.stage.screen
    assert isinstance(screen, MatchScreen)
    panel = screen.seating.panel
    lobby.wait(lambda: bool(panel._code))
    robot = Robot(lobby, server.url, 20)
    joined: list[Ok] = []
    robot.session.request(AssistJoin(code=panel._code), Ok, joined.append)
    lobby.wait(lambda: bool(joined) and bool(screen.table.advice.assistants))
    return robot


@pytest.fixture
def table(lobby: Driver, sit: Sit) -> Table:
    found = sit("colonizers", 4, {"colony": 1})
    lobby.wait(lambda: found.turn is not None)
    return found


def test_what_a_program_draws_lies_on_the_board(
    lobby: Driver, table: Table, server: ServerThread
) -> None:
    robot = attach(lobby, server)
    lobby.redraw()
    before = pygame.image.tobytes(lobby.app.surface, "RGB")
    items = [Drawing.model_validate(drawing) for drawing in DRAWINGS]
    message = Overlay(match_id=table.match.match_id, items=items)
    robot.session.request(message, Ok)
    lobby.wait(lambda: bool(table.advice.layers))
    lobby.redraw()
    assert pygame.image.tobytes(lobby.app.surface, "RGB") != before
    assert len(BADGES) == 16
    robot.session.close()


def test_a_suggestion_is_played_when_it_is_accepted(
    lobby: Driver, table: Table, server: ServerThread
) -> None:
    robot = attach(lobby, server)
    turn = table.turn
    assert turn is not None
    top = [Proposal(index=2, text="the best")]
    message = Suggest(match_id=table.match.match_id, decision=turn.decision, top=top)
    robot.session.request(message, Ok)
    lobby.wait(lambda: any(name.startswith("accept ") for name in lobby.names()))
    lobby.click(next(name for name in lobby.names() if name.startswith("accept ")))
    lobby.wait(lambda: table.turn is None or table.turn.decision > turn.decision)
    assert table.looks.obs["players"][0]["role"] == turn.actions[2][1]
    robot.session.close()


def test_a_suggestion_is_played_by_the_second_press_where_every_press_is_asked_back(
    lobby: Driver, table: Table, server: ServerThread
) -> None:
    robot = attach(lobby, server)
    turn = table.turn
    assert turn is not None
    top = [Proposal(index=2, text="the best")]
    message = Suggest(match_id=table.match.match_id, decision=turn.decision, top=top)
    robot.session.request(message, Ok)
    lobby.wait(lambda: any(name.startswith("accept ") for name in lobby.names()))
    lobby.app.stage.preferences.confirm = "always"
    lobby.click(next(name for name in lobby.names() if name.startswith("accept ")))
    assert table.turn is turn
    assert [one.text for one in lobby.app.stage.toasts.shown] == [
        "Press Accept once more, and it is played"
    ]
    lobby.click(next(name for name in lobby.names() if name.startswith("accept ")))
    lobby.wait(lambda: table.turn is None or table.turn.decision > turn.decision)
    assert table.looks.obs["players"][0]["role"] == turn.actions[2][1]
    robot.session.close()


def test_rights_are_given_and_taken_and_a_program_is_sent_away(
    lobby: Driver, table: Table, server: ServerThread
) -> None:
    robot = attach(lobby, server)
    assistant, status = next(iter(table.advice.assistants.items()))

    def rights() -> Any:
        return table.advice.assistants[assistant].rights

    assert "act" not in (status.rights or [])
    lobby.click(f"right act {assistant}")
    lobby.wait(lambda: "act" in rights())
    lobby.click(f"right act {assistant}")
    lobby.wait(lambda: "act" not in rights())
    lobby.click(f"dismiss {assistant}")
    lobby.wait(lambda: not table.advice.assistants)
    robot.session.close()


def test_a_program_without_a_name_is_refused(window: Open) -> None:
    for command in ("", "   ", "python 'unfinished"):
        with pytest.raises(CommandError):
            HelperProcess(command, "infoset://127.0.0.1:1", "ac_1")


def test_what_a_started_program_says_is_kept() -> None:
    program = HelperProcess("no-such-program", "infoset://127.0.0.1:1", "ac_1")
    program._process.wait(PATIENCE_S)
    program._reader.join(PATIENCE_S)
    assert not program.is_running
    assert any("no-such-program" in line for line in program.lines)
    program.stop()


@pytest.mark.parametrize(
    ("game", "seats", "options", "kinds"),
    [
        ("colonizers", 4, {"colony": 4}, {"colonist", "module", "hand", "colony"}),
        ("catan", 2, {"seats": 2, "target": 3}, {"hex", "node", "edge", "hand", "bank"}),
        ("crossfire", 2, {"preset": "mini"}, {"cell", "unit"}),
    ],
)
def test_whatever_a_program_may_point_at_has_its_place(
    lobby: Driver, sit: Sit, game: str, seats: int, options: dict[str, object], kinds: set[str]
) -> None:
    table = sit(game, seats, options)
    screen = lobby.app.stage.screen
    assert isinstance(screen, MatchScreen)
    seen: set[str] = set()
    for _ in range(30):
        lobby.wait(lambda: bool(table.turn or table.result))
        lobby.redraw()
        seen |= {name.partition(":")[0] for name in screen.seating.view.anchors}
        turn = table.turn
        if kinds <= seen or turn is None:
            break
        draws = [at for at, action in enumerate(turn.actions) if action == ["draw"]]
        screen.answer([*draws, 0][0] if turn.n else [0] * len(turn.slots))
    assert kinds <= seen


def test_what_a_program_says_is_shown_when_it_says_it(lobby: Driver, table: Table) -> None:
    screen = lobby.app.stage.screen
    assert isinstance(screen, MatchScreen)
    panel = screen.seating.panel
    program = HelperProcess("no-such-program", "infoset://127.0.0.1:1", "ac_1")
    panel.programs.append(program)
    program._reader.join(PATIENCE_S)
    assert panel.tick(), "there is something new to be drawn"
    assert not panel.tick()


def test_a_program_is_ended_without_waiting_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    program = HelperProcess("no-such-program", "infoset://127.0.0.1:1", "ac_1")
    may_end, ended = threading.Event(), threading.Event()
    stop = program.stop

    def stop_slowly() -> None:
        assert may_end.wait(PATIENCE_S)
        stop()
        ended.set()

    monkeypatch.setattr(program, "stop", stop_slowly)
    program.end()
    assert not ended.is_set()
    may_end.set()
    assert ended.wait(PATIENCE_S)


def test_an_alarm_is_marked_until_it_is_seen(
    lobby: Driver, table: Table, server: ServerThread
) -> None:
    screen = lobby.app.stage.screen
    assert isinstance(screen, MatchScreen)
    panel = screen.seating.panel
    note = {"match_id": table.match.match_id, "assistant": "a_1", "by": "helper"}
    table.take(
        AssistNote.model_validate(
            {"type": "assist_note", "level": "error", "text": "it broke", **note}
        )
    )
    lobby.redraw()
    assert panel.alarm is not None
    assert lobby.region("tab/help").label == "Helpers !"
    lobby.click("tab/help")
    lobby.click("tab/log")
    assert panel.alarm is None
    assert lobby.region("tab/help").label == "Helpers"
