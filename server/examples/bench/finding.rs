//! Sizes of prompts, and how long finding a table takes among a thousand.

use anyhow::Result;
use domain::{
    embedding::Embedder,
    tools::{
        catalog::{Column, Table},
        prompt,
        search::Finder,
    },
};
use providers::embedding::Potion;
use std::{path::Path, sync::Arc, time::Instant};

pub(crate) async fn all() -> Result<()> {
    for scenario in prompt::scenarios() {
        println!(
            "prompt, {}: everything {} tokens; with tools {} and {} that are found: {:.1} % less",
            scenario.name,
            scenario.embedded,
            scenario.prompt,
            scenario.discovered,
            100.0 * scenario.saving()
        );
        let (tokens, bytes) = (prompt::tokens(&scenario.level_0), scenario.level_0.len());
        println!("level 0, {}: {tokens} tokens, {bytes} bytes", scenario.name);
    }
    let embedder = Potion::load(Path::new("data/models/potion-base-8M")).ok().map(|model| Arc::new(model) as Arc<dyn Embedder>);
    let with = if embedder.is_some() { "words and meaning" } else { "words alone" };
    let tables = thousand();
    let level_0 = prompt::level_0(&tables);
    println!("level 0 of 1,000 tables: {} tokens, {} bytes", prompt::tokens(&level_0), level_0.len());
    let begun = Instant::now();
    let finder = Finder::build(&tables, &[], &[], &[], embedder).await;
    let built = begun.elapsed();
    let mut times = Vec::new();
    for number in 0..2_000 {
        let question = format!(
            "What is the total {} of each {} whose {} is open?",
            WORDS[number % 40],
            WORDS[number * 7 % 40],
            WORDS[number * 11 % 40]
        );
        let begun = Instant::now();
        let found = finder.tables(&question, 5).await;
        times.push(begun.elapsed());
        anyhow::ensure!(!found.is_empty(), "{question} finds nothing");
    }
    times.sort_unstable();
    println!("search_tables over 1,000 tables by {with}: p50 {:?}, p99 {:?}; built in {built:?}", times[1_000], times[1_980]);
    Ok(())
}

const WORDS: [&str; 40] = [
    "customer", "invoice", "product", "shipment", "payment", "supplier", "employee", "contract", "warehouse", "campaign",
    "ticket", "refund", "account", "branch", "loan", "patient", "doctor", "ward", "course", "student", "teacher", "grade",
    "flight", "airport", "crew", "hotel", "booking", "guest", "vehicle", "engine", "route", "station", "driver", "city",
    "region", "price", "status", "quantity", "address", "category",
];

fn thousand() -> Vec<Table> {
    let table = |number: usize| {
        let word = |step: usize| WORDS[(number * step + step) % 40];
        let column = |step: usize| Column {
            name: format!("{}_{}", word(step), word(step + 3)),
            data_type: "TEXT".into(),
            ..Column::default()
        };
        Table {
            database: format!("{}_{}", word(13), number / 10),
            name: format!("{}_{}s", word(1), word(5)),
            columns: (2..14).map(column).collect(),
            ..Table::default()
        }
    };
    (0..1_000).map(table).collect()
}
