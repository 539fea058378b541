//! What a bot is shown: the match it plays and the question it must answer. No network in here.

use std::cell::RefCell;
use std::rc::Rc;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::error::Error;
use crate::remote::Remote;
use crate::typed::{Row, read};
use crate::wire;

/// Legal actions named in a complaint.
const MAX_SHOWN: usize = 12;
/// Characters of a note that are sent.
const MAX_NOTE: usize = 500;
/// Characters of a line to the table that are sent.
const MAX_SAID: usize = 300;

/// Who sits on a seat.
#[derive(Clone, Debug, Default)]
pub struct Player {
    pub seat: i64,
    pub name: String,
    pub is_bot: bool,
}

/// One play of a game as its player knows it: all that stays the same from start to end.
#[derive(Clone, Debug, Default)]
pub struct Match {
    pub match_id: String,
    pub game: String,
    pub rules: String,
    pub seat: i64,
    pub players: Vec<Player>,
    pub options: Value,
    pub consts: Value,
    pub clock: wire::ClockSpec,
    /// What thinking on the server may use; nothing where there is none.
    pub compute: Option<Map<String, Value>>,
}

impl Match {
    pub fn seats(&self) -> usize {
        self.players.len()
    }

    /// The constants in the game's own type.
    pub fn consts_as<T: DeserializeOwned>(&self) -> Result<T, Error> {
        read(&self.consts)
    }
}

/// How a match ended. `places` (1 is best, ties share), `scores` and `returns` go by seat.
#[derive(Clone, Debug, Default)]
pub struct MatchResult {
    pub reason: String,
    pub places: Vec<i64>,
    pub scores: Vec<f64>,
    pub returns: Vec<f64>,
    pub seat: i64,
}

impl MatchResult {
    /// The player's own place, nothing if the match had no places.
    pub fn place(&self) -> Option<i64> {
        usize::try_from(self.seat).ok().and_then(|seat| self.places.get(seat)).copied()
    }

    /// The player's own score, nothing if the match had no scores.
    pub fn score(&self) -> Option<f64> {
        usize::try_from(self.seat).ok().and_then(|seat| self.scores.get(seat)).copied()
    }
}

/// One factor of a joint order: every combination of one option per slot is legal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slot {
    pub name: String,
    pub options: Vec<Value>,
}

/// What `decide` may return, checked by [`Turn::read_answer`]. Indices, plain actions (`json!(["build", 5])`)
/// and typed ones (`colonizers::BuildAction`) become one with `into()`.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    Index(i64),
    Action(Value),
    /// One option per slot of a joint order.
    Picks(Vec<i64>),
    /// Leaves an optional turn unanswered.
    Nothing,
}

impl From<i64> for Answer {
    fn from(index: i64) -> Self {
        Self::Index(index)
    }
}

impl From<Value> for Answer {
    fn from(action: Value) -> Self {
        Self::Action(action)
    }
}

impl<R: Row> From<R> for Answer {
    fn from(action: R) -> Self {
        Self::Action(action.to_plain())
    }
}

/// A checked answer: exactly one of an index, one option per slot, or a written action.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    pub index: Option<i64>,
    pub picks: Vec<i64>,
    pub action: Option<Value>,
    /// Told to the server; `fallback: ...` says that the bot has not decided itself.
    pub note: Option<String>,
    /// What the bot expects of each seat; empty: nothing.
    pub value: Vec<f64>,
}

impl Choice {
    /// The choice, played for a bot that has not decided itself: the server is told why.
    #[must_use]
    pub fn instead_of(self, why: &str) -> Self {
        Self { note: Some(format!("fallback: {why}")), ..self }
    }

    pub(crate) fn is_same_move(&self, other: &Choice) -> bool {
        (self.index, &self.picks, &self.action) == (other.index, &other.picks, &other.action)
    }
}

/// What a bot says of its act to its owner alone.
#[derive(Clone, Debug, Default)]
pub struct Remark {
    pub note: Option<String>,
    pub value: Vec<f64>,
}

