//! One bot on one seat of one match: shows it every turn, checks its answers, survives its mistakes.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::time::Instant;

use serde_json::{Map, Value};

use crate::bot::{Bot, BotError};
use crate::catching_up::catch_up;
use crate::client::{Client, Incoming, sleep_s};
use crate::error::{Error, Refusal};
use crate::log;
use crate::remote::Remote;
use crate::trace::Trace;
use crate::tracking::{Happening, MatchTracker};
use crate::turn::{Answer, Choice, Match, MatchResult, Turn};
use crate::typed::Request;
use crate::wire::{self, code};

/// Of one request that the server is too busy for.
const MAX_TRIES: usize = 5;
/// Between such tries, where the server names no wait.
const BUSY_WAIT_MS: i64 = 200;

/// What went wrong on one seat or many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    pub exceptions: usize,
    pub wrong_answers: usize,
    pub missed: usize,
}

impl Faults {
    pub fn add(&mut self, other: Faults) {
        self.exceptions += other.exceptions;
        self.wrong_answers += other.wrong_answers;
        self.missed += other.missed;
    }
}

pub struct BotSeat {
    pub r#match: Rc<Match>,
    pub result: Option<MatchResult>,
    pub faults: Faults,
    tracker: MatchTracker,
    client: Rc<Client>,
    bot: Option<Box<dyn Bot>>,
    choices: BTreeMap<i64, Option<Choice>>, // not known to be accepted yet
    trace: Option<Trace>,
}

impl BotSeat {
    pub(crate) fn new(
        of: Match,
        make: &dyn Fn() -> Box<dyn Bot>,
        client: Rc<Client>,
        trace: Option<Trace>,
    ) -> Self {
        let of = Rc::new(of);
        let mut seat = Self {
            r#match: Rc::clone(&of),
            result: None,
            faults: Faults::default(),
            tracker: MatchTracker::new(Rc::clone(&of)),
            client,
            bot: None,
            choices: BTreeMap::new(),
            trace,
        };
        let made = guard(|| Ok(make()));
        seat.bot = seat.note("making the bot", made);
        seat.call("on_start", |bot| bot.on_start(&of));
        seat
    }

