"""Draws one of OpenSpiel's chance outcomes from a stream of ours. Pure."""

from collections.abc import Sequence

from infoset_games.rng import Rng


def drawn(outcomes: Sequence[tuple[int, float]], rng: Rng) -> int:
    """One of the outcomes, as often as its probability says."""
    shares = [share for _, share in outcomes]
    if min(shares) == max(shares):
        return outcomes[int(rng.below(len(outcomes)))][0]
    left = rng.uniform() * sum(shares)
    for action, share in outcomes:
        left -= share
        if left < 0:
            return action
    return max(outcomes, key=lambda outcome: outcome[1])[0]
