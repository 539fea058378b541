"""What there is to know of somebody: results by game and opponent, ratings, the newest matches; and the way to follow them."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from infoset.people_text import against_text, day, interval, thinned
from infoset.printing import clean
from infoset.wording import is_said, say
from infoset_gui.kit.listing import draw_list
from infoset_gui.kit.lists import BETWEEN, Badge, Button, Empty, Heading, Item, Listing, Note, Row
from infoset_gui.kit.ui import Ui
from infoset_gui.net.session import Session, explain
from infoset_gui.screens.bar import draw_bar, game_title, margins
from infoset_gui.screens.replays import replay_row, show_replay
from infoset_gui.stage import Screen, Stage
from infoset_protocol.messages import GameResults, Profile, ProfileRating, ShowProfile

RECENT: Final = 20


class ProfileScreen(Screen):
    """One person; without a user, oneself."""

    def __init__(self, stage: Stage, session: Session, user: str | None) -> None:
        self._stage = stage
        self._session = session
        self._user = user
        self._profile: Profile | None = None
        self._problem = ""
        self._look()

    def _look(self) -> None:
        request = ShowProfile(user=self._user, recent=RECENT)
        self._session.request(request, Profile, self._take, self._fail)

    def _take(self, profile: Profile) -> None:
        self._profile = profile

    def _fail(self, error: Exception) -> None:
        self._problem = explain(error)

    def draw(self, ui: Ui) -> None:
        rest = draw_bar(ui, say("people-profile"), "", self._stage.pop, [])
        profile = self._profile
        listing = Listing(
            name="profile",
            rows=[] if profile is None else list(self._rows(profile)),
            empty=Empty("person", say("people-profile"), self._problem),
            is_loading=not self._problem,
        )
        draw_list(ui, ui.panel(margins(ui, rest)), listing)

    def _rows(self, told: Profile) -> Iterator[Item]:
        is_own = told.user == self._session.user
        yield self._head(told, is_own=is_own)
        if told.guest:
            yield Note(say("people-guest-you") if is_own else say("people-guest"), 2)
        if told.all:
            yield Note(say("people-all-you") if is_own else say("people-all"), 2)
        yield Heading(say("people-results"))
        if told.from_ms is not None:
            yield Note(say("people-from", day=day(told.from_ms)), 2)
        if not told.games:
            yield Note(say("people-no-results"))
        for game in told.games:
            yield from result_rows(game)
        if told.ratings:
            yield Heading(say("people-ratings"))
        for rating in told.ratings:
            yield from rating_rows(rating)
        yield Heading(say("people-recent"))
        if not told.recent:
            yield Note(say("replays-none"))
        for item in told.recent:
            yield replay_row(self._stage, self._session, item, partial(self._replay, item))

    def _head(self, told: Profile, *, is_own: bool) -> Row:
        kind = f"people-kind-{'guest' if told.guest else told.kind}"
        facts = [say(kind)] if is_said(kind) else []
        if told.since_ms is not None:
            facts.append(say("people-since", day=day(told.since_ms)))
        name, buttons = clean(told.name), []
        if told.followable or told.followed:
            buttons = [follow_button(self._session, told.user, name, self._look)]
        return Row(
            title=name,
            sign="robot" if told.kind == "program" else "person",
            facts=facts,
            badges=[Badge(say("room-you"), "accent")] if is_own else [],
            buttons=buttons,
        )

    def _replay(self, item: dict[str, Any]) -> None:
        show_replay(self._stage, self._session, str(item.get("replay", "")))


def follow_button(session: Session, user: str, name: str, done: Callable[[], None]) -> Button:
    """Begins to follow somebody, or ends it; `done` is told when the server has it."""
    is_on = session.following.has(user)
    about = say("people-unfollow-of", name=name) if is_on else say("people-follow-of", name=name)
    return Button(
        name=f"{'unfollow' if is_on else 'follow'} {user}",
        label=say("people-unfollow") if is_on else say("people-follow"),
        press=partial(session.following.set, user, on=not is_on, done=done),
        icon="" if is_on else "plus",
        tooltip=about,
    )


def result_rows(game: GameResults) -> Iterator[Item]:
    """How somebody did at a game, and against whom."""
    places = enumerate(game.places, 1)
    told = [say("people-place", place=place, count=count) for place, count in places]
    badge = Badge(say("people-matches", count=game.matches))
    yield Row(title=game_title(game.game), cover=game.game, facts=told, badges=[badge])
    for row in game.against:
        yield Note(against_text(row), 2)


def rating_rows(rating: ProfileRating) -> Iterator[Item]:
    """How an entry stands, and how it came there."""
    name = f"{clean(rating.name)} {clean(rating.version)}"
    facts = [say("people-rating-of", name=name, rank=rating.rank, count=rating.games)]
    if rating.provisional:
        facts.append(say("ladder-provisional"))
    badge = Badge(interval(rating.rating, rating.rd), "accent")
    yield Row(title=clean(rating.title), cover=rating.game, facts=facts, badges=[badge])
    points = [f"{day(one.at_ms)}: {interval(one.rating, one.rd)}" for one in thinned(rating.points)]
    if points:
        yield Note(BETWEEN.join(points), 2)


def show_profile(stage: Stage, session: Session, user: str | None = None) -> None:
    """Somebody's profile; without a user, one's own."""
    stage.push(ProfileScreen(stage, session, user))
