//! Pipelines of the command line and of programs that speak the Model Context Protocol.

use super::{findings, settled};
use crate::{
    ground::{ADMIN, Api, Database, Server, Settings, everywhere},
    projects::{made, mcp::ask},
};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pipeline_of_the_command_line_writes_its_stages_and_its_opportunities() {
    let database = Database::sqlite();
    let settings = Settings::new(&database);
    let server = Server::start(&settings);
    let api = Api::new(&server.base, Some(ADMIN));
    let project = made(&api, "Ferry line").await;
    let file = |name: &str, content: &Value| {
        let path = settings.data.join(name);
        std::fs::write(&path, content.to_string()).expect("a file");
        path.to_string_lossy().into_owned()
    };
    let sound = file("findings.json", &findings());
    let output = settings.run(&["pipeline", "--project-id", &project, "--findings", &sound]);
    let (out, lines) =
        (String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned());
    assert_eq!(output.status.code(), Some(0), "{lines}");
    let result: Value = serde_json::from_str(out.trim()).expect("JSON");
    assert_eq!((&result["in_review"], &result["findings"]), (&json!(true), &json!(4)), "{result:#}");
    for line in
        ["pipeline ", "stage 1 opportunity_framing", "1-2 cycle 1: SolutionDesigner accepts", "in review: 4 findings became"]
    {
        assert!(lines.contains(line), "{line} is missing: {lines}");
    }
    let whole = settled(&api, result["pipeline_id"].as_str().expect("an id")).await;
    assert_eq!(whole["stages"][5]["status"], "checkpoint_reached", "the server knows it too: {whole:#}");
    // The server goes on with it.
    let one = result["opportunities"][0]["id"].as_str().expect("an id");
    let decision = json!({"decision": "deferred", "reasoning": "After the summer"});
    api.post(&format!("/api/v1/opportunities/{one}/decision"), &decision).await.json(200);

    let untitled = file("untitled.json", &json!({"findings": [{"title": "a"}, {"description": "b"}]}));
    for (arguments, words) in [
        (vec!["pipeline", "--project-id", &project], "findings"),
        (vec!["pipeline", "--project-id", "nothing", "--findings", &sound], "there is no such project"),
        (vec!["pipeline", "--project-id", &project, "--findings", "/nowhere.json"], "cannot be read"),
        (vec!["pipeline", "--project-id", &project, "--findings", &untitled], "findings[1]"),
        (vec!["pipeline", "--project-id", &project, "--run-id", "00000000-0000-0000-0000-000000000000"], "no such run"),
    ] {
        let output = settings.run(&arguments);
        let why = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {why}");
        assert!(why.contains(words) && output.stdout.is_empty(), "{arguments:?} {why}");
    }
}

#[tokio::test]
async fn the_tools_are_offered_to_programs() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = made(&owner, "Ferry line").await;
        let path = format!("/mcp/{project}");
        let call = async |name: &str, arguments: Value| {
            let answer = ask(&owner, &path, "tools/call", json!({"name": name, "arguments": arguments})).await.json(200);
            answer["result"].clone()
        };
        let made = call("make_specifications", json!({"findings": findings()})).await;
        let whole = &made["structuredContent"];
        assert_eq!(whole["pipeline"]["stages"][5]["status"], "checkpoint_reached", "{made:#}");
        assert!(!whole["opportunities"].as_array().expect("opportunities").is_empty());
        let items = json!([{"id": "a", "title": "Dark mode", "description": "Add a dark mode switch to the settings page."}]);
        let validated = call("validate_artifacts", json!({"boundary": "1-2", "items": items})).await;
        assert_eq!(validated["structuredContent"]["rejected_items"][0]["item_id"], "a", "{validated:#}");
        for (name, arguments, words) in [
            ("make_specifications", json!({}), "findings"),
            ("make_specifications", json!({"findings": [{"title": ""}]}), "a title"),
            ("validate_artifacts", json!({"boundary": "7-8", "items": []}), "7-8"),
        ] {
            let wrong = call(name, arguments).await;
            let text = wrong["content"][0]["text"].as_str().expect("words");
            assert!(wrong["isError"] == true && text.contains(words), "{wrong}");
        }
        let viewer = place.viewer();
        let project = crate::projects::made(&place.admin(), "Ferry line").await;
        let wish = json!({"name": "make_specifications", "arguments": {"findings": findings()}});
        let refused = ask(&viewer, &format!("/mcp/{project}"), "tools/call", wish).await.json(200);
        assert!(refused.to_string().contains("role member"), "{refused}");
    })
    .await;
}
