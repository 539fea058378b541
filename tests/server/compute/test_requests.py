"""What each request does and why it is refused, served at once and without sockets."""

import statistics
from collections.abc import Iterator
from typing import Any

import pytest
from tests.server.compute.table import INLINE, Line, Table, text

from infoset_games.choices import write_legal
from infoset_games.core import CHANCE, OVER, State
from infoset_games.decision import Choice
from infoset_games.game import Game
from infoset_games.policies import RandomPolicy
from infoset_games.registry import make_game, register
from infoset_games.replay import state_hash
from infoset_games.rng import Rng
from infoset_games.rollout import play_out
from infoset_games.testing.toys import Ambush, Leduc
from infoset_protocol.errors import ProtocolError
from infoset_protocol.messages import read_server_message
from infoset_server.config import ComputeLimits

COLONIZERS = make_game("colonizers")


@pytest.fixture
def toys() -> Iterator[None]:
    with register("leduc", Leduc), register("ambush", Ambush):
        yield


def first_state(game: Game) -> State:
    """The first decision of a play."""
    state = game.start(game.deal(Rng("first", "deal")))
    chance = Rng("first", "chance")
    while state.mover() == CHANCE:
        state.move(state.sample_chance(chance))
    return state


@pytest.fixture
def table() -> Table:
    return seated()


def seated(game: Game = COLONIZERS, seat: int = 0, **changes: Any) -> Table:
    return Table(game, first_state(game), seat, **changes)


def worlds_of(table: Table, k: int = 1, **fields: Any) -> list[str]:
    return [world["w"] for world in table.ask("determinize", k=k, **fields)["worlds"]]


def bad_field(table: Table, kind: str, **fields: Any) -> str:
    """The path a `bad_option` names."""
    refusal = table.ask_or_refusal(kind, **fields)
    assert refusal["code"] == "bad_option"
    return str(refusal["data"]["path"])


# Worlds.


async def test_worlds_cost_their_price_and_say_how_long_they_live(table: Table) -> None:
    answer = table.ask("determinize", k=3)
    assert len({world["w"] for world in answer["worlds"]}) == 3
    assert answer["budget"] == {"used": 60, "left": 199_940, "left_game": 19_999_940}
    assert answer["ttl_ms"] == 30_000
    assert answer["ver"] == table.match.ver


async def test_equal_seeds_give_equal_worlds_under_new_names(table: Table) -> None:
    first, again = worlds_of(table, 5, seed=1), worlds_of(table, 5, seed=1)
    other, unseeded = worlds_of(table, 5, seed=2), worlds_of(table, 5)
    hashes = [
        [out["hash"] for out in table.ask("simulate", jobs=jobs(refs), want=["hash"])["results"]]
        for refs in (first, again, other, unseeded)
    ]
    assert set(first).isdisjoint(again)
    assert hashes[0] == hashes[1]
    assert hashes[0] != hashes[2] != hashes[3]


def jobs(refs: list[str], **fields: Any) -> list[dict[str, Any]]:
    return [{"w": ref, **fields} for ref in refs]


async def test_what_is_drawn_agrees_with_what_the_seat_sees(table: Table) -> None:
    answer = table.ask("simulate", jobs=jobs(worlds_of(table, 20)), want=["obs"], view=0)
    assert all(out["obs"] == table.match.observation(0) for out in answer["results"])


async def test_positions_are_exported_only_where_that_is_allowed() -> None:
    assert seated().ask_or_refusal("determinize", export=True)["code"] == "forbidden"
    table = seated(limits=INLINE.model_copy(update={"export": True}))
    answer = table.ask("determinize", k=2, export=True)
    assert [set(world) for world in answer["worlds"]] == [{"w", "state"}] * 2
    assert answer["worlds"][0]["state"]["seats"][0]["role"] == -1
    assert answer["budget"]["used"] == 2 * 20 * 10


