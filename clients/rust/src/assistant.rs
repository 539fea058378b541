//! Assistants: programs that sit beside a player. `infoset assist -- ./program` runs them.

use std::collections::BTreeMap;
use std::process::{Command, ExitCode};
use std::rc::Rc;
use std::time::Instant;

use serde_json::{Map, Value, json};

use crate::bot::BotError;
use crate::canvas::Canvas;
use crate::client::Incoming;
use crate::codec::{Encoding, decode};
use crate::error::Error;
use crate::link::Stdio;
use crate::running::run_guarded;
use crate::seat::guard;
use crate::tracking::{Happening, MatchTracker, read_match};
use crate::turn::{Answer, Match, MatchResult, Turn};
use crate::typed::read;
use crate::wire::ServerMessage;

const MAX_LOG: usize = 2000;

/// Fill in hooks. Each hook's drawings replace those of its call before. An error or panic in a hook goes to
/// the owner's log; the others go on.
pub trait Assistant {
    /// A match begins, or is joined; also after a restart of this program.
    fn start(&mut self, _: &mut Seat) -> Result<(), BotError> {
        Ok(())
    }

    /// The owner is asked for a decision. Drawings stay until the next one.
    fn every_turn(&mut self, _: &mut Seat, _: &Turn) -> Result<(), BotError> {
        Ok(())
    }

    /// A second has passed; `seat.seconds` since the match was joined.
    fn every_second(&mut self, _: &mut Seat) -> Result<(), BotError> {
        Ok(())
    }

    /// Something has happened: `seat.events` and `seat.state` are new. Drawings stay until they are replaced.
    fn every_change(&mut self, _: &mut Seat) -> Result<(), BotError> {
        Ok(())
    }

    /// The match has ended.
    fn over(&mut self, _: &mut Seat, _: &MatchResult) -> Result<(), BotError> {
        Ok(())
    }

    /// The server has refused what this program asked for; the owner's log says so already.
    fn refused(&mut self, _: &mut Seat, _code: &str, _why: &str) -> Result<(), BotError> {
        Ok(())
    }
}

/// The owner's seat as its assistant sees it, and what the assistant may do there.
pub struct Seat {
    pub draw: Canvas,
    /// What is played; nothing between matches.
    pub r#match: Option<Rc<Match>>,
    /// The open decision.
    pub turn: Option<Rc<Turn>>,
    /// Of the last change.
    pub events: Vec<Map<String, Value>>,
    /// Everything the seat knows.
    pub state: Value,
    pub seconds: i64,
    pub rights: Vec<String>,
    stdio: Stdio,
    tracker: Option<MatchTracker>,
    shown: BTreeMap<&'static str, Value>, // by layer
    asked: Instant,
}

impl Seat {
    fn new(stdio: Stdio) -> Self {
        Self {
            draw: Canvas::default(),
            r#match: None,
            turn: None,
            events: Vec::new(),
            state: Value::Null,
            seconds: 0,
            rights: Vec::new(),
            stdio,
            tracker: None,
            shown: BTreeMap::new(),
            asked: Instant::now(),
        }
    }

    /// Seconds until the deadline of the open decision, nothing where there is none.
    pub fn left_s(&self) -> Option<f64> {
        let deadline_ms = self.turn.as_ref()?.deadline_ms?;
        Some((deadline_ms as f64 / 1000.0 - self.asked.elapsed().as_secs_f64()).max(0.0))
    }

    /// A line for the owner's log.
    pub fn log(&mut self, text: &str) {
        self.log_as("info", text);
    }

    /// Proposes answers to the open decision, best first; none takes the last suggestion back.
    pub fn suggest(&mut self, answers: &[Answer], text: &str) -> Result<(), Error> {
        let turn = self.open_turn()?;
        let top: Result<Vec<Value>, Error> =
            answers.iter().map(|answer| write_choice(&turn, answer)).collect();
        let mut message = json!({"type": "suggest", "decision": turn.decision, "top": top?});
        if !text.is_empty() {
            message["text"] = text.chars().take(500).collect::<String>().into();
        }
        self.send_about_match(message);
        Ok(())
    }

    /// Lays orders ready for some slots: slot -> position among its options.
    pub fn stage(&mut self, orders: &BTreeMap<String, i64>) -> Result<(), Error> {
        let decision = self.open_turn()?.decision;
        self.send_about_match(json!({"type": "stage", "decision": decision, "orders": orders}));
        Ok(())
    }

    /// Plays what is laid ready; needs the right `act`.
    pub fn commit(&mut self) -> Result<(), Error> {
        let decision = self.open_turn()?.decision;
        self.send_about_match(json!({"type": "commit", "decision": decision}));
        Ok(())
    }

    /// Answers the open decision; needs the right `act`.
    pub fn act(&mut self, answer: impl Into<Answer>) -> Result<(), Error> {
        let turn = self.open_turn()?;
        let mut message = write_choice(&turn, &answer.into())?;
        message["type"] = "act".into();
        message["decision"] = turn.decision.into();
        self.send_about_match(message);
        Ok(())
    }

    fn open_turn(&self) -> Result<Rc<Turn>, Error> {
        self.turn.clone().ok_or_else(|| Error::WrongChoice("nothing is asked now".into()))
    }

    fn log_as(&mut self, level: &str, text: &str) {
        let text: String = text.chars().take(MAX_LOG).collect();
        self.send(&json!({"type": "assist_log", "level": level, "text": text}));
    }

