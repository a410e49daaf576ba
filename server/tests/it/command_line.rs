//! The command line: what it says, to whom, and with which exit code. 0 is done, 1 is not done and why, 2 is not understood.

use crate::ground::{ADMIN, Api, Database, Server, Settings};
use std::process::Output;

const EMAIL: &str = "ada@example.org";

fn check_output(output: &Output, code: i32) -> (String, String) {
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    (text(&output.stdout), text(&output.stderr))
}

fn with_password(settings: &Settings, password: &str) -> Settings {
    Settings { more: vec![("DISCOVERY_PASSWORD", password.to_owned())], ..settings.clone() }
}

#[tokio::test]
async fn people_and_tokens_are_made_listed_and_revoked() {
    for database in [Some(Database::sqlite()), Database::bare_postgres().await].into_iter().flatten() {
        let settings = Settings::new(&database);
        let (listed, hint) = check_output(&settings.run(&["token", "list"]), 0);
        assert!(listed.is_empty() && hint.contains("discovery token create"), "{hint}");
        let create = ["user", "create", "--email", EMAIL, "--name", "Ada", "--role", "member"];
        let (made, _) = check_output(&with_password(&settings, "a long enough password").run(&create), 0);
        assert!(made.contains(EMAIL) && made.contains("member"), "{made}");
        let (_, why) = check_output(&with_password(&settings, "a long enough password").run(&create), 1);
        assert!(why.contains("somebody has the address"), "{why}");

        let server = Server::start(&settings);
        let (secret, _) =
            check_output(&settings.run(&["token", "create", "--email", EMAIL, "--name", "reports", "--expires-in", "30d"]), 0);
        let ada = Api::new(&server.base, Some(secret.trim()));
        ada.get("/api/v1/sessions").await.json(200);
        let (listed, _) = check_output(&settings.run(&["token", "list"]), 0);
        for word in ["ID", "EXPIRES", "LAST USED", "reports", "member", "valid", EMAIL] {
            assert!(listed.contains(word), "{word} is missing in {listed}");
        }
        assert!(!listed.contains(secret.trim()), "no secret is shown again");
        let line = listed.lines().find(|line| line.contains("reports")).expect("its line");
        let id = line.split_whitespace().next().expect("its id");
        let (told, _) = check_output(&settings.run(&["token", "revoke", id]), 0);
        assert!(told.contains(id) && told.contains("revoked"), "{told}");
        let (listed, _) = check_output(&settings.run(&["token", "list"]), 0);
        assert!(listed.lines().any(|line| line.contains(id) && line.contains("revoked")), "{listed}");
        let refused = async || ada.get("/api/v1/sessions").await.status == 401;
        crate::ground::eventually("a running server refuses it", refused).await;

        let audit = Api::new(&server.base, Some(ADMIN)).get("/api/v1/admin/audit").await.json(200);
        let named: Vec<_> = audit["items"].as_array().expect("items").iter().map(|entry| entry["action"].clone()).collect();
        assert_eq!(named, ["token.revoked", "token.created", "user.created"]);
    }
}

#[tokio::test]
async fn a_tenant_is_made_with_what_it_needs() {
    for database in [Some(Database::sqlite()), Database::bare_postgres().await].into_iter().flatten() {
        let settings = Settings::new(&database);
        let (made, _) = check_output(&settings.run(&["tenant", "create", "north", "--name", "The North"]), 0);
        assert!(made.contains("north"), "{made}");
        let (_, why) = check_output(&settings.run(&["tenant", "create", "north"]), 1);
        assert!(why.contains("already"), "{why}");
        let create = ["user", "create", "--tenant", "north", "--email", EMAIL, "--name", "Ada", "--role", "admin"];
        check_output(&with_password(&settings, "a long enough password").run(&create), 0);
        let token = ["token", "create", "--email", EMAIL, "--role", "admin", "--tenant"];
        let (_, why) = check_output(&settings.run(&[&token[..], &["default"]].concat()), 1);
        assert!(why.contains("another tenant"), "{why}");
        let (secret, _) = check_output(&settings.run(&[&token[..], &["north"]].concat()), 0);
        let (listed, _) = check_output(&settings.run(&["token", "list", "--tenant", "north"]), 0);
        assert!(listed.contains(EMAIL), "{listed}");
        let (listed, _) = check_output(&settings.run(&["token", "list"]), 0);
        assert!(!listed.contains(EMAIL), "of another tenant: {listed}");

        let server = Server::start(&settings);
        let ada = Api::new(&server.base, Some(secret.trim()));
        for context in ["business_profile", "idea_discovery", "project_discovery"] {
            let session = ada.open(context).await;
            Api::new(&server.base, Some(ADMIN)).get(&format!("/api/v1/sessions/{session}")).await.problem(404);
        }
        let people = ada.get("/api/v1/admin/users").await.json(200);
        assert_eq!(people["items"].as_array().map(Vec::len), Some(1), "{people}");
        let id = listed_id(&settings);
        let (_, why) = check_output(&settings.run(&["token", "revoke", &id]), 1);
        assert!(why.contains("no such token"), "{why}");
        check_output(&settings.run(&["token", "revoke", &id, "--tenant", "north"]), 0);
    }
}

