"""Every step of the cookbook plays: in Python in this process, in JavaScript as a program of its own."""

import random
import shutil
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest

import infoset
from infoset.conformance.cases import Case
from infoset.conformance.chapters import Chapter
from infoset.conformance.programs import Client
from infoset.conformance.runner import Runner, Settings
from infoset.conformance.words import Words
from infoset.loading import load_bot
from infoset.tracing import Thought, read_trace
from infoset.tracking import find_engine, read_match, read_turn
from infoset_bots.cookbook import trees
from infoset_bots.cookbook.sampling import Sampling
from infoset_bots.cookbook.trees import TreePerWorld
from infoset_bots.search.search_bot import SearchBot
from infoset_games.decision import Choice
from infoset_games.match import Match
from infoset_games.notices import Asked
from infoset_games.registry import make_game
from infoset_games.rng import Rng
from infoset_games.terms import Terms
from infoset_protocol.messages import MatchStart, YourTurn

ROOT = Path(__file__).parents[2]
PYTHON = ROOT / "clients" / "python" / "examples" / "cookbook"
JAVASCRIPT = ROOT / "clients" / "javascript" / "cookbook"
GAMES = ("catan", "colonizers", "crossfire")
STEPS = 12
DECISIONS = 12  # of the bot, in Python
PLIES = 10  # of a match, in JavaScript
PYTHON_WITHOUT = (1, 2, 3)  # steps that have no values of actions, but an order at most
JAVASCRIPT_WITHOUT = (1, 4)


def steps(folder: Path, suffix: str) -> list[Path]:
    return sorted(folder.glob(f"[01]*{suffix}"))


PYTHON_STEPS = [path for game in GAMES for path in steps(PYTHON / game, ".py")]


@pytest.mark.parametrize("game", GAMES)
def test_there_are_twelve_steps_in_each_language(game: str) -> None:
    for folder, suffix in ((PYTHON, ".py"), (JAVASCRIPT, ".mjs")):
        numbers = [int(path.name[:2]) for path in steps(folder / game, suffix)]
        assert numbers == list(range(1, STEPS + 1))


def make_quick(bot: infoset.Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    """As little work as shows that it works."""
    bot.rng = random.Random(7)
    monkeypatch.setattr(trees, "TRIES_OF_EACH", 1)
    for name in ("worlds", "iterations", "tries", "joint_orders", "horizon"):
        if isinstance(bot, (Sampling, TreePerWorld)) and hasattr(bot, name):
            monkeypatch.setattr(bot, name, 3, raising=False)
    if isinstance(bot, SearchBot):
        monkeypatch.setattr(bot, "iterations", 3, raising=False)


def questions(match: Match, seat: int, words: Words) -> Iterator[YourTurn]:
    """The bot's questions, as a server puts them; the other seats answer at random."""
    rng = Rng("others")
    waiting = [notice for notice in match.start(0) if isinstance(notice, Asked)]
    while waiting and match.over is None:
        asked = match.open.get(waiting.pop(0).seat)
        if asked is None or asked.sealed is not None:
            continue
        if asked.seat == seat:
            yield YourTurn.model_validate(words.your_turn(asked, 0))
        else:
            choice = Choice(asked.space.index(asked.space.draw(rng)))
            waiting += asked_in(match.submit(asked.seat, asked.number, choice, 0))
        waiting += [Asked(s, d.number) for s, d in match.open.items() if d.sealed is None]


def asked_in(notices: list[Any]) -> list[Asked]:
    return [notice for notice in notices if isinstance(notice, Asked)]


@pytest.mark.parametrize("path", PYTHON_STEPS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_step_in_python_answers_what_it_is_asked(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = load_bot(str(path))()
    make_quick(bot, monkeypatch)
    match = Match(make_game(path.parent.name), Terms(), "cookbook")
    words = Words("m_1", match, "player", 1)
    about = read_match(MatchStart.model_validate(words.start()), find_engine)
    answered = weighed = 0
    for asked in questions(match, 1, words):
        turn = read_turn(about, asked, asked.obs or {}, None)
        answer = turn.read_answer(bot.decide(turn))
        if has_values(path, PYTHON_WITHOUT) and turn.actions and turn.n != 1:
            weighed += any(value is not None for value in turn.values)
            chosen = turn.values[answer.index or 0]
            assert chosen is not None, "it plays what it has looked at"
        picks = None if answer.picks is None else list(answer.picks)
        notices = match.submit(1, asked.decision, Choice(answer.index, picks, answer.action), 0)
        assert type(notices[0]).__name__ == "Accepted", notices[0]
        answered += 1
        if answered == DECISIONS:
            break
    assert answered
    assert weighed or not has_values(path, PYTHON_WITHOUT)


def has_values(path: Path, without: Collection[int]) -> bool:
    """Has a step a value for each listed action? Crossfire lists none."""
    return path.parent.name != "crossfire" and int(path.name[:2]) not in without


def weighed_in(folder: Path) -> int:
    """How many decisions of a trace show what the bot thought of its actions."""
    (trace,) = folder.iterdir()
    thoughts = (line for line in read_trace(trace) if isinstance(line, Thought))
    return sum(any(value is not None for value in thought.values) for thought in thoughts)


@pytest.mark.parametrize("game", GAMES)
async def test_the_steps_in_javascript_play(game: str, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node IS NOT INSTALLED: the cookbook in JavaScript was NOT TESTED")
    for path in steps(JAVASCRIPT / game, ".mjs"):
        folder = tmp_path / path.stem
        words = ("--url", "{url}", "--seek", "{game}", "--games", "{matches}")
        command = (node, str(path), *words, "--trace", str(folder))
        case = Case(0, path.stem, game, "a short match", Chapter.PLAYING, plies=PLIES)
        (outcome,) = await Runner(Client(command), Settings(patience_s=60), lambda _: None).run(
            [case]
        )
        assert outcome.verdict == "passed", [miss.text() for miss in outcome.misses]
        assert outcome.decisions
        assert "exception" not in outcome.last_words, path
        assert weighed_in(folder) or not has_values(path, JAVASCRIPT_WITHOUT), path
