"""Counts results over many matches and says them in words. Pure."""

from dataclasses import dataclass, field

from infoset.turn import Match, MatchResult


@dataclass
class Tally:
    """What came out of the matches so far."""

    matches: int = 0
    lost_sight: int = 0
    aborted: int = 0
    places: list[int] = field(default_factory=list)

    def add(self, result: MatchResult | None) -> None:
        """Counts one match; None is one whose end was not seen."""
        self.matches += 1
        if result is None:
            self.lost_sight += 1
        elif result.place is None or result.reason in ("aborted", "error"):
            self.aborted += 1
        else:
            self.places.append(result.place)

    def text(self) -> str:
        """`played 10 matches: 4 first places, average place 1.90`."""
        text = f"played {count_text(self.matches, 'match', 'matches')}"
        details = []
        if self.places:
            average = sum(self.places) / len(self.places)
            details.append(
                f"{count_text(self.places.count(1), 'first place')}, average place {average:.2f}"
            )
        if self.aborted:
            details.append(f"{self.aborted} without a result")
        if self.lost_sight:
            details.append(f"{self.lost_sight} went on without us")
        return f"{text}: {', '.join(details)}" if details else text


def result_text(match: Match, result: MatchResult | None) -> str:
    """One match in a line: `colonizers g_5xT2 seat 2: place 1 of 4, score 38 (finished)`."""
    head = f"{match.game} {match.match_id} seat {match.seat}"
    if result is None:
        return f"{head}: went on without us"
    if result.place is None:
        return f"{head}: no result ({result.reason})"
    return f"{head}: place {result.place} of {len(result.places)}, score {result.score:g} ({result.reason})"


def count_text(count: int, one: str, many: str = "") -> str:
    """`1 match`, `2 matches`."""
    return f"{count} {one if count == 1 else many or one + 's'}"
