//! What is changed or removed twice with the same call. The rule: a PUT or PATCH says how something is to be, so that the second one
//! is answered like the first and changes nothing more (but `undo`, which goes back one step each time); a DELETE removes, so that the
//! second one finds nothing, where what is over does not stay in its list.

use crate::{
    ground::{Answer, everywhere, id_of, plan},
    openapi::resolved,
    repeated::everything,
    tenancy::House,
};
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Every PUT, PATCH and DELETE with what the first and the second call are answered, in an order in which each is possible. A new
/// route needs a line here.
const ROWS: [(&str, &str, u16, u16); 31] = [
    ("put", "/api/v1/flags", 200, 200),
    ("put", "/api/v1/admin/models", 200, 200),
    ("put", "/api/v1/admin/retention", 200, 200),
    ("put", "/api/v1/admin/prices", 200, 200),
    ("put", "/api/v1/admin/reviews/{id}", 200, 200),
    ("put", "/api/v1/objectives/{id}", 200, 200),
    ("put", "/api/v1/projects/{id}", 200, 200),
    ("put", "/api/v1/projects/{id}/conversions", 200, 200),
    ("put", "/api/v1/projects/{id}/prompts/{name}", 200, 200),
    ("put", "/api/v1/projects/{id}/secrets/{name}", 204, 204),
    ("delete", "/api/v1/projects/{id}/prompts/{name}", 204, 404),
    ("delete", "/api/v1/projects/{id}/secrets/{name}", 204, 404),
    ("delete", "/api/v1/domain-packs/{slug}", 204, 404),
    ("put", "/api/v1/question-pools/{id}", 200, 200),
    ("patch", "/api/v1/admin/users/{id}", 200, 200),
    ("patch", "/api/v1/sessions/{id}/obligations/{key}", 200, 200),
    ("put", "/api/v1/projects/{id}/schedules/{schedule_id}", 200, 200),
    ("delete", "/api/v1/projects/{id}/schedules/{schedule_id}", 204, 404),
    ("put", "/api/v1/company-places/{id}", 200, 200),
    ("delete", "/api/v1/company-places/{id}", 204, 404),
    ("delete", "/api/v1/companies/{id}/feedback", 204, 404),
    ("put", "/api/v1/company-schedules/{id}", 200, 200),
    ("delete", "/api/v1/company-schedules/{id}", 204, 404),
    ("put", "/api/v1/ask-schedules/{id}", 200, 200),
    ("delete", "/api/v1/ask-schedules/{id}", 204, 404),
    ("delete", "/api/v1/projects/{id}/sources/{source_id}", 204, 404),
    ("delete", "/api/v1/projects/{id}", 204, 404),
    ("delete", "/api/v1/question-pools/{id}", 204, 404),
    ("delete", "/api/v1/documents/{id}", 204, 404),
    // It stays in the list as revoked.
    ("delete", "/api/v1/admin/tokens/{id}", 204, 204),
    ("delete", "/api/v1/admin/users/{id}", 204, 404),
];

#[tokio::test]
async fn what_is_changed_or_removed_twice_is_so_once() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let mut house = House::furnish(owner).await;
        house.known.insert("users", id_of(&guest.token.expect("a token")).to_string());
        every_route_has_its_row(&house.description);
        let mut faults = Vec::new();
        for (method, template, first, second) in ROWS {
            for body in bodies(&house, method, template) {
                let path = house.path_of(template);
                let send = async || {
                    let call = house.owner.call(method.to_uppercase().parse::<Method>().expect("a method"), &path);
                    Answer::fetch(if let Some(body) = &body { call.json(body) } else { call }).await
                };
                let what = format!("{method} {template} {}", body.clone().unwrap_or_default());
                let one = send().await;
                // What is gone cannot be looked at.
                let seen = if (method, template) == ("delete", "/api/v1/projects/{id}") { "" } else { &path };
                let before = state(&house, seen).await;
                let two = send().await;
                if (one.status, two.status) != (first, second) {
                    faults.push(format!("{what}: {} {}, then {} {}", one.status, one.text, two.status, two.text));
                } else if second == 404 {
                    two.problem(404);
                } else if timeless(&one.text) != timeless(&two.text) {
                    faults.push(format!("{what}: {}, then {}", one.text, two.text));
                }
                let after = state(&house, seen).await;
                for (list, text) in &before {
                    if after.get(list) != Some(text) {
                        faults.push(format!("{what} changed {list} the second time: {text}, then {:?}", after.get(list)));
                    }
                }
            }
        }
        assert!(faults.is_empty(), "{faults:#?}");
    })
    .await;
}

fn every_route_has_its_row(description: &Value) {
    let mut described = BTreeSet::new();
    for (template, methods) in description["paths"].as_object().expect("paths") {
        for method in methods.as_object().expect("operations").keys().filter(|method| !["get", "post"].contains(&method.as_str()))
        {
            described.insert((method.clone(), template.clone()));
        }
    }
    let rows: BTreeSet<(String, String)> = ROWS.iter().map(|(method, path, ..)| ((*method).into(), (*path).into())).collect();
    assert_eq!(described, rows, "every route that changes or removes has its row, and no other");
}

/// What is sent to a route, each of it twice.
fn bodies(house: &House, method: &str, template: &str) -> Vec<Option<Value>> {
    let schema = &house.description["paths"][template][method]["requestBody"]["content"]["application/json"]["schema"];
    if schema.is_null() {
        return vec![None];
    }
    let example = resolved(&house.description, schema)["example"].clone();
    match template {
        "/api/v1/sessions/{id}/obligations/{key}" => ["set", "reopen", "defer", "reopen", "skip", "reopen"]
            .into_iter()
            .map(|action| if action == "set" { json!({"action": action, "value": "wax"}) } else { json!({"action": action}) })
            .map(Some)
            .collect(),
        "/api/v1/admin/users/{id}" => vec![Some(json!({"role": "viewer"}))],
        "/api/v1/objectives/{id}" => {
            vec![Some(json!({"context_type": "project_discovery", "version": "1.1.0", "display_name": "Shop", "config": plan()}))]
        }
        "/api/v1/admin/models" => vec![Some(json!({"budget": {"day_usd": 5.0}}))],
        _ => vec![Some(example)],
    }
}

/// All there is, without when it was changed. The audit tells of each call.
async fn state(house: &House, path: &str) -> BTreeMap<String, String> {
    let mut all = everything(house, path).await;
    all.retain(|list, _| !list.starts_with("/api/v1/admin/audit") && !list.starts_with("/api/v1/admin/usage"));
    all.values_mut().for_each(|text| *text = timeless(text));
    all
}

fn timeless(text: &str) -> String {
    text.split(',').filter(|part| !part.contains("updated_at") && !part.contains("reviewed_at")).collect::<Vec<_>>().join(",")
}
