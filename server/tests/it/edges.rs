//! The edges of the server as operators and strangers meet them: files that others may not read, tokens that are guessed, bodies
//! that nobody wants, and calls of a process that was killed.

use crate::ground::{ADMIN, Answer, Api, Database, Server, Settings, sqlite_file};
use domain::account::{AccountStore as _, Claimed, KeyClaim};
use protocol::{TenantId, Timestamp};
use reqwest::Method;
use serde_json::json;
use std::{
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};
use store::Store;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).expect("it is there").permissions().mode() & 0o777
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}

#[tokio::test]
async fn what_is_kept_is_for_the_servers_user_alone() {
    let database = Database::sqlite();
    let data = database.folder().join("new");
    std::fs::create_dir(&data).expect("a folder");
    std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o755)).expect("open to all");
    let url = format!("sqlite://{}", data.join("discovery.db").display());
    let server = Server::start(&Settings { data: data.clone(), database_url: url, ..Settings::new(&database) });
    let api = Api::new(&server.base, Some(ADMIN));
    let project = crate::projects::made(&api, "Kept").await;
    let fields = [("kind", "database"), ("name", "files")];
    crate::projects::upload(&api, &project, &fields, &[("rows.csv", b"id\n1\n")]).await.json(201);
    assert_eq!(mode(&data), 0o700);
    // The site and the log were made by the test.
    let own = files_below(&data).into_iter().filter(|path| !path.starts_with(data.join("site")) && !path.ends_with("log"));
    let own: Vec<PathBuf> = own.collect();
    assert!(own.iter().any(|path| path.ends_with("discovery.db")) && own.len() >= 4, "{own:?}");
    for path in own {
        assert_eq!(mode(&path) & 0o077, 0, "{}", path.display());
    }
}

#[test]
fn a_short_bootstrap_token_stays_on_this_machine() {
    let database = Database::sqlite();
    let settings = Settings::new(&database).with("DISCOVERY_ADDR", "0.0.0.0:0").with("RUST_BACKTRACE", "1");
    let refused = settings.run(&["serve"]);
    let why = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && why.contains("DISCOVERY_BOOTSTRAP_TOKEN") && why.contains("at least 32"), "{why}");
    assert!(!why.contains(ADMIN), "it is not printed");
    assert!(!why.contains("stack backtrace"), "{why}");
}

#[tokio::test]
async fn tokens_are_not_guessed_for_ever_and_the_right_one_is_let_in() {
    let database = Database::sqlite();
    let server = Server::start(&Settings::new(&database));
    let mut guesses = Vec::new();
    for guess in 0..40 {
        let answer = Api::new(&server.base, Some(&format!("guess-{guess}"))).get("/api/v1/sessions").await;
        guesses.push(answer.status);
    }
    assert!(guesses[..10].iter().all(|status| *status == 401) && guesses.contains(&429), "{guesses:?}");
    Api::new(&server.base, Some(ADMIN)).get("/api/v1/sessions").await.json(200);
}

/// One call over a connection that is kept open: its status, or nothing where the connection ended without an answer.
async fn call(connection: &mut TcpStream, head: &str, body: &[u8]) -> Option<u16> {
    let head = format!("{head}\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n", body.len());
    connection.write_all(head.as_bytes()).await.ok()?;
    for piece in body.chunks(16 * 1024) {
        connection.write_all(piece).await.ok()?;
        tokio::task::yield_now().await;
    }
    let mut answer = Vec::new();
    loop {
        connection.read_buf(&mut answer).await.ok().filter(|read| *read > 0)?;
        let text = String::from_utf8_lossy(&answer[..answer.len().min(4_096)]).into_owned();
        let Some((head, _)) = text.split_once("\r\n\r\n") else { continue };
        let length: usize = head.lines().find_map(|line| line.strip_prefix("content-length: "))?.trim().parse().ok()?;
        if answer.len() >= head.len() + 4 + length {
            return head.split(' ').nth(1)?.parse().ok();
        }
    }
}

#[tokio::test]
async fn whoever_is_refused_while_sending_still_gets_the_answer() {
    let database = Database::sqlite();
    let server = Server::start(&Settings::new(&database));
    let address = server.base.trim_start_matches("http://").to_owned();
    let body = vec![b' '; 300_000];
    for head in [
        "POST /api/v1/sessions HTTP/1.1\r\nauthorization: Bearer wrong",
        "POST /api/v1/sessions HTTP/1.1",
        "POST /nowhere HTTP/1.1",
        "DELETE /healthz HTTP/1.1",
    ] {
        let mut connection = TcpStream::connect(&address).await.expect("a connection");
        for round in 0..25 {
            let status = call(&mut connection, head, &body).await;
            assert!(status.is_some_and(|status| (400..500).contains(&status)), "{head}, call {round}: {status:?}");
        }
    }
}

#[tokio::test]
async fn what_a_killed_server_was_called_for_may_be_called_again_at_once() {
    let database = Database::sqlite();
    let settings = Settings::new(&database);
    let server = Server::start(&settings);
    let api = Api::new(&server.base, Some(ADMIN));
    api.get("/api/v1/sessions").await.json(200);
    server.kill();
    // As it was when it died: the key is claimed for a minute.
    let store = Store::open(&database.url).await.expect("the database");
    let tenant = store.tenant_by_slug("default").await.expect("readable").expect("there").id;
    let who = store.user_by_email("automation@localhost").await.expect("readable").expect("there").id;
    let claim = KeyClaim {
        tenant: TenantId(tenant.0),
        key: format!("{who}:begun"),
        request_hash: vec![1],
        about: None,
        leased_until: Timestamp(i64::MAX / 2),
    };
    assert!(matches!(store.claim_key(&claim, Timestamp(1)).await, Ok(Claimed::Begun)));
    store.close().await;
    let server = Server::start(&settings);
    let api = Api::new(&server.base, Some(ADMIN));
    let again = api.call(Method::POST, "/api/v1/sessions").header("idempotency-key", "begun");
    let again = again.json(&json!({"context_type": "idea_discovery"}));
    Answer::fetch(again).await.json(201);
}

