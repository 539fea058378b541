"""Keeps what this minor promises, so that no later change breaks it unnoticed.

python protocol/tools/freeze.py                write protocol/released/MAJOR.MINOR/contract.json
python protocol/tools/freeze.py --check        name what breaks a kept contract, write nothing, exit with 1
python protocol/tools/freeze.py --reworded     write although meanings of codes were put in other words
python protocol/tools/freeze.py --unreleased   write whatever has changed: nobody relies on this minor yet
"""

import argparse
import json
import sys
from pathlib import Path

from infoset_protocol.compatibility import Finding, Rule, compare
from infoset_protocol.publishing.contract import contract, write_contract
from infoset_protocol.version import PROTOCOL_MAJOR

FOLDER = Path(__file__).parents[1] / "released"
FILE = "contract.json"


def find_breaks(folder: Path) -> dict[str, list[Finding]]:
    """What the current contract breaks of those kept for this major, by their version."""
    current = contract()
    kept = sorted(folder.glob(f"{PROTOCOL_MAJOR}.*/{FILE}"))
    return {
        path.parent.name: compare(json.loads(path.read_text("utf-8")), current) for path in kept
    }


def main(arguments: list[str] | None = None, folder: Path = FOLDER) -> int:
    """The command. Returns its exit code."""
    parser = argparse.ArgumentParser(description="Keep the contract of this minor.")
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--check", action="store_true", help="only name what is broken")
    ways.add_argument("--reworded", action="store_true", help="accept new words for codes")
    ways.add_argument("--unreleased", action="store_true", help="accept everything in this minor")
    args = parser.parse_args(arguments)
    plain = contract()
    target = folder / plain["protocol"] / FILE
    accepted = {Rule.CODE_REWORDED} if args.reworded else set()
    broken = [
        f"breaks {version}: {finding}\n"
        for version, findings in find_breaks(folder).items()
        for finding in findings
        if finding.rule not in accepted and not (args.unreleased and version == plain["protocol"])
    ]
    sys.stdout.writelines(broken)
    if broken or args.check:
        return 1 if broken else 0
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(write_contract(plain), "utf-8", newline="\n")
    sys.stdout.write(f"wrote {plain['protocol']}/{FILE}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
