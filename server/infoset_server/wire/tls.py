"""The certificate of a server that encrypts by itself. Listens to nothing."""

import ssl

from infoset_server.config import TlsSettings


class TlsError(Exception):
    """The certificate or its key cannot be used; the message says why."""


def load_certificate(settings: TlsSettings) -> ssl.SSLContext | None:
    """What TLS needs; `None` where it is not configured. Raises TlsError."""
    if settings.certificate is None:
        if settings.key is not None:
            raise TlsError("tls.key without tls.certificate: expected both, or none")
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])  # for browsers; other clients do not ask
    try:
        context.load_cert_chain(settings.certificate, settings.key)
    except (OSError, ValueError) as error:  # ssl.SSLError is an OSError
        raise TlsError(
            f"{settings.certificate}: expected a certificate and its key: {error}"
        ) from None
    return context
