"""One's own games, profiles, and the people one follows, as lines of text for terminal and window. Asks no server."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from infoset.printing import clean
from infoset.wording import is_said, listed, say, spoken
from infoset_protocol.messages import (
    Followed,
    FollowList,
    GameResults,
    MyGame,
    MyGameList,
    OpponentResults,
    Profile,
    ProfileRating,
)

PARTS: Final = ("turn", "waiting", "room", "seek", "over")
DOING: Final = ("playing", "room", "online", "away")  # what is told first
DAY_S, HOUR_S, MINUTE_S = 86_400, 3_600, 60
MOST_POINTS: Final = 8  # of a rating over time
SIGMAS: Final = 2  # half an interval in which the truth lies 95 times of 100


@dataclass(frozen=True)
class Line:
    """A line of text; `level` 0 is a title, 1 what is said under it, 2 details of that."""

    text: str
    level: int = 1


def plain(lines: Iterable[Line]) -> Iterator[str]:
    """The same for a terminal: parts are apart, and what belongs to something stands in from it."""
    for number, line in enumerate(lines):
        if line.level == 0 and number:
            yield ""
        yield "  " * line.level + line.text


def game_title(game: str) -> str:
    """The name of a game as people read it."""
    return game.replace("_", " ").title()


def room_title(title: str | None, game: str) -> str:
    """A room as its host has called it; where nobody has, as its game is called."""
    return clean(title) if title and title != game else game_title(game)


# One's own games.


def game_lines(told: MyGameList) -> Iterator[Line]:
    """What waits for one, what runs, and what is over."""
    if not told.items:
        yield Line(say("mine-none", lobby=say("frame-lobby")))
    for state in PARTS:
        items = [item for item in told.items if item.state == state]
        if items:
            yield Line(f"{say(f'mine-part-{state}')} ({len(items)})", 0)
            for item in items:
                yield Line("  ·  ".join([game_text(item), *facts(item)]))


def game_text(item: MyGame) -> str:
    """The game, and with whom."""
    players = enumerate(item.players or [])
    others = [clean(name) for seat, name in players if name and seat != item.seat]
    if others:
        return say("mine-with", game=game_title(item.game), others=listed(others))
    return room_title(item.title, item.game)


def facts(item: MyGame) -> list[str]:
    """What else there is to say of a game."""
    found = []
    if item.state == "turn" and item.left_ms is not None:
        found.append(say("mine-left", time=left_text(item.left_ms / 1000)))
    if item.places and item.seat is not None:
        found.append(say("mine-place", place=item.places[item.seat], count=len(item.places)))
    if item.room is not None and item.state in ("room", "turn", "waiting"):
        found.append(item.room)
    if item.match_id is not None:
        found.append(item.match_id)
    if item.here is False:
        found.append(say("mine-elsewhere"))
    return found


def left_text(seconds: float) -> str:
    """Time that is left, in the two units that matter."""
    days, rest = divmod(int(seconds), DAY_S)
    hours, rest = divmod(rest, HOUR_S)
    if days:
        return say("room-days-hours", days=days, hours=hours)
    minutes, rest = divmod(rest, MINUTE_S)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


# Profiles.


def profile_lines(told: Profile, own: str) -> Iterator[Line]:
    """What there is to know of somebody; `own` is the reader's user id."""
    kind = "guest" if told.guest else told.kind
    facts = [say(f"people-kind-{kind}")] if is_said(f"people-kind-{kind}") else []
    if told.since_ms is not None:
        facts.append(say("people-since", day=day(told.since_ms)))
    yield Line(f"{clean(told.name)} ({', '.join(facts)})", 0)
    if told.all:
        yield Line(say("people-all-you") if told.user == own else say("people-all"))
    yield Line(say("people-results"), 0)
    if told.from_ms is not None:
        yield Line(say("people-from", day=day(told.from_ms)))
    if not told.games:
        yield Line(say("people-no-results"))
    for game in told.games:
        yield from result_lines(game)
    if told.ratings:
        yield Line(say("people-ratings"), 0)
        for rating in told.ratings:
            yield from rating_lines(rating)
    if told.recent:
        yield Line(say("people-recent"), 0)
        for item in told.recent:
            yield Line(recent_text(item))


