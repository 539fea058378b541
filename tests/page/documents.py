"""What a server tells of ladders, tournaments and uploaded bots, as if there were some; how the page is given it."""

import json
import secrets
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import pytest
from tests.page.browser import Person

from infoset_server.uploads.programs import NOT_OPEN

NAMES: Final = ("crab", "otter", "Mr Hill's class", "heron", "sandpiper", "plover", "knot", "tern")
RATINGS: Final = (1590, 1547, 1546, 1502, 1468, 1433, 1421, 1350)
ABOVE: Final = (0.93, 0.52, 0.88, 0.81, 0.79, 0.6, 0.97)  # the last is above nobody


def history(rating: int) -> list[dict[str, Any]]:
    """How a rating came about, from one that was little known."""
    return [
        {
            "outcomes": 10 * n,
            "at_ms": n,
            "rank": 1,
            "rating": 1500 + (rating - 1500) * n // 3,
            "rd": 90 - 20 * n,
            "games": n,
        }
        for n in range(1, 4)
    ]


def row(place: int) -> dict[str, Any]:
    """An entry of the ladder."""
    found: dict[str, Any] = {
        "rank": place + 1,
        "entry": f"e_{place + 1}",
        "name": NAMES[place],
        "version": str(1 + place % 3),
        "kind": "human" if place == 2 else "bot",
        "rating": RATINGS[place],
        "rd": 30 + 5 * place,
        "margin": 60 + 10 * place,
        "provisional": place > 5,
        "games": 30 - 3 * place,
        "wins": 15 - 2 * place,
        "places": [15 - 2 * place, 15 - place],
        "state": "idle" if place == 1 else "queued",
    }
    if place < len(ABOVE):
        found["above_next"] = ABOVE[place]
    return found


def result(number: int) -> dict[str, Any]:
    """A match of four of the ladder."""
    seats = [(number + seat) % len(NAMES) for seat in range(4)]
    return {
        "match_id": f"m_{number}",
        "at_ms": 7 * number,
        "entries": [f"e_{one + 1}" for one in seats],
        "names": [NAMES[one] for one in seats],
        "places": [1, 2, 2, 4],
        "scores": [21, 18, 18, 7],
        "reason": "finished",
    }


def named(one: Mapping[str, Any]) -> dict[str, Any]:
    """Which entry a row is of."""
    return {key: one[key] for key in ("entry", "name", "version")}


SIZE: Final = len(NAMES)
ROWS: Final = [row(place) for place in range(SIZE)]
INFO: Final = {
    "ladder": "sprint",
    "title": "The sprint",
    "state": "open",
    "game": "colonizers",
    "rules": "colonizers-1",
    "seats": [4],
    "system": "plackett_luce",
    "entries": SIZE,
    "clock": {"kind": "per_move", "move_ms": 5000},
    "open_to": ["bot", "guest"],
    "games": 112,
}
LADDER: Final = {
    **INFO,
    "as_of_ms": 112,
    "total": SIZE,
    "results": 112,
    "running": 1,
    "lacks": [],
    "void": 2,
    "annulled": 0,
    "seat_points": {"4": [6.0, 2.0, -3.0, -5.0]},
    "rows": ROWS,
}
LINES: Final = [{**named(one), "points": history(one["rating"])} for one in ROWS]
CELLS: Final = [
    [None if a == b else [2 + b - min(a, b), 1, 2 + a - min(a, b)] for b in range(SIZE)]
    for a in range(SIZE)
]
MET: Final = {"games": 6, "ahead": 3, "level": 1, "behind": 2, "share": 0.583}
ENTRY: Final = {
    **ROWS[0],
    "ladder": "sprint",
    "info": {"idea": "builds early"},
    "seats": [
        {"seats": 4, "seat": seat, "games": 7, "wins": 3, "mean_place": 1.9, "mean_score": 17.5}
        for seat in range(4)
    ],
    "conduct": {"decisions": 900, "mean_ms": 41.5},
    "history": history(1590),
    "results": [result(0)],
    "opponents": [{**named(one), **MET} for one in ROWS[1:]],
    "seasons": [{**row(number), "season": number, "ended_ms": 10 * number} for number in (3, 2, 1)],
}

PLAYERS: Final = ("Ada", "Bea", "Cleo", "Dan", "Eve-Marie Winterbottom", "Finn", "Gus", "Hanna")
PAIRS: Final = ((0, 7), (3, 4), (1, 6), (2, 5))


