//! Files that want to do harm, over HTTP: each gets a clear answer, and the server is well afterwards.

use super::{full, made, tool, upload};
use crate::ground::{ADMIN, Api, Database, Server, Settings, everywhere};
use flate2::{Compression, write::GzEncoder};
use serde_json::{Value, json};
use std::io::{Cursor, Write as _};
use testkit::{Leaf, WebSite};
use zip::{ZipWriter, write::SimpleFileOptions};

pub(super) fn packed(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        archive.start_file(*name, SimpleFileOptions::default()).expect("a file");
        archive.write_all(content).expect("it is written");
    }
    archive.finish().expect("an archive").into_inner()
}

pub(super) fn gzipped(content: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(content).expect("it is written");
    packed.finish().expect("an end")
}

/// A kind of source, a file, and the answers that are right.
type Hostile = (&'static str, &'static str, Vec<u8>, &'static [u16]);

fn hostile() -> Vec<Hostile> {
    const REFUSED: &[u16] = &[413, 415, 422];
    let (huge, blank) = (vec![b'x'; 300 * 1024 * 1024], vec![b'x'; 80 * 1024 * 1024]);
    let deep = format!("{}1", "[".repeat(300_000));
    let noise: Vec<u8> = (0..40_000_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let document = "word/document.xml";
    let mut files: Vec<Hostile> = vec![
        ("document", "bomb.docx", packed(&[(document, &huge)]), REFUSED),
        ("skill", "bomb.zip", packed(&[("a/SKILL.md", &blank)]), REFUSED),
        ("database", "bomb.csv.gz", gzipped(&blank), REFUSED),
        ("document", "deep.json", deep.clone().into_bytes(), REFUSED),
        ("database", "deep.json", deep.clone().into_bytes(), REFUSED),
        ("api", "deep.json", deep.into_bytes(), REFUSED),
        ("api", "aliases.yaml", aliases().into_bytes(), REFUSED),
    ];
    for name in ["a.parquet", "a.arrow", "a.feather", "a.sqlite"] {
        files.push(("database", name, noise.clone(), REFUSED));
        files.push(("database", name, Vec::new(), REFUSED));
    }
    files
}

/// Ten of ten of ten …, as YAML says it.
fn aliases() -> String {
    let mut text = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..9 {
        let before = format!("*a{}, ", level - 1).repeat(10);
        text.push_str(&format!("a{level}: &a{level} [{}]\n", before.trim_end_matches(", ")));
    }
    text
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_wants_to_do_harm_is_refused_and_the_server_is_well() {
    let database = Database::sqlite();
    let server = Server::start(&Settings::new(&database));
    let owner = Api::new(&server.base, Some(ADMIN));
    let project = full(&owner).await;
    for (number, (kind, name, content, right)) in hostile().into_iter().enumerate() {
        let begun = std::time::Instant::now();
        let source = format!("{kind} {number}");
        let answer = upload(&owner, &project, &[("kind", kind), ("name", &source)], &[(name, &content)]).await;
        assert!(right.contains(&answer.status), "{kind} {name}: {} {}", answer.status, answer.text);
        let detail = answer.problem(answer.status)["detail"].as_str().unwrap_or_default().to_owned();
        assert!(detail.len() > 10 && !detail.contains("panicked") && !detail.contains("/tmp/"), "{kind} {name}: {detail}");
        assert!(begun.elapsed().as_secs() < 180, "{kind} {name}: {:?}", begun.elapsed());
    }
    let sources = owner.get(&format!("/api/v1/projects/{project}/sources")).await.json(200);
    assert_eq!(sources["items"].as_array().map(Vec::len), Some(4), "nothing of them is left");
    let count = json!({"sql": "SELECT COUNT(*) FROM orders"});
    assert_eq!(owner.post(&format!("/api/v1/projects/{project}/query"), &count).await.json(200)["rows"], json!([[3]]));
}

#[tokio::test]
async fn entities_links_formulas_and_paths_stay_what_they_are() {
    everywhere(async |place| {
        let member = place.member();
        let project = made(&member, "Hostile").await;
        let site = WebSite::start().await;
        site.put("/secret", Leaf::text("the secret text"));
        let away = site.url("/secret");
        let entities = format!(
            "<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;'><!ENTITY f SYSTEM 'file:///etc/passwd'><!ENTITY w SYSTEM \
            '{away}'>]><w:document><w:body><w:p><w:r><w:t>start &b; &f; &w; end</w:t></w:r></w:p></w:body></w:document>"
        );
        let relations = format!(
            "<Relationships><Relationship Id='r1' Type='http://x/attachedTemplate' Target='{away}' TargetMode='External'/>\
            <Relationship Id='r2' Type='http://x/image' Target='../../../../etc/passwd'/></Relationships>"
        );
        let parts = [("word/document.xml", entities.as_bytes()), ("word/_rels/document.xml.rels", relations.as_bytes())];
        let page = format!("<html><body><p>words of the page</p><img src='{away}'><iframe src='{away}'></iframe><script src='{away}'></script></body></html>");
        let fields = |name| [("kind", "document"), ("name", name)];
        upload(&member, &project, &fields("letter"), &[("a.docx", &packed(&parts))]).await.json(201);
        upload(&member, &project, &fields("page"), &[("a.html", page.as_bytes())]).await.json(201);
        for (name, wanted) in [("letter", "start"), ("page", "words of the page")] {
            let text = tool(&member, &project, "get_document", json!({"name": name})).await.json(200)["content"].to_string();
            assert!(text.contains(wanted) && !text.contains("aaaaaaaaaa") && !text.contains("root:") && !text.contains("secret text"), "{text}");
        }

        // A formula is text, and a name with a path is a name.
        let formulas = "id,note\n1,=cmd|' /C calc'!A0\n2,\"=WEBSERVICE(\"\"http://x\"\")\"\n";
        let files = [("../../../tmp/evil.csv", formulas.as_bytes())];
        let made = upload(&member, &project, &[("kind", "database"), ("name", "notes")], &files).await.json(201);
        let file = made["files"][0]["name"].as_str().unwrap_or_default().to_owned();
        assert!(!file.contains('/') && !file.contains(".."), "{made}");
        let query = json!({"sql": "SELECT note FROM evil ORDER BY id"});
        let rows = member.post(&format!("/api/v1/projects/{project}/query"), &query).await.json(200)["rows"].clone();
        assert_eq!(rows, json!([["=cmd|' /C calc'!A0"], ["=WEBSERVICE(\"http://x\")"]]));

        let text = format!("---\nname: bad\ndescription: Leads away\n---\n[a](../../../../etc/passwd) [b](/etc/passwd) [c]({away}) [d](file:///etc/passwd) [e](link.md)\n");
        let begun = packed(&[("bad/SKILL.md", text.as_bytes()), ("../outside.md", b"outside")]);
        let mut archive = ZipWriter::new_append(Cursor::new(begun)).expect("it goes on");
        archive.add_symlink("bad/link.md", "/etc/passwd", SimpleFileOptions::default()).expect("a link");
        let folder = archive.finish().expect("an archive").into_inner();
        upload(&member, &project, &[("kind", "skill"), ("name", "bad")], &[("bad.zip", &folder)]).await.json(201);
        assert_eq!(tool(&member, &project, "get_skill", json!({"name": "bad"})).await.json(200)["references"], json!({}));
        for target in ["../../../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "link.md", &away] {
            let told = tool(&member, &project, "resolve_skill_link", json!({"name": "bad", "target": target})).await;
            let told: Value = serde_json::from_str(&told.text).expect("JSON");
            assert!(told.get("content").is_none() && !told.to_string().contains("root:"), "{target}: {told}");
        }
        assert_eq!(site.visits("/secret"), 0);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_upload_over_the_limit_is_413_and_leaves_nothing() {
    let database = Database::sqlite();
    let settings = Settings::new(&database).with("DISCOVERY_UPLOAD_MB", "1");
    let server = Server::start(&settings);
    let owner = Api::new(&server.base, Some(ADMIN));
    let project = made(&owner, "Small").await;
    let rows = "id,name\n".to_owned() + &"1,somebody with a name\n".repeat(100_000);
    let fields = [("kind", "database"), ("name", "large")];
    let problem = upload(&owner, &project, &fields, &[("large.csv", rows.as_bytes())]).await.problem(413);
    assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains('1')), "{problem}");
    let several: Vec<(&str, &[u8])> = (0..3).map(|_| ("part.csv", &rows.as_bytes()[..600_000])).collect();
    upload(&owner, &project, &fields, &several).await.problem(413);
    upload(&owner, &project, &fields, &[("small.csv", b"id\n1\n")]).await.json(201);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_files_of_a_tenant_have_an_end() {
    for database in [Some(Database::sqlite()), Database::postgres().await].into_iter().flatten() {
        let server = Server::start(&Settings::new(&database).with("DISCOVERY_TENANT_MB", "1"));
        let owner = Api::new(&server.base, Some(ADMIN));
        let project = made(&owner, "Full").await;
        let rows = "id,name\n".to_owned() + &"1,somebody with a name\n".repeat(30_000);
        let send = async |name: &str, bytes: &[u8]| {
            upload(&owner, &project, &[("kind", "database"), ("name", name)], &[("rows.csv", bytes)]).await
        };
        let first = send("first", rows.as_bytes()).await.json(201);
        let settings = owner.get("/settings").await.text;
        assert!(settings.contains("690 kB of 1 MB"), "who may upload sees how much room is left");
        let figures = Api::new(&server.base, None).get("/metrics").await.text;
        for line in ["discovery_files_bytes_limit 1048576", "} 690008", "discovery_waiting{resource=\"documents\"} 0"] {
            assert!(figures.contains(line), "{line} is not in {figures}");
        }
        let problem = send("second", rows.as_bytes()).await.problem(413);
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains("DISCOVERY_TENANT_MB")), "{problem}");
        send("small", b"id\n1\n").await.json(201);
        let path = format!("/api/v1/projects/{project}/sources/{}", first["id"].as_str().expect("an id"));
        owner.delete(&path).await;
        send("second", rows.as_bytes()).await.json(201);
    }
}
