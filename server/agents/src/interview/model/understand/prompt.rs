//! What the model is told and shown.

use crate::interview::model::{
    fence::{RULE, fence},
    window::{self, quoted},
};
use domain::interview::Heard;
use protocol::interview::Asking;

/// What is kept in mind, and what the objective is about, in characters.
const MEMORY: usize = 2_000;
const ABOUT: usize = 600;

pub(super) fn system() -> String {
    format!("{INSTRUCTIONS}\n\n{RULE}")
}

const INSTRUCTIONS: &str = "\
You read one message of a person in an interview and report what it says, as JSON.

`values`: each thing to be known of which the message gives a value, once.
- `key`: exactly as listed.
- `value`: for kind text, the person's own words, as short as they stay complete, in their language; for kind choice, the option's value \
(the string before its names); for kind number, digits with a point for decimals; for kind date, YYYY-MM-DD if a day follows from the \
words and today's date, else the words. null only for kind multiselect.
- `several`: for kind multiselect, the options' values; else an empty list.
- `upper`: the end of a range of numbers or days, else null. `unit`: the unit or currency of a number as it was said, else null.
- `quote`: the words of the message that say this, copied letter by letter; the shortest passage that carries the value.
- `manner`: explicit (named together with what it is), direct (the answer to what was asked), corrected (put in place of what is held), \
implied (follows from other words), hedged (said with doubt), vague (no clear value).
Report nothing that the message does not say: not what is held already, not what earlier turns said, no guesses.

`moves`: what the message does besides giving values, each with a `quote` from the message and the `key` it is about, or null for what \
was asked last.
accept (says yes to what was read back or proposed), reject (says it is wrong), skip, defer (later), dont_know, withdraw (takes a held \
value back), ask_why, ask_meaning, ask_examples, ask_research, go_back, done (wants to end), greeting, thanks, small_talk, question \
(asks something else), abuse.

`style`: formal or casual where the tone of the message shows it, else null. `prefers_examples`: true where the person asks for \
examples, else null.

`reply`: what the person hears now. Lead like a good consultant: follow up on what was said and on what it means for the matter.
- `statements`: one to three short sentences of plain text in the person's language; first the answer to what the person asked, if \
anything. No questions, no promises, no advice, no number or name that nobody said, never more than six of their words in a row; call \
nothing noted but the values above, and nothing certain that the block `held with doubt` names: it is read back to the person.
- `ask`: the key to ask about now: the first of the block `to be asked next` that the message leaves open, or another open one that \
follows better from it; null to ask nothing.
- `question`: the one question for that key, in its telling words, with a question mark; null where `ask` is null.";

pub(super) fn question(heard: &Heard) -> String {
    let mut prompt = String::new();
    let about = format!("{}\n{}", heard.definition.display_name, heard.definition.description);
    fence(&mut prompt, "what the interview is about", &window::cut(about.trim(), ABOUT));
    window::obligations(&mut prompt, &heard.definition, &heard.held);
    window::fence_doubted(&mut prompt, &heard.definition, &heard.held);
    let memory = serde_json::to_string(&(&heard.memory.recent_topics, &heard.memory.pending_follow_ups)).unwrap_or_default();
    if !heard.memory.recent_topics.is_empty() || !heard.memory.pending_follow_ups.is_empty() {
        fence(&mut prompt, "recent topics and what is to be come back to", &window::cut(&memory, MEMORY));
    }
    if !heard.ranked.is_empty() {
        let keys: Vec<String> = heard.ranked.iter().map(|key| quoted(key)).collect();
        fence(&mut prompt, "to be asked next", &keys.join("\n"));
    }
    window::conversation(&mut prompt, &heard.history);
    fence(&mut prompt, "message", &heard.text);
    let (year, month, day) = heard.today;
    prompt.push_str(&format!("Today is {year:04}-{month:02}-{day:02}.\n"));
    match &heard.asked {
        Some((key, Asking::Question)) => prompt.push_str(&format!("Asked last: the key {}.\n", quoted(key))),
        Some((key, Asking::ReadBack)) => {
            prompt.push_str(&format!("Read back last, to be accepted or rejected: the key {}.\n", quoted(key)))
        }
        Some((key, Asking::Negotiation)) => {
            prompt.push_str(&format!("Asked last, which of two values holds: the key {}.\n", quoted(key)));
        }
        None => prompt.push_str("Nothing particular was asked last.\n"),
    }
    prompt.push_str("Report what the block `message` says, with your reply to it.");
    prompt
}
