//! A harbour's API: berths by addresses of the next page, ships by a cursor, calls by counted pages, tides by links.

use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Rows of one page, and of each list.
const PAGE: usize = 4;
const ROWS: usize = 10;

pub(super) fn description(base: &str) -> Value {
    let parameter = |name: &str, place: &str, kind: &str| json!({"name": name, "in": place, "required": place == "path", "schema": {"type": kind}});
    let answers = json!({"200": {"description": "ok", "content": {"application/json": {"schema": {"type": "object"}}}}});
    let get = |name: &str, summary: &str, parameters: Vec<Value>| json!({"get": {"operationId": name, "summary": summary, "parameters": parameters, "responses": answers}});
    let mut berths = get(
        "listBerths",
        "All berths of the harbour",
        vec![parameter("state", "query", "string"), parameter("limit", "query", "integer")],
    );
    berths["post"] = json!({"operationId": "addBerth", "summary": "Build a berth", "responses": answers});
    json!({
        "openapi": "3.0.3", "info": {"title": "Harbour", "version": "1", "description": "Berths, ships and their calls"},
        "servers": [{"url": format!("{base}/v1")}],
        "paths": {
            "/berths": berths,
            "/berths/{id}": get("getBerth", "One berth", vec![parameter("id", "path", "integer")]),
            "/ships": get("listShips", "All ships", vec![parameter("cursor", "query", "string")]),
            "/calls": get("listCalls", "Calls of ships", vec![parameter("page", "query", "integer")]),
            "/tides": get("listTides", "High water", Vec::new()),
            "/endless": get("listForever", "Never comes to an end", vec![parameter("page", "query", "integer")]),
            "/echo": get("echo", "What it was called with", Vec::new()),
        },
    })
}

/// With the header `Link`; none where there is no such thing.
pub(super) fn answer(method: &str, path: &str, query: &str) -> Option<(Value, Option<String>)> {
    if method != "GET" {
        return None;
    }
    let query: BTreeMap<&str, &str> = query.split('&').filter_map(|pair| pair.split_once('=')).collect();
    let number = |name: &str, usual: usize| query.get(name).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let rows = |from: usize, row: fn(usize) -> Value| (from..ROWS.min(from + PAGE)).map(row).collect::<Vec<_>>();
    let answer = match path {
        "/v1/berths" => {
            let (from, limit) = (number("from", 0), number("limit", PAGE));
            let next = (from + PAGE < ROWS && limit >= PAGE).then(|| format!("/v1/berths?from={}", from + PAGE));
            let items: Vec<Value> = rows(from, berth).into_iter().take(limit).collect();
            json!({"items": items, "total": ROWS, "next": next})
        }
        "/v1/ships" => {
            let from = number("cursor", 0);
            let next = (from + PAGE < ROWS).then(|| (from + PAGE).to_string());
            json!({"data": rows(from, ship), "next_cursor": next})
        }
        "/v1/calls" => json!(rows((number("page", 1) - 1) * PAGE, call)),
        "/v1/tides" => {
            let from = number("from", 0);
            let link = format!("</v1/tides?from={}>; rel=\"next\", </v1/tides>; rel=\"first\"", from + PAGE);
            return Some((json!(rows(from, |row| json!({"at": row, "metres": 2.5}))), (from + PAGE < ROWS).then_some(link)));
        }
        "/v1/endless" => json!([{"page": number("page", 1)}]),
        "/v1/echo" => json!({"authorization": format!("Bearer {}", super::API_TOKEN), "note": "as it came"}),
        path => berth(path.strip_prefix("/v1/berths/")?.parse().ok().filter(|id| *id < ROWS)?),
    };
    Some((answer, None))
}

fn berth(id: usize) -> Value {
    let owner = json!({"name": if id.is_multiple_of(2) { "Ada" } else { "Ben" }, "home": {"city": "Skala"}});
    json!({"id": id, "metres": 20 + 10 * id, "owner": owner, "cranes": ["north", "south"], "state": "open"})
}

fn ship(id: usize) -> Value {
    json!({"ship": format!("Ship {id}"), "berth": id % 3})
}

fn call(id: usize) -> Value {
    json!({"berth": id % 5, "tonnes": id})
}
