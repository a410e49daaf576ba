//! The disk is full, under SQLite and under Postgres: whatever is to be kept is refused with 503, nothing is kept by half, reading goes
//! on, and once there is room again everything works.

use crate::ground::{ADMIN, Answer, Api, Database, Server, Settings, Turn, eventually, plan};
use futures::FutureExt;
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use std::{
    fs::{File, Permissions},
    io::Write,
    os::unix::fs::PermissionsExt,
    panic::AssertUnwindSafe,
    path::{Path, PathBuf},
    process::Command,
};

/// A small disk of one's own.
struct Disk(PathBuf, #[expect(dead_code, reason = "the folder goes when the disk does")] tempfile::TempDir);

impl Disk {
    /// One that every user of this machine reaches. None where nobody may mount anything, which CI may.
    fn small(megabytes: usize) -> Option<Self> {
        let folder = tempfile::Builder::new().prefix("discovery-disk-").tempdir_in("/tmp").expect("a folder");
        std::fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).expect("its owner's");
        let path = folder.path().join("disk");
        std::fs::create_dir(&path).expect("a folder");
        let size = format!("size={megabytes}m");
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(&path).output().expect("mount runs");
        if mounted.status.success() {
            return Some(Self(path, folder));
        }
        assert!(std::env::var_os("CI").is_none(), "CI may mount a small disk, and tests a full one: {mounted:?}");
        eprintln!("SKIPPED: nobody may mount a small disk here, so a full one is not tested");
        None
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        drop(Command::new("umount").arg("--lazy").arg(&self.0).status());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_is_said_and_reading_goes_on() {
    let Some(disk) = Disk::small(8) else { return };
    check_full_disk(format!("sqlite://{}", disk.0.join("discovery.db").display()), disk.0.join("ballast")).await;
}

/// Of Postgres only the database's own files lie on the small disk: what it needs to stay alive lies elsewhere, as it should.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_of_postgres_is_said_and_reading_goes_on() {
    let Some(database) = Database::bare_postgres().await else { return };
    let Some(disk) = Disk::small(48) else { return };
    let mut admin = PgConnection::connect(&database.url).await.expect("Postgres answers");
    let own: String = sqlx::query_scalar("SHOW data_directory").fetch_one(&mut admin).await.expect("its folder");
    let place = disk.0.join("tables");
    std::fs::create_dir(&place).expect("a folder");
    let chown = Command::new("chown").arg(format!("--reference={own}")).arg(&place).status().expect("chown runs");
    assert!(chown.success(), "Postgres runs on this machine, and its folder is {own}");
    let name = format!("full_{}", std::process::id());
    run(&mut admin, &format!("CREATE TABLESPACE {name} LOCATION '{}'", place.display())).await;
    run(&mut admin, &format!("CREATE DATABASE {name} TABLESPACE {name}")).await;
    let at = database.url.rfind('/').expect("a path");
    let url = format!("{}/{name}", &database.url[..at]);
    let story = AssertUnwindSafe(check_full_disk(url, disk.0.join("ballast"))).catch_unwind().await;
    // Postgres must not lose a disk that it writes to.
    run(&mut admin, &format!("DROP DATABASE {name} WITH (FORCE)")).await;
    run(&mut admin, &format!("DROP TABLESPACE {name}")).await;
    if let Err(failure) = story {
        std::panic::resume_unwind(failure);
    }
}

async fn run(on: &mut PgConnection, sql: &str) {
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(on).await.expect("the SQL runs");
}

/// What cannot be made small, so that it needs room; every number another.
fn noise(number: u64, length: usize) -> String {
    let mut state = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let digit = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        char::from_digit(u32::try_from(state >> 59).expect("small"), 36).expect("a digit")
    };
    std::iter::repeat_with(digit).take(length).collect()
}

