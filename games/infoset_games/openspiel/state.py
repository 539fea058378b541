"""A position of one of OpenSpiel's games. Whatever is drawn in it comes from the stream of the caller. Compiled."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from mypy_extensions import i64

from infoset_games.core import (
    CHANCE,
    MAX_ODDS,
    OVER,
    SEVERAL,
    IllegalActionError,
    Json,
    Result,
    State,
)
from infoset_games.events import Event
from infoset_games.openspiel.rules import OpenSpielRules
from infoset_games.openspiel.texts import chance_words, plain_action
from infoset_games.rng import Rng
from infoset_games.spaces import ActionSpace, ListSpace

CHANCE_PLAYER: Final = -1  # the player ids of pyspiel.PlayerId
SIMULTANEOUS_PLAYER: Final = -2
TERMINAL_PLAYER: Final = -4
NO_ACTION: Final = 0  # what OpenSpiel takes from a seat that has nothing to decide where others do
MOVERS: Final = {CHANCE_PLAYER: CHANCE, SIMULTANEOUS_PLAYER: SEVERAL, TERMINAL_PLAYER: OVER}
NOTHING: Final = ListSpace(())


class OpenSpielState(State):
    """A position: OpenSpiel's own state, and how often seats have decided."""

    def __init__(self, game: OpenSpielRules, inner: Any, turn: int = 0) -> None:
        """`inner` becomes this position's own."""
        self.game = game
        self.inner = inner
        self.turn = turn
        self._player: int | None = (
            None  # who is to act, and what they may do: asked of OpenSpiel once
        )
        self._space: ActionSpace | None = None

    def __reduce__(self) -> tuple[object, ...]:
        return replayed, (self.game, self.history())

    def mover(self) -> i64:
        if self._player is None:
            player = int(self.inner.current_player())
            self._player = player if player >= 0 else MOVERS[player]
        return self._player

    def to_act(self) -> tuple[int, ...]:
        mover = self.mover()
        if mover == OVER:
            return ()
        if mover == SEVERAL:
            return tuple(seat for seat in range(self.game.seats) if self.inner.legal_actions(seat))
        return (int(mover),)

    def legal(self, seat: int) -> ActionSpace:
        mover = self.mover()
        if mover == SEVERAL and 0 <= seat < self.game.seats:
            return ListSpace(self.inner.legal_actions(seat))
        if seat != mover or mover == OVER:
            return NOTHING
        if self._space is None:
            if seat == CHANCE:
                self._space = ListSpace([action for action, _ in self.outcomes()])
            else:
                self._space = ListSpace(self.inner.legal_actions())
        return self._space

    def verify(self, seat: int, action: int) -> None:
        space = self.legal(seat)
        if space.size == 0:
            raise IllegalActionError("it is not your turn")
        if not space.contains(action):
            raise IllegalActionError("this is not among the actions that are legal now")

    def apply(self, joint: Mapping[int, int]) -> None:
        if self.mover() == SEVERAL:
            seats = range(self.game.seats)
            self.inner.apply_actions([joint.get(seat, NO_ACTION) for seat in seats])
        else:
            ((_, action),) = joint.items()
            self.inner.apply_action(action)
        self._note_turn(CHANCE in joint)

    def move(self, action: i64) -> None:
        is_chance = self.mover() == CHANCE
        self.inner.apply_action(int(action))
        self._note_turn(is_chance)

    def _note_turn(self, is_chance: bool) -> None:
        """Something was played."""
        if not is_chance:
            self.turn += 1
        self._player = None
        self._space = None

    def outcomes(self) -> list[tuple[int, float]]:
        """What chance may bring, each with its probability."""
        return [(action, share) for action, share in self.inner.chance_outcomes() if share > 0]

    def sample_chance(self, rng: Rng) -> i64:
        return i64(drawn(self.inner.chance_outcomes(), rng))

    def chance_odds(self) -> Sequence[tuple[int, float]]:
        outcomes = self.outcomes()
        return tuple(outcomes) if len(outcomes) <= MAX_ODDS else ()

    def kind(self, seat: int) -> str:
        return "act"

    def is_open(self) -> bool:
        """Does everybody see what seats do in this position?"""
        return bool(self.game.entry.is_open(self.inner))

    def seen_key(self, action: int, viewer: int) -> int:
        return action if self.is_open() else NO_ACTION

    def observe(self, seat: int | None) -> dict[str, Json]:
        return self.game.observation(self, seat)

    def copy(self) -> "OpenSpielState":
        return OpenSpielState(self.game, self.inner.clone(), self.turn)

    def result(self) -> Result | None:
        if not self.inner.is_terminal():
            return None
        scores = [float(score) for score in self.inner.returns()]
        places = [1 + sum(other > own for other in scores) for own in scores]
        return Result(places, scores, self.game.returns_of(scores), "finished")

    def history(self) -> list[int]:
        """All actions so far, chance included; of a joint action one for each seat."""
        return list(self.inner.history())

    def to_plain(self) -> dict[str, Json]:
        return {"history": self.history()}

    def action_text(self, player: int, action: int) -> str:
        """The words for an action, of chance (CHANCE) or a seat."""
        ours = chance_words(self.game.member, action) if player == CHANCE else None
        return ours or plain_action(self.game.member, self.inner.action_to_string(player, action))


