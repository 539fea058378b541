//! Builds what it can pay, the best first, and says yes to a trade that brings what it lacks.

use infoset::games::catan::{
    CityAction, Consts, Observation, ObservationPhase, PlaceSettlementAction, RejectAction,
    SettlementAction,
};
use infoset::{Answer, Bot, BotError, Match, Turn};

#[derive(Default)]
pub struct GreedyCatan {
    consts: Consts,
}

impl GreedyCatan {
    /// How often of 36 rolls the hexes around a vertex yield.
    fn yield_of(&self, vertex: i64, known: &Observation) -> i64 {
        let hexes = self.consts.hex_vertices.iter().zip(&known.board.numbers);
        hexes
            .filter(|(around, number)| **number > 0 && around.contains(&vertex))
            .map(|(_, number)| 6 - (7 - number).abs())
            .sum()
    }

    fn settle(&self, turn: &Turn, known: &Observation) -> Option<Answer> {
        let richest = |vertices: Vec<(i64, Answer)>| {
            vertices
                .into_iter()
                .max_by_key(|(vertex, _)| self.yield_of(*vertex, known))
                .map(|(_, a)| a)
        };
        let first = turn.actions_as::<PlaceSettlementAction>().into_iter();
        let cities = turn.actions_as::<CityAction>().into_iter();
        let others = turn.actions_as::<SettlementAction>().into_iter();
        richest(first.map(|action| (action.vertex, action.into())).collect())
            .or_else(|| richest(cities.map(|action| (action.vertex, action.into())).collect()))
            .or_else(|| richest(others.map(|action| (action.vertex, action.into())).collect()))
    }

    /// The proposer gives `give`: we get that.
    fn answer(&self, turn: &Turn, known: &Observation) -> Answer {
        let hand = &known.players[turn.seat() as usize].hand;
        let gets = known.offer.give.as_deref().unwrap_or_default();
        let is_needed = hand.iter().zip(gets).any(|(have, get)| *have == 0 && *get > 0);
        match turn.actions_with("accept").first() {
            Some(accept) if is_needed => (*accept).clone().into(),
            _ => RejectAction.into(),
        }
    }
}

impl Bot for GreedyCatan {
    fn on_start(&mut self, of: &Match) -> Result<(), BotError> {
        self.consts = of.consts_as()?;
        Ok(())
    }

    fn decide(&mut self, turn: &Turn) -> Result<Answer, BotError> {
        let known: Observation = turn.known()?;
        if known.phase == ObservationPhase::Answer {
            return Ok(self.answer(turn, &known));
        }
        if let Some(best) = self.settle(turn, &known) {
            return Ok(best);
        }
        for verb in ["buy_dev", "road", "play_knight", "bank", "end_turn"] {
            if let Some(action) = fastrand::choice(turn.actions_with(verb)) {
                return Ok(action.clone().into());
            }
        }
        Ok(turn.random_answer())
    }
}
