//! Searches that are made again by themselves: each time only what is new, once, and the webhook is told of it and of nothing else.

use super::{in_adgm, names};
use crate::{
    ground::{ADMIN, Answer, Api, Database, Server, Settings, eventually, everywhere, id_of},
    schedules::Receiver,
};
use axum::http::StatusCode;
use domain::{
    account::AccountStore as _,
    companies::{CompanyScheduleRow, CompanyScheduleStore as _},
    runs::Firing,
};
use protocol::{CompanyScheduleId, CompanySearchId, TenantId, Timestamp};
use reqwest::Method;
use secrecy::SecretString;
use serde_json::{Value, json};
use std::time::Duration;
use store::Store;
use testkit::{SearchStub, SearchWire, StubHit};

const PATH: &str = "/api/v1/company-schedules";
const NEW_YEAR: &str = "0 0 1 1 *";
const DAY: i64 = 86_400_000_000;

fn wanted(more: &Value) -> Value {
    let mut body = json!({"cron": NEW_YEAR, "request": {"queryText": "Find companies in ADGM", "constraints": {"area": "ADGM"}}});
    for (name, value) in more.as_object().expect("fields") {
        body[name] = value.clone();
    }
    body
}

pub(crate) async fn scheduled(api: &Api, more: &Value) -> String {
    api.post(PATH, &wanted(more)).await.json(201)["id"].as_str().expect("an id").to_owned()
}

async fn shown(api: &Api, id: &str) -> Value {
    api.get(&format!("{PATH}/{id}")).await.json(200)
}

async fn row(store: &Store, tenant: Option<TenantId>, id: &str) -> CompanyScheduleRow {
    let tenant = match tenant {
        Some(tenant) => tenant,
        None => store.tenant_by_slug("default").await.expect("it is read").expect("the tenant").id,
    };
    let id: CompanyScheduleId = id.parse().expect("an id");
    store.company_schedule(tenant, id).await.expect("it is read").expect("a schedule")
}

/// As if its time had come so many days before it was made; when that was.
async fn make_due(url: &str, tenant: Option<TenantId>, id: &str, days: i64) -> Timestamp {
    let store = Store::open(url).await.expect("the database opens");
    let due = loop {
        let mut row = row(&store, tenant, id).await;
        let (was, due) = (row.updated_at, Timestamp(row.created_at.0 - days * DAY));
        (row.next_run_at, row.updated_at) = (Some(due), Timestamp(was.0 + 1));
        if store.change_company_schedule(&row, was, true, None).await.is_ok() {
            break due;
        }
    };
    store.close().await;
    due
}

/// A server with a search service, and its schedule.
struct Ground {
    stub: SearchStub,
    database: Database,
    settings: Settings,
    server: Server,
    api: Api,
}

impl Ground {
    async fn over(database: Database, receiver: Option<&Receiver>) -> Self {
        let stub = SearchStub::start(SearchWire::Searxng).await;
        stub.finds(in_adgm());
        let mut settings = Settings::new(&database).with("SEARXNG_URL", &stub.base);
        if let Some(receiver) = receiver {
            settings = settings.with("DISCOVERY_ALLOW_PRIVATE_URLS", &receiver.address);
        }
        let server = Server::start(&settings);
        let api = Api::new(&server.base, Some(ADMIN));
        Self { stub, database, settings, server, api }
    }

    /// The schedule once a search other than this one is over, and its webhook knows.
    async fn after(&self, id: &str, before: &Value) -> Value {
        let mut schedule = Value::Null;
        eventually("the next search of the schedule is over", async || {
            schedule = shown(&self.api, id).await;
            let (last, delivery) = (&schedule["last_search"], &schedule["webhook"]["last_delivery"]);
            last["id"] != before["id"]
                && matches!(last["status"].as_str(), Some("completed" | "failed"))
                && (schedule["webhook"].is_null() || (delivery.is_object() && delivery["status"] != "pending"))
        })
        .await;
        schedule
    }

    async fn searches(&self) -> usize {
        self.api.get("/api/v1/company-searches").await.json(200)["items"].as_array().expect("searches").len()
    }
}

