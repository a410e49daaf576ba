//! Settings: the environment, then `discovery.toml` in the folder where the program runs.

use crate::ground::{ADMIN, Api, Database, Server, Settings};
use std::fs;

#[tokio::test]
async fn the_file_is_read_and_the_environment_goes_first() {
    let database = Database::sqlite();
    let settings = Settings { bootstrap: false, ..Settings::new(&database) };
    // The address is given by the environment: nothing could listen at the file's.
    let file = "discovery_bootstrap_token = \"from the file\"\ndiscovery_addr = \"203.0.113.1:1\"\n";
    fs::write(settings.data.join("discovery.toml"), file).expect("a file");
    // The program itself may lie there.
    fs::write(settings.data.join("discovery"), [0x7f, b'E', b'L', b'F', 0, 0xff]).expect("a file");
    let server = Server::start(&settings);
    Api::new(&server.base, Some("from the file")).get("/api/v1/admin/users").await.json(200);
    Api::new(&server.base, Some(ADMIN)).get("/api/v1/admin/users").await.problem(401);
}

#[test]
fn what_cannot_be_read_is_explained() {
    let database = Database::sqlite();
    let settings = Settings::new(&database);
    fs::write(settings.data.join("discovery.toml"), "this is = = not toml").expect("a file");
    let output = settings.run(&["doctor"]);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("discovery.toml cannot be read"), "{output:?}");

    fs::remove_file(settings.data.join("discovery.toml")).expect("gone");
    let elsewhere = Settings { database_url: "mysql://somewhere".into(), ..settings };
    let output = elsewhere.run(&["migrate"]);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("postgres://"), "{output:?}");
}

#[test]
fn the_doctor_says_who_searches() {
    let database = Database::sqlite();
    let doctor = |settings: &Settings| String::from_utf8_lossy(&settings.run(&["doctor"]).stdout).into_owned();
    let none = doctor(&Settings::new(&database));
    assert!(none.contains("none configured: research uses the local documents"), "{none}");
    let two = Settings::new(&database).with("SEARXNG_URL", "http://127.0.0.1:9/").with("BRAVE_API_KEY", "a-secret-key");
    let two = doctor(&two);
    assert!(two.contains("SearXNG, then Brave, then the local documents") && !two.contains("a-secret-key"), "{two}");
    for (name, value) in
        [("SEARXNG_URL", "nowhere"), ("DISCOVERY_ALLOW_PRIVATE_URLS", "perhaps"), ("DISCOVERY_PAGE_PORTS", "http")]
    {
        let output = Settings::new(&database).with(name, value).run(&["doctor"]);
        assert!(!output.status.success() && String::from_utf8_lossy(&output.stderr).contains(name), "{output:?}");
    }
}
