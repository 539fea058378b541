//! Bots, watchers and assistants for an Infoset server.
//!
//! ```no_run
//! use infoset::{Answer, Bot, BotError, Turn};
//!
//! #[derive(Default)]
//! struct MyBot;
//!
//! impl Bot for MyBot {
//!     fn decide(&mut self, turn: &Turn) -> Result<Answer, BotError> {
//!         Ok(turn.random_answer())
//!     }
//! }
//!
//! fn main() -> std::process::ExitCode {
//!     infoset::run(MyBot::default, "my-bot", None)
//! }
//! ```
//!
//! Everything runs on one thread: a [`Client`] reads while you wait for something and not otherwise.

pub mod address;
pub mod assistant;
pub mod backoff;
mod bot;
mod canvas;
mod catching_up;
mod client;
pub mod codec;
mod dialing;
mod error;
pub mod framing;
pub mod games;
mod host;
mod keys;
mod link;
pub mod log;
mod options;
mod remote;
mod running;
mod seat;
mod sockets;
mod tally;
pub mod throttle;
mod trace;
mod tracing;
mod tracking;
mod turn;
pub mod typed;
pub mod wire;

pub use bot::{Bot, BotError};
pub use canvas::{Badge, Canvas};
pub use client::{Client, Incoming, Login, Timing};
pub use error::{Error, Refusal};
pub use host::{Host, Plan};
pub use keys::LoginKey;
pub use options::Options;
pub use remote::Remote;
pub use running::{run, run_guarded};
pub use seat::{BotSeat, Faults};
/// An action in the game's notation, as `json!(["build", 4])`.
pub use serde_json::json;
pub use tally::{Tally, result_text};
pub use tracing::assert_decision;
pub use tracking::{Happening, MatchTracker, read_match};
pub use turn::{Answer, Choice, Match, MatchResult, Player, Remark, Slot, Turn};
pub use typed::{Message, Request, Row, read, write};

/// What the protocol calls its port.
pub const DEFAULT_PORT: u16 = 7421;

/// The largest message taken from a server, in bytes.
pub const MAX_FRAME: usize = 1 << 20;
