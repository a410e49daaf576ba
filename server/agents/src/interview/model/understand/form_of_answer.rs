//! The form in which the model answers.

use crate::interview::model::form::object;
use domain::models::ReplySchema;
use protocol::interview::Style;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ModelReading {
    pub(super) values: Vec<ModelValue>,
    pub(super) moves: Vec<ModelMove>,
    pub(super) style: Option<Style>,
    pub(super) prefers_examples: Option<bool>,
    /// Read by itself: a reply that is of no use spoils nothing of what was understood.
    pub(super) reply: Option<Value>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ModelValue {
    pub(super) key: String,
    pub(super) value: Option<String>,
    pub(super) several: Vec<String>,
    pub(super) upper: Option<String>,
    pub(super) unit: Option<String>,
    pub(super) quote: String,
    pub(super) manner: ModelManner,
}

/// Without `accepted`: what is accepted is held or proposed already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ModelManner {
    Explicit,
    Direct,
    Corrected,
    Implied,
    Hedged,
    Vague,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ModelMove {
    #[serde(rename = "move")]
    pub(super) kind: MoveKind,
    pub(super) key: Option<String>,
    pub(super) quote: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum MoveKind {
    Accept,
    Reject,
    Skip,
    Defer,
    DontKnow,
    Withdraw,
    AskWhy,
    AskMeaning,
    AskExamples,
    AskResearch,
    GoBack,
    Done,
    Greeting,
    Thanks,
    SmallTalk,
    Question,
    Abuse,
}

pub(super) fn schema() -> ReplySchema {
    let text = json!({"type": "string"});
    let maybe = json!({"type": ["string", "null"]});
    let manners = ["explicit", "direct", "corrected", "implied", "hedged", "vague"];
    let moves = [
        "accept", "reject", "skip", "defer", "dont_know", "withdraw", "ask_why", "ask_meaning", "ask_examples", "ask_research",
        "go_back", "done", "greeting", "thanks", "small_talk", "question", "abuse",
    ];
    let value = object(&json!({
        "key": text, "value": maybe, "several": {"type": "array", "items": text}, "upper": maybe, "unit": maybe, "quote": text,
        "manner": {"type": "string", "enum": manners},
    }));
    let reply = object(&json!({"statements": {"type": "array", "items": text}, "ask": maybe, "question": maybe}));
    let one_move = object(&json!({"move": {"type": "string", "enum": moves}, "key": maybe, "quote": text}));
    let schema = object(&json!({
        "values": {"type": "array", "items": value},
        "moves": {"type": "array", "items": one_move},
        "style": {"type": ["string", "null"], "enum": ["formal", "casual", null]},
        "prefers_examples": {"type": ["boolean", "null"]},
        "reply": reply,
    }));
    ReplySchema { name: "understanding", schema }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interview::model::form::parse;
    use domain::interview::ProposedReply;

    #[test]
    fn the_schema_names_what_is_parsed_and_nothing_else() {
        let ReplySchema { schema, .. } = schema();
        let said = json!({
            "values": [{"key": "a", "value": "b", "several": [], "upper": null, "unit": null, "quote": "c", "manner": "direct"}],
            "moves": [{"move": "done", "key": null, "quote": "that is all"}], "style": null, "prefers_examples": null,
            "reply": {"statements": ["Fine."], "ask": "a", "question": "Which one?"},
        });
        let names = |schema: &Value, said: &Value| {
            let mut both = [schema["properties"].clone(), said.clone()].map(|one| {
                let mut names: Vec<String> = one.as_object().expect("an object").keys().cloned().collect();
                names.sort();
                names
            });
            assert_eq!(schema["required"].as_array().map(Vec::len), Some(both[0].len()));
            assert_eq!(std::mem::take(&mut both[0]), both[1]);
        };
        names(&schema, &said);
        names(&schema["properties"]["values"]["items"], &said["values"][0]);
        names(&schema["properties"]["moves"]["items"], &said["moves"][0]);
        names(&schema["properties"]["reply"], &said["reply"]);
        assert!(serde_json::from_value::<ProposedReply>(said["reply"].clone()).is_ok());
        assert!(parse::<ModelReading>(&said.to_string()).is_ok());
        for kind in schema["properties"]["moves"]["items"]["properties"]["move"]["enum"].as_array().expect("a list") {
            assert!(serde_json::from_value::<MoveKind>(kind.clone()).is_ok(), "{kind}");
        }
        for manner in schema["properties"]["values"]["items"]["properties"]["manner"]["enum"].as_array().expect("a list") {
            assert!(serde_json::from_value::<ModelManner>(manner.clone()).is_ok(), "{manner}");
        }
    }

    #[test]
    fn only_the_one_object_is_taken() {
        let good = r#"{"values": [], "moves": [], "style": null, "prefers_examples": null}"#;
        assert!(parse::<ModelReading>(good).is_ok() && parse::<ModelReading>(&format!("```json\n{good}\n```")).is_ok());
        let beside = good.replace("null}", r#"null, "reply": "Cheese it is."}"#);
        assert!(parse::<ModelReading>(&beside).is_ok(), "a reply of no use spoils nothing else");
        for bad in [
            "",
            "I understood everything.",
            "{}",
            r#"{"values": [], "moves": [], "style": "loud", "prefers_examples": null}"#,
            r#"{"values": [], "moves": [], "style": null, "prefers_examples": null, "phase": "closing"}"#,
            r#"{"values": [{"key": "a", "value": "b"}], "moves": [], "style": null, "prefers_examples": null}"#,
            r#"{"values": [], "moves": [{"move": "complete", "key": null, "quote": "x"}], "style": null, "prefers_examples": null}"#,
            &format!("{good} {good}"),
        ] {
            assert!(parse::<ModelReading>(bad).is_err(), "{bad}");
        }
    }
}