#[tokio::test]
async fn the_doctor_only_looks() {
    let database = Database::sqlite();
    let settings = Settings::new(&database);
    let doctor = settings.run(&["doctor"]);
    let told = String::from_utf8_lossy(&doctor.stdout).into_owned();
    assert!(doctor.status.success() && told.contains("SQLite, not there yet"), "{told}");
    let left = || files_below(database.folder()).into_iter().filter(|path| !path.starts_with(database.folder().join("site")));
    assert_eq!(left().collect::<Vec<_>>(), Vec::<PathBuf>::new(), "nothing is made");

    if let Some(database) = Database::bare_postgres().await {
        let doctor = || String::from_utf8_lossy(&Settings::new(&database).run(&["doctor"]).stdout).into_owned();
        let told = [doctor(), doctor()];
        assert!(told.iter().all(|told| told.contains("Postgres, reachable, without tables yet")), "{told:?}");
    }
    drop(Server::start(&settings));
    let told = String::from_utf8_lossy(&settings.run(&["doctor"]).stdout).into_owned();
    assert!(told.contains("reachable and up to date") && told.contains("accounts"), "{told}");
}

#[tokio::test]
async fn a_database_without_tables_is_noted_when_it_begins_anew() {
    for (made, bytes) in [("no bytes", Vec::new()), ("another program's table", sqlite_file("CREATE TABLE other (id INT)").await)]
    {
        let database = Database::sqlite();
        std::fs::write(database.folder().join("discovery.db"), bytes).expect("a file");
        let settings = Settings::new(&database);
        let doctor = settings.run(&["doctor"]);
        let report = String::from_utf8_lossy(&doctor.stdout).into_owned();
        assert!(doctor.status.success() && report.contains("without tables yet"), "{made}: {report}");
        let notes =
            |server: &Server| server.greeting.iter().filter(|line| line.starts_with("Note: ")).cloned().collect::<Vec<_>>();
        let first = notes(&Server::start(&settings)).join("\n");
        assert!(first.contains("was empty, though it was there") && first.contains("restore a copy"), "{made}: {first}");
        assert!(first.contains("discovery.db"), "{made}: {first}");
        let second = notes(&Server::start(&settings)).join("\n");
        assert!(!second.contains("was empty") && !second.contains("restore a copy"), "{made}: {second}");
    }

    // What is damaged otherwise is refused and left as it is.
    let database = Database::sqlite();
    let file = database.folder().join("discovery.db");
    std::fs::write(&file, [b'x'; 8_192]).expect("a file");
    let refused = Settings::new(&database).run(&["serve"]);
    assert!(!refused.status.success(), "{}", String::from_utf8_lossy(&refused.stderr));
    assert_eq!(std::fs::read(&file).expect("still there"), [b'x'; 8_192]);
}

#[tokio::test]
async fn headers_of_a_caller_are_bounded_and_lead_nowhere_else() {
    let database = Database::sqlite();
    let server = Server::start(&Settings::new(&database));
    assert!(server.greeting.iter().any(|line| line.contains("the database was empty")), "{:?}", server.greeting);
    let api = Api::new(&server.base, Some(ADMIN));
    for (sent, kept) in [("job-17.4", true), (&*"x".repeat(200), false), ("<script>", false)] {
        let answer = Answer::fetch(api.call(Method::GET, "/api/v1/sessions").header("x-request-id", sent)).await;
        let given = answer.header("x-request-id");
        assert!((given == sent) == kept && !given.is_empty(), "{sent}: {given}");
    }
    let page = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().expect("a client");
    let sent = page.post(format!("{}/call/visit", server.base)).header("referer", "https://elsewhere.example/x");
    let sent = sent.header("accept", "text/html").header("content-type", "application/x-www-form-urlencoded");
    let answer = sent.bearer_auth(ADMIN).send().await.expect("an answer");
    let location = answer.headers().get("location").and_then(|place| place.to_str().ok()).unwrap_or_default();
    assert_eq!(answer.status(), 302, "{location}");
    assert!(!location.contains("elsewhere"), "{location}");
    drop(server);

    let server = Server::start(&Settings::new(&database).with("DISCOVERY_METRICS_TOKEN", "a token of the operator"));
    assert!(!server.greeting.iter().any(|line| line.contains("was empty")), "{:?}", server.greeting);
    Api::new(&server.base, None).get("/metrics").await.problem(401);
    Api::new(&server.base, Some("another one")).get("/metrics").await.problem(401);
    // Who makes up methods makes no series of figures.
    let made_up = Method::from_bytes(b"MADEUP").expect("a method");
    Answer::fetch(Api::new(&server.base, None).call(made_up, "/healthz")).await;
    let figures = Api::new(&server.base, Some("a token of the operator")).get("/metrics").await;
    assert_eq!(figures.status, 200);
    assert!(figures.text.contains("method=\"other\"") && !figures.text.contains("MADEUP"), "{}", figures.text);
}
