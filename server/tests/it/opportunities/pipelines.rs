//! From findings, or a run, to review; followed as it goes.

use super::{begun, findings, id_of, listed, reviewable, settled};
use crate::{
    ground::{Turn, everywhere},
    projects::{made, upload},
    runs::{found, insights, workshop},
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const STAGES: [&str; 6] =
    ["exploration", "opportunity_framing", "solution_validation", "feasibility_risk", "prioritization", "human_review"];

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().filter_map(Value::as_str).collect()
}

#[tokio::test]
async fn findings_become_specifications_that_wait_for_people() {
    everywhere(async |place| {
        let (owner, member) = place.tenant();
        let project = made(&owner, "Ferry line").await;
        let (id, opportunities) = reviewable(&owner, &project).await;
        let whole = member.get(&format!("/api/v1/pipelines/{id}")).await.json(200);
        let stages = whole["stages"].as_array().expect("stages");
        for (number, (stage, name)) in stages.iter().zip(STAGES).enumerate() {
            let status = if number == 5 { "checkpoint_reached" } else { "completed" };
            assert_eq!((&stage["stage"], &stage["name"]), (&json!(name), &json!(name)), "{stage}");
            assert_eq!(
                (&stage["number"], &stage["status"], &stage["attempt"]),
                (&json!(number), &json!(status), &json!(1)),
                "{stage}"
            );
            assert!(
                stage["quality_flags"].is_object() && stage["quality_flags"] == stage["metadata"]["quality_flags"],
                "{stage}"
            );
        }
        assert_eq!((&whole["engine"], &whole["token_usage"]["total"]), (&json!("built_in"), &json!(0)));
        assert_eq!(whole["attempts"].as_array().map(Vec::len), Some(6), "{whole:#}");

        // Every finding is in a brief, every brief has evidence, and ranks have no gaps.
        let ids: BTreeSet<&str> =
            whole["findings"].as_array().expect("findings").iter().filter_map(|one| one["id"].as_str()).collect();
        assert_eq!(ids, BTreeSet::from(["berths", "both", "f4", "parcels"]));
        let framed: BTreeSet<&str> = opportunities.iter().flat_map(|one| texts(&one["brief"]["findings"])).collect();
        assert_eq!(framed, ids);
        let ranks: Vec<u64> = opportunities.iter().filter_map(|one| one["rank"].as_u64()).collect();
        assert_eq!(ranks, (1..=opportunities.len() as u64).collect::<Vec<_>>());
        for one in &opportunities {
            assert_eq!((&one["status"], &one["pipeline_id"]), (&json!("in_review"), &json!(id)), "{one:#}");
            assert!(!one["brief"]["evidence"].as_array().expect("evidence").is_empty(), "{one:#}");
            assert!(one["solution"].is_object() && one["feasibility"].is_object(), "{one:#}");
            assert!(one["spec"].is_object() || one["feasibility"]["feasible"] == false, "{one:#}");
            assert_eq!(owner.get(&format!("/api/v1/opportunities/{}", id_of(one))).await.json(200), *one);
        }

        // Each boundary was validated, by whoever takes from it.
        let events = whole["contract_events"].as_array().expect("events");
        for (boundary, consumer, producer) in [
            ("1-2", "SolutionDesigner", "OpportunityPM"),
            ("2-3", "FeasibilityDesigner", "SolutionDesigner"),
            ("3-4", "TPMAgent", "FeasibilityDesigner"),
        ] {
            let of: Vec<&Value> = events.iter().filter(|event| event["boundary"] == boundary).collect();
            assert!((1..=3).contains(&of.len()), "{boundary}: {events:#?}");
            for event in of {
                assert_eq!((&event["type"], &event["engine"]), (&json!("INPUT_VALIDATION"), &json!("built_in")), "{event}");
                assert_eq!((&event["consuming_agent"], &event["producing_agent"]), (&json!(consumer), &json!(producer)));
                for one in event["rejected_items"].as_array().expect("rejections") {
                    assert_eq!(one["rejecting_agent"], consumer);
                    assert!(
                        !texts(&one["checks"]).is_empty() && one["rejection_reason"].as_str().is_some_and(|why| why.len() > 5),
                        "{one}"
                    );
                }
            }
        }
        assert!(
            events.iter().any(|event| !event["rejected_items"].as_array().expect("a list").is_empty()),
            "a title is not enough"
        );
        let rejections = &whole["stages"][2]["quality_flags"]["validation_rejections"];
        assert!(rejections.as_u64().is_some_and(|count| count > 0), "{whole:#}");
    })
    .await;
}

