//! An answer that becomes a finding of a pipeline that is there.

use super::{findings, listed, reviewable, settled, sources::answer};
use crate::{
    ground::{ADMIN, Answer, Api, Database, Server, Settings, everywhere},
    projects::made,
};
use reqwest::Method;
use serde_json::{Value, json};

#[tokio::test]
async fn an_answer_is_added_to_a_pipeline_in_review_and_goes_through_its_stages() {
    everywhere(async |place| {
        let (owner, member) = place.tenant();
        let project = crate::ask::line(&owner).await;
        let ask = answer(&owner, &project).await;
        let finding = format!("ask:{ask}");
        let (pipeline, before) = reviewable(&owner, &project).await;
        let path = format!("/api/v1/pipelines/{pipeline}/findings");
        let body = json!({"ask_id": ask});
        // An answer is whose question it was, and of its own project.
        member.post(&path, &body).await.problem(404);
        let (elsewhere, _) = reviewable(&owner, &made(&owner, "Another line").await).await;
        owner.post(&format!("/api/v1/pipelines/{elsewhere}/findings"), &body).await.problem(404);

        owner.post(&path, &body).await.json(202);
        let whole = settled(&owner, &pipeline).await;
        assert_eq!(whole["stages"][5]["status"], "checkpoint_reached", "{whole:#}");
        assert_eq!(whole["stages"][1]["attempt"], 2, "{whole:#}");
        let found: Vec<&Value> = whole["findings"].as_array().expect("findings").iter().collect();
        assert_eq!(found.len(), 5, "{whole:#}");
        let added = found.into_iter().find(|one| one["id"] == finding.as_str()).expect("the answer");
        assert_eq!(added["evidence"][0]["link"], format!("/ask/{ask}"), "{added:#}");
        let all = listed(&owner, &pipeline).await;
        assert!(all.len() > before.len(), "{all:#?}");
        let its = all.iter().find(|one| one["brief"]["findings"].as_array().is_some_and(|ids| ids.contains(&json!(finding))));
        assert_eq!(its.map(|one| one["status"].as_str()), Some(Some("in_review")), "{all:#?}");

        let again = owner.post(&path, &body).await.problem(409);
        assert!(again["detail"].as_str().is_some_and(|words| words.contains("already")), "{again}");
        owner.post(&format!("/api/v1/pipelines/{pipeline}/stop"), &json!({})).await.json(202);
        let over = owner.post(&path, &body).await.problem(409);
        assert!(over["detail"].as_str().is_some_and(|words| words.contains("stopped") && words.contains("another")), "{over}");
    })
    .await;
}

#[tokio::test]
async fn the_page_of_an_answer_offers_the_pipelines_that_take_it() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = crate::ask::line(&owner).await;
        let ask = answer(&owner, &project).await;
        let (open, _) = reviewable(&owner, &project).await;
        let (over, _) = reviewable(&owner, &project).await;
        owner.post(&format!("/api/v1/pipelines/{over}/stop"), &json!({})).await.json(202);
        let page = owner.get(&format!("/ask/{ask}")).await;
        let offers = |id: &str| page.text.contains(&format!("<option value=\"{id}\""));
        assert!(page.status == 200 && offers(&open) && !offers(&over), "{}", page.text);

        let add = async |pipeline: &str| {
            let wish = json!({"wish": {"act": "finding", "ask": ask, "pipeline": pipeline}});
            Answer::fetch(owner.call(Method::POST, "/call/asks/act").json(&wish)).await
        };
        assert_eq!(add(&over).await.status, 422, "a page says what is possible instead");
        assert_eq!(add("nothing").await.status, 404);
        assert_eq!(add(&open).await.json(200), json!(format!("/opportunities/{open}")));
        let whole = settled(&owner, &open).await;
        assert_eq!(whole["findings"].as_array().map(Vec::len), Some(5), "{whole:#}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_command_line_adds_an_answer_to_a_pipeline() {
    let database = Database::sqlite();
    let settings = Settings::new(&database);
    let server = Server::start(&settings);
    let api = Api::new(&server.base, Some(ADMIN));
    let project = crate::ask::line(&api).await;
    let ask = answer(&api, &project).await;
    let file = settings.data.join("findings.json");
    std::fs::write(&file, findings().to_string()).expect("a file");
    let file = file.to_string_lossy().into_owned();
    let run = |arguments: &[&str]| {
        let output = settings.run(&[&["pipeline", "--project-id", project.as_str()][..], arguments].concat());
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (code, out, lines) = run(&["--findings", &file]);
    assert_eq!(code, Some(0), "{lines}");
    let begun: Value = serde_json::from_str(out.trim()).expect("JSON");
    let pipeline = begun["pipeline_id"].as_str().expect("an id");
    let (code, out, lines) = run(&["--pipeline-id", pipeline, "--ask-id", &ask]);
    assert_eq!(code, Some(0), "{lines}");
    let added: Value = serde_json::from_str(out.trim()).expect("JSON");
    assert_eq!((&added["pipeline_id"], &added["findings"]), (&begun["pipeline_id"], &json!(5)), "{added:#}");
    // What was before is not written again.
    assert!(lines.contains("stage 1 opportunity_framing, attempt 2") && !lines.contains("stage 0"), "{lines}");
    let (code, _, lines) = run(&["--pipeline-id", pipeline, "--ask-id", &ask]);
    assert!(code == Some(2) && lines.contains("already"), "{lines}");
}
