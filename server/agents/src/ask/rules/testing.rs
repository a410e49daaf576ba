//! Invented projects for tests: tables from a line each, and what planning is given.

use domain::{
    ask::{Earlier, KnownFact, Material, Passage, Planned, Planner as _, SmallTable},
    tools::{
        catalog::{Column, ForeignKey, Table},
        planner::Place,
        warehouse::Dialect,
    },
};
use protocol::{
    Timestamp,
    ask::{AskMode, Clarification, ClarifyAnswer, ModeChoice},
};
use serde_json::{Map, Value, json};

/// `orders(id KEY, customer_id >customers, total REAL: 10.5 / 12)`
pub(super) fn table(line: &str) -> Table {
    let (name, columns) = line.trim_end_matches(')').split_once('(').expect("columns");
    let column = |text: &str| {
        let (head, values) = text.split_once(':').unwrap_or((text, ""));
        let (name, kind) = head.trim().split_once(' ').expect("a type");
        let samples: Vec<Value> = values
            .split('/')
            .map(str::trim)
            .filter(|value| !value.is_empty())
            .map(|value| value.parse::<f64>().map_or_else(|_| json!(value), |number| json!(number)))
            .collect();
        let foreign_key =
            kind.strip_prefix('>').map(|table| ForeignKey { table: table.into(), column: "id".into(), declared: true });
        let is_key = kind == "KEY" || foreign_key.is_some();
        Column {
            name: name.into(),
            data_type: if is_key { "INTEGER".into() } else { kind.into() },
            primary_key: kind == "KEY",
            foreign_key,
            samples,
            ..Column::default()
        }
    };
    let columns = columns.split(", ").map(column).collect();
    Table { database: "own".into(), name: name.into(), columns, ..Table::default() }
}

#[derive(Default)]
pub(super) struct Project {
    pub(super) tables: Vec<Table>,
    pub(super) small_tables: Vec<SmallTable>,
    pub(super) facts: Vec<KnownFact>,
    pub(super) passages: Vec<Passage>,
    pub(super) clarified: Vec<(Clarification, ClarifyAnswer)>,
    pub(super) values: Map<String, Value>,
    pub(super) earlier: Option<Earlier>,
}

impl Project {
    pub(super) fn new(lines: &[&str]) -> Self {
        Self { tables: lines.iter().map(|line| table(line)).collect(), ..Self::default() }
    }

    pub(super) fn plan(&self, question: &str, mode: AskMode) -> Planned {
        self.give(question, mode, |material| super::RulesPlanner.plan(material))
    }

    /// With what planning is given for a question.
    pub(super) fn give<T>(&self, question: &str, mode: AskMode, then: impl Fn(&Material<'_>) -> T) -> T {
        // Another database than the usual one is an uploaded file.
        let dialect = |table: &Table| if table.database == "own" { Dialect::Sqlite } else { Dialect::Files };
        let places: Vec<Place<'_>> =
            self.tables.iter().map(|table| Place { database: &table.database, table, dialect: dialect(table) }).collect();
        let choice = ModeChoice { mode, why: String::new() };
        then(&Material {
            question,
            mode: Some(&choice),
            places: &places,
            small_tables: &self.small_tables,
            facts: &self.facts,
            passages: &self.passages,
            earlier: self.earlier.as_ref(),
            clarified: &self.clarified,
            values: &self.values,
            now: Timestamp(0),
        })
    }
}

pub(super) fn fact(name: &str, value: Value, source: &str) -> KnownFact {
    KnownFact { name: name.into(), value, source: source.into(), quote: None, confidence: 0.95 }
}

/// The queries of a plan without the signs around names.
pub(super) fn queries(planned: &Planned) -> Vec<String> {
    let Planned::Draft(_, draft) = planned else { return Vec::new() };
    let sql = |step: &protocol::ask::PlanStep| match &step.action {
        protocol::ask::StepAction::Query { sql } => Some(sql.replace('"', "").replace("own.", "")),
        _ => None,
    };
    draft.plan.plan.steps.iter().filter_map(sql).collect()
}
