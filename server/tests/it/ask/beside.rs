//! Asks of the command line.

use super::{line, settled};
use crate::{
    ground::{ADMIN, Api, Database, Server, Settings},
    projects::tool,
};
use serde_json::json;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_command_line_answers_one_question_or_holds_a_conversation() {
    let database = Database::sqlite();
    let settings = Settings::new(&database);
    let server = Server::start(&settings);
    let api = Api::new(&server.base, Some(ADMIN));
    let project = line(&api).await;
    let words = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();

    let output = settings.run(&["ask", "--project-id", &project, "How many ferries have Skala as harbour?"]);
    let (answer, lines) = (words(&output.stdout), words(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{lines}");
    assert!(answer.contains("| 3 |") && answer.contains("P1"), "{answer}");
    assert!(lines.contains("step 1 done"), "{lines}");
    // The server knows it too.
    let listed = api.get(&format!("/api/v1/projects/{project}/asks")).await.json(200);
    let whole = settled(&api, listed["items"][0]["id"].as_str().expect("an id")).await;
    assert_eq!(whole["tables"][0]["rows"], json!([[3]]));

    tool(&api, &project, "add_fact", json!({"name": "large ferry", "value": "over 200 seats"})).await.json(200);
    let talk = "/redo\nHow many ferries are there?\n/redo\n/mode nonsense\n/facts\n/refresh\n/drop\n/mode knowledge\n\
        What is a large ferry?\n/quit\nnever read\n";
    let output = settings.run_with(&["ask", "--project-id", &project], talk);
    let (answers, lines) = (words(&output.stdout), words(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{lines}");
    assert_eq!(answers.matches("Mode: ").count(), 3, "{answers}");
    assert!(
        answers.contains("Mode: knowledge") && lines.contains("write /mode auditable, /mode exploratory or /mode knowledge"),
        "{answers} {lines}"
    );
    assert!(answers.contains("large ferry: over 200 seats (") && answers.contains("1 unchanged"), "{answers}");
    assert!(lines.contains("there is nothing to redo") && lines.contains("there is no such command"), "{lines}");

    for (arguments, why) in [
        (vec!["ask", "--project-id", "nothing", "How many?"], "there is no such project"),
        (vec!["ask", "--project-id", &project, " "], "a question needs some words"),
        (vec!["ask", "--project-id", &project, "--email", "nobody@example.org", "How many?"], "name somebody with --email"),
        (vec!["ask", "--project-id", &project, "--tenant", "nowhere", "How many?"], "there is no tenant nowhere"),
    ] {
        let output = settings.run(&arguments);
        let lines = words(&output.stderr);
        assert!(output.status.code() == Some(2) && lines.contains(why) && output.stdout.is_empty(), "{arguments:?}: {lines}");
    }
}
