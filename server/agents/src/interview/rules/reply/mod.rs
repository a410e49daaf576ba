//! Words a reply from its plan: what was taken, what else is to be said, and the one thing that is asked.
//!
//! The same plan always gives the same reply. The reply is plain text: what a person wrote stands in it as they wrote it and is
//! never markup, so whoever shows it must show it as text.

mod acknowledge;
mod ask;
mod blockers;
mod capitals;
mod close;
mod courtesy;
mod days;
mod explain;
mod frames;
mod plain;
mod product;
mod recap;
mod remark;
mod research;
mod subject;
mod talk;
#[cfg(test)]
mod tests;
mod unclear;
mod value;
mod voice;
mod wording;

use domain::interview::{Next, Remark, ReplyPlan};
use plain::{plain, statements};
use protocol::interview::Phase;
use voice::Voice;

/// The longest text of an objective's author that is said at once, in characters.
const AUTHOR_LIMIT: usize = 500;

/// What one part of a reply is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Greeting,
    Courtesy,
    /// What was taken from what the person said.
    Taken,
    /// The answer to something that the person wanted or asked.
    Answer,
    /// The first words of a phase.
    Lead,
    /// What the reply ends with.
    Asked,
}

/// The whole reply: one to four sentences as a rule, and a list where everything known is read back; never empty, with at most
/// one question.
#[must_use]
pub fn reply(plan: &ReplyPlan) -> String {
    one_question_mark(join(parts(plan).into_iter().map(|(_, text)| text)).trim_end())
}

/// Puts parts of a reply behind one another. What comes after a list, or after a line, begins on a line of its own.
fn join(parts: impl IntoIterator<Item = String>) -> String {
    let mut all = String::new();
    for part in parts {
        if !all.is_empty() && !all.ends_with('\n') {
            let listed = all.rsplit_once('\n').is_some_and(|(_, last)| last.starts_with("- "));
            all.push(if listed { '\n' } else { ' ' });
        }
        all.push_str(&part);
    }
    all
}

/// The same in its parts, in order; never none, and none empty.
#[must_use]
pub fn parts(plan: &ReplyPlan) -> Vec<(Role, String)> {
    let mut voice = Voice::from_plan(plan);
    let mut said = Vec::new();
    if plan.opening {
        let greeting = greeting(plan, &voice);
        add(&mut said, &mut voice, Role::Greeting, Some(greeting));
    }
    for courtesy in courtesy::courtesies(plan, &voice) {
        add(&mut said, &mut voice, Role::Courtesy, Some(courtesy));
    }
    let taken = acknowledge::acknowledge(plan, &voice);
    let acknowledged = taken.is_some();
    add(&mut said, &mut voice, Role::Taken, taken);
    for answer in remark::answers(plan, &voice) {
        add(&mut said, &mut voice, Role::Answer, Some(answer));
    }
    let entered = entered(plan);
    let led = entered.is_some();
    add(&mut said, &mut voice, Role::Lead, entered);
    let context = ask::Context { acknowledged, led, alone: said.is_empty() };
    let asked = ask::ask(plan, &voice, context);
    add(&mut said, &mut voice, Role::Asked, asked);
    if said.is_empty() {
        said.push((Role::Lead, voice.word("listening", &[])));
    }
    said
}

fn add(said: &mut Vec<(Role, String)>, voice: &mut Voice<'_>, role: Role, sentence: Option<String>) {
    if let Some(sentence) = sentence.filter(|one| !one.is_empty()) {
        said.push((role, sentence));
        voice.goes_on();
    }
}

/// The objective's own greeting, or one that says what to expect.
fn greeting(plan: &ReplyPlan, voice: &Voice<'_>) -> String {
    let own = statements(&plain(&plan.definition.phases.opening.message, AUTHOR_LIMIT));
    if !own.is_empty() {
        return own;
    }
    let topic = match plain::words(&plan.definition.display_name, 60) {
        name if name.is_empty() => String::new(),
        name => format!(" about “{name}”"),
    };
    voice.word("greeting", &[("topic", &topic)])
}

/// The first words of a phase just entered. Those of closing belong to the summary offer.
fn entered(plan: &ReplyPlan) -> Option<String> {
    let phases = &plan.definition.phases;
    let config = match plan.entered? {
        Phase::Exploration => &phases.exploration,
        Phase::Validation => &phases.validation,
        Phase::Opening | Phase::Closing => return None,
    };
    let busy = plan.opening || plan.remarks.iter().any(|one| !matches!(one, Remark::Greeting | Remark::Thanks));
    let asks = !matches!(plan.next, Next::Nothing | Next::Close { .. });
    (asks && !busy).then(|| statements(&plain(&config.message, AUTHOR_LIMIT))).filter(|text| !text.is_empty())
}

/// An author's text may hold a question where a statement is expected: only the last question of a reply stays one.
pub(in crate::interview) fn one_question_mark(text: &str) -> String {
    let Some(last) = text.rfind('?') else { return text.to_owned() };
    format!("{}{}", text[..last].replace('?', "."), &text[last..])
}
