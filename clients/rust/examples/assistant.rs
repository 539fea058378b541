//! Sits beside a player of any game: shows the clock and counts what happens, by kind of event.
//!
//!     infoset assist --try crossfire -- target/debug/examples/assistant

use std::collections::BTreeMap;
use std::process::ExitCode;

use infoset::assistant::{Assistant, Seat, run_assistant};
use infoset::{BotError, Turn};

#[derive(Default)]
struct Counters {
    happened: BTreeMap<String, usize>,
}

impl Assistant for Counters {
    fn every_change(&mut self, seat: &mut Seat) -> Result<(), BotError> {
        for event in &seat.events {
            let kind = event.get("e").and_then(|kind| kind.as_str()).unwrap_or("?");
            *self.happened.entry(kind.into()).or_default() += 1;
        }
        Ok(())
    }

    fn every_turn(&mut self, seat: &mut Seat, turn: &Turn) -> Result<(), BotError> {
        seat.log(&format!("you have {} actions", turn.n.map_or("many".into(), |n| n.to_string())));
        if turn.n.is_some() {
            seat.suggest(&[turn.fallback.into()], "what a missed deadline would play")?;
        }
        Ok(())
    }

    fn every_second(&mut self, seat: &mut Seat) -> Result<(), BotError> {
        let mut rows = vec![("played".to_string(), format!("{} s", seat.seconds))];
        if let Some(left) = seat.left_s() {
            rows.push(("time left".into(), format!("{left:.0} s")));
        }
        rows.extend(
            self.happened.iter().map(|(kind, count)| (kind.clone(), format!("{count} times"))),
        );
        seat.draw.table("screen:top_right", &rows);
        Ok(())
    }
}

fn main() -> ExitCode {
    run_assistant(Counters::default())
}
