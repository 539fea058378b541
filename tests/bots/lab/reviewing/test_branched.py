"""What was decided and drawn in another match is not put down to the players of one that goes on from it."""

from tests.games.test_branching import play_out, played, record_of, tried

from infoset_bots.lab.reviewing.luck import chance_plies
from infoset_bots.lab.reviewing.match_review import ReviewedMatch
from infoset_bots.lab.reviewing.moments import final_answers
from infoset_bots.lab.statistics.tale import tell
from infoset_games.core import CHANCE
from infoset_games.match import Match
from infoset_games.record import write_record
from infoset_games.steps import ACT, own_from
from infoset_server.matches.report import conduct_of


def branched() -> tuple[Match, int]:
    """A match of Catan that goes on from another, and how many steps were taken over."""
    match = tried(played("catan", 60), "infoset-luck/1:new")
    play_out(match)
    return match, own_from(match.steps)


def test_decisions_are_those_of_its_own_players() -> None:
    match, taken = branched()
    record = record_of(match)
    own = [step for step in match.steps[taken:] if step.kind == ACT]
    assert taken == 61
    tale, _ = tell(record)
    for seat in range(match.game.seats):
        mine = {step.decision for step in own if step.seat == seat}
        assert set(final_answers(record, seat)) == mine
        assert tale.decisions[seat] == len(mine) == conduct_of(match)[seat].decisions


def test_luck_is_that_of_its_own_chance() -> None:
    match, taken = branched()
    swings = list(chance_plies(match))
    everything = sum(CHANCE in joint for joint in match.log)
    assert 0 < len(swings) == sum(len(step.chance) for step in match.steps[taken:]) < everything
    begins = next(
        at.ver for number, (_, at, _) in enumerate(record_of(match).play(), 1) if number == taken
    )
    found = ReviewedMatch(list(write_record(record_of(match)))).swings
    assert len(found) == len(swings)
    assert min(ver for ver, _, _ in found) > begins
