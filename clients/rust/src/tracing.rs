//! A decision of a bot as a test, on a trace: `infoset replay --trace` and `infoset bot --trace` write them.

use std::path::Path;
use std::rc::Rc;

use serde_json::Value;

use crate::bot::Bot;
use crate::client::Incoming;
use crate::error::Error;
use crate::tracking::{Happening, MatchTracker, read_match};
use crate::turn::{Answer, Turn};
use crate::wire;

pub(crate) const FORM: &str = "infoset-trace/1";
/// The type of lines that are no message.
pub(crate) const THOUGHT: &str = "thought";
/// Decisions on each side of a ply that are named where nothing is asked at it.
const NEAR: usize = 3;

/// Asserts that a bot, on the seat of a trace, decides on `action` where `ver` is `ply`.
///
/// The bot is made anew, and told and asked everything that came before, whatever it answers; so it knows what it
/// knew then. `action` is whatever `decide` may return.
///
/// # Panics
///
/// It says what the bot decides instead, where near that ply something is asked, or why the file is no trace.
#[track_caller]
pub fn assert_decision<B: Bot>(
    make: impl FnOnce() -> B,
    file: impl AsRef<Path>,
    ply: i64,
    action: impl Into<Answer>,
) {
    if let Err(why) = check_decision(make(), file.as_ref(), ply, &action.into()) {
        panic!("{}: {why}", file.as_ref().display());
    }
}

fn check_decision(mut bot: impl Bot, file: &Path, ply: i64, action: &Answer) -> Result<(), String> {
    let messages = read_trace(file)?;
    let questions = messages.iter().filter(|message| message.plain["type"] == "your_turn");
    let asked: Vec<i64> = questions.filter_map(|message| message.plain["ver"].as_i64()).collect();
    if !asked.contains(&ply) {
        return Err(format!("nothing is asked at ply {ply}, {}", elsewhere(&asked, ply)));
    }
    let mut tracker: Option<MatchTracker> = None;
    for message in messages {
        if let Some(start) = message.get::<wire::MatchStart>().map_err(spelled)? {
            let begun = Rc::new(read_match(start));
            bot.on_start(&begun).map_err(spelled)?;
            tracker = Some(MatchTracker::new(begun));
            continue;
        }
        let tracker = tracker.as_mut().ok_or("no match begins in it")?;
        for happening in tracker.take(&message).map_err(spelled)? {
            match happening {
                Happening::Happened(events) => {
                    bot.on_events(&tracker.r#match, &events).map_err(spelled)?;
                }
                Happening::Asked(turn) => {
                    let answer = bot.decide(&turn).map_err(spelled)?;
                    if message.plain["ver"] == ply {
                        return compare(&turn, &answer, action, ply);
                    }
                }
                _ => {}
            }
        }
    }
    Err(format!("the question at ply {ply} cannot be asked"))
}

/// Where near a ply something is asked; `asked` is in order.
fn elsewhere(asked: &[i64], ply: i64) -> String {
    let at = asked.partition_point(|&ver| ver < ply);
    let near = &asked[at.saturating_sub(NEAR)..asked.len().min(at + NEAR)];
    if near.is_empty() {
        return "nor at any other".into();
    }
    format!("but near it at {}", near.iter().map(i64::to_string).collect::<Vec<_>>().join(", "))
}

/// The messages of a trace.
fn read_trace(file: &Path) -> Result<Vec<Incoming>, String> {
    let text = std::fs::read_to_string(file).map_err(spelled)?;
    let lines: Result<Vec<Value>, _> = text.lines().map(serde_json::from_str).collect();
    let mut lines = lines.map_err(spelled)?.into_iter();
    if lines.next().is_none_or(|first| first["form"] != FORM) {
        return Err(format!("expected the form {FORM}"));
    }
    let messages = lines.filter(|plain| plain["type"] != THOUGHT);
    Ok(messages.map(|plain| Incoming { plain, number: 0 }).collect())
}

fn compare(turn: &Turn, answer: &Answer, action: &Answer, ply: i64) -> Result<(), String> {
    let place = format!("ply {ply}, decision {} ({})", turn.decision, turn.kind);
    let spell = |one| spell(turn, one).map_err(|error| format!("{place}: {error}"));
    let (expected, found) = (spell(action)?, spell(answer)?);
    if found == expected {
        return Ok(());
    }
    Err(format!("{place}: expected {expected}, the bot answers {found}"))
}

/// What an answer stands for, as text.
fn spell(turn: &Turn, answer: &Answer) -> Result<String, Error> {
    let choice = turn.read_answer(answer)?;
    if let Some(index) = choice.index {
        let listed = usize::try_from(index).ok().and_then(|at| turn.actions.get(at));
        return Ok(listed.map_or_else(|| index.to_string(), Value::to_string));
    }
    if let Some(action) = choice.action {
        return Ok(action.to_string());
    }
    let picks = turn.slots.iter().zip(choice.picks);
    Ok(Value::from_iter(picks.map(|(slot, pick)| slot.options[pick as usize].clone())).to_string())
}

fn spelled(error: impl std::fmt::Display) -> String {
    error.to_string()
}