# Walks.


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize("name", ["colonizers", "leduc", "ambush"])
async def test_a_walk_is_the_walk_of_a_local_engine(name: str) -> None:
    game = make_game(name)
    table = seated(game)
    ref = worlds_of(table, seed=3)[0]
    local = game.determinize(table.match.state.observe(0), Rng("3", "world").branch(0))
    choices = Rng("walk", name)
    for _ in range(60):
        if local.mover() == OVER:
            break
        acts, joint = [], {}
        for seat in local.to_act():
            index = int(choices.large_below(min(local.legal(seat).size, 1000)))
            acts.append({"seat": seat, "index": index})
            joint[seat] = local.legal(seat).item(index)
        out = table.ask("simulate", jobs=[{"w": ref, "acts": acts, "chance": "stop"}],
                        want=["hash", "legal", "obs", "returns"])["results"][0]  # fmt: skip
        local.apply(joint)
        ref = out["w"]
        if local.mover() == CHANCE:
            assert out["status"] == "chance"
            return  # what chance draws is checked below
        assert out["status"] == ("over" if local.mover() == OVER else "ok")
        assert out["hash"] == state_hash(local)
        assert out["to_act"] == list(local.to_act())
        if local.mover() != OVER:
            viewer = 0 if 0 in local.to_act() else local.to_act()[0]
            assert out["legal"] == write_legal(game, local, viewer)
            assert out["obs"] == game.write_observation(local.observe(viewer))


async def test_a_walk_in_one_job_ends_where_single_steps_end(table: Table) -> None:
    start = worlds_of(table, seed=1)[0]
    acts = [{"index": 0}] * 10
    whole = table.ask("simulate", jobs=jobs([start], acts=acts), want=["hash"])["results"][0]
    ref = start
    hashes = []
    for act in acts:
        step = table.ask("simulate", jobs=jobs([ref], acts=[act]), want=["hash"])["results"][0]
        ref = step["w"]
        hashes.append(step["hash"])
    assert hashes[-1] == whole["hash"]
    assert whole["applied"] == 10


async def test_a_world_stays_as_it_is(table: Table) -> None:
    ref = worlds_of(table)[0]
    before = table.ask("simulate", jobs=jobs([ref]), want=["hash"])["results"][0]["hash"]
    table.ask("simulate", jobs=jobs([ref] * 3, acts=[{"index": 0}, {"index": 1}]))
    assert table.ask("simulate", jobs=jobs([ref]), want=["hash"])["results"][0]["hash"] == before


async def test_every_job_has_a_status_of_its_own(table: Table) -> None:
    good, other = worlds_of(table, 2)
    batch = [
        {"w": good, "acts": [{"index": 0}]},
        {"w": "w_nobodys", "acts": [{"index": 0}]},
        {"w": other, "acts": [{"index": 1}, {"index": 99}]},
        {"w": other, "acts": [{"action": ["fly"]}]},
        {"w": other, "acts": [{"seat": 3, "index": 0}]},
        {"w": good, "acts": [], "keep": False},
    ]
    answer = table.ask("simulate", jobs=batch)
    told = [(out["status"], out["applied"], "w" in out) for out in answer["results"]]
    assert told == [
        ("ok", 1, True),
        ("gone", 0, False),
        ("illegal", 1, False),
        ("illegal", 0, False),
        ("illegal", 0, False),
        ("ok", 0, False),
    ]
    assert answer["budget"]["used"] == 2
    read_server_message(answer)


async def test_the_end_of_a_play_tells_its_returns(table: Table) -> None:
    out: dict[str, Any] = {"status": "ok", "w": worlds_of(table)[0]}
    while out["status"] == "ok":
        long = jobs([out["w"]], acts=[{"index": 0}] * 50)
        out = table.ask("simulate", jobs=long, want=["returns"])["results"][0]
    assert out["status"] == "over"
    assert len(out["returns"]) == 4
    assert out["to_act"] == []
    after = table.ask("simulate", jobs=jobs([out["w"]], acts=[{"index": 0}]))["results"][0]
    assert (after["status"], after["applied"]) == ("over", 0)