def table(
    name: str, entrants: tuple[int, int], status: str, points: list[int] | None = None
) -> dict[str, Any]:
    """A table of the cup; with points it is decided."""
    found: dict[str, Any] = {
        "table": name,
        "round": int(name[0]),
        "entrants": list(entrants),
        "status": status,
    }
    if points is not None:
        places = [1, 2] if points[0] > points[1] else [2, 1]
        played = {"match_id": f"m_{name}", "seating": list(entrants), "places": places}
        found |= {"places": places, "points": points, "matches": [played]}
    return found


FIRST_ROUND: Final = [
    table(f"1.{number}", pair, "decided", [0, 1] if number == 3 else [1, 0])
    for number, pair in enumerate(PAIRS, 1)
]
CUP: Final[dict[str, Any]] = {
    "tournament": "cup",
    "title": "Winter Cup",
    "game": "crossfire",
    "options": {"preset": "mini"},
    "seats": 2,
    "best_of": 1,
    "format": "single_elimination",
    "state": "running",
    "released": 1,
    "tie_breaks": ["sonneborn_berger", "wins"],
    "entrants": [
        {"entrant": n, "name": name, "withdrawn": n == 7} for n, name in enumerate(PLAYERS)
    ],
    "standings": [
        {
            "place": 1 if place < 4 else 5,
            "entrant": entrant,
            "score": int(place < 4),
            "tie_breaks": [0, int(place < 4)],
            "tables": 1,
            "won": int(place < 4),
            "tied": 0,
        }
        for place, entrant in enumerate((0, 3, 6, 2, 7, 4, 1, 5))
    ],
    "tables": [
        *FIRST_ROUND,
        {**table("2.1", (0, 3), "playing"), "match_id": "m_21"},
        table("2.2", (6, 2), "called"),
    ],
    "bracket": [
        *(
            {
                "table": one["table"],
                "round": 1,
                "sides": [{"entrant": entrant} for entrant in one["entrants"]],
                "winner": one["entrants"][one["places"].index(1)],
            }
            for one in FIRST_ROUND
        ),
        {"table": "2.1", "round": 2, "sides": [{"entrant": 0}, {"entrant": 3}]},
        {"table": "2.2", "round": 2, "sides": [{"entrant": 6}, {"entrant": 2}]},
        {
            "table": "T1",
            "round": 3,
            "sides": [{"from": "loser of 2.1"}, {"from": "loser of 2.2"}],
        },
        {
            "table": "3.1",
            "round": 3,
            "sides": [{"from": "winner of 2.1"}, {"from": "winner of 2.2"}],
        },
    ],
}
BOTS: Final = {
    "message": "3 bots",
    "rows": [
        {
            "bot": name,
            "version": version,
            "state": state,
            "current": current,
            "games": None if name == "crab" else ["colonizers"],
            "created_ms": 90 + version,
            "bytes": 20_480,
            "result": said,
        }
        for name, version, state, current, said in (
            ("crab", 2, "failed", False, "it did not build"),
            ("crab", 1, "ready", True, "won 4 of 4 against itself in 0.3 s"),
            ("heron", 1, "ready", False, "played 81 decisions, the longest took 12 ms"),
        )
    ],
}
AB_CONDUCT: Final = {
    "crashes": 2,
    "exceptions": 0,
    "illegal": 1,
    "misses": 3,
    "decisions": 4200,
    "fallbacks": 6,
}
AB_TEST: Final[dict[str, Any]] = {
    "test": "ab_1",
    "title": "Deeper search",
    "game": "crossfire",
    "state": "open",
    "a": "new",
    "b": "crab@2",
    "owner": "Mr Hill",
    "priority": 0,
    "blocks": 60,
    "matches": 120,
    "llr": 1.83,
    "mean": 0.1425,
    "games_per_hour": 5200,
    "workers": 3,
    "created_ms": 20,
    "options": {"preset": "mini"},
    "rules": "crossfire-1",
    "package": "0.1.0",
    "programs": {"a": "0123456789abcdef" * 4, "b": ""},
    "bounds": [0.0, 0.3],
    "alpha": 0.05,
    "beta": 0.05,
    "lower": -2.996,
    "upper": 2.996,
    "max_blocks": 3000,
    "block_size": 2,
    "spoilt": 0,
    "low": -0.035,
    "high": 0.305,
    "pace": {"move_ms": 500, "bank_ms": None, "inc_ms": 0},
    "conduct": {"a": AB_CONDUCT, "b": {**AB_CONDUCT, "crashes": 0}},
    "course": [[blocks, round(0.03 * blocks + (blocks % 7) / 20, 3)] for blocks in range(1, 61)],
    "ended_ms": 0,
    "why": "",
}
LOG: Final = "== crab@2\nTraceback: oops\n" + "".join(f"  line {n}\n" for n in range(40))
DOCUMENTS: Final[dict[str, Any]] = {
    "bots/list": BOTS,
    "bots/log": {"file": LOG},
    "ladder": {"ladders": [INFO]},
    "ladder/sprint": LADDER,
    "ladder/sprint/history": {"ladder": "sprint", "lines": LINES},
    "ladder/sprint/crosstable": {
        "ladder": "sprint",
        "entries": [named(one) for one in ROWS],
        "cells": CELLS,
        "differences": [
            [
                {"points": 0, "margin": 40, "odd": 5.0 if cell and (i, j) == (0, 1) else None}
                if cell
                else None
                for j, cell in enumerate(row)
            ]
            for i, row in enumerate(CELLS)
        ],
    },
    "ladder/sprint/results": {
        "ladder": "sprint",
        "results": [result(number) for number in range(SIZE)],
    },
    "ladder/sprint/entry/e_1": ENTRY,
    "abtests": {"tests": [AB_TEST]},
    "abtests/ab_1": AB_TEST,
    "tournaments.json": {"tournaments": [{**CUP, "entrants": len(PLAYERS)}]},
    "tournaments/cup.json": CUP,
    "tournaments/cup.KEY.json": CUP,
}
CANNED: Final = """
const documents = arguments[0];
const real = window.fetch;
const now = Date.now();
const moved = (key, value) => ["at_ms", "created_ms"].includes(key) ? now - 60_000 * value : value; // written as minutes ago
const written = (path) => JSON.stringify(documents[path], moved);
window.fetch = async (path, ...rest) => documents[path]
  ? new Response(written(path), { headers: { "Content-Type": "application/json" } })
  : real(path, ...rest);
"""


