"""Why a request about a ladder is refused, besides the reasons in `request_errors.py`.

RequestError
    LadderClosedError     it takes no entries now, or not of this kind
    EntryUnknownError     no such entry, or somebody else's
"""

from infoset_protocol.errors import ErrorCode
from infoset_server.common.request_errors import RequestError


class LadderClosedError(RequestError):
    code = ErrorCode.LADDER_CLOSED


class EntryUnknownError(RequestError):
    code = ErrorCode.ENTRY_UNKNOWN
