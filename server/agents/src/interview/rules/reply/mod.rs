//! Words a reply from its plan: what was taken, what else is to be said, and the one thing that is asked.
//!
//! The same plan always gives the same reply. The reply is plain text: what a person wrote stands in it as they wrote it and is
//! never markup, so whoever shows it must show it as text.

mod acknowledge;
mod ask;
mod blockers;
mod explain;
mod plain;
mod remark;
mod research;
mod subject;
#[cfg(test)]
mod tests;
mod value;
mod voice;
mod wording;

use domain::interview::{Next, Remark, ReplyPlan};
use plain::{plain, statements};
use protocol::interview::Phase;
use voice::Voice;

/// The longest text of an objective's author that is said at once, in characters.
const AUTHOR_LIMIT: usize = 500;

/// The whole reply: one to four sentences as a rule, never empty, with at most one question.
#[must_use]
pub fn reply(plan: &ReplyPlan) -> String {
    let mut voice = Voice::of(plan);
    let mut said: Vec<String> = Vec::new();
    if plan.opening {
        add(&mut said, &mut voice, Some(greeting(plan)));
    }
    for courtesy in remark::courtesies(plan, &voice) {
        add(&mut said, &mut voice, Some(courtesy));
    }
    let taken = acknowledge::acknowledge(plan, &voice);
    let acknowledged = taken.is_some();
    add(&mut said, &mut voice, taken);
    for answer in remark::answers(plan, &voice) {
        add(&mut said, &mut voice, Some(answer));
    }
    let entered = entered(plan);
    let led = entered.is_some();
    add(&mut said, &mut voice, entered);
    let context = ask::Context { acknowledged, led, alone: said.is_empty() };
    let asked = ask::ask(plan, &voice, context);
    add(&mut said, &mut voice, asked);
    if said.is_empty() {
        said.push(voice.say(&["I am listening."], &["I'm listening."], &[]));
    }
    one_question_mark(&said.join(" "))
}

fn add(said: &mut Vec<String>, voice: &mut Voice<'_>, sentence: Option<String>) {
    if let Some(sentence) = sentence.filter(|one| !one.is_empty()) {
        said.push(sentence);
        voice.goes_on();
    }
}

/// The objective's own greeting, or one that says what to expect.
fn greeting(plan: &ReplyPlan) -> String {
    let own = statements(&plain(&plan.definition.phases.opening.message, AUTHOR_LIMIT));
    if !own.is_empty() {
        return own;
    }
    let topic = match plain::small(&plain::words(&plan.definition.display_name, 60)) {
        name if name.is_empty() => String::new(),
        name => format!(" about {name}"),
    };
    format!(
        "Hello, and thank you for taking the time. I have a few questions{topic}, one at a time; you can correct, skip or postpone anything."
    )
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
fn one_question_mark(text: &str) -> String {
    let Some(last) = text.rfind('?') else { return text.to_owned() };
    format!("{}{}", text[..last].replace('?', "."), &text[last..])
}
