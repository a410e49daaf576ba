//! What a step takes beside its query, and what an open ask keeps in memory.

use super::{answer, choose, id_of, millis, whole};
use crate::{client::Client, runs, server::Server};
use anyhow::{Result, ensure};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use testkit::{Behaviour, ModelStub};

/// Of the shorter and the longer of two plans, one step after the other.
const FEW: usize = 2;
const MANY: usize = 18;
const ROUNDS: usize = 10;
/// Asks that wait for a person.
const OPEN: u32 = 1_000;
const WARM: u32 = 100;

/// Steps that each read the one before: what a longer plan takes more than a shorter one, without what its steps themselves took.
pub(super) async fn overhead(settings: &[(&str, &str)]) -> Result<()> {
    let (server, model) = (Server::start(settings).await?, ModelStub::start().await?);
    let mut client = Client::connect(&server.addr).await?;
    let project = runs::project(&mut client, "steps", &json!({"path": "few.csv"})).await?;
    choose(&mut client, &model).await?;
    let (mut rest, mut own) = ([Duration::ZERO; 2], Duration::ZERO);
    for round in 0..=ROUNDS {
        for (place, count) in [FEW, MANY].into_iter().enumerate() {
            let plan = chain(count).to_string();
            model.answering(move |request| {
                let words = request.text().contains("put an answer into words");
                Behaviour::Says(if words { "Here it is.".to_owned() } else { plan.clone() })
            });
            let began = Instant::now();
            let stream = answer(&mut client, &project, "What is at the end of the chain?").await?;
            let took = began.elapsed();
            let whole = whole(&mut client, &id_of(&stream)?).await?;
            let steps = whole["steps"].as_array().map(Vec::as_slice).unwrap_or_default();
            let done = steps.iter().filter(|step| step["state"] == "done").count();
            ensure!(done == count, "{done} of {count} steps were done: {whole}");
            let elapsed: u64 = steps.iter().filter_map(|step| step["elapsed_ms"].as_u64()).sum();
            // The first round warms up.
            if round > 0 {
                rest[place] += took.saturating_sub(Duration::from_millis(elapsed));
                own += Duration::from_millis(elapsed);
            }
        }
    }
    let rounds = u32::try_from(ROUNDS)?;
    let per_step = rest[1].saturating_sub(rest[0]) / u32::try_from(MANY - FEW)? / rounds;
    let of_query = own / u32::try_from(MANY + FEW)? / rounds;
    println!(
        "a step beside its query: {:.2} ms; the step with its query {:.1} ms (aim: under 5 ms beside it)",
        millis(per_step),
        millis(of_query)
    );
    Ok(())
}

fn chain(count: usize) -> Value {
    let step = |number: usize| {
        let sql = if number == 1 { "SELECT 1 AS n".to_owned() } else { format!("SELECT n + 1 AS n FROM step_{}", number - 1) };
        json!({"number": number, "goal": "Go on", "action": {"type": "query", "sql": sql}})
    };
    json!({
        "reasoning": "A chain.",
        "discovered_context": {"facts": [], "tables": [], "apis": []},
        "plan": {"steps": (1..=count).map(step).collect::<Vec<_>>()},
        "premises": [{"id": "P1", "name": "the end", "step": count, "pick": "table"}],
        "answer": {"text": "{rows} rows are at the end.", "nothing": "Nothing."},
        "answer_step": count,
    })
}

/// Asks that wait for an answer of a person: what each keeps while it is live.
pub(super) async fn memory(settings: &[(&str, &str)]) -> Result<()> {
    let (server, model) = (Server::start(settings).await?, ModelStub::start().await?);
    let mut client = Client::connect(&server.addr).await?;
    let project = runs::project(&mut client, "open", &json!({"path": "few.csv"})).await?;
    choose(&mut client, &model).await?;
    let question = json!({"questions": [{"text": "Which of the shops do you mean?", "about": "shop", "personal": false,
        "options": [{"value": "1", "label": "The first", "meaning": "shop 1"}, {"value": "2", "label": "The second", "meaning": "shop 2"}]}]});
    model.always(Behaviour::Says(question.to_string()));
    let mut before = 0;
    for number in 0..WARM + OPEN {
        if number == WARM {
            before = server.memory()?;
        }
        let stream = answer(&mut client, &project, "How does the shop do?").await?;
        ensure!(stream.contains("\"type\":\"clarify\""), "nothing was asked back: {stream}");
    }
    let more = server.memory()?.saturating_sub(before);
    println!("an open ask keeps {:.0} kB, {OPEN} of them (aim: 50 kB)", f64::from(u32::try_from(more)?) / f64::from(OPEN));
    Ok(())
}