#[tokio::test]
async fn lists_calls_and_the_quality_of_producers_are_there() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = made(&owner, "Ferry line").await;
        let (id, _) = reviewable(&owner, &project).await;
        let other = made(&owner, "Another line").await;
        let line = |listed: Value| listed["items"].as_array().expect("items").first().cloned().unwrap_or_default();
        for (query, there) in
            [(String::new(), true), (format!("?project_id={project}"), true), (format!("?project_id={other}"), false)]
        {
            let first = line(owner.get(&format!("/api/v1/pipelines{query}")).await.json(200));
            assert_eq!(first["id"] == id.as_str(), there, "{query}: {first}");
        }
        let first = line(owner.get("/api/v1/pipelines").await.json(200));
        assert_eq!(
            (&first["stage"], &first["findings"], &first["status"]),
            (&json!("human_review"), &json!(4), &json!("running"))
        );
        assert_eq!(first["undecided"], first["opportunities"], "{first}");

        let calls = owner.get(&format!("/api/v1/pipelines/{id}/calls?limit=2")).await.json(200);
        let numbers: Vec<u64> =
            calls["items"].as_array().expect("calls").iter().filter_map(|call| call["number"].as_u64()).collect();
        assert_eq!(numbers, [1, 2], "{calls}");
        let next = calls["next_cursor"].as_str().expect("there are more");
        let rest = owner.get(&format!("/api/v1/pipelines/{id}/calls?cursor={next}")).await.json(200);
        assert_eq!(rest["items"][0]["number"], 3);
        let agents: BTreeSet<&str> =
            rest["items"].as_array().expect("calls").iter().filter_map(|call| call["agent"].as_str()).collect();
        assert!(agents.contains("TPMAgent") && agents.contains("FeasibilityDesigner"), "{rest:#}");

        let quality = owner.get("/api/v1/pipelines/quality").await.json(200);
        let of_briefs =
            quality.as_array().expect("a list").iter().find(|one| one["boundary"] == "1-2").expect("the first boundary");
        assert_eq!((&of_briefs["producing_agent"], &of_briefs["engine"]), (&json!("OpportunityPM"), &json!("built_in")));
        assert!(of_briefs["rejection_rate"].as_f64().is_some_and(|rate| (0.0..=1.0).contains(&rate)), "{of_briefs}");
        let whole = owner.get(&format!("/api/v1/pipelines/{id}")).await.json(200);
        assert_eq!(of_briefs["retries"], whole["stages"][2]["quality_flags"]["validation_retries"], "{of_briefs}");
        assert_eq!(whole["contract_events"][0]["producer_version"], of_briefs["prompt_version"], "{of_briefs}");
        let calls = owner.get(&format!("/api/v1/pipelines/{id}/calls?limit=100")).await.json(200);
        let reviewed = whole["stages"][5]["items"][0].as_str().expect("one in review");
        let one = owner.get(&format!("/api/v1/opportunities/{reviewed}")).await.json(200);
        let producers = one["producers"].as_array().expect("who made it");
        let artifacts: BTreeSet<&str> = producers.iter().filter_map(|one| one["artifact"].as_str()).collect();
        assert_eq!(artifacts, BTreeSet::from(["brief", "rank", "solution", "spec"]), "{one}");
        let page = owner.get(&format!("/opportunities/{reviewed}")).await;
        for producer in producers {
            let version = producer["prompt_version"].as_str().expect("a version");
            let is_its = |call: &Value| call["prompt_version"] == version && call["agent"] == producer["producing_agent"];
            assert!(calls["items"].as_array().is_some_and(|calls| calls.iter().any(is_its)), "{producer} {calls}");
            assert!(page.text.contains(version), "{producer}");
        }
        let page = owner.get("/opportunities/quality").await;
        let version = of_briefs["prompt_version"].as_str().expect("a version");
        assert!(page.status == 200 && page.text.contains(version), "{}", page.text);
        assert!(!place.tenant().0.get("/opportunities/quality").await.text.contains("<td"), "nobody else's");
    })
    .await;
}