/// One open decision of one seat.
#[derive(Clone, Debug, Default)]
pub struct Turn {
    pub r#match: Rc<Match>,
    pub decision: i64,
    pub kind: String,
    /// How many actions an index can name; nothing: too many, answer with picks.
    pub n: Option<i64>,
    /// The actions by index, where they can be listed.
    pub actions: Vec<Value>,
    /// The factors of a joint order.
    pub slots: Vec<Slot>,
    /// Further actions, answered in written form.
    pub params: Vec<wire::Param>,
    /// The index that a missed deadline plays.
    pub fallback: i64,
    /// Everything the seat knows now.
    pub observation: Value,
    /// Time left when the turn arrived; nothing: untimed.
    pub deadline_ms: Option<i64>,
    /// The time banks by seat.
    pub clock_ms: Vec<i64>,
    /// May be left unanswered.
    pub optional: bool,
    /// Simultaneous games: the round being decided.
    pub tick: Option<i64>,
    /// The version of the position that is shown.
    pub ver: i64,
    /// Thinking on the server, where that is offered.
    pub remote: Option<Remote>,
    /// See [`Turn::remark`].
    pub remark_made: RefCell<Remark>,
    /// See [`Turn::say`].
    pub said: RefCell<Vec<String>>,
    /// See [`Turn::weigh`].
    pub values: RefCell<Vec<Option<f64>>>,
}

impl Turn {
    pub fn seat(&self) -> i64 {
        self.r#match.seat
    }

    pub fn game(&self) -> &str {
        &self.r#match.game
    }

    /// Says something of the act that will answer this turn, to be read in the replay by the bot's owner alone.
    ///
    /// A note is cut at 500 characters; an empty one says nothing. `value`, unless it is empty, is the result that
    /// the bot expects of each seat, from -1 to 1; any other is an [`Error::WrongChoice`].
    pub fn remark(&self, note: &str, value: &[f64]) -> Result<(), Error> {
        let seats = self.r#match.seats();
        let is_value = value.len() == seats && value.iter().all(|one| (-1.0..=1.0).contains(one));
        if !value.is_empty() && !is_value {
            return Err(Error::WrongChoice(format!(
                "value: expected a number from -1 to 1 for each of {seats} seats"
            )));
        }
        let mut remark = self.remark_made.borrow_mut();
        if !value.is_empty() {
            remark.value = value.to_vec();
        }
        if !note.is_empty() {
            remark.note = Some(note.chars().take(MAX_NOTE).collect());
        }
        Ok(())
    }

    /// Says something to the table just before the act is sent, where the room lets programs talk.
    ///
    /// It is cut at 300 characters. What the server refuses is logged; the act is sent all the same.
    pub fn say(&self, text: &str) {
        let text = text.trim();
        if !text.is_empty() {
            self.said.borrow_mut().push(text.chars().take(MAX_SAID).collect());
        }
    }

    /// Notes what the bot thinks of the actions, for whoever looks at its trace (docs/traces.md): a value for each, in
    /// their order, `None` where it has none; what is not finite is none. Plays nothing. Any other number of values is
    /// an [`Error::WrongChoice`].
    pub fn weigh(&self, values: &[Option<f64>]) -> Result<(), Error> {
        let (listed, got) = (self.actions.len(), values.len());
        if self.is_product() && got > 0 {
            return Err(Error::WrongChoice(format!(
                "values: a joint order lists no actions to weigh, got {got}"
            )));
        }
        if got != listed {
            return Err(Error::WrongChoice(format!(
                "values: expected a number or None for each of {listed} listed actions, got {got}"
            )));
        }
        *self.values.borrow_mut() = values.to_vec();
        Ok(())
    }

    /// The choice with what was remarked.
    pub(crate) fn with_remark(&self, choice: Choice) -> Choice {
        let Remark { note, value } = self.remark_made.borrow().clone();
        Choice { note, value, ..choice }
    }

    pub fn is_product(&self) -> bool {
        !self.slots.is_empty()
    }

    /// The observation in the game's own type: `turn.known::<catan::Observation>()?`.
    pub fn known<T: DeserializeOwned>(&self) -> Result<T, Error> {
        read(&self.observation)
    }

