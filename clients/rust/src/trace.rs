//! What a bot was shown, what it thought and what it did, in a file for each match: for `infoset trace`, and tests.

use std::fs::{File, create_dir_all};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::error::Error;
use crate::tracing::{FORM, THOUGHT};
use crate::turn::{Choice, MatchResult, Turn};
use crate::typed::{Message, write};
use crate::wire::{self, LegalKind};

/// Writes the trace of one match. Every line is on its way to the disk when the call returns; an
/// [`Error::Command`] says why it is not.
pub(crate) struct Trace {
    folder: PathBuf,
    match_id: String,
    file: File,
}

impl Trace {
    /// Opens `MATCH-seatN.ndjson` in the folder, which is made if it is missing; `start` is the `match_start`.
    pub(crate) fn open(folder: &Path, start: &Value) -> Result<Self, Error> {
        let match_id = start["match_id"].as_str().unwrap_or_default().to_string();
        let name = format!("{match_id}-seat{}.ndjson", start["seat"].as_i64().unwrap_or(0));
        let is_plain = |letter: &char| letter.is_alphanumeric() || "_.-".contains(*letter);
        let name: String =
            name.chars().map(|letter| if is_plain(&letter) { letter } else { '_' }).collect();
        let opened = create_dir_all(folder).and_then(|()| File::create(folder.join(name)));
        let file = opened.map_err(|error| failed(folder, &error))?;
        let mut trace = Self { folder: folder.into(), match_id, file };
        let fields = start.as_object().into_iter().flatten();
        let is_kept = |(name, value): &(&String, &Value)| {
            !["seq", "re"].contains(&name.as_str()) && !value.is_null()
        };
        let start = fields.filter(is_kept).map(|(name, value)| (name.clone(), value.clone()));
        trace.put(&[json!({"form": FORM}), Value::Object(start.collect())])?;
        Ok(trace)
    }

    /// What the bot was told; `ver` is that of its view afterwards.
    pub(crate) fn events(&mut self, items: &[Map<String, Value>], ver: i64) -> Result<(), Error> {
        let (match_id, items) = (self.match_id.clone(), items.to_vec());
        self.put(&[write(&wire::Events { match_id, ver, items, ..Default::default() })])
    }

    /// A question, and what came of it; nothing leaves it open.
    pub(crate) fn decided(
        &mut self,
        turn: &Turn,
        choice: Option<&Choice>,
        took: Duration,
    ) -> Result<(), Error> {
        self.put(&[write_turn(turn), write_thought(turn, choice, took)])
    }

    /// The end: nothing follows.
    pub(crate) fn over(&mut self, result: &MatchResult) -> Result<(), Error> {
        let MatchResult { reason, places, scores, returns, .. } = result.clone();
        let match_id = self.match_id.clone();
        let over =
            wire::MatchOver { match_id, reason, places, scores, returns, ..Default::default() };
        self.put(&[write(&over)])
    }

    fn put(&mut self, lines: &[Value]) -> Result<(), Error> {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        self.file.write_all(text.as_bytes()).map_err(|error| failed(&self.folder, &error))
    }
}

fn failed(folder: &Path, error: &std::io::Error) -> Error {
    Error::Command(format!("--trace {}: {error}", folder.display()))
}

/// A question as the message that asks it.
fn write_turn(turn: &Turn) -> Value {
    let listed = (!turn.is_product()).then(|| turn.actions.clone());
    let slots = turn.slots.iter().cloned();
    let slots = slots.map(|slot| wire::Slot { slot: slot.name, options: slot.options });
    let kind = if turn.is_product() { LegalKind::Product } else { LegalKind::List };
    let mut plain = json!({
        "type": wire::YourTurn::TYPE,
        "match_id": turn.r#match.match_id,
        "seat": turn.seat(),
        "ver": turn.ver,
        "decision": turn.decision,
        "kind": turn.kind,
        "n": turn.n,
        "legal": wire::Legal {
            kind: Some(kind),
            actions: listed,
            slots: turn.is_product().then(|| slots.collect()),
            params: (!turn.params.is_empty()).then(|| turn.params.clone()),
        },
        "fallback": turn.fallback,
        "obs": turn.observation,
        "deadline_ms": turn.deadline_ms,
        "clock": (!turn.clock_ms.is_empty()).then_some(&turn.clock_ms),
        "optional": turn.optional.then_some(true),
        "tick": turn.tick,
    });
    drop_nulls(&mut plain);
    plain
}

/// What a bot made of a question: the line behind it, which is no message.
fn write_thought(turn: &Turn, choice: Option<&Choice>, took: Duration) -> Value {
    let values = turn.values.borrow();
    let mut plain = json!({
        "type": THOUGHT,
        "decision": turn.decision,
        "values": (!values.is_empty()).then_some(&*values),
        "index": choice.and_then(|choice| choice.index),
        "picks": choice.map(|choice| &choice.picks).filter(|picks| !picks.is_empty()),
        "action": choice.and_then(|choice| choice.action.as_ref()),
        "note": choice.and_then(|choice| choice.note.as_ref()),
        "ms": took.as_micros() as f64 / 1000.0,
    });
    drop_nulls(&mut plain);
    plain
}

/// What is absent is not written.
fn drop_nulls(plain: &mut Value) {
    if let Value::Object(fields) = plain {
        fields.retain(|_, value| !value.is_null());
    }
}
