//! The disk is full.

use crate::ground::{ADMIN, Answer, Api, Server, Settings, Turn, eventually};
use reqwest::Method;
use serde_json::json;
use std::{
    fs::File,
    io::Write,
    path::{Path, PathBuf},
    process::Command,
};

/// A small disk of one's own.
struct Disk(PathBuf, #[expect(dead_code, reason = "the folder goes when the disk does")] tempfile::TempDir);

impl Disk {
    /// None where nobody may mount anything.
    fn small() -> Option<Self> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("disk");
        std::fs::create_dir(&path).expect("a folder");
        let mounted =
            Command::new("mount").args(["-t", "tmpfs", "-o", "size=8m", "tmpfs"]).arg(&path).output().expect("mount runs");
        mounted.status.success().then(|| Self(path, folder))
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        drop(Command::new("umount").arg("--lazy").arg(&self.0).status());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_is_said_and_reading_goes_on() {
    let Some(disk) = Disk::small() else {
        assert!(std::env::var_os("CI").is_none(), "CI may mount a small disk, and tests a full one");
        eprintln!("SKIPPED: nobody may mount a small disk here, so a full one is not tested");
        return;
    };
    let outside = tempfile::tempdir().expect("a folder");
    let database_url = format!("sqlite://{}", disk.0.join("discovery.db").display());
    let server = Server::start(&Settings { database_url, data: outside.path().to_owned(), bootstrap: true, more: Vec::new() });
    let api = Api::new(&server.base, Some(ADMIN));
    let session = super::endless(&api, 1).await.remove(0);
    let first = json!({"sessionId": session, "message": "We sell honey", "clientMessageId": "first"});
    let told = Turn::of(api.chat(&first).await);
    let before = api.session(&session).await;

    fill(&disk.0.join("ballast"));
    let mut refused = None;
    // What the files hold already may be enough for a turn or two.
    for number in 0..50 {
        let body = json!({"sessionId": session, "message": format!("Remark {number}"), "clientMessageId": format!("{number}")});
        let answer = api.chat(&body).await;
        if answer.status != 200 {
            refused = Some((answer, body));
            break;
        }
    }
    let (answer, refused) = refused.expect("a full disk takes no more");
    assert!(answer.problem(503)["detail"].as_str().is_some_and(|detail| detail.contains("disk is full")), "{}", answer.text);
    // Nor by any other way, and each is told the same.
    let (page, calls) = (format!("/api/v1/sessions/{session}"), |path: &str| api.call(Method::POST, path));
    let config = json!({"context_type": "idea_discovery", "version": "2.0.0", "config": crate::ground::plan()});
    let listed = api.get("/api/v1/objectives").await.text;
    for (what, answer) in [
        ("a value", api.patch(&format!("{page}/obligations/goods"), &json!({"action": "set", "value": "w".repeat(9_000)})).await),
        (
            "an import",
            api.post(&format!("{page}/transcript"), &json!({"turns": [{"speaker": "user", "text": "w".repeat(9_000)}]})).await,
        ),
        ("an interview", api.post("/api/v1/sessions", &json!({"context_type": "idea_discovery"})).await),
        ("an objective", api.post("/api/v1/objectives", &config).await),
        ("a document", api.post("/api/v1/documents", &json!({"title": "Wax", "text": "About wax. ".repeat(2_000)})).await),
        ("a project", api.post("/api/v1/projects", &json!({"name": "Wax", "description": "w".repeat(1_900)})).await),
        (
            "a page's call",
            Answer::of(calls("/call/interview/command").json(&json!({
                "id": session, "command": {"type": "set_value", "key": "goods", "value": "w".repeat(9_000)}
            })))
            .await,
        ),
        ("a page's form", Answer::of(calls("/call/form/start").form(&[("context", "idea_discovery")])).await),
    ] {
        assert_eq!(answer.status, 503, "{what}: {}", answer.text);
        assert!(answer.text.to_lowercase().contains("disk is full"), "{what}: {}", answer.text);
    }
    assert_eq!(api.get("/api/v1/objectives").await.text, listed);
    for path in ["/", "/interviews", "/admin/objectives", "/projects"] {
        assert_eq!(api.get(path).await.status, 200, "{path} can be read");
    }
    let full = api.session(&session).await;
    assert!(!full.to_string().contains("wwww"), "nothing of what was refused is there");
    let known = full["messages"].as_array().expect("messages");
    assert!(known.len() >= before["messages"].as_array().map_or(0, Vec::len));
    assert!(known.iter().all(|one| one["client_message_id"] != refused["clientMessageId"]), "nothing of it was taken");
    assert_eq!(api.get("/healthz").await.status, 200);
    assert_eq!(api.get(&format!("/api/v1/sessions/{session}/export?format=md")).await.status, 200);
    assert_eq!(api.get(&format!("/interviews/{session}")).await.status, 200);

    std::fs::remove_file(disk.0.join("ballast")).expect("room again");
    eventually("it works again", async || api.chat(&refused).await.status == 200).await;
    api.post("/api/v1/objectives", &config).await.json(201);
    api.patch(&format!("{page}/obligations/budget"), &json!({"action": "set", "value": 7})).await.json(200);
    assert_eq!(Turn::of(api.chat(&first).await).0, told.0);
    let after = api.session(&session).await;
    let times = after["messages"].as_array().expect("messages").iter();
    assert_eq!(times.filter(|one| one["client_message_id"] == refused["clientMessageId"]).count(), 1);
    drop(server);
}

fn fill(ballast: &Path) {
    let mut file = File::create(ballast).expect("a file");
    for size in [64 * 1024, 4 * 1024, 512, 1] {
        let piece = vec![b'x'; size];
        while file.write_all(&piece).is_ok() {}
    }
}
