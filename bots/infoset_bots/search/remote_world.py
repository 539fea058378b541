"""A world that stands on a server, as a search sees it: it notes the actions, and is told who may do what. No rules."""

from collections.abc import Mapping
from typing import Final, NoReturn

from infoset_games.choices import MAX_COUNT
from infoset_games.core import SEVERAL, Result, State
from infoset_games.rng import Rng
from infoset_games.spaces import ActionSpace, ListSpace, ProductSpace
from infoset_protocol.messages import ActRef

NOTHING: Final = ListSpace(())


class RemoteWorld(State):
    """World `number` of a seed, after `acts`.

    `seats` are to act, and `spaces` has what each may do; both are empty until the server has said so. The
    code of an action is what it means (`SimOut.keys`), or its position where the server does not say.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.acts: list[ActRef] = []
        self.seats: tuple[int, ...] = ()
        self.spaces: dict[int, ActionSpace] = {}

    def lacks(self, seat: int) -> bool:
        """Is the seat to act, but not known what it may do?"""
        return seat in self.seats and seat not in self.spaces

    def mover(self) -> int:
        return self.seats[0] if len(self.seats) == 1 else SEVERAL

    def to_act(self) -> tuple[int, ...]:
        return self.seats

    def legal(self, seat: int) -> ActionSpace:
        return self.spaces.get(seat, NOTHING)

    def apply(self, joint: Mapping[int, int]) -> None:
        for seat, action in joint.items():
            self.acts.append(refer(seat, action, self.spaces[seat]))
        self.seats = ()
        self.spaces = {}

    def copy(self) -> "RemoteWorld":
        twin = RemoteWorld(self.number)
        twin.acts = self.acts.copy()
        twin.seats = self.seats
        twin.spaces = self.spaces.copy()
        return twin

    # What only the rules can tell.

    def verify(self, seat: int, action: int) -> None:
        self._refuse()

    def sample_chance(self, rng: Rng) -> int:
        self._refuse()

    def kind(self, seat: int) -> str:
        self._refuse()

    def observe(self, seat: int | None) -> object:
        self._refuse()

    def result(self) -> Result | None:
        self._refuse()

    def to_plain(self) -> dict[str, object]:
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise NotImplementedError("the rules are on the server")


def refer(seat: int, action: int, space: ActionSpace) -> ActRef:
    """Names an action of `space` on the wire: by position, by options where those are too many to count."""
    if space.size <= MAX_COUNT:
        return ActRef(seat=seat, index=space.index(action))
    assert isinstance(space, ProductSpace)
    return ActRef(seat=seat, picks=list(space.split(action)))
