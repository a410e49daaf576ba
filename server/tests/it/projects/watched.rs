//! A project and the list of projects over `/ws`: their version is sent when they are first watched and whenever it changes,
//! never to another tenant, on whichever node they changed.

use super::{ORDERS, RULES, made, upload};
use crate::ground::{ADMIN, Answer, Api, Database, Frame, Server, Settings, Socket, everywhere};
use protocol::{frame::Request, live::Topic};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

async fn watch(tab: &mut Socket, what: Topic) -> String {
    assert!(tab.send(&Request::Join { after: None, topic: what }).await);
    next_version(tab, what).await
}

/// The version in the next frame of the socket.
async fn next_version(tab: &mut Socket, what: Topic) -> String {
    match tab.next().await {
        Some(Frame::Changed { topic: of, version: mark }) if of == what => mark,
        other => panic!("{other:?}"),
    }
}

fn project(id: &str) -> Topic {
    Topic::Project(id.parse().expect("an id"))
}

/// What a page of the project shows, and its version.
async fn read(api: &Api, part: &str, id: &str) -> (String, Value) {
    let asked = json!({"part": part, "id": id, "source": "", "table": "", "words": "", "from": 0, "sql": ""});
    let call = api.call(Method::POST, "/call/projects/read").json(&json!({"asked": asked}));
    let packed = Answer::fetch(call).await.json(200);
    let page: Value = serde_json::from_str(packed.as_str().expect("a text")).expect("JSON");
    (page["head"]["mark"].as_str().expect("a mark").to_owned(), page)
}

/// The list of projects as the page reads it: its mark, and the names on it.
async fn listed(api: &Api) -> (String, Vec<String>) {
    let packed = Answer::fetch(api.call(Method::POST, "/call/projects").json(&json!({"after": null}))).await.json(200);
    let list: Value = serde_json::from_str(packed.as_str().expect("a text")).expect("JSON");
    let items = list["page"]["items"].as_array().expect("items");
    let names = items.iter().map(|one| one["name"].as_str().expect("a name").to_owned()).collect();
    (list["mark"].as_str().expect("a mark").to_owned(), names)
}

/// The next mark, which is another one; what is read is then as it should be.
async fn moved(tab: &mut Socket, api: &Api, id: &str, before: &str, shows: impl Fn(&Value) -> bool) -> String {
    let mut mark = next_version(tab, project(id)).await;
    assert_ne!(mark, before, "only another mark is told");
    // Several changes may be sent one by one.
    loop {
        let (stands, page) = read(api, "Sources", id).await;
        if stands == mark {
            assert!(shows(&page), "{page:#}");
            return mark;
        }
        mark = next_version(tab, project(id)).await;
    }
}

fn names(page: &Value) -> Vec<&str> {
    page["view"]["sources"].as_array().expect("sources").iter().map(|one| one["name"].as_str().expect("a name")).collect()
}

#[tokio::test]
async fn a_page_of_a_project_is_told_of_whatever_happens_to_it() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let id = made(&owner, "Shop").await;
        let other = made(&owner, "Other").await;
        let mut tab = Socket::open(&guest).await;
        let mark = watch(&mut tab, project(&id)).await;
        assert_eq!(mark, read(&guest, "Sources", &id).await.0);

        // What happens to another project is none of this one's.
        upload(&owner, &other, &[("name", "elsewhere")], &[("orders.csv", ORDERS.as_bytes())]).await.json(201);

        let added = upload(&owner, &id, &[("name", "shop")], &[("orders.csv", ORDERS.as_bytes())]).await.json(201);
        let mark = moved(&mut tab, &guest, &id, &mark, |page| names(page) == ["shop"] && page["head"]["sources"] == 1).await;
        upload(&guest, &id, &[("name", "rules")], &[("rules.md", RULES.as_bytes())]).await.json(201);
        let mark = moved(&mut tab, &guest, &id, &mark, |page| names(page) == ["rules", "shop"]).await;
        for part in ["Source", "Search", "Query", "Tools", "Connect", "Settings"] {
            let source = if part == "Source" { added["id"].clone() } else { json!("") };
            let asked = json!({"part": part, "id": id, "source": source, "table": "", "words": "", "from": 0, "sql": ""});
            let call = guest.call(Method::POST, "/call/projects/read").json(&json!({"asked": asked}));
            let packed = Answer::fetch(call).await.json(200);
            let page: Value = serde_json::from_str(packed.as_str().expect("a text")).expect("JSON");
            assert_eq!(page["head"]["mark"], mark, "{part}");
        }
        let path = format!("/api/v1/projects/{id}");
        owner.put(&path, &json!({"name": "Shop of shops", "description": "What was sold"})).await.json(200);
        let mark = moved(&mut tab, &guest, &id, &mark, |page| page["head"]["card"]["name"] == "Shop of shops").await;
        let source = added["id"].as_str().expect("an id");
        assert_eq!(owner.delete(&format!("{path}/sources/{source}")).await.status, 204);
        let mark = moved(&mut tab, &guest, &id, &mark, |page| names(page) == ["rules"]).await;

        // Watched again, as after a lost connection: the version comes at once, whether anything changed or not.
        let mut again = Socket::open(&guest).await;
        assert_eq!(watch(&mut again, project(&id)).await, mark);
        assert!(again.send(&Request::Leave { topic: project(&id) }).await && again.send(&Request::Ping).await);
        assert_eq!(again.next().await, Some(Frame::Pong));
        assert_eq!(owner.delete(&path).await.status, 204);
        assert_eq!(next_version(&mut tab, project(&id)).await, "", "there is no such project any more");
        assert!(again.send(&Request::Ping).await);
        assert_eq!(again.next().await, Some(Frame::Pong), "who left hears nothing more");
    })
    .await;
}

