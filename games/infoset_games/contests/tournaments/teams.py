"""Teams: entrants who play for themselves, and whose scores add up."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from infoset_games.contests.tournaments.scoring import NOTHING, places_by


@dataclass(frozen=True)
class Team:
    """A team and its members by number, the first board first. Of their scores the `counting` best count."""

    name: str
    members: tuple[int, ...]
    counting: int


@dataclass(frozen=True)
class TeamRow:
    """A line of the standings of teams. `boards` are the scores of its members, the first board first."""

    place: int
    team: str
    score: Fraction
    boards: tuple[tuple[int, Fraction], ...]


def team_standings(teams: Sequence[Team], scores: Sequence[Fraction]) -> list[TeamRow]:
    """All teams, best first: by the sum of their scores, then by the score on the first board, the second, and so on.

    Teams that nothing tells apart share a place.
    """
    boards = [tuple((one, scores[one]) for one in team.members) for team in teams]
    sums = [
        sum(sorted((score for _, score in mine), reverse=True)[: team.counting], NOTHING)
        for team, mine in zip(teams, boards, strict=True)
    ]
    longest = max(map(len, boards), default=0)
    keys = [
        (-total, *(-score for _, score in mine), *[NOTHING] * (longest - len(mine)))
        for total, mine in zip(sums, boards, strict=True)
    ]
    rows = [
        TeamRow(place, team.name, total, mine)
        for place, team, total, mine in zip(places_by(keys), teams, sums, boards, strict=True)
    ]
    return sorted(rows, key=lambda row: row.place)
