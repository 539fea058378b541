"""Makes the secrets of a cluster: a file for each server with its passwords, the key they share, and rights for NATS.

python deploy/make_secrets.py FOLDER
python deploy/make_secrets.py FOLDER --nodes infoset-0,infoset-1 --bus nats.bus.svc:4222 --database db.data.svc/infoset
python deploy/make_secrets.py FOLDER --edges e1,e2 --thinkers t1

server.key          for the data folder of each server that may play, and of no edge
NODE.toml           settings of one server: its bus, and its database if it may play, with passwords
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
FIRST = "n1"  # of the servers in RIGHTS that play
OTHERS = ("n2", "n3")
ALONE = {"edge": "e1", "think": "t1"}  # by the only role that it has, the server in RIGHTS
OPERATOR = "operator"
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    parser.add_argument(
        "--nodes", default="n1,n2,n3", help="names of the servers with all roles (n1,n2,n3)"
    )
    parser.add_argument("--edges", default="", help="of those with the role `edge` alone (none)")
    parser.add_argument(
        "--thinkers", default="", help="of those with the role `think` alone (none)"
    )
    parser.add_argument(
        "--bus", default="bus-1:4222,bus-2:4222,bus-3:4222", help="where servers of NATS are"
    )
    parser.add_argument("--database", default="db/infoset", help="HOST/NAME of the database")
    asked = parser.parse_args()
    nodes = asked.nodes.split(",")
    alone = {"edge": words(asked.edges), "think": words(asked.thinkers)}
    names = [*nodes, *alone["edge"], *alone["think"]]
    wrong = [name for name in names if not NAME.fullmatch(name) or name == OPERATOR]
    twice = sorted({name for name in names if names.count(name) > 1})
    if wrong or twice:
        parser.error(
            "--nodes, --edges, --thinkers: expected different words of letters, digits, - and _: "
            f"{[*wrong, *twice]}"
        )
    try:
        write_all(asked.folder, nodes, alone, asked.bus.split(","), asked.database)
    except FileExistsError:
        parser.error(f"FOLDER: {asked.folder} exists, expected none")
    return 0


def words(text: str) -> list[str]:
    """Those between commas; none in no text."""
    return text.split(",") if text else []


def write_all(
    folder: Path, nodes: list[str], alone: dict[str, list[str]], bus: list[str], database: str
) -> None:
    """All files, which everybody may read, in a folder that nobody else may enter: containers have users of their own.

    `alone` names by their only role the servers that have one. They get no password of the database.

    Raises FileExistsError.
    """
    folder.mkdir(mode=0o700, parents=True)
    database_password = password()
    role_of = {name: role for role, names in alone.items() for name in names}
    passwords = {node: password() for node in [*nodes, *role_of, OPERATOR]}
    files = {
        "server.key": secrets.token_hex(32),
        "database.password": database_password,
        "bus.env": "\n".join(f"{variable(one)}={word}" for one, word in passwords.items()),
        "nats.conf": rights(nodes, alone),
        f"{OPERATOR}.toml": cluster_section(OPERATOR, passwords[OPERATOR], bus),
    }
    for node in nodes:
        store = f'[store]\nurl = "postgresql://infoset:{database_password}@{database}"\n\n'
        files[f"{node}.toml"] = store + cluster_section(node, passwords[node], bus)
    for name, role in role_of.items():
        section = cluster_section(name, passwords[name], bus)
        files[f"{name}.toml"] = f'{section}roles = ["{role}"]\n'
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


def rights(nodes: list[str], alone: dict[str, list[str]]) -> str:
    """`deploy/nats/nats.conf` for other servers than those in it."""
    text = RIGHTS.read_text(encoding="ascii")
    blocks = {
        found[1]: found[0]
        for found in re.finditer(
            r"    \{(?:  #[^\n]*)?\n      user: (\w+).*?\n    \}\n", text, re.DOTALL
        )
    }
    for other in OTHERS:
        text = text.replace(blocks[other], "")
    named = {FIRST: nodes} | {ALONE[role]: names for role, names in alone.items()}
    for first, names in named.items():
        own = "".join(rights_of(name, first, blocks[first]) for name in names)
        text = text.replace(blocks[first], own)
    return text


def rights_of(node: str, first: str, pattern: str) -> str:
    """The rights of one server, as those of the first of its kind in the file."""
    renamed = pattern.replace(f"${variable(first)}", f"${variable(node)}")
    return re.sub(rf"\b{first}\b", node, renamed)


if __name__ == "__main__":
    sys.exit(main())