    /// Takes one message about the match and calls the bot. Fails with what ends the connection for good, or where
    /// the trace cannot be written.
    pub(crate) fn take(&mut self, incoming: &Incoming) -> Result<(), Error> {
        let of = Rc::clone(&self.r#match);
        for happening in self.tracker.take(incoming)? {
            match happening {
                Happening::Asked(turn) => self.answer(*turn)?,
                Happening::Happened(events) => {
                    self.tell(&events, incoming.plain["ver"].as_i64().unwrap_or(0))?;
                }
                Happening::Behind { told, ver } => self.catch_up(told, ver)?,
                Happening::Talked { name, text } => {
                    self.call("on_talk", |bot| bot.on_talk(&of, &name, &text));
                }
                Happening::Missed { decision, why, is_away } => self.miss(decision, &why, is_away),
                Happening::Over(result) => {
                    self.result = Some(result.clone());
                    self.call("on_over", |bot| bot.on_over(&of, &result));
                    if let Some(trace) = &mut self.trace {
                        trace.over(&result)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn tell(&mut self, events: &[Map<String, Value>], ver: i64) -> Result<(), Error> {
        if let Some(trace) = &mut self.trace {
            trace.events(events, ver)?;
        }
        let of = Rc::clone(&self.r#match);
        self.call("on_events", |bot| bot.on_events(&of, events));
        Ok(())
    }

    /// Tells what happened while nobody here was told.
    fn catch_up(&mut self, told: i64, ver: i64) -> Result<(), Error> {
        match catch_up(|message| self.patiently(message), &self.r#match, told, ver) {
            Ok(missed) => missed.iter().try_for_each(|(events, ver)| self.tell(events, *ver)),
            Err(error @ Error::ConnectionLost { .. }) if !self.client.is_connected() => Err(error),
            Err(
                error @ (Error::Request(_) | Error::ConnectionLost { .. } | Error::ReplyTimeout(_)),
            ) => {
                let untold = format!("what happened up to version {ver} is not told");
                log::warn(format_args!("{self}: {untold}: {error}"));
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    fn call(&mut self, hook: &str, work: impl FnOnce(&mut dyn Bot) -> Result<(), BotError>) {
        if let Some(mut bot) = self.bot.take() {
            let done = guard(|| work(bot.as_mut()));
            self.bot = Some(bot);
            self.note(hook, done);
        }
    }

    /// What the bot's code gave; nothing where it failed, which is logged and counted.
    fn note<T>(&mut self, what: &str, done: Result<T, String>) -> Option<T> {
        done.map_err(|error| {
            self.faults.exceptions += 1;
            log::warn(format_args!("{self}: {what} failed: {error}"));
        })
        .ok()
    }

    fn miss(&mut self, decision: i64, why: &str, is_away: bool) {
        let was_answered = self.choices.remove(&decision).flatten().is_some();
        if was_answered && is_away {
            return; // the answer was taken, only the word of it was lost
        }
        self.faults.missed += 1;
        log::warn(format_args!("{self}: decision {decision} was missed ({why})"));
    }

    fn answer(&mut self, mut turn: Turn) -> Result<(), Error> {
        if !self.tracker.is_open(turn.decision) {
            return Ok(());
        }
        if self.r#match.compute.is_some() {
            let (client, match_id) = (Rc::clone(&self.client), self.r#match.match_id.clone());
            turn.remote = Some(Remote::new(client, match_id, turn.decision));
        }
        let choice = match self.choices.get(&turn.decision) {
            Some(choice) => choice.clone(),
            None => {
                let begun = Instant::now();
                let choice = self.decide(&turn);
                if let Some(trace) = &mut self.trace {
                    trace.decided(&turn, choice.as_ref(), begun.elapsed())?;
                }
                self.choices.insert(turn.decision, choice.clone());
                self.say(&turn)?;
                choice
            }
        };
        choice.map_or(Ok(()), |choice| self.act(&turn, choice))
    }

    /// The bot's choice, or the fallback if it has none; nothing leaves an optional turn open.
    fn decide(&mut self, turn: &Turn) -> Option<Choice> {
        let what = format!("decide in decision {} ({})", turn.decision, turn.kind);
        let instead_of = |why| turn.fallback_choice().instead_of(why);
        let Some(mut bot) = self.bot.take() else {
            return Some(instead_of("the bot could not be made"));
        };
        let answer = guard(|| bot.decide(turn));
        self.bot = Some(bot);
        let Some(answer) = self.note(&what, answer) else {
            return Some(instead_of("decide raised an error"));
        };
        if answer == Answer::Nothing && turn.optional {
            return None;
        }
        let read = turn.read_answer(&answer).map(|choice| turn.with_remark(choice));
        Some(read.unwrap_or_else(|error| {
            self.faults.wrong_answers += 1;
            log::warn(format_args!("{self}: {what}: the fallback is played: {error}"));
            instead_of("wrong answer")
        }))
    }

    /// Sends what the bot says to the table. Fails with what ends the connection for good.
    fn say(&self, turn: &Turn) -> Result<(), Error> {
        for text in turn.said.take() {
            let match_id = Some(self.r#match.match_id.clone());
            match self.client.request(&wire::Chat { match_id, text, ..Default::default() }) {
                Ok(_) => {}
                Err(error @ Error::ConnectionLost { .. }) if !self.client.is_connected() => {
                    return Err(error);
                }
                Err(
                    error @ (Error::Request(_)
                    | Error::ConnectionLost { .. }
                    | Error::ReplyTimeout(_)),
                ) => log::info(format_args!("{self}: not said: {error}")),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn act(&mut self, turn: &Turn, choice: Choice) -> Result<(), Error> {
        let is_fallback = choice.is_same_move(&turn.fallback_choice());
        match self.patiently(&wire::Act {
            match_id: self.r#match.match_id.clone(),
            decision: turn.decision,
            index: choice.index,
            picks: choice.picks,
            action: choice.action,
            note: choice.note,
            value: choice.value,
            ..Default::default()
        }) {
            Ok(taken) => {
                self.tracker.note_accepted(turn.decision, self.client.arrived());
                // A sealed choice is kept: the server, started anew, may ask again.
                if taken.sealed != Some(true) {
                    self.close(turn);
                }
                Ok(())
            }
            Err(Error::Request(refusal)) => self.refused(turn, is_fallback, &refusal),
            Err(error @ Error::ConnectionLost { .. }) if !self.client.is_connected() => Err(error),
            // A snapshot will ask again; the choice is kept for that.
            Err(error @ (Error::ConnectionLost { .. } | Error::ReplyTimeout(_))) => {
                log::info(format_args!("{self}: not sent: {error}"));
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    fn refused(&mut self, turn: &Turn, is_fallback: bool, why: &Refusal) -> Result<(), Error> {
        const CLOSED: [&str; 4] =
            [code::STALE_DECISION, code::WRONG_STATE, code::NOT_FOUND, code::NOT_YOUR_SEAT];
        if why.is(code::ILLEGAL_ACTION) && !is_fallback {
            self.faults.wrong_answers += 1;
            log::warn(format_args!("{self}: illegal, the fallback is played: {why}"));
            return self.act(turn, turn.fallback_choice().instead_of("illegal"));
        }
        if CLOSED.contains(&why.code.as_str()) {
            log::info(format_args!("{self}: too late: {why}"));
            self.close(turn);
        } else {
            log::warn(format_args!("{self}: not accepted: {why}"));
        }
        Ok(())
    }

    /// Sends a request, again and again where the server is too busy for it.
    fn patiently<R: Request>(&self, message: &R) -> Result<R::Reply, Error> {
        for _ in 1..MAX_TRIES {
            match self.client.request(message) {
                Err(Error::Request(refusal)) if refusal.may_pass() => {
                    sleep_s(refusal.retry_ms.unwrap_or(BUSY_WAIT_MS) as f64 / 1000.0);
                }
                other => return other,
            }
        }
        self.client.request(message)
    }

    fn close(&mut self, turn: &Turn) {
        self.tracker.close(turn.decision);
        self.choices.remove(&turn.decision);
    }
}

impl std::fmt::Display for BotSeat {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} {} seat {}", self.r#match.game, self.r#match.match_id, self.r#match.seat)
    }
}

/// Runs a bot's code; an error or a panic comes back as its text.
pub(crate) fn guard<T>(work: impl FnOnce() -> Result<T, BotError>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done.map_err(|error| error.to_string()),
        Err(panic) => Err(panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("a panic")
            .to_string()),
    }
}
