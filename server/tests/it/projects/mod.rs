//! Projects, their sources, and the tools over them.

mod again;
mod by_path;
mod confluence;
mod conversions;
mod credentials;
mod fairness;
mod formats;
mod guarded;
mod hostile;
mod huge;
mod keyed;
mod killed;
mod leftovers;
mod limits;
mod logged;
pub(crate) mod mcp;
mod naming;
mod old_sheets;
mod orphans;
mod packed_tables;
mod preload;
mod prompts;
mod query_log;
mod reading;
mod researched;
mod resolving;
mod rows;
mod sample;
mod series;
mod servers;
mod shapes;
pub(crate) mod shops;
mod skill_folders;
mod source_trash;
mod sources;
mod swollen;
mod tenants;
mod tools;
mod trash;
mod watched;

use crate::ground::{Answer, Api};
use reqwest::Method;
use serde_json::{Value, json};

pub(crate) const ORDERS: &str = "id,customer,total,country\n1,Ada,10.5,AT\n2,Bob,20,DE\n3,Ada,30,AT\n";
pub(crate) const PETS: &str = r#"{"openapi":"3.0.0","info":{"title":"Pets","version":"1"},"servers":[{"url":"https://pets.example"}],
"paths":{"/pet/{petId}":{"get":{"operationId":"getPetById","summary":"Find a pet by its ID","parameters":[{"name":"petId","in":"path",
"required":true,"description":"Pet ID","schema":{"type":"integer"}}],"responses":{"200":{"description":"ok","content":{"application/json":
{"schema":{"type":"object","properties":{"id":{"type":"integer"},"name":{"type":"string"}}}}}}}}}}}"#;
pub(crate) const RULES: &str = "# Rules\n\nHow we count.\n\n## Customers\n\nVIP Customer: lifetime value > $100,000.\n";

pub(crate) async fn made(api: &Api, name: &str) -> String {
    let project = api.post("/api/v1/projects", &json!({"name": name})).await.json(201);
    project["id"].as_str().expect("an id").to_owned()
}

/// A form, as programs send it that wait for what comes of it.
pub(crate) async fn upload(api: &Api, project: &str, fields: &[(&str, &str)], files: &[(&str, &[u8])]) -> Answer {
    upload_preferring("wait=60", api, project, fields, files).await
}

/// The same with another preference.
pub(crate) async fn upload_preferring(
    preference: &str,
    api: &Api,
    project: &str,
    fields: &[(&str, &str)],
    files: &[(&str, &[u8])],
) -> Answer {
    const EDGE: &str = "edge-0199c1de";
    let mut body = Vec::new();
    for (name, value) in fields {
        body.extend(format!("--{EDGE}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n").bytes());
    }
    for (name, content) in files {
        let head = format!("--{EDGE}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n");
        body.extend(head.bytes());
        body.extend_from_slice(content);
        body.extend(b"\r\n");
    }
    body.extend(format!("--{EDGE}--\r\n").bytes());
    let call = api.call(Method::POST, &format!("/api/v1/projects/{project}/sources"));
    let call = call.header("content-type", format!("multipart/form-data; boundary={EDGE}")).header("prefer", preference);
    Answer::fetch(call.body(body)).await
}

pub(crate) async fn tool(api: &Api, project: &str, name: &str, arguments: Value) -> Answer {
    api.post(&format!("/api/v1/projects/{project}/tools/{name}"), &arguments).await
}

/// A project with one source of each kind.
pub(crate) async fn full(api: &Api) -> String {
    let project = made(api, "Shop").await;
    let orders = upload(api, &project, &[("kind", "database"), ("name", "shop")], &[("orders.csv", ORDERS.as_bytes())]).await;
    orders.json(201);
    upload(api, &project, &[("kind", "api"), ("name", "pets")], &[("pets.json", PETS.as_bytes())]).await.json(201);
    let rules = json!({"kind": "document", "type": "inline", "name": "rules", "config": {"content": RULES}});
    api.post(&format!("/api/v1/projects/{project}/sources"), &rules).await.json(201);
    upload(api, &project, &[("kind", "skill"), ("name", "finance")], &[("finance.zip", &skill())]).await.json(201);
    project
}

/// A ZIP archive of a skill's folder: stored, not compressed.
pub(crate) fn skill() -> Vec<u8> {
    let text = "---\nname: financial-analysis\ndescription: How to read the books\nallowed-tools:\n  - list_tables\n---\n\n# Finance\n\n\
        See [indicators](references/indicators.md) and [the API](https://example.com/api).\n";
    zip(&[("finance/SKILL.md", text), ("finance/references/indicators.md", "# Indicators\n\nLiquidity.\n")])
}

fn zip(files: &[(&str, &str)]) -> Vec<u8> {
    let (mut body, mut directory) = (Vec::new(), Vec::new());
    for (name, text) in files {
        let (at, length) = (u32::try_from(body.len()).expect("small"), u32::try_from(text.len()).expect("small"));
        let mut about = Vec::new();
        about.extend([20, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        about.extend(crc(text.as_bytes()).to_le_bytes());
        about.extend(length.to_le_bytes());
        about.extend(length.to_le_bytes());
        about.extend(u16::try_from(name.len()).expect("short").to_le_bytes());
        about.extend([0, 0]);
        body.extend(b"PK\x03\x04");
        body.extend(&about);
        body.extend(name.bytes());
        body.extend(text.bytes());
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&about);
        directory.extend([0; 10]);
        directory.extend(at.to_le_bytes());
        directory.extend(name.bytes());
    }
    let count = u16::try_from(files.len()).expect("few").to_le_bytes();
    let (at, length) = (u32::try_from(body.len()).expect("small"), u32::try_from(directory.len()).expect("small"));
    body.extend(directory);
    body.extend(b"PK\x05\x06\x00\x00\x00\x00");
    body.extend(count);
    body.extend(count);
    body.extend(length.to_le_bytes());
    body.extend(at.to_le_bytes());
    body.extend([0, 0]);
    body
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 })
    })
}
