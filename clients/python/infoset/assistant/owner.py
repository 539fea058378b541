"""What a person says to and about assistants, as words that a terminal can read.

assist [RIGHT ...]          makes a code, and says how to start a program with it
grant ASSISTANT RIGHT ...   what it may do from now on
dismiss [ASSISTANT]         sends it away, or all
accept N[.C]                plays suggestion N, or its proposal C (from 0)
commit                      plays the orders that are laid ready, the first option where there is none
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final, get_args

from infoset.assistant.advice import Advice
from infoset.errors import ConnectionLostError, ReplyTimeoutError, RequestError
from infoset.remote import Request
from infoset.wording import say
from infoset_protocol.messages import (
    Accept,
    AssistGrant,
    AssistInvite,
    AssistRevoke,
    Commit,
    Ok,
)
from infoset_protocol.messages.assist import Right

PLAYED: Final = "played"  # what `obey` says when that has answered the open question
RIGHTS: Final = tuple(name for name in get_args(get_args(Right)[0]) if name != "other")


class WordsError(ValueError):
    """What was typed is no sentence; the message says what was expected."""


class Owner:
    """One person in one match. `advice` is fed with the messages; `request` sends to the server."""

    def __init__(self, request: Request, match_id: str, url: str, advice: Advice) -> None:
        """`url` is the server's, for the command line that is shown."""
        self.advice = advice
        self._request = request
        self._match_id = match_id
        self._url = url
        self._verbs: Mapping[str, Callable[[Sequence[str]], Awaitable[str]]] = {
            "assist": self._invite,
            "grant": self._grant,
            "dismiss": self._dismiss,
            "accept": self._accept,
            "commit": self._commit,
        }

    @property
    def verbs(self) -> tuple[str, ...]:
        """The first words that `obey` knows."""
        return tuple(self._verbs)

    async def obey(self, line: str) -> str | None:
        """Does what a line says; returns what to show. None: it is none of these sentences."""
        words = line.split()
        verb = self._verbs.get(words[0]) if words else None
        if verb is None:
            return None
        try:
            return await verb(words[1:])
        except (WordsError, RequestError, ConnectionLostError, ReplyTimeoutError) as error:
            return str(error)

    async def _invite(self, words: Sequence[str]) -> str:
        rights = {"rights": read_rights(words)} if words else {}
        reply = await self._request(
            AssistInvite.model_validate({"match_id": self._match_id} | rights)
        )
        code = (reply.data or {}).get("code") if isinstance(reply, Ok) else None
        return f"infoset assist --url {self._url} --code {code} -- python my_assistant.py"

    async def _grant(self, words: Sequence[str]) -> str:
        if not words:
            raise WordsError(say("terminal-grant-expected"))
        assistant, *rights = words
        found = self._find(assistant)
        await self._request(
            AssistGrant.model_validate({"assistant": found, "rights": read_rights(rights)})
        )
        granted = ", ".join(dict.fromkeys(["view", *rights]))
        return say("terminal-granted", name=assistant, rights=granted)

    async def _dismiss(self, words: Sequence[str]) -> str:
        if len(words) > 1:
            raise WordsError(say("terminal-dismiss-expected"))
        await self._request(AssistRevoke(assistant=self._find(words[0]) if words else None))
        return say("terminal-dismissed", name=words[0]) if words else say("terminal-dismissed-all")

    async def _accept(self, words: Sequence[str]) -> str:
        number, _, choice = (words[0] if words else "").removeprefix("#").partition(".")
        if len(words) != 1 or not number.isdigit() or not (choice or "0").isdigit():
            raise WordsError(say("terminal-accept-expected"))
        message = Accept(match_id=self._match_id, suggestion=int(number), choice=int(choice or "0"))
        reply = await self._request(message)
        return PLAYED if reply.type == "act_ok" else say("terminal-laid-commit")

    async def _commit(self, words: Sequence[str]) -> str:
        staged = self.advice.staged
        if words or staged is None:
            raise WordsError(
                say("terminal-nothing-laid") if staged is None else say("terminal-commit-expected")
            )
        await self._request(Commit(match_id=self._match_id, decision=staged.decision, rest="first"))
        return PLAYED

    def _find(self, word: str) -> str:
        """The assistant that a word means: its id, or its name. Raises WordsError."""
        for assistant, status in self.advice.assistants.items():
            if word in (assistant, status.name):
                return assistant
        known = ", ".join(status.name or key for key, status in self.advice.assistants.items())
        raise WordsError(
            say("terminal-no-assistant", name=repr(word), names=known or say("terminal-laid-none"))
        )


def read_rights(words: Sequence[str]) -> list[str]:
    """Rights by their names. Raises WordsError."""
    for word in words:
        if word not in RIGHTS:
            raise WordsError(say("terminal-no-right", right=repr(word), rights=", ".join(RIGHTS)))
    return list(words)
