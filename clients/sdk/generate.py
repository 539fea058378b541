"""Writes the generated parts of all SDKs (`make sdk`).

python clients/sdk/generate.py            rewrite what is stale
python clients/sdk/generate.py --check    name what is stale, change nothing, exit with 1
"""

import argparse
import sys
from pathlib import Path

from infoset_sdk_gen.files import emit_all, stale_files, write_file
from infoset_sdk_gen.sources import read_source

ROOT = Path(__file__).parents[2]


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    """The command. Returns its exit code."""
    parser = argparse.ArgumentParser(description="Write the generated parts of the SDKs.")
    parser.add_argument("--check", action="store_true", help="only name what is stale")
    is_check = parser.parse_args(arguments).check
    wanted = emit_all(read_source(root))
    folder = root / "clients"
    stale = stale_files(folder, wanted)
    for path in stale:
        sys.stdout.write(f"{'stale' if is_check else 'wrote'} clients/{path}\n")
        if not is_check:
            write_file(folder, path, wanted.get(path))
    return 1 if is_check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
