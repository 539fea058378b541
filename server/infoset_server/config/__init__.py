"""Every setting and every limit of the server, in one frozen model.

A configuration comes from a TOML file, whose tables are the sections, each in a file of its own here, with
single values overridden from the command line. It is built once and passed down; nobody imports it.

section.py     what sections are made of
server.py      the whole, `ServerConfig`, from a file and the command line
reference.py   docs/configuration.md
"""

from infoset_server.config.admin import AccountSettings, AuditSettings, StatusSettings
from infoset_server.config.cluster import EDGE, EVEN, PLAY, THINK, ClusterSettings
from infoset_server.config.compute import ComputeLimits, KnowLimits, ReviewLimits
from infoset_server.config.contests import (
    AbTestLimits,
    LadderLimits,
    LadderRecordLimits,
    TournamentLimits,
)
from infoset_server.config.network import (
    BusLimits,
    ConnectionLimits,
    FrameLimits,
    QueueLimits,
    RateLimits,
    TimeLimits,
    TlsSettings,
)
from infoset_server.config.programs import AssistLimits, BotSettings, HostedSettings, UploadLimits
from infoset_server.config.reference import reference_page, reference_table, settings
from infoset_server.config.rooms import (
    DefaultClock,
    LagLimits,
    ReplayLimits,
    ResultLimits,
    RoomLimits,
)
from infoset_server.config.section import Section
from infoset_server.config.server import ConfigError, ServerConfig, load_config, settings_given
from infoset_server.config.store import StoreSettings
from infoset_server.config.webhooks import WebhookSettings

__all__ = [
    "EDGE",
    "EVEN",
    "PLAY",
    "THINK",
    "AbTestLimits",
    "AccountSettings",
    "AssistLimits",
    "AuditSettings",
    "BotSettings",
    "BusLimits",
    "ClusterSettings",
    "ComputeLimits",
    "ConfigError",
    "ConnectionLimits",
    "DefaultClock",
    "FrameLimits",
    "HostedSettings",
    "KnowLimits",
    "LadderLimits",
    "LadderRecordLimits",
    "LagLimits",
    "QueueLimits",
    "RateLimits",
    "ReplayLimits",
    "ResultLimits",
    "ReviewLimits",
    "RoomLimits",
    "Section",
    "ServerConfig",
    "StatusSettings",
    "StoreSettings",
    "TimeLimits",
    "TlsSettings",
    "TournamentLimits",
    "UploadLimits",
    "WebhookSettings",
    "load_config",
    "reference_page",
    "reference_table",
    "settings",
    "settings_given",
]