#[tokio::test]
async fn the_list_of_projects_is_told_of_what_comes_changes_and_goes() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let (stranger, _) = place.tenant();
        let mut tab = Socket::open(&guest).await;
        let mut mark = watch(&mut tab, Topic::Projects).await;
        assert_eq!((mark.clone(), Vec::new()), listed(&guest).await);
        made(&stranger, "Another's").await;
        let id = made(&owner, "Shop").await;
        for (name, path) in [("Shop", None), ("Renamed", Some("put")), ("", Some("delete"))] {
            let path = path.map(|deed| (deed, format!("/api/v1/projects/{id}")));
            match path {
                Some(("put", path)) => drop(owner.put(&path, &json!({"name": name})).await.json(200)),
                Some((_, path)) => assert_eq!(owner.delete(&path).await.status, 204),
                None => {}
            }
            let next = next_version(&mut tab, Topic::Projects).await;
            assert_ne!(next, mark);
            let shown = listed(&guest).await;
            assert_eq!((shown.0, shown.1.join(", ").as_str()), (next.clone(), name));
            mark = next;
        }
    })
    .await;
}

#[tokio::test]
async fn another_tenant_is_told_nothing_and_nobody_watches_without_end() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let (stranger, _) = place.tenant();
        let id = made(&owner, "Shop").await;
        let mut tab = Socket::open(&stranger).await;
        assert_eq!(watch(&mut tab, project(&id)).await, "", "as if there were none");
        upload(&owner, &id, &[("name", "shop")], &[("orders.csv", ORDERS.as_bytes())]).await.json(201);
        tokio::time::sleep(Duration::from_millis(700)).await;
        assert!(tab.send(&Request::Ping).await);
        assert_eq!(tab.next().await, Some(Frame::Pong));

        // What no page needs is not done.
        let mut greedy = Socket::open(&stranger).await;
        for number in 0..40_u128 {
            let what = Topic::Project(protocol::ProjectId(uuid::Uuid::from_u128(number)));
            assert!(greedy.send(&Request::Join { after: None, topic: what }).await);
        }
        assert!(greedy.say(r#"{"type":"join","topic":"everything"}"#).await);
        for number in 0..16 {
            let answer = greedy.next().await;
            assert!(matches!(answer, Some(Frame::Changed { .. })), "{number}: {answer:?}");
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert!(greedy.send(&Request::Ping).await);
        assert_eq!(greedy.next().await, Some(Frame::Pong), "no more of them are answered");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_happens_on_another_server_is_told_too() {
    let Some(database) = Database::postgres().await else { return };
    let settings = Settings::new(&database);
    let servers = [Server::start(&settings), Server::start(&settings)];
    let [left, right] = servers.each_ref().map(|server| Api::new(&server.base, Some(ADMIN)));
    let (mut tab, mut list) = (Socket::open(&left).await, Socket::open(&left).await);
    let before = watch(&mut list, Topic::Projects).await;
    let id = made(&right, "From elsewhere").await;
    assert_ne!(next_version(&mut list, Topic::Projects).await, before);
    assert_eq!(listed(&left).await.1, ["From elsewhere"]);
    let mark = watch(&mut tab, project(&id)).await;
    upload(&right, &id, &[("name", "shop")], &[("orders.csv", ORDERS.as_bytes())]).await.json(201);
    moved(&mut tab, &left, &id, &mark, |page| names(page) == ["shop"]).await;
}
