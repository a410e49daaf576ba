//! Whether an agent elsewhere asked in an objective's very words: then its question is known, as in our own interviews.

use domain::interview::Heard;
use protocol::interview::{ObligationTemplate, Speaker};

/// The obligation whose question stands, word for word, at the end of the agent's last turn.
pub(super) fn asked(heard: &Heard) -> Option<&str> {
    let turn = heard.history.last().filter(|turn| turn.speaker == Speaker::Agent && turn.text.trim_end().ends_with('?'))?;
    let said = words(&turn.text);
    heard
        .definition
        .obligations
        .iter()
        .filter_map(|template| {
            Some((
                wordings(template).map(words).filter(|asked| ends_with(&said, asked)).map(|asked| asked.len()).max()?,
                template,
            ))
        })
        .max_by_key(|(length, _)| *length)
        .map(|(_, template)| template.key.as_str())
}

/// A prompt may be a mere description; only a question is asked.
fn wordings(template: &ObligationTemplate) -> impl Iterator<Item = &str> {
    std::iter::once(&template.prompt)
        .chain(&template.rephrasings)
        .map(String::as_str)
        .filter(|wording| wording.trim_end().ends_with('?'))
}

fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// Three words are the least that is no accident.
fn ends_with(said: &[String], asked: &[String]) -> bool {
    asked.len() >= 3 && said.ends_with(asked)
}
