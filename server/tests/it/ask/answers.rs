//! Figures, lists, claims and passages, each with what proves it.

use super::{answered, ask, id_of, line, rows, settled};
use crate::{
    ground::{Answer, everywhere},
    projects::{made, upload},
};
use reqwest::Method;
use serde_json::{Value, json};

#[tokio::test]
async fn a_question_about_data_is_streamed_and_kept_with_its_proof() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = line(&owner).await;
        let sse = ask(&owner, &project, &json!({"question": "How many ferries have Skala as harbour?"})).await;
        let kinds: Vec<&str> = ["mode", "plan", "step", "table", "premise", "message", "proof", "done"]
            .into_iter()
            .filter(|kind| sse.all(kind).next().is_some())
            .collect();
        assert_eq!(kinds.len(), 8, "{kinds:?}");
        assert_eq!(sse.all("mode").next().expect("a mode")["mode"], "exploratory");
        assert!(sse.ids().windows(2).all(|pair| pair[0] < pair[1]), "each has an id, and they only grow");
        let id = id_of(&sse);
        let whole = settled(&owner, &id).await;
        assert_eq!((whole["status"].as_str(), whole["engine"].as_str()), (Some("completed"), Some("built_in")), "{whole:#}");
        assert_eq!(rows(&whole), &[json!([3])]);
        let premise = &whole["premises"][0];
        assert_eq!((&premise["id"], &premise["source"], &premise["value"]), (&json!("P1"), &json!("database"), &json!(3)));
        assert!(premise["query"].as_str().is_some_and(|sql| sql.contains("COUNT")), "{premise:#}");
        assert!(whole["answer"].as_str().is_some_and(|text| text.contains('3')), "{whole:#}");

        let again = owner.post(&format!("/api/v1/asks/{id}/rerun"), &json!({})).await.json(200);
        assert_eq!(again, json!({"same": true, "premises": [{"id": "P1", "state": "same"}]}));
        let listed = owner.get(&format!("/api/v1/projects/{project}/asks")).await.json(200);
        assert_eq!(listed["items"][0]["id"].as_str(), Some(id.as_str()));
        assert_eq!(owner.get("/api/v1/asks").await.json(200)["items"].as_array().map(Vec::len), Some(1));
        for (format, holds) in [("md", "| 3 |"), ("html", "<!doctype html>"), ("csv", "3\r\n"), ("json", "\"premises\"")] {
            let answer = owner.get(&format!("/api/v1/asks/{id}/export?format={format}")).await;
            assert!(answer.status == 200 && answer.text.contains(holds), "{format}: {}", answer.text);
        }
    })
    .await;
}

#[tokio::test]
async fn what_an_interview_said_is_known_with_its_words() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        owner.activate(&owner.make_plan("project_discovery").await).await;
        let session = owner.open("project_discovery").await;
        owner.say(&session, "Honey and candles").await;
        let project = line(&owner).await;
        let begun = json!({"session_id": session, "goal": "Look around", "max_steps": 1});
        owner.post(&format!("/api/v1/projects/{project}/discover"), &begun).await.json(202);
        let whole = answered(&owner, &project, "What are the goods?", Some("knowledge")).await;
        let premise = &whole["premises"][0];
        assert!(premise["quote"].as_str().is_some_and(|quote| quote.contains("Honey and candles")), "{whole:#}");
        assert!(whole["answer"].as_str().is_some_and(|answer| answer.contains("Honey and candles")), "{whole:#}");

        // What somebody typed over it since is not what the interview said.
        let path = format!("/api/v1/projects/{project}");
        let mut profile = owner.get(&path).await.json(200)["profile"].clone();
        profile["interview"]["shop"]["goods"] = json!("wax");
        owner.put(&path, &json!({"profile": profile})).await.json(200);
        let id = whole["id"].as_str().expect("an id");
        let again = owner.post(&format!("/api/v1/asks/{id}/rerun"), &json!({})).await.json(200);
        assert_eq!((&again["same"], &again["premises"][0]["state"]), (&json!(false), &json!("gone")), "{again}");
    })
    .await;
}

#[tokio::test]
async fn a_claim_is_proven_or_refuted_and_never_firm_without_evidence() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = line(&owner).await;
        for (claim, verdict) in [
            ("Is it true that Pelican has more seats than Tern?", Some("proven")),
            ("Is it true that Puffin was built in 1998?", Some("refuted")),
            ("Is it true that the moon is made of cheese?", Some("undecided")),
        ] {
            let whole = answered(&owner, &project, claim, None).await;
            assert_eq!(whole["mode"], "auditable", "{claim}");
            assert_eq!(whole["verdict"].as_str(), verdict, "{claim}: {whole:#}");
            let id = whole["id"].as_str().expect("an id");
            for format in ["md", "html", "json"] {
                let paper = owner.get(&format!("/api/v1/asks/{id}/export?format={format}")).await;
                let says = paper.text.contains(claim) && paper.text.contains(verdict.unwrap_or_default());
                assert!(paper.status == 200 && says, "{format}: {}", paper.text);
            }
        }
    })
    .await;
}