@pytest.mark.usefixtures("toys")
async def test_chance_is_drawn_or_waited_for() -> None:
    table = seated(make_game("leduc"))
    world = worlds_of(table, seed=1)[0]
    round_one = [{"index": 0}] * 2
    stopped = table.ask("simulate", jobs=jobs([world], acts=round_one, chance="stop"))["results"][0]
    assert stopped["status"] == "chance"
    assert stopped["to_act"] == []
    sampled = [
        table.ask("simulate", jobs=jobs([stopped["w"]] * 8), want=["hash"], seed=seed)["results"]
        for seed in (1, 1, 2)
    ]
    hashes = [[out["hash"] for out in results] for results in sampled]
    assert hashes[0] == hashes[1]
    assert len(set(hashes[0] + hashes[2])) > 1
    assert all(out["to_act"] for out in sampled[0])


@pytest.mark.usefixtures("toys")
async def test_a_walk_that_stops_tells_the_odds_and_takes_the_outcome_it_is_given() -> None:
    table = seated(make_game("leduc"))
    world = worlds_of(table, seed=1)[0]
    stopped = walk(table, world, acts=[{"index": 0}] * 2, chance="stop")
    assert (stopped["status"], stopped["n"], len(stopped["outcomes"])) == ("chance", 4, 4)
    assert {share for _, share in stopped["outcomes"]} == {0.25}
    cards = [outcome for outcome, _ in stopped["outcomes"]]
    ends = [walk(table, stopped["w"], acts=[{"action": card}], chance="stop") for card in cards]
    assert {(end["status"], end["applied"], len(end["to_act"])) for end in ends} == {("ok", 1, 1)}
    assert [end["obs"]["open"] for end in ends] == [card for _, card in cards]
    through = [{"index": 0}, {"index": 0}, {"action": cards[2]}, {"index": 0}]
    whole = walk(table, world, acts=through, chance="stop")
    assert (whole["status"], whole["applied"], whole["obs"]["open"]) == ("ok", 4, cards[2][1])


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize(
    "act",
    [{"index": 0}, {"action": ["check"]}, {"action": ["card", 99]}, {"seat": 0, "index": 0}],
)
async def test_what_is_no_outcome_is_left_for_later(act: dict[str, Any]) -> None:
    table = seated(make_game("leduc"))
    acts = [{"index": 0}, {"index": 0}, act]
    stopped = walk(table, worlds_of(table)[0], acts=acts, chance="stop")
    assert (stopped["status"], stopped["applied"]) == ("chance", 2)


@pytest.mark.usefixtures("toys")
async def test_odds_are_told_with_legal_actions_only() -> None:
    table = seated(make_game("leduc"))
    job = {"w": worlds_of(table)[0], "acts": [{"index": 0}] * 2, "chance": "stop"}
    out = table.ask("simulate", jobs=[job], want=["hash"])["results"][0]
    assert out["n"] == 4
    assert "outcomes" not in out


def walk(table: Table, world: str, **fields: Any) -> dict[str, Any]:
    """The end of one walk, seen by the seat itself."""
    answer = table.ask("simulate", jobs=[{"w": world, **fields}], want=["legal", "obs"], view=0)
    read_server_message(answer)
    out: dict[str, Any] = answer["results"][0]
    return out


def before_a_shuffle(table: Table) -> str:
    """A world in which the next round of Colonizers is about to be shuffled."""
    out: dict[str, Any] = {"status": "ok", "w": worlds_of(table, seed=1)[0]}
    while out["status"] == "ok":
        out = walk(table, out["w"], acts=[{"index": 0}], chance="stop")
    assert out["status"] == "chance"
    return str(out["w"])


