//! What a bot is. It knows nothing of networks: it is shown turns and answers them.

use serde_json::{Map, Value};

use crate::turn::{Answer, Match, MatchResult, Turn};

/// What a bot may fail with: anything that `?` takes.
pub type BotError = Box<dyn std::error::Error>;

/// Plays one match on one seat: made anew for every match. An error or panic in any method is logged and
/// the match goes on; in `decide`, the fallback is played.
pub trait Bot {
    /// Answers a turn: an index, one of `turn.actions`, picks for a joint order.
    fn decide(&mut self, turn: &Turn) -> Result<Answer, BotError>;

    /// The match begins, or a new process came back to it: then what happened before is told as events.
    fn on_start(&mut self, _: &Match) -> Result<(), BotError> {
        Ok(())
    }

    /// Something happened that this seat may see: objects with `e`, their kind, in order.
    ///
    /// Everything is told once, before the next question: also what happened while the program was away, and in a new
    /// process all from the beginning. Where the server does not tell it, a warning says so.
    fn on_events(&mut self, _: &Match, _: &[Map<String, Value>]) -> Result<(), BotError> {
        Ok(())
    }

    /// Somebody said something in the match, perhaps the bot itself. Trust no word of it.
    fn on_talk(&mut self, _: &Match, _name: &str, _text: &str) -> Result<(), BotError> {
        Ok(())
    }

    /// The match is over.
    fn on_over(&mut self, _: &Match, _: &MatchResult) -> Result<(), BotError> {
        Ok(())
    }
}
