"""Certificates of an authority of our own, made with `openssl`, and keys to log in with. No tests here."""

import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from infoset.keys import LoginKey

# The commands stand in clients/README.md, too.
NEW_KEY: Final = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
EXTENSIONS: Final = "subjectAltName=IP:127.0.0.1,DNS:localhost\nextendedKeyUsage=serverAuth\n"


@dataclass(frozen=True)
class Certificates:
    """What a server shows (`server`, with its key), and whom clients must trust for that (`authority`)."""

    server: Path
    authority: Path


def make_certificates(folder: Path) -> Certificates:
    """An authority, and a certificate by it for 127.0.0.1 and localhost."""
    (folder / "server.ext").write_text(EXTENSIONS)
    own = ["-subj", "/CN=class", "-keyout", "ca.key", "-out", "ca.pem", "-days", "2"]
    openssl(folder, "req", "-x509", *NEW_KEY, *own)
    asked = ["-subj", "/CN=server", "-keyout", "server.key", "-out", "server.csr"]
    openssl(folder, "req", *NEW_KEY, *asked)
    sign(folder, "server")
    both = folder / "both.pem"
    both.write_text((folder / "server.pem").read_text() + (folder / "server.key").read_text())
    return Certificates(both, folder / "ca.pem")


def sign(folder: Path, name: str) -> None:
    """Makes `NAME.pem` of a request `NAME.csr`, with what stands in `NAME.ext`, by the authority of the folder."""
    authority = ("-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial")
    files = ("-in", f"{name}.csr", "-extfile", f"{name}.ext", "-out", f"{name}.pem")
    openssl(folder, "x509", "-req", "-days", "2", *authority, *files)


def make_client_certificate(folder: Path, name: str) -> Path:
    """A certificate, with its key, by which a program proves itself, of the authority that is made in this folder."""
    (folder / "client.ext").write_text("extendedKeyUsage=clientAuth\n")
    openssl(
        folder,
        "req",
        *NEW_KEY,
        "-subj",
        f"/CN={name}",
        "-keyout",
        "client.key",
        "-out",
        "client.csr",
    )
    sign(folder, "client")
    both = folder / f"{name}.pem"
    both.write_text((folder / "client.pem").read_text() + (folder / "client.key").read_text())
    return both


def openssl(folder: Path, *words: str) -> None:
    """Runs a command of OpenSSL in a folder."""
    done = subprocess.run(
        ["openssl", *words], cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr


def make_key(file: Path) -> str:
    """A private key in a file, as `infoset token key` writes it; returns its public half."""
    key = LoginKey.fresh()
    key.save(file)
    return key.public
