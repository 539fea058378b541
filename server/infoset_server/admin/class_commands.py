"""Commands about classes: pupils, cards, the code on the blackboard."""

from typing import Any, Literal

from pydantic import Field

from infoset_server.accounts.accounts import Accounts
from infoset_server.accounts.classrooms import Classroom, cards_as_html, cards_as_svg
from infoset_server.accounts.clients import ClientRegistry
from infoset_server.accounts.users import ORGANISE, AccountError, User
from infoset_server.admin.commands import (
    Announced,
    Arguments,
    Command,
    Operator,
    Result,
    goes,
)
from infoset_server.admin.ownership import Ownership, is_teacher
from infoset_server.admin.user_commands import id_of
from infoset_server.common.text import counted


class OneClass(Arguments):
    name: str = Field(min_length=1, max_length=64)


class NewPupils(OneClass):
    pupils: int = Field(default=0, ge=0, le=1_000)
    names: list[str] = Field(default=[], max_length=1_000)


class RemovedClass(OneClass, Announced):
    pass


class Joining(OneClass):
    minutes: int = Field(default=45, ge=1, le=1_440)


class Printing(OneClass):
    pupil: str | None = Field(default=None, max_length=64)
    everybody: bool = False
    form: Literal["html", "svg"] = "html"


class NewClassName(OneClass):
    new_name: str = Field(min_length=1, max_length=64)


class OnePupil(OneClass):
    pupil: str = Field(min_length=1, max_length=64)


