"""Instructions that the server executes between the bytes of an `act` and those of its answers, counted by callgrind.

    python benchmarks/act_instructions.py [--acts 1200] [--tables 4] [--transport NAME] [--keep FILE]

Needs valgrind. Plays as `act_cost.py` does. Counted is what follows from the arrival of bytes (`buffer_updated` of a
link): reading, rules, answers, and what the C library does for them; neither the event loop around it nor the kernel.
So the count is the same whatever else the machine does. The matches that end meanwhile and begin anew are in it.
`--keep` keeps callgrind's profile, which `callgrind_annotate --inclusive=yes FILE` explains by function.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks import act_cost

COUNTED: Final = "CPyDef_infoset_server___network___socket_link___SocketLink___buffer_updated"
WARM_UP_ACTS: Final = 50  # of each table
PATIENCE_S: Final = 100.0  # under valgrind all takes fifty times as long


def counted_server(folder: str, profile: Path) -> tuple[subprocess.Popen[str], int]:
    """Starts `infoset serve` under callgrind, which counts nothing yet."""
    valgrind = ["valgrind", "--quiet", "--tool=callgrind", "--instr-atstart=no"]
    valgrind += [f"--toggle-collect={COUNTED}", f"--callgrind-out-file={profile}"]
    return act_cost.started([*valgrind, *act_cost.serving(folder, False)])


def control(pid: int, *order: str) -> None:
    """Has callgrind begin or end counting, or write its profile."""
    subprocess.run(
        ["callgrind_control", *order, str(pid)],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def total_of(profile: Path) -> int:
    """The instructions in a profile."""
    totals = [line for line in profile.read_text().splitlines() if line.startswith("totals:")]
    return int(totals[-1].split()[1])


def main() -> None:
    """Prints the count."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--acts", type=int, default=1200, help="acts that are counted")
    parser.add_argument("--tables", type=int, default=4, help="tables that play at once")
    parser.add_argument("--transport", choices=act_cost.WIRES, default="TCP JSON")
    parser.add_argument("--keep", type=Path, help="where callgrind's profile goes")
    args = parser.parse_args()
    act_cost.PATIENCE_S = PATIENCE_S
    with tempfile.TemporaryDirectory() as folder:
        profile = Path(folder) / "profile"
        server, port = counted_server(folder, profile)
        try:
            tables = act_cost.seat_tables(act_cost.WIRES[args.transport], port, args.tables)
            tables.play(WARM_UP_ACTS)
            control(server.pid, "-i", "on")
            tables.play(args.acts // args.tables)
            control(server.pid, "-i", "off")
            control(server.pid, "-d")
            tables.close()
        finally:
            server.kill()
            server.wait()
        dumped = max(Path(folder).glob("profile*"), key=lambda path: path.stat().st_mtime)
        print(f"{total_of(dumped) / args.acts:,.0f} instructions per act ({args.transport})")
        if args.keep:
            shutil.copy(dumped, args.keep)


if __name__ == "__main__":
    main()
