"""Commands about users and bots: who there is, making them, shutting them up and out."""

from typing import Any

from pydantic import Field

from infoset_server.accounts.accounts import Accounts
from infoset_server.accounts.clients import ClientRegistry
from infoset_server.accounts.users import FOREVER_MS, ORGANISE, AccountError, Role, User
from infoset_server.admin.commands import (
    Arguments,
    Command,
    Operator,
    Result,
)
from infoset_server.admin.ownership import NotYoursError, Ownership, is_theirs
from infoset_server.common.request_errors import NotFoundError
from infoset_server.common.text import clean_name, counted

MAX_ROWS = 10_000


class Everybody(Arguments):
    guests: bool = False


class NewUser(Arguments):
    name: str = Field(min_length=1, max_length=64)
    role: Role = Role.PLAYER


class NewBot(Arguments):
    name: str = Field(min_length=1, max_length=64)
    owner: str | None = None


class OneUser(Arguments):
    user: str = Field(min_length=1, max_length=64)


class OneBot(Arguments):
    bot: str = Field(min_length=1, max_length=64)


class NewName(OneUser):
    name: str = Field(min_length=1, max_length=64)


class NewRole(OneUser):
    role: Role


class Silence(OneUser):
    minutes: int | None = Field(default=None, ge=1, le=10_000_000)
    reason: str = Field(default="", max_length=500)


class Excluded(Arguments):
    user: str | None = Field(default=None, max_length=64)
    address: str | None = Field(default=None, max_length=64)


class Exclusion(Excluded):
    minutes: int | None = Field(default=None, ge=1, le=10_000_000)
    reason: str = Field(default="", max_length=500)