/// The id of the first token of the tenant `north`.
fn listed_id(settings: &Settings) -> String {
    let (listed, _) = check_output(&settings.run(&["token", "list", "--tenant", "north"]), 0);
    let line = listed.lines().nth(1).expect("a token");
    line.split_whitespace().next().expect("its id").to_owned()
}

#[test]
fn what_cannot_be_done_is_explained() {
    let database = Database::sqlite();
    let settings = Settings::new(&database);
    for (arguments, words) in [
        (&["user", "create", "--email", EMAIL, "--name", "Ada"][..], "DISCOVERY_PASSWORD"),
        (&["token", "create", "--email", EMAIL], "nobody has the address"),
        (&["token", "revoke", "x"], "discovery token list"),
        (&["token", "list", "--tenant", "nowhere"], "there is no tenant nowhere"),
        (&["tenant", "create", "No Slug"], "small letters"),
        (&["token", "revoke", "00000000-0000-0000-0000-000000000000"], "there is no such token"),
    ] {
        let (told, why) = check_output(&settings.run(arguments), 1);
        assert!(told.is_empty() && why.contains(words), "{arguments:?}: {told} {why}");
    }
    let create = |email: &'static str, role: &'static str| ["user", "create", "--email", email, "--name", "Ada", "--role", role];
    for (arguments, password, words) in [
        (create(EMAIL, "emperor"), "a long enough password", "viewer, member or admin"),
        (create("nobody", "member"), "a long enough password", "email address"),
        (create(EMAIL, "member"), "short", "10 to 200 characters"),
    ] {
        let (_, why) = check_output(&with_password(&settings, password).run(&arguments), 1);
        assert!(why.contains(words) && !why.contains(password), "{why}");
    }
    let (_, why) = check_output(&settings.run(&["tokens"]), 2);
    assert!(why.contains("token") && why.contains("--help"), "{why}");
    let (_, why) = check_output(&settings.run(&["token", "create", "--email", EMAIL, "--expires-in", "soon"]), 2);
    assert!(why.contains("12h, 30d or 8w"), "{why}");
    let (_, why) = check_output(&settings.run(&["user", "create"]), 2);
    assert!(why.contains("--email"), "{why}");
}

#[test]
fn the_database_is_brought_up_to_date_and_looked_at() {
    let database = Database::sqlite();
    let settings = Settings::new(&database);
    for _ in 0..2 {
        let (told, _) = check_output(&settings.run(&["migrate"]), 0);
        assert!(told.contains("up to date") && told.contains("00"), "{told}");
    }
    let (told, _) = check_output(&settings.run(&["doctor"]), 0);
    for word in [
        "address", "database", "SQLite, reachable and up to date", "language model", "accounts", "bootstrap token",
        "bigquery: by HTTP",
    ] {
        assert!(told.contains(word), "{word} is missing in {told}");
    }
    for (name, tried) in warehouse::CONNECTORS {
        assert!(told.contains(&format!("{name}: {tried}")), "{name} is missing in {told}");
    }
    assert!(!told.contains(ADMIN), "no secret is shown");
    let nowhere = Settings { database_url: "postgres://nobody:hidden@127.0.0.1:1/nothing".into(), ..settings.clone() };
    let (told, why) = check_output(&nowhere.run(&["doctor"]), 1);
    assert!(told.contains("Postgres, not usable") && !(told + &why).contains("hidden"), "{why}");
    check_output(&nowhere.run(&["migrate"]), 1);
    let wrong = Settings { more: vec![("DISCOVERY_IDLE_SECONDS", "soon".into())], ..settings };
    let (_, why) = check_output(&wrong.run(&["doctor"]), 1);
    assert!(why.contains("DISCOVERY_IDLE_SECONDS is soon"), "{why}");
}
