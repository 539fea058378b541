//! Keeps and builds the most valuable module it can get; collects Omnium for it.

use infoset::games::colonizers::{
    BuildAction, Consts, DrawAction, KeepAction, Observation, ObservationPhase, OmniumAction,
};
use infoset::{Answer, Bot, BotError, Match, Turn};

#[derive(Default)]
pub struct GreedyColonizers {
    consts: Consts,
}

impl GreedyColonizers {
    fn value(&self, module: i64) -> i64 {
        usize::try_from(module)
            .ok()
            .and_then(|at| self.consts.modules.get(at))
            .map_or(0, |m| m.value)
    }
}

impl Bot for GreedyColonizers {
    fn on_start(&mut self, of: &Match) -> Result<(), BotError> {
        self.consts = of.consts_as()?;
        Ok(())
    }

    fn decide(&mut self, turn: &Turn) -> Result<Answer, BotError> {
        let known: Observation = turn.known()?;
        if known.phase == ObservationPhase::Draw {
            let hand = &known.players[turn.seat() as usize].hand;
            return Ok(if hand.len() < 2 { DrawAction.into() } else { OmniumAction.into() });
        }
        let keeps = turn.actions_as::<KeepAction>().into_iter();
        if let Some(best) = keeps.max_by_key(|action| self.value(action.module)) {
            return Ok(best.into());
        }
        let builds = turn.actions_as::<BuildAction>().into_iter();
        let best = builds.max_by_key(|action| self.value(action.module));
        Ok(best.map_or(turn.fallback.into(), Answer::from))
    }
}