def drawn(outcomes: Sequence[tuple[int, float]], rng: Rng) -> int:
    """One of OpenSpiel's chance outcomes, as often as its probability says."""
    if is_even(outcomes):
        return outcomes[int(rng.below(len(outcomes)))][0]
    left = rng.uniform() * sum(share for _, share in outcomes)
    for action, share in outcomes:
        left -= share
        if left < 0:
            return action
    return max(outcomes, key=lambda outcome: outcome[1])[0]


def is_even(outcomes: Sequence[tuple[int, float]]) -> bool:
    """Are they all equally likely?"""
    first = outcomes[0][1]
    for _, share in outcomes:
        if share != first:
            return False
    return True


def dealt(inner: Any, rng: Rng) -> None:
    """Draws what chance brings before the first decision of a new play."""
    while inner.is_chance_node():
        inner.apply_action(drawn(inner.chance_outcomes(), rng))


def happened(before: OpenSpielState, joint: Mapping[int, int]) -> list[Event]:
    """What seats did: for all where the game shows it, else for themselves. Chance only where all see it."""
    if CHANCE in joint:
        if not before.game.entry.shows_chance:
            return []
        return [Event("chance", {"outcome": before.action_text(CHANCE, joint[CHANCE])})]
    is_open = before.is_open()
    events: list[Event] = []
    for seat, action in joint.items():
        text = before.action_text(seat, action)
        if is_open:
            events.append(Event("act", {"by": seat, "action": text}))
        else:
            events.append(Event("act", {"by": seat}, {"action": text}, (seat,)))
    return events


def replayed(game: OpenSpielRules, history: Iterable[int]) -> OpenSpielState:
    """The position after these actions. Raises ValueError at one that is not legal: OpenSpiel might not bear it."""
    state = OpenSpielState(game, game.inner.new_initial_state())
    actions = iter(history)
    for number, action in enumerate(actions):
        mover = int(state.mover())
        if mover == OVER:
            raise ValueError(f"history[{number}]: the play is over before it")
        if mover == SEVERAL:
            rest = range(1, game.seats)
            row = [action, *(next(actions, NO_ACTION) for _ in rest)]
            joint = {seat: row[seat] for seat in state.to_act()}
        else:
            joint = {mover: action}
        for seat, chosen in joint.items():
            if not state.legal(seat).contains(chosen):
                raise ValueError(f"history[{number}]: {chosen} is not legal there")
        state.apply(joint)
    return state
