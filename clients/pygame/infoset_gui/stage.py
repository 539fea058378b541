"""What screens stand on: the stack of them, and what they share."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path

from infoset.people_text import game_title
from infoset.wording import preferred_language, say, speak
from infoset_gui.kit.clipboard import copy
from infoset_gui.kit.sounds import Sounds
from infoset_gui.kit.toasts import Toasts
from infoset_gui.kit.ui import Memory, Ui
from infoset_gui.net.local_server import LocalServer
from infoset_gui.net.network import Network
from infoset_gui.net.session import Login, Session
from infoset_gui.preferences import Preferences
from infoset_gui.table import Table


class Screen(ABC):
    """One picture with what can be done in it."""

    @abstractmethod
    def draw(self, ui: Ui) -> None:
        """Draws everything."""

    def tick(self, now_s: float) -> bool:
        """Time has passed; has anything changed?"""
        return False

    def on_escape(self) -> bool:
        """The key of that name; False: the screen is left."""
        return False

    def on_key(self, key: str) -> bool:
        """A key that no region wants; was it of use?"""
        return False

    def picture_name(self) -> str:
        """What a picture of it is called as a file: "" where it shows no match that is over."""
        return ""

    def on_idle(self) -> bool:
        """A click or a key that is for nothing on the screen; was it of use?"""
        return False

    def shows(self, table: Table) -> bool:
        """Is it the match of this table that one looks at here?"""
        return False

    def shows_room(self, room: str) -> bool:
        """Does one see here who is ready in this room?"""
        return False

    def on_match(self, table: Table) -> None:
        """A match begins and is about to be shown over this screen."""
        return

    def on_drag(self, right: int, down: int) -> None:
        """The picture was dragged with the right or middle button."""
        return

    def on_zoom(self, steps: int, at: tuple[int, int]) -> bool:
        """The wheel was turned where there is no list; was it of use?"""
        return False


class Dialog(ABC):
    """Something small over whatever screen there is."""

    @abstractmethod
    def draw(self, ui: Ui) -> None:
        """Draws it; the screen below is drawn already."""


class Stage:
    """The screens, and the one person before them: logins, preferences, sounds, notes."""

    def __init__(
        self,
        preferences: Preferences,
        clock_s: Callable[[], float],
        *,
        folder: Path | None = None,
        network: Network | None = None,
        show_profile: Callable[[Session, str], None] | None = None,
    ) -> None:
        """`folder` is where preferences are kept, None: where this person's usually are.

        `show_profile` shows somebody's profile; names on every screen lead there.
        """
        self.preferences = preferences
        self.network = network or Network()
        self.sounds = Sounds(is_on=preferences.sound)
        self.toasts = Toasts()
        self.memory = Memory()
        self.sessions: list[
            Session
        ] = []  # the first is the person's own, others play at the same computer
        self.local_server = LocalServer(None if folder is None else folder / "server")
        self.tables = None if folder is None else folder / "tables"  # evenings at real boards
        self.clock_s = clock_s
        self.is_over = False
        self.is_stale = True  # the picture is not what it should be
        self.wants_picture = False  # of what is drawn next, as a file
        self.dialog: Dialog | None = None  # over the screen
        self._folder = folder
        self._show_profile = show_profile
        self._screens: list[Screen] = []

    # The stack.

    @property
    def screen(self) -> Screen:
        """The one that is seen."""
        return self._screens[-1]

    @property
    def screens(self) -> tuple[Screen, ...]:
        """All, the lowest first."""
        return tuple(self._screens)

    def push(self, screen: Screen) -> None:
        """Shows another screen over this one."""
        self._screens.append(screen)
        self._changed()

    def pop(self) -> None:
        """Goes back; from the last screen out of the program."""
        self._screens.pop()
        if not self._screens:
            self.is_over = True
        self._changed()

    def leave(self, screen: Screen) -> None:
        """Takes a screen away, wherever it lies."""
        if screen in self._screens:
            self._screens.remove(screen)
            self.is_over = not self._screens
            self._changed()

    def back_to(self, kind: type[Screen]) -> None:
        """Goes back to the nearest screen of a kind, if there is one."""
        if any(isinstance(screen, kind) for screen in self._screens):
            while not isinstance(self._screens[-1], kind):
                self._screens.pop()
            self._changed()

    def _changed(self) -> None:
        self.dialog = None
        self.memory.forget()
        self.is_stale = True

    def show(self, dialog: Dialog) -> None:
        """Shows a dialog over the screen; one that is there makes way."""
        self.dialog = dialog
        self.is_stale = True

    def hide(self) -> None:
        """Takes the dialog away."""
        self.dialog = None
        self.is_stale = True

    def show_profile(self, session: Session, user: str) -> None:
        """Shows the profile of somebody."""
        if self._show_profile is not None:
            self._show_profile(session, user)

    # What all use.

    def take_picture(self) -> None:
        """What is drawn next is kept as a file, without notes and the word for what one points at."""
        self.wants_picture = self.is_stale = True

    def say(self, text: str, kind: str = "info") -> None:
        """Shows a note."""
        self.toasts.add(text, kind, self.clock_s())
        if kind == "bad":
            self.sounds.play("refuse")
        self.is_stale = True

    def copy(self, text: str, done: str) -> None:
        """Has a text ready to be pasted elsewhere, and says `done`."""
        if copy(text):
            self.say(done, "good")
        else:
            self.say(say("window-no-clipboard"), "warn")

    def speak(self) -> None:
        """All words are of the language that this person likes, from the next picture on."""
        speak(self.preferences.language or preferred_language())
        self.is_stale = True

    def save(self) -> None:
        """Keeps the preferences; where that cannot be, says why."""
        try:
            self.preferences.save(self._folder)
        except OSError as error:
            self.say(say("window-not-kept", why=str(error.strerror)), "warn")

    @property
    def downloads(self) -> Path:
        """Where files for the person go."""
        usual = Path.home() / "Downloads"
        if self._folder is not None:
            return self._folder / "downloads"
        return usual if usual.is_dir() else Path.cwd()

    @property
    def session(self) -> Session:
        """The person's own login. Only after `log_in`."""
        return self.sessions[0]

    @property
    def trouble(self) -> str:
        """What is wrong with the connection of the person's own login, in words; nothing where all is well."""
        return self.sessions[0].trouble if self.sessions else ""

    def log_in(self, login: Login) -> Session:
        """Opens a login; the first is the person's own."""
        session = Session(
            self.network,
            login,
            self.say,
            lambda: self.preferences.speed_factor,
            self.clock_s,
            hears_of_people=lambda: self.preferences.friends,
            on_turn=self._call,
            on_rematch=self._invite,
        )
        self.sessions.append(session)
        session.open()
        return session

    def _call(self, table: Table) -> None:
        """It is somebody's turn at this computer: said where they look at something else."""
        if not self.screen.shows(table):
            self.say(say("window-turn-elsewhere", game=game_title(table.match.game)))
            self.sounds.play("turn")

    def _invite(self, room: str, words: str) -> None:
        """Others want to play again: said where one does not look at that room."""
        if not self.screen.shows_room(room):
            self.say(words, "good")
            self.sounds.play("turn")

    def has_lost(self, session: Session) -> bool:
        """Was it a login at the server of this computer, which has ended?"""
        local = self.local_server
        return session.login.url == local.url and not local.is_running

    def log_out(self) -> None:
        """Ends all logins."""
        for session in self.sessions:
            session.close()
        self.sessions.clear()

    def close(self) -> None:
        """Ends everything."""
        self.log_out()
        self.network.close()
        self.local_server.stop()
