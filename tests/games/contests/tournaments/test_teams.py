"""Standings of teams."""

from fractions import Fraction

from infoset_games.contests.tournaments.teams import Team, team_standings


def table(*teams: Team, scores: list[int]) -> list[tuple[int, str, int]]:
    rows = team_standings(teams, [Fraction(score) for score in scores])
    return [(row.place, row.team, int(row.score)) for row in rows]


def test_scores_of_members_add_up_and_only_the_best_count() -> None:
    scores = [3, 1, 2, 2, 0, 5]
    crabs, eels, rays = (0, 1), (2, 3), (4, 5)
    everybody = [Team("Crabs", crabs, 2), Team("Eels", eels, 2), Team("Rays", rays, 2)]
    assert table(*everybody, scores=scores) == [(1, "Rays", 5), (2, "Crabs", 4), (3, "Eels", 4)]
    best = [Team(team.name, team.members, 1) for team in everybody]
    assert table(*best, scores=scores) == [(1, "Rays", 5), (2, "Crabs", 3), (3, "Eels", 2)]


def test_equal_teams_are_told_apart_by_their_boards_and_share_a_place_otherwise() -> None:
    one, other = Team("Crabs", (0, 1), 2), Team("Eels", (2, 3), 2)
    assert table(one, other, scores=[1, 2, 2, 1]) == [(1, "Eels", 3), (2, "Crabs", 3)]
    assert table(one, other, scores=[2, 1, 2, 1]) == [(1, "Crabs", 3), (1, "Eels", 3)]


def test_a_team_of_which_nobody_has_come_has_nothing() -> None:
    assert table(Team("Crabs", (), 2), Team("Eels", (0,), 2), scores=[0]) == [
        (1, "Crabs", 0),
        (1, "Eels", 0),
    ]
