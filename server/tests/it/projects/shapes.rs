//! The seed's shapes to the letter (seed 004; `lookup_schema` and the validation block of seed 002), all the way down, over HTTP and
//! over MCP.

use super::{full, mcp::ask, tool, tools::CALLS, upload};
use crate::ground::{Api, everywhere, sqlite_file};
use serde_json::{Value, json};

/// The names of types stand for values: `text`, `texts` (a list, maybe empty), `number`, `count`, `truth`, `time`, `anything` (where a
/// value may be any); with `?` it may be null. A list
/// holds at least one, and each looks like the one that is named. Every field has to be there; more may be.
pub(super) fn shape(name: &str) -> Value {
    match name {
        "list_databases" => json!([{"name": "text", "type": "text", "description": "text"}]),
        "list_tables" => json!([{"name": "text", "row_count": "count?", "description": "text"}]),
        "get_table_schema" => schema(),
        "search_tables" => json!([{"database": "text", "table": "text", "relevance": "share", "description": "text"}]),
        "get_table_relationships" => json!({
            "database": "text", "table": "text",
            "references": [{"column": "text", "references_table": "text", "references_column": "text", "declared": "truth"}],
            "referenced_by": [{"table": "text", "column": "text", "referenced_column": "text", "declared": "truth"}],
        }),
        "get_sample_values" => json!({"database": "text", "table": "text", "column": "text", "values": ["anything"]}),
        "lookup_schema" => {
            let mut table = schema();
            table["sample_rows"] = json!([{"id": "count"}]);
            json!({"tables": [table], "not_found": [{"table": "text", "error": "text"}]})
        }
        "list_apis" => json!([{"name": "text", "type": "text", "url": "text", "description": "text"}]),
        "list_operations" | "list_api_operations" => json!([{"name": "text", "type": "text", "description": "text"}]),
        "get_operation_details" => json!({
            "api": "text", "operation": "text", "type": "text", "method": "text", "path": "text",
            "parameters": [{"name": "text", "type": "text", "required": "truth", "description": "text"}],
            "response_schema": {"type": "text", "properties": {"id": {"type": "text"}, "name": {"type": "text"}}},
        }),
        "search_operations" => json!([{"api": "text", "operation": "text", "relevance": "share", "description": "text"}]),
        "list_documents" => {
            json!([{"name": "text", "type": "text", "format": "text", "description": "text", "tags": "texts"}])
        }
        "get_document" => json!({"name": "text", "content": "text", "format": "text", "last_updated": "time"}),
        "search_documents" => json!([{"document": "text", "excerpt": "text", "relevance": "share", "section": "text"}]),
        "get_document_section" => json!({"document": "text", "section": "text", "content": "text"}),
        "resolve_fact" => json!({
            "question": "text", "answer": "text", "confidence": "share",
            "sources": [{"type": "text", "name": "text", "excerpt": "text", "confidence": "share"}], "needs_clarification": "truth",
        }),
        "add_fact" => json!({"name": "text", "value": "anything", "source": "text", "confidence": "share"}),
        "list_known_facts" => json!([{"name": "text", "value": "anything", "source": "text", "confidence": "share"}]),
        "extract_facts_from_text" => {
            json!({"facts": [{"name": "text", "value": "text", "confidence": "share", "excerpt": "text"}], "saved": "count"})
        }
        "get_unresolved_facts" => {
            json!([{"question": "text", "reason": "text?", "asked_at": "time", "needs_clarification": "truth"}])
        }
        "list_skills" => json!([{"name": "text", "description": "text", "path": "text", "allowed_tools": ["text"]}]),
        "get_skill" => json!({
            "name": "text", "description": "text", "content": "text", "allowed_tools": ["text"],
            "references": {"references/indicators.md": "text"},
        }),
        "search_skills" => json!([{"name": "text", "relevance": "share", "description": "text"}]),
        "list_skill_links" => {
            json!({"skill": "text", "links": [{"text": "text", "target": "text", "is_url": "truth", "line_number": "count"}]})
        }
        "resolve_skill_link" => json!({"skill": "text", "target": "text", "content": "text"}),
        "run_query" => {
            json!({"columns": ["text"], "rows": [["anything"]], "row_count": "count", "elapsed_ms": "count", "truncated": "truth"})
        }
        "verify_claim" => {
            json!({"status": "text", "verified_count": "number", "original_count": "number", "query": "text", "reasoning": "text"})
        }
        other => panic!("{other} has no shape here"),
    }
}

fn schema() -> Value {
    json!({
        "database": "text", "table": "text", "columns": [{"name": "text", "type": "text", "nullable": "truth"}],
        "row_count": "count?", "sample_values": {"country": ["text"]},
    })
}

/// What does not look like the shape, with where it stands.
pub(super) fn faults(shape: &Value, value: &Value, place: &str) -> Vec<String> {
    match (shape, value) {
        (Value::Object(fields), Value::Object(there)) => fields
            .iter()
            .flat_map(|(name, wanted)| match there.get(name) {
                Some(value) => faults(wanted, value, &format!("{place}.{name}")),
                None => vec![format!("{place}.{name} is missing")],
            })
            .collect(),
        (Value::Array(one), Value::Array(items)) if !items.is_empty() => {
            items.iter().enumerate().flat_map(|(at, item)| faults(&one[0], item, &format!("{place}[{at}]"))).collect()
        }
        (Value::String(kind), value) => {
            let bare = kind.trim_end_matches('?');
            let fits = match bare {
                "text" => value.is_string(),
                "texts" => value.as_array().is_some_and(|texts| texts.iter().all(Value::is_string)),
                "truth" => value.is_boolean(),
                "count" => value.is_u64(),
                "number" => value.is_number(),
                "share" => value.as_f64().is_some_and(|share| (0.0..=1.0).contains(&share)),
                "time" => {
                    value.as_str().is_some_and(|time| time.len() >= 20 && time.ends_with('Z') && time.as_bytes()[10] == b'T')
                }
                "anything" => true,
                other => panic!("{other} is no kind of value"),
            };
            if fits || (kind.ends_with('?') && value.is_null()) {
                Vec::new()
            } else {
                vec![format!("{place} is {value}, no {kind}")]
            }
        }
        _ => vec![format!("{place} is {value}, not like {shape}")],
    }
}