async def test_as_many_odds_are_told_as_fit_into_an_answer() -> None:
    table = seated()
    shuffle = before_a_shuffle(table)
    everything = walk(table, shuffle, chance="stop")
    assert (everything["n"], len(everything["outcomes"])) == (720, 720)
    narrow = seated(max_frame=8192)
    cut = walk(narrow, before_a_shuffle(narrow), chance="stop")
    assert cut["n"] == 720
    assert 40 < len(cut["outcomes"]) < 200
    assert cut["outcomes"] == everything["outcomes"][: len(cut["outcomes"])]
    assert len(text({"type": "sims", "results": [cut]})) < 8192
    crowd = jobs([shuffle] * 100, chance="stop")
    outs = table.ask("simulate", jobs=crowd)
    assert len(text(outs)) < 1 << 20
    assert {len(out["outcomes"]) for out in outs["results"]} == {
        len(outs["results"][0]["outcomes"])
    }


@pytest.mark.usefixtures("toys")
async def test_seats_left_out_of_a_simultaneous_round_are_played_by_a_policy() -> None:
    table = seated(make_game("ambush"))
    world = worlds_of(table, seed=1)[0]
    alone: list[dict[str, Any]] = [{"seat": 1, "picks": [0, 0]}]
    outs = table.ask("simulate", jobs=jobs([world] * 12, acts=alone), want=["hash"])["results"]
    assert {out["status"] for out in outs} == {"ok"}
    assert len({out["hash"] for out in outs}) > 1
    both = [*alone, {"seat": 0, "picks": [1, 1]}]
    outs = table.ask("simulate", jobs=jobs([world] * 12, acts=both), want=["hash"])["results"]
    assert len({out["hash"] for out in outs}) == 1
    assert {out["applied"] for out in outs} == {2}
    mine = table.ask("simulate", jobs=jobs([world], acts=[{"picks": [1, 1]}]))["results"][0]
    assert mine["status"] == "ok"


async def test_events_are_told_as_the_seat_would_see_them(table: Table) -> None:
    ref = worlds_of(table)[0]
    acts = [{"index": 0}] * 6
    views = [
        table.ask("simulate", jobs=jobs([ref], acts=acts), want=["events"], view=view)["results"][0]
        for view in (0, 1)
    ]
    assert [event["e"] for event in views[0]["events"]] == [e["e"] for e in views[1]["events"]]
    assert views[0]["events"] != views[1]["events"]


# Playouts.


async def test_a_row_for_every_first_action(table: Table) -> None:
    answer = table.ask("rollout", k=3, first="all", n=2, horizon=5)
    assert answer["status"] == "done"
    assert [row["first"] for row in answer["rows"]] == [{"index": index} for index in range(5)]
    for row in answer["rows"]:
        assert (row["n"], row["moves"]) == (6, 5)
        assert abs(sum(row["mean"])) < 1e-5
    assert answer["budget"]["used"] == 3 * 20 + 5 * 6 * 5
    read_server_message(answer)


async def test_playouts_without_a_first_action_make_one_row(table: Table) -> None:
    (row,) = table.ask("rollout", k=2, n=3, horizon=0)["rows"]
    assert (row["n"], row["moves"]) == (6, 0)
    assert "first" not in row


async def test_equal_seeds_give_equal_playouts(table: Table) -> None:
    answers = [table.ask("rollout", k=3, first="all", horizon=9, seed=seed) for seed in (4, 4, 5)]
    assert answers[0]["rows"] == answers[1]["rows"] != answers[2]["rows"]


async def test_playouts_from_worlds_are_those_from_fresh_ones_of_the_same_seed(
    table: Table,
) -> None:
    fresh = table.ask("rollout", k=4, horizon=9, seed=6)
    given = table.ask("rollout", worlds=worlds_of(table, 4, seed=6), horizon=9, seed=6)
    assert fresh["rows"] == given["rows"]
    assert fresh["budget"]["used"] == given["budget"]["used"] + 4 * 20


