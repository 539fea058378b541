//! Takes seats on a server and plays the matches that come, one bot object for each. Knows no bots.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::bot::Bot;
use crate::client::{Client, Incoming};
use crate::error::Error;
use crate::log;
use crate::seat::BotSeat;
use crate::tracking::read_match;
use crate::turn::MatchResult;
use crate::wire::{self, ServerMessage};

/// Which seats to take. With neither `game` nor `room`, those that the server gives, or the one on stdio.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub game: Option<String>,
    pub seats: Option<i64>,
    pub fill_ms: Option<i64>,
    pub room: Option<String>,
    pub seat: Option<i64>,
    pub code: Option<String>,
    /// How many are played in all; nothing: until stopped.
    pub matches: Option<usize>,
}

/// Plays by a plan: `Host::new(client, make, plan).run(on_result)`.
pub struct Host<'a> {
    client: Rc<Client>,
    make: &'a dyn Fn() -> Box<dyn Bot>,
    plan: Plan,
    seats: BTreeMap<String, BotSeat>,
    done: usize,
}

impl<'a> Host<'a> {
    pub fn new(client: Rc<Client>, make: &'a dyn Fn() -> Box<dyn Bot>, plan: Plan) -> Self {
        Self { client, make, plan, seats: BTreeMap::new(), done: 0 }
    }

    /// Plays until the plan is fulfilled. Fails if the server refuses a seat, or the connection is gone.
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
        }
        Ok(())
    }

    fn is_fulfilled(&self) -> bool {
        self.plan.matches.is_some_and(|matches| self.done >= matches)
    }

    fn take_seat(&self) -> Result<(), Error> {
        let taken = match (&self.plan.room, &self.plan.game) {
            (Some(room), _) => self.join(room),
            (None, Some(game)) => self.seek(game),
            (None, None) => Ok(()),
        };
        match taken {
            // The next welcome tries again.
            Err(Error::ConnectionLost { .. }) if self.client.is_connected() => Ok(()),
            other => other,
        }
    }

    fn seek(&self, game: &str) -> Result<(), Error> {
        let seek = wire::Seek {
            game: game.into(),
            seats: self.plan.seats,
            fill_ms: self.plan.fill_ms,
            ..Default::default()
        };
        self.client.request(&seek).map(|_| ())
    }

    fn join(&self, room: &str) -> Result<(), Error> {
        let join = wire::Join {
            room: room.into(),
            code: self.plan.code.clone(),
            seat: self.plan.seat,
            any_seat: self.plan.seat.is_none().then_some(true),
            ready: Some(true),
            ..Default::default()
        };
        self.client.request(&join).map(|_| ())
    }

    fn go_on(&self) -> Result<(), Error> {
        match &self.plan.room {
            _ if self.is_fulfilled() => Ok(()),
            Some(room) => {
                let ready = wire::Ready { room: room.clone(), ..Default::default() };
                self.client.request(&ready).map(|_| ())
            }
            None => self.take_seat(),
        }
    }

    fn route(&mut self, incoming: &Incoming) -> Result<(), Error> {
        match incoming.read()? {
            ServerMessage::MatchStart(start) => self.open(start),
            ServerMessage::Welcome(welcome) if !welcome.resumed => self.look_after_seats()?,
            ServerMessage::Error(error) if error.match_id.is_none() => {
                log::warn(format_args!("the server says: {} ({})", error.msg, error.code));
            }
            _ => {}
        }
        match self.seats.get_mut(incoming.match_id()) {
            Some(seat) => seat.take(incoming),
            None => Ok(()),
        }
    }

    fn open(&mut self, start: wire::MatchStart) {
        if start.role == wire::MatchStartRole::Player && !self.seats.contains_key(&start.match_id) {
            let match_id = start.match_id.clone();
            let seat = BotSeat::new(read_match(start), self.make, Rc::clone(&self.client));
            self.seats.insert(match_id, seat);
        }
    }

    /// A new session: what was sought is forgotten, and matches may have ended while nobody listened.
    fn look_after_seats(&mut self) -> Result<(), Error> {
        for (match_id, seat) in &mut self.seats {
            let sync = wire::Sync { match_id: match_id.clone(), ..Default::default() };
            match self.client.request(&sync) {
                Err(Error::Request(_)) => {
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
        if self.seats.is_empty() && !self.is_fulfilled() { self.take_seat() } else { Ok(()) }
    }
}