#[test]
fn what_has_another_shape_is_seen() {
    let wanted = json!({"links": [{"text": "text", "is_url": "truth"}], "n": "count?"});
    assert!(faults(&wanted, &json!({"links": [{"text": "a", "is_url": false, "more": 1}], "n": null}), "x").is_empty());
    for wrong in [
        json!({"links": [{"text": "a", "is_url": false}]}),
        json!({"links": [{"text": "a", "is_url": false}, {"text": "b"}], "n": 1}),
        json!({"links": [{"text": "a", "is_url": "no"}], "n": 1}),
        json!({"links": [], "n": 1}),
        json!({"links": {}, "n": 1}),
        json!({"links": [{"text": "a", "is_url": false}], "n": -1}),
    ] {
        assert!(!faults(&wanted, &wrong, "x").is_empty(), "{wrong}");
    }
}

/// A project in which every tool has something to tell.
pub(super) async fn prepared(owner: &Api) -> String {
    let project = full(owner).await;
    let file = sqlite_file(
        "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL); INSERT INTO customers VALUES (1, 'Ada');
        CREATE TABLE invoices (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers);
        INSERT INTO invoices VALUES (1, 1);
        CREATE TABLE invoice_lines (id INTEGER PRIMARY KEY, invoice_id INTEGER NOT NULL REFERENCES invoices);
        INSERT INTO invoice_lines VALUES (1, 1);",
    )
    .await;
    upload(owner, &project, &[("kind", "database"), ("name", "books")], &[("books.sqlite", &file)]).await.json(201);
    let tagged = json!({"kind": "document", "type": "inline", "name": "handbook", "description": "For new people",
        "config": {"content": "# Handbook\n\nWelcome.\n", "tags": ["people", "first days"]}});
    owner.post(&format!("/api/v1/projects/{project}/sources"), &tagged).await.json(201);
    // A question that nobody can answer is open afterwards.
    tool(owner, &project, "resolve_fact", json!({"question": "What is a whale?"})).await.json(200);
    tool(owner, &project, "add_fact", json!({"name": "Churn", "value": "90 days"})).await.json(200);
    project
}

/// Every call, where it has the most to tell.
pub(super) fn calls() -> Vec<(&'static str, Value)> {
    let told = |(name, given): &(&'static str, &str)| match *name {
        // It leads to another table, and another one leads to it.
        "get_table_relationships" => (*name, json!({"database": "books", "table": "invoices"})),
        _ => (*name, serde_json::from_str(given).expect("JSON")),
    };
    CALLS.iter().map(told).collect()
}

#[tokio::test]
async fn every_tool_answers_in_the_seeds_shape_all_the_way_down() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = prepared(&owner).await;
        let mut wrong = Vec::new();
        for (name, arguments) in calls() {
            let over_http = tool(&owner, &project, name, arguments.clone()).await.json(200);
            wrong.extend(faults(&shape(name), &over_http, name));
            let call = json!({"name": name, "arguments": arguments});
            let answer = ask(&owner, &format!("/mcp?project={project}"), "tools/call", call).await.json(200);
            let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{name}: {answer}"));
            wrong.extend(faults(&shape(name), &serde_json::from_str(text).expect("JSON"), &format!("MCP {name}")));
        }
        // Keys are told as the seed tells them, in both directions.
        let keyed = tool(&owner, &project, "get_table_schema", json!({"database": "books", "table": "invoices"})).await.json(200);
        assert_eq!(
            (&keyed["columns"][0]["primary_key"], &keyed["columns"][1]["foreign_key"]),
            (&json!(true), &json!("customers.id"))
        );
        let keys = json!({"database": "books", "table": "invoices"});
        let keys = tool(&owner, &project, "get_table_relationships", keys).await.json(200);
        let leading = json!([{"table": "invoice_lines", "column": "invoice_id", "referenced_column": "id", "declared": true}]);
        assert_eq!(keys["referenced_by"], leading, "{keys}");
        let listed = tool(&owner, &project, "list_documents", json!({})).await.json(200);
        let handbook = listed.as_array().and_then(|all| all.iter().find(|one| one["name"] == "handbook")).expect("it is listed");
        assert_eq!(
            (&handbook["description"], &handbook["tags"]),
            (&json!("For new people"), &json!(["people", "first days"])),
            "{listed}"
        );
        let rows = tool(&owner, &project, "lookup_schema", json!({"tables": ["shop.orders"]})).await.json(200);
        assert_eq!(rows["tables"][0]["sample_rows"][0], json!({"id": 1, "customer": "Ada", "total": 10.5, "country": "AT"}));
        let lost = json!({"name": "financial-analysis", "target": "references/nothing.md"});
        let lost = tool(&owner, &project, "resolve_skill_link", lost).await.json(200);
        wrong.extend(faults(&json!({"error": "text"}), &lost, "resolve_skill_link"));
        assert!(wrong.is_empty(), "{wrong:#?}");
    })
    .await;
}
