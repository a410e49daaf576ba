//! The validators by themselves.

use crate::ground::{Api, everywhere};
use serde_json::{Value, json};

const PATH: &str = "/api/v1/opportunities/validate";

async fn validate(api: &Api, boundary: &str, items: &Value) -> Value {
    api.post(PATH, &json!({"boundary": boundary, "items": items})).await.json(200)
}

fn rejected<'a>(answer: &'a Value, id: &str) -> Option<&'a Value> {
    answer["rejected_items"].as_array().expect("a list").iter().find(|one| one["item_id"] == id)
}

fn checks(rejected: &Value) -> Vec<&str> {
    rejected["checks"].as_array().expect("checks").iter().filter_map(Value::as_str).collect()
}

#[tokio::test]
async fn items_are_accepted_as_they_came_or_rejected_with_reasons() {
    everywhere(async |place| {
        let api = place.viewer();
        let sound = json!({
            "id": "sound", "affected_area": "booking form", "unheard_of": {"a": [1, null]},
            "problem_statement": "The booking form sold 14 berths of the night ferry twice in June 2026.",
            "evidence": [{"source_type": "report", "source_id": "r", "confidence": 0.9, "quote": "14 berths were sold twice"}],
            "counterfactual": "14 passengers a month stay without the berth that they paid for.",
        });
        let items = json!([
            sound,
            {"id": "feature", "title": "Dark mode", "description": "Add a dark mode switch to the settings page."},
            {"affected_area": "things", "problem_statement": "Glitches and performance issues, and the pay is late.", "evidence": []},
        ]);
        let answer = validate(&api, "1-2", &items).await;
        assert_eq!(answer["accepted_items"], json!([sound]), "{answer:#}");
        assert_eq!(answer["token_usage"], json!({"input_tokens": 0, "output_tokens": 0, "total": 0}));
        let feature = rejected(&answer, "feature").unwrap_or_else(|| panic!("{answer:#}"));
        assert!(checks(feature).contains(&"solution_for_problem") && !checks(feature).contains(&"no_evidence"), "{feature}");
        assert_eq!((&feature["rejecting_agent"], &feature["affected_area"]), (&json!("SolutionDesigner"), &json!("Dark mode")));
        let bundled = rejected(&answer, "things").unwrap_or_else(|| panic!("{answer:#}"));
        assert!(checks(bundled).contains(&"no_evidence"), "{bundled}");

        let answer = validate(&api, "2-3", &json!([{"id": 7, "title": "Speed", "description": "Make it better."}])).await;
        assert_eq!(answer["rejected_items"][0]["item_id"], 7, "{answer:#}");
        let spec = json!([{"opportunity_id": "o", "approach": "Lock the berth while it is booked.", "effort_estimate": "3-5 days", "risks": []}]);
        let answer = validate(&api, "3-4", &spec).await;
        let empty = rejected(&answer, "o").unwrap_or_else(|| panic!("{answer:#}"));
        assert!(checks(empty).contains(&"no_risks") && empty["rejecting_agent"] == "TPMAgent", "{empty}");
        let nothing = validate(&api, "1-2", &json!([])).await;
        assert_eq!((&nothing["accepted_items"], &nothing["rejected_items"]), (&json!([]), &json!([])));
    })
    .await;
}

#[tokio::test]
async fn what_cannot_be_validated_is_named() {
    everywhere(async |place| {
        let api = place.member();
        let many = vec![json!({"title": "a"}); 501];
        for (body, field) in [
            (json!({"items": []}), "boundary"),
            (json!({"boundary": "0-1", "items": []}), "boundary"),
            (json!({"boundary": "1-2"}), "items"),
            (json!({"boundary": "1-2", "items": ["a"]}), "items[0]"),
            (json!({"boundary": "1-2", "items": many}), "items"),
            (json!({"boundary": "1-2", "items": [{"title": "a".repeat(5_001)}]}), "items[0].title"),
            (json!({"boundary": "1-2", "items": [], "context": "a".repeat(5_001)}), "context"),
        ] {
            let problem = api.post(PATH, &body).await.problem(422);
            assert_eq!(problem["errors"][0]["field"], field, "{problem:#}");
        }
        place.nobody().post(PATH, &json!({"boundary": "1-2", "items": []})).await.problem(401);
        let whole =
            json!({"boundary": "1-2", "items": vec![json!({"title": "a", "description": "b"}); 500], "context": {"of": 1}});
        api.post(PATH, &whole).await.json(200);
    })
    .await;
}