def result_lines(game: GameResults) -> Iterator[Line]:
    """How somebody did at a game, and against whom."""
    places = enumerate(game.places, 1)
    told = ", ".join(say("people-place", place=place, count=count) for place, count in places)
    matches = say("people-matches", count=game.matches)
    yield Line(f"{game_title(game.game)}: {matches}; {told}")
    for row in game.against:
        yield Line(against_text(row), 2)


def against_text(row: OpponentResults) -> str:
    """How somebody did against opponents of a kind."""
    counts = (
        f"{say('people-ahead')} {row.ahead}",
        f"{say('people-level')} {row.level}",
        f"{say('people-behind')} {row.met - row.ahead - row.level}",
    )
    return f"{say('people-against')} {opponent_text(row)}: {', '.join(counts)}"


def opponent_text(row: OpponentResults) -> str:
    """Who the opponents of a row are."""
    if row.kind == "house":
        return say("people-house", bot=clean(row.bot or "").replace("_", " "))
    return say(f"people-opponents-{row.kind}")


def rating_lines(rating: ProfileRating) -> Iterator[Line]:
    """How an entry stands, and how it came there."""
    name = f"{clean(rating.name)} {clean(rating.version)}"
    about = say("people-rating-of", name=name, rank=rating.rank, count=rating.games)
    yield Line(f"{clean(rating.title)}: {interval(rating.rating, rating.rd)}; {about}")
    for point in thinned(rating.points):
        yield Line(f"{day(point.at_ms)}  {interval(point.rating, point.rd)}", 2)


def interval(rating: int, rd: int) -> str:
    """A rating with what it lies between."""
    return f"{rating} ± {SIGMAS * rd}"


def thinned(points: Sequence[Any]) -> Sequence[Any]:
    """A few of them, the last among these."""
    step = max(1, -(-len(points) // MOST_POINTS))
    return points[::-1][::step][::-1]


def recent_text(item: dict[str, Any]) -> str:
    """A finished match: its game, who came in where, and its replay."""
    seats = sorted(zip(item.get("places", ()), item.get("players", ()), strict=False))
    told = ", ".join(f"{place}. {clean(name)}" for place, name in seats)
    return f"{game_title(str(item.get('game', '')))}: {told}  ·  {clean(item.get('replay', ''))}"


def day(at_ms: int) -> str:
    """A date, as those who read write it."""
    from babel.dates import format_date

    when = datetime.fromtimestamp(at_ms / 1000, UTC).astimezone()
    return format_date(when, "short", locale=spoken().partition("-")[0])


# People whom one follows.


def person_lines(told: FollowList) -> Iterator[Line]:
    """Whom one follows and what they do, who follows oneself, and whether they may see anything."""
    yield Line(say("people-followed"), 0)
    if not told.items:
        yield Line(say("people-follow-none"))
    for item in sorted(told.items, key=lambda item: (doing_rank(item), item.name)):
        yield Line(f"{clean(item.name)}: {doing_text(item)}")
    if told.followers:
        names = listed([clean(one.name) for one in told.followers])
        yield Line(say("people-followers"), 0)
        yield Line(names)
    if not told.shown:
        yield Line(say("people-hidden"), 0)


def doing_rank(item: Followed) -> int:
    """What somebody does, by how soon it is told."""
    return DOING.index(item.state) if item.state in DOING else len(DOING)


def doing_text(item: Followed) -> str:
    """What somebody does now, with the match or the room where it is."""
    title = room_title(item.title, item.game) if item.game is not None else ""
    told = say(f"people-state-{item.state}", title=title)
    place = item.match_id or item.room
    return told if place is None else f"{told}  ·  {place}"
