//! A language model that reads a prompt as it should, and the ways in which it then answers otherwise.

use super::person::{FINISH, KEEP, LINES, Line, YES, line_of};
use serde_json::{Value, json};
use testkit::Behaviour;

/// How the model answers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Way {
    Rightly,
    /// These words are the quote of every value, also of values of what nobody spoke of.
    Quoting(&'static str),
    /// The form lacks its quotes.
    Unquoted,
    /// Texts that nobody wrote, with quotes that are right.
    Misreading,
    Prose(&'static str),
    /// The data is the reply.
    Data,
    Cut,
    Truncated,
    /// About what was answered just now.
    AskingAgain,
    AskingFor(&'static str),
    /// Before what it should say.
    Saying(&'static [&'static str]),
}

impl Way {
    pub(super) fn answer(self, Good { line, mut reading }: Good, reads: bool) -> Behaviour {
        match self {
            Self::Rightly => {}
            Self::Quoting(quote) => {
                let values = list(&mut reading["values"]);
                values.extend(LINES.iter().filter(|line| line.values.is_empty()).map(|line| value(line.key, &["4000"], quote)));
                values.iter_mut().for_each(|one| one["quote"] = json!(quote));
            }
            Self::Unquoted => {
                for part in ["values", "moves"] {
                    for one in list(&mut reading[part]).iter_mut().filter_map(Value::as_object_mut) {
                        one.remove("quote");
                    }
                }
            }
            Self::Misreading => {
                for one in list(&mut reading["values"]).iter_mut().filter(|one| one["value"] == one["quote"]) {
                    one["value"] = json!("HACKED");
                }
            }
            Self::Prose(text) => return Behaviour::Says(text.to_owned()),
            Self::Data => {
                reading["reply"]["question"] = Value::Null;
                let data = reading.to_string();
                reading["reply"]["statements"] = json!([data]);
            }
            Self::Cut | Self::Truncated => {
                let text = if reads { reading.to_string() } else { words_of(&reading) };
                let half: String = text.chars().take(text.chars().count() / 2).collect();
                return if matches!(self, Self::Cut) { Behaviour::Cut { after: half } } else { Behaviour::Truncates(half) };
            }
            Self::AskingAgain => {
                if let Some(line) = line {
                    reading["reply"]["ask"] = json!(line.key);
                    reading["reply"]["question"] = json!(line.question.replace('?', ", pray tell?"));
                }
            }
            Self::AskingFor(question) => reading["reply"]["question"] = json!(question),
            Self::Saying(unfit) => {
                let statements = list(&mut reading["reply"]["statements"]);
                unfit.iter().rev().for_each(|one| statements.insert(0, json!(one)));
            }
        }
        Behaviour::Says(if reads { reading.to_string() } else { words_of(&reading) })
    }
}

/// What a good model makes of a prompt.
pub(super) struct Good {
    /// What the person speaks of.
    line: Option<&'static Line>,
    reading: Value,
}

impl Good {
    pub(super) fn from_prompt(prompt: &str) -> Self {
        let message = format!("{}{}", block(prompt, "message"), block(prompt, "the person just said"));
        let line = LINES.iter().find(|line| !message.is_empty() && line.words == message);
        let values: Vec<Value> = line
            .filter(|line| !line.values.is_empty())
            .map(|line| value(line.key, line.values, line.quote))
            .into_iter()
            .collect();
        let (kind, statement) = match (message.as_str(), line) {
            (_, Some(line)) => (line.values.is_empty().then_some("skip"), line.statement),
            (YES, _) => (Some("accept"), "Good."),
            (KEEP, _) => (Some("reject"), "Good."),
            (FINISH, _) => (Some("done"), "Good to hear all this."),
            _ => (None, "Good to hear."),
        };
        let moves: Vec<Value> = kind.map(|kind| json!({"move": kind, "key": null, "quote": message})).into_iter().collect();
        let before = prompt.split_once("the key \"").and_then(|(_, rest)| rest.split_once('"')).map_or("", |(key, _)| key);
        let ranked = block(prompt, "to be asked next");
        let mut open = ranked.lines().map(|line| line.trim_matches('"')).filter(|key| *key != before);
        let ask = open.next().filter(|_| message != FINISH);
        // Whoever only words a reply is handed the question.
        let by_rule = Some(block(prompt, "question")).filter(|text| !text.is_empty());
        let question = ask.map(|key| line_of(key).question.to_owned()).or(by_rule);
        let reply = json!({"statements": [statement], "ask": ask, "question": question});
        let reading = json!({"values": values, "moves": moves, "style": null, "prefers_examples": null, "reply": reply});
        Self { line, reading }
    }
}

/// The lines of a block of data.
fn block(prompt: &str, name: &str) -> String {
    let begin = format!("=== {name} ===\n");
    let inside = prompt.split_once(begin.as_str()).map_or("", |(_, rest)| rest);
    inside.lines().map_while(|line| line.strip_prefix("| ")).collect::<Vec<_>>().join("\n")
}

fn value(key: &str, values: &[&str], quote: &str) -> Value {
    let one = if let [one] = values { Some(*one) } else { None };
    let several: &[&str] = if one.is_some() { &[] } else { values };
    json!({"key": key, "value": one, "several": several, "upper": null, "unit": null, "quote": quote, "manner": "direct"})
}

/// The reply of a reading as plain text.
fn words_of(reading: &Value) -> String {
    let reply = &reading["reply"];
    let statements = reply["statements"].as_array().into_iter().flatten();
    statements.chain([&reply["question"]]).filter_map(Value::as_str).collect::<Vec<_>>().join(" ")
}

fn list(value: &mut Value) -> &mut Vec<Value> {
    value.as_array_mut().expect("a list")
}
