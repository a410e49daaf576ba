//! Texts that are too long, in every field of every call.

use super::{Does::Read, Said, calls};
use crate::{
    ground::Answer,
    long_texts::{LONG, SMALL},
    tenancy::House,
};
use reqwest::Method;
use serde_json::Value;

/// What is only read may be as long as what it is read for: a definition that is looked over, a query.
const READ: [&str; 4] = ["admin/objective/check", "admin/pool/check", "projects/read", "projects/act"];

/// The body with the text in the place of each of its own, one after the other.
fn filled(body: &Value, text: &str) -> Vec<Value> {
    let mut all = Vec::new();
    match body {
        Value::String(_) => all.push(text.into()),
        Value::Array(items) => {
            for place in 0..items.len() {
                all.extend(filled(&items[place], text).into_iter().map(|item| {
                    let mut items = items.clone();
                    items[place] = item;
                    items.into()
                }));
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                all.extend(filled(value, text).into_iter().map(|value| {
                    let mut fields = fields.clone();
                    fields.insert(name.clone(), value);
                    fields.into()
                }));
            }
        }
        _ => {}
    }
    all
}

pub(super) async fn long_texts_are_refused_in_every_call(house: &House) {
    let (mut tried, mut faults) = (0, Vec::new());
    for call in calls(house) {
        for length in LONG {
            let long = "a".repeat(length);
            let path = format!("/call/{}", call.path);
            let request = || house.owner.call(Method::POST, &path);
            let requests: Vec<_> = match &call.said {
                Said::Nothing => continue,
                Said::Json(body) => filled(body, &long).into_iter().map(|body| request().json(&body)).collect(),
                Said::Form(fields) => (0..fields.len())
                    .map(|place| {
                        let mut fields = fields.clone();
                        fields[place].1 = long.clone();
                        request().form(&fields)
                    })
                    .collect(),
            };
            for (place, request) in requests.into_iter().enumerate() {
                tried += 1;
                let answer = Answer::fetch(request).await;
                let looked = call.does == Read && READ.contains(&call.path) && answer.status == 200;
                // A query that could be asked is shown as it was written.
                let shown = if looked && call.path == "projects/read" { LONG[0] } else { 0 };
                let refused = (400..500).contains(&answer.status);
                if !(refused || looked) || answer.text.len() > SMALL + shown {
                    let beginning: String = answer.text.chars().take(200).collect();
                    faults.push(format!("{} {place} with {length} signs: {} {beginning}", call.path, answer.status));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(tried >= 200, "only {tried} texts");
}
