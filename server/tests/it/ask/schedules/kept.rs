//! Schedules of kept answers as people make, see and change them.

use super::{NEW_YEAR, PATH, counted, scheduled, shown};
use crate::{
    ask::line,
    ground::{Answer, everywhere},
};
use reqwest::Method;
use serde_json::{Value, json};

#[tokio::test]
async fn a_schedule_is_made_with_its_answer_shown_changed_and_deleted() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let project = line(&guest).await;
        let ask = counted(&guest, &project).await;
        let save = format!("/api/v1/asks/{ask}/save");
        let body = json!({"name": "All ferries", "expected": 5, "schedule": {"cron": " 0  8 * * 1", "timezone": "europe/berlin",
            "webhook": {"url": "https://hooks.example.com/x", "secret": "sesame"}}});
        let whole = guest.post(&save, &body).await;
        assert!(!whole.text.contains("sesame"), "{}", whole.text);
        let whole = whole.json(200);
        assert_eq!(whole["saved"], json!({"name": "All ferries", "expected": 5}));
        let one = whole["schedule"].clone();
        assert_eq!(
            (&one["cron"], &one["timezone"], &one["enabled"]),
            (&json!("0 8 * * 1"), &json!("Europe/Berlin"), &json!(true))
        );
        assert_eq!(
            (&one["name"], &one["expected"], &one["webhook"]["secret"]),
            (&json!("All ferries"), &json!(5), &json!("********"))
        );
        assert_eq!((&one["ask_id"], &one["project_id"]), (&json!(ask), &json!(project)));
        assert_eq!((&one["last_result"], &one["skipped"]), (&Value::Null, &Value::Null));
        let path = format!("{PATH}/{}", one["id"].as_str().expect("an id"));
        // Its asker and the administrators see it.
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
        assert_eq!((&off["cron"], &off["webhook"], &off["expected"]), (&one["cron"], &one["webhook"], &one["expected"]));
        let changed = json!({"enabled": true, "name": "Ferries", "expected": null, "webhook": null});
        let changed = guest.put(&path, &changed).await.json(200);
        assert_eq!(
            (&changed["name"], &changed["expected"], &changed["webhook"]),
            (&json!("Ferries"), &Value::Null, &Value::Null)
        );
        let whole = guest.get(&format!("/api/v1/asks/{ask}")).await.json(200);
        assert_eq!(whole["saved"], json!({"name": "Ferries", "expected": null}), "the name is the ask's");
        // Kept anew with times, it is the same schedule; without them it stays.
        let again = json!({"name": "Ferries", "schedule": {"cron": "0 9 * * *"}});
        let again = guest.post(&save, &again).await.json(200)["schedule"].clone();
        assert_eq!(
            (&again["id"], &again["cron"], &again["timezone"]),
            (&one["id"], &json!("0 9 * * *"), &json!("Europe/Berlin"))
        );
        let stays = guest.post(&save, &json!({"name": "Boats", "expected": "x"})).await.json(200)["schedule"].clone();
        assert_eq!((&stays["id"], &stays["name"], &stays["expected"]), (&one["id"], &json!("Boats"), &json!("x")));
        let never = guest.post(&save, &json!({"name": "Boats", "schedule": null})).await.json(200);
        assert_eq!((&never["schedule"], &never["saved"]["name"]), (&Value::Null, &json!("Boats")));
        guest.get(&path).await.problem(404);

        // What is kept no longer is asked no longer.
        let id = scheduled(&guest, &ask, "Ferries", &json!({})).await;
        guest.post(&save, &json!({"name": ""})).await.json(200);
        guest.get(&format!("{PATH}/{id}")).await.problem(404);
        let id = scheduled(&guest, &ask, "Ferries", &json!({})).await;
        assert_eq!(guest.delete(&format!("{PATH}/{id}")).await.status, 204);
        guest.delete(&format!("{PATH}/{id}")).await.problem(404);
        assert_eq!(guest.get(&format!("/api/v1/asks/{ask}")).await.json(200)["saved"]["name"], "Ferries");
        let audit = owner.get("/api/v1/admin/audit?limit=200").await.text;
        for action in ["ask_schedule.created", "ask_schedule.changed", "ask_schedule.deleted"] {
            assert!(audit.contains(action), "{action}");
        }
    })
    .await;
}

