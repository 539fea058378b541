"""The documentation says of attacks what the list says that is tried."""

import os
from pathlib import Path

from tests.integration.attacks import BEGIN, END, document

DOCS = Path(__file__).parents[2] / "docs" / "hosting-bots.md"


def test_the_list_of_attacks_in_the_documentation_is_this_one() -> None:
    """`REWRITE_ATTACKS=1 pytest tests/integration/test_attack_table.py` writes it anew."""
    text = DOCS.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    wanted = f"{before}{BEGIN}{''.join(document())}{END}{after}"
    if os.environ.get("REWRITE_ATTACKS"):
        DOCS.write_text(wanted, "utf-8")
    assert DOCS.read_text("utf-8") == wanted