#[tokio::test]
async fn a_claim_about_a_table_that_is_too_large_to_be_read_whole_is_decided_by_a_query() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = made(&owner, "Orders").await;
        let orders: String = (1..=900).map(|id| format!("{id},shop {},{}\n", id % 30, id % 7)).collect();
        let file = format!("id,shop,pieces\n{orders}");
        let source = [("kind", "database"), ("name", "sales")];
        upload(&owner, &project, &source, &[("orders.csv", file.as_bytes())]).await.json(201);
        for (claim, verdict) in [
            ("Is it true that there are more than 800 orders?", "proven"),
            ("Is it true that there are at most 800 orders?", "refuted"),
            // No sample has this shop.
            ("Verify that 30 orders have shop 29", "proven"),
            ("Is it true that orders grew by 12 percent?", "undecided"),
        ] {
            let whole = answered(&owner, &project, claim, None).await;
            assert_eq!((&whole["mode"], whole["verdict"].as_str()), (&json!("auditable"), Some(verdict)), "{claim}: {whole:#}");
        }
    })
    .await;
}

#[tokio::test]
async fn what_only_a_document_says_is_quoted_to_the_letter() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = line(&owner).await;
        let whole = answered(&owner, &project, "Explain what a large ferry is", None).await;
        assert_eq!(whole["mode"], "knowledge");
        let quotes: Vec<&str> =
            whole["premises"].as_array().expect("premises").iter().filter_map(|premise| premise["quote"].as_str()).collect();
        assert!(quotes.iter().any(|quote| super::RULES.contains(quote) && quote.contains("more than 100 seats")), "{whole:#}");
        assert!(whole["tables"].as_array().is_none_or(|tables| tables.iter().all(|table| table["name"] != "ferries")));
    })
    .await;
}

#[tokio::test]
async fn an_answer_is_made_a_finding_on_its_page_and_what_has_none_is_not() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = line(&owner).await;
        let make = async |whole: &Value| {
            let wish = json!({"wish": {"act": "finding", "ask": whole["id"]}});
            Answer::fetch(owner.call(Method::POST, "/call/asks/act").json(&wish)).await
        };
        let whole = answered(&owner, &project, "How many ferries have Skala as harbour?", None).await;
        let next = make(&whole).await.json(200);
        let pipeline = next.as_str().and_then(|path| path.strip_prefix("/opportunities/")).expect("an address").to_owned();
        let pipeline = owner.get(&format!("/api/v1/pipelines/{pipeline}")).await.json(200);
        assert_eq!(pipeline["project_id"].as_str(), Some(project.as_str()), "{pipeline:#}");
        // The form of pipelines offers it too.
        let wanted = format!("ask:{}", whole["id"].as_str().expect("an id"));
        let page = owner.get(&format!("/opportunities?project={project}&source={wanted}")).await;
        assert!(page.status == 200 && page.text.contains(&wanted), "{}", page.status);

        let lost = answered(&owner, &project, "Show the flurbish seats of grumpy quux ferries", Some("exploratory")).await;
        assert_eq!(make(&lost).await.status, 422);
        let listed = owner.get("/api/v1/pipelines").await.json(200);
        assert_eq!(listed["items"].as_array().map(Vec::len), Some(1));
    })
    .await;
}

#[tokio::test]
async fn what_cannot_be_read_is_said_with_a_query_to_fill_in() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = line(&owner).await;
        let whole = answered(&owner, &project, "Show the flurbish seats of grumpy quux ferries", Some("exploratory")).await;
        assert_eq!(whole["status"], "completed");
        assert!(whole["answer"].as_str().is_some_and(|text| text.contains("flurbish")), "{whole:#}");
        assert_eq!(whole["guided"]["table"].as_str(), Some("line.ferries"), "{whole:#}");
        assert_eq!(whole["tables"], Value::Array(Vec::new()));
    })
    .await;
}

#[tokio::test]
async fn a_key_of_another_source_is_shown_by_its_name() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = made(&owner, "Bikes").await;
        let rentals = "rental_id,station_id,minutes\n1,4,10\n2,4,12\n3,2,9\n4,9,8\n";
        let stations = "station_id,name\n2,Mill\n4,Harbour\n5,Harbour\n";
        for (name, text) in [("rentals", rentals), ("stations", stations)] {
            let file = format!("{name}.csv");
            let files = [(file.as_str(), text.as_bytes())];
            upload(&owner, &project, &[("kind", "database"), ("name", name)], &files).await.json(201);
        }
        let whole = answered(&owner, &project, "Which station has the most rentals?", None).await;
        // Another station has the same name.
        assert_eq!(rows(&whole), &[json!(["Harbour, 4", 2])], "{whole:#}");
        let id = whole["id"].as_str().expect("an id");
        let again = owner.post(&format!("/api/v1/asks/{id}/rerun"), &json!({})).await.json(200);
        assert_eq!(again["same"], true, "{again}");
    })
    .await;
}
