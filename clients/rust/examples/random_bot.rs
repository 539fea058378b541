//! Plays any game at random.

use std::process::ExitCode;

use infoset::{Answer, Bot, BotError, Turn};

#[derive(Default)]
struct RandomBot;

impl Bot for RandomBot {
    fn decide(&mut self, turn: &Turn) -> Result<Answer, BotError> {
        Ok(turn.random_answer())
    }
}

fn main() -> ExitCode {
    infoset::run(RandomBot::default, "random-rust", None)
}
