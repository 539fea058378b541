"""Strengths from the results of matches for two and more, all results together, with honest intervals.

outcomes.py      what is known of one match; all matches as choices of the next best
field.py         which unknowns there are
model.py         what is assumed of them beforehand; how probable choices are, with slope and curvature
fit.py           strengths, and how sure they are, also where little is known
shown.py         the numbers that people see
transitivity.py  whether results follow from strengths at all
"""

from infoset_server.contests.ladder.rating.field import Contestant, Field
from infoset_server.contests.ladder.rating.fit import Fit, fit
from infoset_server.contests.ladder.rating.outcomes import Outcome
from infoset_server.contests.ladder.rating.shown import Rating, standings

__all__ = ["Contestant", "Field", "Fit", "Outcome", "Rating", "fit", "standings"]
