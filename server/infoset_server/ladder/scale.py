"""The numbers in which strengths are assumed and shown. Needs no library, so that everybody can read them.

Strengths are in logits: with a difference of 1 the stronger comes in ahead of the weaker in 73 of 100 matches.
"""

import math
from typing import Final

SPREAD: Final = 1.5  # of the strengths of bots, in logits: a bot nobody has seen is within +-3
SEAT_SPREAD: Final = 0.25  # of the advantages of seats: a quarter of a logit is 43 rating points
DRIFT: Final = 0.3  # of a person from one time bin to the next

MIDDLE: Final = 1500.0
SCALE: Final = 400 / math.log(10)  # rating points in a logit, 173.7: as Elo's, ten to one are 400
SIGMAS: Final = 2.0  # half an interval: the truth lies inside 95 times of 100
PROVISIONAL: Final = 110.0  # rating points: half an interval above which a number says little
