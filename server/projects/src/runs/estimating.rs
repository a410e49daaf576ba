//! What a run will take, from what is known of the project's tables before anything is asked of them (seed 002, Cost Estimation).

use super::{
    super::{project_catalog, routing::dialect},
    check_areas, may_run,
    preparing::MOST_TABLES,
    run_areas,
};
use crate::Projects;
use domain::{
    Failure,
    models::{Strength, known_price},
    runs::{Estimate, ModelLoad, TableLoad, Workload, estimate, prices::PriceList},
    tools::{
        ProjectRow,
        answers::Held,
        catalog::{Class, Column, Table},
        warehouse::Dialect,
    },
};
use protocol::{
    TenantId,
    run::{ExplorerChoice, RunRequest},
};
use serde_json::Value;

/// Bytes of a text of which no sample is known.
const TEXT: u64 = 24;

/// What a run will take.
///
/// # Errors
/// 409 where the project is not ready; 422 where an area is not known; the store's.
pub async fn estimate_run(projects: &Projects, project: &ProjectRow, request: &RunRequest) -> Result<Estimate, Failure> {
    let known = check_run(projects, project, request).await?;
    let catalog = project_catalog(projects, project.tenant, project.id).await?;
    let mut tables: Vec<(&Held, &Table)> =
        Held::databases(&catalog.held).flat_map(|one| one.found.tables.iter().map(move |table| (one, table))).collect();
    tables.sort_by_key(|(_, table)| std::cmp::Reverse(table.row_count.unwrap_or_default()));
    tables.truncate(MOST_TABLES);
    let prices = price_list(projects, project.tenant).await?;
    let mut kinds: Vec<&str> = tables.iter().map(|(one, _)| kind(dialect(one))).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let areas = match (request.areas.len(), known.len()) {
        (0, 0) => tables.len(),
        (0, all) => all,
        (some, _) => some,
    };
    let (model, note) = match request.explorer {
        ExplorerChoice::BuiltIn => (None, None),
        ExplorerChoice::Auto | ExplorerChoice::Model => model(projects, project.tenant, request.explorer).await?,
    };
    let load = Workload {
        tables: tables.iter().map(|(one, table)| table_load(dialect(one), table)).collect(),
        areas: u32::try_from(areas).unwrap_or(u32::MAX),
        max_steps: request.max_steps,
        min_steps: request.min_steps,
        most_queries: request.budget.queries,
        model,
        prices: kinds.iter().map(|kind| ((*kind).to_owned(), prices.warehouse(kind))).collect(),
    };
    let mut estimate = estimate(&load);
    estimate.notes.extend(note);
    if load.tables.is_empty() {
        estimate.notes.push("The project has no table to explore yet: add a source with data.".to_owned());
    }
    Ok(estimate)
}

/// Whether a run may be started; the ids of the project's areas, none where its tables are the areas.
///
/// # Errors
/// 409 where the project is not ready; 422 where an area is not known; the store's.
pub async fn check_run(projects: &Projects, project: &ProjectRow, request: &RunRequest) -> Result<Vec<String>, Failure> {
    may_run(project)?;
    check_areas(projects, project, request, "areas").await?;
    Ok(run_areas(projects, project).await?.into_iter().map(|area| area.id).collect())
}

/// What a tenant pays for databases and searches.
///
/// # Errors
/// The store's.
pub async fn price_list(projects: &Projects, tenant: TenantId) -> Result<PriceList, Failure> {
    Ok(projects.0.parts.prices.prices(tenant).await?.unwrap_or_else(|| PriceList::listed().clone()))
}

/// The model that would explore; or why none does, where one was wanted.
async fn model(
    projects: &Projects,
    tenant: TenantId,
    wanted: ExplorerChoice,
) -> Result<(Option<ModelLoad>, Option<String>), Failure> {
    let name = match projects.0.parts.model.chosen(tenant, Strength::Strong).await {
        Ok(Some(name)) => name,
        Ok(None) => {
            let none = "No language model is set up: the built-in explorer works in its place.".to_owned();
            return Ok((None, Some(none).filter(|_| wanted == ExplorerChoice::Model)));
        }
        Err(fault) => {
            return Ok((
                None,
                Some(format!("The language model cannot be used ({fault}): the built-in explorer works in its place.")),
            ));
        }
    };
    let settings = projects.0.parts.prices.model_settings(tenant).await?.unwrap_or_default();
    let own = settings.choice(Strength::Strong).filter(|choice| choice.name() == name).and_then(|choice| choice.price);
    let price = own.or_else(|| known_price(&name));
    Ok((Some(ModelLoad { name, price }), None))
}

/// As lists of prices name it.
pub(crate) const fn kind(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Files => "files",
        Dialect::Sqlite => "sqlite",
        Dialect::Postgres => "postgres",
        Dialect::Redshift => "redshift",
        Dialect::Mysql => "mysql",
        Dialect::Bigquery => "bigquery",
        Dialect::Snowflake => "snowflake",
        Dialect::Clickhouse => "clickhouse",
        Dialect::Trino => "trino",
        Dialect::Databricks => "databricks",
    }
}

/// All of them, in the order in which people are told of them.
pub const WAREHOUSE_KINDS: [&str; 10] = [
    kind(Dialect::Bigquery),
    kind(Dialect::Snowflake),
    kind(Dialect::Redshift),
    kind(Dialect::Databricks),
    kind(Dialect::Clickhouse),
    kind(Dialect::Trino),
    kind(Dialect::Postgres),
    kind(Dialect::Mysql),
    kind(Dialect::Sqlite),
    kind(Dialect::Files),
];

fn table_load(dialect: Dialect, table: &Table) -> TableLoad {
    let telling = table.columns.iter().filter(|column| is_telling(column)).count();
    TableLoad {
        kind: kind(dialect).to_owned(),
        rows: table.row_count,
        columns: u32::try_from(table.columns.len()).unwrap_or(u32::MAX),
        telling: u32::try_from(telling).unwrap_or(u32::MAX),
        row_bytes: table.columns.iter().map(bytes).sum(),
        by_columns: !matches!(dialect, Dialect::Sqlite | Dialect::Postgres | Dialect::Mysql),
    }
}

/// Whether it may divide the rows, name whom they are about, or say when.
fn is_telling(column: &Column) -> bool {
    let divides = matches!(column.class(), Class::Time | Class::Truth | Class::Text) || column.foreign_key.is_some();
    divides && !column.primary_key && !column.samples.is_empty()
}

/// Of one value, about.
fn bytes(column: &Column) -> u64 {
    match column.class() {
        Class::Truth => 1,
        Class::Number | Class::Time if !column.is_text() => 8,
        Class::Other => 16,
        Class::Number | Class::Time | Class::Text => {
            let lengths: Vec<u64> = column.samples.iter().filter_map(Value::as_str).map(|text| text.len() as u64 + 2).collect();
            if lengths.is_empty() { TEXT } else { lengths.iter().sum::<u64>() / lengths.len() as u64 }
        }
    }
}
