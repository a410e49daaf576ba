//! Skills in folders of the server, and links that are followed when somebody asks.

use super::{made, skill, tool, upload};
use crate::ground::{ADMIN, Api, Database, Server, Settings, eventually, id_of};
use serde_json::{Value, json};
use std::{fs, path::Path};
use testkit::{Leaf, WebSite};

fn write(place: &Path, name: &str, about: &str, text: &str) {
    fs::create_dir_all(place.join(name).join("references")).expect("a folder");
    let front = format!("---\nname: {name}\ndescription: {about}\nallowed-tools: Read, list_tables\n---\n\n# {name}\n\n{text}\n");
    fs::write(place.join(name).join("SKILL.md"), front).expect("a file");
}

async fn listed(api: &Api, project: &str) -> Vec<(String, String, String)> {
    let all = tool(api, project, "list_skills", json!({})).await.json(200);
    let text = |one: &Value, field: &str| one[field].as_str().unwrap_or_default().to_owned();
    all.as_array().expect("skills").iter().map(|one| (text(one, "name"), text(one, "description"), text(one, "path"))).collect()
}

/// Somebody of another tenant of the same server.
async fn stranger(server: &Server, database: &Database) -> Api {
    use domain::account::{AccountStore, TenantRow, TokenRow, UserRow};
    use protocol::{TenantId, Timestamp, TokenId, UserId, account::Role};
    use sha2::{Digest, Sha256};
    let (store, now) = (store::Store::open(&database.url).await.expect("the database opens"), Timestamp(1_700_000_000_000_000));
    let (tenant, user) = (TenantId(id_of("other")), UserId(id_of("stranger")));
    let row = TenantRow { id: tenant, slug: "other".into(), name: "Other".into(), created_at: now };
    store.insert_tenant(row).await.expect("a tenant");
    let (email, name) = ("stranger@example.org".to_owned(), "stranger".to_owned());
    let row = UserRow { id: user, tenant, email, name: name.clone(), role: Role::Admin, password_hash: None, created_at: now };
    store.insert_user(row).await.expect("a person");
    let row = TokenRow {
        id: TokenId(id_of("token of stranger")),
        tenant,
        user,
        hash: Sha256::digest(name.as_bytes()).to_vec(),
        name,
        role: Role::Admin,
        created_at: now,
        expires_at: None,
        revoked_at: None,
        last_used_at: None,
    };
    store.insert_token(row).await.expect("a token");
    store.close().await;
    Api::new(&server.base, Some("stranger"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn folders_are_looked_through_in_order_and_changes_are_seen() {
    let (database, home, more) = (Database::sqlite(), tempfile::tempdir().expect("one"), tempfile::tempdir().expect("one"));
    let (of_data, of_home, of_config) =
        (database.folder().join("skills"), home.path().join(".discovery/skills"), more.path().join("company"));
    write(&of_data, "audit", "of the server", "See [steps](references/steps.md).");
    write(&of_home, "audit", "of the operator", "");
    write(&of_home, "tone", "of the operator", "");
    write(&of_config, "tone", "configured", "");
    write(
        &of_config,
        "law",
        "configured",
        "[out](../../secret.md) [link](link.md) [up](up/secret.md) [steps](references/steps.md)",
    );
    write(&of_config, "financial-analysis", "configured", "");
    fs::write(of_data.join("audit/references/steps.md"), "# First steps").expect("a file");
    fs::write(more.path().join("secret.md"), "secret").expect("a file");
    std::os::unix::fs::symlink(more.path().join("secret.md"), of_config.join("law/link.md")).expect("a link");
    std::os::unix::fs::symlink(more.path(), of_config.join("law/up")).expect("a link");
    let settings = Settings::new(&database)
        .with("HOME", &home.path().display().to_string())
        .with("DISCOVERY_SKILLS_DIRS", &format!("{}:/nowhere", of_config.display()));
    let server = Server::start(&settings);
    let owner = Api::new(&server.base, Some(ADMIN));
    let project = made(&owner, "Skills").await;
    upload(&owner, &project, &[("kind", "skill"), ("name", "finance")], &[("finance.zip", &skill())]).await.json(201);

    let line = |name: &str, about: &str, path: &str| (name.to_owned(), about.to_owned(), path.to_owned());
    let wanted = [
        line("financial-analysis", "How to read the books", "finance/SKILL.md"),
        line("audit", "of the server", "skills/audit/SKILL.md"),
        line("law", "configured", "company/law/SKILL.md"),
        line("tone", "of the operator", "~/.discovery/skills/tone/SKILL.md"),
    ];
    assert_eq!(listed(&owner, &project).await, wanted);
    let ask = async |name: &str, arguments: Value| tool(&owner, &project, name, arguments).await.json(200);
    let audit = ask("get_skill", json!({"name": "audit"})).await;
    assert_eq!(audit["references"], json!({"references/steps.md": "# First steps"}), "{audit}");
    assert_eq!(audit["allowed_tools"], json!(["Read", "list_tables"]));
    assert_eq!(ask("search_skills", json!({"query": "audit"})).await[0]["name"], "audit");
    assert_eq!(ask("list_skill_links", json!({"name": "law"})).await["links"].as_array().map(Vec::len), Some(4));
    for target in ["../../secret.md", "link.md", "up/secret.md", "references/steps.md", "SKILL.md"] {
        let told = ask("resolve_skill_link", json!({"name": "law", "target": target})).await;
        assert!(told["error"].as_str().is_some_and(|error| error.starts_with("Failed to resolve")), "{target}: {told}");
        assert!(!told.to_string().contains(&*more.path().to_string_lossy()), "{told}");
    }
    // A skill of the project's own shadows the one of the folder with what it links to.
    assert_eq!(
        ask("get_skill", json!({"name": "financial-analysis"})).await["references"]["references/indicators.md"],
        "# Indicators\n\nLiquidity.\n"
    );

    // Another tenant has those of the server, and those alone.
    let other = stranger(&server, &database).await;
    let theirs = made(&other, "Theirs").await;
    let names: Vec<String> = listed(&other, &theirs).await.into_iter().map(|(name, ..)| name).collect();
    assert_eq!(names, ["audit", "financial-analysis", "law", "tone"]);

    fs::write(of_data.join("audit/references/steps.md"), "# Other steps, and more of them").expect("a file");
    let link = json!({"name": "audit", "target": "references/steps.md"});
    assert_eq!(ask("resolve_skill_link", link).await["content"], "# Other steps, and more of them");
    write(&of_data, "audit", "rewritten by hand", "");
    write(&of_data, "new", "has just come", "");
    fs::remove_dir_all(of_home.join("tone")).expect("it goes");
    let wanted: Vec<_> = [
        line("financial-analysis", "How to read the books", "finance/SKILL.md"),
        line("audit", "rewritten by hand", "skills/audit/SKILL.md"),
        line("law", "configured", "company/law/SKILL.md"),
        line("new", "has just come", "skills/new/SKILL.md"),
        line("tone", "configured", "company/tone/SKILL.md"),
    ]
    .into();
    eventually("the folders are seen as they are", async || listed(&owner, &project).await == wanted).await;
    assert_eq!(ask("search_skills", json!({"query": "has just come"})).await[0]["name"], "new");
    let told = settings.run(&["doctor"]);
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    assert!(told.contains("company: 3") && told.contains("/nowhere: 0, not there"), "{told}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_into_the_web_is_fetched_once() {
    let (database, site) = (Database::sqlite(), WebSite::start().await);
    site.put("/guide", Leaf::article("Guide", "", &["Liquidity is what can be paid at once, and every report begins with it."]));
    let text = format!("[guide]({}) [gone]({})", site.url("/guide"), site.url("/gone"));
    write(&database.folder().join("skills"), "audit", "of the server", &text);
    let server = Server::start(&Settings::new(&database).with("DISCOVERY_ALLOW_PRIVATE_URLS", "true"));
    let owner = Api::new(&server.base, Some(ADMIN));
    let project = made(&owner, "Links").await;
    let of = async |api: &Api, project: &str, path: &str| {
        tool(api, project, "resolve_skill_link", json!({"name": "audit", "target": site.url(path)})).await.json(200)
    };
    assert_eq!(site.visits("/guide"), 0, "nobody asked yet");
    for _ in 0..2 {
        let told = of(&owner, &project, "/guide").await;
        assert_eq!((&told["skill"], &told["target"]), (&json!("audit"), &json!(site.url("/guide"))), "{told}");
        assert!(told["content"].as_str().is_some_and(|text| text.contains("what can be paid at once")), "{told}");
    }
    assert_eq!(site.visits("/guide"), 1, "the second answer is kept");

    // Another tenant's answer is its own, a refresh lets go, and a failure is not kept.
    let other = stranger(&server, &database).await;
    let theirs = made(&other, "Theirs").await;
    of(&other, &theirs, "/guide").await;
    assert_eq!(site.visits("/guide"), 2);
    owner.post(&format!("/api/v1/projects/{project}/refresh"), &json!({})).await.json(200);
    of(&owner, &project, "/guide").await;
    assert_eq!(site.visits("/guide"), 3);
    assert!(of(&owner, &project, "/gone").await["error"].as_str().is_some_and(|error| error.contains("404")));
    site.put("/gone", Leaf::article("Back", "", &["It is here again, and somebody may read the whole of it now."]));
    assert!(of(&owner, &project, "/gone").await["content"].is_string());
}
