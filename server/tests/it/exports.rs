//! `GET /api/v1/sessions/{id}/export`.

use crate::ground::everywhere;
use serde_json::json;

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
