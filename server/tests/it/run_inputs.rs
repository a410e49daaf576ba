//! What a run makes of tables that are hardly tables: it ends, it says what it did, and it claims nothing of what is not there.

use crate::{
    ground::everywhere,
    projects::{made, upload},
    runs::{begun, ended},
};
use serde_json::{Value, json};
use std::fmt::Write as _;

fn wide() -> String {
    let names: Vec<String> = (0..2_000).map(|number| format!("c{number}")).collect();
    let mut csv = names.join(",") + "\n";
    for row in 0..40 {
        let cells: Vec<String> = (0..2_000).map(|column| ((row * 7 + column) % 13).to_string()).collect();
        csv.push_str(&cells.join(","));
        csv.push('\n');
    }
    csv
}

fn mixed() -> String {
    let mut csv = String::from("id,when,amount,empty,always,odd\n");
    for row in 0..60 {
        let amount = if row % 9 == 0 { "n/a".to_owned() } else { format!("\"{},5\"", row * 3) };
        writeln!(csv, "{row},{:02}.{:02}.2023,{amount},,yes,\"a\"\"b\n{row}\"", 1 + row % 28, 1 + row % 12).expect("a text");
    }
    csv
}

/// Of noise nothing is to be found but that nothing is to be found.
fn noise() -> String {
    let mut csv = String::from("shop,size,weight\n");
    let mut state = 12_345_u64;
    let mut next = |most: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    for _ in 0..600 {
        let (shop, size, weight) = (["N", "S", "W", "E"][usize::try_from(next(4)).expect("small")], next(1_000), next(1_000));
        writeln!(csv, "{shop},{size},{weight}").expect("a text");
    }
    csv
}

#[tokio::test]
async fn a_goal_that_nothing_answers_to_is_asked_about() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = made(&owner, "Doubts").await;
        let text = noise();
        upload(&owner, &project, &[("kind", "database"), ("name", "odd")], &[("noise.csv", text.as_bytes())]).await.json(201);
        for (goal, doubted) in [("Make loyalty better", true), ("How does weight differ by shop?", false)] {
            let run = begun(&owner, &project, &json!({"goal": goal})).await;
            let state = ended(&owner, &run).await;
            let questions = state["goal_questions"].as_array().expect("a list");
            assert_eq!(questions.iter().any(|one| one.as_str().is_some_and(|one| one.contains("loyalty"))), doubted, "{state}");
            assert_eq!(questions.is_empty(), !doubted, "{questions:?}");
            let page = owner.get(&format!("/projects/{project}/runs/{}", state["id"].as_str().expect("an id"))).await;
            assert_eq!(page.text.contains("data-testid=\"goal-questions\""), doubted);
        }
    })
    .await;
}

#[tokio::test]
async fn odd_tables_end_well() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        for (name, text, has_insights) in [
            ("header_only", "a,b,c\n".to_owned(), Some(false)),
            ("one_row", "shop,amount\nNorth,5\n".to_owned(), Some(false)),
            ("all_null", format!("a,b\n{}", ",\n".repeat(50)), Some(false)),
            ("wide", wide(), None),
            ("mixed", mixed(), None),
            ("noise", noise(), None),
        ] {
            let project = made(&owner, name).await;
            upload(&owner, &project, &[("kind", "database"), ("name", "odd")], &[(&format!("{name}.csv"), text.as_bytes())])
                .await
                .json(201);
            let run = begun(&owner, &project, &json!({"max_steps": 60})).await;
            let state = ended(&owner, &run).await;
            assert!(matches!(state["status"].as_str(), Some("completed" | "failed")), "{name}: {state}");
            if state["status"] == "failed" {
                assert!(state["error"].as_str().is_some_and(|error| error.len() > 20), "{name}: it says why: {state}");
                continue;
            }
            let found = owner.get(&format!("/api/v1/projects/{project}/discoveries/latest")).await.json(200);
            let insights = found["insights"].as_array().expect("insights");
            if let Some(wanted) = has_insights {
                assert_eq!(!insights.is_empty(), wanted, "{name}: {insights:#?}");
            }
            for one in insights {
                assert!(matches!(one["validation"]["status"].as_str(), Some("confirmed" | "adjusted")), "{name}: {one}");
            }
            if name == "noise" {
                let strong: Vec<&Value> =
                    insights.iter().filter(|one| matches!(one["severity"].as_str(), Some("critical" | "high"))).collect();
                assert!(strong.is_empty(), "{strong:#?}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn a_table_that_vanishes_leaves_a_partial_run() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = made(&owner, "Vanishing").await;
        let file =
            crate::ground::sqlite_file("CREATE TABLE a (x INTEGER, y TEXT); INSERT INTO a VALUES (1, 'n'), (2, 's')").await;
        upload(&owner, &project, &[("kind", "database"), ("name", "gone")], &[("gone.sqlite", &file)]).await.json(201);
        let table = noise();
        upload(&owner, &project, &[("kind", "database"), ("name", "kept")], &[("kept.csv", table.as_bytes())]).await.json(201);
        let sources = owner.get(&format!("/api/v1/projects/{project}/sources")).await.json(200);
        let gone = sources["items"].as_array().expect("sources").iter().find(|one| one["name"] == "gone").expect("it");
        let run = begun(&owner, &project, &json!({})).await;
        owner.delete(&format!("/api/v1/projects/{project}/sources/{}", gone["id"].as_str().expect("an id"))).await;
        let state = ended(&owner, &run).await;
        assert_eq!(state["status"], "completed", "{state}");
    })
    .await;
}
