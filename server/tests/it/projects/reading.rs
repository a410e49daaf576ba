//! What people do with a project by themselves: searching, reading a document, querying, keeping queries.

use super::{full, made, tool};
use crate::{
    ground::{Answer, Api, everywhere},
    pages::runs_nothing_of_others,
};
use reqwest::Method;
use serde_json::{Value, json};

async fn source(api: &Api, project: &str, name: &str) -> String {
    let listed = api.get(&format!("/api/v1/projects/{project}/sources")).await.json(200);
    let found = listed["items"].as_array().expect("items").iter().find(|one| one["name"] == name).cloned();
    found.expect("the source")["id"].as_str().expect("an id").to_owned()
}

async fn act(api: &Api, project: &str, deed: &str, name: &str, entered: Value) -> Answer {
    let act = json!({"project": project, "deed": deed, "source": "", "name": name, "entered": entered});
    api.post("/call/projects/act", &json!({"act": act})).await
}

#[tokio::test]
async fn a_search_finds_what_has_the_words_or_says_that_nothing_has() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = full(&owner).await;
        let page = owner.get(&format!("/projects/{project}/search?q=VIP")).await;
        assert!(page.status == 200 && page.text.contains("<mark>VIP"), "{}", page.text);
        assert!(page.text.contains("/documents/rules?from="), "it leads to the section: {}", page.text);
        let none = owner.get(&format!("/projects/{project}/search?q=xyzzy")).await;
        assert!(none.status == 200 && none.text.contains("Nothing was found"), "{}", none.text);
        assert!(none.text.contains("/search?q=orders"), "a suggestion: {}", none.text);
        let kind = owner.get(&format!("/projects/{project}/search?q=VIP&kind=table")).await;
        assert!(kind.status == 200 && !kind.text.contains("<mark>VIP"), "{}", kind.text);
        runs_nothing_of_others(&page);
    })
    .await;
}

#[tokio::test]
async fn a_document_is_read_as_a_whole_and_searched() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = full(&owner).await;
        let id = source(&owner, &project, "rules").await;
        let path = format!("/projects/{project}/sources/{id}/documents/rules");
        let page = owner.get(&path).await;
        assert!(
            page.status == 200 && page.text.contains("How we count.") && page.text.contains("lifetime value"),
            "{}",
            page.text
        );
        assert!(page.text.contains("#part-1") && page.text.contains("id=\"part-1\""), "its contents lead there: {}", page.text);
        assert!(!page.text.contains("## Customers"), "headings are headings: {}", page.text);
        let found = owner.get(&format!("{path}?q=customer")).await;
        assert!(found.text.contains("id=\"mark-1\"") && found.text.contains("id=\"mark-2\""), "{}", found.text);
        assert!(found.text.contains("1 of 2") && found.text.contains("at=2#mark-2"), "{}", found.text);
        let none = owner.get(&format!("{path}?q=xyzzy")).await;
        assert!(none.text.contains("Not found in this document."), "{}", none.text);
        assert_eq!(owner.get(&format!("{path}x")).await.status, 404);
        let (stranger, _) = place.tenant();
        assert_eq!(stranger.get(&path).await.status, 404);
        runs_nothing_of_others(&found);
    })
    .await;
}

#[tokio::test]
async fn a_query_is_kept_for_everybody_and_remembered_for_its_author() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let project = full(&owner).await;
        let path = format!("/projects/{project}/query");
        let sql = "SELECT country, COUNT(*) AS n FROM orders GROUP BY country";
        act(&guest, &project, "SaveQuery", "By country", json!({"sql": sql})).await.json(200);
        act(&guest, &project, "SaveQuery", "", json!({"sql": sql})).await.json(422);
        act(&guest, &project, "SaveQuery", "Nothing", json!({"sql": " "})).await.json(422);
        // What the overview counts by itself is nobody's question.
        let part = json!({"part": "Sparks", "id": project, "source": "", "table": "", "words": "", "from": 0, "sql": ""});
        owner.post("/call/projects/read", &json!({"asked": part})).await.json(200);
        let page = owner.get(&path).await;
        assert!(page.text.contains("By country") && page.text.contains("First rows of orders"), "{}", page.text);
        assert!(!page.text.contains("data-testid=\"history\""), "nothing was asked yet: {}", page.text);

        let form = owner.call(Method::POST, &path).form(&[("sql", sql)]);
        let answered = Answer::fetch(form).await;
        assert!(answered.text.contains("data-testid=\"query-chart\""), "names with a number have a picture: {}", answered.text);
        assert!(answered.text.contains("data-testid=\"history\""), "{}", answered.text);
        assert!(!guest.get(&path).await.text.contains("data-testid=\"history\""), "others have their own");

        act(&owner, &project, "DeleteQuery", "by country", json!({})).await.json(200);
        act(&owner, &project, "DeleteQuery", "by country", json!({})).await.json(404);
        assert!(!owner.get(&path).await.text.contains("By country"));
        let audit = owner.get("/api/v1/admin/audit?action=query.saved").await.json(200);
        assert_eq!(audit["items"].as_array().map(Vec::len), Some(1), "{audit}");
        let empty = made(&owner, "Empty").await;
        assert!(owner.get(&format!("/projects/{empty}/query")).await.text.contains("No tables yet"));
    })
    .await;
}

#[tokio::test]
async fn a_function_of_another_database_leads_to_the_one_that_does_it() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = full(&owner).await;
        for (sql, expected) in [
            ("SELECT strftime('%Y', country) FROM orders", "unknown function strftime: date_trunc("),
            ("SELECT group_concat(country) FROM orders", "unknown function group_concat: string_agg("),
        ] {
            let refused = owner.post(&format!("/api/v1/projects/{project}/query"), &json!({"sql": sql})).await.problem(422);
            assert!(refused["detail"].as_str().is_some_and(|detail| detail.starts_with(expected)), "{refused}");
        }
        let unknown = tool(&owner, &project, "run_query", json!({"sql": "SELECT pg_sleep(1) FROM orders"})).await;
        assert!(unknown.text.contains("known to only read"), "{}", unknown.text);
    })
    .await;
}
