"""Time that passes at once, so that a test need not be quicker than a timer to see what comes before it. No tests here."""

import asyncio


def pass_time(seconds: float) -> None:
    """The running loop's clock is so much further from now on: what is due by then is done next.

    The clocks of matches that run already do not notice: they read the machine's.
    """
    loop = asyncio.get_running_loop()
    before = loop.time
    setattr(loop, "time", lambda: before() + seconds)  # noqa: B010  # mypy forbids the plain form