def tables(name: str, user: str) -> str:
    """The file of a tournament in which an account plays against a bot."""
    return f"""
id = "{name}"
title = "A game at tables"
game = "crossfire"
options = {{ preset = "mini" }}

[format]
kind = "round_robin"

[clock]
kind = "per_move"
move_ms = 60_000

[[entrant]]
user = "{user}"

[[entrant]]
bot = "random"
"""


def pretend(person: Person, others: Mapping[str, Any] = MappingProxyType({})) -> None:
    """From now on the page is told these documents, or others in their place, until it is loaded again."""
    person.driver.execute_script(CANNED, {**DOCUMENTS, **others})


def command(url: str, token: str, verb: str, /, **arguments: Any) -> dict[str, Any]:
    """A command of the console, from outside the page."""
    request = urllib.request.Request(
        f"{url}admin/{verb}",
        json.dumps(arguments).encode(),
        {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as response:
        answer: dict[str, Any] = json.load(response)
        return answer


def token_of(url: str, root: str, name: str, **more: str) -> str:
    """The token of a new account, which `root` makes."""
    command(url, root, "add-user", name=name, **more)
    return str(command(url, root, "add-token", user=name)["secret"])


def fresh(name: str) -> str:
    """That name with something behind it: a second look at a test finds what the first has left."""
    return f"{name}_{secrets.token_hex(3)}"


def needs_uploads(person: Person) -> None:
    """Whoever has entered with an account looks at uploaded bots. Skips where the server cannot run any."""

    def is_known(said: str) -> bool:
        return "bots" in said and NOT_OPEN not in said

    person.go("/learn/bots")
    said = person.until(
        lambda: next((one.text for one in person.look("main .muted") if is_known(one.text)), None),
        "the server knew whether it takes bots",
    )
    if "refused" in said:
        pytest.skip(f"LOUD: no bot is uploaded in the page: {said}")


def upload_in_page(person: Person, archive: Path) -> None:
    """Whoever has entered with an account uploads a bot, which is ready then. Skips where the server cannot run any."""
    needs_uploads(person)
    person.see("main input[type=file]").send_keys(str(archive))
    person.say("tbody .chip.live", "ready")


def enter_account(person: Person, token: str) -> None:
    """Comes in again, with the token of an account."""
    person.module("net/app.js", "page.logOut()")
    person.click(".door-form [role=tab]:nth-of-type(3)")
    person.see("input[name=token]").send_keys(token)
    person.click(".door-form button.primary")
    person.go("/lobby")
    person.see(".game-card")
