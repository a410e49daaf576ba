//! What a pipeline goes on from beside findings that are sent along: an interview, a search for companies, an answer.

use super::{begun, settled};
use crate::ground::{Api, everywhere};
use serde_json::{Value, json};

const DOCUMENT: &str = "Honey is harvested in July.\n\nWaxworks Trading Ltd has opened an office in ADGM, Abu Dhabi.";

async fn interview(api: &Api) -> String {
    api.activate(&api.make_plan("project_discovery").await).await;
    let session = api.open("project_discovery").await;
    api.say(&session, "We sell honey and the shop is small").await;
    let set = json!({"action": "set", "value": "honey"});
    api.patch(&format!("/api/v1/sessions/{session}/obligations/goods"), &set).await.json(200);
    session
}

async fn search(api: &Api) -> String {
    api.post("/api/v1/documents", &json!({"title": "Harvest", "text": DOCUMENT})).await.json(201);
    let wish = json!({"queryText": "Find companies in ADGM", "constraints": {"area": "ADGM"}});
    let found = api.post(crate::companies::DISCOVERY, &wish).await.json(200);
    found["meta"]["searchId"].as_str().expect("an id").to_owned()
}

pub(super) async fn answer(api: &Api, project: &str) -> String {
    let question = json!({"question": "How many ferries have Skala as harbour?"});
    let id = crate::ask::id_of(&crate::ask::ask(api, project, &question).await);
    crate::ask::settled(api, &id).await;
    id
}

/// The first evidence of each finding.
fn evidence(whole: &Value) -> Vec<&Value> {
    whole["findings"].as_array().expect("findings").iter().map(|one| &one["evidence"][0]).collect()
}

#[tokio::test]
async fn interviews_searches_and_answers_are_gone_on_from_by_whom_they_belong_to() {
    everywhere(async |place| {
        let (owner, member) = place.tenant();
        let project = crate::ask::line(&owner).await;
        let path = format!("/api/v1/projects/{project}/pipelines");
        let (session, search, ask) = (interview(&owner).await, search(&owner).await, answer(&owner, &project).await);
        for (field, id, kind, words) in [
            ("session_id", &session, "interview", "honey"),
            ("search_id", &search, "company", "Waxworks"),
            ("ask_id", &ask, "ask", "3"),
        ] {
            let body = json!({(field): id});
            member.post(&path, &body).await.problem(404);
            let pipeline = begun(&owner, &project, &body).await;
            let whole = settled(&owner, &pipeline).await;
            assert_eq!(whole["stages"][5]["status"], "checkpoint_reached", "{kind}: {whole:#}");
            assert_eq!(whole["source"][field], id.as_str(), "{whole:#}");
            assert!(whole["findings"].to_string().contains(words), "{kind}: {whole:#}");
            let evidence = evidence(&whole);
            assert!(!evidence.is_empty());
            for one in evidence {
                assert_eq!(one["source_type"], kind, "{one:#}");
                let link = one["link"].as_str().expect("a page that shows it");
                let page = link.split('#').next().unwrap_or_default();
                assert_eq!(owner.get(page).await.status, 200, "{link} opens");
            }
        }
        let body = json!({"session_id": session, "search_id": search, "ask_id": ask, "findings": super::findings()});
        let whole = settled(&owner, &begun(&owner, &project, &body).await).await;
        for kind in ["interview", "company", "ask"] {
            assert!(evidence(&whole).iter().any(|one| one["source_type"] == kind), "{kind} together with others: {whole:#}");
        }
    })
    .await;
}
