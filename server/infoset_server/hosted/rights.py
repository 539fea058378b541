"""Who may upload bots, and who may see whose. Decides; does nothing."""

from infoset_server.accounts.roles import Role
from infoset_server.accounts.users import TEACHING, User
from infoset_server.hosted.versions import UploadedBot


def may_upload(user: User, uploads: str) -> bool:
    """As the setting `hosted.uploads` says. Guests have nothing that would be theirs tomorrow."""
    if user.is_guest or user.is_bot or uploads == "off":
        return False
    return uploads == "players" or user.role in TEACHING


def may_see(user: User, bot: UploadedBot) -> bool:
    """The owner, and whoever runs the server: logs may hold what a bot knew of its hand."""
    return user.id == bot.owner or user.role is Role.MANAGER
