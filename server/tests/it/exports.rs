//! What leaves as a file, and every other thing that is read: as often as it is asked for, the same.

use crate::{
    ground::{Place, everywhere, id_of},
    tenancy::House,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Every route that gives something else than JSON or a stream, each in all its forms. A new one needs a line here.
const FILES: [(&str, &[(&str, &str)]); 6] = [
    (
        "/api/v1/sessions/{id}/export",
        &[
            ("?format=md", "text/markdown; charset=utf-8"),
            ("?format=json", "application/json"),
            ("?format=csv", "text/csv; charset=utf-8"),
            ("", "application/json"),
        ],
    ),
    (
        "/api/v1/projects/{id}/discoveries/{discovery}/export",
        &[
            ("?format=md", "text/markdown; charset=utf-8"),
            ("?format=json", "application/json"),
            ("?format=csv", "text/csv; charset=utf-8"),
            ("?format=html", "text/html; charset=utf-8"),
            ("", "application/json"),
        ],
    ),
    (
        "/api/v1/company-searches/{id}/export",
        &[("?format=json", "application/json"), ("?format=csv", "text/csv; charset=utf-8"), ("", "application/json")],
    ),
    (
        "/api/v1/asks/{id}/export",
        &[
            ("?format=md", "text/markdown; charset=utf-8"),
            ("?format=json", "application/json"),
            ("?format=csv", "text/csv; charset=utf-8"),
            ("?format=html", "text/html; charset=utf-8"),
            ("", "application/json"),
        ],
    ),
    (
        "/api/v1/opportunities/{id}/export",
        &[("?format=md", "text/markdown; charset=utf-8"), ("?format=json", "application/json"), ("", "application/json")],
    ),
    ("/api/v1/projects/{id}/query.csv", &[("?sql=SELECT+*+FROM+orders+ORDER+BY+1", "text/csv; charset=utf-8")]),
];

/// Both in one house: to furnish it takes longer than to read all of it.
#[tokio::test]
async fn what_is_read_is_the_same_each_time_and_nobody_elses() {
    everywhere(async |place| {
        let mut house = House::furnish(place.tenant().0).await;
        files_are_the_same_each_time_and_nobody_elses(place, &house).await;
        whatever_is_read_twice_reads_the_same(&mut house).await;
    })
    .await;
}

async fn files_are_the_same_each_time_and_nobody_elses(place: &Place, house: &House) {
    let kinds = |operation: &Value| -> Vec<String> {
        operation["responses"]["200"]["content"].as_object().map(|kinds| kinds.keys().cloned().collect()).unwrap_or_default()
    };
    let paths = house.description["paths"].as_object().expect("paths").iter();
    let file = |kind: &String| !["application/json", "text/event-stream"].contains(&kind.as_str());
    let described: BTreeSet<&str> =
        paths.filter(|(_, methods)| kinds(&methods["get"]).iter().any(file)).map(|(path, _)| path.as_str()).collect();
    let lines: BTreeSet<&str> = FILES.iter().map(|(path, _)| *path).collect();
    assert_eq!(described, lines, "every file has its line, and no other");

    let (stranger, _) = place.tenant();
    let before = house.everything().await;
    for (template, forms) in FILES {
        for (query, kind) in forms {
            let path = format!("{}{query}", house.path_of(template));
            let (one, two) = (house.owner.get(&path).await, house.owner.get(&path).await);
            assert_eq!((one.status, one.header("content-type")), (200, *kind), "{path}: {}", one.text);
            assert!(one.text.len() > 10 && one.text == two.text, "{path}: {}, then {}", one.text, two.text);
            for header in ["content-type", "content-disposition"] {
                assert_eq!(one.headers.get(header), two.headers.get(header), "{path}");
            }
            stranger.get(&path).await.problem(404);
            place.nobody().get(&path).await.problem(401);
            for unknown in [id_of("nothing").to_string(), "no-id".into()] {
                let path = path.replace(&house.session, &unknown).replace(&house.project, &unknown);
                let path = path.replace(&house.known["company-searches"], &unknown).replace(&house.known["asks"], &unknown);
                let path = path.replace(&house.known["opportunities"], &unknown);
                house.owner.get(&path).await.problem(404);
            }
        }
    }
    let after = house.everything().await;
    // That somebody took a file along is noted.
    for (path, text) in before.iter().filter(|(path, _)| !path.starts_with("/api/v1/admin/audit")) {
        assert_eq!(after.get(path), Some(text), "{path}");
    }
}

/// Without how long it took.
fn timeless(text: &str) -> String {
    text.split(',').filter(|part| !part.contains("elapsed_ms")).collect::<Vec<_>>().join(",")
}

/// What is counted or measured while it is asked for.
const CHANGING: [&str; 3] = ["/api/v1/admin/tokens", "/api/v1/admin/usage", "/api/v1/admin/audit/queries"];

async fn whatever_is_read_twice_reads_the_same(house: &mut House) {
    let sources = house.owner.get(&house.path_of("/api/v1/projects/{id}/sources")).await.json(200);
    let shop = sources["items"].as_array().expect("items").iter().find(|one| one["name"] == "shop").expect("the shop");
    house.known.insert("sources", shop["id"].as_str().expect("an id").to_owned());
    let mut read = 0;
    for (template, methods) in house.description["paths"].as_object().expect("paths") {
        let streams = methods["get"]["responses"]["200"]["content"]["text/event-stream"].is_object();
        let is_file = FILES.iter().any(|(file, _)| file == template);
        if methods["get"].is_null() || streams || is_file || CHANGING.contains(&template.as_str()) {
            continue;
        }
        let query = if template.ends_with("/profile") { "?table=orders" } else { "" };
        let path = format!("{}{query}", house.path_of(template));
        let (one, two) = (house.owner.get(&path).await, house.owner.get(&path).await);
        assert_eq!((one.status, timeless(&one.text)), (200, timeless(&two.text)), "{path}");
        for unknown in ["?unheard_of=1", "&unheard_of=1"].iter().filter(|sign| sign.starts_with('?') == query.is_empty()) {
            house.owner.get(&format!("{path}{unknown}")).await.problem(422);
        }
        read += 1;
    }
    assert!(read >= 34, "only {read} routes");
}

#[tokio::test]
async fn an_interview_leaves_as_markdown_json_and_csv() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        api.say(&session, "We sell honey and the shop is small").await;
        let export = async |format: &str| api.get(&format!("/api/v1/sessions/{session}/export{format}")).await;

        let markdown = export("?format=md").await;
        assert_eq!((markdown.status, markdown.header("content-type")), (200, "text/markdown; charset=utf-8"));
        let name = markdown.header("content-disposition");
        assert!(name.starts_with("attachment; filename=\"a-shop-") && name.ends_with(".md\""), "{name}");
        for words in ["# A shop", "Small", "## To do", "We sell honey and the shop is small"] {
            assert!(markdown.text.contains(words), "{words} is missing in {}", markdown.text);
        }

        let document = export("").await;
        assert_eq!(document.header("content-type"), "application/json");
        let document = document.json(200);
        assert_eq!(export("?format=json").await.json(200), document);
        let state = api.session(&session).await;
        assert_eq!(document["messages"].as_array().map(Vec::len), state["messages"].as_array().map(Vec::len));
        assert_eq!(document["profile"]["shop"]["size"], "small");

        let table = export("?format=csv").await;
        assert_eq!((table.status, table.header("content-type")), (200, "text/csv; charset=utf-8"));
        let mut reader = csv::Reader::from_reader(table.text.as_bytes());
        let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
        assert_eq!(rows.len(), 6);
        let size = rows.iter().find(|row| &row[0] == "size").expect("the size");
        assert_eq!((&size[3], &size[5], &size[6]), ("satisfied", "Small", "small"));

        for wrong in ["?format=exe", "?format=", "?format=JSON%00"] {
            let problem = export(wrong).await.problem(422);
            assert_eq!(problem["errors"][0]["field"], "format");
        }
        assert_eq!(api.session(&session).await, state, "to export changes nothing");
    })
    .await;
}

#[tokio::test]
async fn an_interview_in_which_nothing_was_said_can_be_exported() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        assert_eq!(api.get(&format!("/api/v1/sessions/{session}/export?format=json")).await.json(200)["profile"], json!({}));
        for format in ["md", "csv"] {
            assert_eq!(api.get(&format!("/api/v1/sessions/{session}/export?format={format}")).await.status, 200);
        }
    })
    .await;
}
