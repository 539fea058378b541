"""The console's forms and the server's commands: each command has one, with fields that the server takes."""

import ast
import json
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from tests.page.catalogues import ENGLISH, PAGE, read

from infoset_server.admin.abtest_commands import AbTestCommands
from infoset_server.admin.audit import AuditCommands
from infoset_server.admin.class_commands import ClassCommands
from infoset_server.admin.commands import GOES, Command
from infoset_server.admin.ladder_commands import ChangedLadder, LadderCommands, NewClassLadder
from infoset_server.admin.match_commands import MatchCommands, SlowCommands
from infoset_server.admin.token_commands import TokenCommands
from infoset_server.admin.tournament_commands import TournamentCommands
from infoset_server.admin.user_commands import UserCommands
from infoset_server.contests.ladder.changing import FOLLOWS, fields_of
from infoset_server.contests.ladder.definition import LadderFile
from infoset_server.contests.tournaments.definition import TournamentFile

NODE = shutil.which("node")
CATALOGUE = PAGE / ENGLISH / "console.ftl"
FORMS = Path(__file__).parents[2] / "clients/web/infoset_web/static/model/commands.js"
TELL = f"import({json.dumps(FORMS.as_uri())}).then(m => console.log(JSON.stringify(m.GROUPS)))"
FORMS_OF_THEIR_OWN = {"class-ladder", "change-ladder"}
FILES = {"json", "trf", "csv"}  # called the same everywhere
# Where the server writes rows of tables: the functions of each file. Headings that are the same everywhere need no words.
SERVER = Path(__file__).parents[2] / "server/infoset_server"
ROWS = {
    "admin/audit.py": {"write"},
    "admin/console.py": {"_note"},
    "admin/class_commands.py": {"classes", "pupils", "_fill"},
    "admin/ladder_commands.py": {"list_ladders", "entries", "log", "seasons", "batches", "file"},
    "admin/match_commands.py": {"slow"},
    "admin/token_commands.py": {"tokens"},
    "admin/user_commands.py": {"_row", "bans"},
    "contests/abtests/view.py": {"summary", "rows"},
    "contests/tournaments/view.py": {
        *("summary", "standings_rows", "performance_cell", "team_rows", "schedule_rows"),
        "crosstable_rows",
    },
}
SAME = {"", "a", "b", "llr", "p99"}
INNER = {"banned", "disabled", "games an hour", "muted"}  # stand in cells
AT_A_TERMINAL = {"json"}  # arguments that only a program has a use for

pytestmark = pytest.mark.skipif(
    NODE is None, reason="LOUD: node is not installed, the console's forms are untested"
)


@pytest.fixture(scope="module")
def groups() -> dict[str, list[dict[str, Any]]]:
    """The forms of each group."""
    assert NODE is not None
    told = subprocess.run([NODE, "-e", TELL], capture_output=True, check=True, timeout=100)
    found: dict[str, list[dict[str, Any]]] = json.loads(told.stdout)
    return found


@pytest.fixture(scope="module")
def forms(groups: dict[str, list[dict[str, Any]]]) -> dict[str, list[str]]:
    """The names of the fields of each form."""
    return {
        form["name"]: [field["name"] for field in form["fields"]]
        for group in groups.values()
        for form in group
    }


def test_every_command_field_and_choice_has_its_words_and_none_is_there_in_vain(
    groups: dict[str, list[dict[str, Any]]],
) -> None:
    said = set(read(CATALOGUE))
    every = [form for group in groups.values() for form in group]
    fields = [field for form in every for field in form["fields"]]
    wanted = {
        "group": set(groups),
        "do": {form["name"] for form in every} | FORMS_OF_THEIR_OWN,
        "about": {form["name"] for form in every},
        "field": {field["label"] for field in fields},
    }
    for kind, names in wanted.items():
        begin = f"console-{kind}-"
        assert {key.removeprefix(begin) for key in said if key.startswith(begin)} == names
    follows = {key.removeprefix("console-follows-") for key in said if "-follows-" in key}
    assert follows == set(FOLLOWS)
    goes = {key.removeprefix("console-goes-") for key in said if key.startswith("console-goes-")}
    assert goes == set(GOES)
    choices = {one for field in fields for one in field.get("choices", [])} - FILES
    assert {f"console-value-{one}" for one in choices} <= said


def columns_of(file: str, functions: set[str]) -> set[str]:
    """The names of what these functions write into tables."""
    found: set[str] = set()
    for node in ast.walk(ast.parse((SERVER / file).read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name in functions:
            functions = functions - {node.name}
            tables = [one for one in ast.walk(node) if isinstance(one, ast.Dict)]
            keys = [key for table in tables for key in table.keys if isinstance(key, ast.Constant)]
            found |= {str(key.value).removesuffix("_ms") for key in keys}
    assert not functions, f"{file} has no {functions}"
    return found


def test_every_column_of_an_answer_has_a_heading_and_no_heading_is_there_in_vain() -> None:
    begin = "console-column-"
    said = {key.removeprefix(begin) for key in read(CATALOGUE) if key.startswith(begin)}
    written = set[str]().union(*(columns_of(file, names) for file, names in ROWS.items()))
    assert written - INNER - SAME - said == set(), "no heading"
    assert said - written == set(), "of no table"


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
import(%s).then(({ TIMES, writeClassLadder }) => console.log(JSON.stringify(TIMES.map((time) => writeClassLadder({
  title: "Sprint of 7b!", classroom: " 7b ", game: "catan", options: { target: 7 }, hosted: ["random"], copies: "2", time, talk: "all",
  ...{ seasons: "fresh", days: "7", uploads: true } })))))
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
        assert (made.seasons, made.season_days, made.uploads) == ("fresh", 7, True)
        assert set(body) == set(NewClassLadder.model_fields)


CHANGES = """
import(%s).then(({ changesOf, readClassLadder }) => {
  const now = readClassLadder(%s);
  const form = { ...now, title: " Spring ", copies: "2", seasons: "fresh", days: "7", hosted: ["random"], per_hour: "200" };
  console.log(JSON.stringify([changesOf(now, { ...now }), changesOf(now, form)]));
})
"""


def test_the_form_that_changes_a_class_ladder_sends_what_is_otherwise_and_nothing_else() -> None:
    assert NODE is not None
    file = LadderFile(game="crossfire", title="Sprint", hosted=("random", "heuristic"))
    rows = [{"field": name, "value": value} for name, value in fields_of(file).items()]
    module = json.dumps(FORMS.with_name("class_ladder.js").as_uri())
    script = CHANGES % (module, json.dumps(rows))
    told = subprocess.run([NODE, "-e", script], capture_output=True, check=True, timeout=100)
    nothing, changed = json.loads(told.stdout)
    assert nothing == {}
    assert changed == {
        "title": "Spring",
        "copies": 2,
        "seasons": "fresh",
        "season_days": 7,
        "hosted": ["random"],
        "per_hour": 200,
    }
    assert ChangedLadder.model_validate({"ladder": "ours", **changed}).wanted() == changed


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
