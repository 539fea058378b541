//! Takes seats on a server and plays the matches that come, one bot object for each. Knows no bots.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;

use crate::bot::Bot;
use crate::client::{Client, Incoming};
use crate::error::Error;
use crate::log;
use crate::seat::BotSeat;
use crate::trace::Trace;
use crate::tracking::read_match;
use crate::turn::MatchResult;
use crate::wire::{self, ServerMessage, code};

/// Which seats to take, and what is kept of the matches. With neither `game`, `room` nor `ladder`, those that the
/// server gives, or the one on stdio.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub game: Option<String>,
    pub seats: Option<i64>,
    pub fill_ms: Option<i64>,
    /// Matches of `game` or `ladder` sought or played at the same time; 0: one.
    pub tables: usize,
    pub room: Option<String>,
    pub seat: Option<i64>,
    pub code: Option<String>,
    /// Is entered with an entry under the name of its user, for rated matches.
    pub ladder: Option<String>,
    /// Of that entry: another one begins anew.
    pub version: Option<String>,
    /// How many are played in all; nothing: until stopped.
    pub matches: Option<usize>,
    /// The folder for a trace of what the bot sees, thinks and does, a file for each match.
    pub trace: Option<PathBuf>,
}

/// Matches that are sought at the same time, at most.
pub(crate) const MAX_TABLES: usize = 64;

/// Plays by a plan: `Host::new(client, make, plan).run(on_result)`.
pub struct Host<'a> {
    client: Rc<Client>,
    make: &'a dyn Fn() -> Box<dyn Bot>,
    plan: Plan,
    seats: BTreeMap<String, BotSeat>,
    seeks: usize,
    sought_in: String, // the session that knows of them
    done: usize,
    refusal: Option<Error>, // why our entry plays no more
}

impl<'a> Host<'a> {
    pub fn new(client: Rc<Client>, make: &'a dyn Fn() -> Box<dyn Bot>, plan: Plan) -> Self {
        let seats = BTreeMap::new();
        let sought_in = String::new();
        Self { client, make, plan, seats, seeks: 0, sought_in, done: 0, refusal: None }
    }

    /// Plays until the plan is fulfilled. Fails if the server refuses a seat, the connection is gone, or a trace cannot
    /// be written.
    ///
    /// Several matches take turns on this one thread: while a bot thinks, the others wait.
    pub fn run(&mut self, mut on_result: impl FnMut(&BotSeat)) -> Result<(), Error> {
        self.take_seat()?;
        while !self.is_fulfilled() {
            let incoming = self.client.receive()?;
            match self.route(&incoming) {
                Err(error @ Error::Protocol { .. }) => {
                    log::warn(format_args!("a message of the server was passed over: {error}"));
                }
                other => other?,
            }
            let over: Vec<String> = self
                .seats
                .iter()
                .filter(|(_, seat)| seat.result.is_some())
                .map(|(match_id, _)| match_id.clone())
                .collect();
            for match_id in over {
                if let Some(seat) = self.seats.remove(&match_id) {
                    self.done += 1;
                    on_result(&seat);
                    self.go_on()?;
                }
            }
            if self.seats.is_empty()
                && !self.is_fulfilled()
                && let Some(refusal) = self.refusal.take()
            {
                return Err(refusal);
            }
        }
        Ok(())
    }

    /// Are as many matches over as the plan wants?
    fn is_played(&self) -> bool {
        self.plan.matches.is_some_and(|matches| self.done >= matches)
    }

    /// Others may run then, from before the program was started: they are seen through.
    fn is_fulfilled(&self) -> bool {
        self.is_played() && self.seats.is_empty()
    }

    fn take_seat(&mut self) -> Result<(), Error> {
        match (self.plan.room.clone(), self.plan.ladder.clone()) {
            (Some(room), _) => self.join(room),
            (None, Some(ladder)) => self.enter(ladder),
            (None, None) => self.seek_more(),
        }
    }

    /// Makes the entry of the plan, and queues it for the matches that are left.
    fn enter(&self, ladder: String) -> Result<(), Error> {
        let register = wire::LadderRegister {
            ladder: ladder.clone(),
            name: self.client.welcome().name,
            version: self.plan.version.clone(),
            kind: wire::PlayerKind::Bot,
            ..Default::default()
        };
        let made = match self.client.request(&register) {
            Ok(made) => made,
            Err(error) => return self.excuse(error),
        };
        let data = made.data.unwrap_or_default();
        let queue = wire::LadderQueue {
            ladder,
            entry: data.get("entry").and_then(|entry| entry.as_str()).unwrap_or_default().into(),
            parallel: Some(self.plan.tables.clamp(1, MAX_TABLES) as i64),
            games: self.plan.matches.map(|matches| (matches - self.done) as i64),
            ..Default::default()
        };
        self.client.request(&queue).map(|_| ()).or_else(|error| self.excuse(error))
    }

