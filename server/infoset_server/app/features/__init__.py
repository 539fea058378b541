"""The features of a server, one file for each. This list is all that the rest of the server knows of them.

The order counts: a match that is over and a client that comes are told of in it, and a feature may build on what those
before it offer.
"""

from typing import Final

from infoset_server.app.feature import Feature
from infoset_server.app.features.abtests import AbTestFeature
from infoset_server.app.features.assistants import AssistantFeature
from infoset_server.app.features.compute import ComputeFeature
from infoset_server.app.features.console import ConsoleFeature
from infoset_server.app.features.deletions import DeletionFeature
from infoset_server.app.features.edges import EdgeFeature
from infoset_server.app.features.embedding import EmbeddingFeature
from infoset_server.app.features.following import FollowingFeature
from infoset_server.app.features.ladders import LadderFeature
from infoset_server.app.features.moving import MovingFeature
from infoset_server.app.features.my_games import MyGamesFeature
from infoset_server.app.features.play_nodes import PlayNodeFeature
from infoset_server.app.features.profiles import ProfileFeature
from infoset_server.app.features.replays import ReplayFeature
from infoset_server.app.features.results import ResultFeature
from infoset_server.app.features.reviews import ReviewFeature
from infoset_server.app.features.slow_matches import SlowClockFeature, SlowMatchFeature
from infoset_server.app.features.status import StatusFeature
from infoset_server.app.features.tournaments import TournamentFeature
from infoset_server.app.features.trying import TryFeature
from infoset_server.app.features.uploads import UploadFeature
from infoset_server.app.features.webhooks import WebhookFeature

FEATURES: Final[tuple[type[Feature], ...]] = (
    ResultFeature,
    ReplayFeature,
    EmbeddingFeature,
    MyGamesFeature,
    ProfileFeature,
    FollowingFeature,
    MovingFeature,
    ReviewFeature,
    TryFeature,
    SlowClockFeature,
    ComputeFeature,
    UploadFeature,
    LadderFeature,
    TournamentFeature,
    WebhookFeature,
    DeletionFeature,
    AbTestFeature,
    AssistantFeature,
    SlowMatchFeature,
    ConsoleFeature,
    StatusFeature,
    PlayNodeFeature,
    EdgeFeature,
)
