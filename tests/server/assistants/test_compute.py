"""Thinking of assistants: at the expense of their seat, with worlds of their own."""

from pathlib import Path
from typing import Any

from tests.server.assistants.seats import AssistedTable, open_table
from tests.server.compute.table import SureOfItself

from infoset_server.app.features.compute import ComputeFeature

THINK = ("view", "compute")


async def thinking_table(folder: Path) -> tuple[AssistedTable, int]:
    """Colonizers, where seat 0 is asked; all work is done at once."""
    table = await open_table(
        folder, "colonizers", compute__inline_us=10_000, compute__units_per_s=1 << 40
    )
    table.app.feature(ComputeFeature).compute.gauge = SureOfItself()
    return table, table.assist(*THINK, features=["compute"])


def spend(table: AssistedTable, who: int, **fields: Any) -> dict[str, Any]:
    answer = table.ok(who, "determinize", match_id=table.match_id, k=5, **fields)
    return dict(answer["budget"])


async def test_assistants_spend_the_budget_of_their_seat(tmp_path: Path) -> None:
    table, helper = await thinking_table(tmp_path)
    second = table.assist(*THINK, name="second", features=["compute"])
    left = [spend(table, who)["left"] for who in (0, helper, second, helper, 0)]
    assert left == [left[0] - 100 * number for number in range(5)]
    await table.close()


async def test_coming_back_does_not_fill_the_budget(tmp_path: Path) -> None:
    table, helper = await thinking_table(tmp_path)
    before = spend(table, helper)["left"]
    table.ok(0, "assist_revoke")
    again = table.assist(*THINK, features=["compute"])
    assert spend(table, again)["left"] == before - 100
    await table.close()


async def test_an_assistant_has_worlds_of_its_own_and_other_ones(tmp_path: Path) -> None:
    table, helper = await thinking_table(tmp_path)
    at = {"match_id": table.match_id}
    own = table.ok(0, "determinize", **at, k=2)["worlds"]
    other = table.ok(helper, "determinize", **at, k=2)["worlds"]
    assert not {world["w"] for world in own} & {world["w"] for world in other}
    jobs = [{"w": own[0]["w"], "acts": []}]
    walked = table.ok(helper, "simulate", **at, jobs=jobs)["results"]
    assert walked[0]["status"] == "gone"
    assert table.ok(0, "simulate", **at, jobs=jobs)["results"][0]["status"] == "ok"
    table.ok(helper, "release", **at)
    assert table.ok(0, "simulate", **at, jobs=jobs)["results"][0]["status"] == "ok"
    await table.close()


async def test_thinking_needs_the_right_and_ends_with_it(tmp_path: Path) -> None:
    table = await open_table(tmp_path, "colonizers")
    helper = table.assist("view", "draw", features=["compute"])
    refusal = table.ask(helper, "determinize", match_id=table.match_id)
    assert (refusal["code"], refusal["data"]) == ("right_missing", {"right": "compute"})
    table.ok(0, "assist_revoke")
    assert table.code(helper, "determinize", match_id=table.match_id) == "not_your_seat"
    await table.close()
