//! Databases of earlier versions: opened by this one, everything is found, and everything goes on. The rows are those that the
//! versions of that time wrote, for a tenant with an administrator, a member, an interview and whatever else there was.

use crate::{
    accounts::{login, send},
    ground::{Api, Database, Server, Settings},
};
use serde_json::{Map, Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection, migrate::Migrator};
use std::{collections::HashMap, fmt::Write, path::Path};

struct State {
    /// The newest migration of that time.
    version: i64,
    /// A table and a row of it on each line, as SQLite held them.
    rows: &'static str,
}

const STATES: [State; 3] = [
    State { version: 3, rows: include_str!("0003.jsonl") },
    State { version: 8, rows: include_str!("0008.jsonl") },
    State { version: 13, rows: include_str!("0013.jsonl") },
];

impl State {
    fn rows(&self) -> Vec<(String, Map<String, Value>)> {
        let of = |line: &str| {
            let line: Value = serde_json::from_str(line).expect("JSON");
            (line["table"].as_str().expect("a table").to_owned(), line["row"].as_object().expect("a row").clone())
        };
        self.rows.lines().map(of).collect()
    }

    fn rows_of(&self, table: &str) -> Vec<Map<String, Value>> {
        self.rows().into_iter().filter(|(of, _)| of == table).map(|(_, row)| row).collect()
    }

    /// The only one of its table.
    fn id(&self, table: &str) -> String {
        let rows = self.rows_of(table);
        assert_eq!(rows.len(), 1, "{table}");
        rows[0]["id"].as_str().expect("an id").to_owned()
    }

    /// Makes the database as it was.
    async fn restore(&self, database: &Database) {
        let postgres = database.url.starts_with("postgres");
        let folder = format!("../migrations/{}", if postgres { "postgres" } else { "sqlite" });
        let migrator = Migrator::new(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).await.expect("migrations");
        if postgres {
            let mut on = PgConnection::connect(&database.url).await.expect("Postgres answers");
            migrator.run_to(self.version, &mut on).await.expect("as it was");
            const TYPES: &str = "SELECT table_name || '.' || column_name, data_type FROM information_schema.columns WHERE table_schema = 'public'";
            let types: Vec<(String, String)> = sqlx::query_as(TYPES).fetch_all(&mut on).await.expect("types");
            let sql = self.sql(&types.into_iter().collect());
            sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut on).await.expect("the rows fit");
        } else {
            let mut on = SqliteConnection::connect(&format!("{}?mode=rwc", database.url)).await.expect("a file");
            migrator.run_to(self.version, &mut on).await.expect("as it was");
            const TYPES: &str =
                "SELECT m.name || '.' || c.name, lower(c.type) FROM sqlite_schema AS m, pragma_table_info(m.name) AS c";
            let types: Vec<(String, String)> = sqlx::query_as(TYPES).fetch_all(&mut on).await.expect("types");
            let sql = self.sql(&types.into_iter().collect());
            sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut on).await.expect("the rows fit");
            on.close().await.expect("it is written");
        }
    }

    fn sql(&self, types: &HashMap<String, String>) -> String {
        let mut sql = String::new();
        for (table, row) in self.rows() {
            let kind = |column: &String| types.get(&format!("{table}.{column}")).unwrap_or_else(|| panic!("{table}.{column}"));
            let columns: Vec<&str> = row.keys().map(String::as_str).collect();
            let values: Vec<String> = row.iter().map(|(column, value)| literal(kind(column), value)).collect();
            writeln!(sql, "INSERT INTO {table} ({}) VALUES ({});", columns.join(", "), values.join(", ")).expect("text");
        }
        sql
    }
}

fn literal(kind: &str, value: &Value) -> String {
    match (kind, value) {
        ("timestamp with time zone", Value::Number(micros)) => {
            format!("'epoch'::timestamptz + {micros} * interval '1 microsecond'")
        }
        ("boolean", Value::Number(yes)) => (*yes == 1.into()).to_string(),
        (_, Value::Number(number)) => number.to_string(),
        ("blob", Value::String(text)) => format!("x'{}'", text.trim_start_matches("\\x").replace('-', "")),
        (_, Value::String(text)) => format!("'{}'", text.replace('\'', "''")),
        _ => panic!("{kind}: {value}"),
    }
}

