//! Whether a run with a model costs what was estimated: ten projects of one to four tables, and a model that explores longer or shorter,
//! and says more or less. Tokens are counted as four characters each, on both ways.

use super::{client::Client, runs, server::Server};
use anyhow::Result;
use protocol::models::Provider;
use serde_json::{Value, json};
use std::{
    fs,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};
use testkit::{Behaviour, ModelStub, StubRequest};

const CASES: usize = 10;
const PER_TOKEN: (f64, f64) = (3.0e-6, 15.0e-6);
const CHARACTERS: usize = 4;

pub(crate) async fn all() -> Result<()> {
    let files = tempfile::tempdir()?;
    let folder = files.path().display().to_string();
    let settings = [("DISCOVERY_FILES_DIRS", folder.as_str()), ("DISCOVERY_ALLOW_PRIVATE_URLS", "true")];
    let (server, model) = (Server::start(&settings).await?, ModelStub::start().await?);
    let mut client = Client::connect(&server.addr).await?;
    let strong = json!({"provider": "compatible", "model": "stub", "base_url": model.base_url(Provider::Compatible), "api_key": "key",
        "price": {"input": PER_TOKEN.0 * 1e6, "output": PER_TOKEN.1 * 1e6}});
    client.json("PUT", "/api/v1/admin/models", &json!({"strong": strong})).await?;
    let mut within = 0;
    for case in 0..CASES {
        let project = project(&mut client, files.path(), case).await?;
        let spent: Arc<[AtomicUsize; 2]> = Arc::default();
        let (counted, turns) = (spent.clone(), AtomicUsize::new(0));
        model.answering(move |request| {
            let answer = answer(request, case, &turns);
            counted[0].fetch_add(request.text().len() / CHARACTERS, Ordering::SeqCst);
            counted[1].fetch_add(answer.len() / CHARACTERS, Ordering::SeqCst);
            Behaviour::Says(answer)
        });
        let wish = json!({"explorer": "model", "max_steps": 20 + 10 * case});
        let estimate = client.json("POST", &format!("/api/v1/projects/{project}/discover/estimate"), &wish).await?;
        let run = runs::start(&mut client, &project, wish).await?;
        runs::end(&mut client, &run).await?;
        let tokens = [&spent[0], &spent[1]].map(|count| count.load(Ordering::SeqCst) as f64);
        let actual = tokens[0] * PER_TOKEN.0 + tokens[1] * PER_TOKEN.1;
        let range = ["low", "high"].map(|end| estimate["range"][end].as_f64().unwrap_or_default());
        let is_within = (range[0]..=range[1]).contains(&actual);
        within += u32::from(is_within);
        println!(
            "  case {case}: {actual:.3} USD, estimated {:.3} to {:.3}{}",
            range[0],
            range[1],
            if is_within { "" } else { " (outside)" }
        );
    }
    println!("runs that cost what was estimated: {within} of {CASES}");
    Ok(())
}

async fn project(client: &mut Client, files: &Path, case: usize) -> Result<String> {
    let folder = format!("case_{case}");
    fs::create_dir(files.join(&folder))?;
    for table in 0..=case % 4 {
        runs::write_table(&files.join(&folder).join(format!("orders_{table}.csv")), 2_000, 8 + (case * 5 + table * 3) % 13)?;
    }
    runs::project(client, &folder, &json!({"path": format!("{folder}/*.csv"), "table": false})).await
}

/// Longer and shorter runs, wordier and terser replies.
fn answer(request: &StubRequest, case: usize, turns: &AtomicUsize) -> String {
    let text = request.text();
    let words = |count: usize| "The shops differ by more than chance explains. ".repeat(count + case % 3);
    let value: Value = if text.contains("Analyse one area") {
        let insight = |number: usize| {
            json!({"name": format!("Shop {number} of case {case} takes more than the others on average"), "description": words(5),
                "severity": "medium", "affected_count": 250, "risk_score": 0.4, "confidence": 0.8, "indicators": [words(1), words(1)],
                "source_steps": [2, 3, 4, 5, 6], "claims": [{"text": "rows", "kind": "count", "value": 250,
                    "sql": format!("SELECT COUNT(*) FROM orders_0 WHERE shop = 'shop {number}'")}]})
        };
        json!({"insights": (0..3 + case % 4).map(insight).collect::<Vec<_>>()})
    } else if text.contains("You try to refute") {
        json!({"question": words(1), "query": "SELECT COUNT(*) FROM orders_0 WHERE quantity > 3", "at_least": 1, "at_most": null,
            "objection": words(2)})
    } else if text.contains("Recommend what to do") {
        let one = |number: usize| {
            json!({"title": format!("Look into shop {number}"), "description": words(6), "priority": 2,
                "related_insight_ids": ["a-1"], "actions": [words(2), words(2)], "success_metrics": [words(1)]})
        };
        json!({"recommendations": (0..5).map(one).collect::<Vec<_>>()})
    } else {
        let turn = turns.fetch_add(1, Ordering::SeqCst);
        if turn >= 12 + 9 * case {
            json!({"thinking": words(2), "done": true})
        } else {
            let by = ["shop", "product", "channel"][turn % 3];
            json!({"thinking": words(4), "query":
                format!("SELECT {by}, COUNT(*) AS n, SUM(amount) AS total FROM orders_0 WHERE id > {} GROUP BY {by} ORDER BY n DESC", turn * 9)})
        }
    };
    value.to_string()
}
