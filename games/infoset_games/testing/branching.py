"""Checks that a match can begin in the middle of another: what its deal had left in store is drawn anew, nothing else."""

from infoset_games.replay import canonical
from infoset_games.testing.plain import through_json
from infoset_games.testing.plays import Play


def check_a_deal_drawn_anew_leads_to_the_same_position(play: Play) -> None:
    """The plies so far can be played under it, and everybody knows then what they knew. Drawn again it is the same."""
    for position in play.decisions(5):
        state, game = position.state(), position.game
        anew = through_json(game.deal_anew(play.deal, state, position.rng("anew")))
        again = game.start(anew)
        for joint in play.joints[: position.ply]:
            fits = all(again.legal(seat).contains(action) for seat, action in joint.items())
            position.expect(fits, f"{joint} could not have been played under {anew}")
            again.apply(joint)
        for viewer in (*position.seats(), None):
            was, now = (
                canonical(game.write_observation(one.observe(viewer))) for one in (state, again)
            )
            position.expect(was == now, f"seat {viewer} knows {now}, and knew {was}")
        twice = game.deal_anew(anew, again, position.rng("anew"))
        what = f"the deal follows from what has come out: {twice} is drawn, and was {anew}"
        position.expect(canonical(twice) == canonical(anew), what)
