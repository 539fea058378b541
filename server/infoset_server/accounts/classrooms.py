"""Classes: a teacher's group of pupils without passwords, and the cards by which they get in.

A card's code is good for one device and one lesson; it is exchanged for a token that stays on the
device (enrolment.py). A class may also show one code for all on the blackboard for a while. Cards are printed from
one HTML page that needs nothing else, or an SVG image of the same.
"""

import html
import io
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import segno

from infoset_server.accounts.code_words import fresh_code, fresh_pseudonym
from infoset_server.accounts.credentials import Credentials, digest
from infoset_server.accounts.register import Register
from infoset_server.accounts.users import AccountError, Role, UnknownError, User
from infoset_server.common.ids import ClassId, UserId, fresh_id
from infoset_server.common.text import clean_name
from infoset_server.config import AccountSettings
from infoset_server.storage.notes import DocumentKind, Notes


@dataclass(eq=False)
class Classroom:
    """A class. Times are milliseconds since 1970; at `ends_ms` it is deleted with all its pupils."""

    id: ClassId
    name: str
    teacher: UserId | None
    ends_ms: int
    may_chat: bool = False
    join_hash: str = ""  # of the code on the blackboard
    join_until_ms: int = 0


@dataclass(frozen=True)
class StoredCard:
    """A card that nobody has used yet: whose it is, the hash of its code, how long it is good."""

    id: str
    user: UserId
    hash: str
    expires_ms: int


@dataclass(frozen=True)
class Card:
    """A card as it is printed. Holds the code itself, which is not kept."""

    classroom: str
    pseudonym: str
    code: str
    expires_ms: int


CLASSROOMS: Final = DocumentKind("class", Classroom)
CARDS: Final = DocumentKind("card", StoredCard)