async def test_a_row_tells_mean_deviation_and_wins_of_its_playouts(table: Table) -> None:
    (row,) = table.ask("rollout", k=9, seed=5)["rows"]
    seen = COLONIZERS.read_observation(table.match.observation(0))
    results, plies = [], 0
    for number in range(9):
        state = COLONIZERS.determinize(seen, Rng("5", "world").branch(number))
        rng = Rng("5", "play").branch(number)
        plies += play_out(state, [RandomPolicy()] * 4, rng)
        results.append(state.result())
    for seat in range(4):
        returns = [result.returns[seat] for result in results if result is not None]
        assert row["mean"][seat] == pytest.approx(statistics.fmean(returns), abs=1e-5)
        assert row["sd"][seat] == pytest.approx(statistics.pstdev(returns), abs=1e-5)
        wins = sum(result.places[seat] == 1 for result in results if result is not None)
        assert row["win"][seat] == pytest.approx(wins / 9, abs=1e-6)
    assert (row["n"], row["moves"]) == (9, round(plies / 9, 2))


async def test_an_action_that_is_not_legal_in_a_world_is_left_out_there(table: Table) -> None:
    first = [{"index": 0}, {"index": 77}]
    rows = table.ask("rollout", k=2, first=first, horizon=2)["rows"]
    assert [row["first"] for row in rows] == [{"index": 0}]


async def test_seats_may_have_different_policies(table: Table) -> None:
    mixed = ["heuristic", "random", "random", "random"]
    rows = table.ask("rollout", k=8, n=4, policies=mixed, seed=1, horizon=40)["rows"]
    assert rows != table.ask("rollout", k=8, n=4, seed=1, horizon=40)["rows"]


# What is refused.


async def test_an_unknown_policy_is_named_with_those_that_are_known(table: Table) -> None:
    refusal = table.ask_or_refusal("rollout", policy="clever")
    assert refusal["code"] == "bad_policy"
    assert "heuristic" in refusal["data"]["known"]
    job = {"w": worlds_of(table)[0], "fill": "clever"}
    assert table.ask_or_refusal("simulate", jobs=[job])["code"] == "bad_policy"


async def test_a_world_that_is_gone_is_named(table: Table) -> None:
    refusal = table.ask_or_refusal("rollout", worlds=[worlds_of(table)[0], "w_nobodys"])
    assert (refusal["code"], refusal["data"]) == ("world_gone", {"w": "w_nobodys"})


async def test_handles_of_another_session_are_gone() -> None:
    table = seated()
    ref = worlds_of(table)[0]
    line = Line()
    line.session_id = "s_2"
    table.line, table.client = line, table.sit(line)
    assert table.ask("simulate", jobs=jobs([ref]))["results"] == [{"status": "gone", "applied": 0}]


async def test_handles_of_another_seat_are_gone(table: Table) -> None:
    ref = worlds_of(table)[0]
    other = Line()
    table.seat = 1
    table.line, table.client = other, table.sit(other)
    assert table.ask("simulate", jobs=jobs([ref]))["results"][0]["status"] == "gone"
    assert table.ask_or_refusal("rollout", worlds=[ref])["code"] == "world_gone"


async def test_released_handles_are_gone(table: Table) -> None:
    first, second = worlds_of(table, 2)
    assert table.ask("release", worlds=[first])["type"] == "ok"
    outs = table.ask("simulate", jobs=jobs([first, second]))["results"]
    assert [out["status"] for out in outs] == ["gone", "ok"]
    table.ask("release")
    assert table.ask("simulate", jobs=jobs([second]))["results"][0]["status"] == "gone"


