"""What `welcome` tells a client: what there is here, and what this one may do. Lets nobody in."""

from typing import Any, Final

from infoset_protocol.messages import Hello
from infoset_protocol.version import PROTOCOL_MAJOR, PROTOCOL_MINOR
from infoset_server.accounts.accounts import Accounts
from infoset_server.accounts.roles import ADMIN, CHAT, COMPUTE, ORGANISE, PLAY, WATCH
from infoset_server.compute.desk import EXPORT_SCOPE
from infoset_server.config import ServerConfig
from infoset_server.people import Client, User

FEATURES: Final = ("obs", "assist", "chat", "pong", "strict", "delta")
SCOPES: Final = (PLAY, WATCH, CHAT, COMPUTE, ORGANISE, ADMIN)  # as `welcome` lists them


class Welcome:
    """As this server says it."""

    def __init__(self, config: ServerConfig, accounts: Accounts) -> None:
        self._config = config
        self._accounts = accounts

    def features(self, hello: Hello) -> list[str]:
        """Those that are asked for and that there are here."""
        offered = (*FEATURES, COMPUTE) if self._config.rooms.compute else FEATURES
        return [name for name in hello.features or [] if name in offered]

    def message(
        self,
        client: Client,
        session: str,
        token: str,
        features: list[str],
        resumed: bool = False,
    ) -> dict[str, Any]:
        """The whole message; `token` is the one for the next resume."""
        user = client.user
        return {
            "type": "welcome",
            "proto": PROTOCOL_MAJOR,
            "minor": PROTOCOL_MINOR,
            "session": session,
            "resume_token": token,
            "resumed": resumed,
            "user": user.id,
            "name": user.name,
            "scopes": self._scopes(client),
            "features": features,
            "limits": self._limits(user),
            "server": self._config.name,
            "now_ms": client.connection.now_ms(),
        }

    def _scopes(self, client: Client) -> list[str]:
        """What the client may do, as far as this server offers it."""
        now_ms = self._accounts.now_ms()
        scopes = [scope for scope in SCOPES if client.may(scope, now_ms)]
        if not self._config.rooms.compute:
            return [scope for scope in scopes if scope != COMPUTE]
        if self._config.compute.export and COMPUTE in scopes:
            scopes.append(EXPORT_SCOPE)
        return scopes

    def _limits(self, user: User) -> dict[str, Any]:
        config = self._config
        factor = config.queues.house_factor if user.is_trusted else 1
        limits = {
            "max_frame_in": config.frames.max_in_bytes,
            "max_inflight": config.queues.max_inflight,
            "msgs_per_s": config.rates.msgs_per_s * factor,
            "queue_bytes": config.queues.max_bytes * factor,
            "resume_ttl_ms": config.times.resume_ttl_ms,
        }
        if config.rooms.compute:
            limits["compute_units_s"] = config.compute.units_per_s * factor
            limits["computes_per_s"] = config.rates.computes_per_s * factor
        return limits
