"""Makes the secrets of a cluster: a file for each server with its passwords, the key they share, and rights for NATS.

python deploy/make_secrets.py FOLDER
python deploy/make_secrets.py FOLDER --nodes infoset-0,infoset-1 --bus nats.bus.svc:4222 --database db.data.svc/infoset
python deploy/make_secrets.py FOLDER --edges e1,e2 --thinkers t1
python deploy/make_secrets.py FOLDER --add --edges e3

server.key          for the data folder of each server that may play, and of no edge
NODE.toml           settings of one server: its bus, and its database if it may play, with passwords
operator.toml       the same for `infoset cluster`
nats.conf           rights of these servers, as in deploy/nats/nats.conf
bus.env             passwords, in the environment of each server of NATS
database.password   of the user `infoset`

Give each server its own file only. The folder must not exist, except with --add: then the servers that are named are
added, and what was made stays, but that nats.conf and bus.env get more users: give both to each server of NATS again, and
restart one after another.
"""

import argparse
import re
import secrets
import sys
import tomllib
from pathlib import Path

RIGHTS = Path(__file__).parent / "nats" / "nats.conf"
NODE = "node"  # what a server is that has all roles
FIRST = {NODE: "n1", "edge": "e1", "think": "t1"}  # in RIGHTS: of all roles, or of one alone
OPERATOR = "operator"
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
USER = re.compile(r"    \{(?:  #[^\n]*)?\n      user: (\w+).*?\n    \}\n", re.DOTALL)
END = "  ]\n}\n"  # of all users
NODES = "n1,n2,n3"
BUS = "bus-1:4222,bus-2:4222,bus-3:4222"
DATABASE = "db/infoset"

Names = dict[str, list[str]]  # of servers, by the keys of FIRST


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    parser.add_argument(
        "--nodes", help=f"names of the servers with all roles ({NODES}; with --add none)"
    )
    parser.add_argument("--edges", default="", help="of those with the role `edge` alone (none)")
    parser.add_argument(
        "--thinkers", default="", help="of those with the role `think` alone (none)"
    )
    parser.add_argument(
        "--bus", help=f"where servers of NATS are ({BUS}); tls://HOST:PORT under TLS"
    )
    parser.add_argument("--database", help=f"HOST/NAME of the database ({DATABASE})")
    parser.add_argument("--add", action="store_true", help="add servers to those of FOLDER")
    asked = parser.parse_args()
    nodes = asked.nodes if asked.nodes is not None else "" if asked.add else NODES
    names = {NODE: words(nodes), "edge": words(asked.edges), "think": words(asked.thinkers)}
    try:
        if asked.add:
            if asked.bus or asked.database:
                raise ValueError("--bus, --database: expected neither with --add: they stay")
            add(asked.folder, names)
        else:
            make(asked.folder, names, words(asked.bus or BUS), asked.database or DATABASE)
    except ValueError as problem:
        parser.error(str(problem))
    return 0


def words(text: str) -> list[str]:
    """Those between commas; none in no text."""
    return text.split(",") if text else []


def make(folder: Path, names: Names, bus: list[str], database: str) -> None:
    """All files, in a new folder that nobody else may enter. Raises ValueError."""
    check(names, [variable(OPERATOR)])
    if not names[NODE]:
        raise ValueError("--nodes: expected one at least, that others have somebody to serve")
    if folder.exists():
        raise ValueError(f"FOLDER: {folder} exists, expected none; --add adds servers to it")
    folder.mkdir(mode=0o700, parents=True)
    database_password = password()
    store = f'[store]\nurl = "postgresql://infoset:{database_password}@{database}"\n\n'
    passwords = {name: password() for name in [*every(names), OPERATOR]}
    text = RIGHTS.read_text(encoding="ascii")
    for user in USER.finditer(text):
        if user[1] != OPERATOR:
            text = text.replace(user[0], "")
    write(
        folder,
        {
            "server.key": secrets.token_hex(32),
            "database.password": database_password,
            "bus.env": environment(passwords),
            "nats.conf": with_rights(text, names),
            f"{OPERATOR}.toml": cluster_section(OPERATOR, passwords[OPERATOR], bus),
            **settings(names, passwords, bus, store),
        },
    )


