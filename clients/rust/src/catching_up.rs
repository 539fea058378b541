//! What happened in a match while its program was away, asked of the server: the match as its own seat saw it, up to now.

use serde_json::{Map, Value};

use crate::error::Error;
use crate::turn::Match;
use crate::wire::{Replay, ReplayForm, ReplayPart};

/// Asked for at a time, so that usually one part holds them.
const VERSIONS: i64 = 100;

/// Events, and the version of the view behind them.
pub(crate) type Happened = (Vec<Map<String, Value>>, i64);

/// What a seat was not told in the versions behind `told`, up to `ver`, in order. Fails as `ask`.
///
/// Only the first part of an answer is looked at, since that is all that comes through a bridge; the rest is asked for anew.
pub(crate) fn catch_up(
    ask: impl Fn(&Replay) -> Result<ReplayPart, Error>,
    of: &Match,
    mut told: i64,
    ver: i64,
) -> Result<Vec<Happened>, Error> {
    let mut missed = vec![];
    while told < ver {
        let first = told;
        let part = ask(&Replay {
            replay: of.match_id.clone(),
            view: Some(format!("seat:{}", of.seat)),
            form: Some(ReplayForm::Events),
            first,
            last: Some(ver.min(first + VERSIONS)),
            ..Default::default()
        })?;
        for mut entry in part.entries {
            let at = entry.get("ver").and_then(Value::as_i64).unwrap_or(0);
            if entry.get("type").and_then(Value::as_str) != Some("events") || at <= told {
                continue;
            }
            told = at;
            let Some(Value::Array(items)) = entry.remove("items") else { continue };
            let events: Vec<_> = items
                .into_iter()
                .filter_map(|item| if let Value::Object(item) = item { Some(item) } else { None })
                .collect();
            if !events.is_empty() {
                missed.push((events, at));
            }
        }
        if told == first {
            break;
        }
    }
    Ok(missed)
}
