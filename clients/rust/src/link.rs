//! Moves messages over TCP, WebSocket, or standard input and output. Knows no sessions.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::MAX_FRAME;
use crate::address::{Address, Transport};
use crate::codec::{Encoding, encode};
use crate::error::Error;
use crate::framing::Framer;
use crate::sockets::{Opened, is_over_time};

const CHUNK: usize = 1 << 16;

/// A link has ended. `code` is the close code, where the server gave one.
#[derive(Debug)]
pub(crate) struct Closed {
    pub reason: String,
    pub code: Option<i64>,
    pub wait_s: f64,
}

impl Closed {
    pub fn because(reason: impl ToString) -> Self {
        Self { reason: reason.to_string(), code: None, wait_s: 0.0 }
    }
}

pub(crate) enum Link {
    Stream(Stream),
    Stdio(Stdio),
    #[cfg(feature = "websocket")]
    Web(Box<web::WebLink>),
}

impl Link {
    /// Connects, waiting at most `timeout` for an answer. `ca_file` is trusted beside the usual authorities.
    pub fn open(
        address: &Address,
        timeout: Duration,
        ca_file: Option<&str>,
    ) -> Result<Self, Error> {
        if address.encoding == Encoding::Msgpack && !cfg!(feature = "msgpack") {
            return Err(Error::Address(format!(
                "{address}: the feature `msgpack` is not built in"
            )));
        }
        match address.transport {
            Transport::Stdio => Ok(Self::Stdio(Stdio::take()?)),
            Transport::Tcp => Ok(Self::Stream(Stream {
                opened: crate::sockets::open(address, timeout, ca_file)?,
                framer: Framer::new(address.encoding, MAX_FRAME),
            })),
            #[cfg(feature = "websocket")]
            Transport::WebSocket => {
                web::WebLink::open(address, timeout, ca_file).map(Box::new).map(Self::Web)
            }
            #[cfg(not(feature = "websocket"))]
            Transport::WebSocket => {
                Err(Error::Address(format!("{address}: the feature `websocket` is not built in")))
            }
        }
    }

    pub fn send(&mut self, plain: &Value, encoding: Encoding) -> Result<(), Closed> {
        let payload = encode(plain, encoding);
        match self {
            Self::Stream(stream) => {
                let frame = stream.framer.frame(&payload);
                let bytes = &mut stream.opened.bytes;
                bytes.write_all(&frame).and_then(|()| bytes.flush()).map_err(Closed::because)
            }
            Self::Stdio(stdio) => stdio.send(&payload).map_err(Closed::because),
            #[cfg(feature = "websocket")]
            Self::Web(web) => web.send(payload, encoding),
        }
    }

    /// The next frame, an empty one for a keep-alive; nothing where none came in time.
    pub fn receive(&mut self, timeout: Duration) -> Result<Option<Vec<u8>>, Closed> {
        match self {
            Self::Stream(stream) => stream.receive(timeout),
            Self::Stdio(stdio) => stdio.receive(),
            #[cfg(feature = "websocket")]
            Self::Web(web) => web.receive(timeout),
        }
    }
}

/// What is left of a wait; never zero, which would mean for ever.
fn left(until: Instant) -> Duration {
    until.saturating_duration_since(Instant::now()).max(Duration::from_millis(1))
}

pub(crate) struct Stream {
    opened: Opened,
    framer: Framer,
}

impl Stream {
    fn receive(&mut self, timeout: Duration) -> Result<Option<Vec<u8>>, Closed> {
        let until = Instant::now() + timeout;
        let mut data = [0; CHUNK];
        loop {
            if let Some(frame) = self.framer.cut().map_err(Closed::because)? {
                return Ok(Some(frame));
            }
            let Opened { bytes, socket } = &mut self.opened;
            socket.set_read_timeout(Some(left(until))).map_err(Closed::because)?;
            match bytes.read(&mut data) {
                Ok(0) => return Err(Closed::because("the connection was closed")),
                Ok(count) => self.framer.feed(&data[..count]),
                Err(error) if !is_over_time(&error) => return Err(Closed::because(error)),
                Err(_) if Instant::now() >= until => return Ok(None),
                Err(_) => {}
            }
        }
    }
}

/// Standard input and output. Whatever else is printed goes to standard error from then on.
pub(crate) struct Stdio {
    framer: Framer,
    #[cfg(unix)]
    output: std::fs::File,
}

impl Stdio {
    pub(crate) fn take() -> Result<Self, Error> {
        let framer = Framer::new(Encoding::Json, MAX_FRAME);
        #[cfg(unix)]
        {
            let output = take_stdout()
                .map_err(|error| Error::Connect(format!("standard output: {error}")))?;
            Ok(Self { framer, output })
        }
        #[cfg(not(unix))]
        Ok(Self { framer })
    }

