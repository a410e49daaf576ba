//! What a project's filter and its readers' rights keep back, over HTTP.

use super::{made, tool, upload};
use crate::{
    ground::{everywhere, sqlite_file},
    pages::escaped,
};
use serde_json::{Value, json};

const SHARED: &str = "tenant,name\nacme,Ada\nother,Bob\n";

#[tokio::test]
async fn another_filter_forgets_what_the_one_before_let_through() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = made(&owner, "Shop").await;
        upload(&owner, &project, &[("kind", "database"), ("name", "shop")], &[("people.csv", SHARED.as_bytes())]).await.json(201);
        let samples = async || {
            let given = json!({"database": "shop", "table": "people", "column": "name"});
            tool(&owner, &project, "get_sample_values", given).await.json(200).to_string()
        };
        assert!(samples().await.contains("Bob"));
        let path = format!("/api/v1/projects/{project}");
        for (value, seen, hidden) in [("acme", "Ada", "Bob"), ("other", "Bob", "Ada")] {
            owner.put(&path, &json!({"filter": {"column": "tenant", "value": value}})).await.json(200);
            let samples = samples().await;
            assert!(samples.contains(seen) && !samples.contains(hidden), "{value}: {samples}");
            let schema = tool(&owner, &project, "get_table_schema", json!({"database": "shop", "table": "people"})).await.text;
            assert!(!schema.contains(hidden), "{value}: {schema}");
            let rows = owner.post(&format!("{path}/query"), &json!({"sql": "SELECT name FROM people"})).await.json(200);
            assert_eq!(rows["rows"], json!([[seen]]));
        }
    })
    .await;
}

#[tokio::test]
async fn no_view_and_no_name_of_with_leads_around_the_filter() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = made(&owner, "Shop").await;
        let sql = "CREATE TABLE people (tenant TEXT, name TEXT); INSERT INTO people VALUES ('acme', 'Ada'), ('other', 'Bob');
            CREATE VIEW names AS SELECT name FROM people; CREATE VIRTUAL TABLE docs USING fts5(body, tenant UNINDEXED);
            INSERT INTO docs VALUES ('secret of Bob', 'other');";
        let file = sqlite_file(sql).await;
        upload(&owner, &project, &[("kind", "database"), ("name", "shop")], &[("shop.sqlite", &file)]).await.json(201);
        let path = format!("/api/v1/projects/{project}");
        owner.put(&path, &json!({"filter": {"column": "tenant", "value": "acme"}})).await.json(200);
        let query = async |sql: &str| owner.post(&format!("{path}/query"), &json!({"sql": sql})).await;
        assert_eq!(query("SELECT name FROM people").await.json(200)["rows"], json!([["Ada"]]));
        for sql in [
            "SELECT * FROM names",
            "SELECT * FROM docs_content WHERE EXISTS (WITH docs_content AS (SELECT 1) SELECT 1 FROM docs_content)",
            "SELECT * FROM sqlite_schema WHERE EXISTS (WITH sqlite_schema AS (SELECT 1) SELECT 1 FROM sqlite_schema)",
        ] {
            let refused = query(sql).await;
            assert!(!refused.text.contains("Bob"), "{sql}: {}", refused.text);
            refused.problem(422);
        }
        for table in ["names", "docs"] {
            let shown = tool(&owner, &project, "get_table_schema", json!({"database": "shop", "table": table})).await;
            assert!(!shown.text.contains("Bob"), "{table}: {}", shown.text);
        }
    })
    .await;
}

#[tokio::test]
async fn who_may_only_look_leaves_no_question_for_everybody() {
    everywhere(async |place| {
        let (member, viewer) = (place.member(), place.viewer());
        let project = made(&member, "Shop").await;
        let open = async || tool(&member, &project, "get_unresolved_facts", json!({})).await.json(200);
        let asked = json!({"question": "What is the airspeed of a swallow?"});
        assert_eq!(tool(&viewer, &project, "resolve_fact", asked.clone()).await.json(200)["answer"], Value::Null);
        assert_eq!(open().await, json!([]));
        tool(&member, &project, "resolve_fact", asked).await.json(200);
        assert_eq!(open().await.as_array().map(Vec::len), Some(1));
    })
    .await;
}