class UserCommands:
    """Users and bots. Raises AccountError or ConsoleError where nothing is done."""

    def __init__(self, people: ClientRegistry, ownership: Ownership) -> None:
        self._people = people
        self._accounts: Accounts = people.accounts
        self._organisation = ownership.organisation
        self._ownership = ownership

    def commands(self) -> list[Command[Any]]:
        """What can be asked here."""
        return [
            Command("users", Everybody, self.users, ORGANISE, is_noted=False),
            Command("add-user", NewUser, self.add_user),
            Command("set-role", NewRole, self.set_role),
            Command("rename", NewName, self.rename, ORGANISE),
            Command("remove-user", OneUser, self.remove_user),
            Command("add-bot", NewBot, self.add_bot, ORGANISE),
            Command("disable-bot", OneBot, self.disable_bot, ORGANISE),
            Command("enable-bot", OneBot, self.enable_bot, ORGANISE),
            Command("mute", Silence, self.mute, ORGANISE),
            Command("unmute", OneUser, self.unmute, ORGANISE),
            Command("ban", Exclusion, self.ban),
            Command("unban", Excluded, self.unban),
            Command("bans", Arguments, self.bans, is_noted=False),
        ]

    def users(self, operator: Operator, asked: Everybody) -> Result:
        """Accounts, and guests if asked for; an organiser sees their own people."""
        here = self._people.present()
        rows = []
        for user in self._accounts.register:
            if user.house_bot is not None or (user.is_guest and not asked.guests):
                continue
            if is_theirs(operator, user):
                rows.append(self._row(user, is_here=user.id in here))
        return Result(counted(len(rows), "user"), rows[:MAX_ROWS])

    def add_user(self, operator: Operator, asked: NewUser) -> Result:
        """A new account of a person; it gets in by a token (`add-token`)."""
        if asked.role is Role.GUEST:
            raise AccountError("role: expected player, organiser or admin")
        user = self._accounts.register.add_account(
            self._unused(operator, asked.name), asked.role, owner=id_of(operator)
        )
        return Result(f"{user.name} is {user.id}; `add-token` makes a token to log in with")

    def set_role(self, operator: Operator, asked: NewRole) -> Result:
        """Makes somebody an organiser, or one no more."""
        user = self._accounts.register.named(asked.user)
        if user.is_guest or asked.role is Role.GUEST or user.is_bot:
            raise AccountError("only a person with an account has a role: player, organiser, admin")
        user.role = asked.role
        self._accounts.register.note(user)
        return Result(f"{user.name} is {user.role}")

    def rename(self, operator: Operator, asked: NewName) -> Result:
        """Calls a person, a pupil or a bot by another name; results and ratings stay theirs."""
        user = self._ownership.user_to_change(operator, asked.user)
        if user.is_guest:
            raise AccountError(f"{user.name} is a guest, who chooses a name at each login")
        before = user.name
        if user.classroom is None:
            name = self._unused(operator, asked.name)
        else:
            classrooms = self._accounts.classrooms
            name = classrooms.plan_name(classrooms.named(user.classroom), asked.name)
        self._accounts.register.rename(user, name)
        return Result(f"{before} ({user.id}) is {name} now")

    def remove_user(self, operator: Operator, asked: OneUser) -> Result:
        """Deletes a user with their tokens and uploaded bots; what was played stays."""
        user = self._accounts.register.named(asked.user)
        self._people.throw_out(user, "this account was deleted")
        self._accounts.classrooms.remove_pupil(user)
        return Result(f"{user.name} ({user.id}) is deleted")

    def add_bot(self, operator: Operator, asked: NewBot) -> Result:
        """A new bot account. An administrator may name another owner."""
        owner = id_of(operator)
        if asked.owner is not None:
            named = self._ownership.user(operator, asked.owner)
            if not operator.is_admin and named is not operator.user:
                raise NotYoursError
            owner = named.id
        bot = self._accounts.register.add_account(
            self._unused(operator, asked.name), Role.PLAYER, is_bot=True, owner=owner
        )
        return Result(f"{bot.name} is {bot.id}; `add-token` makes a token to log in with")

    def disable_bot(self, operator: Operator, asked: OneBot) -> Result:
        """A bot account may not log in any more; a house bot is not offered any more."""
        return self._switch(operator, asked.bot, is_disabled=True)

    def enable_bot(self, operator: Operator, asked: OneBot) -> Result:
        """A disabled bot may log in, or is offered, again."""
        return self._switch(operator, asked.bot, is_disabled=False)

    def mute(self, operator: Operator, asked: Silence) -> Result:
        """Somebody may not chat, for a while or until `unmute`."""
        user = self._ownership.user_to_change(operator, asked.user)
        user.muted_until_ms = self._until(asked.minutes)
        self._accounts.register.note(user)
        return Result(f"{user.name} ({user.id}) may not chat {for_words(asked.minutes)}")

    def unmute(self, operator: Operator, asked: OneUser) -> Result:
        """Somebody who was muted may chat again."""
        user = self._ownership.user_to_change(operator, asked.user)
        user.muted_until_ms = 0
        self._accounts.register.note(user)
        return Result(f"{user.name} ({user.id}) may chat")

    def ban(self, operator: Operator, asked: Exclusion) -> Result:
        """Keeps a user, or everybody from an address, out, and throws out who is here."""
        until_ms = self._until(asked.minutes)
        if one_of(asked.user, asked.address) is asked.user:
            user = self._accounts.register.named(asked.user or "")
            user.banned_until_ms = until_ms
            self._accounts.register.note(user)
            ended = self._people.throw_out(user, "you are banned from this server")
            who = f"{user.name} ({user.id})"
        else:
            who = self._accounts.bans.add(asked.address or "", until_ms, asked.reason).network
            ended = self._people.throw_out_banned()
        return Result(
            f"{who} is banned {for_words(asked.minutes)}; {counted(ended, 'connection')} ended"
        )

    def unban(self, operator: Operator, asked: Excluded) -> Result:
        """Lets a user or an address that was banned in again."""
        if one_of(asked.user, asked.address) is asked.user:
            user = self._accounts.register.named(asked.user or "")
            user.banned_until_ms = 0
            self._accounts.register.note(user)
        else:
            self._accounts.bans.lift(asked.address or "")
        return Result(f"{asked.user or asked.address} is not banned any more")

    def bans(self, operator: Operator, asked: Arguments) -> Result:
        """Who is kept out."""
        now_ms = self._accounts.now_ms()
        addresses: list[dict[str, Any]] = [
            {"who": ban.network, "until_ms": ban.until_ms, "reason": ban.reason}
            for ban in self._accounts.bans
        ]
        users: list[dict[str, Any]] = [
            {"who": f"{user.name} ({user.id})", "until_ms": user.banned_until_ms, "reason": ""}
            for user in self._accounts.register
            if now_ms < user.banned_until_ms
        ]
        return Result(counted(len(addresses) + len(users), "ban"), addresses + users)

    def _switch(self, operator: Operator, name: str, *, is_disabled: bool) -> Result:
        state = "disabled" if is_disabled else "enabled"
        try:
            bot = self._ownership.user_to_change(operator, name)
            if not bot.is_bot:
                raise AccountError(f"{bot.name} is no bot")
        except AccountError as problem:
            # Its program, a guest, or whoever else likes its name may be here under that name.
            if self._organisation is None or not operator.is_admin:
                raise
            try:
                self._organisation.disable_bot(name, is_disabled)
            except NotFoundError:
                raise problem from None
            return Result(f"house bot {name} is {state}")
        bot.is_disabled = is_disabled
        self._accounts.register.note(bot)
        ended = self._people.throw_out(bot, "this bot was disabled") if is_disabled else 0
        return Result(f"{bot.name} ({bot.id}) is {state}; {counted(ended, 'connection')} ended")

    def _unused(self, operator: Operator, name: str) -> str:
        """A name that the operator can call one account by; those of others do not exist for them."""
        name = clean_name(name)
        if not name:
            raise AccountError("name: expected something to be seen")
        names = {
            user.name
            for user in self._accounts.register
            if not user.is_guest and user.classroom is None and is_theirs(operator, user)
        }
        if name in names:
            raise AccountError(f"there is an account {name} already")
        return name

    def _until(self, minutes: int | None) -> int:
        return FOREVER_MS if minutes is None else self._accounts.now_ms() + minutes * 60_000

    def _row(self, user: User, *, is_here: bool) -> dict[str, Any]:
        now_ms = self._accounts.now_ms()
        states = {
            "here": is_here,
            "disabled": user.is_disabled,
            "muted": now_ms < user.muted_until_ms,
            "banned": now_ms < user.banned_until_ms,
        }
        return {
            "id": user.id,
            "name": user.name,
            "role": "bot" if user.is_bot else str(user.role),
            "owner": user.owner or "",
            "class": user.classroom or "",
            "state": " ".join(name for name, is_so in states.items() if is_so),
            "seen_ms": user.seen_ms,
        }


def id_of(operator: Operator) -> Any:
    """The operator's own id; None for the server's token."""
    return None if operator.user is None else operator.user.id


def one_of(user: str | None, address: str | None) -> str | None:
    """The one that is given. Raises AccountError for both, or none."""
    if (user is None) == (address is None):
        raise AccountError("expected either a user or an address")
    return address if user is None else user


def for_words(minutes: int | None) -> str:
    """How long, in words."""
    return "until that is taken back" if minutes is None else f"for {minutes} minutes"