class ClassCommands:
    """Classes. An organiser sees and handles their own."""

    def __init__(
        self,
        people: ClientRegistry,
        ownership: Ownership,
        join_url: str | None,
        obstacle: str = "",
    ) -> None:
        """`obstacle` is what keeps other devices from using cards and codes, in words; nothing where they can."""
        self._obstacle = f"; {obstacle}" if obstacle else ""
        self._people = people
        self._ownership = ownership
        self._accounts: Accounts = people.accounts
        self._join_url = join_url

    def commands(self) -> list[Command[Any]]:
        """What can be asked here."""
        return [
            Command("classes", Arguments, self.classes, ORGANISE, is_noted=False),
            Command("pupils", OneClass, self.pupils, ORGANISE, is_noted=False),
            Command("add-class", NewPupils, self.add_class, ORGANISE),
            Command("add-pupils", NewPupils, self.add_pupils, ORGANISE),
            Command("remove-pupil", OnePupil, self.remove_pupil, ORGANISE),
            Command("keep-class", OneClass, self.keep_class, ORGANISE),
            Command("rename-class", NewClassName, self.rename_class, ORGANISE),
            Command("remove-class", RemovedClass, self.remove_class, ORGANISE),
            Command("cards", Printing, self.cards, ORGANISE),
            Command("open-class", Joining, self.open_class, ORGANISE),
            Command("close-class", OneClass, self.close_class, ORGANISE),
            Command("allow-chat", OneClass, self.allow_chat, ORGANISE),
            Command("forbid-chat", OneClass, self.forbid_chat, ORGANISE),
        ]

    def classes(self, operator: Operator, asked: Arguments) -> Result:
        """The classes there are."""
        rows: list[dict[str, Any]] = [
            {
                "id": one.id,
                "name": one.name,
                "teacher": one.teacher or "",
                "pupils": len(self._accounts.register.members(one.id)),
                "chat": one.may_chat,
                "ends_ms": one.ends_ms,
            }
            for one in self._accounts.classrooms
            if is_teacher(operator, one)
        ]
        return Result(counted(len(rows), "class", "classes"), rows)

    def pupils(self, operator: Operator, asked: OneClass) -> Result:
        """Who is in a class, and who has no device yet."""
        one = self._found(operator, asked.name)
        here = self._people.present()
        without = self._accounts.classrooms.without_device(one)
        rows: list[dict[str, Any]] = [
            {
                "id": pupil.id,
                "name": pupil.name,
                "device": "none" if pupil in without else "enrolled",
                "here": pupil.id in here,
            }
            for pupil in self._accounts.register.members(one.id)
        ]
        return Result(f"{one.name}: {counted(len(rows), 'pupil')}", rows)

    def add_class(self, operator: Operator, asked: NewPupils) -> Result:
        """A new class, with so many pupils under made-up names, or under the names given."""
        classrooms = self._accounts.classrooms
        names = classrooms.plan(asked.names, asked.pupils)
        return self._fill(classrooms.add(asked.name, id_of(operator)), names)

    def add_pupils(self, operator: Operator, asked: NewPupils) -> Result:
        """More pupils of a class."""
        one = self._found(operator, asked.name)
        return self._fill(one, self._accounts.classrooms.plan(asked.names, asked.pupils, one))

    def remove_pupil(self, operator: Operator, asked: OnePupil) -> Result:
        """Deletes a pupil."""
        pupil = self._pupil(self._found(operator, asked.name), asked.pupil)
        self._ownership.require_no_rival(operator, pupil)
        self._people.throw_out(pupil, "this account was deleted")
        self._accounts.classrooms.remove_pupil(pupil)
        return Result(f"{pupil.name} is deleted")

    def keep_class(self, operator: Operator, asked: OneClass) -> Result:
        """Keeps a class as long again as a new one, counted from now."""
        one = self._found(operator, asked.name)
        days = self._accounts.classrooms.keep(one)
        return Result(f"{one.name} is kept for {counted(days, 'day')}")

    def rename_class(self, operator: Operator, asked: NewClassName) -> Result:
        """Calls a class by another name."""
        one = self._found(operator, asked.name)
        before = one.name
        self._accounts.classrooms.rename(one, asked.new_name)
        return Result(f"{before} is {one.name} now")

    async def remove_class(self, operator: Operator, asked: RemovedClass) -> Result:
        """Deletes a class, everybody in it, its ladders, its tournaments and the matches it played among itself."""
        one = self._to_remove(operator, asked.name)
        counts = await self._accounts.classrooms.counts(one)
        if asked.preview:
            return Result(f"{one.name} goes for ever, with {goes(counts)}", [counts])
        one = self._to_remove(operator, one.id)  # something may have happened meanwhile
        self._accounts.classrooms.remove(one)
        return Result(f"{one.name} is deleted with {goes(counts)}")

    def _to_remove(self, operator: Operator, name: str) -> Classroom:
        """A class. Raises InvolvedError where the operator plays against one of its pupils."""
        one = self._found(operator, name)
        for pupil in self._accounts.register.members(one.id):
            self._ownership.require_no_rival(operator, pupil)
        return one

    def cards(self, operator: Operator, asked: Printing) -> Result:
        """Cards for all who have no device yet; for a pupil or for everybody, whose devices are locked out."""
        one = self._found(operator, asked.name)
        classrooms = self._accounts.classrooms
        pupils = self._to_get_cards(one, asked)
        for pupil in pupils:
            self._ownership.require_no_rival(operator, pupil)
        cards = [classrooms.print_card(pupil) for pupil in pupils]
        draw = cards_as_html if asked.form == "html" else cards_as_svg
        return Result(
            f"{counted(len(cards), 'card')} of {one.name}{self._obstacle}",
            file=draw(cards, self._join_url),
        )

    def open_class(self, operator: Operator, asked: Joining) -> Result:
        """A code for the blackboard: whoever types it becomes a pupil."""
        one = self._found(operator, asked.name)
        code = self._accounts.classrooms.open_to_join(one, asked.minutes)
        return Result(
            f"{one.name} can be joined for {counted(asked.minutes, 'minute')}{self._obstacle}",
            secret=code,
        )

    def close_class(self, operator: Operator, asked: OneClass) -> Result:
        """The code on the blackboard works no more."""
        one = self._found(operator, asked.name)
        self._accounts.classrooms.close_to_join(one)
        return Result(f"{one.name} cannot be joined any more")

    def allow_chat(self, operator: Operator, asked: OneClass) -> Result:
        """Lets a class chat."""
        return self._set_chat(operator, asked.name, may_chat=True)

    def forbid_chat(self, operator: Operator, asked: OneClass) -> Result:
        """A class may not chat, as it is at first."""
        return self._set_chat(operator, asked.name, may_chat=False)

    def _set_chat(self, operator: Operator, name: str, *, may_chat: bool) -> Result:
        one = self._found(operator, name)
        self._accounts.classrooms.allow_chat(one, may_chat)
        return Result(f"{one.name} may {'' if may_chat else 'not '}chat")

    def _fill(self, one: Classroom, names: list[str]) -> Result:
        pupils = [self._accounts.classrooms.add_pupil(one, name) for name in names]
        rows = [{"id": pupil.id, "name": pupil.name} for pupil in pupils]
        return Result(f"{one.name}: {counted(len(rows), 'new pupil')}", rows)

    def _to_get_cards(self, one: Classroom, asked: Printing) -> list[User]:
        """For whom cards are asked. Raises AccountError where that is nobody."""
        if asked.everybody and asked.pupil is not None:
            raise AccountError("expected either a pupil or everybody")
        if asked.pupil is not None:
            return [self._pupil(one, asked.pupil)]
        if asked.everybody:
            pupils = self._accounts.register.members(one.id)
        else:
            pupils = self._accounts.classrooms.without_device(one)
        if not pupils and self._accounts.register.members(one.id):
            raise AccountError(
                f"everybody in {one.name} has a device: name the pupil who lost one, or ask for everybody"
            )
        if not pupils:
            raise AccountError(f"{one.name} has no pupils yet; `add-pupils` makes some")
        return pupils

    def _found(self, operator: Operator, name: str) -> Classroom:
        return self._ownership.classroom(operator, name)

    def _pupil(self, one: Classroom, text: str) -> User:
        for pupil in self._accounts.register.members(one.id):
            if text in (pupil.id, pupil.name):
                return pupil
        raise AccountError(f"{one.name} has no pupil called {text!r}")
