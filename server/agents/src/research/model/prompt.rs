//! What the model is told and shown of a research task.

use super::passages::passages;
use crate::{
    interview::model::{
        fence::{RULE, fence},
        window::{cut, quoted},
    },
    research::rules::subject::Subject,
};
use domain::{interview::value::format_for_reading, research::Material};
use serde_json::Value;

/// Of all sources together, and of a title or a text of the objective, in characters.
const TEXTS: usize = 48_000;
const TITLE: usize = 300;

pub(super) fn system() -> String {
    format!("{INSTRUCTIONS}\n\n{RULE}")
}

const INSTRUCTIONS: &str = "\
You read sources about a subject and report what they say about it. People see your findings beside the words of the sources.

`findings`: at most twelve, the most important first. Of each:
- `source`: the number of the source.
- `quote`: the words of that source which say it, copied letter by letter from one place, one or two sentences.
- `claim`: what the quote says about the subject, in one plain sentence; no number that is not in the quote.
- `stance`: supports or contradicts, where a value is held and the quote itself speaks for or against it; informs in every other case.
- `value`: where no value is held and the quote itself gives one, that value in the words of the quote (a number as digits, a choice as \
the name of its option); else null.
Report only what the sources say: nothing that you know otherwise, no guesses, no advice. No finding where none bears on the subject.

`summary`: two to four plain sentences on what the findings come to, without links, markup and numbers that are in no quote.";

pub(super) fn question(subject: &Subject, material: &Material) -> String {
    let mut prompt = String::new();
    fence(&mut prompt, "looked up", &material.asked.query);
    if let Some(template) = &material.template {
        let mut about = format!("name {}\nquestion {}", quoted(&template.name()), quoted(&template.prompt));
        if let Some(description) = &template.description {
            about.push_str(&format!("\nmeans {}", quoted(description)));
        }
        if !template.options.is_empty() {
            let options: Vec<&str> = template.options.iter().map(|option| option.label.as_str()).take(60).collect();
            about.push_str(&format!("\noptions {}", Value::from(options)));
        }
        match &material.value {
            Some(value) => about.push_str(&format!("\nheld value {}", quoted(&format_for_reading(template, value)))),
            None => about.push_str("\nno value is held"),
        }
        fence(&mut prompt, "subject", &about);
    }
    let each = TEXTS / material.sources.len().max(1);
    for (number, source) in (1..).zip(&material.sources) {
        prompt.push_str(&format!("Source {number}:\n"));
        let title = cut(&source.source.title, TITLE);
        fence(&mut prompt, "source", &format!("{title}\n{}", passages(subject, &source.text, each)));
    }
    prompt.push_str("Report what the blocks `source` say about the subject.");
    prompt
}
