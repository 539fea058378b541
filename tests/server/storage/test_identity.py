"""Which database it is: the same to all who use it, and another one for a copy."""

from pathlib import Path

from tests.server.storage.postgresql import Cluster

from infoset_server.config import StoreSettings
from infoset_server.storage.identity import FILE, UNKNOWN
from infoset_server.storage.opening import identity_of


async def test_all_who_use_a_database_see_the_same_and_who_uses_another_does_not(
    cluster: Cluster, tmp_path: Path
) -> None:
    one, other = (StoreSettings(url=cluster.new_database()) for _ in range(2))
    first = await identity_of(one, tmp_path)
    assert first not in (UNKNOWN, FILE)
    assert await identity_of(one, tmp_path / "elsewhere") == first
    assert await identity_of(other, tmp_path) not in (first, UNKNOWN, FILE)


async def test_a_file_is_none_that_servers_share_and_is_not_made(tmp_path: Path) -> None:
    assert await identity_of(StoreSettings(), tmp_path / "data") == FILE
    assert not (tmp_path / "data").exists()


async def test_a_database_that_does_not_answer_or_must_not_be_asked_is_unknown(
    cluster: Cluster, tmp_path: Path
) -> None:
    away = StoreSettings(url="postgresql://infoset@127.0.0.1:1/x")
    assert await identity_of(away, tmp_path) == UNKNOWN
    url = cluster.new_database()
    cluster.sql(
        "DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN; REVOKE ALL ON FUNCTION pg_control_system() FROM PUBLIC",
        url.rpartition("/")[2],
    )
    guest = StoreSettings(url=url.replace("infoset@", "guest@"))
    assert await identity_of(guest, tmp_path) == UNKNOWN
