"""Whether what programs see and what is private lie apart, whatever their paths say."""

from pathlib import Path

import pytest

from infoset_server.app.features.uploads import secret_paths
from infoset_server.config import ServerConfig
from infoset_server.programs.sandbox.apart import read_mountinfo, shown_private
from infoset_server.programs.sandbox.environment import Mount

MOUNTS = """\
20 1 254:0 / / rw - ext4 /dev/vda rw
21 20 254:1 / /srv rw - ext4 /dev/vdb rw
22 20 254:0 /home/olga/data /opt/tools/share rw - ext4 /dev/vda rw
23 20 0:30 / /tmp rw - tmpfs none rw
24 20 254:1 /with\\040blank /mnt/with\\040blank rw - ext4 /dev/vdb rw
"""


def problem(private: str, source: str) -> str | None:
    return shown_private([Path(private)], [Mount(Path(source), "/somewhere")], MOUNTS)


@pytest.mark.parametrize(
    ("private", "source"),
    [
        ("/home/olga/data", "/opt/tools"),  # mounted there a second time
        ("/home/olga/data/deep", "/opt/tools"),
        ("/home/olga", "/opt/tools/share"),
        ("/srv/env/data", "/srv/env"),
        ("/srv/data", "/srv/data/env"),
        ("/srv/with blank/data", "/mnt/with blank"),
        ("/srv/data", "/"),
    ],
)
def test_one_in_the_other_is_found(private: str, source: str) -> None:
    assert problem(private, source) == (
        f"{private} and {source}, which programs see, lie one in the other"
    )


@pytest.mark.parametrize(
    ("private", "source"),
    [
        ("/home/olga/data", "/opt/other"),
        ("/home/olga/data2", "/opt/tools"),
        ("/srv/data", "/srv/database"),
        ("/tmp/data", "/srv/data"),
    ],
)
def test_apart_is_apart(private: str, source: str) -> None:
    assert problem(private, source) is None


def test_what_was_mounted_last_is_what_is_seen() -> None:
    twice = MOUNTS + "25 20 254:7 / /srv rw - ext4 /dev/vdc rw\n"
    assert next(one.device for one in read_mountinfo(twice) if str(one.at) == "/srv") == "254:7"


def test_what_no_program_may_see_has_all_keys_of_the_server() -> None:
    given = {
        "data_dir": "data",
        "tls": {"certificate": "both.pem"},
        "cluster": {
            "bus": "tls://h",
            "bus_certificate": "n1.pem",
            "bus_key": "n1.key",
            "bus_credentials": "n1.creds",
        },
    }
    private = secret_paths(ServerConfig.model_validate(given))
    assert {path.name for path in private} == {"data", "both.pem", "n1.key", "n1.creds"}
