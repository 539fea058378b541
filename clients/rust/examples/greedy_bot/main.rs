//! Plays every game by a rule of thumb of its own: `greedy_bot --seek catan`.

mod catan;
mod colonizers;
mod crossfire;

use std::process::ExitCode;

use infoset::{Answer, Bot, BotError, Match, Turn};

/// The bot for the game that is played; a game that has none is played at random.
#[derive(Default)]
struct GreedyBot(Option<Box<dyn Bot>>);

impl Bot for GreedyBot {
    fn on_start(&mut self, of: &Match) -> Result<(), BotError> {
        self.0 = match of.game.as_str() {
            "catan" => Some(Box::<catan::GreedyCatan>::default()),
            "colonizers" => Some(Box::<colonizers::GreedyColonizers>::default()),
            "crossfire" => Some(Box::<crossfire::GreedyCrossfire>::default()),
            _ => None,
        };
        self.0.as_mut().map_or(Ok(()), |bot| bot.on_start(of))
    }

    fn decide(&mut self, turn: &Turn) -> Result<Answer, BotError> {
        match &mut self.0 {
            Some(bot) => bot.decide(turn),
            None => Ok(turn.random_answer()),
        }
    }
}

fn main() -> ExitCode {
    infoset::run(GreedyBot::default, "greedy-rust", None)
}