class Classrooms:
    """All classes, and the codes that are open."""

    def __init__(
        self,
        notes: Notes,
        register: Register,
        credentials: Credentials,
        settings: AccountSettings,
        now_ms: Callable[[], int],
    ) -> None:
        self._notes = notes
        self._register = register
        self._credentials = credentials
        self._settings = settings
        self._now_ms = now_ms
        self.on_count: list[Callable[[Classroom], Awaitable[Mapping[str, int]]]] = []
        self.on_remove: list[
            Callable[[Classroom], None]
        ] = []  # told while its pupils are still there
        self._classes: dict[ClassId, Classroom] = {}
        self._cards: dict[str, StoredCard] = {}  # by hash

    def restore(self, classes: Mapping[str, bytes], cards: Mapping[str, bytes]) -> None:
        """Takes back what was noted by an earlier server. The register must be there already."""
        self._classes = {one.id: one for one in CLASSROOMS.read(classes)}
        self._cards = {card.hash: card for card in CARDS.read(cards)}

    def __iter__(self) -> Iterator[Classroom]:
        return iter(list(self._classes.values()))

    def named(self, text: str, among: Callable[[Classroom], bool] = lambda one: True) -> Classroom:
        """The class that `text` means: an id, or a name that only one bears.

        Raises UnknownError, for those not `among` as for those that do not exist.
        """
        found = [one for one in self if text in (one.id, one.name) and among(one)]
        if len(found) != 1:
            raise UnknownError(f"{len(found) or 'no'} classes go by {text!r}")
        return found[0]

    def teaches(self, user: User, classroom: str | None) -> bool:
        """Is it a class of theirs?"""
        return any((one.id, one.teacher) == (classroom, user.id) for one in self)

    # Classes.

    def add(self, name: str, teacher: UserId | None) -> Classroom:
        """A new class without pupils; its name is its teacher's to choose. Raises AccountError."""
        name = self._unused(name, teacher)
        if len(self._classes) >= self._settings.max_classes:
            raise AccountError(f"this server keeps {self._settings.max_classes} classes at most")
        one = Classroom(ClassId(fresh_id("c")), name, teacher, self._end_ms())
        self._classes[one.id] = one
        self._note(one)
        return one

    def keep(self, one: Classroom) -> int:
        """Keeps a class for as long from now on as a new one; returns for how many days."""
        one.ends_ms = self._end_ms()
        self._note(one)
        return self._settings.class_days

    def rename(self, one: Classroom, name: str) -> None:
        """Calls a class by another name. Raises AccountError."""
        one.name = self._unused(name, one.teacher)
        self._note(one)

    async def counts(self, one: Classroom) -> dict[str, int]:
        """How much goes with a class when it is deleted: its pupils, and what other parts of the server keep of it."""
        found = {"pupils": len(self._register.members(one.id))}
        for count in self.on_count:
            found |= await count(one)
        return found

    def remove(self, one: Classroom) -> int:
        """Deletes a class and all its pupils, with their cards and tokens; returns how many they were.

        What other parts of the server keep of it goes, too (`on_remove`).
        """
        for tell in self.on_remove:
            tell(one)
        pupils = self._register.members(one.id)
        for pupil in pupils:
            self.remove_pupil(pupil)
        del self._classes[one.id]
        self._notes.drop(CLASSROOMS.name, one.id)
        return len(pupils)

    def remove_pupil(self, pupil: User) -> None:
        """Deletes one pupil, its card and its tokens."""
        self._void_cards(pupil)
        self._credentials.revoke_all(pupil)
        self._register.remove(pupil)

    def allow_chat(self, one: Classroom, may_chat: bool) -> list[User]:
        """Lets the class chat, or not; returns its pupils."""
        one.may_chat = may_chat
        self._note(one)
        pupils = self._register.members(one.id)
        for pupil in pupils:
            pupil.may_chat = may_chat
            self._register.note(pupil)
        return pupils

    def plan(self, names: Sequence[str], more: int = 0, one: Classroom | None = None) -> list[str]:
        """Names for new pupils, these and so many made-up ones, in a class that exists or (None) a new one.

        Raises AccountError where one of them could not be added; nobody is.
        """
        pupils = [] if one is None else self._register.members(one.id)
        if len(pupils) + len(names) + more > self._settings.max_class_size:
            raise AccountError(f"a class has {self._settings.max_class_size} pupils at most")
        self._register.require_space(len(names) + more)
        taken = {pupil.name for pupil in pupils}
        planned: list[str] = []
        for wanted in [*names, *[""] * more]:
            name = clean_name(wanted) or fresh_pseudonym(taken)
            if name in taken:
                raise AccountError(f"there is a pupil {name} in this class already")
            taken.add(name)
            planned.append(name)
        return planned

    def plan_name(self, one: Classroom, name: str) -> str:
        """A name for a pupil who is in the class. Raises AccountError."""
        name = clean_name(name)
        if not name:
            raise AccountError("name: expected something to be seen")
        if any(pupil.name == name for pupil in self._register.members(one.id)):
            raise AccountError(f"there is a pupil {name} in this class already")
        return name

    def add_pupil(self, one: Classroom, name: str = "") -> User:
        """A new pupil, by default under a made-up name. Raises AccountError."""
        [name] = self.plan([name], one=one)
        return self._register.add_account(
            name, Role.PLAYER, owner=one.teacher, classroom=one.id, may_chat=one.may_chat
        )

    # Codes.

    def print_card(self, pupil: User) -> Card:
        """A new card, the only one that works: earlier ones and the pupil's device let nobody in any more."""
        assert pupil.classroom is not None, "only pupils have cards"
        self._void_cards(pupil)
        self._credentials.revoke_all(pupil)
        code = fresh_code()
        expires_ms = self._now_ms() + int(self._settings.card_s * 1000)
        stored = StoredCard(fresh_id("k"), pupil.id, digest(code), expires_ms)
        self._cards[stored.hash] = stored
        self._notes.put(CARDS.name, stored.id, CARDS.write(stored))
        return Card(self._classes[pupil.classroom].name, pupil.name, code, expires_ms)

    def without_device(self, one: Classroom) -> list[User]:
        """The pupils who have not used a card yet."""
        pupils = self._register.members(one.id)
        return [pupil for pupil in pupils if not self._credentials.of(pupil)]

    def open_to_join(self, one: Classroom, minutes: int) -> str:
        """A code for the blackboard: whoever types it becomes a pupil, until the time is over."""
        code = fresh_code()
        one.join_hash = digest(code)
        one.join_until_ms = self._now_ms() + minutes * 60_000
        self._note(one)
        return code

    def close_to_join(self, one: Classroom) -> None:
        """The code on the blackboard works no more."""
        one.join_hash = ""
        one.join_until_ms = 0
        self._note(one)

    def use_code(self, code: str) -> User | None:
        """Who comes in by this code, which is used up if it is a card's. Raises AccountError: class full."""
        hashed = digest(code)
        now_ms = self._now_ms()
        card = self._cards.get(hashed)
        if card is not None:
            self._drop_card(card)
            return self._register.find(card.user) if now_ms < card.expires_ms else None
        for one in self._classes.values():
            if one.join_hash == hashed and now_ms < one.join_until_ms:
                return self.add_pupil(one)
        return None

    def drop_expired(self) -> None:
        """Deletes classes whose time is over, and cards nobody used in time."""
        now_ms = self._now_ms()
        for one in [one for one in self if one.ends_ms <= now_ms]:
            self.remove(one)
        for card in [card for card in self._cards.values() if card.expires_ms <= now_ms]:
            self._drop_card(card)

    def _unused(self, name: str, teacher: UserId | None) -> str:
        """The name, by which the teacher has no class yet. Raises AccountError."""
        name = clean_name(name)
        if not name:
            raise AccountError("a class needs a name")
        if any((one.name, one.teacher) == (name, teacher) for one in self):
            raise AccountError(f"there is a class {name} already")
        return name

    def _end_ms(self) -> int:
        return self._now_ms() + self._settings.class_days * 86_400_000

    def _void_cards(self, pupil: User) -> None:
        for card in [card for card in self._cards.values() if card.user == pupil.id]:
            self._drop_card(card)

    def _drop_card(self, card: StoredCard) -> None:
        del self._cards[card.hash]
        self._notes.drop(CARDS.name, card.id)

    def _note(self, one: Classroom) -> None:
        self._notes.put(CLASSROOMS.name, one.id, CLASSROOMS.write(one))


