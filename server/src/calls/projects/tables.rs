//! Tables as the pages show them.

use super::{source, table_page, text};
use app::pages::projects::calls::{ColumnShown, KeyShown, RowsShown, TableLine, TableView};
use domain::{
    Failure,
    tools::{
        answers::{Held, described, find_table, named_table},
        catalog::{Column, Table},
    },
};
use projects::ProjectCatalog;

/// Sample values of a column, and signs of each.
const SAMPLES: usize = 5;
const LONGEST: usize = 60;
/// Columns that are listed beside a query.
const COLUMNS: usize = 40;

pub(super) fn build_view(catalog: &ProjectCatalog, one: &Held, name: &str) -> Result<TableView, Failure> {
    let table = find_table(one, name)?;
    let referenced_by = one
        .found
        .tables
        .iter()
        .flat_map(|other| other.columns.iter().map(move |column| (other, column)))
        .filter_map(|(other, column)| {
            let key = column.foreign_key.as_ref().filter(|key| key.table.eq_ignore_ascii_case(&table.name))?;
            let here = key.column.clone();
            Some(KeyShown { table: other.name.clone(), column: column.name.clone(), here, declared: key.declared })
        })
        .collect();
    Ok(TableView {
        source: source(&one.source),
        // The columns are listed below, so only a written description says more.
        line: TableLine { about: table.description.clone().unwrap_or_default(), ..line(table) },
        columns: table.columns.iter().map(|column| shown_column(one, column)).collect(),
        referenced_by,
        sql: first_rows(catalog, one, table),
        rows: RowsShown::default(),
        conversions: table.conversions.iter().map(table_page::conversion).collect(),
        profile: None,
        is_free: false,
    })
}

fn shown_column(one: &Held, column: &Column) -> ColumnShown {
    let leads_to = column.foreign_key.as_ref().map(|key| {
        // The name as its table is listed, so that a link finds it.
        let listed = one.found.tables.iter().find(|table| table.name.eq_ignore_ascii_case(&key.table));
        KeyShown {
            table: listed.map_or_else(String::new, |table| table.name.clone()),
            column: if listed.is_some() { key.column.clone() } else { format!("{}.{}", key.table, key.column) },
            here: column.name.clone(),
            declared: key.declared,
        }
    });
    ColumnShown {
        name: column.name.clone(),
        data_type: column.data_type.clone(),
        about: column.description.clone().unwrap_or_default(),
        nullable: column.nullable,
        key: column.primary_key,
        leads_to,
        samples: column.samples.iter().take(SAMPLES).map(|sample| text(sample).chars().take(LONGEST).collect()).collect(),
    }
}

fn first_rows(catalog: &ProjectCatalog, one: &Held, table: &Table) -> String {
    format!("SELECT * FROM {} LIMIT 100", queried_name(catalog, one, table))
}

/// Named with its database where another one has a table of the same name.
pub(super) fn queried_name(catalog: &ProjectCatalog, one: &Held, table: &Table) -> String {
    let name = projects::table_name(projects::dialect(one), &table.name);
    if named_table(&catalog.held, &table.name).is_ok() {
        return name;
    }
    format!("{}.{name}", projects::table_name(domain::tools::warehouse::Dialect::Files, &one.source.name))
}

pub(super) fn line(table: &Table) -> TableLine {
    let mut leads_to: Vec<String> =
        table.columns.iter().filter_map(|column| column.foreign_key.as_ref().map(|key| key.table.clone())).collect();
    leads_to.sort_unstable();
    leads_to.dedup();
    TableLine {
        name: table.name.clone(),
        about: described(table),
        columns: table.columns.len(),
        rows: table.row_count,
        estimated: table.estimated,
        leads_to,
    }
}

/// Every table of every database with its columns, as a query names them.
pub(super) fn beside(held: &[Held]) -> impl Iterator<Item = (String, Vec<String>)> {
    let several = Held::databases(held).count() > 1;
    Held::databases(held).flat_map(move |one| {
        let dialect = projects::dialect(one);
        one.found.tables.iter().map(move |table| {
            let name = projects::table_name(dialect, &table.name);
            let name = if several { format!("{}.{name}", one.source.name) } else { name };
            let quoted = |column: &Column| projects::column_name(dialect, &column.name);
            (name, table.columns.iter().take(COLUMNS).map(quoted).collect())
        })
    })
}
