"""A store over TLS to a PostgreSQL server with an authority of the operator's own, as its URL says in the words of libpq."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.sdk.security import Certificates, make_certificates, make_client_certificate, openssl
from tests.server.storage.matches import append, begin, bodies, note
from tests.server.storage.postgresql import Cluster, MissingError, start_cluster

from infoset_server.config import StoreSettings
from infoset_server.storage.errors import StoreError, StoreSetupError
from infoset_server.storage.opening import open_store

HBA = "local all all trust\nhostssl all all 127.0.0.1/32 trust clientcert=verify-ca\n"
IN_CLEAR = """
    SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
    WHERE NOT ssl AND client_addr IS NOT NULL
"""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    folder = tmp_path_factory.mktemp("tls")
    made = make_certificates(folder)
    make_client_certificate(folder, "n1")
    openssl(folder, "pkey", "-in", "client.key", "-out", "n1.key")
    return made


@pytest.fixture(scope="module")
def strict(files: Certificates) -> Iterator[Cluster]:
    """It takes no connection that is not under TLS, or whose client does not prove itself."""
    try:
        running = start_cluster()
    except MissingError as missing:
        pytest.skip(f"NOT TESTED ON POSTGRESQL: {missing}")
    data = running.folder / "data"
    for name, source in (("server.pem", files.server), ("ca.pem", files.authority)):
        shutil.copy(source, data / name)
        like(data, data / name)
    (data / "pg_hba.conf").write_text(HBA)
    for setting in ("ssl_cert_file = 'server.pem'", "ssl_key_file = 'server.pem'", "ssl = on"):
        running.sql(f"ALTER SYSTEM SET {setting}")
    running.sql("ALTER SYSTEM SET ssl_ca_file = 'ca.pem'")
    running.stop()
    running.start()
    yield running
    running.remove()


def like(other: Path, path: Path) -> None:
    """The server alone may read it: else that does not take it for a key."""
    owner = other.stat()
    shutil.chown(path, owner.st_uid, owner.st_gid)
    path.chmod(0o600)


def url(cluster: Cluster, **words: object) -> str:
    """An empty database, with these words behind its address."""
    return f"{cluster.new_database()}?{'&'.join(f'{name}={word}' for name, word in words.items())}"


async def test_matches_are_kept_over_tls_by_the_files_that_the_url_names(
    strict: Cluster, files: Certificates, tmp_path: Path
) -> None:
    folder = files.authority.parent
    certificate, key = folder / "client.pem", folder / "n1.key"
    where = url(
        strict,
        sslmode="verify-full",
        sslrootcert=files.authority,
        sslcert=certificate,
        sslkey=key,
    )
    store = await open_store(StoreSettings(url=where, ballast_mb=0), tmp_path)
    try:
        await begin(store)
        await store.append([append(0, note(b"first"))])
        assert await bodies(store) == [b"first"]
        assert strict.sql(IN_CLEAR).strip() == "0"
    finally:
        await store.close()


async def test_a_server_that_proves_itself_by_another_authority_is_not_spoken_to(
    strict: Cluster, tmp_path: Path
) -> None:
    another = make_certificates(tmp_path)
    where = url(strict, sslmode="verify-full", sslrootcert=another.authority)
    with pytest.raises(StoreError, match="CERTIFICATE_VERIFY_FAILED"):
        await open_store(StoreSettings(url=where, ballast_mb=0), tmp_path)


async def test_a_word_that_is_unknown_is_named(tmp_path: Path) -> None:
    where = "postgresql://infoset:secret@127.0.0.1:1/d?sslmode=require&sslrotcert=ca.pem"
    with pytest.raises(
        StoreSetupError, match=r"sslrotcert.*expected some of .*sslrootcert"
    ) as told:
        await open_store(StoreSettings(url=where, ballast_mb=0), tmp_path)
    assert "secret" not in str(told.value)