async fn check_full_disk(database_url: String, ballast: PathBuf) {
    let outside = tempfile::tempdir().expect("a folder");
    let server = Server::start(&Settings { database_url, data: outside.path().to_owned(), bootstrap: true, more: Vec::new() });
    let api = Api::new(&server.base, Some(ADMIN));
    let session = super::endless(&api, 1).await.remove(0);
    let first = json!({"sessionId": session, "message": "We sell honey", "clientMessageId": "first"});
    let before = Turn::parse(api.chat(&first).await);

    fill(&ballast);
    // What the files hold already may be enough for a turn or two.
    let mut number = 0;
    let refused = loop {
        number += 1;
        assert!(number < 500, "a full disk takes no more");
        let message = format!("Remark {number}: {}", noise(number, 900));
        let body = json!({"sessionId": session, "message": message, "clientMessageId": format!("{number}")});
        let answer = api.chat(&body).await;
        if answer.status != 200 {
            assert!(
                answer.problem(503)["detail"].as_str().is_some_and(|detail| detail.contains("disk is full")),
                "{}",
                answer.text
            );
            break body;
        }
    };
    let mut not_kept = vec![refused["message"].as_str().expect("a text").to_owned()];
    for way in Way::ALL {
        // Every other way fails with the same answer.
        loop {
            number += 1;
            assert!(number < 5_000, "{way:?}: a full disk takes no more");
            let text = noise(number, 9_000);
            let answer = way.go(&api, &session, &text, number).await;
            if answer.status == 503 {
                assert!(answer.text.to_lowercase().contains("disk is full"), "{way:?}: {}", answer.text);
                not_kept.push(text);
                break;
            }
            assert!(answer.status < 400, "{way:?}: {} {}", answer.status, answer.text);
        }
    }
    for path in ["/", "/interviews", "/admin/objectives", "/projects"] {
        assert_eq!(api.get(path).await.status, 200, "{path} can be read");
    }
    let full = everything(&api, &session).await;
    assert!(full.contains("We sell honey"));
    for text in &not_kept {
        assert!(!full.contains(&text[..40]), "nothing of what was refused is there");
    }
    assert!(!known(&api, &session, &refused).await, "nothing of it was taken");
    assert_eq!(api.get("/healthz").await.status, 200);
    assert_eq!(api.get(&format!("/api/v1/sessions/{session}/export?format=md")).await.status, 200);
    assert_eq!(api.get(&format!("/interviews/{session}")).await.status, 200);

    std::fs::remove_file(&ballast).expect("room again");
    eventually("it works again", async || api.chat(&refused).await.status == 200).await;
    for way in Way::ALL {
        number += 1;
        let answer = way.go(&api, &session, &noise(number, 9_000), number).await;
        assert!(answer.status < 400, "{way:?}: {} {}", answer.status, answer.text);
    }
    assert_eq!(Turn::parse(api.chat(&first).await).0, before.0);
    let after = api.session(&session).await;
    let times = after["messages"].as_array().expect("messages").iter();
    assert_eq!(times.filter(|one| one["client_message_id"] == refused["clientMessageId"]).count(), 1);
}

/// How something comes to be kept.
#[derive(Clone, Copy, Debug)]
enum Way {
    Value,
    Import,
    Objective,
    Document,
    Project,
    PageCall,
    Interview,
    PageForm,
}

impl Way {
    const ALL: [Self; 8] = [
        Self::Value,
        Self::Import,
        Self::Objective,
        Self::Document,
        Self::Project,
        Self::PageCall,
        Self::Interview,
        Self::PageForm,
    ];

    async fn go(self, api: &Api, session: &str, text: &str, number: u64) -> Answer {
        let page = format!("/api/v1/sessions/{session}");
        match self {
            Self::Value => api.patch(&format!("{page}/obligations/goods"), &json!({"action": "set", "value": text})).await,
            Self::Import => api.post(&format!("{page}/transcript"), &json!({"turns": [{"speaker": "user", "text": text}]})).await,
            Self::Objective => {
                let mut config = plan();
                config["description"] = text[..1_500].into();
                let body = json!({"context_type": "idea_discovery", "version": format!("2.0.{number}"), "config": config});
                api.post("/api/v1/objectives", &body).await
            }
            Self::Document => {
                api.post("/api/v1/documents", &json!({"title": format!("Wax {number}"), "text": text.repeat(2)})).await
            }
            Self::Project => {
                let body = json!({"name": format!("Wax {number}"), "description": text});
                api.post("/api/v1/projects", &body).await
            }
            Self::PageCall => {
                let command = json!({"type": "set_value", "key": "goods", "value": text});
                let call = api.call(Method::POST, "/call/interview/command").json(&json!({"id": session, "command": command}));
                Answer::fetch(call).await
            }
            Self::Interview => api.post("/api/v1/sessions", &json!({"context_type": "idea_discovery"})).await,
            Self::PageForm => {
                Answer::fetch(api.call(Method::POST, "/call/form/start").form(&[("context", "idea_discovery")])).await
            }
        }
    }
}

async fn everything(api: &Api, session: &str) -> String {
    let mut all = api.session(session).await.to_string();
    for list in ["objectives", "documents", "projects", "sessions"] {
        all += &api.get(&format!("/api/v1/{list}?limit=200")).await.text;
    }
    all
}

async fn known(api: &Api, session: &str, message: &Value) -> bool {
    let state = api.session(session).await;
    state["messages"].as_array().expect("messages").iter().any(|one| one["client_message_id"] == message["clientMessageId"])
}

fn fill(ballast: &Path) {
    let mut file = File::create(ballast).expect("a file");
    for size in [64 * 1024, 4 * 1024, 512, 1] {
        let piece = vec![b'x'; size];
        while file.write_all(&piece).is_ok() {}
    }
}
