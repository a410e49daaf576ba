//! What `/metrics` counts of interviews: turns, each once, when its end is stored.

use domain::{
    interview::TurnEnd,
    live::{Append, Rows},
};

/// How the turns end that end with this append.
pub(crate) fn ends(append: &Append) -> Vec<TurnEnd> {
    if let Rows::Interview(rows) = &append.rows { rows.ended.clone() } else { Vec::new() }
}

pub(crate) fn count(ends: &[TurnEnd]) {
    for end in ends {
        metrics::counter!("discovery_turns", "outcome" => end.name()).increment(1);
    }
}
