"""What a node tells of the logs of lent programs."""

from infoset_server.nodes.lent_programs import MOST_LOGGED, ends_of


def test_logs_are_told_whole_where_one_message_holds_them() -> None:
    assert ends_of({"build": "made", "0": "plays\n"}) == {"build": "made", "0": "plays\n"}
    assert ends_of({}) == {}


def test_what_programs_write_in_any_letters_fits_into_one_message() -> None:
    """What is too large for the bus is lost, and breaks the trunk to the hall: all players would be sent away."""
    logs = {str(number): f"{'😀' * MOST_LOGGED}the end" for number in range(5)}
    told = ends_of(logs)
    assert list(told) == list(logs)
    assert sum(len(text.encode()) for text in told.values()) <= MOST_LOGGED
    for text in told.values():
        assert text.endswith("😀the end")
        assert text.strip("😀") == "the end"  # no letter is cut