#[tokio::test]
async fn another_member_and_another_tenant_see_and_change_nothing_of_it() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let project = line(&owner).await;
        let ask = counted(&owner, &project).await;
        let id = scheduled(&owner, &ask, "All ferries", &json!({})).await;
        let path = format!("{PATH}/{id}");
        let (stranger, _) = place.tenant();
        for other in [&guest, &stranger] {
            other.get(&path).await.problem(404);
            other.get(&format!("{path}/results")).await.problem(404);
            other.put(&path, &json!({"enabled": false})).await.problem(404);
            other.delete(&path).await.problem(404);
            let save = json!({"name": "Mine", "schedule": {"cron": NEW_YEAR}});
            other.post(&format!("/api/v1/asks/{ask}/save"), &save).await.problem(404);
            assert_eq!(other.get(PATH).await.json(200)["items"], json!([]));
            assert!(!other.get("/ask/schedules").await.text.contains(&id));
        }
        place.viewer().get(PATH).await.json(200);
        assert_eq!(
            (&shown(&owner, &id).await["enabled"], &shown(&owner, &id).await["name"]),
            (&json!(true), &json!("All ferries"))
        );
    })
    .await;
}

#[tokio::test]
async fn what_cannot_be_is_named_and_nothing_is_kept() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = line(&owner).await;
        let ask = counted(&owner, &project).await;
        let save = format!("/api/v1/asks/{ask}/save");
        let with = |schedule: Value| json!({"name": "All ferries", "schedule": schedule});
        for (body, field, says) in [
            (with(json!({})), "schedule.cron", "0 8 * * 1"),
            (with(json!({"cron": "0 25 * * *"})), "schedule.cron", "the hour"),
            (with(json!({"cron": "0 0 31 2 *"})), "schedule.cron", "never due"),
            (with(json!({"cron": NEW_YEAR, "timezone": "Berlin"})), "schedule.timezone", "Europe/Berlin"),
            (with(json!({"cron": NEW_YEAR, "webhook": {"url": "hooks"}})), "schedule.webhook.url", "https://hooks"),
            (with(json!({"cron": NEW_YEAR, "webhook": {"url": "http://127.0.0.1/x"}})), "schedule.webhook.url", "127.0.0.1"),
            (
                with(json!({"cron": NEW_YEAR, "webhook": {"url": "https://h.example.com/", "secret": ""}})),
                "schedule.webhook.secret",
                "characters",
            ),
            (json!({"name": "", "schedule": {"cron": NEW_YEAR}}), "name", "name"),
            (json!({"name": "x".repeat(201), "schedule": {"cron": NEW_YEAR}}), "name", "200"),
            (json!({"name": "x", "expected": "x".repeat(2_001), "schedule": {"cron": NEW_YEAR}}), "expected", "2000"),
        ] {
            let problem = owner.post(&save, &body).await.problem(422);
            assert_eq!(problem["errors"][0]["field"], field, "{body}: {problem}");
            assert!(problem["errors"][0]["message"].as_str().is_some_and(|message| message.contains(says)), "{body}: {problem}");
        }
        let whole = owner.get(&format!("/api/v1/asks/{ask}")).await.json(200);
        assert_eq!((&whole["saved"], &whole["schedule"]), (&Value::Null, &Value::Null));
        let id = scheduled(&owner, &ask, "All ferries", &json!({})).await;
        let before = shown(&owner, &id).await;
        for (body, field) in [
            (json!({"cron": "0 25 * * *"}), "cron"),
            (json!({"timezone": "Berlin"}), "timezone"),
            (json!({"name": " "}), "name"),
            (json!({"webhook": {"url": "http://127.0.0.1/x"}}), "webhook.url"),
        ] {
            let problem = owner.put(&format!("{PATH}/{id}"), &body).await.problem(422);
            assert_eq!(problem["errors"][0]["field"], field, "{body}: {problem}");
        }
        assert_eq!(shown(&owner, &id).await, before);
    })
    .await;
}

