"""The bots of Catan as bots: from a turn to an answer, their parameters, and how the arena names them."""

import inspect
import json
import random
import re
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest
from tests.bots.catan.positions import GAME, PAIR, asked, main_phases, met
from tests.bots.search.searches import make_turn

from infoset.bot import Bot
from infoset.errors import BotLoadError, CommandError
from infoset.turn import Match, MatchResult
from infoset_bots.catan.deciding import Alone, answer
from infoset_bots.catan.maxn_bot import ScoreMaxnBot
from infoset_bots.catan.mini_mid_max_bot import MiniMidMaxBot
from infoset_bots.catan.minimax_bot import MinimaxBot
from infoset_bots.catan.modifiers import MODIFIERS, modified
from infoset_bots.catan.random_bot import RandomByKindBot
from infoset_bots.catan.settings import Settings
from infoset_bots.catan.weights import LEGACY, PRESETS, STRONG, TEXT
from infoset_bots.lab.arena.players import ClassPlayer, find_player, known_bots
from infoset_bots.policy_bot import PolicyBot
from infoset_bots.search.simulator import SEED_BITS
from infoset_games.catan.policies import random_player

QUICK: dict[str, Callable[[], Bot]] = {
    "minimax": lambda: MinimaxBot(worlds=1, depth=1),
    "mini_mid_max": lambda: MiniMidMaxBot(worlds=1, depth=1, moves=1),
    "maxn_scores": lambda: ScoreMaxnBot(worlds=1, depth=1),
    "random_by_kind": RandomByKindBot,
}
each_bot = pytest.mark.parametrize("make", QUICK.values(), ids=QUICK.keys())


def seeded(bot: Bot, seed: int = 1) -> Bot:
    bot.rng = random.Random(seed)
    return bot


@each_bot
def test_the_bots_answer_every_kind_of_decision(make: Callable[[], Bot]) -> None:
    bot = seeded(make())
    for game in (GAME, PAIR):
        for state, seat in islice(met(game, "asked"), 0, 600, 25):
            turn = make_turn(game, state, seat)
            assert turn.read_answer(bot.decide(turn)).index is not None


@each_bot
def test_bots_with_equal_generators_decide_alike(make: Callable[[], Bot]) -> None:
    one, other = seeded(make(), 5), seeded(make(), 5)
    for state in main_phases("equal", 4):
        turn = make_turn(GAME, state, int(state.turn))
        assert one.decide(turn) == other.decide(turn)


def test_the_minimax_bot_decides_what_its_search_finds() -> None:
    state = main_phases("finds", 5)[4]
    seat = int(state.turn)
    bot = seeded(MinimaxBot(worlds=3, moves=1, depth=1, weights="text", modifiers="favour_ore"), 3)
    seed = random.Random(3).getrandbits(SEED_BITS)
    weights = modified(TEXT, ["favour_ore"])
    inquiry = asked(state, seat, weights, Settings(depth=1, moves=1), seed)
    assert bot.decide(make_turn(GAME, state, seat)) == answer(inquiry, 3, Alone()).index


def test_parameters_become_settings_and_weights() -> None:
    bot = MinimaxBot(
        depth=2, epsilon=1, wishful=True, weights="legacy", modifiers="early_expansion+ignore_ports"
    )
    assert (bot.settings.depth, bot.settings.epsilon, bot.settings.wishful) == (2, 1, True)
    assert bot.weights == modified(LEGACY, ["early_expansion", "ignore_ports"])
    assert (bot.settings.malice, MinimaxBot().weights) == (1.0, STRONG)
    assert MiniMidMaxBot(malice=0.25).settings.malice == 0.25
    assert MiniMidMaxBot().settings.malice == 0.5


def test_the_tuner_is_told_the_usual_weights(tmp_path: Path) -> None:
    """As it takes them: what it leaves out of its file, because it is 0, stays as it was."""
    path = tmp_path / "tuned.json"
    path.write_text(json.dumps({name: w for name, w in MinimaxBot.usual_weights().items() if w}))
    assert MinimaxBot(weights=str(path)).weights == MinimaxBot().weights == STRONG


