//! Sizes of prompts, and how long finding a table takes among a thousand.

use anyhow::Result;
use domain::{
    embedding::Embedder,
    tools::{
        catalog::{Column, Document, DocumentKind, Skill, Table},
        prompt::{self, Holdings, Source},
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
    listings();
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

/// How large the list is of what there is, before anything is looked up, for few and for many of each kind.
fn listings() {
    for count in [5, 30, 1_000] {
        let source = |number: usize, kind: &str| Source {
            name: format!("{}_{number}", WORDS[number % 40]),
            kind: kind.into(),
            description: format!("Everything about each {} and its {}", WORDS[number % 40], WORDS[(number + 7) % 40]),
        };
        let databases: Vec<Source> = (0..count).map(|number| source(number, "sql")).collect();
        let apis: Vec<Source> = (0..count).map(|number| source(number, "openapi")).collect();
        let documents: Vec<Document> = (0..count)
            .map(|number| Document {
                name: format!("{}_rules_{number}", WORDS[number % 40]),
                kind: DocumentKind::File,
                format: "markdown".into(),
                title: None,
                description: Some(format!("Rules for every {}", WORDS[number % 40])),
                tags: Vec::new(),
                sections: Vec::new(),
                last_updated: None,
                origin: None,
            })
            .collect();
        let skills: Vec<Skill> = (0..count)
            .map(|number| Skill {
                name: format!("{}-analysis-{number}", WORDS[number % 40]),
                description: format!("How each {} is looked at", WORDS[number % 40]),
                path: String::new(),
                allowed_tools: Vec::new(),
                content: String::new(),
                references: Default::default(),
                links: Vec::new(),
            })
            .collect();
        for (kind, holdings) in [
            ("databases", Holdings { databases: &databases, ..Holdings::default() }),
            ("APIs", Holdings { apis: &apis, ..Holdings::default() }),
            ("documents", Holdings { documents: &documents, ..Holdings::default() }),
            ("skills", Holdings { skills: &skills, ..Holdings::default() }),
        ] {
            let listing = prompt::listing(&holdings);
            println!("level 0 of {count} {kind}: {} tokens, {} bytes", prompt::tokens(&listing), listing.len());
        }
    }
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
