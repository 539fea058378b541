"""Commands about ladders: states, benches, words that find an entry; and whose business they are."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from pydantic import ValidationError
from tests.server.contests.ladder.made import enter, make_ladder, offered, result, user

from infoset_server.accounts.classrooms import Classroom, Classrooms
from infoset_server.accounts.users import ALL_SCOPES, SCOPES, ConsoleError, Role, UnknownError
from infoset_server.admin.commands import Operator, Result
from infoset_server.admin.ladder_commands import LadderCommands
from infoset_server.admin.ownership import InvolvedError
from infoset_server.common.ids import ClassId, UserId
from infoset_server.common.request_errors import NotFoundError, WrongStateError
from infoset_server.config import LadderLimits, RoomLimits
from infoset_server.contests.ladder.alerts import Alert
from infoset_server.contests.ladder.classes import ClassLadders
from infoset_server.contests.ladder.definition import (
    LadderFile,
    LadderFileError,
    table_settings,
)
from infoset_server.contests.ladder.entries import EntryState
from infoset_server.contests.ladder.ladder import Ladder, LadderState
from infoset_server.contests.ladder.service import Ladders
from infoset_server.contests.ladder.sources import OfferedBot

ADMIN = Operator(None, ALL_SCOPES)


def organiser(name: str) -> Operator:
    """A teacher who is no administrator."""
    return Operator(user(name, Role.ORGANISER), SCOPES[Role.ORGANISER])


HILL, WOOD = organiser("hill"), organiser("wood")
CLASSES = [
    Classroom(ClassId("c_7b"), "7b", UserId("u_hill"), 0),
    Classroom(ClassId("c_7c"), "7c", UserId("u_hill"), 0),
    Classroom(ClassId("c_5a"), "5a", UserId("u_wood"), 0),
]


class FakeClasses(list[Classroom]):
    """Two classes of Ms Hill, one of Mr Wood."""

    def named(self, text: str, among: Callable[[Classroom], bool]) -> Classroom:
        for one in self:
            if text in (one.id, one.name) and among(one):
                return one
        raise UnknownError(f"no classes go by {text!r}")


class FakeLadders:
    """One ladder, and a folder with a bad file."""

    def __init__(self, ladder: Ladder) -> None:
        self.ladders = {ladder.name: ladder}
        self.fresh: list[str] | None = ["new"]
        self.is_elsewhere = False
        self.outdated = ""

    def require_ours(self) -> None:
        if self.is_elsewhere:
            raise WrongStateError("elsewhere")

    def create(self, name: str, file: LadderFile) -> Ladder:
        if name in self.ladders:
            raise LadderFileError(f"{name}: there is a ladder of this name; expected another")
        fields = file.to_plain()
        self.ladders[name] = make_ladder(name=name, **fields)
        return self.ladders[name]

    def has_file(self, ladder: Ladder) -> bool:
        return ladder.name == "open"

    def change(self, ladder: Ladder, file: LadderFile) -> None:
        self.require_ours()
        ladder.take_file(file, table_settings(file, RoomLimits()))
        ladder.look(self.wall_ms())

    def find(self, name: str) -> Ladder:
        if name not in self.ladders:
            raise NotFoundError(f"ladder {name}")
        return self.ladders[name]

    def load(self) -> list[str]:
        if self.fresh is None:
            raise LadderFileError("bad.toml: game: Field required")
        return self.fresh

    def wall_ms(self) -> int:
        return 1_000

    def offered(self, game: str) -> list[OfferedBot]:
        """Two bots of the server, and one each of the teacher of 7b, of a pupil there, and of somebody else."""
        hill = offered("hill_bot", owner="hill")
        return [
            offered("random"),
            offered("heuristic"),
            replace(hill, taught=frozenset(("c_7b",))),
            offered("pupil_bot", owner="pupil", classroom="c_7b"),
            offered("ferris", owner="olga"),
        ]

    def pair_soon(self) -> None:
        """Nobody is here."""

    def recounted(self, ladder: Ladder) -> None:
        """No table is calculated."""
        self.outdated = ladder.name


def given(ladder: Ladder) -> tuple[FakeLadders, Any]:
    """The ladders, and a way to give commands, unless said otherwise as an administrator."""
    fake = FakeLadders(ladder)
    commands = {one.name: one for one in made(cast(Ladders, fake)).commands()}

    def do(name: str, by: Operator = ADMIN, **asked: Any) -> Result:
        command = commands[name]
        assert command.scope in by.scopes
        return cast(Result, command.run(by, command.arguments.model_validate(asked)))

    return fake, do


def made(ladders: Ladders) -> LadderCommands:
    limits = LadderLimits(
        max_per_class=1, max_in_classes=3, class_matches=2, class_move_ms=1_000, class_per_hour=300
    )
    class_ladders = ClassLadders(ladders, limits)
    return LadderCommands(ladders, class_ladders, cast(Classrooms, FakeClasses(CLASSES)))


def test_a_ladder_is_paused_and_closed_for_ever() -> None:
    ladder = make_ladder()
    _, do = given(ladder)
    assert do("ladder", ladder="open", state="paused").message == "ladder open is paused"
    assert ladder.state is LadderState.PAUSED
    assert do("ladder", ladder="open", state="closing").message == "ladder open is closed"
    with pytest.raises(WrongStateError):
        do("ladder", ladder="open", state="open")
    with pytest.raises(NotFoundError):
        do("ladder", ladder="other", state="open")


def test_an_entry_is_benched_by_name_with_a_reason_and_taken_back() -> None:
    ladder = make_ladder()
    entry = ladder.register(user("ann"), "ferris", "1", "bot", {})
    _, do = given(ladder)
    do("bench", ladder="open", entry="ferris", reason="too loud")
    assert (entry.state, entry.why) == (EntryState.BENCHED, "too loud")
    with pytest.raises(ConsoleError, match="benched already"):
        do("bench", ladder="open", entry=entry.id)
    assert do("entry-log", ladder="open", entry="ferris").rows == [{"line": "benched: too loud"}]
    do("unbench", ladder="open", entry="ferris 1")
    assert entry.state is EntryState.IDLE


def test_matches_are_asked_for_told_and_cancelled() -> None:
    ladder = make_ladder()
    ann, bob = enter(ladder, "ann"), enter(ladder, "bob")
    _, do = given(ladder)
    told = do("batch", ladder="open", entry="ann", against=["bob"], matches=20).message
    (batch,) = ladder.batches
    assert told == f"batch {batch.id}: ann 1 plays 20 matches, which do not count"
    assert (batch.entry, batch.against, batch.asked_by) == (ann.id, (bob.id,), "")
    (row,) = do("batches", ladder="open").rows
    assert (row["against"], row["played"], row["state"]) == ("bob 1", "0 of 20", "playing")
    do("cancel-batch", ladder="open", batch=batch.id)
    assert do("batches", ladder="open").rows[0]["state"] == "cancelled"
    with pytest.raises(NotFoundError):
        do("cancel-batch", ladder="open", batch="b_other")


def test_a_result_is_found_annulled_with_a_reason_and_taken_back() -> None:
    ladder = make_ladder()
    ann, bob = enter(ladder, "ann"), enter(ladder, "bob")
    ladder.count(result(1, (ann.id, bob.id), (2, 1)))
    fake, do = given(ladder)
    (row,) = do("ladder-results", ladder="open", entry="ann").rows
    assert row == {
        "match": "m_1",
        "ended_ms": 1_000,
        "outcome": "1. bob 1, 2. ann 1",
        "state": "counts",
        "why": "finished",
    }
    asked = {"ladder": "open", "match": row["match"]}
    with pytest.raises(ValidationError, match="reason"):
        do("annul", **asked)
    told = do("annul", **asked, reason="a power cut").message
    assert (told, fake.outdated) == ("open: match m_1 is annulled", "open")
    (row,) = do("ladder-results", ladder="open").rows
    assert (row["state"], row["why"]) == ("annulled", "a power cut")
    assert do("reinstate", **asked).message == "open: match m_1 is counted again"
    assert do("ladder-results", ladder="open").rows[0]["state"] == "counts"
    with pytest.raises(WrongStateError, match="is not annulled"):
        do("reinstate", **asked)


def test_whoever_annuls_hears_that_an_entry_which_was_faulty_then_is_still_benched() -> None:
    ladder = make_ladder(health={"faults": 1})
    ann, bob = enter(ladder, "ann"), enter(ladder, "bob")
    ladder.count(result(1, (ann.id, bob.id), (2, 1), faults=("crash", "")))
    _, do = given(ladder)
    told = do("annul", ladder="open", match="m_1", reason="a power cut").message
    assert told == "open: match m_1 is annulled; ann 1 is still benched: see unbench"


def test_nobody_but_an_administrator_annuls_a_match_of_their_own_or_of_their_bot() -> None:
    ladder = make_ladder(classroom="c_7b")
    enter(ladder, "otter")
    hers = enter(ladder, "gull", owner="gull")
    hers.keeper = UserId("u_hill")
    ladder.count(result(1, tuple(ladder.entries), (1, 2)))
    _, do = given(ladder)
    asked = {"ladder": "open", "match": "m_1"}
    with pytest.raises(InvolvedError):
        do("annul", by=HILL, **asked, reason="I lost")
    with pytest.raises(NotFoundError, match="ladder open"):
        do("annul", by=WOOD, **asked, reason="not mine")
    assert not ladder.annulments
    do("annul", **asked, reason="a power cut")
    with pytest.raises(InvolvedError):
        do("reinstate", by=HILL, **asked)


def test_a_standby_annuls_nothing() -> None:
    ladder = make_ladder()
    ladder.count(result(1, (enter(ladder, "ann").id, enter(ladder, "bob").id), (1, 2)))
    fake, do = given(ladder)
    fake.is_elsewhere = True
    with pytest.raises(WrongStateError, match="elsewhere"):
        do("annul", ladder="open", match="m_1", reason="a power cut")
    assert not ladder.annulments


def test_a_season_is_ended_by_command_where_there_are_any() -> None:
    ladder = make_ladder(seasons={})
    ladder.look(1_000)
    _, do = given(ladder)
    assert do("end-season", ladder="open").message.startswith("season 1 of open ends")
    assert ladder.seasons.is_over
    (row,) = do("seasons", ladder="open").rows
    assert (row["season"], row["first"]) == (1, "is on")
    _, do = given(make_ladder())
    with pytest.raises(WrongStateError, match="no season"):
        do("end-season", ladder="open")


def test_the_end_of_a_log_is_shown_to_administrators_and_to_no_teacher() -> None:
    ladder = make_ladder(classroom="c_7b")
    entry = ladder.register(user("ann"), "ferris", "1", "bot", {})
    entry.alert(Alert(0, "m_1", "it crashed", "IndexError\n"))
    _, do = given(ladder)
    assert do("entry-log", ladder="open", entry="ferris").rows == [{"line": "| IndexError"}]
    assert do("entry-log", by=HILL, ladder="open", entry="ferris").rows == []


def test_a_name_of_several_entries_is_refused() -> None:
    ladder = make_ladder()
    for version in ("1", "2"):
        ladder.register(user("ann"), "ferris", version, "bot", {})
    _, do = given(ladder)
    with pytest.raises(ConsoleError, match="of one entry, this is of 2"):
        do("bench", ladder="open", entry="ferris")
    with pytest.raises(ConsoleError, match="this is of 0"):
        do("bench", ladder="open", entry="nobody")


def test_ladders_and_entries_are_listed_and_new_files_taken_in() -> None:
    ladder = make_ladder()
    ladder.register(user("ann"), "ferris", "1", "bot", {})
    fake, do = given(ladder)
    (row,) = do("ladders").rows
    assert (row["ladder"], row["state"], row["entries"]) == ("open", "open", 1)
    (entry,) = do("entries", ladder="open").rows
    assert (entry["name"], entry["rating"], entry["state"]) == ("ferris 1", 1500, "idle")
    fake.ladders["new"] = make_ladder(name="new")
    told, _, missing = do("load-ladders").message.partition("; nothing is played yet: ")
    assert told == "new: new"
    assert "0 play, and a table has 2 seats" in missing
    fake.fresh = None
    with pytest.raises(ConsoleError, match=r"bad\.toml: game"):
        do("load-ladders")


def test_nothing_is_changed_where_another_server_runs_the_ladders() -> None:
    ladder = make_ladder()
    ladder.register(user("ann"), "ferris", "1", "bot", {})
    fake, do = given(ladder)
    fake.is_elsewhere = True
    for name, asked in CHANGES.items():
        with pytest.raises(WrongStateError):
            do(name, ladder="open", **asked)
    assert do("ladders").rows


# Organisers.

CHANGES: dict[str, dict[str, Any]] = {
    "ladder": {"state": "paused"},
    "bench": {"entry": "ferris"},
    "unbench": {"entry": "ferris"},
    "change-ladder": {"title": "mine"},
}
LOOKS: dict[str, dict[str, Any]] = {
    "entries": {},
    "entry-log": {"entry": "ferris"},
    "ladder-file": {},
}
ASKED = {"ladder": "mini", "classroom": "7b", "game": "crossfire", "options": {"preset": "mini"}}


def test_files_take_an_administrator_and_everything_else_an_organiser() -> None:
    commands = made(cast(Ladders, SimpleNamespace())).commands()
    scopes = {command.name: command.scope for command in commands}
    assert scopes.pop("load-ladders") == "admin"
    assert set(scopes.values()) == {"organise"}


def test_an_organiser_makes_a_ladder_for_his_class_within_limits() -> None:
    fake, do = given(make_ladder())
    wished = {"title": "Our ladder", "hosted": ["random"], "move_ms": 500, "talk": "all"}
    said = do("class-ladder", HILL, **ASKED, **wished)
    told, _, missing = said.message.partition("; nothing is played yet: ")
    assert told == "ladder mini is open to 7b"
    assert "0 play, and a table has 2 seats" in missing
    file = fake.ladders["mini"].file
    assert (file.classroom, file.title, file.hosted) == ("c_7b", "Our ladder", ("random",))
    assert (file.matches, file.clock.move_ms, file.max_entries) == (2, 500, 200)
    assert (file.compute, file.uploads) == (False, False)
    assert file.talk == "all"
    assert [row["ladder"] for row in do("ladders", HILL).rows] == ["mini"]
    assert len(do("ladders").rows) == 2


def test_a_ladder_of_a_class_has_bots_that_its_teacher_uploaded_by_name() -> None:
    fake, do = given(make_ladder())
    do("class-ladder", HILL, **ASKED, hosted=["hill_bot", "random"])
    ladder = fake.ladders["mini"]
    assert list(ladder.file.hosted) == ["hill_bot", "random"]
    for named in (["random"], ["hill_bot"]):
        do("change-ladder", HILL, ladder="mini", hosted=named)
        assert list(ladder.file.hosted) == named
    words = "hosted: hill_bot is no bot of this server .* there are heuristic, random"
    with pytest.raises(ConsoleError, match=words):  # it is not his
        do(
            "class-ladder",
            WOOD,
            **ASKED | {"ladder": "wood", "classroom": "5a"},
            hosted=["hill_bot"],
        )


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"game": "chess"}, "chess"),
        ({"options": {"preset": "huge"}}, "options.preset: expected"),
        ({"hosted": ["ferris"]}, "hosted: ferris is no bot of this server"),
        ({"hosted": ["pupil_bot"]}, "hosted: pupil_bot is no bot of this server"),
        ({"move_ms": 1_001}, "move_ms: expected at most 1000"),
        ({"ladder": "open"}, "there is a ladder of this name"),
    ],
)
def test_what_an_organiser_may_not_ask_for_is_refused_and_nothing_is_made(
    changed: dict[str, Any], words: str
) -> None:
    fake, do = given(make_ladder())
    with pytest.raises(ConsoleError, match=words):
        do("class-ladder", HILL, **ASKED | changed)
    assert list(fake.ladders) == ["open"]


def test_a_class_has_so_many_ladders_that_are_not_closed_and_all_classes_so_many_in_all() -> None:
    fake, do = given(make_ladder())
    do("class-ladder", HILL, **ASKED)
    with pytest.raises(
        ConsoleError, match="7b has 1 ladders, as many as it may: close one of mini"
    ):
        do("class-ladder", HILL, **ASKED | {"ladder": "second"})
    do("class-ladder", HILL, **ASKED | {"ladder": "of_7c", "classroom": "7c"})
    do("ladder", HILL, ladder="mini", state="closed")
    do("class-ladder", HILL, **ASKED | {"ladder": "second"})
    with pytest.raises(ConsoleError, match="3 ladders of classes, as many as may be"):
        do("class-ladder", WOOD, **ASKED | {"ladder": "of_5a", "classroom": "5a"})
    assert len(fake.ladders) == 4


def test_an_organiser_touches_nothing_but_the_ladders_of_his_classes() -> None:
    public = make_ladder()
    public.register(user("ann"), "ferris", "1", "bot", {})
    fake, do = given(public)
    do("class-ladder", WOOD, **ASKED | {"classroom": "5a"})
    with pytest.raises(UnknownError, match="no classes go by '5a'"):
        do("class-ladder", HILL, **ASKED | {"ladder": "x", "classroom": "5a"})
    for name, asked in (CHANGES | LOOKS).items():
        said = []
        for ladder in ("open", "mini", "none"):
            with pytest.raises(NotFoundError) as unknown:
                do(name, HILL, ladder=ladder, **asked)
            said.append(unknown.value.msg.replace(ladder, "none"))
        assert len(set(said)) == 1
    assert do("ladders", HILL).rows == []
    assert (public.state, fake.ladders["mini"].state) == (LadderState.OPEN, LadderState.OPEN)
    assert do("ladder", WOOD, ladder="mini", state="paused").message == "ladder mini is paused"


def test_the_server_itself_and_other_organisers_have_no_class() -> None:
    classless = make_ladder(classroom="c_gone")
    _, do = given(classless)
    nobody = Operator(None, SCOPES[Role.ORGANISER])
    for operator in (HILL, nobody):
        with pytest.raises(NotFoundError):
            do("ladder", operator, ladder="open", state="closed")
    assert classless.state is LadderState.OPEN


# What changes while it is played.


def fields(do: Any, by: Operator = HILL) -> dict[str, Any]:
    """What the ladder of a class is, as its teacher is told."""
    return {row["field"]: row["value"] for row in do("ladder-file", by, ladder="mini").rows}


def played() -> tuple[Ladder, FakeLadders, Any]:
    """The ladder of a class with one result."""
    fake, do = given(make_ladder())
    do("class-ladder", HILL, **ASKED, hosted=["random"])
    ladder = fake.ladders["mini"]
    ann, bob = enter_pupil(ladder, "ann"), enter_pupil(ladder, "bob")
    ladder.count(result(1, [ann, bob], [1, 2]))
    return ladder, fake, do


def enter_pupil(ladder: Ladder, name: str) -> str:
    return ladder.register(user(name), name, "1", "bot", {}).id


WISHES: dict[str, Any] = {
    "title": "Spring",
    "hosted": ["random", "heuristic"],
    "uploads": True,
    "copies": 2,
    "matches": 1,
    "per_hour": 200,
    "entry_per_hour": 30,
}


def test_a_teacher_changes_a_ladder_while_it_is_played_and_what_was_played_stays() -> None:
    ladder, _, do = played()
    before = fields(do)
    assert (before["title"], before["hosted"], before["per_hour"]) == ("", ["random"], 300)
    said = do("change-ladder", HILL, ladder="mini", **WISHES).message
    assert said.startswith(f"ladder mini has changed: {', '.join(WISHES)}")
    assert fields(do) == before | WISHES
    assert ladder.title == "Spring"
    assert len(ladder.results) == 1
    assert sorted(one.name for one in ladder.entries.values()) == ["ann", "bob"]
    assert do("change-ladder", HILL, ladder="mini", **WISHES).message == "ladder mini is so already"
    do("change-ladder", HILL, ladder="mini", hosted=[], uploads="off", title="")
    assert fields(do) == before | WISHES | {"title": "", "hosted": [], "uploads": False}
    do("change-ladder", ADMIN, ladder="mini", title="Autumn")
    assert fields(do)["title"] == "Autumn"


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"game": "catan"}, "game: expected crossfire: for another game, make another ladder"),
        ({"options": {}}, r'options: expected {"preset":"mini"}, as it was when the first match'),
        ({"move_ms": 900}, "move_ms: expected 5000, as it was when the first match began"),
        ({"talk": "off"}, 'talk: expected "people", as it was'),
        ({"hosted": ["ferris"]}, "hosted: ferris is no bot of this server"),
        ({"move_ms": 1_001}, "move_ms: expected at most 1000"),
        ({"matches": 3}, "matches: expected at most 2"),
        ({"per_hour": 301}, "per_hour: expected at most 300"),
        ({"entry_per_hour": 301}, "entry_per_hour: expected at most 300"),
        ({"season_days": 7}, "season_days: expected seasons carried or fresh beside it"),
        ({"title": "#7b"}, "title: String should match pattern"),
    ],
)
def test_a_change_that_is_refused_names_the_field_and_changes_nothing(
    changed: dict[str, Any], words: str
) -> None:
    ladder, _, do = played()
    file = ladder.file
    with pytest.raises(ConsoleError, match=words):
        do("change-ladder", HILL, ladder="mini", **{"title": "Spring", "copies": 2} | changed)
    assert ladder.file is file


@pytest.mark.parametrize("wrong", [{"copies": 5}, {"matches": 0}, {"season_days": -1}])
def test_values_that_no_ladder_has_are_refused(wrong: dict[str, Any]) -> None:
    _, _, do = played()
    with pytest.raises(ValidationError, match=next(iter(wrong))):
        do("change-ladder", HILL, ladder="mini", **wrong)


def test_what_results_mean_may_change_until_something_is_played() -> None:
    fake, do = given(make_ladder())
    do("class-ladder", HILL, **ASKED)
    ladder = fake.ladders["mini"]
    do(
        "change-ladder",
        HILL,
        ladder="mini",
        move_ms=900,
        talk="off",
        options={"preset": "standard"},
    )
    assert (ladder.file.clock.move_ms, ladder.file.talk) == (900, "off")
    assert ladder.settings[0].asked.options == {"preset": "standard"}
    with pytest.raises(ConsoleError, match="game: expected crossfire"):
        do("change-ladder", HILL, ladder="mini", game="catan", options={})
    with pytest.raises(ConsoleError, match=r"options\.preset"):
        do("change-ladder", HILL, ladder="mini", options={"preset": "none"})


def test_a_ladder_of_a_file_is_changed_there_and_a_closed_one_nowhere() -> None:
    _, do = given(make_ladder(classroom="c_7b"))
    with pytest.raises(ConsoleError, match=r"has a file, open\.toml: expected a change of that"):
        do("change-ladder", HILL, ladder="open", title="mine")
    do("ladder", HILL, ladder="open", state="closed")
    _, _, do = played()
    do("ladder", HILL, ladder="mini", state="closed")
    with pytest.raises(WrongStateError, match="closed for ever"):
        do("change-ladder", HILL, ladder="mini", title="mine")


def test_what_becomes_of_seasons_and_ratings_is_said_before() -> None:
    ladder, _, do = played()
    file = ladder.file

    def preview(**wanted: Any) -> str:
        asked = {"ladder": "mini", **wanted}
        said: str = do("change-ladder", HILL, **asked, preview=True).message
        return said

    assert preview(title="Spring") == ""
    said = preview(seasons="fresh", season_days=7)
    assert "season 1 is on from now, with the 1 result so far" in said
    assert "ratings begin anew with season 2" in said
    assert "season 1 ends at 1970-01-08" in said
    assert ladder.file is file  # so far nothing is done
    do("change-ladder", HILL, ladder="mini", seasons="fresh", season_days=7)
    assert (ladder.seasons.current.number, ladder.seasons.current.began_ms) == (1, 1_000)
    assert preview(seasons="carried").endswith("nor with any after it")
    assert preview(season_days=14) == "ladder mini; season 1 ends at 1970-01-15 00:00:01 UTC"
    assert "when its organiser says so" in preview(season_days=0)
    assert "season 1 ends no more" in preview(seasons="off")
    do("change-ladder", HILL, ladder="mini", season_days=0)
    assert ladder.seasons.ends_ms is None
    ladder.end_season()
    with pytest.raises(WrongStateError, match="season 1 of mini is about to end"):
        do("change-ladder", HILL, ladder="mini", seasons="off")


def test_a_season_that_is_made_shorter_than_it_was_ends_at_once() -> None:
    ladder, fake, do = played()
    do("change-ladder", HILL, ladder="mini", seasons="carried", season_days=7)
    fake.wall_ms = lambda: 3 * 86_400_000  # type: ignore[method-assign]
    said = do("change-ladder", HILL, ladder="mini", season_days=1).message
    assert "season 1 ends at once, and the next one begins" in said
    assert ladder.seasons.is_over
