//! A schedule is changed on its page, unless somebody else changed it meanwhile.

use super::scheduled;
use crate::{
    ground::{Answer, Api, everywhere},
    projects::made,
};
use reqwest::Method;
use serde_json::json;

async fn send(api: &Api, fields: &[(&str, &str)]) -> Answer {
    let call = api.call(Method::POST, "/call/form/schedule-change").header("accept", "text/html");
    Answer::fetch(call.form(fields)).await
}

/// The value of a hidden field of the page.
fn hidden(page: &str, name: &str) -> String {
    let field =
        page.split("<input").find(|field| field.contains(&format!("name=\"{name}\""))).unwrap_or_else(|| panic!("no {name}"));
    field.split("value=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a value").to_owned()
}

#[tokio::test]
async fn a_schedule_is_changed_on_its_page_and_not_over_the_change_of_somebody_else() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = made(&owner, "Shop").await;
        let body = json!({"cron": "0 8 * * 1", "timezone": "Europe/Berlin",
            "discover": {"goal": "Why?", "max_steps": 12, "min_steps": 3, "explorer": "built_in"},
            "webhook": {"url": "https://hooks.example.com/x", "secret": "sesame"}});
        let id = scheduled(&owner, &project, &body).await;
        let path = format!("/api/v1/projects/{project}/schedules/{id}");
        let address = format!("/projects/{project}/schedules?edit={id}");
        let page = owner.get(&address).await;
        assert!(page.text.contains("data-testid=\"edit-schedule\""), "{}", page.text);
        for shown in ["0 8 * * 1", "Europe/Berlin", "Why?", "https://hooks.example.com/x"] {
            assert!(page.text.contains(shown), "{shown}");
        }
        assert!(!page.text.contains("sesame"));
        let version = hidden(&page.text, "change[version]");
        let change = |version: &str, cron: &'static str, url: &'static str, on: bool| {
            let mut fields = vec![
                ("change[schedule]", id.clone()),
                ("change[version]", version.to_owned()),
                ("change[wish][project]", project.clone()),
                ("change[wish][cron]", cron.to_owned()),
                ("change[wish][timezone]", "UTC".to_owned()),
                ("change[wish][goal]", "Why not?".to_owned()),
                ("change[wish][max_steps]", "20".to_owned()),
                ("change[wish][url]", url.to_owned()),
                ("change[wish][secret]", String::new()),
            ];
            fields.extend(on.then(|| ("change[enabled]", "on".to_owned())));
            fields
        };
        let sent = async |fields: Vec<(&str, String)>| {
            send(&owner, &fields.iter().map(|(name, value)| (*name, value.as_str())).collect::<Vec<_>>()).await
        };
        let list = format!("/projects/{project}/schedules");
        let changed = sent(change(&version, "30 6 * * 1,4", "https://hooks.example.com/x", true)).await;
        assert!(changed.status == 302 && changed.header("location") == list, "{} {}", changed.status, changed.text);
        let one = owner.get(&path).await.json(200);
        assert_eq!((&one["cron"], &one["timezone"], &one["enabled"]), (&json!("30 6 * * 1,4"), &json!("UTC"), &json!(true)));
        assert_eq!((&one["discover"]["goal"], &one["discover"]["max_steps"]), (&json!("Why not?"), &json!(20)));
        assert_eq!((&one["discover"]["min_steps"], &one["discover"]["explorer"]), (&json!(3), &json!("built_in")), "what the page does not show");
        assert_eq!(one["webhook"]["secret"], "********", "the secret stays");

        // With what was shown before the change nothing is changed any more.
        let late = sent(change(&version, "0 0 1 1 *", "", true)).await;
        assert!(late.status != 302 || late.header("location") != list, "{} {}", late.status, late.text);
        assert_eq!(owner.get(&path).await.json(200), one);
        let version = hidden(&owner.get(&address).await.text, "change[version]");
        let wrong = sent(change(&version, "0 25 * * *", "", true)).await;
        assert!(wrong.status != 302 || wrong.header("location") != list);
        assert_eq!(owner.get(&path).await.json(200), one);
        let call = owner.call(Method::POST, "/call/schedules/change");
        let late = json!({"change": {"schedule": id, "version": "1", "enabled": "on", "wish": {"project": project, "cron": "0 0 1 1 *",
            "timezone": "UTC"}}});
        let refused = Answer::fetch(call.json(&late)).await;
        assert!(refused.status >= 400 && refused.text.contains("omebody else changed this schedule"), "{} {}", refused.status, refused.text);

        assert_eq!(sent(change(&version, "0 0 1 1 *", "", false)).await.status, 302);
        let one = owner.get(&path).await.json(200);
        assert_eq!((&one["webhook"], &one["enabled"], &one["next_run_at"]), (&json!(null), &json!(false), &json!(null)));
    })
    .await;
}
