//! Plays any game whose actions can be listed, without knowing its rules: the server tries them out.

use std::process::ExitCode;

use infoset::wire::{Budget, RollRow, Rollout};
use infoset::{Answer, Bot, BotError, Turn};

/// Worlds to try every action in, at most.
const WORLDS: i64 = 16;
/// Of a long match: each may spend this share of the units that are left for it.
const DECISIONS: i64 = 200;

struct MonteCarloBot {
    worlds: i64,
}

impl MonteCarloBot {
    /// Tries fewer worlds where decisions cost more than the match has units for, and more again.
    fn pace(&mut self, budget: &Budget) {
        let Some(left) = budget.left_game else { return };
        let share = left / DECISIONS;
        if budget.used > share {
            self.worlds = (self.worlds / 2).max(1);
        } else if budget.used < share / 4 {
            self.worlds = (self.worlds * 2).min(WORLDS);
        }
    }
}

impl Bot for MonteCarloBot {
    fn decide(&mut self, turn: &Turn) -> Result<Answer, BotError> {
        let (Some(remote), Some(2..)) = (&turn.remote, turn.n) else {
            return Ok(turn.random_answer());
        };
        let tried = remote.rollout(Rollout {
            k: Some(self.worlds),
            n: Some(2), // playouts for each
            first: Some("all".into()),
            max_ms: Some(1000),
            ..Default::default()
        })?;
        self.pace(&tried.budget);
        let mean = |row: &RollRow| row.mean.get(turn.seat() as usize).copied().unwrap_or(f64::MIN);
        let best = tried.rows.iter().max_by(|a, b| mean(a).total_cmp(&mean(b)));
        let index = |row: &RollRow| row.first.as_ref().and_then(|first| first.index);
        let mut values = vec![None; turn.actions.len()];
        for row in &tried.rows {
            if let Some(value) = index(row).and_then(|index| values.get_mut(index as usize)) {
                *value = Some(mean(row));
            }
        }
        turn.weigh(&values)?; // for --trace
        Ok(best.and_then(index).unwrap_or(turn.fallback).into())
    }
}

fn main() -> ExitCode {
    infoset::run(|| MonteCarloBot { worlds: WORLDS }, "monte-carlo-rust", None)
}