fn came(receiver: &Receiver, at: usize) -> Value {
    serde_json::from_slice(&receiver.came.lock().expect("a lock")[at].1).expect("JSON")
}

#[tokio::test]
async fn each_search_brings_only_what_is_new_and_the_webhook_is_told_of_that_alone() {
    let receiver = Receiver::open(StatusCode::NO_CONTENT).await;
    let ground = Ground::over(Database::sqlite(), Some(&receiver)).await;
    let (api, url) = (&ground.api, &ground.database.url);
    let webhook = json!({"url": format!("http://{}/hook", receiver.address), "secret": "sesame"});
    let id = scheduled(api, &json!({"name": "News", "webhook": webhook})).await;

    let due = make_due(url, None, &id, 30).await;
    let first = ground.after(&id, &json!({})).await;
    assert_eq!(first["last_search"]["new_companies"], 2, "{first}");
    assert_eq!(first["webhook"]["last_delivery"]["status"], "delivered", "{first}");
    assert!(first["next_run_at"].as_str().is_some_and(|at| at.contains("-01-01T00:00:00")), "{first}");
    let told = came(&receiver, 0);
    assert_eq!((&told["event"], &told["schedule"]), (&json!("company_search.completed"), &json!({"id": id, "name": "News"})));
    assert_eq!(told["search"]["id"], first["last_search"]["id"]);
    assert_eq!(told["search"]["request_id"], format!("schedule:{id}:{}", due.to_rfc3339()));
    assert_eq!(names(&told["search"]["response"]).len(), 2, "{told}");
    let (headers, body) = receiver.came.lock().expect("a lock")[0].clone();
    let signature = providers::webhook::sign(&SecretString::from("sesame"), &body);
    assert_eq!(headers.get("x-discovery-signature").and_then(|value| value.to_str().ok()), Some(signature.as_str()));

    let mut hits = in_adgm();
    hits.push(
        StubHit::new("https://news.example/harbour", "Harbour", "Harbour Analytics Ltd has opened an office in ADGM, Abu Dhabi.")
            .dated("2025-01-10"),
    );
    ground.stub.finds(hits);
    make_due(url, None, &id, 29).await;
    let second = ground.after(&id, &first["last_search"]).await;
    assert_eq!(second["last_search"]["new_companies"], 1, "{second}");
    let told = came(&receiver, 1);
    assert_eq!(names(&told["search"]["response"]), ["Harbour Analytics Ltd"], "{told}");

    make_due(url, None, &id, 28).await;
    let third = ground.after(&id, &second["last_search"]).await;
    let delivery = &third["webhook"]["last_delivery"];
    assert_eq!((&third["last_search"]["new_companies"], &delivery["status"]), (&json!(0), &json!("nothing_new")), "{third}");
    assert_eq!((&delivery["attempts"], &delivery["error"]), (&json!(0), &Value::Null), "{third}");
    assert_eq!((receiver.count(), ground.searches().await), (2, 3));
    let page = api.get("/companies/schedules").await.text;
    for text in ["News", "nothing new", "not sent, because nothing was new", "Next search"] {
        assert!(page.contains(text), "{text} is not in {page}");
    }
    assert!(!page.contains("sesame"));
}

#[tokio::test]
async fn two_servers_make_one_search() {
    let Some(database) = Database::postgres().await else { return };
    let ground = Ground::over(database, None).await;
    let id = scheduled(&ground.api, &json!({})).await;
    let second = Server::start(&ground.settings);
    make_due(&ground.database.url, None, &id, 30).await;
    ground.after(&id, &json!({})).await;
    // Two looks later there is still one.
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_eq!(ground.searches().await, 1);
    drop(second);
}

