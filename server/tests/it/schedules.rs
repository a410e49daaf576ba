//! Schedules: what is due starts a run, once; what cannot start says why; webhooks are told what became of it.

mod edited;
mod webhooks;

pub(crate) use webhooks::Receiver;

use crate::{
    ground::{ADMIN, Answer, Api, Database, Place, Server, Settings, eventually, everywhere, id_of},
    projects::{full, made},
    run_deaths::hold,
    runs::ended,
};
use domain::runs::ScheduleStore as _;
use protocol::{ProjectId, ScheduleId, TenantId, Timestamp};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::{Duration, UNIX_EPOCH};
use store::Store;

const NEW_YEAR: &str = "0 0 1 1 *";

pub(crate) async fn scheduled(api: &Api, project: &str, schedule: &Value) -> String {
    let made = api.post(&format!("/api/v1/projects/{project}/schedules"), schedule).await.json(201);
    made["id"].as_str().expect("an id").to_owned()
}

async fn shown(api: &Api, project: &str, id: &str) -> Value {
    api.get(&format!("/api/v1/projects/{project}/schedules/{id}")).await.json(200)
}

/// The tenant of one of the people of a place.
fn tenant_of(api: &Api) -> TenantId {
    let name = api.token.clone().expect("a token");
    let tenant =
        if name == ADMIN { "default".to_owned() } else { name.replacen("owner-", "tenant-", 1).replacen("guest-", "tenant-", 1) };
    TenantId(id_of(&tenant))
}

/// As if its time had come long ago.
async fn make_due(url: &str, tenant: Option<TenantId>, project: &str, id: &str) {
    use domain::account::AccountStore as _;
    let store = Store::open(url).await.expect("the database opens");
    let tenant = match tenant {
        Some(tenant) => tenant,
        None => store.tenant_by_slug("default").await.expect("it is read").expect("the tenant").id,
    };
    let (project, id): (ProjectId, ScheduleId) = (project.parse().expect("an id"), id.parse().expect("an id"));
    loop {
        let mut row = store.schedule(tenant, project, id).await.expect("it is read").expect("a schedule");
        let was = row.updated_at;
        row.next_run_at = Some(Timestamp(row.created_at.0 - 30 * 86_400_000_000));
        row.updated_at = Timestamp(was.0 + 1);
        if store.change_schedule(&row, was, true, None).await.is_ok() {
            break;
        }
    }
    store.close().await;
}

/// Its last run, once it is over.
async fn ran(api: &Api, project: &str, id: &str) -> Value {
    let mut schedule = Value::Null;
    eventually("the schedule starts a run", async || {
        schedule = shown(api, project, id).await;
        schedule["last_run"].is_object()
    })
    .await;
    ended(api, schedule["last_run"]["id"].as_str().expect("an id")).await;
    eventually("the schedule's run is over", async || {
        schedule = shown(api, project, id).await;
        matches!(schedule["last_run"]["status"].as_str(), Some("completed" | "failed" | "cancelled"))
    })
    .await;
    schedule
}

/// Why it started no run the last time.
async fn skipped(api: &Api, project: &str, id: &str) -> String {
    let mut why = String::new();
    eventually("the schedule skips", async || {
        why = shown(api, project, id).await["skipped"]["why"].as_str().unwrap_or_default().to_owned();
        !why.is_empty()
    })
    .await;
    why
}

