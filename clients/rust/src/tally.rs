//! Counts results over many matches and says them in words. Pure.

use crate::seat::Faults;
use crate::turn::{Match, MatchResult};

#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub matches: usize,
    pub without_result: usize,
    pub places: Vec<i64>,
}

impl Tally {
    pub fn add(&mut self, result: &MatchResult) {
        self.matches += 1;
        match result.place() {
            Some(place) => self.places.push(place),
            None => self.without_result += 1,
        }
    }

    /// `played 10 matches: 4 first places, average place 1.90`.
    pub fn text(&self) -> String {
        let mut details = Vec::new();
        if !self.places.is_empty() {
            let first = self.places.iter().filter(|&&place| place == 1).count();
            let average = self.places.iter().sum::<i64>() as f64 / self.places.len() as f64;
            details.push(count(first, "first place", "first places"));
            details.push(format!("average place {average:.2}"));
        }
        if self.without_result > 0 {
            details.push(format!("{} without a result", self.without_result));
        }
        let head = format!("played {}", count(self.matches, "match", "matches"));
        if details.is_empty() { head } else { format!("{head}: {}", details.join(", ")) }
    }
}

/// `; 3 exceptions, 1 wrong answer`, nothing if all went well.
pub(crate) fn faults_text(faults: Faults) -> String {
    let parts: Vec<String> = [
        (faults.exceptions, "exception", "exceptions"),
        (faults.wrong_answers, "wrong answer", "wrong answers"),
        (faults.missed, "missed decision", "missed decisions"),
    ]
    .into_iter()
    .filter(|(number, ..)| *number > 0)
    .map(|(number, one, many)| count(number, one, many))
    .collect();
    if parts.is_empty() { String::new() } else { format!("; {}", parts.join(", ")) }
}

/// `colonizers m_5xT2 seat 2: place 1 of 4, score 38 (finished)`.
pub fn result_text(of: &Match, result: &MatchResult) -> String {
    let head = format!("{} {} seat {}", of.game, of.match_id, of.seat);
    match result.place() {
        None => format!("{head}: no result ({})", result.reason),
        Some(place) => format!(
            "{head}: place {place} of {}, score {} ({})",
            result.places.len(),
            result.score().unwrap_or(0.0),
            result.reason
        ),
    }
}

fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