#[tokio::test]
async fn a_database_of_an_earlier_version_is_found_whole_and_goes_on() {
    for state in STATES {
        for database in [Some(Database::sqlite()), Database::bare_postgres().await].into_iter().flatten() {
            eprintln!("version {} in {}", state.version, database.url);
            state.restore(&database).await;
            let settings = Settings::new(&database);
            let server = Server::start(&settings);
            let owner = Api::new(&server.base, Some("owner-0"));
            people(&state, &owner).await;
            let session = state.id("elicitation_sessions");
            interview(&state, &owner, &session).await;
            things(&state, &owner).await;
            goes_on(&state, &owner, &session).await;
            drop(server);

            // And once more, when nothing is to be brought up to date.
            let server = Server::start(&settings);
            let after = owner.at(&server.base).session(&session).await;
            assert_eq!(after["messages"].as_array().map(Vec::len), Some(messages(&state).len() + 2), "{after}");
        }
    }
}

/// Tokens and passwords hold, and everybody is there.
async fn people(state: &State, owner: &Api) {
    let guest = Api::new(&owner.base, Some("guest-0"));
    guest.get("/api/v1/sessions").await.json(200);
    guest.get("/api/v1/admin/users").await.problem(403);
    let told = owner.get("/api/v1/admin/users?limit=200").await.json(200);
    let told: Vec<&Value> = told["items"].as_array().expect("items").iter().map(|one| &one["email"]).collect();
    let people = state.rows_of("users");
    assert!(people.len() >= 2 && people.iter().all(|one| told.contains(&&one["email"])), "{told:?}");
    let browser = Api::browser(&owner.base);
    let entered = send(login(&browser, "owner-0@example.org", "a long enough one", "/")).await;
    assert_eq!((entered.status, entered.header("location")), (303, "/"), "{}", entered.text);
    let page = browser.get(&format!("/interviews/{}", state.id("elicitation_sessions"))).await;
    assert!(page.status == 200 && page.text.contains("honey"), "{}", page.status);
    let wrong = send(login(&Api::browser(&owner.base), "owner-0@example.org", "another long one", "/")).await;
    assert_ne!(wrong.header("location"), "/", "{}", wrong.text);
}

fn messages(state: &State) -> Vec<Value> {
    let events = state.rows_of("events").into_iter();
    let events = events.map(|row| serde_json::from_str::<Value>(row["event"].as_str().expect("text")).expect("JSON"));
    events.filter(|event| event["type"] == "message_added").map(|event| event["message"].clone()).collect()
}

/// What was said, what was understood of it, and how each of it came about.
async fn interview(state: &State, owner: &Api, session: &str) {
    let list = owner.get("/api/v1/sessions").await.json(200);
    assert_eq!(list["items"][0]["id"], session, "{list}");
    let view = owner.session(session).await;
    let row = &state.rows_of("elicitation_sessions")[0];
    for (field, column) in [("phase", "session_phase"), ("status", "status"), ("turn_count", "turn_count")] {
        assert_eq!(view[field], row[column], "{field}");
    }
    let said: Vec<(&Value, &Value)> =
        view["messages"].as_array().expect("messages").iter().map(|one| (&one["role"], &one["content"])).collect();
    let stored = messages(state);
    assert_eq!(said, stored.iter().map(|one| (&one["role"], &one["content"])).collect::<Vec<_>>());
    let rows = state.rows_of("elicitation_obligations");
    assert_eq!(view["obligations"].as_array().map(Vec::len), Some(rows.len()));
    for row in rows {
        let one = owner.obligation(session, row["obligation_key"].as_str().expect("a key")).await;
        assert_eq!((&one["status"], &one["attempts"]), (&row["status"], &row["attempts"]), "{one}");
        let value = row
            .get("extracted_value")
            .map_or(Value::Null, |value| serde_json::from_str(value.as_str().expect("text")).expect("JSON"));
        assert_eq!(one["extracted_value"], value, "{one}");
    }
    let audit = owner.get(&format!("/api/v1/sessions/{session}/events?limit=1000")).await.json(200);
    assert!(audit["items"].as_array().map_or(0, Vec::len) >= state.rows_of("obligation_events").len(), "{audit}");
    for format in ["md", "json", "csv"] {
        let paper = owner.get(&format!("/api/v1/sessions/{session}/export?format={format}")).await;
        assert!(paper.status == 200 && paper.text.to_lowercase().contains("honey"), "{format}: {}", paper.text);
    }
}

