"""One's own games as the server tells of them: what is asked, what waits, what is over."""

from collections.abc import Callable
from typing import Any

from infoset_gui.window_clock import window_clock_s
from infoset_protocol.messages import MyGame, MyGameList, MyGames

RANK = {"turn": 0, "waiting": 1, "room": 2, "seek": 3, "over": 4}
MOST_OVER = 20
MILLI = 1000


class OwnGames:
    """Asked for once with each session; changes come by themselves. `asked_s` is when the time that is left was told."""

    def __init__(
        self,
        request: Callable[[MyGames, type[MyGameList], Callable[[Any], None]], None],
        clock_s: Callable[[], float] = window_clock_s,
    ) -> None:
        self.items: list[MyGame] = []
        self.is_known = False
        self._request = request
        self._clock_s = clock_s
        self._told_s: dict[str, float] = {}

    @property
    def turns(self) -> int:
        """In how many games one is asked."""
        return sum(item.state == "turn" for item in self.items)

    def look(self) -> None:
        """Asks for the list anew."""
        self._request(MyGames(over=MOST_OVER, follow=True), MyGameList, self._take_all)

    def take(self, item: MyGame) -> None:
        """A match has changed. What begins or ends changes rooms and seeks, too."""
        is_known = any(key_of(one) == key_of(item) for one in self.items)
        self._put([one for one in self.items if key_of(one) != key_of(item)] + [item])
        self._told_s[key_of(item)] = self._clock_s()
        if not is_known or item.state == "over":
            self.look()

    def left_s(self, item: MyGame) -> float | None:
        """The time that is left to decide, if there is a limit."""
        if item.left_ms is None:
            return None
        gone_s = self._clock_s() - self._told_s.get(key_of(item), 0.0)
        return max(0.0, item.left_ms / MILLI - gone_s)

    def _take_all(self, told: MyGameList) -> None:
        now_s = self._clock_s()
        self._told_s = {key_of(item): now_s for item in told.items}
        self.is_known = True
        self._put(told.items)

    def _put(self, items: list[MyGame]) -> None:
        """What is urgent stands first; the server has sorted the rest."""
        self.items = sorted(
            items,
            key=lambda item: (
                RANK.get(item.state, 9),
                item.left_ms if item.left_ms is not None else float("inf"),
                -(item.at_ms or 0),
            ),
        )


def key_of(item: MyGame) -> str:
    """Which match and seat, room or seek it is."""
    if item.match_id is not None:
        return f"{item.match_id}:{item.seat}"
    return item.ticket or item.room or ""
