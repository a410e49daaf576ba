//! Conversations, done again with other values, saved, and what a change of the data makes of a proof.

use super::{answered, ask, id_of, line, rows, settled};
use crate::{
    ground::everywhere,
    projects::{tool, upload},
};
use serde_json::json;

#[tokio::test]
async fn a_conversation_goes_on_and_a_redo_keeps_the_mode() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = line(&owner).await;
        let first = ask(&owner, &project, &json!({"question": "Is it true that Tern has more than 100 seats?"})).await;
        let session = first.all("done").next().expect("done")["session_id"].clone();
        let again = ask(&owner, &project, &json!({"question": "redo", "session_id": session})).await;
        let whole = settled(&owner, &id_of(&again)).await;
        assert_eq!((&whole["mode"], whole["verdict"].as_str()), (&json!("auditable"), Some("proven")), "{whole:#}");
        assert_eq!(whole["redo_of"].as_str(), Some(id_of(&first).as_str()));
        let third = format!("/api/v1/asks/{}/redo", id_of(&first));
        let third = owner.post(&third, &json!({"message": "redo in exploratory mode"})).await.json(202);
        let whole = settled(&owner, third["id"].as_str().expect("an id")).await;
        assert_eq!((&whole["mode"], &whole["session_id"]), (&json!("exploratory"), &session), "{whole:#}");
    })
    .await;
}

#[tokio::test]
async fn a_proof_says_what_changed_when_the_data_did() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = line(&owner).await;
        let first = ask(&owner, &project, &json!({"question": "How many ferries are there?"})).await;
        let id = id_of(&first);
        assert_eq!(rows(&settled(&owner, &id).await), &[json!([5])]);
        let saved = json!({"name": "All ferries", "expected": 5});
        let saved = owner.post(&format!("/api/v1/asks/{id}/save"), &saved).await.json(200);
        assert_eq!(saved["saved"], json!({"name": "All ferries", "expected": 5}));
        // The database is read anew with two ferries.
        let sources = owner.get(&format!("/api/v1/projects/{project}/sources")).await.json(200);
        let old = sources["items"].as_array().expect("sources").iter().find(|one| one["name"] == "line").expect("the line");
        let old = old["id"].as_str().expect("an id");
        owner.delete(&format!("/api/v1/projects/{project}/sources/{old}")).await;
        let again = owner.post(&format!("/api/v1/asks/{id}/rerun"), &json!({})).await.json(200);
        assert_eq!((&again["same"], &again["premises"][0]["state"]), (&json!(false), &json!("gone")), "{again:#}");
        let two = b"ferry,harbour,seats,built\nHeron,Skala,120,1998\nTern,Livadi,150,2016\n";
        upload(&owner, &project, &[("kind", "database"), ("name", "line")], &[("ferries.csv", two)]).await.json(201);
        let again = owner.post(&format!("/api/v1/asks/{id}/rerun"), &json!({})).await.json(200);
        let premise = json!({"id": "P1", "state": "changed", "old": 5, "new": 2});
        assert_eq!(again, json!({"same": false, "premises": [premise]}));
    })
    .await;
}

#[tokio::test]
async fn a_fact_is_known_as_the_project_knows_it_now() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = line(&owner).await;
        let fact = |value: &str| json!({"name": "night sailing", "value": value});
        tool(&owner, &project, "add_fact", fact("any departure after 22:00")).await.json(200);
        let whole = answered(&owner, &project, "What is a night sailing?", Some("knowledge")).await;
        assert_eq!(whole["premises"][0]["value"], "any departure after 22:00", "{whole:#}");
        let again = format!("/api/v1/asks/{}/rerun", whole["id"].as_str().expect("an id"));
        assert_eq!(owner.post(&again, &json!({})).await.json(200)["premises"][0]["state"], "same");
        tool(&owner, &project, "add_fact", fact("any departure after 21:00")).await.json(200);
        let changed = owner.post(&again, &json!({})).await.json(200);
        assert_eq!((&changed["same"], &changed["premises"][0]["state"]), (&json!(false), &json!("changed")), "{changed:#}");
        assert_eq!(changed["premises"][0]["new"], "any departure after 21:00");
    })
    .await;
}