async def test_what_surely_costs_too_much_is_refused_before_it_starts() -> None:
    table = seated(limits=INLINE.model_copy(update={"per_decision": 100}))
    refusal = table.ask_or_refusal("determinize", k=6)
    assert refusal["code"] == "budget_exhausted"
    assert refusal["data"] == {"left": 100, "need": 120, "left_game": 20_000_000}
    assert refusal["msg"] == "needs 120 units; a decision has 100: ask for less"
    ref = worlds_of(table)[0]
    refusal = table.ask_or_refusal("simulate", jobs=jobs([ref], acts=[{"index": 0}] * 81))
    assert refusal["data"] == {"left": 80, "need": 81, "left_game": 19_999_980}
    assert refusal["msg"] == (
        "needs 81 units; 80 are left until your seat's next decision is closed; then there are 100 again"
    )
    assert table.ask("determinize")["budget"]["left"] == 60


async def test_a_refusal_says_whether_the_units_of_the_match_are_spent() -> None:
    table = seated(limits=INLINE.model_copy(update={"per_decision": 100, "per_game": 150}))
    worlds_of(table, 4)
    refusal = table.ask_or_refusal("determinize", k=2)
    assert refusal["data"] == {"left": 20, "need": 40, "left_game": 70}
    assert refusal["msg"].endswith(
        "until your seat's next decision is closed; then there are 70 again"
    )
    refusal = table.ask_or_refusal("determinize", k=4)
    assert refusal["data"] == {"left": 20, "need": 80, "left_game": 70}
    assert refusal["msg"] == (
        "needs 80 units; 70 are left for the whole match, and no more will come"
    )


async def test_playouts_stop_when_the_budget_does() -> None:
    table = seated(limits=INLINE.model_copy(update={"per_decision": 100}))
    answer = table.ask("rollout", k=1, n=20, horizon=30)
    assert answer["status"] == "budget"
    assert answer["rows"][0]["n"] == 2
    assert answer["budget"] == {"used": 100, "left": 0, "left_game": 19_999_900}
    assert table.ask_or_refusal("rollout")["code"] == "budget_exhausted"


@pytest.mark.usefixtures("toys")
async def test_a_walk_stops_when_chance_has_used_the_budget_up() -> None:
    table = seated(make_game("leduc"), limits=INLINE.model_copy(update={"per_decision": 22}))
    ref = worlds_of(table)[0]
    results = table.ask("simulate", jobs=jobs([ref] * 2, acts=[{"index": 0}]))["results"]
    assert [out["status"] for out in results] == ["ok", "ok"]
    assert table.ask_or_refusal("simulate", jobs=jobs([ref], acts=[{"index": 0}]))["code"] == (
        "budget_exhausted"
    )


async def test_a_new_decision_brings_a_new_budget_and_starts_the_end_of_old_worlds() -> None:
    table = seated(limits=INLINE.model_copy(update={"per_decision": 100, "ttl_ms": 0}))
    ref = worlds_of(table, 5)[0]
    assert table.ask_or_refusal("determinize")["code"] == "budget_exhausted"
    table.match.submit(0, 1, Choice(index=0), 0)
    table.service.moved(table.live)
    assert table.ask("determinize")["budget"] == {"used": 20, "left": 80, "left_game": 19_999_880}
    assert table.ask("simulate", jobs=jobs([ref]))["results"][0]["status"] == "gone"


async def test_thinking_ahead_is_allowed_but_has_no_first_action() -> None:
    table = seated(seat=2)
    assert table.ask("rollout", k=2, horizon=3)["status"] == "done"
    assert table.ask_or_refusal("rollout", first="all")["code"] == "wrong_state"
    assert table.ask_or_refusal("rollout", decision=1)["code"] == "stale_decision"


async def test_a_request_for_a_closed_decision_is_refused(table: Table) -> None:
    refusal = table.ask_or_refusal("determinize", decision=7)
    assert (refusal["code"], refusal["data"]) == ("stale_decision", {"open": [1]})
    assert table.ask("determinize", decision=1)["type"] == "worlds"


