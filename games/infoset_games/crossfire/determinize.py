"""Draws a complete position that explains what one seat has seen. Compiled.

First it looks for a whole enemy play, from the setup on, that shows the seat exactly what it saw in
every round (explain.py): then the world is exact, past included. Where none is found within the
bounds the world is patched together (patch.py): the enemy stands where it may stand and the seat's
memory is kept as it is, but the enemy's past is only likely. Such a world is marked `approximate`.

Worlds are not equally frequent: enemy plays that need few coincidences come more often.
"""

from infoset_games.crossfire.chance import Secret
from infoset_games.crossfire.explain import explained_world
from infoset_games.crossfire.history import Deal, Round
from infoset_games.crossfire.mirror import mirrored_orders
from infoset_games.crossfire.observation import SPECTATOR, Observation
from infoset_games.crossfire.patch import patched_world
from infoset_games.crossfire.report import Report
from infoset_games.crossfire.rounds import forget_orders, play_round
from infoset_games.crossfire.state import CrossfireState, place_units
from infoset_games.crossfire.units import ORDER, no_units
from infoset_games.rng import Rng


def sample_world(view: Observation, rng: Rng) -> CrossfireState:
    """A world of the observation. Raises ValueError for a spectator's, which knows too little."""
    deal = sample_deal(view, rng)
    last = view.last
    if view.reveal is not None:
        return revealed_world(view, deal)
    if view.seat == SPECTATOR and view.phase != "setup":
        raise ValueError("seat: a spectator sees too little to draw a world from")
    if last is None:
        return CrossfireState(deal, None)
    if view.mirror:
        return mirrored_world(view, last, deal)
    world = explained_world(view, last, deal, rng)
    return patched_world(view, last, deal, rng) if world is None else world


def sample_deal(view: Observation, rng: Rng) -> Deal:
    """What the seat knows of the deal, with another secret for chance in place of the enemy's."""
    fill: list[Secret] = [int(rng.word()), int(rng.word())]
    if view.seat != SPECTATOR:
        fill[view.seat] = view.fill
    return Deal(view.board, view.recharge, fill, view.mirror)


def revealed_world(view: Observation, deal: Deal) -> CrossfireState:
    """The position at the end, which everybody knows; its past is the seat's own."""
    assert view.reveal is not None
    now = Round(None, view.played(), view.reveal, view.ending)
    if view.last is not None:
        now.tell(view.seat, view.last)
    world = CrossfireState(deal, now)
    world.approximate = True
    return world


def mirrored_world(view: Observation, last: Report, deal: Deal) -> CrossfireState:
    """The one position of a mirrored play: what the seat did says what the mirror did."""
    board = view.board
    cells = no_units()
    for seat in range(2):
        place_units(cells, seat, board.spawns(seat), view.numbers, view.king)
    now = Round(None, 0, cells, 0)
    for report in last.chain()[1:]:
        cells = now.cells[:]
        forget_orders(cells)
        for unit in range(board.units):
            cells[ORDER + unit] = report.orders[unit]
        mirrored_orders(board, cells)
        now = Round(now, report.number, cells, play_round(board, cells, report.number))
    return CrossfireState(deal, now)