/// Whatever else there was at that time.
async fn things(state: &State, owner: &Api) {
    for (table, path) in [
        ("discovery_objectives", "/api/v1/objectives"),
        ("research_sources", "/api/v1/documents"),
        ("question_pools", "/api/v1/question-pools"),
        ("projects", "/api/v1/projects"),
        ("api_tokens", "/api/v1/admin/tokens"),
        ("audit_log", "/api/v1/admin/audit"),
    ] {
        let list = owner.get(&format!("{path}?limit=200")).await.text;
        for row in state.rows_of(table) {
            assert!(list.contains(row["id"].as_str().expect("an id")), "{path} lacks {row:?}");
        }
    }
    let objective = owner.get(&format!("/api/v1/objectives/{}", state.id("discovery_objectives"))).await.json(200);
    let stored = state.rows_of("discovery_objectives")[0]["config"]
        .as_str()
        .map(serde_json::from_str::<Value>)
        .expect("text")
        .expect("JSON");
    assert_eq!(objective["config"]["displayName"], stored["displayName"], "{objective}");
    for row in state.rows_of("research_sources") {
        let document = owner.get(&format!("/api/v1/documents/{}", row["id"].as_str().expect("an id"))).await.json(200);
        assert_eq!((&document["title"], &document["text"]), (&row["title"], &row["text"]));
    }
    let session = state.id("elicitation_sessions");
    for row in state.rows_of("discovery_research_tasks") {
        let path = format!("/api/v1/sessions/{session}/research/{}", row["id"].as_str().expect("an id"));
        let task = owner.get(&path).await.json(200);
        assert_eq!((&task["query"], &task["status"]), (&row["query"], &row["status"]));
    }
    for project in state.rows_of("projects") {
        let path = format!("/api/v1/projects/{}", project["id"].as_str().expect("an id"));
        let sources = owner.get(&format!("{path}/sources")).await.json(200);
        assert_eq!(sources["items"].as_array().map(Vec::len), Some(state.rows_of("project_sources").len()), "{sources}");
        // The bytes of its files, and what was found in them.
        let rows = owner.post(&format!("{path}/query"), &json!({"sql": "SELECT COUNT(*) AS orders FROM orders"})).await.json(200);
        assert_eq!(rows["columns"], json!(["orders"]), "{rows}");
        let tables = owner.post(&format!("{path}/tools/list_tables"), &json!({"database": "shop"})).await;
        assert!(tables.status == 200 && tables.text.contains("orders"), "{}", tables.text);
    }
}

/// Another turn, another objective, another document that a search finds beside the old one.
async fn goes_on(state: &State, owner: &Api, session: &str) {
    let before = owner.session(session).await;
    let turn = owner.say(session, "It is a small shop, and our budget is 5000 euros").await;
    assert!(!turn.reply().is_empty(), "it is answered");
    let after = owner.session(session).await;
    assert_eq!(after["turn_count"].as_u64(), before["turn_count"].as_u64().map(|count| count + 1));
    assert_eq!(owner.obligation(session, "budget").await["status"], "satisfied", "{after}");
    let set = json!({"action": "set", "value": "wax"});
    owner.patch(&format!("/api/v1/sessions/{session}/obligations/goods"), &set).await.json(200);
    if !state.rows_of("research_sources").is_empty() {
        let asked =
            owner.post(&format!("/api/v1/sessions/{session}/research"), &json!({"query": "harvested July"})).await.json(202);
        let task = asked["id"].as_str().expect("an id");
        crate::research::over(owner, session, task).await;
        let task = owner.get(&format!("/api/v1/sessions/{session}/research/{task}")).await.json(200);
        assert_eq!(task["status"], "completed", "an old document is found: {task}");
    }
    owner.open("project_discovery").await;
    let mut stream = owner.feed(&format!("/api/v1/sessions/{session}/stream"), None).await;
    let (seq, first) = stream.next().await.expect("what happened then");
    assert_eq!((seq, &first["session_id"]), (1, &json!(session)), "{first}");
}