    pub(crate) fn send(&mut self, payload: &[u8]) -> std::io::Result<()> {
        let line = self.framer.frame(payload);
        #[cfg(unix)]
        let mut output = &self.output;
        #[cfg(not(unix))]
        let mut output = std::io::stdout();
        output.write_all(&line)?;
        output.flush()
    }

    /// Waits as long as it takes: whoever is on the other side ends us by closing.
    pub(crate) fn receive(&mut self) -> Result<Option<Vec<u8>>, Closed> {
        let mut data = [0; CHUNK];
        loop {
            if let Some(frame) = self.framer.cut().map_err(Closed::because)? {
                return Ok(Some(frame));
            }
            match std::io::stdin().read(&mut data) {
                Ok(0) => return Err(Closed::because("standard input has ended")),
                Ok(count) => self.framer.feed(&data[..count]),
                Err(error) if !is_over_time(&error) => return Err(Closed::because(error)),
                Err(_) => {}
            }
        }
    }
}

/// Standard output for us alone: what is written to its old place goes to standard error.
#[cfg(unix)]
fn take_stdout() -> std::io::Result<std::fs::File> {
    use std::os::fd::AsFd;
    let output = std::io::stdout().as_fd().try_clone_to_owned()?;
    // SAFETY: it touches no memory, and nobody owns the descriptor that it closes and opens again.
    if unsafe { libc::dup2(libc::STDERR_FILENO, libc::STDOUT_FILENO) } < 0 {
        return Err(std::io::Error::last_os_error());
    }
    Ok(output.into())
}

#[cfg(feature = "websocket")]
mod web {
    use std::net::TcpStream;
    use std::time::{Duration, Instant};

    use tungstenite::client::{IntoClientRequest, client_with_config};
    use tungstenite::http::HeaderValue;
    use tungstenite::protocol::WebSocketConfig;
    use tungstenite::{Message, WebSocket};

    use super::{Closed, left};
    use crate::MAX_FRAME;
    use crate::address::Address;
    use crate::codec::Encoding;
    use crate::error::Error;
    use crate::sockets::{Bytes, Opened, is_over_time};

    pub(crate) struct WebLink {
        web: WebSocket<Box<dyn Bytes>>,
        socket: TcpStream, // the same one, for its timeouts
    }

    impl WebLink {
        pub fn open(
            address: &Address,
            timeout: Duration,
            ca_file: Option<&str>,
        ) -> Result<Self, Error> {
            let failed = |reason: String| Error::Connect(format!("{address}: {reason}"));
            let Opened { bytes, socket } = crate::sockets::open(address, timeout, ca_file)?;
            socket.set_read_timeout(Some(timeout)).map_err(|error| failed(error.to_string()))?;
            let mut request = address
                .to_string()
                .into_client_request()
                .map_err(|error| failed(error.to_string()))?;
            let protocol = format!("infoset.1.{}", address.encoding.name());
            if let Ok(value) = HeaderValue::from_str(&protocol) {
                request.headers_mut().insert("Sec-WebSocket-Protocol", value);
            }
            let config = WebSocketConfig::default()
                .max_message_size(Some(MAX_FRAME))
                .max_frame_size(Some(MAX_FRAME));
            let (web, _) = client_with_config(request, bytes, Some(config))
                .map_err(|error| failed(error.to_string()))?;
            Ok(Self { web, socket })
        }

        pub fn send(&mut self, payload: Vec<u8>, encoding: Encoding) -> Result<(), Closed> {
            let message = match (encoding, String::from_utf8(payload)) {
                (Encoding::Json, Ok(text)) => Message::text(text),
                (_, Ok(text)) => Message::binary(text.into_bytes()),
                (_, Err(bytes)) => Message::binary(bytes.into_bytes()),
            };
            self.web.send(message).map_err(closed)
        }

        pub fn receive(&mut self, timeout: Duration) -> Result<Option<Vec<u8>>, Closed> {
            let until = Instant::now() + timeout;
            loop {
                self.socket.set_read_timeout(Some(left(until))).map_err(Closed::because)?;
                match self.web.read() {
                    Ok(Message::Text(text)) => return Ok(Some(text.as_bytes().to_vec())),
                    Ok(Message::Binary(bytes)) => return Ok(Some(bytes.to_vec())),
                    Ok(Message::Close(frame)) => {
                        let code = frame.as_ref().map(|frame| u16::from(frame.code).into());
                        let reason = frame.map_or(String::new(), |frame| frame.reason.to_string());
                        return Err(Closed { reason, code, wait_s: 0.0 });
                    }
                    Ok(_) => return Ok(Some(Vec::new())), // a ping is a sign of life
                    Err(tungstenite::Error::Io(error)) if is_over_time(&error) => {
                        if Instant::now() >= until {
                            return Ok(None);
                        }
                    }
                    Err(error) => return Err(closed(error)),
                }
            }
        }
    }

    fn closed(error: tungstenite::Error) -> Closed {
        Closed::because(error)
    }
}
