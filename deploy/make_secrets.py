"""Makes the secrets of a cluster: a file for each server with its passwords, the key they share, and rights for NATS.

python deploy/make_secrets.py FOLDER
python deploy/make_secrets.py FOLDER --nodes infoset-0,infoset-1 --bus nats.bus.svc:4222 --database db.data.svc/infoset

server.key          for the data folder of each server
NODE.toml           settings of one server: its database and its bus, with passwords
operator.toml       the same for `infoset cluster`
nats.conf           rights of these servers, as in deploy/nats/nats.conf
bus.env             passwords, in the environment of each server of NATS
database.password   of the user `infoset`

Give each server its own file only. The folder must not exist: nothing is written over.
"""

import argparse
import re
import secrets
import sys
from pathlib import Path

RIGHTS = Path(__file__).parent / "nats" / "nats.conf"
FIRST = "n1"  # of the servers in RIGHTS
OTHERS = ("n2", "n3")
OPERATOR = "operator"
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    parser.add_argument("--nodes", default="n1,n2,n3", help="names of the servers (n1,n2,n3)")
    parser.add_argument(
        "--bus", default="bus-1:4222,bus-2:4222,bus-3:4222", help="where servers of NATS are"
    )
    parser.add_argument("--database", default="db/infoset", help="HOST/NAME of the database")
    asked = parser.parse_args()
    nodes = asked.nodes.split(",")
    wrong = [node for node in nodes if not NAME.fullmatch(node) or node == OPERATOR]
    if wrong or len(set(nodes)) < len(nodes):
        parser.error(f"--nodes: expected different words of letters, digits, - and _: {wrong}")
    try:
        write_all(asked.folder, nodes, asked.bus.split(","), asked.database)
    except FileExistsError:
        parser.error(f"FOLDER: {asked.folder} exists, expected none")
    return 0


def write_all(folder: Path, nodes: list[str], bus: list[str], database: str) -> None:
    """All files, which everybody may read, in a folder that nobody else may enter: containers have users of their own.

    Raises FileExistsError.
    """
    folder.mkdir(mode=0o700, parents=True)
    database_password = password()
    passwords = {node: password() for node in [*nodes, OPERATOR]}
    files = {
        "server.key": secrets.token_hex(32),
        "database.password": database_password,
        "bus.env": "\n".join(f"{variable(one)}={word}" for one, word in passwords.items()),
        "nats.conf": rights(nodes),
        f"{OPERATOR}.toml": cluster_section(OPERATOR, passwords[OPERATOR], bus),
    }
    for node in nodes:
        store = f'[store]\nurl = "postgresql://infoset:{database_password}@{database}"\n\n'
        files[f"{node}.toml"] = store + cluster_section(node, passwords[node], bus)
    for name, text in files.items():
        path = folder / name
        path.write_text(text.rstrip("\n") + "\n", encoding="ascii")
        path.chmod(0o444)


def password() -> str:
    """Text that is the same in a URL, a shell, TOML, and a file of NATS."""
    return "p" + secrets.token_hex(24)


def variable(node: str) -> str:
    """The variable in the environment of NATS that has the password of a server."""
    return f"{node.upper().replace('-', '_')}_PASSWORD"


def cluster_section(node: str, word: str, bus: list[str]) -> str:
    """Who a server is on the bus."""
    urls = ", ".join(f'"nats://{node}:{word}@{address}"' for address in bus)
    return f'[cluster]\nnode = "{node}"\nbus = [{urls}]\n'


def rights(nodes: list[str]) -> str:
    """`deploy/nats/nats.conf` for other servers than those in it."""
    text = RIGHTS.read_text(encoding="ascii")
    blocks = {
        found[1]: found[0]
        for found in re.finditer(r"    \{\n      user: (\w+).*?\n    \}\n", text, re.DOTALL)
    }
    pattern = blocks[FIRST]
    for other in OTHERS:
        text = text.replace(blocks[other], "")
    return text.replace(pattern, "".join(rights_of(node, pattern) for node in nodes))


def rights_of(node: str, pattern: str) -> str:
    """The rights of one server, as those of the first in the file."""
    renamed = pattern.replace(f"${variable(FIRST)}", f"${variable(node)}")
    return re.sub(rf"\b{FIRST}\b", node, renamed)


if __name__ == "__main__":
    sys.exit(main())