/// It was taken by a server that died before it began the search: another one begins that very search.
#[tokio::test]
async fn what_was_taken_and_not_started_is_not_forgotten() {
    let mut ground = Ground::over(Database::sqlite(), None).await;
    let id = scheduled(&ground.api, &json!({})).await;
    ground.server.kill();
    let due = make_due(&ground.database.url, None, &id, 30).await;
    let store = Store::open(&ground.database.url).await.expect("the database opens");
    let row = row(&store, None, &id).await;
    let search = CompanySearchId(id_of("a search"));
    let (firing, long_ago) = (Firing::Start { run: search, delivery: None }, Timestamp(row.created_at.0 - DAY));
    assert!(store.claim_company_firing(&row, Some(row.created_at), &firing, long_ago).await.expect("no fault"));
    store.close().await;
    ground.server = Server::start(&ground.settings);
    ground.api = ground.api.at(&ground.server.base);
    let mut begun = Value::Null;
    eventually("the search that was taken is over", async || {
        let answer = ground.api.get(&format!("/api/v1/company-searches/{search}")).await;
        begun = if answer.status == 200 { answer.json(200) } else { Value::Null };
        begun["status"] == "completed"
    })
    .await;
    assert_eq!(begun["request_id"], format!("schedule:{id}:{}", due.to_rfc3339()));
}

#[tokio::test]
async fn a_search_that_is_under_way_keeps_the_next_one_back() {
    let ground = Ground::over(Database::sqlite(), None).await;
    ground.stub.takes(Duration::from_secs(20));
    let id = scheduled(&ground.api, &json!({})).await;
    make_due(&ground.database.url, None, &id, 30).await;
    eventually("its search is there", async || shown(&ground.api, &id).await["last_search"].is_object()).await;
    make_due(&ground.database.url, None, &id, 29).await;
    let mut schedule = Value::Null;
    eventually("it skips", async || {
        schedule = shown(&ground.api, &id).await;
        schedule["skipped"].is_object()
    })
    .await;
    let (why, last) = (schedule["skipped"]["why"].to_string(), schedule["last_search"]["id"].as_str().expect("an id"));
    assert!(why.contains("still under way") && why.contains(last), "{schedule}");
    assert!(schedule["next_run_at"].is_string(), "it goes on");
    assert_eq!(ground.searches().await, 1);
}

#[tokio::test]
async fn a_search_that_fails_is_told() {
    let receiver = Receiver::open(StatusCode::OK).await;
    let mut ground = Ground::over(Database::sqlite(), Some(&receiver)).await;
    let webhook = json!({"url": format!("http://{}/hook", receiver.address)});
    let id = scheduled(&ground.api, &json!({"webhook": webhook})).await;
    // Nobody searches any more.
    ground.stub = SearchStub::start(SearchWire::Searxng).await;
    make_due(&ground.database.url, None, &id, 30).await;
    let schedule = ground.after(&id, &json!({})).await;
    assert_eq!(schedule["last_search"]["status"], "failed", "{schedule}");
    let told = came(&receiver, 0);
    assert_eq!((&told["event"], &told["search"]["status"]), (&json!("company_search.failed"), &json!("failed")), "{told}");
    assert_eq!(told["search"]["response"]["success"], false, "{told}");
}