def test_the_process_crew_lives_as_long_as_the_match() -> None:
    """The bot decides the same with it; on_over ends it."""
    state = main_phases("crew", 3)[2]
    turn = make_turn(GAME, state, int(state.turn))
    match = Match("m_1", GAME.name, GAME.rules, 0, engine=GAME)
    alone, shared = seeded(MinimaxBot(depth=1)), seeded(MinimaxBot(depth=1, processes=2))
    shared.on_start(match)
    assert shared.decide(turn) == alone.decide(turn)
    shared.on_over(match, MatchResult("finished", (1, 2, 3, 4), (), (), 0))
    assert seeded(shared).decide(turn) == seeded(alone).decide(turn)


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ("depth=-1", "depth: expected an integer in 0..40, got -1"),
        ("depth=deep", "depth: expected an integer in 0..40, got 'deep'"),
        ("worlds=0", "worlds: expected an integer in 1..1000, got 0"),
        ("moves=9", "moves: expected an integer in 1..3, got 9"),
        ("epsilon=3", "epsilon: expected an integer in 0..2, got 3"),
        ("wishful=1", "wishful: expected true or false, got 1"),
        ("weights=best", "weights: expected one of text, legacy, strong, or a file"),
        ("weights=3", "weights: expected the name of a preset or a file, got 3"),
        ("weights=none.toml", "weights: none.toml: No such file"),
        (
            "modifiers=early",
            r"modifiers: expected names joined by \+, of early_expansion, .*'early'",
        ),
        ("modifiers=7", r"modifiers: expected names joined by \+, got 7"),
        ("max_nodes=0", "max_nodes: expected an integer in 1..100000000, got 0"),
        ("processes=65", "processes: expected an integer in 0..64, got 65"),
        ("time_ms=-1", "time_ms: expected an integer in 0..3600000, got -1"),
    ],
)
def test_a_bad_parameter_is_named_with_what_was_expected(params: str, said: str) -> None:
    for name in ("minimax", "mini_mid_max"):
        with pytest.raises(BotLoadError, match=said):
            find_player(f"{name}:{params}", "catan")


def test_malice_is_a_number_from_0_to_1() -> None:
    with pytest.raises(BotLoadError, match="malice: expected a number from 0 to 1, got 2"):
        find_player("mini_mid_max:malice=2", "catan")


def test_the_arena_knows_the_bots_of_catan_and_their_parameters() -> None:
    assert {*QUICK, "maxn", "random"} <= set(known_bots("catan"))
    assert "minimax" not in known_bots("colonizers")
    spec = "minimax:depth=2,epsilon=1,modifiers=early_expansion+ignore_ports"
    player = find_player(spec, "catan")
    assert isinstance(player, ClassPlayer)
    bot = player.make()
    assert isinstance(bot, MinimaxBot)
    assert bot.weights.harbour == -50
    with pytest.raises(CommandError, match=r"no parameter 'deep'; its parameters: worlds, moves"):
        find_player("minimax:deep=2", "catan")


def test_the_random_bot_plays_the_policy_of_table_3() -> None:
    bot = RandomByKindBot()
    assert isinstance(bot, PolicyBot)
    assert bot.policy == "random_by_kind"
    assert type(random_player()).__name__ == "RandomByKind"


PAGE = Path(__file__).parents[3] / "docs" / "catan-players.md"


def test_the_page_tells_every_parameter_with_its_default() -> None:
    told = dict(re.findall(r"^\| `(\w+)` \|([^|]*)\|", PAGE.read_text(), flags=re.MULTILINE))
    for name, parameter in inspect.signature(MinimaxBot).parameters.items():
        usual = MinimaxBot.usual_malice if name == "malice" else parameter.default
        said = told[name].strip(" `")
        assert said == (f"{usual:g}" if type(usual) is float else str(usual).lower()), name


def test_the_page_tells_every_preset_modifier_and_bot() -> None:
    page = PAGE.read_text()
    assert all(f"`{name}`" in page for name in (*PRESETS, *QUICK, "favour_wood", "favour_ore"))
    assert all(f"`{name}`" in page for name in MODIFIERS if not name.startswith("favour"))
