//! `/api/v1/projects` and its state machine.

use super::made;
use crate::ground::{eventually, everywhere};
use serde_json::json;

#[tokio::test]
async fn a_project_is_made_read_changed_and_deleted() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let body = json!({"name": "  Music \n store ", "domain": "retail", "profile": {"a": 1}});
        let project = guest.post("/api/v1/projects", &body).await.json(201);
        assert_eq!(
            (&project["name"], &project["state"], &project["profile"]),
            (&json!("Music store"), &json!("ready"), &json!({"a": 1}))
        );
        let path = format!("/api/v1/projects/{}", project["id"].as_str().expect("an id"));
        let changed = guest.put(&path, &json!({"description": "Sales", "domain": null})).await.json(200);
        assert_eq!(
            (&changed["name"], &changed["description"], &changed["domain"]),
            (&json!("Music store"), &json!("Sales"), &json!(null))
        );
        assert_eq!(owner.get(&path).await.json(200), changed);
        assert_eq!(owner.get("/api/v1/projects").await.json(200)["items"], json!([changed]));

        for wrong in
            [json!({}), json!({"name": " "}), json!({"name": "x", "profile": []}), json!({"name": "x", "state": "ready"})]
        {
            guest.post("/api/v1/projects", &wrong).await.problem(422);
        }
        // A filter says which rows may be seen: only an administrator says so later.
        let filter = json!({"filter": {"column": "tenant", "value": 7}});
        guest.put(&path, &filter).await.problem(403);
        assert_eq!(owner.put(&path, &filter).await.json(200)["filter"], filter["filter"]);
        owner.put(&path, &json!({"filter": {"column": "tenant", "value": []}})).await.problem(422);

        assert_eq!(guest.delete(&path).await.status, 204);
        guest.get(&path).await.problem(404);
        let audit = owner.get("/api/v1/admin/audit").await.text;
        for action in ["project.created", "project.changed", "project.deleted"] {
            assert!(audit.contains(action), "{action}");
        }
    })
    .await;
}

#[tokio::test]
async fn only_who_made_it_or_an_administrator_deletes_it() {
    everywhere(async |place| {
        let project = made(&place.member(), "Mine").await;
        let path = format!("/api/v1/projects/{project}");
        place.member().delete(&path).await.problem(403);
        place.viewer().put(&path, &json!({"name": "Yours"})).await.problem(403);
        place.viewer().post("/api/v1/projects", &json!({"name": "x"})).await.problem(403);
        assert_eq!(place.viewer().get(&path).await.json(200)["name"], "Mine");
        assert_eq!(place.admin().delete(&path).await.status, 204);
    })
    .await;
}

#[tokio::test]
async fn states_follow_the_seed_and_others_are_conflicts() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let body = json!({"name": "Draft", "generate_pack": {"enabled": true}});
        let project = owner.post("/api/v1/projects", &body).await.json(201);
        assert_eq!(project["state"], "pack_generation_pending");
        let path = format!("/api/v1/projects/{}", project["id"].as_str().expect("an id"));
        for (state, legal) in [("ready", "pack_generation"), ("pack_generation_done", "pack_generation")] {
            let problem = owner.put(&path, &json!({"state": state})).await.problem(409);
            assert!(
                problem["detail"].as_str().is_some_and(|detail| detail.contains(&format!("legal next states: {legal}"))),
                "{problem}"
            );
        }
        owner.put(&path, &json!({"state": "pack_generation"})).await.problem(409);
        owner.put(&path, &json!({"state": "asleep"})).await.problem(422);

        let begun = owner.post(&format!("{path}/pack-generate"), &json!({})).await.json(202);
        assert_eq!(begun["state"], "pack_generation");
        eventually("the pack is drafted", async || owner.get(&path).await.json(200)["state"] == "pack_generation_done").await;
        let again = owner.post(&format!("{path}/pack-generate"), &json!({})).await.problem(409);
        assert!(again["detail"].as_str().is_some_and(|detail| detail.contains("legal next states: ready")), "{again}");
        assert!(owner.get(&path).await.json(200)["pack"]["areas"].is_array());
        assert_eq!(owner.put(&path, &json!({"state": "ready"})).await.json(200)["state"], "ready");
        owner.put(&path, &json!({"state": "pack_generation"})).await.problem(409);
    })
    .await;
}
