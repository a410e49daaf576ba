//! A small objective with every widget, a dependency and something required: what the stories interview about.

use super::Api;
use serde_json::{Value, json};

pub(crate) fn plan() -> Value {
    let one = |key: &str, widget: &str, prompt: &str, priority: u8| {
        json!({"key": key, "fieldPath": format!("shop.{key}"), "prompt": prompt, "collectionType": "direct_question",
               "widgetType": widget, "priority": priority, "category": "shop"})
    };
    let mut size = one("size", "choice", "How large is the shop?", 8);
    size["options"] = json!([
        {"value": "small", "label": "Small", "synonyms": ["tiny"]}, {"value": "medium", "label": "Medium"}, {"value": "large", "label": "Large"}
    ]);
    let mut channels = one("channels", "multiselect", "Where does the shop sell?", 6);
    channels["options"] = json!(["street", "market", "online"]);
    let mut budget = one("budget", "number", "What may the shop cost?", 5);
    budget["dependencies"] = json!(["size"]);
    json!({
        "displayName": "A shop", "description": "What a new shop needs",
        "obligations": [
            one("goods", "text", "What will the shop sell?", 10), size, channels, budget,
            one("opening_day", "date", "When does the shop open?", 4),
            one("worry", "text", "What could go wrong?", 2),
        ],
        "completion": {"minObligationsSatisfied": 2, "minConfidenceScore": 0.7, "requiredObligations": ["goods", "size"]},
    })
}

impl Api {
    /// An objective of one's own; its id. Takes an administrator.
    pub(crate) async fn make_plan(&self, context: &str) -> String {
        let body = json!({"context_type": context, "version": "1.0.0", "display_name": "A shop", "config": plan()});
        let made = self.post("/api/v1/objectives", &body).await.json(201);
        made["id"].as_str().expect("an id").to_owned()
    }

    pub(crate) async fn activate(&self, objective: &str) -> Value {
        self.post(&format!("/api/v1/objectives/{objective}/activate"), &json!({})).await.json(200)
    }
}
