//! Fires at enemies in view that stand in line, and moves everybody else towards the centre.

use infoset::games::crossfire::{Observation, ObservationPhase};
use infoset::{Answer, Bot, BotError, Slot, Turn};
use serde_json::json;

#[derive(Default)]
pub struct GreedyCrossfire;

impl Bot for GreedyCrossfire {
    fn decide(&mut self, turn: &Turn) -> Result<Answer, BotError> {
        let known: Observation = turn.known()?;
        if known.phase != ObservationPhase::Orders {
            return Ok(turn.random_answer());
        }
        let picks: Result<Vec<i64>, BotError> =
            turn.slots.iter().map(|slot| order(slot, &known)).collect();
        Ok(Answer::Picks(picks?))
    }
}

/// The position of the best option for one unit; its number stands behind the word in the slot's name.
fn order(slot: &Slot, known: &Observation) -> Result<i64, BotError> {
    let size = known.map.len() as i64 - 1; // the first line names the symmetry
    let number: usize = slot.name.trim_start_matches(|c: char| !c.is_ascii_digit()).parse()?;
    let here = known.units[number].square;
    for &enemy in known.seen.last().into_iter().flatten() {
        let is_in_line = enemy / size == here / size || enemy % size == here % size;
        if let Some(shot) = option(slot, "fire", towards(here, enemy, size))
            && is_in_line
        {
            return Ok(shot);
        }
    }
    Ok(option(slot, "move", towards(here, size * size / 2, size)).unwrap_or(0))
}

fn option(slot: &Slot, verb: &str, direction: &str) -> Option<i64> {
    let wanted = json!([verb, direction]);
    slot.options.iter().position(|option| *option == wanted).map(|at| at as i64)
}

/// The direction in which more squares lie between the two.
fn towards(from: i64, to: i64, size: i64) -> &'static str {
    let (rows, columns) = (to / size - from / size, to % size - from % size);
    match (rows.abs() >= columns.abs(), rows < 0, columns < 0) {
        (true, true, _) => "up",
        (true, false, _) => "down",
        (false, _, true) => "left",
        (false, _, false) => "right",
    }
}
