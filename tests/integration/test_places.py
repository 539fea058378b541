"""More matches of uploaded bots than the machine has places for programs: those that can wait do, and nobody loses a seat."""

import asyncio
from pathlib import Path
from typing import Any, Final

from tests.integration.harness import Server, play_on
from tests.integration.test_ladder import life
from tests.integration.test_uploads import play, sit_with
from tests.integration.uploads import account, bot, open_hosting, upload
from tests.server.contests.tournaments.files import tournament_file

from infoset_server.app.features.ladders import LadderFeature
from infoset_server.app.features.tournaments import TournamentFeature
from infoset_server.app.features.uploads import UploadFeature
from infoset_server.contests.ladder.ladder import Ladder, LadderState
from infoset_server.contests.ladder.results import RawResult
from infoset_server.matches.report import MatchReport
from infoset_server.uploads.versions import VersionState

FEW: Final = {"hosted__run__max_running": 4, "hosted__run__max_processes": 2}
HURRIED: Final = {**FEW, "hosted__check_move_ms": 2_000}
HOUSE_BOTS: Final = ("first", "babble")
LADDER: Final = """
game = "crossfire"
options = {preset = "mini"}
open_to = []
hosted = "all"
matches = 6
refit_s = 0.01
clock = {kind = "per_move", move_ms = 5000, first_ms = 5000}
max_timeouts = 1
pairing = {parallel = 1, own = true}
pace = {per_hour = 1000000, entry_per_hour = 1000000, settled_per_hour = 1000000}
"""


def of_uploads(ladder: Ladder) -> list[RawResult]:
    """Results of matches in which an uploaded bot played. House bots play some before the ladder is paused."""
    house = {entry.id for entry in ladder.entries.values() if entry.bot in HOUSE_BOTS}
    return [one for one in ladder.results if not house.issuperset(one.entries)]


async def test_a_check_waits_until_its_programs_can_run(serve: Any) -> None:
    server: Server = await serve(**HURRIED)
    await open_hosting(server)
    hosted = server.app.feature(UploadFeature).hosted
    olga = account(server)
    names = ("ferris", "gull", "hawk", "ibis")
    for name in names:
        assert (await upload(server, olga, play(name))).state is VersionState.READY
    tables = [await sit_with(server, f"{name}@1") for name in names]
    otto = account(server, "otto")
    title = await hosted.upload(otto, play("jay"))
    [jay] = hosted.bots_of(otto)
    waiting = asyncio.create_task(hosted.wait(title))
    await server.until(lambda: jay.find(1).state is VersionState.CHECKING)
    for ann, match_id in tables[:2]:
        assert not waiting.done()
        assert (await play_on(ann, match_id))["reason"] == "finished"
    version = await waiting
    assert version.state is VersionState.READY, version.words


async def test_one_that_thinks_for_ever_does_not_keep_others_waiting(serve: Any) -> None:
    server: Server = await serve(hosted__check_move_ms=3_600_000)
    await open_hosting(server)
    hosted = server.app.feature(UploadFeature).hosted
    olga = account(server)
    for about in ("one", "two"):  # the second version waits for the first
        await hosted.upload(olga, bot("slow", "table_bot.py", "hang", about=about))
    [slow] = hosted.bots_of(olga)
    await server.until(lambda: slow.find(1).state is VersionState.CHECKING)
    version = await upload(server, account(server, "otto"), play("gull"))
    assert version.state is VersionState.READY, version.words
    assert slow.find(1).state is VersionState.CHECKING


async def test_a_ladder_begins_no_match_whose_programs_have_no_place(tmp_path: Path) -> None:
    async with life(tmp_path, LADDER, **FEW) as server:
        await open_hosting(server)
        ladder = server.app.feature(LadderFeature).ladders.ladders["open"]
        ladder.set_state(LadderState.PAUSED)
        owners = [account(server, name) for name in ("olga", "otto", "oona")]
        for number in range(9):
            await upload(server, owners[number % 3], play(f"bot{number}"))
        most = 0

        def have_played() -> bool:
            nonlocal most
            processes = [one for one in server.app.hosting.processes if one.entry.is_uploaded]
            most = max(most, sum(bool(one.matches) for one in processes))
            return len(of_uploads(ladder)) >= 12

        await server.until(lambda: len(ladder.entries) == 9 + len(HOUSE_BOTS))
        ladder.set_state(LadderState.OPEN)
        await server.until(have_played)
        assert 2 <= most <= FEW["hosted__run__max_running"]
        assert [one.faults for one in ladder.results if any(one.faults)] == []


async def test_a_tournament_and_a_ladder_share_the_places(tmp_path: Path) -> None:
    async with life(tmp_path, LADDER, **FEW) as server:
        await open_hosting(server)
        ladder = server.app.feature(LadderFeature).ladders.ladders["open"]
        ladder.set_state(LadderState.PAUSED)
        owners = [account(server, name) for name in ("olga", "otto")]
        for number in range(6):
            await upload(server, owners[number % 2], play(f"bot{number}"))
        tournaments = server.app.feature(TournamentFeature).tournaments
        entrants = "".join(f'\n[[entrant]]\nbot = "bot{number}@1"' for number in range(6))
        rules = ("tables = 3", "max_timeouts = 1", 'on_timeout = "forfeit"')
        text = tournament_file("round_robin", *rules, bots=()) + entrants
        cup = tournaments.create(text, None, lambda user: True)
        reports: list[MatchReport] = []
        most = 0

        def note(report: MatchReport) -> None:
            if tournaments.director(cup.id).plays(report.match_id):
                reports.append(report)

        def are_over() -> bool:
            nonlocal most
            processes = [one for one in server.app.hosting.processes if one.entry.is_uploaded]
            most = max(most, sum(bool(one.matches) for one in processes))
            return cup.state == "over" and len(of_uploads(ladder)) >= 8

        server.app.play.on_over.insert(0, lambda room, report: note(report))
        await server.until(lambda: len(ladder.entries) == 6 + len(HOUSE_BOTS))
        ladder.set_state(LadderState.OPEN)
        cup.start(tournaments.now_ms())
        tournaments.director(cup.id).changed()
        await server.until(are_over)
        assert 2 <= most <= FEW["hosted__run__max_running"]
        outcomes = [report.outcome for report in reports]
        assert [one.reason for one in outcomes if one is not None] == ["finished"] * 15
        assert [one.faults for one in ladder.results if any(one.faults)] == []
