"""Every setting and every limit of the server, in one frozen model. Starts nothing.

A configuration comes from a TOML file, whose tables are the sections, each in a file of its own here, with
single values overridden from the command line. It is built once and passed down; nobody imports it.

section.py     what sections are made of
server.py      the whole, `ServerConfig`
loading.py     from a file and the command line
reference.py   docs/configuration.md
"""

from infoset_server.config.accounts import AccountSettings
from infoset_server.config.assist import AssistLimits
from infoset_server.config.audit import AuditSettings
from infoset_server.config.bots import BotSettings
from infoset_server.config.bus import BusLimits
from infoset_server.config.compute import ComputeLimits
from infoset_server.config.connections import ConnectionLimits
from infoset_server.config.frames import FrameLimits
from infoset_server.config.hosted import HostedSettings
from infoset_server.config.ladders import LadderLimits
from infoset_server.config.loading import ConfigError, load_config
from infoset_server.config.queues import QueueLimits
from infoset_server.config.rates import RateLimits
from infoset_server.config.reference import reference_page, reference_table, settings
from infoset_server.config.replays import ReplayLimits
from infoset_server.config.results import ResultLimits
from infoset_server.config.rooms import DefaultClock, LagLimits, RoomLimits
from infoset_server.config.section import Section
from infoset_server.config.server import ServerConfig
from infoset_server.config.status import StatusSettings
from infoset_server.config.store import StoreSettings
from infoset_server.config.times import TimeLimits
from infoset_server.config.tls import TlsSettings
from infoset_server.config.tournaments import TournamentLimits

__all__ = [
    "AccountSettings",
    "AssistLimits",
    "AuditSettings",
    "BotSettings",
    "BusLimits",
    "ComputeLimits",
    "ConfigError",
    "ConnectionLimits",
    "DefaultClock",
    "FrameLimits",
    "HostedSettings",
    "LadderLimits",
    "LagLimits",
    "QueueLimits",
    "RateLimits",
    "ReplayLimits",
    "ResultLimits",
    "RoomLimits",
    "Section",
    "ServerConfig",
    "StatusSettings",
    "StoreSettings",
    "TimeLimits",
    "TlsSettings",
    "TournamentLimits",
    "load_config",
    "reference_page",
    "reference_table",
    "settings",
]
