//! Takes the last action, says what it thinks of each, and gives one wrong answer. Told to, it asserts a decision instead.

use std::process::ExitCode;

use infoset::{Answer, Bot, BotError, Turn, assert_decision};

#[derive(Default)]
struct Dearest;

impl Bot for Dearest {
    fn decide(&mut self, turn: &Turn) -> Result<Answer, BotError> {
        if turn.is_product() {
            let last = turn.slots.iter().map(|slot| slot.options.len() as i64 - 1);
            return Ok(Answer::Picks(last.collect()));
        }
        let last = turn.actions.len() - 1;
        let values: Vec<Option<f64>> = (0..=last).map(|at| (at > 0).then_some(at as f64)).collect();
        turn.weigh(&values)?;
        Ok(Answer::Index(if turn.decision == 3 { 999 } else { last as i64 }))
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().collect();
    let [_, word, file, ply, index] = words.as_slice() else { return play() };
    let (Ok(ply), Ok(index)) = (ply.parse(), index.parse::<i64>()) else { return play() };
    if word != "assert" {
        return play();
    }
    assert_decision(Dearest::default, file, ply, index);
    ExitCode::SUCCESS
}

fn play() -> ExitCode {
    infoset::run(Dearest::default, "dearest", None)
}