def add(folder: Path, names: Names) -> None:
    """More servers in a folder that was made; what is there already stays as it is. Raises ValueError."""
    if not every(names):
        raise ValueError("--add: expected names of new servers, in --nodes, --edges or --thinkers")
    try:
        known = (folder / "bus.env").read_text("ascii")
        rights = (folder / "nats.conf").read_text("ascii")
        urls = tomllib.loads((folder / f"{OPERATOR}.toml").read_text("ascii"))["cluster"]["bus"]
        made = [tomllib.loads(path.read_text("ascii")) for path in folder.glob("*.toml")]
        (url, *_) = [one["store"]["url"] for one in made if "store" in one]
    except (OSError, KeyError, ValueError) as problem:
        raise ValueError(
            f"FOLDER: expected what this program has made in {folder}: {problem}"
        ) from None
    check(names, [line.partition("=")[0] for line in known.splitlines()])
    passwords = {name: password() for name in every(names)}
    bus = [re.sub("//.*@", "//", one) for one in urls]
    write(
        folder,
        {
            **settings(names, passwords, bus, f'[store]\nurl = "{url}"\n\n'),
            "bus.env": known + environment(passwords),
            "nats.conf": with_rights(rights, names),
        },
    )


def every(names: Names) -> list[str]:
    """The names of all kinds."""
    return [name for those in names.values() for name in those]


def check(names: Names, known: list[str]) -> None:
    """Raises ValueError unless these can be names of new servers, whose variables are not among the known ones."""
    new = every(names)
    variables = [*known, *map(variable, new)]
    wrong = [one for one in new if not NAME.fullmatch(one) or variables.count(variable(one)) > 1]
    if wrong:
        raise ValueError(
            "--nodes, --edges, --thinkers: expected words of letters, digits, - and _, each "
            f"different from all others, also in capitals and with _ for -: {wrong}"
        )


def write(folder: Path, files: dict[str, str]) -> None:
    """Everybody may read them: containers have users of their own. One that is there is replaced."""
    for name, text in files.items():
        new = folder / f"{name}.new"
        new.write_text(text.rstrip("\n") + "\n", encoding="ascii")
        new.chmod(0o444)
        new.replace(folder / name)


def password() -> str:
    """Text that is the same in a URL, a shell, TOML, and a file of NATS."""
    return "p" + secrets.token_hex(24)


def variable(node: str) -> str:
    """The variable in the environment of NATS that has the password of a server."""
    return f"{node.upper().replace('-', '_')}_PASSWORD"


def cluster_section(node: str, word: str, bus: list[str]) -> str:
    """Who a server is on the bus."""
    urls = ", ".join(f'"{with_password(address, node, word)}"' for address in bus)
    return f'[cluster]\nnode = "{node}"\nbus = [{urls}]\n'


def with_password(address: str, node: str, word: str) -> str:
    """Where a server of NATS is and how a server comes in; nats:// is left out of addresses, tls:// is not."""
    scheme, _, where = address.rpartition("://")
    return f"{scheme or 'nats'}://{node}:{word}@{where}"


def environment(passwords: dict[str, str]) -> str:
    """The lines of `bus.env`."""
    return "".join(f"{variable(name)}={word}\n" for name, word in passwords.items())


def settings(names: Names, passwords: dict[str, str], bus: list[str], store: str) -> dict[str, str]:
    """The files of servers. One that has a single role gets no password of the database."""
    files = {}
    for role, those in names.items():
        for name in those:
            section = cluster_section(name, passwords[name], bus)
            alone = f'{section}roles = ["{role}"]\n'
            files[f"{name}.toml"] = store + section if role == NODE else alone
    return files


def with_rights(text: str, names: Names) -> str:
    """A file of NATS with rights for these servers, too. Raises ValueError."""
    if not text.endswith(END):
        raise ValueError(f"nats.conf: expected users at its end, as in {RIGHTS.name}")
    users = {user[1]: user[0] for user in USER.finditer(RIGHTS.read_text(encoding="ascii"))}
    new = [
        rights_of(name, FIRST[role], users[FIRST[role]])
        for role, those in names.items()
        for name in those
    ]
    return text.removesuffix(END) + "".join(new) + END


def rights_of(node: str, first: str, pattern: str) -> str:
    """The rights of one server, as those of the first of its kind."""
    renamed = pattern.replace(f"${variable(first)}", f"${variable(node)}")
    return re.sub(rf"\b{first}\b", node, renamed)


if __name__ == "__main__":
    sys.exit(main())
