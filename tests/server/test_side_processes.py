"""The processes that a server starts beside itself load what they work with and no more: whoever needs one waits for it."""

import subprocess
import sys

import pytest

from infoset_server.compute.process import MODULE as COMPUTE
from infoset_server.contests.ladder.rating_worker import MODULE as RATING


@pytest.mark.parametrize("module", [COMPUTE, RATING])
def test_a_process_that_reads_no_message_loads_no_models_of_messages(module: str) -> None:
    load = f"import sys, {module}; print({{'pydantic', 'infoset_protocol.messages'}} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", load], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