async def test_a_batch_whose_answer_might_not_fit_is_refused() -> None:
    table = seated(max_frame=8192)
    ref = worlds_of(table)[0]
    assert bad_field(table, "simulate", jobs=jobs([ref] * 4)) == "jobs"
    assert bad_field(table, "determinize", k=200) == "k"
    assert table.ask("simulate", jobs=jobs([ref] * 3))["type"] == "sims"
    narrow = seated(max_frame=1024)
    assert bad_field(narrow, "rollout", first="all", horizon=1) == "first"


async def test_absurd_numbers_are_refused_with_their_field(table: Table) -> None:
    assert bad_field(table, "determinize", k=257) == "k"
    assert bad_field(table, "rollout", k=1000) == "k"
    assert bad_field(table, "simulate", jobs=jobs(["w_1"]), view=9) == "view"
    acts = [{"seat": 8, "index": 0}]
    assert bad_field(table, "simulate", jobs=jobs(["w_1"], acts=acts)) == "jobs.0.acts.0.seat"
    assert bad_field(table, "rollout", first=[{"seat": 4, "index": 0}]) == "first.0.seat"
    assert bad_field(table, "rollout", policies=["random"]) == "policies"


async def test_an_answer_that_nobody_wants_is_not_worked_out(table: Table) -> None:
    table.put("determinize", id=None)
    assert table.line.got == []


ACT = {"index": 0}


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        ("determinize", "k", 0),
        ("determinize", "k", 10**12),
        ("determinize", "seed", -1),
        ("simulate", "jobs", []),
        ("simulate", "jobs", [{"w": "w_1"}] * 257),
        ("simulate", "jobs.0.acts", [{"w": "w_1", "acts": [ACT] * 1025}]),
        ("simulate", "jobs.0.acts.0.index", [{"w": "w_1", "acts": [{"index": 1 << 60}]}]),
        ("rollout", "n", 4097),
        ("rollout", "k", 1.5),
        ("rollout", "first", []),
        ("rollout", "first", [ACT] * 1025),
        ("rollout", "worlds", ["w_1"] * 1025),
        ("rollout", "horizon", -1),
        ("rollout", "max_ms", 1 << 60),
        ("rollout", "policies", ["random"] * 17),
        ("release", "worlds", ["w_1"] * 1025),
    ],
)
async def test_absurd_sizes_are_refused_before_anybody_looks_at_them(
    table: Table, kind: str, field: str, value: Any
) -> None:
    with pytest.raises(ProtocolError) as refusal:
        table.put(kind, **{field.partition(".")[0]: value})
    assert refusal.value.code == "bad_message"
    assert (refusal.value.data or {})["path"] == field
    assert table.ask("determinize")["budget"]["used"] == 20


async def test_the_largest_numbers_that_are_allowed_end_with_the_budget() -> None:
    table = seated(limits=INLINE.model_copy(update={"per_decision": 3000}))
    most = {"k": 100, "n": 4096, "first": "all", "horizon": (1 << 53) - 1}
    answer = table.ask("rollout", **most)
    assert (answer["status"], answer["budget"]["left"]) == ("budget", 0)


async def test_compute_is_a_matter_of_the_room_the_feature_and_the_seat(table: Table) -> None:
    table.live.settings.compute = False
    assert table.ask_or_refusal("determinize")["code"] == "compute_off"
    table.live.settings.compute = True
    table.line.features = frozenset()
    assert table.ask_or_refusal("determinize")["code"] == "unsupported"
    table.line.features = frozenset({"compute"})
    table.client.seats.clear()
    assert table.ask_or_refusal("determinize")["code"] == "not_your_seat"


async def test_cancel_of_nothing_is_fine(table: Table) -> None:
    assert table.ask("cancel", target=12345)["type"] == "ok"


async def test_a_kept_world_may_only_be_so_deep() -> None:
    table = seated(limits=ComputeLimits(max_depth=5))
    ref = worlds_of(table)[0]
    outs = [
        table.ask("simulate", jobs=jobs([ref], acts=[{"index": 0}] * length))["results"][0]
        for length in (5, 6)
    ]
    assert ["w" in out for out in outs] == [True, False]