#[tokio::test]
async fn a_schedule_is_made_shown_changed_and_deleted() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let project = made(&owner, "Shop").await;
        let path = format!("/api/v1/projects/{project}/schedules");
        let body = json!({"cron": " 0  8 * * 1", "timezone": "europe/berlin", "discover": {"goal": "Why?", "max_steps": 7},
            "webhook": {"url": "https://hooks.example.com/x", "secret": "sesame"}});
        let one = guest.post(&path, &body).await;
        assert!(!one.text.contains("sesame"), "{}", one.text);
        let one = one.json(201);
        assert_eq!((one["cron"].as_str(), one["timezone"].as_str()), (Some("0 8 * * 1"), Some("Europe/Berlin")));
        assert_eq!((&one["enabled"], &one["webhook"]["secret"]), (&json!(true), &json!("********")));
        assert_eq!((&one["discover"]["goal"], &one["discover"]["max_steps"]), (&json!("Why?"), &json!(7)));
        assert!(one["next_run_at"].as_str().is_some_and(|at| at.ends_with("06:00:00.000Z") || at.ends_with("07:00:00.000Z")));
        assert_eq!((&one["last_run"], &one["skipped"]), (&Value::Null, &Value::Null));
        let id = one["id"].as_str().expect("an id");
        assert_eq!(shown(&owner, &project, id).await, one);
        assert_eq!(owner.get(&path).await.json(200)["items"], json!([one]));

        // What is shown may be sent back, and what is not given stays.
        let path = format!("{path}/{id}");
        let timeless = |mut schedule: Value| {
            schedule["updated_at"] = Value::Null;
            schedule
        };
        let same = owner.put(&path, &one).await.json(200);
        assert_eq!(timeless(same), timeless(one.clone()));
        let off = owner.put(&path, &json!({"enabled": false})).await.json(200);
        assert_eq!((&off["enabled"], &off["next_run_at"]), (&json!(false), &Value::Null));
        assert_eq!((&off["cron"], &off["webhook"], &off["discover"]), (&one["cron"], &one["webhook"], &one["discover"]));
        let enabled = json!({"enabled": true, "webhook": {"url": "https://hooks.example.com/y", "secret": null}});
        let on = owner.put(&path, &enabled).await.json(200);
        assert_eq!((&on["next_run_at"], &on["webhook"]["secret"]), (&one["next_run_at"], &Value::Null));
        let bare = owner.put(&path, &json!({"webhook": null, "discover": {}})).await.json(200);
        assert_eq!((&bare["webhook"], &bare["discover"]["max_steps"]), (&Value::Null, &json!(100)));

        let (stranger, _) = place.tenant();
        stranger.get(&path).await.problem(404);
        stranger.delete(&path).await.problem(404);
        let elsewhere = made(&owner, "Other").await;
        owner.get(&format!("/api/v1/projects/{elsewhere}/schedules/{id}")).await.problem(404);
        assert_eq!(guest.delete(&path).await.status, 204);
        owner.get(&path).await.problem(404);
        let audit = owner.get("/api/v1/admin/audit?limit=200").await.text;
        for action in ["schedule.created", "schedule.changed", "schedule.deleted"] {
            assert!(audit.contains(action), "{action}");
        }
    })
    .await;
}

#[tokio::test]
async fn what_cannot_be_is_named_with_a_right_example() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = made(&owner, "Shop").await;
        let path = format!("/api/v1/projects/{project}/schedules");
        for (body, field, says) in [
            (json!({}), "cron", "0 8 * * 1"),
            (json!({"cron": "every monday"}), "cron", "0 8 * * 1"),
            (json!({"cron": "0 25 * * *"}), "cron", "the hour"),
            (json!({"cron": "0 0 31 2 *"}), "cron", "never due"),
            (json!({"cron": NEW_YEAR, "timezone": "Berlin"}), "timezone", "Europe/Berlin"),
            (json!({"cron": NEW_YEAR, "discover": {"max_steps": 0}}), "discover.max_steps", "between"),
            (json!({"cron": NEW_YEAR, "webhook": {"url": "hooks"}}), "webhook.url", "https://hooks"),
            (json!({"cron": NEW_YEAR, "webhook": {"url": "http://127.0.0.1/x"}}), "webhook.url", "127.0.0.1"),
            (json!({"cron": NEW_YEAR, "webhook": {"url": "http://169.254.169.254/x"}}), "webhook.url", "169.254.169.254"),
            (
                json!({"cron": NEW_YEAR, "webhook": {"url": "https://h.example.com/", "secret": ""}}),
                "webhook.secret",
                "characters",
            ),
        ] {
            let problem = owner.post(&path, &body).await.problem(422);
            assert_eq!(problem["errors"][0]["field"], field, "{body}: {problem}");
            assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains(says)), "{body}: {problem}");
        }
        assert_eq!(owner.get(&path).await.json(200)["items"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn who_may_only_read_only_reads() {
    everywhere(async |place| {
        let (admin, viewer) = (place.admin(), place.viewer());
        let project = made(&admin, "Read").await;
        let id = scheduled(&admin, &project, &json!({"cron": NEW_YEAR})).await;
        let path = format!("/api/v1/projects/{project}/schedules");
        viewer.get(&path).await.json(200);
        viewer.get(&format!("{path}/{id}")).await.json(200);
        viewer.post(&path, &json!({"cron": NEW_YEAR})).await.problem(403);
        viewer.put(&format!("{path}/{id}"), &json!({"enabled": false})).await.problem(403);
        viewer.delete(&format!("{path}/{id}")).await.problem(403);
    })
    .await;
}

#[tokio::test]
async fn a_schedule_that_is_due_starts_a_run_in_its_makers_name() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let project = full(&owner).await;
        let schedule = json!({"cron": NEW_YEAR, "discover": {"goal": "Which orders are large?", "max_steps": 20}});
        let id = scheduled(&guest, &project, &schedule).await;
        make_due(&place.database.url, Some(tenant_of(&owner)), &project, &id).await;
        let schedule = ran(&owner, &project, &id).await;
        assert!(schedule["next_run_at"].as_str().is_some_and(|at| at.contains("-01-01T00:00:00")), "{schedule}");
        let run = owner.get(&format!("/api/v1/runs/{}", schedule["last_run"]["id"].as_str().expect("an id"))).await.json(200);
        assert_eq!(run["schedule_id"].as_str(), Some(id.as_str()));
        assert_eq!((&run["goal"], &run["status"]), (&json!("Which orders are large?"), &schedule["last_run"]["status"]));
        let runs = owner.get(&format!("/api/v1/projects/{project}/runs")).await.json(200);
        assert_eq!(runs["items"].as_array().map(Vec::len), Some(1), "what was missed for a month is one run");
        let audit = owner.get("/api/v1/admin/audit?limit=200").await.json(200);
        let begun =
            audit["items"].as_array().expect("lines").iter().find(|line| line["target"] == run["id"]).expect("a line").clone();
        let maker = id_of(&guest.token.clone().expect("a token")).to_string();
        assert!(begun.to_string().contains(&maker) && begun["action"] == "run.started", "{begun}");
    })
    .await;
}

