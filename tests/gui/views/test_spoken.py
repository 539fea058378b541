"""The boards of all games in every language: no word of theirs is left in code, and nothing is cut or overlaps.

Whole matches are played by chance. Each kind of question is drawn, all that can be pressed is pressed once, and all
that is written, shown below the pointer or told is read.
"""

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import pygame
import pytest
from pygame import Rect, Surface

from infoset.pseudo_words import PSEUDO, is_disguised
from infoset.turn import Match, Turn
from infoset.wording import languages, speak
from infoset_bots.lab.arena.playing import local_match
from infoset_bots.lab.arena.seats import Question, make_turn
from infoset_bots.lab.arena.table import write_choice
from infoset_bots.lab.tabletop.laying import read_box
from infoset_games import match as rules
from infoset_games.notices import Told
from infoset_games.registry import make_game
from infoset_games.terms import Terms
from infoset_gui.kit.art import Art
from infoset_gui.kit.audit import Audit
from infoset_gui.kit.layout import Box
from infoset_gui.kit.regions import Region
from infoset_gui.kit.theme import THEMES
from infoset_gui.kit.type import Typesetter
from infoset_gui.kit.ui import Memory, Ui
from infoset_gui.screens.bar import HEIGHT, margins
from infoset_gui.screens.side import WIDTH
from infoset_gui.views.catan.laying import Laying
from infoset_gui.views.catan.tabletop import CatanTableView, TableQuestion
from infoset_gui.views.plain import PlainView
from infoset_gui.views.view import Look, View, find_view

NAMES: Final = ("Á1", "Ð2", "Ħ3", "Ķ4")  # no letters of which words are made
USUAL: Final = "·"  # stands for what the terminal says of an event
# Keys, as kit/widgets.py writes them behind words; and what stands between several names in English.
KNOWN: Final = re.compile(r"\((ENTER|BACKSPACE|SPACE)\)|,? and (?=[ÁÐĦĶ])")
SIZE: Final = (1024, 640)  # the smallest
OFTEN: Final = 6  # times a kind of question is read by each who sees it
MOST: Final = 1_500  # decisions of one match
MATCHES: Final = (
    ("colonizers", {"colony": 2}),
    ("catan", {"seats": 3, "target": 4, "round_limit": 20, "layout": "beginner"}),
    ("crossfire", {"preset": "mini"}),
)
RANDOM: Final = 5


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    """Whatever a test speaks, the next one reads English."""
    pygame.font.init()
    yield
    speak("en")


@dataclass
class Reader:
    """Draws one view in one window and collects its words."""

    view: View
    size: tuple[int, int]
    type: Typesetter
    art: Art
    said: set[str] = field(default_factory=set)
    faults: set[str] = field(default_factory=set)
    memory: Memory = field(default_factory=Memory)

    def draw(self, look: Look) -> Ui:
        """One picture, with all that its places say."""
        surface = Surface(self.size)
        audit = Audit(surface.get_rect())
        ui = Ui(surface, THEMES["light"], self.type, self.art, self.memory, 0.0, audit=audit)
        surface.fill(ui.theme.ground)
        self.view.draw(ui, board_of(ui), look)
        self.view.draw_over(ui)
        self.said |= {one.text for one in audit.drawn}
        for region in ui.regions:
            self.said |= {region.label, region.tooltip, region.reason}
        self.faults |= set(audit.faults())
        return ui

    def press(self, look: Look, region: Region) -> None:
        """What a press opens is drawn, too; a press that answers does nothing here."""
        assert region.press is not None
        region.press()
        self.draw(look)