#[tokio::test]
async fn a_schedule_of_searches_is_made_shown_changed_and_deleted() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let body = wanted(&json!({"cron": " 0  8 * * 1", "timezone": "asia/dubai",
            "webhook": {"url": "https://hooks.example.com/x", "secret": "sesame"}}));
        let one = guest.post(PATH, &body).await;
        assert!(!one.text.contains("sesame"), "{}", one.text);
        let one = one.json(201);
        assert_eq!((&one["cron"], &one["timezone"], &one["enabled"]), (&json!("0 8 * * 1"), &json!("Asia/Dubai"), &json!(true)));
        assert_eq!((&one["name"], &one["webhook"]["secret"]), (&json!("Find companies in ADGM"), &json!("********")));
        assert_eq!((&one["request"]["queryText"], &one["request"]["noveltyMode"]), (&one["name"], &json!("strict")));
        assert_eq!(one["next_run_at"].as_str().map(|at| &at[11..]), Some("04:00:00.000Z"));
        assert_eq!((&one["last_search"], &one["skipped"]), (&Value::Null, &Value::Null));
        let path = format!("{PATH}/{}", one["id"].as_str().expect("an id"));
        // Its person and the administrators see it.
        for api in [&guest, &owner] {
            assert_eq!(api.get(&path).await.json(200), one);
            assert_eq!(api.get(PATH).await.json(200)["items"], json!([one]));
        }

        // What is shown may be sent back, and what is not given stays.
        let timeless = |mut schedule: Value| {
            schedule["updated_at"] = Value::Null;
            schedule
        };
        let same = guest.put(&path, &one).await.json(200);
        assert_eq!(timeless(same), timeless(one.clone()));
        let off = owner.put(&path, &json!({"enabled": false})).await.json(200);
        assert_eq!((&off["enabled"], &off["next_run_at"], &off["user_id"]), (&json!(false), &Value::Null, &one["user_id"]));
        assert_eq!((&off["cron"], &off["webhook"], &off["request"]), (&one["cron"], &one["webhook"], &one["request"]));
        let other = json!({"enabled": true, "name": "Banks", "request": {"queryText": "Banks", "noveltyMode": "allow_new_evidence"},
            "webhook": null});
        let other = guest.put(&path, &other).await.json(200);
        assert_eq!((&other["name"], &other["webhook"], &other["next_run_at"]), (&json!("Banks"), &Value::Null, &one["next_run_at"]));
        assert_eq!(other["request"]["noveltyMode"], "allow_new_evidence");

        let (stranger, _) = place.tenant();
        stranger.get(&path).await.problem(404);
        stranger.delete(&path).await.problem(404);
        assert_eq!(guest.delete(&path).await.status, 204);
        owner.get(&path).await.problem(404);
        let audit = owner.get("/api/v1/admin/audit?limit=200").await.text;
        for action in ["company_schedule.created", "company_schedule.changed", "company_schedule.deleted"] {
            assert!(audit.contains(action), "{action}");
        }
    })
    .await;
}

#[tokio::test]
async fn another_member_sees_and_changes_nothing_of_it() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let id = scheduled(&owner, &json!({})).await;
        let path = format!("{PATH}/{id}");
        guest.get(&path).await.problem(404);
        guest.put(&path, &json!({"enabled": false})).await.problem(404);
        guest.delete(&path).await.problem(404);
        assert_eq!(guest.get(PATH).await.json(200)["items"], json!([]));
        assert!(!guest.get("/companies/schedules").await.text.contains(&id));
        let viewer = place.viewer();
        viewer.get(PATH).await.json(200);
        viewer.post(PATH, &wanted(&json!({}))).await.problem(403);
        assert_eq!(shown(&owner, &id).await["enabled"], true);
    })
    .await;
}

#[tokio::test]
async fn what_cannot_be_searched_again_is_named() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        for (body, field, says) in [
            (json!({"cron": null}), "cron", "0 8 * * 1"),
            (json!({"cron": "0 25 * * *"}), "cron", "the hour"),
            (json!({"timezone": "Dubai"}), "timezone", "Asia/Dubai"),
            (json!({"name": "x".repeat(201)}), "name", "200"),
            (json!({"request": null}), "request.queryText", "missing"),
            (json!({"request": {}}), "request.queryText", "missing"),
            (json!({"request": "Banks"}), "request", "object"),
            (json!({"request": {"queryText": "x".repeat(501)}}), "request.queryText", "500"),
            (json!({"request": {"queryText": "Banks", "noveltyMode": "new"}}), "request.noveltyMode", "strict"),
            (
                json!({"request": {"queryText": "Banks", "constraints": {"areaType": "moon"}}}),
                "request.constraints.areaType",
                "free",
            ),
            (json!({"request": {"queryText": "Banks", "sinceTimestamp": "soon"}}), "request.sinceTimestamp", "date"),
            (json!({"request": {"queryText": "Banks", "options": {"maxResults": 0}}}), "request.options.maxResults", "100"),
            (json!({"webhook": {"url": "http://127.0.0.1/x"}}), "webhook.url", "127.0.0.1"),
            (json!({"webhook": {"url": "https://h.example.com/", "secret": ""}}), "webhook.secret", "characters"),
        ] {
            let problem = owner.post(PATH, &wanted(&body)).await.problem(422);
            assert_eq!(problem["errors"][0]["field"], field, "{body}: {problem}");
            assert!(problem["errors"][0]["message"].as_str().is_some_and(|message| message.contains(says)), "{body}: {problem}");
        }
        owner.post(PATH, &wanted(&json!({"request": {"queryText": "Banks", "tenant_id": "another"}}))).await.problem(403);
        assert_eq!(owner.get(PATH).await.json(200)["items"], json!([]));
        for _ in 0..50 {
            scheduled(&owner, &json!({})).await;
        }
        owner.post(PATH, &wanted(&json!({}))).await.problem(409);
    })
    .await;
}

