//! Requests to do an analysis again (seed 004, Mode Preservation for Redo Requests), and corrections that later asks keep to.

mod keep;
mod values;

pub use keep::{facts_for_redo, facts_to_remember, reusable_steps};

use super::{
    read_follow_up,
    words::{Lists, begins, lists, strip},
};
use crate::Refusal;
use protocol::ask::AskMode;
use serde_json::{Map, Value};
use std::sync::LazyLock;
use values::{parts, read_corrections, read_value};

static LISTS: LazyLock<Lists> = LazyLock::new(|| lists(include_str!("words.txt")));

/// What is done differently.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Redo {
    pub mode: Option<AskMode>,
    /// With the result before.
    pub compare: bool,
    /// Values by name, in the place of what was known or assumed.
    pub facts: Map<String, Value>,
    /// What a word means from now on, in every ask.
    pub corrections: Map<String, Value>,
    /// What else is different, as a follow-up says it: "for Oslo", "by region".
    pub change: Option<String>,
}

/// A question that names the one it does again; whatever it holds is a question and no change.
const BEFORE: &str = "again: ";

/// None where nothing asks for it again and nothing is corrected.
#[must_use]
pub fn read_redo(text: &str) -> Option<Redo> {
    let text = text.trim().trim_start_matches('/').trim();
    if text.to_ascii_lowercase().starts_with(BEFORE) {
        return Some(Redo::default());
    }
    let corrections = read_corrections(text);
    let Some(rest) = after_again(text) else {
        return (!corrections.is_empty()).then(|| Redo { corrections, ..Redo::default() });
    };
    let mut redo = Redo { mode: named_mode(&text.to_lowercase()), corrections, ..Redo::default() };
    for part in parts(rest) {
        let part = strip(&LISTS, "leads", part.trim());
        let lower = part.to_lowercase();
        if named_mode(&lower).is_some() || !read_corrections(part).is_empty() {
            continue;
        }
        if is_compared(&lower) {
            redo.compare = true;
        } else if let Some((name, value)) = read_value(part) {
            redo.facts.insert(name, value);
        } else if read_follow_up(part).is_some() {
            redo.change.get_or_insert_with(|| part.trim_end_matches(['.', '!', '?']).to_owned());
        }
    }
    Some(redo)
}

/// A message that is to do something again, with or without words that say so; the first is how it reads.
///
/// # Errors
/// 422 with what can be written, where it says more than "again" and nothing of that can be read.
pub fn check_redo(message: &str) -> Result<(String, Redo), Refusal> {
    let message = message.trim();
    let found = read_redo(message).map(|redo| (message.to_owned(), redo));
    let (message, redo) = found.unwrap_or_else(|| {
        let whole = format!("redo, {message}");
        let redo = read_redo(&whole).unwrap_or_default();
        (whole, redo)
    });
    if redo == Redo::default() && says_more(&message) {
        let why = "nothing of this could be read as a change: write for example \"redo, but change my age to 50\", \"redo for \
                   Oslo\" or \"redo in auditable mode\"";
        return Err(Refusal::invalid("message", why));
    }
    Ok((message, redo))
}

/// Than to do it again, please, for some reason.
fn says_more(text: &str) -> bool {
    let text = text.trim().trim_start_matches('/').trim();
    if text.to_ascii_lowercase().starts_with(BEFORE) {
        return false;
    }
    let rest = after_again(text).unwrap_or_default();
    parts(rest).into_iter().any(|part| {
        let said = strip(&LISTS, "leads", part.trim().trim_matches(|sign: char| !sign.is_alphanumeric()));
        !said.is_empty() && !said.to_ascii_lowercase().starts_with("because")
    })
}

/// What follows the words that ask for it again; none where nothing does.
fn after_again(text: &str) -> Option<&str> {
    let rest = strip(&LISTS, "leads", text);
    let lower = rest.to_ascii_lowercase();
    if let Some(phrase) = begins(&LISTS, "again", &lower) {
        let after = &rest[phrase.len()..];
        let is_sure = !LISTS["doubtful"].contains(&phrase)
            || !after.starts_with(' ')
            || begins(&LISTS, "goes_on", lower[phrase.len()..].trim_start()).is_some();
        return is_sure.then(|| past_it(after));
    }
    // "Show me that again", "prove it once more with a discount of 5%".
    let act = begins(&LISTS, "acts", &lower)?;
    let after = rest[act.len()..].trim_start();
    let it = begins(&LISTS, "it", &after.to_ascii_lowercase()).map_or(0, str::len);
    let after = after[it..].trim_start();
    let again = begins(&LISTS, "once_more", &after.to_ascii_lowercase())?;
    Some(&after[again.len()..])
}

/// Past "the analysis", "it".
fn past_it(text: &str) -> &str {
    let text = text.trim_start();
    let it = begins(&LISTS, "it", &text.to_ascii_lowercase());
    it.map_or(text, |it| &text[it.len()..])
}

/// "In exploratory mode", "as auditable".
fn named_mode(lower: &str) -> Option<AskMode> {
    let plain = lower.trim_end_matches(['.', '!', '?', ' ']);
    AskMode::ALL.into_iter().find(|mode| {
        let name = mode.name();
        let ends = ["in ", "as ", "to ", "in an ", "in a "].iter().any(|before| plain.ends_with(&format!("{before}{name}")));
        lower.contains(&format!("{name} mode")) || ends || plain == name
    })
}

fn is_compared(lower: &str) -> bool {
    lower.split(|sign: char| !sign.is_alphanumeric()).any(|word| LISTS["compare"].contains(&word))
        || lower.contains("side by side")
}

#[cfg(test)]
mod tests;
