"""What can go wrong with an uploaded bot.

HostedError
    UploadError        the upload is not accepted; the message is for its owner
    UnknownBotError    there is no such bot or version, or it is somebody else's
    NotAllowedError    who asks may not do that
    NoIsolationError   the machine cannot shut programs in
    BuildError         it cannot be built
    CageError          a program cannot be shut in and started (an OSError, too)
"""


class HostedError(Exception):
    """Something about an uploaded bot. The message is for its owner."""


class UploadError(HostedError):
    """The upload is not accepted; nothing of it is kept."""


class UnknownBotError(HostedError):
    """There is no such bot or version, or it is somebody else's."""


class NotAllowedError(HostedError):
    """Who asks may not do that."""


class NoIsolationError(HostedError):
    """The machine cannot shut programs in; the message says what was tried."""


class BuildError(HostedError):
    """It cannot be built."""


class SandboxError(HostedError, OSError):
    """A program cannot be shut in and started."""
