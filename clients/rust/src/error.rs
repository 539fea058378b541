//! Everything that goes wrong on purpose. Its text is a sentence for the person at the terminal.

use serde_json::{Map, Value};

use crate::wire;

#[derive(Clone, Debug)]
pub enum Error {
    /// The server's address cannot be read, or not be used with these features.
    Address(String),
    /// The server cannot be reached, or does not speak the protocol.
    Connect(String),
    /// The server was reached and said no. `code` is its error code.
    Login { code: String, msg: String },
    /// The connection is gone for good. `code` is the close code, if there was one.
    ConnectionLost { msg: String, code: Option<i64> },
    /// The server refused a request.
    Request(Refusal),
    /// The server did not answer a request in time.
    ReplyTimeout(String),
    /// What a bot returned is no answer to its turn.
    WrongChoice(String),
    /// Bytes that are no message, or a message with a wrong field: `path` names it.
    Protocol { code: &'static str, path: String, want: String },
    /// The command line, or a file named there, cannot be used.
    Command(String),
}

/// A refused request: `code` is stable, `msg` for people, `data` has the details.
#[derive(Clone, Debug, Default)]
pub struct Refusal {
    pub code: String,
    pub msg: String,
    pub data: Map<String, Value>,
    pub retry_ms: Option<i64>,
}

impl Refusal {
    /// Is this its code? The known ones are in [`wire::code`].
    pub fn is(&self, code: &str) -> bool {
        self.code == code
    }

    /// Is the same request worth another try? An unknown code is judged by its wait alone.
    pub fn may_pass(&self) -> bool {
        const LATER: [&str; 5] = [
            wire::code::RATE_LIMITED,
            wire::code::BUSY,
            wire::code::TOO_MANY_INFLIGHT,
            wire::code::UNAVAILABLE,
            wire::code::STORAGE_FULL,
        ];
        self.retry_ms.is_some() || LATER.contains(&self.code.as_str())
    }

    /// Why an action is illegal, from what the seat knows.
    pub fn why(&self) -> Option<&str> {
        self.text("why")
    }

    /// The field that is wrong, of `bad_message` and `bad_option`.
    pub fn path(&self) -> Option<&str> {
        self.text("path")
    }

    /// What belongs there.
    pub fn want(&self) -> Option<&str> {
        self.text("want")
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.data.get(name).and_then(Value::as_str)
    }
}

impl From<wire::Error> for Refusal {
    fn from(error: wire::Error) -> Self {
        Self {
            code: error.code,
            msg: error.msg,
            data: error.data.unwrap_or_default(),
            retry_ms: error.retry_ms,
        }
    }
}

impl Error {
    pub(crate) fn protocol(path: &str, want: String) -> Self {
        Self::Protocol { code: wire::code::BAD_MESSAGE, path: path.into(), want }
    }

    pub(crate) fn frame(want: impl Into<String>) -> Self {
        Self::Protocol { code: wire::code::BAD_FRAME, path: String::new(), want: want.into() }
    }

    pub(crate) fn lost(msg: impl Into<String>, code: Option<i64>) -> Self {
        Self::ConnectionLost { msg: msg.into(), code }
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Address(text)
            | Self::Connect(text)
            | Self::ReplyTimeout(text)
            | Self::WrongChoice(text)
            | Self::Command(text) => out.write_str(text),
            Self::Login { code, msg } => {
                write!(out, "the server refused the login: {msg} ({code})")
            }
            Self::ConnectionLost { msg, .. } => out.write_str(msg),
            Self::Request(refusal) => refusal.fmt(out),
            Self::Protocol { code, path, want } if path.is_empty() => write!(out, "{code}: {want}"),
            Self::Protocol { code, path, want } => write!(out, "{code}: {path}: {want}"),
        }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} ({})", self.msg, self.code)?;
        for detail in [self.why(), self.path(), self.want()].into_iter().flatten() {
            write!(out, ": {detail}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
