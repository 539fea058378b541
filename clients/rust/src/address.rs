//! Reads the address of a server: `infoset://host:port`, `ws://host/v1`, with the encoding. No I/O.
//!
//! | scheme | goes over |
//! | --- | --- |
//! | `infoset`, `infosets` | plain TCP, TCP with TLS; port 7421 unless given |
//! | `ws`, `wss` | WebSocket, with TLS; ports 80 and 443, path `/v1` |
//! | `...+msgpack`, `...+json` | the same with that encoding; JSON unless given |
//! | `stdio:` | the messages of one match on standard input and output |
//!
//! An address without a scheme (`localhost:7421`) is `infoset://`.

use crate::DEFAULT_PORT;
use crate::codec::Encoding;
use crate::error::Error;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    Tcp,
    WebSocket,
    Stdio,
}

/// Where a server is and how to talk to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    pub transport: Transport,
    pub host: String,
    pub port: u16,
    pub tls: bool,
    pub path: String,
    pub encoding: Encoding,
}

impl Address {
    /// What was dialled, as a key signs it, whatever it goes over.
    pub(crate) fn dialled(&self) -> String {
        let scheme = if self.tls { "infosets" } else { "infoset" };
        let host = self.host.to_ascii_lowercase();
        let host = if host.contains(':') { format!("[{host}]") } else { host };
        format!("{scheme}://{host}:{}", self.port)
    }

    /// Reads an address. The error says what was expected.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let wrong = |what: &str| Error::Address(format!("{text:?}: {what}"));
        if text == "stdio:" || text == "stdio" {
            return Ok(Self::stdio());
        }
        let (scheme, rest) = text.split_once("://").unwrap_or(("infoset", text));
        let (scheme, encoding) = scheme.split_once('+').unwrap_or((scheme, "json"));
        let (transport, tls, default_port) = match scheme {
            "infoset" => (Transport::Tcp, false, DEFAULT_PORT),
            "infosets" => (Transport::Tcp, true, DEFAULT_PORT),
            "ws" => (Transport::WebSocket, false, 80),
            "wss" => (Transport::WebSocket, true, 443),
            _ => return Err(wrong("expected infoset://, infosets://, ws://, wss:// or stdio:")),
        };
        let encoding =
            Encoding::from_name(encoding).ok_or_else(|| wrong("expected +json or +msgpack"))?;
        let (place, path) = match rest.find('/') {
            Some(slash) => rest.split_at(slash),
            None => (rest, ""),
        };
        let (host, port) = split_port(place);
        let port = match port {
            None => default_port,
            Some(digits) => digits
                .parse()
                .ok()
                .filter(|&port| port > 0)
                .ok_or_else(|| wrong("the port must be a number from 1 to 65535"))?,
        };
        if host.is_empty() {
            return Err(wrong("the host is missing"));
        }
        let path = if path.len() > 1 { path } else { "/v1" };
        Ok(Self { transport, host: host.into(), port, tls, path: path.into(), encoding })
    }

    fn stdio() -> Self {
        Self {
            transport: Transport::Stdio,
            host: String::new(),
            port: 0,
            tls: false,
            path: String::new(),
            encoding: Encoding::Json,
        }
    }

    /// May a secret token go this way: under TLS, or without leaving this machine?
    pub fn can_carry_token(&self) -> bool {
        let is_here = self.host == "localhost"
            || self.host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback());
        self.tls || is_here || self.transport == Transport::Stdio
    }
}

/// `host:port`, `[::1]:port`, or only the host.
fn split_port(place: &str) -> (&str, Option<&str>) {
    if let Some(rest) = place.strip_prefix('[') {
        let (host, port) = rest.split_once(']').unwrap_or((rest, ""));
        return (host, port.strip_prefix(':'));
    }
    match place.split_once(':') {
        Some((host, port)) => (host, Some(port)),
        None => (place, None),
    }
}

impl std::fmt::Display for Address {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let host =
            if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        let tls = if self.tls { "s" } else { "" };
        match self.transport {
            Transport::Stdio => out.write_str("stdio:"),
            Transport::Tcp => write!(out, "infoset{tls}://{host}:{}", self.port),
            Transport::WebSocket => write!(out, "ws{tls}://{host}:{}{}", self.port, self.path),
        }
    }
}
