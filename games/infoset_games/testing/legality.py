"""Checks that what is listed, what is verified and what is written are the same set of actions."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from mypy_extensions import i64

from infoset_games.choices import count, normalize, resolve
from infoset_games.core import CHANCE, OVER, SEVERAL, IllegalActionError, Json, State
from infoset_games.policies import Policy
from infoset_games.policy_registry import known_policies, make_policy
from infoset_games.replay import canonical, state_hash
from infoset_games.rng import Rng
from infoset_games.spaces import ActionSpace, ProductSpace
from infoset_games.testing.plain import fault_of, through_json
from infoset_games.testing.plays import MAX_PLIES, Play, Position

WRONG_ARGUMENTS: Final[tuple[Json, ...]] = (True, -1, 10**9, "x", 0.5, [], {}, None)
MAX_LISTED: Final = 256  # longer lists belong into slots or parameter templates
MAX_PLAYED_OUT: Final = 3  # positions of one play
HORIZONS: Final = (0, 3, 20, MAX_PLIES)
MAX_TRIED: Final = 64  # actions of one space that are tried one by one
GARBAGE: Final[tuple[Json, ...]] = (
    3, True, "x", 1.5, [], {}, [[]], ["no such verb"], [3], [True], [["x"]], {"action": ["x"]}
)  # fmt: skip


def check_legal_actions_are_exactly_those_verified(play: Play) -> None:
    """Every listed action passes `verify`; any other code, seat or moment is refused with a reason."""
    codes = known_codes(play)
    for position in play.positions():
        state = position.state()
        before = state_hash(state)
        for seat in position.seats():
            _check_listed(position, state, seat)
            if not position.game.params(state, seat):
                _check_unlisted(position, state, seat, codes)
        position.expect(state_hash(state) == before, "verify or legal changed the state")


def check_the_fast_questions_agree_with_the_general_ones(play: Play) -> None:
    """`mover`, `legal_size`, `legal_item` and `move` say what `to_act`, `legal` and `apply` say."""
    for position in play.positions():
        state = position.state()
        mover, to_act = state.mover(), state.to_act()
        if mover == OVER:
            position.expect(to_act == (), f"it is over, but {to_act} are to act")
        elif mover == SEVERAL:
            position.expect(len(to_act) >= 1, "SEVERAL are the movers, but nobody is to act")
            position.expect(to_act == tuple(sorted(set(to_act))), f"to_act is not sorted: {to_act}")
        else:
            position.expect(to_act == (mover,), f"mover is {mover}, but to_act is {to_act}")
            _check_one_mover(position, state, mover)


def check_quick_plays_are_those_ply_by_ply(play: Play) -> None:
    """`play_randomly`, and `play_out` of each policy, take the plies and the numbers of the ways they stand in for."""
    policies = [make_policy(play.game.name, name) for name in known_policies(play.game.name)]
    for position in play.positions(MAX_PLAYED_OUT):
        for horizon in HORIZONS:
            slow = partial(State.play_randomly, horizon=horizon)
            quick = partial(_play_randomly, horizon=horizon)
            _check_same(position, quick, slow, "play_randomly")
            for policy in policies:
                slow = partial(Policy.play_out, policy, horizon=horizon)
                quick = partial(policy.play_out, horizon=horizon)
                _check_same(position, quick, slow, f"play_out of {type(policy).__name__}")


def _play_randomly(state: State, rng: Rng, horizon: i64) -> i64:
    return state.play_randomly(rng, horizon)


def _check_same(
    position: Position,
    quick: Callable[[State, Rng], i64],
    slow: Callable[[State, Rng], i64],
    name: str,
) -> None:
    ends = []
    for way in (quick, slow):
        state, rng = position.state(), position.rng(name)
        ends.append((int(way(state, rng)), state_hash(state), int(rng.word())))
    position.expect(ends[0] == ends[1], f"{name} plays another play than its plies one by one")


def check_actions_survive_their_notation(play: Play) -> None:
    """`read_action(write_action(a))` means `a`, through JSON text; garbage is refused, never crashes."""
    for position in play.decisions():
        state = position.state()
        for seat in state.to_act():
            space = state.legal(seat)
            written = [
                _check_written(position, state, seat, code) for code in tried(space, position)
            ]
            if isinstance(space, ProductSpace):
                _check_slots(position, state, seat, space)
            for value in (*GARBAGE, *damaged(written[:8])):
                expect_refused_or_exact(position, state, seat, value)


def known_codes(play: Play) -> list[int]:
    """Codes to try: all that were played, their neighbours, and some far ones."""
    played = {code for joint in play.joints for code in joint.values()}
    near = {code + step for code in played for step in (-1, 1)}
    return sorted(played | near | {-3, -2, -1, 0, 1, 2, 1000, 2**31})


def tried(space: ActionSpace, position: Position) -> list[int]:
    """The actions of `space`, or a random choice if they are many."""
    if space.size <= MAX_TRIED:
        return [space.item(index) for index in range(space.size)]
    rng = position.rng("tried")
    return [space.item(0), space.item(space.size - 1)] + [space.draw(rng) for _ in range(MAX_TRIED)]


def refusal_of(state: State, seat: int, code: int) -> str | None:
    """The reason why `verify` refuses, or None if it accepts."""
    try:
        state.verify(seat, code)
    except IllegalActionError as error:
        return str(error)
    return None


def _check_listed(position: Position, state: State, seat: int) -> None:
    space = state.legal(seat)
    if seat not in state.to_act():
        position.expect(space.size == 0, f"seat {seat} does not act, but has {space.size} actions")
        return
    position.expect(space.size >= 1, f"seat {seat} is to act, but has no legal action")
    listed = isinstance(space, ProductSpace) or space.size <= MAX_LISTED
    position.expect(listed, f"seat {seat}: {space.size} listed actions, at most {MAX_LISTED}")
    fallback = state.fallback(seat)
    position.expect(0 <= fallback < space.size, f"seat {seat}: fallback {fallback} is no index")
    kind = state.kind(seat)
    position.expect(kind.isidentifier() and kind.islower(), f"kind {kind!r} is no lower-case word")
    for code in tried(space, position):
        position.expect(space.contains(code), f"seat {seat}: the space does not contain {code}")
        back = space.item(space.index(code))
        position.expect(back == code, f"seat {seat}: item(index({code})) is {back}")
        refusal = refusal_of(state, seat, code)
        position.expect(refusal is None, f"seat {seat}: {code} is legal but refused: {refusal}")
    for index in (-1, space.size):
        try:
            space.item(index)
        except IndexError:
            continue
        raise position.fault(f"seat {seat}: item({index}) of {space.size} raises no IndexError")


def _check_unlisted(position: Position, state: State, seat: int, codes: Iterable[int]) -> None:
    space = state.legal(seat)
    for code in codes:
        refusal = refusal_of(state, seat, code)
        if space.contains(code):
            position.expect(refusal is None, f"seat {seat}: {code} is legal but refused: {refusal}")
        else:
            position.expect(refusal is not None, f"seat {seat}: {code} is not legal but accepted")
            position.expect(refusal != "", f"seat {seat}: {code} is refused without a reason")


def _check_one_mover(position: Position, state: State, mover: int) -> None:
    if mover != CHANCE:
        space = state.legal(mover)
        size = state.legal_size()
        position.expect(size == space.size, f"legal_size is {size}, legal has {space.size}")
        fast = [state.legal_item(index) for index in range(size)]
        slow = [space.item(index) for index in range(size)]
        position.expect(fast == slow, f"legal_item gives {fast}, legal gives {slow}")
    moved, applied = position.state(), position.state()
    moved.move(position.joint[mover])
    applied.apply(position.joint)
    position.expect(state_hash(moved) == state_hash(applied), "move and apply differ")


def _check_written(position: Position, state: State, seat: int, code: int) -> list[Json]:
    written = position.game.write_action(state, seat, code)
    fault = fault_of(written)
    position.expect(not fault, f"seat {seat}: action {written} is not plain: {fault}")
    named = bool(written) and isinstance(written[0], str)
    position.expect(named, f"seat {seat}: action {written} does not open with its verb")
    read = position.game.read_action(state, seat, through_json(written))
    # Two equal cards in a hand may have two codes; they are one action to everybody.
    again = position.game.write_action(state, seat, read)
    same = again == written and state.key(read) == state.key(code)
    position.expect(same, f"seat {seat}: {code} is written {written}, but read as {read}, {again}")
    return written


def _check_slots(position: Position, state: State, seat: int, space: ProductSpace) -> None:
    for slot, size in enumerate(space.sizes):
        options = [position.game.write_option(state, seat, slot, pick) for pick in range(size)]
        fault = fault_of(options)
        position.expect(not fault, f"seat {seat}, slot {slot}: options are not plain: {fault}")
        texts = {canonical(option) for option in options}
        position.expect(len(texts) == size, f"seat {seat}, slot {slot}: options repeat: {options}")
    for code in tried(space, position):
        picked = resolve(position.game, state, seat, picks=space.split(code))
        position.expect(picked == code, f"seat {seat}: picks of {code} give {picked}")
    if count(space) is not None:
        last = resolve(position.game, state, seat, index=space.size - 1)
        position.expect(space.contains(last), f"seat {seat}: the last index gives {last}")


def damaged(actions: Iterable[list[Json]]) -> list[Json]:
    """Written actions with something missing, too much, or of the wrong type."""
    spoiled: list[Json] = []
    for action in actions:
        spoiled += [action[1:], [*action, 0], [action], {"action": action}]
        for at in range(len(action)):
            spoiled += [[*action[:at], wrong, *action[at + 1 :]] for wrong in WRONG_ARGUMENTS]
    return spoiled


def expect_refused_or_exact(position: Position, state: State, seat: int, value: Json) -> None:
    """A written value is refused with IllegalActionError, or is exactly how its action is written."""
    try:
        code = resolve(position.game, state, seat, action=value)
    except IllegalActionError as error:
        position.expect(str(error) != "", f"seat {seat}: {value!r} is refused without a reason")
        return
    except Exception as error:
        what = f"seat {seat}: reading {value!r} raises {type(error).__name__}: {error}"
        raise position.fault(f"{what}; expected IllegalActionError") from error
    written = position.game.write_action(state, seat, code)
    exact = canonical(written) == canonical(normalize(value))
    position.expect(exact, f"seat {seat}: {value!r} is read as {written}")