#[tokio::test]
async fn json_without_a_kind_is_what_stands_in_it() {
    everywhere(async |place| {
        let member = place.member();
        let project = made(&member, "Shop").await;
        for (name, content, kind) in [("rows.json", "[{\"id\": 1}, {\"id\": 2}]", "database"), ("pets.json", super::PETS, "api")]
        {
            let source = upload(&member, &project, &[], &[(name, content.as_bytes())]).await.json(201);
            assert_eq!(source["kind"], kind, "{source}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_query_in_an_address_stays_in_its_field() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = made(&owner, "Shop").await;
        upload(&owner, &project, &[("kind", "database"), ("name", "shop")], &[("people.csv", SHARED.as_bytes())]).await.json(201);
        let sql = "SELECT 1 </textarea><img src=x onerror=alert(1)>";
        let coded: String = sql.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let page = owner.get(&format!("/projects/{project}/query?sql={coded}")).await;
        assert_eq!(page.status, 200);
        assert!(!page.text.contains("<img src=x"), "{}", page.text);
        let kept = escaped(sql).replace("&gt;", ">");
        assert!(page.text.contains(&kept), "the text itself is kept: {}", page.text);
    })
    .await;
}

#[tokio::test]
async fn an_address_never_runs_a_query_and_a_form_does() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = made(&owner, "Shop").await;
        upload(&owner, &project, &[("kind", "database"), ("name", "shop")], &[("people.csv", SHARED.as_bytes())]).await.json(201);
        let path = format!("/projects/{project}/query");
        let page = owner.get(&format!("{path}?sql=SELECT%20name%20FROM%20people")).await;
        assert!(
            page.status == 200 && page.text.contains("SELECT name FROM people") && !page.text.contains("Ada"),
            "{}",
            page.text
        );
        let form = owner.call(reqwest::Method::POST, &path).form(&[("sql", "SELECT name FROM people")]);
        let page = crate::ground::Answer::fetch(form).await;
        assert!(page.status == 200 && page.text.contains("<td") && page.text.contains("Ada"), "{}", page.text);
        let elsewhere = owner.call(reqwest::Method::POST, &path).form(&[("sql", "SELECT name FROM people")]);
        let elsewhere = elsewhere.header("sec-fetch-site", "cross-site").header("origin", "https://evil.example");
        assert_eq!(crate::ground::Answer::fetch(elsewhere).await.status, 403);
        let download = format!("/api/v1/projects/{project}/query.csv?sql=SELECT%20name%20FROM%20people");
        for (site, status) in [("same-origin", 200), ("cross-site", 403), ("none", 403)] {
            let call = owner.call(reqwest::Method::GET, &download).header("sec-fetch-site", site);
            assert_eq!(crate::ground::Answer::fetch(call).await.status, status, "{site}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_filter_that_no_table_feels_is_told_and_a_misspelled_one_is_refused() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        for wrong in [
            json!({"name": "x", "filters": {"column": "tenant", "value": "a"}}),
            json!({"name": "x", "tenant_filter": {"column": "tenant", "value": "a"}}),
            json!({"name": "x", "filter": {"column": "tenant", "value": "a", "operator": "!="}}),
            json!({"name": "x", "generate_pack": {"on": true}}),
        ] {
            owner.post("/api/v1/projects", &wrong).await.problem(422);
        }
        let project = made(&owner, "Shop").await;
        let path = format!("/api/v1/projects/{project}");
        // What was read may be sent back as it is.
        let read = owner.get(&path).await.json(200);
        let mut again = read.clone();
        again["description"] = json!("Again");
        assert_eq!(owner.put(&path, &again).await.json(200)["description"], "Again");
        let source =
            upload(&owner, &project, &[("kind", "database"), ("name", "shop")], &[("people.csv", SHARED.as_bytes())]).await;
        let source = format!("{path}/sources/{}", source.json(201)["id"].as_str().expect("an id"));
        let warnings = async || owner.get(&source).await.json(200)["warnings"].clone();
        assert_eq!(warnings().await, json!([]));
        let told = json!(["No table has the column tenat: nothing is filtered by the project's filter."]);
        for (column, wanted) in [("tenat", told), ("TENANT", json!([])), ("tenant", json!([]))] {
            owner.put(&path, &json!({"filter": {"column": column, "value": "acme"}})).await.json(200);
            assert_eq!(warnings().await, wanted, "{column}");
        }
    })
    .await;
}

#[tokio::test]
async fn the_console_is_for_administrators_and_the_rest_of_its_page_for_everybody() {
    const FOR_ADMINISTRATORS: &str = "Only administrators can try tools.";
    const CONSOLE: &str = "class=\"inline-form choose\"";
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let project = made(&guest, "Shop").await;
        let path = format!("/projects/{project}/tools?tool=list_tables");
        let page = guest.get(&path).await;
        assert_eq!(page.status, 200);
        assert!(page.text.contains(FOR_ADMINISTRATORS) && page.text.contains(&format!("/mcp?project={project}")));
        assert!(!page.text.contains(CONSOLE) && !page.text.contains("data-testid=\"tool-form\""), "{}", page.text);
        let page = owner.get(&path).await;
        assert!(page.text.contains(CONSOLE) && page.text.contains("data-testid=\"tool-form\""), "{}", page.text);
        assert!(!page.text.contains(FOR_ADMINISTRATORS) && page.text.contains(&format!("/mcp?project={project}")));
    })
    .await;
}
