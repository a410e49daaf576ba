//! What a model is given of a project: the prompt, the catalog in a line per table, and the tools as models' APIs take them.

use super::{full, mcp::ask, tools::CALLS};
use crate::ground::everywhere;
use serde_json::{Map, Value, json};

#[tokio::test]
async fn the_catalog_comes_in_a_line_per_table() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let project = full(&owner).await;
        for model in ["claude-sonnet-4-20250514", "claude-2"] {
            let prompt = guest.get(&format!("/api/v1/projects/{project}/prompt?model={model}")).await.json(200);
            let listed = prompt["level_0"].as_str().expect("a text");
            assert!(listed.starts_with("shop.orders (4 columns, 3 rows): ") && listed.contains("country"), "{listed}");
            assert_eq!((listed.lines().count(), &prompt["level_0_left_out"]), (1, &json!(0)), "{prompt}");
            let tokens = prompt["level_0_tokens"].as_u64().expect("a number");
            assert!((5..60).contains(&tokens), "{prompt}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_model_is_given_the_tools_that_it_may_call_and_no_others() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = full(&owner).await;
        let path = format!("/api/v1/projects/{project}");
        let without = owner.get(&format!("{path}/prompt?model=claude-2")).await.json(200);
        assert_eq!((&without["with_tools"], &without["tools"]), (&json!(false), &json!([])));
        let prompt = owner.get(&format!("{path}/prompt?model=claude-sonnet-4-20250514")).await.json(200);
        let given = prompt["tools"].as_array().expect("tools");
        // The same registry everywhere.
        let (http, mcp) = (owner.get(&format!("{path}/tools")).await.json(200), format!("/mcp?project={project}"));
        let mcp = ask(&owner, &mcp, "tools/list", json!({})).await.json(200)["result"]["tools"].clone();
        assert_eq!(given.len(), CALLS.len());
        for tool in given {
            let name = tool["name"].as_str().expect("a name");
            let in_list = |list: &Value| list.as_array().and_then(|all| all.iter().find(|one| one["name"] == name)).cloned();
            let (http, mcp) = (in_list(&http).expect(name), in_list(&mcp).expect(name));
            let schema = &tool["input_schema"];
            assert_eq!((&http["input_schema"], &mcp["inputSchema"]), (schema, schema), "{name}");
            assert_eq!((&http["description"], &mcp["description"]), (&tool["description"], &tool["description"]), "{name}");
            assert!(tool["description"].as_str().is_some_and(|text| text.ends_with('.')), "{tool}");
            assert!(name.len() <= 64 && name.chars().all(|sign| sign.is_ascii_lowercase() || sign == '_'), "{name}");

            assert_eq!(unsound(schema, name), Vec::<String>::new());
            let (_, call) = CALLS.iter().find(|(called, _)| *called == name).expect(name);
            let call: Value = serde_json::from_str(call).expect("JSON");
            assert!(accepts(schema, &call), "{name} refuses {call}");
            let mut more = call.clone();
            more["nothing like it"] = json!(1);
            assert!(!accepts(schema, &more), "{name} takes {more}");
            for required in schema["required"].as_array().expect("a list").iter().filter_map(Value::as_str) {
                let mut less = call.clone();
                less.as_object_mut().expect("an object").remove(required);
                assert!(!accepts(schema, &less), "{name} takes {less}");
            }
        }
        let limited = given.iter().find(|tool| tool["name"] == "search_tables").expect("it is there");
        for (limit, taken) in [(json!(1), true), (json!(50), true), (json!(0), false), (json!(51), false), (json!("x"), false)] {
            assert_eq!(accepts(&limited["input_schema"], &json!({"query": "x", "limit": limit})), taken, "{limit}");
        }
    })
    .await;
}

const TYPES: [&str; 7] = ["object", "array", "string", "integer", "number", "boolean", "null"];

/// What is not as JSON Schema (2020-12) has it, of the words that are used here; any other word is a fault.
fn unsound(schema: &Value, at: &str) -> Vec<String> {
    let Some(words) = schema.as_object() else { return vec![format!("{at} is no object")] };
    let empty = Map::new();
    let properties = words.get("properties").and_then(Value::as_object).unwrap_or(&empty);
    let below = properties.iter().flat_map(|(name, one)| unsound(one, &format!("{at}.{name}")));
    let mut faults: Vec<String> = below.collect();
    for (word, said) in words {
        let sound = match word.as_str() {
            "type" => said.as_str().is_some_and(|kind| TYPES.contains(&kind)),
            "description" => said.as_str().is_some_and(|text| !text.is_empty()),
            "properties" => said.is_object(),
            "required" => said.as_array().is_some_and(|names| {
                let known = |name: &Value| name.as_str().is_some_and(|name| properties.contains_key(name));
                names.iter().all(known) && names.iter().enumerate().all(|(place, name)| !names[..place].contains(name))
            }),
            "additionalProperties" => said.is_boolean(),
            "items" => {
                faults.extend(unsound(said, &format!("{at}[]")));
                true
            }
            "minimum" | "maximum" => said.is_number() && least(words, "minimum", "maximum"),
            "minItems" | "maxItems" => said.is_u64() && least(words, "minItems", "maxItems"),
            "default" => accepts(schema, said),
            _ => false,
        };
        if !sound {
            faults.push(format!("{at}: {word} is {said}"));
        }
    }
    faults
}

fn least(words: &Map<String, Value>, low: &str, high: &str) -> bool {
    match (words.get(low).and_then(Value::as_f64), words.get(high).and_then(Value::as_f64)) {
        (Some(low), Some(high)) => low <= high,
        _ => true,
    }
}

fn accepts(schema: &Value, value: &Value) -> bool {
    let bound = |word: &str, of: f64, holds: fn(f64, f64) -> bool| schema[word].as_f64().is_none_or(|bound| holds(of, bound));
    let kind = match schema["type"].as_str() {
        None => true,
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some(_) => value.is_null(),
    };
    kind && match value {
        Value::Object(fields) => {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let known = |(name, field): (&String, &Value)| match schema["properties"].get(name) {
                Some(one) => accepts(one, field),
                None => schema["additionalProperties"] != json!(false),
            };
            required.into_iter().all(|name| fields.contains_key(name)) && fields.iter().all(known)
        }
        Value::Array(items) => {
            let count = u32::try_from(items.len()).map_or(f64::MAX, f64::from);
            let few =
                bound("minItems", count, |count, least| count >= least) && bound("maxItems", count, |count, most| count <= most);
            few && items.iter().all(|item| accepts(&schema["items"], item))
        }
        Value::Number(number) => {
            let number = number.as_f64().unwrap_or(f64::NAN);
            bound("minimum", number, |number, least| number >= least) && bound("maximum", number, |number, most| number <= most)
        }
        _ => true,
    }
}

#[test]
fn a_schema_that_is_none_is_seen() {
    for wrong in [
        json!({"type": "text"}),
        json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["b"]}),
        json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a", "a"]}),
        json!({"type": "integer", "minimum": 5, "maximum": 1}),
        json!({"type": "integer", "minimum": 1, "default": 0}),
        json!({"type": "array", "items": {"type": "strings"}}),
        json!({"type": "string", "optional": true}),
        json!([]),
    ] {
        assert!(!unsound(&wrong, "x").is_empty(), "{wrong}");
    }
}