#[tokio::test]
async fn what_was_missed_while_no_server_was_there_is_one_run() {
    let database = Database::sqlite();
    let settings = Settings::new(&database);
    let server = Server::start(&settings);
    let api = Api::new(&server.base, Some(ADMIN));
    let project = full(&api).await;
    // Every hour, and not within the next minutes: that would be another run.
    let minute = (UNIX_EPOCH.elapsed().expect("a time").as_secs() / 60 + 30) % 60;
    let id = scheduled(&api, &project, &json!({"cron": format!("{minute} * * * *"), "discover": {"max_steps": 20}})).await;
    server.kill();
    make_due(&database.url, None, &project, &id).await;
    let server = Server::start(&settings);
    let api = api.at(&server.base);
    ran(&api, &project, &id).await;
    // Two looks later there is still one.
    tokio::time::sleep(Duration::from_secs(5)).await;
    let runs = api.get(&format!("/api/v1/projects/{project}/runs")).await.json(200);
    assert_eq!(runs["items"].as_array().map(Vec::len), Some(1), "{runs}");
}

#[tokio::test]
async fn a_run_that_is_under_way_keeps_the_next_one_back() {
    for database in [Some(Database::sqlite()), Database::postgres().await].into_iter().flatten() {
        let place = Place::own(database).await;
        let (owner, _) = place.tenant();
        let project = full(&owner).await;
        let id = scheduled(&owner, &project, &json!({"cron": NEW_YEAR})).await;
        let tenant = Some(tenant_of(&owner));
        hold(&place.database, Some("initialization")).await;
        make_due(&place.database.url, tenant, &project, &id).await;
        eventually("its run is there", async || shown(&owner, &project, &id).await["last_run"].is_object()).await;
        make_due(&place.database.url, tenant, &project, &id).await;
        let why = skipped(&owner, &project, &id).await;
        let schedule = shown(&owner, &project, &id).await;
        let last = schedule["last_run"]["id"].as_str().expect("an id");
        assert!(why.contains("still under way") && why.contains(last), "{why}");
        assert!(schedule["next_run_at"].is_string(), "it goes on");
        let runs = owner.get(&format!("/api/v1/projects/{project}/runs?limit=200")).await.json(200);
        assert_eq!(runs["items"].as_array().map(Vec::len), Some(1), "it started none beside it");
    }
}

#[tokio::test]
async fn a_project_that_is_not_ready_is_skipped_and_says_so() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let pending = json!({"name": "Pending", "generate_pack": {"enabled": true}});
        let pending = owner.post("/api/v1/projects", &pending).await.json(201);
        let project = pending["id"].as_str().expect("an id");
        let id = scheduled(&owner, project, &json!({"cron": NEW_YEAR})).await;
        make_due(&place.database.url, Some(tenant_of(&owner)), project, &id).await;
        let why = skipped(&owner, project, &id).await;
        assert!(why.contains("pack_generation") && why.contains("ready"), "{why}");
        let schedule = shown(&owner, project, &id).await;
        assert_eq!((&schedule["last_run"], &schedule["enabled"]), (&Value::Null, &json!(true)));
        assert!(schedule["next_run_at"].is_string());
    })
    .await;
}

