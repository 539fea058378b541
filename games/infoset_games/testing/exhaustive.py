"""Compares worlds and events with exhaustive search, for small options.

All deals and all hidden histories are walked. The test of frequencies needs scipy (the extra `test`).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, product
from typing import Final

from infoset_games.core import Json, State
from infoset_games.replay import canonical, digest
from infoset_games.testing.plays import MAX_PLIES, Play, Position, pick

MAX_WORLDS: Final = 100_000  # positions held at once by the exhaustive search
MAX_COMPARED: Final = 200  # worlds of one information set that sampling can still tell apart
SAMPLES_PER_WORLD: Final = 20
MIN_SAMPLES: Final = 300
LEAST_P: Final = 1e-5  # seeds are fixed, so this is the chance that a sound game is refused once


class TooManyWorldsError(ValueError):
    """The exhaustive search outgrew its bound; choose smaller options."""


def check_worlds_are_uniform(
    play: Play, deals: Iterable[Json], positions: int = 12, last_ply: int = MAX_PLIES
) -> int:
    """Compares worlds with enumeration for every seat at some decisions of `play` up to `last_ply`.

    `deals` are all that `Game.deal` can return, equally likely. Information sets of more than
    MAX_COMPARED worlds are left out, and so is what lies behind more than MAX_WORLDS. Returns how
    many with more than one world were compared; 0 means that nothing was shown.
    """
    decisions = [play.position(ply) for ply in range(min(last_ply + 1, len(play.joints)))]
    wanted = pick([found.ply for found in decisions if found.is_decision()], positions, play.seed)
    all_deals = list(deals)
    return sum(_compare_seat(play, all_deals, seat, wanted) for seat in range(play.game.seats))


def check_events_rule_out_no_world(
    play: Play, deals: Iterable[Json], last_ply: int = MAX_PLIES
) -> int:
    """What a seat is told in a ply excludes no position that its observation leaves possible.

    The exact form of `check_events_tell_no_more_than_observations`. Returns how many information
    sets with more than one world were compared.
    """
    all_deals = list(deals)
    return sum(_tell_seat(play, all_deals, seat, last_ply) for seat in range(play.game.seats))


def walk_information_sets(play: Play, deals: Iterable[Json], seat: int) -> Iterator[list[State]]:
    """For each ply of `play`, every position that `seat` cannot tell from the true one.

    Positions are extended by all joint actions, with the seat's own as it was played, and kept
    while they look the same. Raises TooManyWorldsError beyond MAX_WORLDS.
    """
    worlds = _distinct(play, 0, seat, (play.game.start(deal) for deal in deals))
    yield worlds
    for ply in range(len(play.joints)):
        after = (ply_after for _, _, ply_after in _extended(play.position(ply), seat, worlds))
        worlds = _distinct(play, ply + 1, seat, after)
        yield worlds


def all_joints(state: State, own: Mapping[int, int]) -> Iterator[dict[int, int]]:
    """Every joint action of `state` that contains `own`."""
    movers = state.to_act()
    choices = [[own[mover]] if mover in own else _all_actions(state, mover) for mover in movers]
    for codes in product(*choices):
        yield dict(zip(movers, codes, strict=True))


def _compare_seat(play: Play, deals: list[Json], seat: int, wanted: list[int]) -> int:
    compared = 0
    walk = enumerate(walk_information_sets(play, deals, seat))
    try:
        for ply, worlds in islice(walk, max(wanted, default=-1) + 1):
            if ply in wanted and len(worlds) <= MAX_COMPARED:
                _compare(play.position(ply), seat, {digest(world.to_plain()) for world in worlds})
                compared += len(worlds) > 1
    except TooManyWorldsError:
        return compared  # what was walked so far counts; the caller sees how much it was
    return compared


def _tell_seat(play: Play, deals: list[Json], seat: int, last_ply: int) -> int:
    compared = 0
    plies = min(last_ply + 1, len(play.joints))
    try:
        for ply, worlds in enumerate(islice(walk_information_sets(play, deals, seat), plies)):
            compared += _expect_all_explained(play.position(ply), seat, worlds)
    except TooManyWorldsError:
        return compared
    return compared


def _expect_all_explained(position: Position, seat: int, worlds: list[State]) -> bool:
    """Raises if some position that `seat` holds for possible cannot have led to what it was told."""
    truth = position.state()
    truth.apply(position.joint)
    seen, told = truth.observe(seat), _told(position, seat, position.state(), position.joint, truth)
    possible: dict[str, State] = {}
    explained: set[str] = set()
    for world, joint, after in _extended(position, seat, worlds):
        if after.observe(seat) == seen:
            name = digest(after.to_plain())
            possible[name] = after
            if name not in explained and _told(position, seat, world, joint, after) == told:
                explained.add(name)
    for name in possible.keys() - explained:
        excluded = canonical(possible[name].to_plain())
        what = f"seat {seat} is told {told}, which excludes what its observation allows"
        raise position.fault(f"{what}: {excluded}")
    return len(possible) > 1


def _told(
    position: Position, seat: int, before: State, joint: Mapping[int, int], after: State
) -> str:
    return canonical([event.view(seat) for event in position.game.narrate(before, joint, after)])


def _all_actions(state: State, mover: int) -> list[int]:
    space = state.legal(mover)
    if space.size > MAX_WORLDS:
        raise TooManyWorldsError(f"{space.size} actions, at most {MAX_WORLDS} can be searched")
    return sorted({space.item(index) for index in range(space.size)})


def _extended(
    position: Position, seat: int, worlds: Iterable[State]
) -> Iterator[tuple[State, dict[int, int], State]]:
    """Every ply that may be the next to `seat`: the world before, the joint action, the world after."""
    own = {seat: position.joint[seat]} if seat in position.joint else {}
    for world in worlds:
        for joint in all_joints(world, own):
            after = world.copy()
            after.apply(joint)
            yield world, joint, after


def _distinct(play: Play, ply: int, seat: int, states: Iterable[State]) -> list[State]:
    """The different ones among `states` that look to `seat` like the true position at `ply`."""
    truth = play.states[ply]
    seen = truth.observe(seat)
    found: dict[str, State] = {}
    for state in states:
        if state.observe(seat) == seen:
            found.setdefault(digest(state.to_plain()), state)
            if len(found) > MAX_WORLDS:
                raise TooManyWorldsError(f"{play}, ply {ply}: more than {MAX_WORLDS} worlds")
    own = digest(truth.to_plain())
    play.position(ply).expect(own in found, "the true position is not among those enumerated")
    return list(found.values())


def _compare(position: Position, seat: int, possible: set[str]) -> None:
    observation = position.state().observe(seat)
    samples = max(MIN_SAMPLES, SAMPLES_PER_WORLD * len(possible))
    rng = position.rng("uniformity", str(seat))
    drawn = Counter(
        digest(position.game.determinize(observation, rng).to_plain()) for _ in range(samples)
    )
    impossible = sum(times for world, times in drawn.items() if world not in possible)
    what = f"seat {seat}: {impossible} of {samples} worlds cannot have come about"
    position.expect(impossible == 0, f"{what} ({len(possible)} can)")
    if len(possible) > 1:
        p = _chi_square_p([drawn[world] for world in sorted(possible)])
        spread = f"{len(possible)} possible worlds drawn {min(drawn.values())} to"
        what = f"seat {seat}: {spread} {max(drawn.values())} times in {samples}, p = {p:.1e}"
        position.expect(p > LEAST_P, f"{what}: not uniform")


def _chi_square_p(counts: list[int]) -> float:
    """The probability that equally likely worlds are drawn at least as unevenly."""
    try:
        from scipy.stats import chisquare
    except ImportError as error:
        raise RuntimeError("the uniformity check needs scipy: pip install scipy") from error
    return float(chisquare(counts).pvalue)
