//! Looking over the answers once more with an engine that reads: it names later words of the person that speak against an answer,
//! and the answer is asked about again. It gives no values and closes nothing.

use super::{Effect, must_be_active};
use crate::{
    Refusal,
    interview::{Analysed, Doubt, Draft, Interview, Recap, reevaluate, value::format_for_reading},
    research::spaced,
};
use protocol::interview::{Engine, InterviewEvent, ObligationTemplate, Reevaluation, Status, WidgetType};
use std::collections::HashSet;

/// The most answers that are doubted at once, and the most doubts that are looked at.
const MOST: usize = 3;
const LOOKED_AT: usize = 40;
/// The longest words that are quoted as a reason.
const QUOTED: usize = 160;
const LONG_WORD: usize = 4;

/// Asks for it where there is an answer that could be doubted.
pub(super) fn look(draft: &Draft<'_>, effects: &mut Vec<Effect>) {
    if draft.view.obligations.iter().any(|one| one.status == Status::Satisfied) {
        effects.push(Effect::Reevaluate);
    }
}

pub(super) fn looked_over(
    draft: &mut Draft<'_>,
    interview: &Interview,
    seq: u64,
    answer: Option<Analysed<Vec<Doubt>>>,
) -> Result<(), Refusal> {
    let Some(answer) = answer else { return Ok(()) };
    must_be_active(draft)?;
    let (engine, doubts, fell_back) = match answer {
        Analysed::By(engine, doubts) => (engine, doubts, None),
        Analysed::FellBack(reason) => (Engine::BuiltIn, Vec::new(), Some(reason.to_owned())),
    };
    let recap = Recap::new(interview, &(0..=u32::MAX));
    let proposed = doubts.len();
    let mut carried: Vec<(String, String)> = Vec::new();
    for doubt in doubts.into_iter().take(LOOKED_AT) {
        let known = carried.iter().any(|(key, _)| *key == doubt.key);
        if let Some(reason) = shaken(draft, &recap, seq, &doubt).filter(|_| !known && carried.len() < MOST) {
            carried.push((doubt.key, reason));
        }
    }
    let doubted: Vec<String> = carried.iter().map(|(key, _)| key.clone()).collect();
    let dropped = u32::try_from(proposed - doubted.len()).unwrap_or(u32::MAX);
    draft.push(InterviewEvent::Reevaluated { reevaluation: Reevaluation { engine, fell_back, doubted, dropped } });
    for (key, reason) in carried {
        reevaluate::lower(draft, &key, &reason);
    }
    draft.recompute();
    Ok(())
}

/// Why an answer is doubted: it still is what was looked at, and the person said since, in these very words, something about it.
fn shaken(draft: &Draft<'_>, recap: &Recap, seq: u64, doubt: &Doubt) -> Option<String> {
    let (one, template) = (draft.view.obligation(&doubt.key)?, draft.view.template(&doubt.key)?);
    let unchanged = one.status == Status::Satisfied && one.value_seq <= seq && one.sure_seq <= seq;
    let value = one.value.as_ref().filter(|_| unchanged)?;
    let spoken_at = recap.find_quote(&doubt.quote)?;
    let answered_at = one.evidence.as_ref().map_or(0, |evidence| evidence.turn).max(one.satisfied_at_turn.unwrap_or(0));
    if spoken_at <= answered_at || !speaks_of(template, &format_for_reading(template, value), &doubt.quote) {
        return None;
    }
    let quote: String = spaced(&doubt.quote).chars().take(QUOTED).collect();
    Some(format!("said since: “{quote}”"))
}

/// Whether words could be about an answer at all.
fn speaks_of(template: &ObligationTemplate, value: &str, quote: &str) -> bool {
    let said: HashSet<String> = words(quote).collect();
    let options = template.options.iter().flat_map(|option| [&option.label, &option.value].into_iter().chain(&option.synonyms));
    let name = template.name();
    let mut about = words(&name).chain(words(value)).chain(options.flat_map(|name| words(name)));
    let counts = template.widget_type == WidgetType::Number && quote.chars().any(|sign| sign.is_ascii_digit());
    counts || about.any(|word| said.contains(&word))
}

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let long = |word: &&str| word.chars().nth(LONG_WORD - 1).is_some();
    let split = text.split(|sign: char| !sign.is_alphanumeric()).filter(long);
    split.map(|word| word.to_lowercase()).map(|word| word.strip_suffix('s').map_or_else(|| word.clone(), str::to_owned))
}
