//! Plays any game whose actions can be listed, without knowing its rules: the server tries them out.

use std::process::ExitCode;

use infoset::wire::{RollRow, Rollout};
use infoset::{Answer, Bot, BotError, Turn};

#[derive(Default)]
struct MonteCarloBot;

impl Bot for MonteCarloBot {
    fn decide(&mut self, turn: &Turn) -> Result<Answer, BotError> {
        let (Some(remote), Some(2..)) = (&turn.remote, turn.n) else {
            return Ok(turn.random_answer());
        };
        let tried = remote.rollout(Rollout {
            k: Some(16), // worlds to try every action in
            n: Some(2),  // playouts for each
            first: Some("all".into()),
            max_ms: Some(1000),
            ..Default::default()
        })?;
        let mean = |row: &RollRow| row.mean.get(turn.seat() as usize).copied().unwrap_or(f64::MIN);
        let best = tried.rows.iter().max_by(|a, b| mean(a).total_cmp(&mean(b)));
        let index = best.and_then(|row| row.first.as_ref()).and_then(|first| first.index);
        Ok(index.unwrap_or(turn.fallback).into())
    }
}

fn main() -> ExitCode {
    infoset::run(MonteCarloBot::default, "monte-carlo-rust", None)
}