def board_of(ui: Ui) -> Rect:
    """The place that the screen of a match leaves to the view."""
    rest = ui.window.move(0, ui.u(HEIGHT))
    rest.height -= ui.u(HEIGHT)
    box = Box(margins(ui, rest, 8), ui.u(8))
    box.right(max(ui.u(WIDTH), ui.window.width // 5))
    box.bottom(ui.u(20))
    return box.rest


class Walk:
    """A match of all seats, each with a view of its own, and a stranger who looks on."""

    def __init__(self, name: str, options: dict[str, Any], size: tuple[int, int]) -> None:
        self._game = make_game(name, options)
        seats = self._game.seats
        self._matches = [self._seen_by(seat) for seat in (*range(seats), -1)]
        views = [find_view(one, PlainView) for one in self._matches]
        type_, art = Typesetter(), Art()
        self.readers = [Reader(view, size, type_, art) for view in views]
        self._names = NAMES[:seats]
        self._rng = random.Random(RANDOM)
        self._pressed: set[str] = set()
        self._times: Counter[str] = Counter()  # that a question was read
        self._fresh: Sequence[Any] = ()

    def _seen_by(self, seat: int) -> Match:
        names = NAMES[: self._game.seats]
        return local_match(self._game, "m1", seat, names, Terms().clock)

    def _look(self, seat: int, match: rules.Match, turn: Turn | None) -> Look:
        reader = self.readers[seat]
        obs = self._game.write_observation(match.state.observe(seat))
        return Look(
            match=self._matches[seat],
            seat=seat,
            obs=obs,
            turn=turn,
            names=self._names,
            now_s=0.0,
            fresh=self._fresh,
            say=lambda event: reader.view.say(event, USUAL),
            refuse=lambda why: reader.said.add(why),
            animated=False,
        )

    def play(self) -> None:
        """From the deal to the result."""
        match = rules.Match(self._game, Terms(), "5eed")
        self._hear(match.start(0))
        for at in range(MOST):
            if match.over is not None:
                break
            for asked in list(match.open.values()):
                question = Question(self._game, match.state, asked, match.ver, None, (), None)
                turn = make_turn(self._matches[asked.seat], question)
                self._read(match, turn)
                choice = turn.read_answer(self._choose(turn, at))
                assert choice is not None
                self._hear(match.submit(asked.seat, asked.number, write_choice(choice), at))
        self._read_end(match)

    def _choose(self, turn: Turn, at: int) -> Any:
        """Mostly by chance; an offer now and then, so that trades are read."""
        if at % 3 == 0 and any(param.get("kind") == "offer" for param in turn.params):
            hand = turn.plain_observation["players"][turn.seat]["hand"]
            give = next((kind for kind, count in enumerate(hand) if count), None)
            if give is not None:
                sides = [
                    [int(kind == one) for kind in range(len(hand))]
                    for one in (give, (give + 1) % 5)
                ]
                return ["offer", *sides]
        return turn.random_answer(self._rng)

    def _hear(self, notices: Iterable[Any]) -> None:
        for notice in notices:
            if not isinstance(notice, Told):
                continue
            audiences = (*range(len(self._names)), None)
            for seat, reader in zip(audiences, self.readers, strict=True):
                self._fresh = notice.views.get(seat, ())
                for event in self._fresh:
                    reader.view.on_event(event)
                    reader.said.add(reader.view.say(event, USUAL) or "")

    def _read(self, match: rules.Match, turn: Turn) -> None:
        """One question, in the eyes of who is asked, of a player who is not, and of a stranger."""
        for seat in (turn.seat, (turn.seat + 1) % len(self._names), -1):
            key = f"{turn.kind} {seat == turn.seat} {seat < 0}"
            self._times[key] += 1
            if self._times[key] > OFTEN:
                continue
            look = self._look(seat, match, turn if seat == turn.seat else None)
            view = self.readers[seat].view
            view.on_turn(look)
            self._press_all(self.readers[seat], look, self._read_words(look), key)

    def _read_words(self, look: Look) -> Ui:
        reader = self.readers[look.seat]
        view, said = reader.view, reader.said
        said |= {view.task(look), view.guide(look)}
        said |= {words for step in view.lesson(look) for words in (step.title, step.text)}
        if look.turn is not None and look.turn.is_product:
            picks = {slot.name: 0 for slot in look.turn.slots}
            said.add(view.write_picks(look.turn, picks))
        shown = reader.draw(look)
        said |= {view.write_action(action) for action in look.actions}
        return shown

    def _press_all(self, reader: Reader, look: Look, shown: Ui, kind: str) -> None:
        """Each button once for each kind of question; those with numbers once for all numbers."""
        for _ in range(3):  # what a press opens has presses of its own
            before = len(self._pressed)
            for region in shown.regions:
                name = f"{kind}: {re.sub(r'[0-9]+', '#', region.name)}"
                if region.press is None or region.is_hint or name in self._pressed:
                    continue
                self._pressed.add(name)
                reader.press(look, region)
            if len(self._pressed) == before:
                break  # nothing was pressed: the next picture would be this one
            shown = reader.draw(look)
        done = reader.view.complete(look)
        reader.said.add(done[1] if done is not None else "")
        reader.view.on_turn(look)

    def _read_end(self, match: rules.Match) -> None:
        assert match.over is not None
        scores = match.over.result.scores
        for seat in (0, -1):
            look = self._look(seat, match, None)
            self._read_words(look)
            view, said = self.readers[seat].view, self.readers[seat].said
            said |= {view.outcome(look, one) for one in (scores, [99.0, *scores[1:]])}
            said.add(view.outcome(look, [0.0 for _ in scores]))
            said |= {name for name, _ in view.statistics(look)}

    @property
    def said(self) -> set[str]:
        """Everything that anybody read, line by line and without the names of players and keys."""
        whole = {words for reader in self.readers for words in reader.said}
        return {KNOWN.sub("", line).strip() for words in whole for line in words.split("\n")}

    @property
    def faults(self) -> set[str]:
        """What was wrong with a text."""
        return {fault for reader in self.readers for fault in reader.faults}


class WalkAtBoard(Walk):
    """The same match of Catan, as it is followed at a real board: what is asked there, in place of what views ask."""

    def __init__(self) -> None:
        super().__init__(*MATCHES[1], SIZE)
        stranger = self.readers[-1]
        self._view = CatanTableView(stranger.view.match, lambda line: None)
        self.readers = [replace(stranger, view=self._view)]

    def _hear(self, notices: Iterable[Any]) -> None:
        """The log is what the books tell."""

    def _read(self, match: rules.Match, turn: Turn) -> None:
        if self._times[turn.kind]:
            return
        self._times[turn.kind] += 1
        (reader,) = self.readers
        public = self._look(-1, match, None)
        for asked in questions_at_board(turn, public.obs):
            self._view.table_bar.on_question(asked)
            reader.said.add(self._view.prompt(asked))
            look = replace(public, seat=asked.seat, turn=asked.turn(public.match, 1))
            self._press_all(reader, look, reader.draw(look), f"{asked.wanted} {asked.kind}")

    def _read_end(self, match: rules.Match) -> None:
        assert len(self._times) > 4


def questions_at_board(turn: Turn, obs: Any) -> Iterator[TableQuestion]:
    """What is asked at a real board while `turn` is open, and all that can be asked besides."""
    seat, actions = turn.seat, turn.actions
    usual = {"prompt": USUAL, "obs": obs}
    yield TableQuestion(
        "action", seat, kind=turn.kind, actions=actions, params=turn.params, **usual
    )
    for action in {str(one[0]): one for one in actions}.values():
        yield TableQuestion("done", seat, action=action, **usual)
    yield TableQuestion("resource", may_draw=True, **usual)
    yield TableQuestion("count", seat, most=19, resource=1, **usual)
    for wanted in ("laid", "dice", "card", "count", ""):
        yield TableQuestion(wanted, seat, most=5, **usual)


@pytest.mark.parametrize("language", [PSEUDO, *languages()])
def test_a_real_board_is_followed_in_every_language(language: str) -> None:
    speak(language)
    walk = WalkAtBoard()
    walk.play()
    assert len(walk.said) > 100
    assert walk.faults == set()
    if language == PSEUDO:
        assert [words for words in sorted(walk.said) if not is_disguised(words)] == []


@pytest.mark.parametrize("language", [PSEUDO, *languages()])
def test_a_board_is_laid_in_every_language(language: str) -> None:
    speak(language)
    laying = Laying(read_box(), lambda line: None)
    type_, art, said, faults = Typesetter(), Art(), set(), []
    for layer, piece in (("terrain", "ore"), ("numbers", 6), ("harbours", "3:1")):
        laying.draft.turn_to(layer)
        laying.draft.go(layer, 0)
        laying.draft.put(piece)
        surface = Surface(SIZE)
        audit = Audit(surface.get_rect())
        ui = Ui(surface, THEMES["dark"], type_, art, Memory(), 0.0, audit=audit)
        surface.fill(ui.theme.ground)
        laying.draw(ui, board_of(ui))
        said |= {one.text for one in audit.drawn}
        for region in ui.regions:
            said |= {region.label, *region.tooltip.split("\n"), region.reason}
        faults += audit.faults()
    assert len(said) > 20
    assert faults == []
    if language == PSEUDO:
        told = [KNOWN.sub("", words) for words in sorted(said)]
        assert [words for words in told if not is_disguised(words)] == []


@pytest.mark.parametrize(("game", "options"), MATCHES)
def test_no_word_of_a_board_of_a_board_is_left_in_code(game: str, options: dict[str, Any]) -> None:
    speak(PSEUDO)
    walk = Walk(game, options, SIZE)
    walk.play()
    assert len(walk.said) > 100
    assert [words for words in sorted(walk.said) if not is_disguised(words)] == []
    assert walk.faults == set()


@pytest.mark.parametrize("language", [one for one in languages() if one != "en"])
@pytest.mark.parametrize(("game", "options"), MATCHES)
def test_boards_have_room_for_every_language(
    game: str, options: dict[str, Any], language: str
) -> None:
    speak(language)
    walk = Walk(game, options, SIZE)
    walk.play()
    assert walk.faults == set()