    fn send_about_match(&mut self, mut plain: Value) {
        if let Some(of) = &self.r#match {
            plain["match_id"] = of.match_id.clone().into();
        }
        self.send(&plain);
    }

    /// To the supervisor. Where that is gone, standard input ends, and so do we.
    fn send(&mut self, plain: &Value) {
        let _ = self.stdio.send(plain.to_string().as_bytes());
    }

    /// Shows what a hook has drawn, if it has changed; or logs what went wrong in it.
    fn finish(&mut self, layer: Option<&'static str>, until: &str, done: Result<(), String>) {
        let items = self.draw.take();
        if let Err(error) = done {
            return self.log_as("error", &error);
        }
        let Some(layer) = layer else { return };
        let items = json!(items);
        if *self.shown.get(layer).unwrap_or(&json!([])) != items {
            self.shown.insert(layer, items.clone());
            self.send_about_match(
                json!({"type": "overlay", "layer": layer, "items": items, "until": until}),
            );
        }
    }
}

fn write_choice(turn: &Turn, answer: &Answer) -> Result<Value, Error> {
    let choice = turn.read_answer(answer)?;
    Ok(match (choice.index, choice.action) {
        (Some(index), _) => json!({"index": index}),
        (None, Some(action)) => json!({"action": action}),
        (None, None) => json!({"picks": choice.picks}),
    })
}

/// The `main` of an assistant. Without options it is under a supervisor and talks with it over standard input
/// and output. With those of `infoset assist` (`--code ac_...`, `--try crossfire`) it starts that around itself.
pub fn run_assistant(mut assistant: impl Assistant) -> ExitCode {
    let options: Vec<String> = std::env::args().skip(1).collect();
    run_guarded(|| {
        if options.is_empty() {
            return serve(&mut assistant);
        }
        let myself = std::env::current_exe()
            .map_err(|error| Error::Command(format!("this program's own path: {error}")))?;
        let status =
            Command::new("infoset").arg("assist").args(options).arg("--").arg(myself).status();
        match status {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(Error::Command(format!("infoset assist ended: {status}"))),
            Err(error) => Err(Error::Command(format!("cannot start `infoset assist`: {error}"))),
        }
    })
}

fn serve(assistant: &mut dyn Assistant) -> Result<(), Error> {
    let mut seat = Seat::new(Stdio::take()?);
    while let Ok(frame) = seat.stdio.receive() {
        let Some(plain) = frame.and_then(|frame| decode(&frame, Encoding::Json).ok()) else {
            continue;
        };
        if let Err(error) = take(assistant, &mut seat, plain) {
            seat.log_as("warning", &error.to_string());
        }
    }
    Ok(())
}

fn take(assistant: &mut dyn Assistant, seat: &mut Seat, plain: Value) -> Result<(), Error> {
    match plain["type"].as_str() {
        Some("tick") => {
            seat.seconds = plain["seconds"].as_i64().unwrap_or(seat.seconds + 1);
            if seat.r#match.is_some() {
                let done = guard(|| assistant.every_second(seat));
                seat.finish(Some("second"), "removed", done);
            }
        }
        Some("assist_start") => seat.rights = read(&plain["rights"])?,
        Some("error") => {
            let text = |name: &str| plain[name].as_str().unwrap_or("").to_string();
            let done = guard(|| assistant.refused(seat, &text("code"), &text("msg")));
            seat.finish(None, "", done);
        }
        _ => follow(assistant, seat, Incoming { plain, number: 0 })?,
    }
    Ok(())
}

fn follow(assistant: &mut dyn Assistant, seat: &mut Seat, incoming: Incoming) -> Result<(), Error> {
    if incoming.plain["obs"].is_object() {
        seat.state = incoming.plain["obs"].clone();
    }
    match incoming.read()? {
        ServerMessage::MatchStart(start) => {
            let is_fresh = start.ver == 0;
            let of = Rc::new(read_match(start));
            seat.tracker = Some(MatchTracker::new(Rc::clone(&of)));
            seat.r#match = Some(of);
            seat.turn = None;
            seat.events.clear();
            seat.shown.clear();
            if is_fresh {
                let done = guard(|| assistant.start(seat));
                seat.finish(None, "", done);
            }
            return Ok(());
        }
        ServerMessage::Snapshot(_) => {
            let done = guard(|| assistant.start(seat));
            seat.finish(None, "", done);
        }
        ServerMessage::Events(events) => {
            seat.turn = None;
            seat.events = events.items;
            let done = guard(|| assistant.every_change(seat));
            seat.finish(Some("change"), "removed", done);
        }
        _ => {}
    }
    let Some(tracker) = &mut seat.tracker else { return Ok(()) };
    for happening in tracker.take(&incoming)? {
        handle(assistant, seat, happening);
    }
    Ok(())
}

fn handle(assistant: &mut dyn Assistant, seat: &mut Seat, happening: Happening) {
    match happening {
        Happening::Asked(turn) => {
            let turn = Rc::new(*turn);
            seat.turn = Some(Rc::clone(&turn));
            seat.asked = Instant::now();
            seat.shown.remove("turn"); // the owner's screen has dropped it by itself
            let done = guard(|| assistant.every_turn(seat, &turn));
            seat.finish(Some("turn"), "turn", done);
        }
        Happening::Missed { .. } => seat.turn = None,
        Happening::Over(result) => {
            seat.turn = None;
            let done = guard(|| assistant.over(seat, &result));
            seat.finish(None, "", done);
            seat.r#match = None;
        }
        Happening::Happened(_) | Happening::Behind { .. } | Happening::Talked { .. } => {}
    }
}
