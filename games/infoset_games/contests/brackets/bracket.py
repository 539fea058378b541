"""A bracket being played: who meets whom now, and who comes where in the end. Pure; a change is a new value."""

from dataclasses import dataclass, replace

from infoset_games.contests.brackets.schedule import Entrant, Pairing, Schedule, Source, WinnerOf
from infoset_games.contests.series import Series


@dataclass(frozen=True)
class Bracket:
    """A schedule and the winners so far, as (pairing, seed) in the order they were told. Players are seeds, from 0."""

    schedule: Schedule
    results: tuple[tuple[int, int], ...] = ()

    def player(self, source: Source) -> int | None:
        """Who comes from there; None while that is open."""
        if isinstance(source, Entrant):
            return source.seed
        winner = dict(self.results).get(source.pairing)
        if winner is None or isinstance(source, WinnerOf):
            return winner
        first, second = self.players(source.pairing)
        return second if winner == first else first

    def players(self, number: int) -> tuple[int | None, int | None]:
        """Who meets in a pairing, as far as it is known."""
        first, second = self.schedule.pairings[number].sides
        return self.player(first), self.player(second)

    def is_needed(self, pairing: Pairing) -> bool:
        """Is, or was, it to be played, as far as it is known?"""
        if pairing.only_if is None:
            return True
        return dict(self.results).get(pairing.only_if) == self.players(pairing.only_if)[1]

    def open_pairings(self) -> tuple[int, ...]:
        """The pairings that can be played now."""
        played = dict(self.results)
        return tuple(
            pairing.number
            for pairing in self.schedule.pairings
            if pairing.number not in played
            and None not in self.players(pairing.number)
            and (pairing.only_if is None or (pairing.only_if in played and self.is_needed(pairing)))
        )

    def after(self, number: int, winner: int) -> "Bracket":
        """The bracket after a pairing, played or not: who is absent has lost. Raises ValueError, then nothing changes."""
        if number not in self.open_pairings():
            raise ValueError(f"pairing {number}: expected one that can be played now")
        if winner not in self.players(number):
            raise ValueError(f"winner: expected one of {self.players(number)}, got {winner}")
        return replace(self, results=(*self.results, (number, winner)))

    @property
    def is_over(self) -> bool:
        """Is nothing left to be played?"""
        return not self.open_pairings()

    @property
    def champion(self) -> int | None:
        """Who has won, when it is over."""
        return self.results[-1][1] if self.is_over else None

    def places(self) -> dict[int, int]:
        """The place of everybody who is out, and 1 for the champion; who goes in one round shares a place."""
        found: dict[int, int] = {}
        for number, winner in self.results:
            pairing = self.schedule.pairings[number]
            first, second = self.players(number)
            loser = second if winner == first else first
            if pairing.place and loser is not None:
                found[loser] = pairing.place
        champion = self.champion
        if champion is not None:
            runner_up = next(p for p in self.players(self.results[-1][0]) if p != champion)
            assert runner_up is not None
            found |= {champion: 1, runner_up: 2}
        return found


def winner_of(series: Series, first: int, second: int) -> int:
    """Who of two seeds goes on: who won their series, in which `first` was side 0, the better seed where it was drawn.

    Raises ValueError while it is being played.
    """
    if not series.is_over:
        raise ValueError("the series is not over")
    leader = series.leader
    return min(first, second) if leader is None else (first, second)[leader]