#[tokio::test]
async fn nobody_is_left_in_whose_name_it_starts_runs() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let project = full(&owner).await;
        let id = scheduled(&guest, &project, &json!({"cron": NEW_YEAR, "discover": {"max_steps": 20}})).await;
        let person = id_of(&guest.token.clone().expect("a token"));
        assert_eq!(owner.delete(&format!("/api/v1/admin/users/{person}")).await.status, 204);
        let tenant = Some(tenant_of(&owner));
        make_due(&place.database.url, tenant, &project, &id).await;
        let why = skipped(&owner, &project, &id).await;
        assert!(why.contains("removed"), "{why}");
        let schedule = shown(&owner, &project, &id).await;
        assert_eq!((&schedule["enabled"], &schedule["next_run_at"]), (&json!(false), &Value::Null));
        assert_eq!(schedule["created_by"], Value::Null);
        let path = format!("/api/v1/projects/{project}/schedules/{id}");
        let again = owner.put(&path, &json!({"enabled": true})).await.json(200);
        assert_eq!(again["created_by"].as_str(), Some(id_of(&owner.token.clone().expect("a token")).to_string().as_str()));
        make_due(&place.database.url, tenant, &project, &id).await;
        ran(&owner, &project, &id).await;
    })
    .await;
}

#[tokio::test]
async fn the_page_makes_switches_and_deletes_without_scripts() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = made(&owner, "Shop").await;
        let (page, list) = (format!("/projects/{project}/schedules"), format!("/api/v1/projects/{project}/schedules"));
        let empty = owner.get(&page).await;
        assert!(empty.status == 200 && empty.text.contains("No scheduled runs yet"), "{}", empty.text);
        let send = async |path: &str, fields: &[(&str, &str)]| {
            let call = owner.call(Method::POST, &format!("/call/form/{path}")).header("accept", "text/html");
            Answer::fetch(call.form(fields)).await
        };
        let wish = [
            ("wish[project]", project.as_str()),
            ("wish[every]", "week"),
            ("wish[weekday]", "1"),
            ("wish[hour]", "8"),
            ("wish[cron]", ""),
            ("wish[timezone]", "Europe/Berlin"),
            ("wish[goal]", "Which <orders> are late?"),
            ("wish[max_steps]", "12"),
            ("wish[url]", "https://hooks.example.com/x"),
            ("wish[secret]", "sesame"),
        ];
        let sent = send("schedule", &wish).await;
        assert!(sent.status == 302 && sent.header("location") == page, "{} {}", sent.status, sent.text);
        let one = owner.get(&list).await.json(200)["items"][0].clone();
        assert_eq!((&one["cron"], &one["discover"]["max_steps"]), (&json!("0 8 * * 1"), &json!(12)));
        assert_eq!((&one["timezone"], &one["webhook"]["secret"]), (&json!("Europe/Berlin"), &json!("********")));
        let shown = owner.get(&page).await.text;
        for text in ["Every Monday at 8:00", "Which &lt;orders&gt; are late?", "https://hooks.example.com/x", "Next run"] {
            assert!(shown.contains(text), "{text} is not in {shown}");
        }
        assert!(!shown.contains("sesame"));
        let mut wrong = wish;
        wrong[4].1 = "0 25 * * *";
        let refused = send("schedule", &wrong).await;
        assert!(refused.status != 302 || refused.header("location") != page, "{} {}", refused.status, refused.text);
        assert_eq!(owner.get(&list).await.json(200)["items"].as_array().map(Vec::len), Some(1));

        let id = one["id"].as_str().expect("an id");
        let act = |act: &'static str| [("project", project.as_str()), ("schedule", id), ("act", act)];
        assert_eq!(send("schedule-act", &act("disable")).await.status, 302);
        assert_eq!(owner.get(&list).await.json(200)["items"][0]["enabled"], false);
        assert_eq!(send("schedule-act", &act("enable")).await.status, 302);
        assert_eq!(owner.get(&list).await.json(200)["items"][0]["enabled"], true);
        assert_eq!(send("schedule-act", &act("delete")).await.status, 302);
        assert_eq!(owner.get(&list).await.json(200)["items"], json!([]));
    })
    .await;
}
