"""Checks that a seat learns nothing but its observation: twins look alike on every channel.

Twins for a seat are positions with the same observation for it: the true one and worlds that
`determinize` made of that observation. Whatever reaches the seat must be equal, byte for byte.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from infoset_games.choices import resolve, write_decision
from infoset_games.core import CHANCE, IllegalActionError, Json, State
from infoset_games.game import Game
from infoset_games.replay import canonical, random_joint, state_hash
from infoset_games.testing.legality import GARBAGE, known_codes, refusal_of
from infoset_games.testing.plain import fault_of, through_json
from infoset_games.testing.plays import Play, Position

WORLDS: Final = 2  # beside the truth
MORE_WORLDS: Final = 10  # where a suspicion must be confirmed
JOINTS: Final = 6  # random plies tried from each twin
MAX_PROBES: Final = 40  # written actions whose refusals are compared


@dataclass(frozen=True)
class Told:
    """What one audience gets from one ply, as canonical texts."""

    joint: Mapping[int, int]
    events: str
    knowledge: str
    asked: bool  # is the audience to act next?


def check_twins_look_alike(play: Play) -> None:
    """Observation, decision, legal lists, refusals, results and worlds are equal in twins."""
    probes = written_actions(play)
    codes = known_codes(play)[: 2 * MAX_PROBES]
    for position in play.decisions():
        for seat in position.seats():
            truth, *worlds = twins(position, seat)
            told = channels(position, truth, seat, probes, codes)
            for world in worlds:
                for name, value in channels(position, world, seat, probes, codes).items():
                    same = canonical(value) == canonical(told[name])
                    where = f"seat {seat}: {name} depends on what it cannot know"
                    position.expect(same, f"{where}: {told[name]} here, {value} in a twin")


def check_events_tell_no_more_than_observations(play: Play) -> None:
    """Plies that leave a seat with equal observations showed it equal events.

    Different choices may be told apart where that says nothing about the hidden rest: which of two
    face-down cards was kept, or that somebody chose to do nothing in one way or another.
    """
    for position in play.positions():
        for audience in (*position.seats(), None):
            for one, other in comparable_plies(position, audience):
                leak = one.knowledge == other.knowledge and one.events != other.events
                if leak and one.joint != other.joint:
                    leak = _is_informative(position, audience, one.joint, other.joint)
                what = "learns from events what its observation does not say"
                _expect_no_leak(position, audience, leak, what, one, other)


def check_observations_tell_no_more_than_events(play: Play) -> None:
    """Plies that show a seat equal events leave it with equal observations, until it is asked.

    An observation that tells more is a leak, or an event lacks a secret that its seat may know. A
    seat that is to act next may learn what it is offered from the question alone.
    """
    for position in play.positions():
        for audience in (*position.seats(), None):
            for one, other in comparable_plies(position, audience):
                told = one.events == other.events and not (one.asked or other.asked)
                leak = told and one.knowledge != other.knowledge
                what = "learns from its observation what events do not say"
                _expect_no_leak(position, audience, leak, what, one, other)


def check_event_views_keep_their_shape(play: Play) -> None:
    """Every audience sees the same keys and lists of the same lengths, in plain values."""
    for position in play.positions():
        if not position.joint:
            continue
        before, after = position.state(), position.state()
        after.apply(position.joint)
        for event in position.game.narrate(before, position.joint, after):
            public = event.view(None)
            position.expect(event.kind.isidentifier(), f"event kind {event.kind!r} is no word")
            position.expect(
                event.seen_by <= set(position.seats()), f"{event.kind}: no such audience"
            )
            clash = ({"e"} | set(event.facts)) & set(event.secrets)
            position.expect(not clash, f"{event.kind}: {clash} are facts and secrets")
            for seat in position.seats():
                fault = fault_of(event.view(seat))
                position.expect(not fault, f"{event.kind}: not plain: {fault}")
                same = shape(event.view(seat)) == shape(public)
                position.expect(same, f"{event.kind}: seat {seat} sees another shape than others")


def twins(position: Position, seat: int, count: int = WORLDS) -> list[State]:
    """The true state and `count` worlds that `seat` cannot tell from it."""
    game, truth = position.game, position.state()
    text = through_json(game.write_observation(truth.observe(seat)))
    observation = game.read_observation(text)
    worlds = [
        game.determinize(observation, position.rng("twin", str(seat), str(number)))
        for number in range(count)
    ]
    return [truth, *worlds]


def channels(
    position: Position, state: State, seat: int, probes: list[Json], codes: list[int]
) -> dict[str, Json]:
    """Everything that can reach `seat` in `state`, by the name of the channel."""
    game = position.game
    observation = state.observe(seat)
    result = state.result()
    acts = seat in state.to_act()
    return {
        "the observation": game.write_observation(observation),
        "the decision": write_decision(game, state, seat) if acts else "none",
        "the result": [] if result is None else list(result.scores),
        "a refusal of a code": [refusal_of(state, seat, code) or "" for code in codes],
        "a refusal of a written action": [answer(game, state, seat, value) for value in probes],
        "a determinized world": [
            digest
            for number in range(WORLDS)
            for digest in _worlds(position, game, observation, seat, str(number))
        ],
    }


def answer(game: Game, state: State, seat: int, value: Json) -> str | int:
    """What `seat` hears when it submits a written action: its code, or why it is refused."""
    try:
        return resolve(game, state, seat, action=value)
    except IllegalActionError as error:
        return str(error)


def written_actions(play: Play) -> list[Json]:
    """Actions that anybody wrote in this play, and garbage."""
    written: dict[str, Json] = {}
    for ply, joint in enumerate(play.joints):
        for seat, code in joint.items():
            if seat != CHANCE and len(written) < MAX_PROBES:
                value = play.game.write_action(play.states[ply], seat, code)
                written[canonical(value)] = value
    return [*written.values(), *GARBAGE]


def shape(value: Json) -> Json:
    """Keys and lengths of `value`, without its numbers and texts."""
    if isinstance(value, dict):
        return {key: shape(item) for key, item in value.items()}
    if isinstance(value, list):
        return [shape(item) for item in value]
    return 0


def _worlds(position: Position, game: Game, observation: Json, seat: int, label: str) -> list[str]:
    """Worlds from the observation object and from its JSON text, which can carry nothing else."""
    carried = game.read_observation(through_json(game.write_observation(observation)))
    return [
        state_hash(game.determinize(source, position.rng("world", str(seat), label)))
        for source in (observation, carried)
    ]


def comparable_plies(position: Position, audience: int | None) -> Iterator[tuple[Told, Told]]:
    """Pairs of plies whose beginning looked the same to `audience`, and its own action in them.

    Either the same joint action in two twins, or one state in which one other seat, or chance,
    chose differently.
    """
    if not position.joint:
        return
    variants = list(_indistinguishable(position, audience))
    chance, choice = position.rng("chance"), position.rng("choice")
    joints = [position.joint, *(random_joint(variants[0], chance, choice) for _ in range(JOINTS))]
    for joint in joints:
        allowing = [state for state in variants if _allows(state, joint)]
        yield from combinations([_tell(position, state, joint, audience) for state in allowing], 2)
    state = position.state()
    for mover in position.joint:
        if mover != audience:
            choices = _choices(position, state, mover)
            joints = [{**position.joint, mover: code} for code in choices]
            yield from combinations(
                [_tell(position, state, joint, audience) for joint in joints], 2
            )


def _choices(position: Position, state: State, mover: int) -> Iterator[int]:
    rng = position.rng("hidden choice", str(mover))
    yield position.joint[mover]
    for _ in range(JOINTS):
        yield int(state.sample_chance(rng)) if mover == CHANCE else state.legal(mover).draw(rng)


def _indistinguishable(
    position: Position, audience: int | None, count: int = WORLDS
) -> Iterator[State]:
    """The true state, and worlds that look the same to `audience`."""
    truth = position.state()
    yield truth
    if not position.is_decision():
        return
    seen = canonical(position.game.write_observation(truth.observe(audience)))
    for seat in position.seats() if audience is None else (audience,):
        for world in twins(position, seat, count)[1:]:
            if canonical(position.game.write_observation(world.observe(audience))) == seen:
                yield world


def _is_informative(
    position: Position, audience: int | None, one: Mapping[int, int], other: Mapping[int, int]
) -> bool:
    """Does knowing which of two joint actions was played tell something of the position after it?

    It does if some part of the position has one value after `one` and another after `other` in all
    twins alike; where the parts vary with what is hidden anyway, the choice alone tells nothing.
    """
    states = list(_indistinguishable(position, audience, MORE_WORLDS))
    allowing = [state for state in states if _allows(state, one) and _allows(state, other)]
    ends = [[_parts_after(state, joint) for state in allowing] for joint in (one, other)]
    for path in ends[0][0]:
        values = [{parts.get(path) for parts in of_joint} for of_joint in ends]
        if len(values[0]) == len(values[1]) == 1 and values[0] != values[1]:
            return True
    return False


def _parts_after(state: State, joint: Mapping[int, int]) -> dict[str, Json]:
    """The position after a ply, as single values by path."""
    after = state.copy()
    after.apply(joint)
    return dict(_parts(after.to_plain(), ""))


def _parts(value: Json, path: str) -> Iterator[tuple[str, Json]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _parts(item, f"{path}.{key}")
    elif isinstance(value, list):
        yield f"{path} length", len(value)
        for at, item in enumerate(value):
            yield from _parts(item, f"{path}[{at}]")
    else:
        yield path, value


def _allows(state: State, joint: Mapping[int, int]) -> bool:
    if set(state.to_act()) != set(joint):
        return False
    return all(mover == CHANCE or state.legal(mover).contains(joint[mover]) for mover in joint)


def _tell(
    position: Position, before: State, joint: Mapping[int, int], audience: int | None
) -> Told:
    after = before.copy()
    after.apply(joint)
    events = position.game.narrate(before, joint, after)
    return Told(
        joint=joint,
        events=canonical([event.view(audience) for event in events]),
        knowledge=canonical(position.game.write_observation(after.observe(audience))),
        asked=audience in after.to_act(),
    )


def _expect_no_leak(
    position: Position, audience: int | None, leak: bool, what: str, one: Told, other: Told
) -> None:
    if leak:
        who = "a spectator" if audience is None else f"seat {audience}"
        raise position.fault(f"{who} {what}: {one} or {other}")