#[tokio::test]
async fn a_search_on_a_page_is_made_again_switched_changed_and_deleted_without_scripts() {
    let ground = Ground::over(Database::sqlite(), None).await;
    let api = &ground.api;
    let search = api.post(super::DISCOVERY, &super::wish(&json!({}))).await.json(200);
    let search = search["meta"]["searchId"].as_str().expect("an id").to_owned();
    let empty = api.get("/companies/schedules").await;
    assert!(empty.status == 200 && empty.text.contains("No scheduled searches yet"), "{}", empty.text);
    assert!(api.get(&format!("/companies/{search}")).await.text.contains("Tell me what is new"));
    let send = async |path: &str, fields: &[(&str, &str)]| {
        let call = api.call(Method::POST, &format!("/call/form/{path}")).header("accept", "text/html");
        Answer::fetch(call.form(fields)).await
    };
    let wish = [
        ("wish[search]", search.as_str()),
        ("wish[name]", ""),
        ("wish[every]", "week"),
        ("wish[weekday]", "1"),
        ("wish[hour]", "8"),
        ("wish[cron]", ""),
        ("wish[timezone]", "Asia/Dubai"),
        ("wish[url]", ""),
        ("wish[secret]", ""),
    ];
    let sent = send("company-schedule", &wish).await;
    assert!(sent.status == 302 && sent.header("location") == "/companies/schedules", "{} {}", sent.status, sent.text);
    let one = api.get(PATH).await.json(200)["items"][0].clone();
    assert_eq!((&one["cron"], &one["timezone"]), (&json!("0 8 * * 1"), &json!("Asia/Dubai")));
    assert_eq!(one["request"]["constraints"], json!({"area": "ADGM", "city": "Abu Dhabi"}));
    let id = one["id"].as_str().expect("an id").to_owned();
    let page = api.get(&format!("/companies/schedules?edit={id}")).await.text;
    for text in ["Every Monday at 8:00 (Asia/Dubai)", "Find companies in ADGM", "Next search", "Change this schedule"] {
        assert!(page.contains(text), "{text} is not in {page}");
    }
    let version =
        page.split("name=\"change[version]\" value=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a version");
    let change = [
        ("change[schedule]", id.as_str()),
        ("change[version]", version),
        ("change[wish][name]", "Mondays"),
        ("change[wish][cron]", "0 9 * * *"),
        ("change[wish][timezone]", "UTC"),
    ];
    assert_eq!(send("company-schedule-change", &change).await.status, 302);
    let changed = shown(api, &id).await;
    assert_eq!((&changed["name"], &changed["cron"]), (&json!("Mondays"), &json!("0 9 * * *")));
    let late = send("company-schedule-change", &change).await;
    assert!(late.header("location") != "/companies/schedules", "it is another by now: {}", late.text);
    let act = |act: &'static str| [("schedule", id.as_str()), ("act", act)];
    for (name, enabled) in [("disable", false), ("enable", true)] {
        assert_eq!(send("company-schedule-act", &act(name)).await.status, 302);
        assert_eq!(shown(api, &id).await["enabled"], enabled);
    }
    assert_eq!(send("company-schedule-act", &act("delete")).await.status, 302);
    assert_eq!(api.get(PATH).await.json(200)["items"], json!([]));
}