    /// The legal actions of one type, such as `colonizers::BuildAction`.
    pub fn actions_as<R: Row + DeserializeOwned>(&self) -> Vec<R> {
        self.actions
            .iter()
            .filter(|action| R::is_told(action))
            .filter_map(|a| read(a).ok())
            .collect()
    }

    /// The legal actions that begin with `verb`.
    pub fn actions_with(&self, verb: &str) -> Vec<&Value> {
        self.actions.iter().filter(|action| action[0] == verb).collect()
    }

    /// The position of an action, the first of equals.
    pub fn index_of(&self, action: &Value) -> Result<i64, Error> {
        let found = self.actions.iter().position(|listed| listed == action);
        found.map(|index| index as i64).ok_or_else(|| self.not_legal(action))
    }

    /// A legal answer drawn uniformly: an index, or picks where there are too many for an index.
    pub fn random_answer(&self) -> Answer {
        match self.n {
            Some(n) => Answer::Index(fastrand::i64(0..n.max(1))),
            None => Answer::Picks(
                self.slots.iter().map(|slot| fastrand::i64(0..slot.options.len() as i64)).collect(),
            ),
        }
    }

    /// What a missed deadline would play.
    pub fn fallback_choice(&self) -> Choice {
        match self.n {
            Some(_) => Choice { index: Some(self.fallback), ..Choice::default() },
            None => Choice { picks: vec![0; self.slots.len()], ..Choice::default() },
        }
    }

    /// Checks what a bot returned. The error says what was expected.
    pub fn read_answer(&self, answer: &Answer) -> Result<Choice, Error> {
        match answer {
            Answer::Index(index) => self.read_index(*index),
            Answer::Picks(picks) => self.read_picks(picks),
            Answer::Action(action) => self.read_action(action),
            Answer::Nothing => Err(self.expected("nothing")),
        }
    }

    fn read_index(&self, index: i64) -> Result<Choice, Error> {
        if !self.n.is_some_and(|n| (0..n).contains(&index)) {
            return Err(self.expected(&index.to_string()));
        }
        Ok(Choice { index: Some(index), ..Choice::default() })
    }

    fn read_picks(&self, picks: &[i64]) -> Result<Choice, Error> {
        if self.slots.is_empty() || picks.len() != self.slots.len() {
            return Err(self.expected(&format!("{} picks", picks.len())));
        }
        for (slot, pick) in self.slots.iter().zip(picks) {
            let count = slot.options.len() as i64;
            if !(0..count).contains(pick) {
                let text = format!("slot {}: expected 0 to {}, got {pick}", slot.name, count - 1);
                return Err(Error::WrongChoice(text));
            }
        }
        Ok(Choice { picks: picks.to_vec(), ..Choice::default() })
    }

    fn read_action(&self, action: &Value) -> Result<Choice, Error> {
        if let Ok(index) = self.index_of(action) {
            return Ok(Choice { index: Some(index), ..Choice::default() });
        }
        if self.params.iter().any(|param| action[0] == param.kind.as_str()) {
            return Ok(Choice { action: Some(action.clone()), ..Choice::default() });
        }
        Err(self.not_legal(action))
    }

    fn expected(&self, got: &str) -> Error {
        Error::WrongChoice(format!("expected {}, got {got}", self.answer_text()))
    }

    fn not_legal(&self, action: &Value) -> Error {
        Error::WrongChoice(format!("{action} is not legal now; {}", self.legal_text()))
    }

    fn answer_text(&self) -> String {
        let range = format!("an index from 0 to {}", self.n.unwrap_or(1) - 1);
        if !self.is_product() {
            return format!("{range} or one of the legal actions");
        }
        let names: Vec<&str> = self.slots.iter().map(|slot| slot.name.as_str()).collect();
        let index = if self.n.is_some() { format!("{range} or ") } else { String::new() };
        format!("{index}one option per slot ({})", names.join(", "))
    }

    fn legal_text(&self) -> String {
        if self.is_product() {
            return format!("this is a joint order: expected {}", self.answer_text());
        }
        let shown: Vec<String> =
            self.actions.iter().take(MAX_SHOWN).map(Value::to_string).collect();
        let more = self.actions.len().saturating_sub(MAX_SHOWN);
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("legal: {}{rest}", shown.join(", "))
    }
}