QR_BORDER: Final = 4  # white modules around, as the standard asks
QR_SIZE: Final = 116  # of the SVG page's user units, which are about millimetres times four
CARD_WIDTH: Final = 400
CARD_HEIGHT: Final = 150
COLUMNS: Final = 2

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Cards of {classroom}</title>
<style>
@page {{ size: A4; margin: 12mm }}
body {{ font-family: sans-serif; margin: 0 }}
.cards {{ display: grid; grid-template-columns: 1fr 1fr; gap: 6mm }}
.card {{ border: 1px dashed #555; border-radius: 3mm; padding: 4mm; display: flex; gap: 4mm;
        align-items: center; break-inside: avoid }}
.card svg {{ width: 30mm; height: 30mm; flex: none }}
.name {{ font-size: 14pt; font-weight: bold }}
.code {{ font: 13pt monospace; margin: 2mm 0 }}
.note {{ font-size: 9pt; color: #333 }}
</style>
<div class="cards">
{cards}
</div>
</html>
"""

_CARD = """<div class="card">{qr}<div><div class="name">{pseudonym}</div>
<div class="code">{code}</div>
<div class="note">{note}</div></div></div>"""


def cards_as_html(cards: Sequence[Card], join_url: str | None) -> str:
    """The page, for any browser to print. `join_url` is the page that takes codes, if there is one."""
    return _PAGE.format(
        classroom=html.escape(cards[0].classroom if cards else ""),
        cards="\n".join(
            _CARD.format(
                qr=_qr(card, join_url),
                pseudonym=html.escape(card.pseudonym),
                code=html.escape(card.code),
                note=html.escape(_note(card)),
            )
            for card in cards
        ),
    )


def cards_as_svg(cards: Sequence[Card], join_url: str | None) -> str:
    """The same as one image, for whoever lays out a page of their own."""
    rows = -(-len(cards) // COLUMNS)
    parts = [
        f'<g transform="translate({place % COLUMNS * CARD_WIDTH} {place // COLUMNS * CARD_HEIGHT})">'
        f"{_svg_card(card, join_url)}</g>"
        for place, card in enumerate(cards)
    ]
    width, height = COLUMNS * CARD_WIDTH, rows * CARD_HEIGHT
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif">{"".join(parts)}</svg>\n'
    )


def _svg_card(card: Card, join_url: str | None) -> str:
    edge = f'<rect x="6" y="6" width="{CARD_WIDTH - 12}" height="{CARD_HEIGHT - 12}" rx="8"'
    lines = ((45, 22, card.pseudonym), (80, 18, card.code), (108, 12, _note(card)))
    texts = "".join(
        f'<text x="140" y="{y}" font-size="{size}">{html.escape(text)}</text>'
        for y, size, text in lines
    )
    frame = f'{edge} fill="none" stroke="#555" stroke-dasharray="4"/>'
    return f'{frame}<g transform="translate(16 17)">{_qr(card, join_url, QR_SIZE)}</g>{texts}'


def _qr(card: Card, join_url: str | None, size: int | None = None) -> str:
    """The code, or an address with the code behind `#`, where no server and no log gets to see it."""
    text = card.code if join_url is None else f"{join_url}#{card.code}"
    code = segno.make(text, error="m", micro=False)
    drawing = io.BytesIO()
    code.save(
        drawing, kind="svg", border=QR_BORDER, xmldecl=False, nl=False, omitsize=True, svgclass=None
    )
    svg = drawing.getvalue().decode()
    return svg if size is None else svg.replace("<svg", f'<svg width="{size}" height="{size}"', 1)


def _note(card: Card) -> str:
    until = datetime.fromtimestamp(card.expires_ms / 1000, UTC)
    return f"{card.classroom} · for one device, until {until:%Y-%m-%d %H:%M} UTC"