    /// Seeks until as many matches are played or sought as the plan wants.
    fn seek_more(&mut self) -> Result<(), Error> {
        let Some(game) = self.plan.game.clone() else { return Ok(()) };
        let (seats, fill_ms) = (self.plan.seats, self.plan.fill_ms);
        let seek = wire::Seek { game, seats, fill_ms, ..Default::default() };
        while self.is_wanted() {
            match self.client.request(&seek) {
                Ok(_) => {
                    self.seeks = self.sought() + 1;
                    self.sought_in = self.client.welcome().session;
                }
                Err(Error::Request(refusal))
                    if refusal.is(code::BUSY) && self.sought() + self.seats.len() > 0 =>
                {
                    return Ok(()); // as many as the server takes; more when one of them is over
                }
                Err(error) => return self.excuse(error),
            }
        }
        Ok(())
    }

    fn is_wanted(&self) -> bool {
        let at_once = self.sought() + self.seats.len();
        let is_left = self.plan.matches.is_none_or(|matches| self.done + at_once < matches);
        is_left && at_once < self.plan.tables.clamp(1, MAX_TABLES)
    }

    /// Matches that are sought and have not begun; a new session knows nothing of earlier ones.
    fn sought(&self) -> usize {
        if self.sought_in == self.client.welcome().session { self.seeks } else { 0 }
    }

    /// What was lost with a connection that is there again is asked anew at its welcome.
    fn excuse(&self, error: Error) -> Result<(), Error> {
        match error {
            Error::ConnectionLost { .. } if self.client.is_connected() => Ok(()),
            other => Err(other),
        }
    }

    fn join(&self, room: String) -> Result<(), Error> {
        let join = wire::Join {
            room,
            code: self.plan.code.clone(),
            seat: self.plan.seat,
            any_seat: self.plan.seat.is_none().then_some(true),
            ready: Some(true),
            ..Default::default()
        };
        self.client.request(&join).map(|_| ()).or_else(|error| self.excuse(error))
    }

    fn go_on(&mut self) -> Result<(), Error> {
        match self.plan.room.clone() {
            _ if self.is_played() => Ok(()),
            Some(room) => {
                let ready = wire::Ready { room, ..Default::default() };
                self.client.request(&ready).map(|_| ()).or_else(|error| self.excuse(error))
            }
            None => self.seek_more(),
        }
    }

    fn route(&mut self, incoming: &Incoming) -> Result<(), Error> {
        match incoming.read()? {
            ServerMessage::MatchStart(start) => self.open(start, incoming)?,
            ServerMessage::Welcome(welcome) if !welcome.resumed => self.look_after_seats()?,
            ServerMessage::Error(error) if error.match_id.is_none() || self.is_of_entry(&error) => {
                log::warn(format_args!("the server says: {} ({})", error.msg, error.code));
                if self.is_of_entry(&error) {
                    self.queue_again()?;
                }
            }
            _ => {}
        }
        match self.seats.get_mut(incoming.match_id()) {
            Some(seat) => seat.take(incoming),
            None => Ok(()),
        }
    }

    /// Does it say what has become of our entry? It names the match by which that came, which may be over.
    fn is_of_entry(&self, error: &wire::Error) -> bool {
        error.re.is_none() && error.code == code::WRONG_STATE && self.plan.ladder.is_some()
    }

    /// Our entry may be off the queue; one that is benched ends the plan, behind the matches that it still plays.
    fn queue_again(&mut self) -> Result<(), Error> {
        let Some(ladder) = self.plan.ladder.clone() else { return Ok(()) };
        match self.enter(ladder) {
            Err(error @ Error::Request(_)) => {
                self.refusal = Some(error);
                Ok(())
            }
            other => other,
        }
    }

    fn open(&mut self, start: wire::MatchStart, incoming: &Incoming) -> Result<(), Error> {
        if start.role != wire::MatchStartRole::Player || self.seats.contains_key(&start.match_id) {
            return Ok(());
        }
        self.seeks = self.sought().saturating_sub(1);
        let match_id = start.match_id.clone();
        let folder = self.plan.trace.as_ref();
        let trace = folder.map(|folder| Trace::open(folder, &incoming.plain)).transpose()?;
        let seat = BotSeat::new(read_match(start), self.make, Rc::clone(&self.client), trace);
        self.seats.insert(match_id, seat);
        self.seek_more()
    }

    /// A new session: what was sought is forgotten, and matches may have ended while nobody listened.
    fn look_after_seats(&mut self) -> Result<(), Error> {
        for (match_id, seat) in &mut self.seats {
            let sync = wire::Sync { match_id: match_id.clone(), ..Default::default() };
            match self.client.request(&sync) {
                // The next hall of a cluster may be there before it has all matches of the last one.
                Err(Error::Request(refusal)) if !refusal.may_pass() => {
                    log::warn(format_args!("match {match_id} went on without us"));
                    let reason = "went on without us".into();
                    let seat_number = seat.r#match.seat;
                    seat.result =
                        Some(MatchResult { reason, seat: seat_number, ..Default::default() });
                }
                Err(error) if !self.client.is_connected() => return Err(error),
                _ => {}
            }
        }
        let is_seated = self.plan.room.is_some() && !self.seats.is_empty();
        if is_seated || self.is_played() { Ok(()) } else { self.take_seat() }
    }
}
