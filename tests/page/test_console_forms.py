"""The console's forms and the server's commands: each command has one, with fields that the server takes."""

import json
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from infoset_server.admin.abtest_commands import AbTestCommands
from infoset_server.admin.audit import AuditCommands
from infoset_server.admin.class_commands import ClassCommands
from infoset_server.admin.commands import Command
from infoset_server.admin.ladder_commands import LadderCommands, NewClassLadder
from infoset_server.admin.match_commands import MatchCommands, SlowCommands
from infoset_server.admin.token_commands import TokenCommands
from infoset_server.admin.tournament_commands import TournamentCommands
from infoset_server.admin.user_commands import UserCommands
from infoset_server.contests.tournaments.definition import TournamentFile

NODE = shutil.which("node")
FORMS = Path(__file__).parents[2] / "clients/web/infoset_web/static/model/commands.js"
TELL = f"import({json.dumps(FORMS.as_uri())}).then(m => console.log(JSON.stringify(m.GROUPS)))"
FORMS_OF_THEIR_OWN = {"class-ladder"}
AT_A_TERMINAL = {"json"}  # arguments that only a program has a use for

pytestmark = pytest.mark.skipif(
    NODE is None, reason="LOUD: node is not installed, the console's forms are untested"
)


@pytest.fixture(scope="module")
def forms() -> dict[str, list[str]]:
    """The names of the fields of each form."""
    assert NODE is not None
    told = subprocess.run([NODE, "-e", TELL], capture_output=True, check=True, timeout=100)
    groups = json.loads(told.stdout)
    return {
        form["name"]: [field["name"] for field in form["fields"]]
        for group in groups.values()
        for form in group
    }


WRITE = """
import(%s).then(({ FORMATS, writeTournament }) => console.log(JSON.stringify(Object.keys(FORMATS).map((format) =>
  writeTournament({ title: 'Winter "Cup" 7b!', game: "catan", options: { target: 7, layout: "beginner", friendly_robber: true },
    format, clock: { kind: "bank", main_ms: 600000, inc_ms: 5000 }, opens: ["human", "bot"], classroom: "7b",
    users: "Ada\\n Otter ", bots: "heuristic" })))))
"""


def test_what_the_form_of_a_tournament_writes_is_a_tournament() -> None:
    assert NODE is not None
    module = FORMS.with_name("tournament_file.js").as_uri()
    script = WRITE % json.dumps(module)
    told = subprocess.run([NODE, "-e", script], capture_output=True, check=True, timeout=100)
    kinds = set()
    for text in json.loads(told.stdout):
        made = TournamentFile.model_validate(tomllib.loads(text))
        kinds.add(made.format.kind)
        assert (made.id, made.title) == ("winter_cup_7b", 'Winter "Cup" 7b!')
        assert made.options == {"target": 7, "layout": "beginner", "friendly_robber": True}
        assert [one.classroom or one.user or one.bot for one in made.entrant] == [
            *("7b", "Ada", "Otter", "heuristic"),
        ]
    assert kinds == {"swiss", "round_robin", "single_elimination", "double_elimination", "arena"}


LADDER = """
import(%s).then(({ TIMES, writeClassLadder }) => console.log(JSON.stringify(Object.keys(TIMES).map((time) => writeClassLadder({
  title: "Sprint of 7b!", classroom: " 7b ", game: "catan", options: { target: 7 }, hosted: ["random"], copies: "2", time, talk: "all" })))))
"""


def test_what_the_form_of_a_class_ladder_writes_is_one() -> None:
    assert NODE is not None
    script = LADDER % json.dumps(FORMS.with_name("class_ladder.js").as_uri())
    told = subprocess.run([NODE, "-e", script], capture_output=True, check=True, timeout=100)
    for body in json.loads(told.stdout):
        made = NewClassLadder.model_validate(body)
        assert (made.ladder, made.classroom, made.title) == ("sprint_of_7b", "7b", "Sprint of 7b!")
        assert (made.options, made.hosted, made.copies) == ({"target": 7}, ["random"], 2)
        assert (made.move_ms, made.talk) == (body["move_ms"], "all")
        assert set(body) == set(NewClassLadder.model_fields)


def served() -> dict[str, Command[Any]]:
    """What a server can be asked."""
    nobody: Any = Mock()
    commands = [
        *AbTestCommands(nobody).commands(),
        *AuditCommands(nobody).commands(),
        *ClassCommands(nobody, nobody, None).commands(),
        *LadderCommands(nobody, nobody, nobody).commands(),
        *MatchCommands(nobody, nobody).commands(),
        *SlowCommands(nobody).commands(),
        *TokenCommands(nobody).commands(),
        *UserCommands(nobody, nobody).commands(),
        *TournamentCommands(nobody).commands(),
    ]
    return {one.name: one for one in commands}


def test_the_server_takes_what_a_form_sends_and_gets_what_it_needs(
    forms: dict[str, list[str]],
) -> None:
    commands = served()
    assert set(forms) == set(commands) - FORMS_OF_THEIR_OWN
    for name, sent in forms.items():
        fields = commands[name].arguments.model_fields
        assert set(sent) <= {field.alias or key for key, field in fields.items()}, name
        assert {key for key, field in fields.items() if field.is_required()} <= set(sent), name


def test_everything_about_a_tournament_can_be_done_on_the_page(forms: dict[str, list[str]]) -> None:
    nobody: Any = None
    for command in TournamentCommands(nobody).commands():
        fields = command.arguments.model_fields
        names = {field.alias or key for key, field in fields.items()}
        assert set(forms[command.name]) == names - AT_A_TERMINAL, command.name