#[tokio::test]
async fn an_answer_is_kept_up_to_date_changed_and_deleted_without_scripts() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = line(&owner).await;
        let ask = counted(&owner, &project).await;
        let empty = owner.get("/ask/schedules").await;
        assert!(empty.status == 200 && empty.text.contains("No scheduled questions yet"), "{}", empty.text);
        assert!(owner.get(&format!("/ask/{ask}")).await.text.contains("Ask again automatically"));
        let send = async |path: &str, fields: &[(&str, &str)]| {
            let call = owner.call(Method::POST, &format!("/call/form/{path}")).header("accept", "text/html");
            Answer::fetch(call.form(fields)).await
        };
        let wish = |every: &'static str| {
            [
                ("wish[act]", "save"),
                ("wish[ask]", ask.as_str()),
                ("wish[name]", "All <ferries>"),
                ("wish[value]", "5"),
                ("wish[times][every]", every),
                ("wish[times][weekday]", "1"),
                ("wish[times][hour]", "8"),
                ("wish[times][cron]", ""),
                ("wish[times][timezone]", "Europe/Berlin"),
                ("wish[times][url]", "https://hooks.example.com/x"),
                ("wish[times][secret]", "sesame"),
            ]
        };
        // Only kept, and then asked for again too.
        assert_eq!(send("ask", &wish("")).await.status, 302);
        assert_eq!(owner.get(PATH).await.json(200)["items"], json!([]));
        assert_eq!(send("ask", &wish("week")).await.status, 302);
        let one = owner.get(PATH).await.json(200)["items"][0].clone();
        assert_eq!((&one["cron"], &one["timezone"], &one["expected"]), (&json!("0 8 * * 1"), &json!("Europe/Berlin"), &json!(5)));
        let id = one["id"].as_str().expect("an id").to_owned();
        let shown_there = owner.get(&format!("/ask/{ask}")).await.text;
        assert!(shown_there.contains("Every Monday at 8:00 (Europe/Berlin)") && !shown_there.contains("sesame"), "{shown_there}");
        let page = owner.get(&format!("/ask/schedules?edit={id}")).await.text;
        for text in [
            "All &lt;ferries&gt;", "How many ferries are there?", "expected to be 5", "Every Monday at 8:00 (Europe/Berlin)",
            "Next time", "Not run yet", "Change this schedule", "https://hooks.example.com/x",
        ] {
            assert!(page.contains(text), "{text} is not in {page}");
        }
        let version =
            page.split("name=\"change[version]\" value=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a version");
        let change = [
            ("change[schedule]", id.as_str()),
            ("change[version]", version),
            ("change[wish][name]", "Mondays"),
            ("change[wish][expected]", "Heron"),
            ("change[wish][cron]", "0 9 * * *"),
            ("change[wish][timezone]", "UTC"),
        ];
        let sent = send("ask-schedule-change", &change).await;
        assert!(sent.status == 302 && sent.header("location") == "/ask/schedules", "{} {}", sent.status, sent.text);
        let changed = shown(&owner, &id).await;
        assert_eq!((&changed["name"], &changed["cron"]), (&json!("Mondays"), &json!("0 9 * * *")));
        assert_eq!((&changed["expected"], &changed["webhook"]), (&json!("Heron"), &Value::Null), "its address was emptied");
        let late = send("ask-schedule-change", &change).await;
        assert!(late.header("location") != "/ask/schedules", "it is another by now: {}", late.text);
        let act = |act: &'static str| [("schedule", id.as_str()), ("act", act)];
        for (name, enabled) in [("disable", false), ("enable", true)] {
            assert_eq!(send("ask-schedule-act", &act(name)).await.status, 302);
            assert_eq!(shown(&owner, &id).await["enabled"], enabled);
        }
        assert_eq!(send("ask-schedule-act", &act("delete")).await.status, 302);
        assert_eq!(owner.get(PATH).await.json(200)["items"], json!([]));
    })
    .await;
}
