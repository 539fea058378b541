//! Opens TCP connections, plain and under TLS. Knows no frames.

use std::io::{ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use crate::address::Address;
use crate::error::Error;

/// Something to read from and write to. Timeouts are those of the [`TcpStream`] below it.
pub(crate) trait Bytes: Read + Write {}

impl<T: Read + Write> Bytes for T {}

/// An open connection: the bytes, and the socket below them, for its timeouts.
pub(crate) struct Opened {
    pub bytes: Box<dyn Bytes>,
    pub socket: TcpStream,
}

/// Connects, waiting at most `timeout` for an answer. `ca_file` is trusted beside the usual authorities.
pub(crate) fn open(
    address: &Address,
    timeout: Duration,
    ca_file: Option<&str>,
) -> Result<Opened, Error> {
    let failed = |error: std::io::Error| Error::Connect(format!("{address}: {error}"));
    let socket = connect(address, timeout)?;
    let below = socket.try_clone().map_err(failed)?;
    if !address.tls {
        return Ok(Opened { bytes: Box::new(below), socket });
    }
    let tls = tls::Tls::new(ca_file)?;
    socket.set_read_timeout(Some(timeout)).map_err(failed)?;
    let bytes = tls.secure(&address.host, below).map_err(failed)?;
    Ok(Opened { bytes, socket })
}

fn connect(address: &Address, timeout: Duration) -> Result<TcpStream, Error> {
    let mut reason = "no address".to_string();
    let found = (address.host.as_str(), address.port).to_socket_addrs();
    for place in found.map_err(|error| Error::Connect(format!("{address}: {error}")))? {
        match TcpStream::connect_timeout(&place, timeout).and_then(|socket| {
            socket.set_nodelay(true)?;
            socket.set_write_timeout(Some(timeout))?;
            Ok(socket)
        }) {
            Ok(socket) => return Ok(socket),
            Err(error) => reason = error.to_string(),
        }
    }
    Err(Error::Connect(format!("{address}: {reason}")))
}

/// Did a read only run out of time?
pub(crate) fn is_over_time(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

#[cfg(feature = "tls")]
mod tls {
    use std::io::{Error as IoError, ErrorKind};
    use std::net::TcpStream;
    use std::sync::Arc;

    use rustls::pki_types::pem::PemObject;
    use rustls::pki_types::{CertificateDer, ServerName};
    use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

    use super::Bytes;
    use crate::error::Error;

    pub struct Tls(Arc<ClientConfig>);

    impl Tls {
        /// Trusts the usual authorities, and those in `ca_file`, a PEM file.
        pub fn new(ca_file: Option<&str>) -> Result<Self, Error> {
            let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
            if let Some(path) = ca_file {
                add(path, &mut roots)
                    .map_err(|why| Error::Command(format!("certificate file {path}: {why}")))?;
            }
            let config = ClientConfig::builder_with_provider(Arc::new(
                rustls::crypto::ring::default_provider(),
            ))
            .with_safe_default_protocol_versions()
            .map_err(|error| Error::Connect(error.to_string()))?
            .with_root_certificates(roots)
            .with_no_client_auth();
            Ok(Self(Arc::new(config)))
        }

        /// Shakes hands: the certificate must be trusted, and be for this host.
        pub fn secure(&self, host: &str, mut socket: TcpStream) -> Result<Box<dyn Bytes>, IoError> {
            let name = ServerName::try_from(host.to_string())
                .map_err(|error| IoError::new(ErrorKind::InvalidInput, error))?;
            let mut connection =
                ClientConnection::new(Arc::clone(&self.0), name).map_err(IoError::other)?;
            while connection.is_handshaking() {
                connection.complete_io(&mut socket)?;
            }
            Ok(Box::new(StreamOwned::new(connection, socket)))
        }
    }

    fn add(path: &str, roots: &mut RootCertStore) -> Result<(), String> {
        let found: Result<Vec<_>, _> =
            CertificateDer::pem_file_iter(path).and_then(|found| found.collect());
        let (added, _) = roots.add_parsable_certificates(found.map_err(|error| error.to_string())?);
        if added == 0 { Err("expected certificates in PEM form".into()) } else { Ok(()) }
    }
}

#[cfg(not(feature = "tls"))]
mod tls {
    use std::net::TcpStream;

    use super::Bytes;
    use crate::error::Error;

    pub struct Tls(std::convert::Infallible);

    impl Tls {
        pub fn new(_: Option<&str>) -> Result<Self, Error> {
            Err(Error::Address("TLS: the feature `tls` is not built in".into()))
        }

        pub fn secure(&self, _: &str, _: TcpStream) -> Result<Box<dyn Bytes>, std::io::Error> {
            match self.0 {}
        }
    }
}
