//! The built-in plan over a thousand tables, and what a model is sent before it looks anything up.

use crate::turns::spread;
use agents::ask::rules::RulesPlanner;
use anyhow::{Result, ensure};
use domain::{
    ask::{Material, Planned, Planner as _},
    tools::{
        catalog::{Column, Table},
        planner::Place,
        prompt::{self, Holdings, Source},
        registry::TOOLS,
        search::Finder,
        warehouse::Dialect,
    },
};
use protocol::{
    Timestamp,
    ask::{AskMode, ModeChoice},
};
use serde_json::{Map, json};
use std::time::Instant;

const TABLES: usize = 1_000;
const QUESTIONS: usize = 2_000;
/// As many as a project hands over to its planner.
const LIKELY: usize = 12;

const THINGS: [&str; 25] = [
    "customer", "invoice", "product", "shipment", "payment", "supplier", "employee", "contract", "warehouse", "campaign",
    "ticket", "refund", "account", "branch", "loan", "patient", "course", "flight", "booking", "vehicle", "route", "station",
    "harbour", "ferry", "berth",
];
const PLACES: [&str; 40] = [
    "north", "south", "east", "west", "alpine", "coastal", "urban", "rural", "central", "upper", "lower", "inner", "outer",
    "old", "new", "spring", "summer", "autumn", "winter", "morning", "evening", "night", "weekly", "monthly", "yearly", "daily",
    "first", "second", "third", "fourth", "red", "green", "blue", "yellow", "white", "black", "silver", "golden", "wooden",
    "stone",
];

fn thousand() -> Vec<Table> {
    let column = |name: &str, data_type: &str| Column { name: name.into(), data_type: data_type.into(), ..Column::default() };
    let table = |number: usize| Table {
        database: format!("region_{}", number / 100),
        name: format!("{}_{}s", PLACES[number / THINGS.len()], THINGS[number % THINGS.len()]),
        columns: vec![
            Column { primary_key: true, ..column("id", "BIGINT") },
            Column { samples: vec![json!("open"), json!("closed")], ..column("status", "TEXT") },
            Column { samples: vec![json!("Skala"), json!("Livadi")], ..column("city", "TEXT") },
            column("amount", "DOUBLE"),
            column("quantity", "BIGINT"),
            column("created_on", "DATE"),
            column("shipped_on", "DATE"),
            column("note", "TEXT"),
        ],
        row_count: Some(120_000),
        ..Table::default()
    };
    (0..TABLES).map(table).collect()
}

/// Search for the tables and plan, as an ask does it before its first step.
pub(super) async fn latency() -> Result<()> {
    let tables = thousand();
    let finder = Finder::build(&tables, &[], &[], &[], None).await;
    let (choice, values) = (ModeChoice { mode: AskMode::Exploratory, why: String::new() }, Map::new());
    let (mut times, mut read) = (Vec::new(), 0);
    for number in 0..QUESTIONS {
        let name = tables[number * 7 % TABLES].name.replace('_', " ");
        let question = match number % 4 {
            0 => format!("How many {name} have Skala as city?"),
            1 => format!("What is the total amount of {name} by status?"),
            2 => format!("Which city has the highest average quantity of {name}?"),
            _ => format!("List the {name} created in 2024 with more than 10 quantity"),
        };
        let began = Instant::now();
        let found = finder.tables(&question, LIKELY).await;
        let place = |place: usize| Place { database: &tables[place].database, table: &tables[place], dialect: Dialect::Postgres };
        let places: Vec<Place<'_>> = found.iter().map(|one| place(one.place)).collect();
        let material = Material {
            question: &question,
            mode: Some(&choice),
            places: &places,
            small_tables: &[],
            facts: &[],
            passages: &[],
            earlier: None,
            clarified: &[],
            values: &values,
            now: Timestamp(1_735_689_600_000_000),
        };
        let planned = RulesPlanner.plan(&material);
        times.push(began.elapsed());
        read += usize::from(matches!(&planned, Planned::Draft(_, draft) if !draft.plan.plan.steps.is_empty()));
    }
    ensure!(read > 0, "no question was read");
    println!(
        "built-in plan over {TABLES} tables: {}, {} % of {QUESTIONS} questions read (aim: p99 under 30 ms)",
        spread(&mut times),
        read * 100 / QUESTIONS
    );
    Ok(())
}

/// The prompt with the tools, and everything embedded.
pub(super) fn tokens() {
    let tables = thousand();
    let databases: Vec<Source> = (0..TABLES / 100)
        .map(|number| Source {
            name: format!("region_{number}"),
            kind: "postgres".into(),
            description: "Orders of a region".into(),
        })
        .collect();
    let holdings = Holdings { databases: &databases, tables: &tables, ..Holdings::default() };
    let (short, all) = (prompt::build("gpt-4o", &holdings), prompt::build("gpt-3.5-turbo-instruct", &holdings));
    let tools: usize =
        TOOLS.iter().map(|tool| prompt::tokens(tool.description) + prompt::tokens(&tool.input_schema().to_string())).sum();
    println!(
        "what a model is sent of {TABLES} tables: {} tokens and {tools} of its tools; everything embedded: {} tokens (aim: 500, more \
         than 10,000)",
        short.tokens, all.tokens
    );
}
