"""Plays tournaments out without matches: places come from a seed. No tests here."""

from collections.abc import Callable, Sequence

from infoset_games.contests.tournaments.course import Course
from infoset_games.contests.tournaments.formats import Format, Moment
from infoset_games.contests.tournaments.scoring import places_by, usual_scale
from infoset_games.contests.tournaments.sitting import Played, Sitting, Terms
from infoset_games.rng import Rng

Judge = Callable[[Sequence[int], str], tuple[int, ...]]  # places by seat, of these on these seats
STEP_S = 10.0


def by_seed(seating: Sequence[int], match: str) -> tuple[int, ...]:
    """The better seed always comes in first."""
    return places_by(list(seating))


def at_random(seed: int) -> Judge:
    """The better seed mostly comes in first, and some come in level."""

    def judge(seating: Sequence[int], match: str) -> tuple[int, ...]:
        rng = Rng("result", str(seed), match)
        return places_by([(one + rng.below(9)) // 2 for one in seating])

    return judge


def new_course(entrants: int, seats: int, best_of: int = 1) -> Course:
    """A course before its first table."""
    return Course(entrants, Terms(seats, usual_scale(seats), best_of))


def play_out(
    fmt: Format, entrants: int, seats: int, judge: Judge = by_seed, best_of: int = 1
) -> Course:
    """A whole tournament. In an arena all tables of a wave take equally long."""
    fmt.check(entrants, seats)
    course, elapsed_s = new_course(entrants, seats, best_of), 0.0
    while not fmt.is_over(course, Moment(elapsed_s, course.staying)):
        course = play_open(course.draw(fmt.draws(course, Moment(elapsed_s, course.staying))), judge)
        elapsed_s += STEP_S
    return course


def play_open(course: Course, judge: Judge) -> Course:
    """The course when everything that is drawn is played."""
    for number, sitting in enumerate(course.sittings):
        if not sitting.is_decided:
            course = course.with_sitting(number, play_table(sitting, judge))
    return course


def play_table(sitting: Sitting, judge: Judge) -> Sitting:
    """A table at its end."""
    while not sitting.is_decided:
        match = f"{sitting.draw.name}/{len(sitting.played)}"
        seating = sitting.next_seating()
        sitting = sitting.after(Played(match, seating, judge(seating, match)))
    return sitting
