//! What the model is told and shown of an interview as a whole.

use crate::interview::model::{
    fence::{RULE, fence},
    window::{cut, obligations},
};
use domain::interview::Recap;
use protocol::interview::Speaker;

/// Everything that was said, and one message, in characters. The newest is what counts.
const SAID: usize = 24_000;
const MESSAGE: usize = 4_000;

pub(super) fn system(instructions: &str) -> String {
    format!("{instructions}\n\n{RULE}")
}

pub(super) const SUMMARISE: &str = "\
You sum up what a part of an interview came to, for the person who gave the answers.

`sentences`: two to eight, the most important first. Of each:
- `text`: one plain sentence in the third person about what became known or changed, in the person's own terms, without links, markup \
and numbers that the person did not say.
- `quote`: words of the person that it rests on, copied letter by letter from one message.
Nothing that the person did not say: no advice, no judgement, no guesses. Write in the person's language.";

pub(super) const REEVALUATE: &str = "\
You look over the answers of an interview once more and report those that what the person said later speaks against.

`doubts`: empty in most cases. Of each:
- `key`: the answer that may not hold any more.
- `quote`: the later words of the person that speak against what is held, copied letter by letter from one message.
What merely adds to an answer, makes it more precise or repeats it is no doubt. Words that were said before the answer are none.";

pub(super) fn to_summarise(recap: &Recap) -> String {
    let mut prompt = String::new();
    fence(&mut prompt, "what the interview is about", &cut(&recap.title, 300));
    obligations(&mut prompt, &recap.definition, &recap.held);
    said(&mut prompt, recap);
    prompt.push_str("Sum up what the block `said` came to.");
    prompt
}

pub(super) fn to_reevaluate(recap: &Recap) -> String {
    let mut prompt = String::new();
    obligations(&mut prompt, &recap.definition, &recap.held);
    let turns: Vec<String> = recap
        .held
        .iter()
        .filter_map(|one| Some(format!("{} in turn {}", serde_json::Value::from(one.key.as_str()), one.turn?)))
        .collect();
    if !turns.is_empty() {
        fence(&mut prompt, "when what is held was said", &turns.join("\n"));
    }
    said(&mut prompt, recap);
    prompt.push_str("Report which of the answers that are held the block `said` speaks against later.");
    prompt
}

/// The newest turns as far as they fit, oldest first.
fn said(prompt: &mut String, recap: &Recap) {
    let mut room = SAID;
    let mut kept = Vec::new();
    for turn in recap.turns.iter().rev() {
        let text = cut(&turn.text, MESSAGE);
        let length = text.chars().count();
        if length > room {
            break;
        }
        room -= length;
        let speaker = if turn.speaker == Speaker::User { "Person" } else { "Agent" };
        kept.push(format!("Turn {}, {speaker}: {text}", turn.turn));
    }
    kept.reverse();
    fence(prompt, "said", &kept.join("\n"));
}
