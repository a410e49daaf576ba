//! The engine with a model that keeps to a script, alone and through the interview's own rules.

mod injections;
mod lists;
mod nudges;
mod proposals;
mod understanding;
mod whole;
mod wording;

use super::ByModel;
use domain::interview::{EngineFault, Heard, Interviewer, ReplyPlan, Understanding};
use futures::executor::block_on;
use protocol::interview::ObjectiveDefinition;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use testkit::{ModelScript, ScriptedModel, Talk};

/// A shop, with every kind of widget.
fn shop() -> ObjectiveDefinition {
    let mut shop = json!({
        "displayName": "A shop",
        "obligations": [
            {"key": "goods", "fieldPath": "shop.goods", "prompt": "What will the shop sell?", "widgetType": "text", "priority": 9},
            {"key": "size", "fieldPath": "shop.size", "prompt": "How large is the shop?", "widgetType": "choice", "priority": 8,
             "options": [{"value": "small", "label": "Small", "synonyms": ["tiny"]}, {"value": "large", "label": "Large"}]},
            {"key": "channels", "fieldPath": "shop.channels", "prompt": "Where does the shop sell?", "widgetType": "multiselect",
             "priority": 6, "options": ["street", "market", "online"]},
            {"key": "budget", "fieldPath": "shop.budget", "prompt": "What may the shop cost?", "widgetType": "number", "priority": 5},
            {"key": "opening_day", "fieldPath": "shop.opening", "prompt": "When does the shop open?", "widgetType": "date",
             "priority": 4},
        ],
        "completion": {"minObligationsSatisfied": 1, "minConfidenceScore": 0.5, "requiredObligations": ["goods"]},
    });
    for one in shop["obligations"].as_array_mut().expect("a list") {
        one["collectionType"] = json!("direct_question");
    }
    serde_json::from_value(shop).expect("an objective")
}

fn greeted() -> Talk {
    Talk::over(shop())
}

/// What the model answers: values as `(key, value, quote, manner)`, moves as `(move, key, quote)`.
fn answer(values: &[(&str, &str, &str, &str)], moves: &[(&str, Option<&str>, &str)]) -> Value {
    let value = |(key, value, quote, manner): &(&str, &str, &str, &str)| json!({"key": key, "value": value, "several": [], "upper": null, "unit": null, "quote": quote, "manner": manner});
    let one_move = |(kind, key, quote): &(&str, Option<&str>, &str)| json!({"move": kind, "key": key, "quote": quote});
    json!({
        "values": values.iter().map(value).collect::<Vec<_>>(), "moves": moves.iter().map(one_move).collect::<Vec<_>>(),
        "style": null, "prefers_examples": null,
    })
}

fn says(answer: &Value) -> Arc<ScriptedModel> {
    Arc::new(ScriptedModel::always(ModelScript::Text(answer.to_string())))
}

fn understand(model: &Arc<ScriptedModel>, heard: &Heard) -> Result<Understanding, EngineFault> {
    block_on(ByModel::new(model.clone()).understand(heard))
}

/// The message in the interview, understood by the model and answered.
fn hear(talk: &mut Talk, text: &str, answer: &Value) {
    talk.say(text).expect("it is taken");
    let understanding = understand(&says(answer), &talk.engine_input()).expect("understood");
    talk.understand(testkit::Saying { text: text.into(), understanding });
}

#[derive(Default)]
struct Told(Mutex<Vec<String>>);

impl domain::interview::Pieces for Told {
    fn take(&self, piece: &str) {
        self.0.lock().expect("no panic").push(piece.to_owned());
    }
}

/// The reply and the pieces that were told of it.
fn word(model: &Arc<ScriptedModel>, plan: &ReplyPlan) -> (Result<String, EngineFault>, Vec<String>) {
    let told = Told::default();
    let said = block_on(ByModel::new(model.clone()).reply_in_pieces(plan, &told));
    let pieces = told.0.into_inner().expect("no panic");
    if let Ok(said) = &said {
        assert_eq!(*said, pieces.concat(), "the pieces are the reply");
    }
    (said, pieces)
}
