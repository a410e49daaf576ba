//! What a run will take, before it runs (seed 002, Cost Estimation). A price that is not known makes a sum unknown, never nought.

use super::{
    prices::{QueryLoad, WarehousePrice},
    workload::{TableLoad, Workload},
};
use crate::models::{Usage, cost};
use protocol::run::CostRange;
use serde::{Deserialize, Serialize};

/// The whole estimate, as the API answers it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    pub llm: LlmEstimate,
    pub warehouse: WarehouseEstimate,
    /// US dollars.
    pub total_cost_usd: Option<f64>,
    /// Of the total. Eight of ten runs end within it.
    pub range: Range,
    /// The total by phase, in US dollars.
    pub breakdown: Breakdown,
    /// What is not known, in sentences that say how it becomes known.
    pub notes: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LlmEstimate {
    /// `built_in` where no model explores.
    pub provider: String,
    pub model: String,
    pub estimated_input_tokens: u64,
    pub estimated_output_tokens: u64,
    pub cost_usd: Option<f64>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WarehouseEstimate {
    /// The kinds of the sources, by their names.
    pub provider: String,
    pub estimated_queries: u32,
    /// None where the sizes of the tables are not known.
    pub estimated_bytes_scanned: Option<u64>,
    pub cost_usd: Option<f64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Range {
    pub low: Option<f64>,
    pub high: Option<f64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Breakdown {
    pub exploration: Option<f64>,
    pub analysis: Option<f64>,
    pub validation: Option<f64>,
    pub recommendations: Option<f64>,
}

/// How much of what may happen does.
#[derive(Clone, Copy)]
enum Case {
    Little,
    Usual,
    Much,
}

impl Case {
    const fn of<T: Copy>(self, (little, usual, much): (T, T, T)) -> T {
        match self {
            Self::Little => little,
            Self::Usual => usual,
            Self::Much => much,
        }
    }
}

/// Steps of a model's exploration as a share of the most: models end before, or use all.
const STEPS_OF_MODEL: (f64, f64, f64) = (0.08, 0.5, 1.0);
/// Queries of the built-in explorer about one table, and for each column, and each telling column beside.
const QUERIES_OF_TABLE: f64 = 2.0;
const QUERIES_OF_COLUMN: f64 = 0.6;
const QUERIES_OF_TELLING: f64 = 2.0;
const QUERIES_VARY: (f64, f64, f64) = (0.5, 1.0, 1.7);
/// More about one table than this is not asked.
const MOST_OF_TABLE: f64 = 60.0;
/// Claims and challenges of an insight, each a query of its own.
const CHECKS_OF_INSIGHT: (f64, f64, f64) = (3.0, 4.8, 7.0);
/// Queries of the exploration for each insight that they lead to.
const QUERIES_OF_INSIGHT: (f64, f64, f64) = (3.0, 1.2, 0.8);
const MOST_INSIGHTS: f64 = 15.0;
/// Queries that look at a column of a server before the exploration; a file is read in one pass. Of more columns nothing is asked.
const LOOKS_OF_COLUMN: f64 = 2.0;
const MOST_LOOKED_AT: u32 = 40;
/// Columns that a query reads where it reads only those that it names.
const COLUMNS_OF_QUERY: f64 = 3.0;
/// Bytes that a warehouse reads in a second, and what a query takes beside.
const BYTES_OF_SECOND: f64 = 200e6;
const SECONDS_OF_QUERY: f64 = 0.5;

/// Tokens: what every call says of the project, and of each column of a table beside.
const PROMPT: f64 = 1_300.0;
const PROMPT_OF_COLUMN: f64 = 45.0;
const MOST_OF_COLUMNS: f64 = 7_000.0;
/// What an action came to, as the next calls read it (rows of a query), and how many of them are read whole.
const RESULT: (f64, f64, f64) = (200.0, 600.0, 1_800.0);
const RESULTS: f64 = 40.0;
const ACTION: (f64, f64, f64) = (150.0, 280.0, 600.0);
/// Steps that an area is analysed by, what each is read as, and what all are at most.
const STEPS_OF_AREA: f64 = 24.0;
const DIGEST: (f64, f64, f64) = (150.0, 500.0, 1_000.0);
const MOST_DIGESTS: f64 = 24_000.0;
const ANALYSIS: (f64, f64, f64) = (700.0, 1_800.0, 4_000.0);
/// A challenge of an insight, and the recommendations of all.
const CHALLENGE_IN: (f64, f64, f64) = (800.0, 1_800.0, 4_000.0);
const CHALLENGE_OUT: (f64, f64, f64) = (120.0, 250.0, 600.0);
const INSIGHT_PROMPT: (f64, f64, f64) = (150.0, 300.0, 600.0);
const RECOMMENDATIONS: (f64, f64, f64) = (500.0, 1_800.0, 4_000.0);

/// What one case comes to.
struct Taken {
    explored: f64,
    checked: f64,
    bytes: Option<f64>,
    warehouse: Option<f64>,
    /// Tokens by phase: exploration, analysis, validation, recommendations.
    tokens: [Usage; 4],
    llm: [Option<f64>; 4],
}

impl Taken {
    fn total(&self) -> Option<f64> {
        self.llm.iter().copied().sum::<Option<f64>>().zip(self.warehouse).map(|(llm, warehouse)| llm + warehouse)
    }

    fn tokens(&self) -> Usage {
        self.tokens
            .iter()
            .fold(Usage::default(), |sum, one| Usage { input: sum.input + one.input, output: sum.output + one.output })
    }
}

/// What a run will take.
#[must_use]
pub fn estimate(load: &Workload) -> Estimate {
    let (little, usual, much) = (take(load, Case::Little), take(load, Case::Usual), take(load, Case::Much));
    let tokens = usual.tokens();
    let (provider, model) = match &load.model {
        Some(model) => (model.name.provider.name().to_owned(), model.name.model.clone()),
        None => ("built_in".to_owned(), "built_in".to_owned()),
    };
    let all = usual.explored + usual.checked;
    let queries = (all + load.tables.iter().map(looks).sum::<f64>()).min(load.most_queries.map_or(f64::INFINITY, f64::from));
    // What the warehouse costs divides by queries.
    let share = |queries: f64, llm: Option<f64>| {
        let part = if all > 0.0 { queries / all } else { 0.0 };
        usual.warehouse.zip(llm).map(|(warehouse, llm)| dollars(warehouse * part + llm))
    };
    let mut kinds: Vec<&str> = load.prices.iter().map(|(kind, _)| kind.as_str()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    Estimate {
        llm: LlmEstimate {
            provider,
            model,
            estimated_input_tokens: tokens.input,
            estimated_output_tokens: tokens.output,
            cost_usd: usual.llm.iter().copied().sum::<Option<f64>>().map(dollars),
        },
        warehouse: WarehouseEstimate {
            provider: kinds.join(", "),
            estimated_queries: whole(queries) as u32,
            estimated_bytes_scanned: usual.bytes.map(whole),
            cost_usd: usual.warehouse.map(dollars),
        },
        total_cost_usd: usual.total().map(dollars),
        range: Range { low: little.total().map(dollars), high: much.total().map(dollars) },
        breakdown: Breakdown {
            exploration: share(usual.explored, usual.llm[0]),
            analysis: share(0.0, usual.llm[1]),
            validation: share(usual.checked, usual.llm[2]),
            recommendations: share(0.0, usual.llm[3]),
        },
        notes: notes(load),
    }
}

/// The estimate as a run carries it; none where a price is not known.
#[must_use]
pub fn estimate_range(estimate: &Estimate) -> Option<CostRange> {
    let Range { low, high } = estimate.range;
    low.zip(high).map(|(low, high)| CostRange { low, high })
}

fn take(load: &Workload, case: Case) -> Taken {
    let (steps, explored) = explored(load, case);
    let insights = (explored / case.of(QUERIES_OF_INSIGHT)).min(MOST_INSIGHTS);
    let budget = load.most_queries.map_or(f64::INFINITY, |most| f64::from(most) - explored);
    let checked = (insights * case.of(CHECKS_OF_INSIGHT)).min(budget.max(0.0));
    let tokens = match &load.model {
        Some(_) => tokens(load, case, steps, insights),
        None => [Usage::default(); 4],
    };
    let price = |usage: Usage| match &load.model {
        None => Some(0.0),
        Some(model) => model.price.map(|price| cost(usage, price).in_dollars()),
    };
    let reads = reads(load, explored + checked);
    let bytes = reads.iter().map(|(_, read)| read.bytes).sum();
    let warehouse = reads.iter().map(|(price, read)| price.as_ref().and_then(|price| price.cost(*read))).sum();
    Taken { explored, checked, bytes, warehouse, llm: tokens.map(price), tokens }
}

/// Steps of the exploration, and those of them that ask a database.
fn explored(load: &Workload, case: Case) -> (f64, f64) {
    let most = f64::from(load.max_steps);
    let steps = match load.model {
        Some(_) => (most * case.of(STEPS_OF_MODEL)).max(f64::from(load.min_steps)).max(most.min(5.0)),
        None => (load.tables.iter().map(wanted).sum::<f64>() * case.of(QUERIES_VARY)).min(most),
    };
    // Some of a model's steps look tables up.
    let asks = if load.model.is_some() { steps * case.of((0.7, 0.85, 1.0)) } else { steps };
    (steps, asks.min(load.most_queries.map_or(f64::INFINITY, f64::from)))
}

/// Queries that the built-in explorer has about a table.
fn wanted(table: &TableLoad) -> f64 {
    if table.rows == Some(0) {
        return 0.0;
    }
    let columns = f64::from(table.columns) * QUERIES_OF_COLUMN + f64::from(table.telling) * QUERIES_OF_TELLING;
    (QUERIES_OF_TABLE + columns).min(MOST_OF_TABLE)
}

/// Queries that look at a table before anything is asked of it.
fn looks(table: &TableLoad) -> f64 {
    if table.kind == "files" { 0.0 } else { 1.0 + f64::from(table.columns.min(MOST_LOOKED_AT)) * LOOKS_OF_COLUMN }
}

/// What the queries read from each kind of source, with its price. The tables are looked through before.
fn reads(load: &Workload, queries: f64) -> Vec<(Option<WarehousePrice>, QueryLoad)> {
    let all: f64 = load.tables.iter().map(wanted).sum();
    let of_kind = |(kind, price): &(String, Option<WarehousePrice>)| {
        let mut read = QueryLoad { queries: 0.0, bytes: Some(0.0), seconds: 0.0 };
        for table in load.tables.iter().filter(|table| table.kind == *kind) {
            let own = if all > 0.0 { queries * wanted(table) / all } else { 0.0 };
            let part = if table.by_columns { (COLUMNS_OF_QUERY / f64::from(table.columns.max(1))).min(1.0) } else { 1.0 };
            #[expect(clippy::cast_precision_loss, reason = "an estimate")]
            let size = table.rows.map(|rows| rows as f64 * table.row_bytes as f64);
            let looks = looks(table).max(1.0);
            // Each of them reads one column, where that can be.
            let looked = if table.by_columns { looks.min(LOOKS_OF_COLUMN) } else { looks };
            let bytes = size.map(|size| size * (looked + own * part));
            read.queries += own + looks;
            read.seconds += (own + looks) * SECONDS_OF_QUERY + bytes.unwrap_or_default() / BYTES_OF_SECOND;
            read.bytes = read.bytes.zip(bytes).map(|(sum, bytes)| sum + bytes);
        }
        (price.clone(), read)
    };
    load.prices.iter().map(of_kind).collect()
}

fn tokens(load: &Workload, case: Case, steps: f64, insights: f64) -> [Usage; 4] {
    let columns: u32 = load.tables.iter().map(|table| table.columns).sum();
    let prompt = PROMPT + (f64::from(columns) * PROMPT_OF_COLUMN).min(MOST_OF_COLUMNS);
    // Each call reads every action before it, and what the newest of them came to.
    let actions = steps * steps / 2.0;
    let read = steps.min(RESULTS);
    let results = read * read / 2.0 + (steps - read) * RESULTS;
    let areas = f64::from(load.areas.max(1));
    let digests = (steps.min(STEPS_OF_AREA) * case.of(DIGEST)).min(MOST_DIGESTS);
    let usage = |input: f64, output: f64| Usage { input: whole(input), output: whole(output) };
    [
        usage(steps * prompt + actions * case.of(ACTION) + results * case.of(RESULT), steps * case.of(ACTION)),
        usage(areas * (PROMPT + digests), areas * case.of(ANALYSIS)),
        usage(insights * case.of(CHALLENGE_IN), insights * case.of(CHALLENGE_OUT)),
        usage(PROMPT + insights * case.of(INSIGHT_PROMPT), case.of(RECOMMENDATIONS)),
    ]
}

fn notes(load: &Workload) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(model) = load.model.as_ref().filter(|model| model.price.is_none()) {
        notes.push(format!("The price of {} is not known: set it on the page of language models.", model.name));
    }
    for (kind, _) in load.prices.iter().filter(|(_, price)| price.as_ref().is_none_or(WarehousePrice::is_unknown)) {
        notes.push(format!("What a query of {kind} costs is not known: set its price among the prices of warehouses."));
    }
    if load.tables.iter().any(|table| table.rows.is_none()) {
        notes.push("The size of some tables is not known, so neither is what will be read of them.".to_owned());
    }
    notes
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an estimate of something counted")]
fn whole(count: f64) -> u64 {
    count.max(0.0).round() as u64
}

/// To the millionth.
fn dollars(usd: f64) -> f64 {
    (usd * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::{super::workload::ModelLoad, *};
    use crate::models::{ModelName, Price, Provider, Usd};

    fn table(kind: &str, rows: Option<u64>) -> TableLoad {
        TableLoad { kind: kind.into(), rows, columns: 8, telling: 4, row_bytes: 80, by_columns: kind != "postgres" }
    }

    fn load(kind: &str, price: Option<f64>, model: Option<Option<f64>>) -> Workload {
        let priced =
            price.map(|price| WarehousePrice { kind: kind.into(), per_tb_usd: Some(price), ..WarehousePrice::default() });
        Workload {
            tables: vec![table(kind, Some(1_000_000)), table(kind, Some(10_000))],
            areas: 3,
            max_steps: 100,
            prices: vec![(kind.to_owned(), priced)],
            model: model.map(|price| ModelLoad {
                name: ModelName::new(Provider::OpenAi, "gpt-5"),
                price: price.map(|price| Price { input: Usd::dollars(price), output: Usd::dollars(price * 8.0) }),
            }),
            ..Workload::default()
        }
    }

    #[test]
    fn without_a_model_and_on_files_a_run_costs_nothing() {
        let found = estimate(&load("files", Some(0.0), None));
        assert_eq!(
            (found.llm.provider.as_str(), found.llm.cost_usd, found.llm.estimated_input_tokens),
            ("built_in", Some(0.0), 0)
        );
        assert_eq!((found.warehouse.cost_usd, found.total_cost_usd), (Some(0.0), Some(0.0)));
        assert_eq!(estimate_range(&found), Some(CostRange { low: 0.0, high: 0.0 }));
        assert!((20..200).contains(&found.warehouse.estimated_queries), "{found:?}");
        assert!(found.warehouse.estimated_bytes_scanned.is_some_and(|bytes| bytes > 80_000_000), "{found:?}");
        assert!(found.notes.is_empty(), "{found:?}");
    }

    #[test]
    fn what_is_not_known_is_said_and_is_never_nought() {
        for (load, llm, warehouse) in [
            (load("postgres", None, None), true, false),
            (load("bigquery", Some(6.25), Some(None)), false, true),
            (load("postgres", None, Some(None)), false, false),
        ] {
            let found = estimate(&load);
            assert_eq!(found.llm.cost_usd.is_some(), llm, "{found:?}");
            assert_eq!(found.warehouse.cost_usd.is_some(), warehouse, "{found:?}");
            assert_eq!((found.total_cost_usd, found.range), (None, Range::default()));
            assert_eq!(found.breakdown.exploration, None);
            assert_eq!(estimate_range(&found), None);
            assert_eq!(found.notes.len(), usize::from(!llm) + usize::from(!warehouse), "{found:?}");
        }
        let mut unknown = load("bigquery", Some(6.25), None);
        unknown.tables[0].rows = None;
        let found = estimate(&unknown);
        assert_eq!((found.warehouse.estimated_bytes_scanned, found.warehouse.cost_usd), (None, None));
        assert_eq!(found.notes.len(), 1);
    }

    #[test]
    fn the_parts_make_up_the_whole_within_the_range() {
        let found = estimate(&load("bigquery", Some(6.25), Some(Some(1.25))));
        let total = found.total_cost_usd.expect("a total");
        let parts = [found.llm.cost_usd, found.warehouse.cost_usd].into_iter().sum::<Option<f64>>().expect("both");
        assert!((total - parts).abs() < 1e-5, "{found:?}");
        let Breakdown { exploration, analysis, validation, recommendations } = found.breakdown;
        let phases = [exploration, analysis, validation, recommendations];
        assert!(phases.iter().all(|part| part.is_some_and(|part| part > 0.0)), "{found:?}");
        assert!((phases.into_iter().sum::<Option<f64>>().expect("all") - total).abs() < 1e-5, "{found:?}");
        let CostRange { low, high } = estimate_range(&found).expect("a range");
        assert!(low < total && total < high, "{found:?}");
        assert!(high < 20.0, "a hundred steps are no fortune: {found:?}");
    }

    #[test]
    fn limits_hold() {
        for (load, most) in [
            (Workload { max_steps: 3, ..load("files", Some(0.0), None) }, 3 + 15),
            (Workload { most_queries: Some(10), ..load("files", Some(0.0), Some(Some(1.0))) }, 10),
            (Workload { most_queries: Some(10), ..load("bigquery", Some(6.25), None) }, 10),
            (Workload { tables: Vec::new(), ..load("files", Some(0.0), None) }, 0),
        ] {
            assert!(estimate(&load).warehouse.estimated_queries <= most, "{load:?}");
        }
        let queries = |kind: &str| estimate(&load(kind, Some(0.0), None)).warehouse.estimated_queries;
        assert!(queries("postgres") > queries("files"), "a server is asked for each column");
        let more = |steps: u32| {
            let load = Workload { max_steps: steps, ..load("files", Some(0.0), Some(Some(1.0))) };
            estimate(&load).llm.estimated_input_tokens
        };
        assert!(more(10) < more(50) && more(50) < more(500));
    }
}
