"""The tables of error and close codes."""

import pytest

from infoset_protocol.errors import CLOSES, ERRORS, CloseCode, ErrorCode, Group, ProtocolError


def test_every_error_code_has_a_row_in_the_table() -> None:
    assert set(ERRORS) == set(ErrorCode)


def test_every_close_code_has_a_row_in_the_table() -> None:
    assert set(CLOSES) == set(CloseCode)


@pytest.mark.parametrize("code", ErrorCode)
def test_an_error_that_may_be_fatal_says_with_which_code_it_closes(code: ErrorCode) -> None:
    info = ERRORS[code]
    assert (info.close is not None) == (info.fatal != "no")


def test_only_frame_errors_are_about_frames() -> None:
    frame = {code for code, info in ERRORS.items() if info.group is Group.FRAME}
    assert frame == {
        ErrorCode.BAD_FRAME,
        ErrorCode.FRAME_TOO_BIG,
        ErrorCode.BAD_MESSAGE,
        ErrorCode.UNKNOWN_TYPE,
        ErrorCode.NOT_READY,
    }


def test_a_protocol_error_reads_as_code_and_text_and_closes_as_the_table_says() -> None:
    error = ProtocolError(ErrorCode.AUTH_FAILED, "wrong or expired credentials", fatal=True)
    assert str(error) == "auth_failed: wrong or expired credentials"
    assert error.close is CloseCode.AUTH_FAILED


def test_a_protocol_error_may_close_with_another_code() -> None:
    error = ProtocolError(ErrorCode.FORBIDDEN, "banned", fatal=True, close=CloseCode.FORBIDDEN)
    assert error.close is CloseCode.FORBIDDEN
