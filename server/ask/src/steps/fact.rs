//! Something that is known: as the project knows it now.

use super::fail;
use crate::Asks;
use domain::{
    ask::{KnownFact, StepOutcome},
    tools::fact_key,
};
use projects::{Caller, known_facts};
use serde_json::{Map, Value};

/// What was said in this ask stands as it was planned; a fact of the project, its profile or an interview is read anew.
pub(super) async fn find(
    asks: &Asks,
    caller: &Caller,
    number: u32,
    (name, source, planned): (&str, &str, &Value),
    own_values: &Map<String, Value>,
) -> StepOutcome {
    let key = fact_key(name);
    if own_values.iter().any(|(name, value)| fact_key(name) == key && value == planned) {
        return StepOutcome { database: source.to_owned(), ..StepOutcome::of_value(number, planned.clone()) };
    }
    let known = match known_facts(asks.projects(), caller).await {
        Ok(known) => known,
        Err(failure) => return fail(number, failure.detail),
    };
    // The same name may be known from several sides; later ones win, as in planning.
    let mut same: Vec<KnownFact> = known.into_iter().filter(|fact| fact_key(&fact.name) == key).collect();
    let at = same.iter().rposition(|fact| fact.source == source);
    match at.map(|at| same.swap_remove(at)).or_else(|| same.pop()) {
        Some(fact) => StepOutcome { database: source.to_owned(), quote: fact.quote, ..StepOutcome::of_value(number, fact.value) },
        None => fail(number, format!("{name} is not known any more")),
    }
}