#[tokio::test]
async fn a_stream_goes_on_where_it_was_left() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = made(&owner, "Ferry line").await;
        let id = begun(&owner, &project, &json!({"findings": findings()})).await;
        let path = format!("/api/v1/pipelines/{id}/stream");
        let stream = Turn::parse(owner.get(&path).await);
        let kinds: BTreeSet<&str> = stream.0.iter().filter_map(|(_, object)| object["type"].as_str()).collect();
        for kind in ["pipeline", "stage", "findings", "brief", "solution", "feasibility", "rank", "INPUT_VALIDATION", "done"] {
            assert!(kinds.contains(kind), "{kind} is missing: {kinds:?}");
        }
        let done = stream.0.last().map(|(_, object)| object).expect("an end");
        assert_eq!(*done, json!({"type": "done", "pipeline_id": id, "status": "running", "in_review": true}));
        let ids = stream.ids();
        assert!(ids.len() > 10 && ids.windows(2).all(|pair| pair[0] < pair[1]), "each has an id, and they only grow: {ids:?}");
        // Also in the middle of what one event brought.
        let cut = ids.windows(2).position(|pair| pair[1] == pair[0] + 1).expect("an event of several objects");
        for at in [cut, ids.len() / 2, ids.len() - 1] {
            let mut rest = owner.feed(&path, Some(ids[at])).await;
            let mut missed = Vec::new();
            while let Some(object) = rest.next().await {
                missed.push(object);
            }
            assert_eq!(missed, stream.0[at + 1..], "behind {}", ids[at]);
        }
    })
    .await;
}

#[tokio::test]
async fn a_run_leads_to_opportunities_whose_evidence_opens() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = workshop(&owner).await;
        let (run, _) = found(&owner, &project, &json!({})).await;
        let id = begun(&owner, &project, &json!({"run_id": run["id"], "findings": [{"title": "Lamps break in winter"}]})).await;
        let whole = settled(&owner, &id).await;
        assert_eq!((&whole["source"]["run_id"], &whole["source"]["findings"]), (&run["id"], &json!(1)), "{whole:#}");
        let opportunities = listed(&owner, &id).await;
        let evidence = opportunities.iter().flat_map(|one| one["brief"]["evidence"].as_array().expect("evidence"));
        let kinds: BTreeSet<&str> = evidence.filter_map(|one| one["source_type"].as_str()).collect();
        assert!(kinds.contains("insight") && kinds.contains("pasted"), "{kinds:?}");
        for one in opportunities.iter().flat_map(|one| one["brief"]["evidence"].as_array().expect("evidence")) {
            if let Some(link) = one["link"].as_str() {
                assert_eq!(owner.get(link.split('#').next().expect("a path")).await.status, 200, "{link}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn a_run_that_finds_no_difference_leads_to_no_opportunity() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = made(&owner, "Even").await;
        let rows: Vec<String> = (1..=300).map(|id| format!("{id},{}\n", ["lamp", "clock", "pump"][id % 3])).collect();
        let orders = format!("id,kind\n{}", rows.concat());
        let fields = [("kind", "database"), ("name", "shop")];
        upload(&owner, &project, &fields, &[("orders.csv", orders.as_bytes())]).await.json(201);
        let (run, discovery) = found(&owner, &project, &json!({"explorer": "built_in"})).await;
        let all = insights(&discovery);
        assert!(!all.is_empty() && all.iter().all(|one| one["is_null_result"] == true), "{discovery:#}");
        let path = format!("/api/v1/projects/{project}/pipelines");
        let refused = owner.post(&path, &json!({"run_id": run["id"]})).await.problem(422);
        assert!(refused["detail"].as_str().is_some_and(|why| why.contains("nothing differs")), "{refused}");
        // Beside a finding of its own it is left out, and said so.
        let id = begun(&owner, &project, &json!({"run_id": run["id"], "findings": [{"title": "Lamps break in winter"}]})).await;
        let whole = settled(&owner, &id).await;
        assert_eq!(whole["findings"].as_array().map(Vec::len), Some(1), "{whole:#}");
        assert!(whole.to_string().contains("nothing differs"), "{whole:#}");
    })
    .await;
}
