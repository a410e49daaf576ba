//! Layer 2 by a model: searches that name the place. Those that the built-in engine must have are always among them.

use super::{ModelAnalyst, Work};
use crate::interview::model::{
    fence::{RULE, fence},
    form,
};
use domain::{
    companies::{Client, Counted, Gazetteer, Synthesis, SynthesisContext, Understanding, settle_queries},
    models::{ReplySchema, Task},
};
use serde::Deserialize;
use serde_json::json;

const INSTRUCTIONS: &str = include_str!("synthesize.md");
const MOST_TOKENS: u32 = 600;

#[derive(Deserialize)]
struct Answer {
    queries: Vec<String>,
}

pub(super) async fn synthesize(
    analyst: &ModelAnalyst,
    client: Client,
    understanding: &Understanding,
    context: &SynthesisContext,
    gazetteer: &Gazetteer,
) -> Counted<Synthesis> {
    let system = format!("{INSTRUCTIONS}\n{RULE}");
    let strings = json!({"type": "array", "items": {"type": "string"}});
    let work = Work {
        task: Task::SynthesizeQueries,
        system: &system,
        text: text(understanding, context, gazetteer),
        schema: ReplySchema { name: "searches", schema: form::object(&json!({"queries": strings})) },
        max_tokens: MOST_TOKENS,
    };
    let read = |reply: &str| {
        let answer: Answer = form::parse(reply)?;
        if answer.queries.is_empty() {
            return Err("it has no queries".to_owned());
        }
        Ok(settle_queries(&answer.queries, understanding, context, gazetteer))
    };
    analyst.ask(client, work, read).await
}

fn text(understanding: &Understanding, context: &SynthesisContext, gazetteer: &Gazetteer) -> String {
    let data = json!({
        "place": understanding.place,
        "names of the place": gazetteer.aliases(&understanding.place),
        "looked for": understanding.entity_type,
        "signals": understanding.signals,
        "sectors": understanding.sectors,
        "vertical": context.vertical,
        "sub vertical": context.sub_vertical,
        "region": context.region,
        "year": context.year,
        "only news since": context.since,
    });
    let mut text = String::new();
    fence(&mut text, "understood", &format!("{data:#}"));
    text.push_str("Write the searches.");
    text
}
