"""Strengths from the results of matches for two and more: batch Plackett-Luce with honest intervals.

outcomes.py    what is known of one match
field.py       which strengths there are, and what is assumed of them beforehand
table.py       outcomes as arrays
likelihood.py  how well strengths explain outcomes, with slope and curvature
fit.py         the most probable strengths, and how sure they are
shown.py       the numbers that people see
"""

from infoset_server.contests.ladder.rating.field import Contestant, Field
from infoset_server.contests.ladder.rating.fit import Fit, fit
from infoset_server.contests.ladder.rating.outcomes import Outcome
from infoset_server.contests.ladder.rating.shown import Rating, standings

__all__ = ["Contestant", "Field", "Fit", "Outcome", "Rating", "fit", "standings"]
