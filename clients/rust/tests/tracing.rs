//! A decision on a recorded seat as a test.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use infoset::{Answer, Bot, BotError, Match, Turn, assert_decision};
use serde_json::{Map, Value, json};

const TRACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden/trace.ndjson");

/// Takes the last action, and notes how much it had been told when it was asked.
struct Last<'a> {
    told: usize,
    seen: &'a RefCell<Vec<usize>>,
}

impl Bot for Last<'_> {
    fn on_events(&mut self, _: &Match, events: &[Map<String, Value>]) -> Result<(), BotError> {
        self.told += events.len();
        Ok(())
    }

    fn decide(&mut self, turn: &Turn) -> Result<Answer, BotError> {
        self.seen.borrow_mut().push(self.told);
        Ok((turn.n.unwrap_or(1) - 1).into())
    }
}

#[test]
fn a_decision_is_asserted_where_the_bot_knows_what_it_knew() {
    let seen = RefCell::default();
    assert_decision(|| Last { told: 0, seen: &seen }, TRACE, 10, json!(["skip"]));
    let told = seen.take();
    assert!(told.len() == 4 && told.is_sorted() && told[3] > told[0], "{told:?}");
    assert_decision(|| Last { told: 0, seen: &seen }, TRACE, 10, 5);
}

#[test]
fn what_is_decided_instead_is_told() {
    let here = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    for (file, ply, action, why) in [
        (
            TRACE,
            1,
            0,
            r#"ply 1, decision 1 (pick): expected ["pick",5], the bot answers ["pick",3]"#,
        ),
        (TRACE, 1, 99, "expected an index from 0 to 3"),
        (TRACE, 999, 0, "nothing is asked at ply 999, but near it at 10, 11, 21"),
        (TRACE, 3, 0, "nothing is asked at ply 3, but near it at 1, 8, 9, 10"),
        (here, 1, 0, "Cargo.toml: "),
        ("/no/such/file", 1, 0, "/no/such/file: "),
    ] {
        let seen = RefCell::default();
        let make = || Last { told: 0, seen: &seen };
        let failed = catch_unwind(AssertUnwindSafe(|| assert_decision(make, file, ply, action)));
        let said = failed.unwrap_err().downcast::<String>().unwrap();
        assert!(said.contains(why), "expected {why}, got {said}");
    }
}
