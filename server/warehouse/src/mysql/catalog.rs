//! What MySQL knows of its tables, in a handful of queries however many tables there are.

use super::{described, measured, texts, values};
use crate::{describing, rows::Gathering};
use domain::tools::{
    catalog::{Column, ForeignKey, Table},
    warehouse::{QueryLimits, Rows, WarehouseFault},
};
use futures::TryStreamExt as _;
use sqlx::{AssertSqlSafe, Executor as _, mysql::MySqlConnection};
use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

const TABLES: &str =
    "SELECT TABLE_NAME, TABLE_TYPE, TABLE_ROWS, TABLE_COMMENT FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()";
const COLUMNS: &str = "SELECT c.TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, IS_NULLABLE, COLUMN_KEY, COLUMN_COMMENT, TABLE_TYPE \
    FROM information_schema.COLUMNS c LEFT JOIN information_schema.TABLES t ON t.TABLE_SCHEMA = c.TABLE_SCHEMA AND t.TABLE_NAME = c.TABLE_NAME \
    WHERE c.TABLE_SCHEMA = DATABASE() ORDER BY c.TABLE_NAME, ORDINAL_POSITION";
const KEYS: &str = "SELECT TABLE_NAME, COLUMN_NAME, REFERENCED_TABLE_NAME, REFERENCED_COLUMN_NAME FROM information_schema.KEY_COLUMN_USAGE \
    WHERE TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_NAME IS NOT NULL";

/// Functions that somebody made here and that may be called: what is none of the server's is looked for among them.
const FUNCTIONS: &str =
    "SELECT ROUTINE_NAME FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = DATABASE() AND ROUTINE_TYPE = 'FUNCTION'";

pub(super) async fn functions(connection: &mut MySqlConnection) -> Result<Vec<String>, WarehouseFault> {
    Ok(texts(connection, FUNCTIONS.to_owned()).await?.into_iter().flatten().flatten().collect())
}

/// All tables of the database, views included.
pub(super) async fn tables(connection: &mut MySqlConnection, all_about_them: bool) -> Result<Vec<Table>, WarehouseFault> {
    let (mut tables, mut places): (Vec<Table>, HashMap<String, usize>) = (Vec::new(), HashMap::new());
    for row in texts(connection, COLUMNS.to_owned()).await? {
        let [Some(table), Some(column), data_type, nullable, key, note, kind] =
            <[Option<String>; 7]>::try_from(row).unwrap_or_default()
        else {
            continue;
        };
        let place = *places.entry(table.clone()).or_insert_with(|| {
            tables.push(Table { name: table, view: kind.as_deref() != Some("BASE TABLE"), ..Table::default() });
            tables.len() - 1
        });
        tables[place].columns.push(Column {
            name: column,
            data_type: data_type.unwrap_or_default().to_uppercase(),
            nullable: nullable.as_deref() == Some("YES"),
            primary_key: key.as_deref() == Some("PRI"),
            description: note.filter(|note| !note.is_empty()),
            ..Column::default()
        });
    }
    if !all_about_them {
        return Ok(tables);
    }
    for row in texts(connection, TABLES.to_owned()).await? {
        let [Some(table), kind, rows, note] = <[Option<String>; 4]>::try_from(row).unwrap_or_default() else { continue };
        let Some(place) = places.get(&table) else { continue };
        let view = kind.as_deref().is_some_and(|kind| kind.contains("VIEW"));
        tables[*place].description = note.filter(|note| !note.is_empty() && !view);
        tables[*place].row_count = rows.and_then(|rows| rows.parse().ok()).filter(|_| !view);
        tables[*place].estimated = tables[*place].row_count.is_some();
    }
    for row in texts(connection, KEYS.to_owned()).await? {
        let [Some(table), Some(column), Some(other), Some(there)] = <[Option<String>; 4]>::try_from(row).unwrap_or_default()
        else {
            continue;
        };
        let column = places.get(&table).and_then(|place| tables[*place].columns.iter_mut().find(|known| known.name == column));
        if let Some(column) = column {
            column.foreign_key = Some(ForeignKey { table: other, column: there, declared: true });
        }
    }
    Ok(tables)
}

/// Counts small tables, in batches and for a while: the server's estimates are worst for those.
pub(super) async fn count(connection: &mut MySqlConnection, tables: &mut [Table]) -> Result<(), WarehouseFault> {
    const BATCH: usize = 50;
    const SMALL: u64 = 20_000;
    let began = Instant::now();
    let small: Vec<usize> = (0..tables.len()).filter(|place| tables[*place].row_count.is_some_and(|rows| rows < SMALL)).collect();
    for batch in small.chunks(BATCH) {
        if began.elapsed() > Duration::from_secs(3) {
            break;
        }
        let counts = batch.iter().map(|place| format!("SELECT {place}, count(*) FROM {}", quoted(&tables[*place].name)));
        let Ok(rows) = texts(connection, counts.collect::<Vec<_>>().join(" UNION ALL ")).await else { continue };
        for row in rows {
            let [Some(place), Some(rows)] = row.as_slice() else { continue };
            let (Ok(place), Ok(rows)) = (place.parse::<usize>(), rows.parse::<u64>()) else { continue };
            if let Some(table) = tables.get_mut(place) {
                (table.row_count, table.estimated) = (Some(rows), false);
            }
        }
    }
    Ok(())
}

/// A few rows of one table, with large ones empty where they are large; nothing where it is a broken view.
pub(super) async fn sample(connection: &mut MySqlConnection, sql: &str) -> Option<Rows> {
    let (columns, kinds) = described(connection, sql).await.ok()?;
    let (sent, is_measured) = measured::first_of(connection, sql, &kinds, describing::LOOKED_AT, describing::LARGEST_ROW).await;
    let mut gathering = Gathering::new(columns, &QueryLimits::default());
    let mut rows = connection.fetch(sqlx::raw_sql(AssertSqlSafe(sent)));
    while let Some(row) = rows.try_next().await.ok()? {
        let mut row = values(&row).ok()?;
        if is_measured {
            row.pop();
        }
        if !gathering.push(row) {
            break;
        }
    }
    Some(gathering.done()).filter(|rows| !rows.rows.is_empty())
}

pub(super) fn quoted(name: &str) -> String {
    format!("`{}`", name.replace('`', "``"))
}
