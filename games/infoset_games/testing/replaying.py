"""Checks that `[deal, joint actions]` is the whole play: here, from text, and in another process."""

import json
import os
import subprocess
import sys
from importlib import import_module
from typing import Final

from infoset_games.core import Json
from infoset_games.game import Game
from infoset_games.replay import Log, digest, replay, state_hash
from infoset_games.rng import Rng
from infoset_games.testing.observing import look_at_everything
from infoset_games.testing.plain import through_json
from infoset_games.testing.plays import ConformanceError, Play, random_play

HASH_SEEDS: Final = ("0", "1", "4711")
LABEL: Final = "worlds in two processes"
TIMEOUT_SECONDS: Final = 300


def check_the_log_is_the_whole_play(play: Play) -> None:
    """A fresh game that replays the log from JSON text reaches the same position at every ply."""
    log = Log.from_plain(through_json(log_of(play).to_plain()))
    states = replay(type(play.game)(**log.options), log)
    for ply, (again, before) in enumerate(zip(states, play.states, strict=True)):
        same = state_hash(again) == state_hash(before)
        play.position(ply).expect(same, "the replay of the log differs")


def check_another_process_agrees(game: Game) -> None:
    """Plays, views and worlds are equal in processes with other hash seeds: no order is accidental."""
    here = fingerprints(game)
    for hash_seed in HASH_SEEDS:
        there = _ask_elsewhere(game, "fingerprints", hash_seed, [])
        for name, value in here.items():
            if there[name] != value:
                where = f"{name} differ in a process with PYTHONHASHSEED={hash_seed}"
                raise ConformanceError(f"{game.name}: {where}: something depends on set order")


def check_worlds_need_the_written_observation_only(game: Game) -> None:
    """A process that never saw the play makes the same worlds of the observations' texts."""
    play = random_play(game, "process")
    told: list[Json] = [
        [str(position.ply), game.write_observation(position.state().observe(seat))]
        for position in play.decisions()
        for seat in position.seats()
    ]
    here = _worlds_by_looking(play)
    there = _ask_elsewhere(game, "worlds", HASH_SEEDS[0], told)
    for (ply, observation), world, stranger in zip(told, here, there, strict=True):
        what = f"a process that knows only {observation} makes another world of it"
        play.position(int(ply)).expect(world == stranger, what)


def worlds(game: Game, told: list[Json]) -> list[str]:
    """Fingerprints of a world for each of `told`: pairs of a stream's label and a written observation."""
    return [
        state_hash(game.determinize(game.read_observation(written), Rng(LABEL, label)))
        for label, written in told
    ]


def log_of(play: Play) -> Log:
    """The play as data."""
    game = play.game
    return Log(game.name, game.rules, game.options(), play.deal, play.joints)


def fingerprints(game: Game) -> dict[str, str]:
    """Fingerprints of one random play, of everything to be seen in it, and of worlds."""
    play = random_play(game, "process")
    return {
        "the deal and the actions": digest(log_of(play).to_plain()),
        "positions": digest([state_hash(state) for state in play.states]),
        "observations and legal lists": digest(
            [look_at_everything(position) for position in play.positions()]
        ),
        "events": digest(_events(play)),
        "worlds": digest(_worlds_by_looking(play)),
    }


def main() -> None:
    """The other process: reads from standard input what to do for which game, writes the answer."""
    asked = json.load(sys.stdin)
    found: Json = import_module(asked["module"])
    for name in asked["class"].split("."):
        found = getattr(found, name)
    game: Game = found(**asked["options"])
    answer: Json = worlds(game, asked["told"]) if asked["task"] == "worlds" else fingerprints(game)
    json.dump(answer, sys.stdout)


def _worlds_by_looking(play: Play) -> list[str]:
    """Fingerprints of a world for each seat at each decision, straight from the observation."""
    return [
        state_hash(
            play.game.determinize(position.state().observe(seat), Rng(LABEL, str(position.ply)))
        )
        for position in play.decisions()
        for seat in position.seats()
    ]


def _events(play: Play) -> list[Json]:
    seen: list[Json] = []
    for position in play.positions():
        if position.joint:
            before, after = position.state(), position.state()
            after.apply(position.joint)
            events = play.game.narrate(before, position.joint, after)
            seen += [event.view(seat) for event in events for seat in (*position.seats(), None)]
    return seen


def _ask_elsewhere(game: Game, task: str, hash_seed: str, told: list[Json]) -> Json:
    """The answer of a fresh process to "fingerprints" or "worlds"."""
    game_class = type(game)
    asked = {
        "task": task,
        "module": game_class.__module__,
        "class": game_class.__qualname__,
        "options": game.options(),
        "told": told,
    }
    path = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(
        [sys.executable, "-c", f"from {__name__} import main; main()"],
        input=json.dumps(asked),
        env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(f"{game.name} in another process:\n{done.stderr}")
    return json.loads(done.stdout)
