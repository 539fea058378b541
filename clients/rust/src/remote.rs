//! Thinking on the server for bots without rules: sample worlds, walk them, play them out.

use std::rc::Rc;

use crate::client::Client;
use crate::error::Error;
use crate::typed::Reply;
use crate::wire;

/// The server's compute for one decision. Its methods wait, so they take time from your clock. They fail
/// with the refusals `budget_exhausted`, `stale_decision`, `compute_off`, ...
#[derive(Clone)]
pub struct Remote {
    client: Rc<Client>,
    match_id: String,
    decision: i64,
}

impl Remote {
    pub(crate) fn new(client: Rc<Client>, match_id: String, decision: i64) -> Self {
        Self { client, match_id, decision }
    }

    /// Samples `k` worlds; equal seeds give equal worlds.
    pub fn determinize(&self, k: i64, seed: Option<i64>) -> Result<wire::Worlds, Error> {
        self.client.request(&wire::Determinize {
            match_id: self.match_id.clone(),
            decision: Some(self.decision),
            k: Some(k),
            seed,
            ..Default::default()
        })
    }

    /// Walks worlds. `match_id` is filled in.
    pub fn simulate(&self, message: wire::Simulate) -> Result<wire::Sims, Error> {
        self.client.request(&wire::Simulate { match_id: self.match_id.clone(), ..message })
    }

    /// Plays worlds out, fresh ones if none are named. `match_id` and `decision` are filled in.
    pub fn rollout(&self, message: wire::Rollout) -> Result<wire::Rollouts, Error> {
        self.client.request(&self.about_this(message))
    }

    /// The same, begun: returns a number for `finish_rollout` and `cancel`.
    pub fn begin_rollout(&self, message: wire::Rollout) -> Result<i64, Error> {
        self.client.begin(&self.about_this(message))
    }

    pub fn finish_rollout(&self, number: i64) -> Result<wire::Rollouts, Error> {
        wire::Rollouts::from_plain(&self.client.finish(number)?)
    }

    /// Stops what was begun; its one answer still comes, with what there is.
    pub fn cancel(&self, number: i64) -> Result<(), Error> {
        self.client.cancel(number)
    }

    /// Forgets worlds, all of them if none are named.
    pub fn release(&self, worlds: Vec<String>) -> Result<(), Error> {
        let worlds = (!worlds.is_empty()).then_some(worlds);
        let message =
            wire::Release { match_id: self.match_id.clone(), worlds, ..Default::default() };
        self.client.request(&message).map(|_| ())
    }

    fn about_this(&self, message: wire::Rollout) -> wire::Rollout {
        let decision = message.worlds.is_empty().then_some(self.decision);
        wire::Rollout { match_id: self.match_id.clone(), decision, ..message }
    }
}

impl std::fmt::Debug for Remote {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Remote({} decision {})", self.match_id, self.decision)
    }
}
