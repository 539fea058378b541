"""A town with a clock that stands still and a notebook that forgets nothing. No tests here."""

import json
from collections.abc import Mapping
from typing import Any, Final

from infoset_protocol.messages import AuthAnswer, Hello
from infoset_server.accounts.accounts import Accounts
from infoset_server.accounts.authentication import Challenge, Entry
from infoset_server.config import load_config
from infoset_server.network.caller import Caller

HERE: Final = Caller("192.0.2.7", local=("192.0.2.1", 7421))
ADDRESS: Final = "infoset://192.0.2.1:7421"


class Shelf:
    """Keeps documents as a store does."""

    def __init__(self) -> None:
        self.documents: dict[str, dict[str, bytes]] = {}

    def put(self, kind: str, key: str, body: Mapping[str, Any]) -> None:
        self.documents.setdefault(kind, {})[key] = json.dumps(body).encode()

    def drop(self, kind: str, key: str) -> None:
        self.documents.get(kind, {}).pop(key, None)

    @property
    def text(self) -> str:
        """Everything that is written down."""
        return json.dumps(
            {
                kind: {key: body.decode() for key, body in bodies.items()}
                for kind, bodies in self.documents.items()
            }
        )


class Town:
    """Accounts, their clocks and their documents."""

    def __init__(self, **settings: Any) -> None:
        self.now_ms = 1_790_000_000_000
        self.now_s = 1_000.0
        self.shelf = Shelf()
        self.settings = {name.replace("__", "."): value for name, value in settings.items()}
        self.accounts = self._open()

    def _open(self) -> Accounts:
        return Accounts(
            load_config(None, self.settings), self.shelf, lambda: self.now_ms, lambda: self.now_s
        )

    def restart(self) -> Accounts:
        """The server ends, and another one reads what it noted."""
        self.accounts = self._open()
        self.accounts.restore({kind: dict(one) for kind, one in self.shelf.documents.items()})
        return self.accounts

    def say(self, caller: Caller = HERE, **auth: Any) -> Entry | Challenge:
        """Says hello with this `auth`; `resume` goes beside it."""
        plain: dict[str, Any] = {"type": "hello", "proto": [1]}
        resume = auth.pop("resume", None)
        if resume is not None:
            plain["resume"] = resume
        return self.accounts.login.begin(Hello.model_validate(plain | {"auth": auth}), caller)

    def enter(self, caller: Caller = HERE, **auth: Any) -> Entry:
        """The same, and is let in at once."""
        entry = self.say(caller, **auth)
        assert isinstance(entry, Entry)
        return entry

    def prove(self, challenge: Entry | Challenge, sig: str, address: str | None = ADDRESS) -> Entry:
        """Answers a challenge, as somebody who has dialled `address`."""
        assert isinstance(challenge, Challenge)
        answer = AuthAnswer(sig=sig, address=address)
        return self.accounts.login.finish(challenge, answer, HERE)
