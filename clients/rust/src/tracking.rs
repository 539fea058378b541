//! Follows one match through its messages and says what they mean for its player. Pure: no I/O.
//!
//! ```text
//! absent --your_turn, snapshot--> open --turn_closed, timeout, match_over--> closed
//!                                   |
//!                                   +--answered, accepted--> closed
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use serde_json::{Map, Value};

use crate::client::Incoming;
use crate::error::Error;
use crate::turn::{Match, MatchResult, Player, Slot, Turn};
use crate::wire::{self, ServerMessage};

#[derive(Clone, Debug)]
pub enum Happening {
    /// A decision waits for an answer; the same one may be asked again after a reconnect.
    Asked(Box<Turn>),
    /// Something changed, as this seat may see it.
    Happened(Vec<Map<String, Value>>),
    /// What changed in the versions behind `told`, up to `ver`, was told to nobody here: the program was away, or is
    /// new.
    Behind { told: i64, ver: i64 },
    /// Somebody said something in the match.
    Talked { name: String, text: String },
    /// A decision closed without an answer we know of. `is_away`: while there was no connection.
    Missed { decision: i64, why: String, is_away: bool },
    /// The match ended.
    Over(MatchResult),
}

/// The match as its player knows it.
pub fn read_match(start: wire::MatchStart) -> Match {
    let players = start.players.into_iter().map(|seat| Player {
        seat: seat.seat,
        name: seat.name.unwrap_or_default(),
        is_bot: seat.kind == wire::SeatInfoKind::Bot,
    });
    Match {
        match_id: start.match_id,
        game: start.game,
        rules: start.rules,
        seat: start.seat.unwrap_or(-1),
        players: players.collect(),
        options: Value::Object(start.options),
        consts: Value::Object(start.consts.unwrap_or_default()),
        clock: start.clock,
        compute: start.compute,
    }
}

/// What is known about one match, and which of its decisions are open.
pub struct MatchTracker {
    pub r#match: Rc<Match>,
    open: BTreeSet<i64>,
    told: i64,                    // the version up to which it is known what happened
    accepted: BTreeMap<i64, u64>, // how many messages had arrived then
}

/// What a question says, whether it comes alone or in a snapshot.
struct Question {
    number: u64, // of the message
    decision: i64,
    kind: String,
    n: Option<i64>,
    legal: wire::Legal,
    fallback: i64,
    deadline_ms: Option<i64>,
    optional: Option<bool>,
    tick: Option<i64>,
    ver: i64,
}

impl MatchTracker {
    pub fn new(of: Rc<Match>) -> Self {
        Self { r#match: of, open: BTreeSet::new(), told: 0, accepted: BTreeMap::new() }
    }

    pub fn is_open(&self, decision: i64) -> bool {
        self.open.contains(&decision)
    }

    /// `decision` is closed: it was answered and taken, or it is too late for that.
    pub fn close(&mut self, decision: i64) {
        self.open.remove(&decision);
    }

    /// The server has accepted an answer, by when `arrived` messages had come: what they ask is old.
    pub(crate) fn note_accepted(&mut self, decision: i64, arrived: u64) {
        self.accepted.insert(decision, arrived);
    }

    /// Takes in one message about this match. What it does not know it skips; a wrong field is an error.
    pub fn take(&mut self, message: &Incoming) -> Result<Vec<Happening>, Error> {
        Ok(match message.read()? {
            ServerMessage::YourTurn(turn) => {
                self.told = self.told.max(turn.ver);
                let question = Question {
                    number: message.number,
                    decision: turn.decision,
                    kind: turn.kind,
                    n: turn.n,
                    legal: turn.legal,
                    fallback: turn.fallback,
                    deadline_ms: turn.deadline_ms,
                    optional: turn.optional,
                    tick: turn.tick,
                    ver: turn.ver,
                };
                let (obs, clock) = (turn.obs.unwrap_or_default(), turn.clock.unwrap_or_default());
                self.ask(question, obs, clock).into_iter().collect()
            }
            ServerMessage::Snapshot(snapshot) => self.take_snapshot(snapshot, message.number),
            ServerMessage::Events(events) => {
                self.told = events.ver;
                if events.items.is_empty() {
                    return Ok(vec![]);
                }
                vec![Happening::Happened(events.items)]
            }
            ServerMessage::ChatMsg(said) => {
                vec![Happening::Talked { name: said.name, text: said.text }]
            }
            ServerMessage::TurnClosed(closed) => self.miss(closed.decision, closed.why, false),
            ServerMessage::Timeout(timeout) if timeout.seat == self.r#match.seat => {
                let why = format!("timeout, {} played", timeout.applied);
                self.miss(timeout.decision, why, false)
            }
            ServerMessage::MatchOver(over) => {
                self.open.clear();
                vec![Happening::Over(MatchResult {
                    reason: over.reason,
                    places: over.places,
                    scores: over.scores,
                    returns: over.returns,
                    seat: self.r#match.seat,
                })]
            }
            _ => vec![],
        })
    }

    /// A snapshot lists all open decisions: others are closed, missed while nobody looked.
    fn take_snapshot(&mut self, snapshot: wire::Snapshot, number: u64) -> Vec<Happening> {
        let pending: BTreeSet<i64> = snapshot.pending.iter().map(|asked| asked.decision).collect();
        let gone: Vec<i64> = self.open.difference(&pending).copied().collect();
        let mut happenings = vec![];
        if snapshot.ver > self.told {
            happenings.push(Happening::Behind { told: self.told, ver: snapshot.ver });
            self.told = snapshot.ver;
        }
        for decision in gone {
            happenings.extend(self.miss(decision, "away".into(), true));
        }
        for asked in snapshot.pending {
            let question = Question {
                number,
                decision: asked.decision,
                kind: asked.kind,
                n: asked.n,
                legal: asked.legal,
                fallback: asked.fallback,
                deadline_ms: asked.deadline_ms,
                optional: asked.optional,
                tick: None,
                ver: snapshot.ver,
            };
            let clock = snapshot.clock.clone().unwrap_or_default();
            happenings.extend(self.ask(question, snapshot.obs.clone(), clock));
        }
        happenings
    }

    /// Nothing for a question that came before its answer was accepted, and is looked at only now.
    fn ask(
        &mut self,
        asked: Question,
        obs: Map<String, Value>,
        clock: Vec<i64>,
    ) -> Option<Happening> {
        if self.accepted.get(&asked.decision).is_some_and(|&arrived| asked.number <= arrived) {
            return None;
        }
        self.open.insert(asked.decision);
        let slots = asked.legal.slots.unwrap_or_default().into_iter();
        Some(Happening::Asked(Box::new(Turn {
            r#match: Rc::clone(&self.r#match),
            decision: asked.decision,
            kind: asked.kind,
            n: asked.n,
            actions: asked.legal.actions.unwrap_or_default(),
            slots: slots.map(|slot| Slot { name: slot.slot, options: slot.options }).collect(),
            params: asked.legal.params.unwrap_or_default(),
            fallback: asked.fallback,
            observation: Value::Object(obs),
            deadline_ms: asked.deadline_ms,
            clock_ms: clock,
            optional: asked.optional.unwrap_or(false),
            tick: asked.tick,
            ver: asked.ver,
            remote: None,
            remark_made: Default::default(),
            said: Default::default(),
            values: Default::default(),
        })))
    }

    fn miss(&mut self, decision: i64, why: String, is_away: bool) -> Vec<Happening> {
        if !self.open.remove(&decision) {
            return vec![];
        }
        vec![Happening::Missed { decision, why, is_away }]
    }
}
