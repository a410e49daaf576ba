//! What Postgres knows of its tables, in a handful of queries however many tables there are.

use super::{measured, texts, to_fault, values};
use crate::{describing, rows::Gathering};
use domain::tools::{
    catalog::{Column, ForeignKey, Table},
    warehouse::{Dialect, QueryLimits, Rows, WarehouseFault},
};
use sqlx::{
    AssertSqlSafe, Column as _, Executor as _, Row as _, SqlSafeStr as _, Statement as _, TypeInfo as _,
    postgres::{PgConnection, PgRow},
};
use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

const COLUMNS: &str = "SELECT c.oid, n.nspname, c.relname, c.relkind, c.reltuples, d.description, a.attnum, a.attname, \
    pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull, e.description \
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid \
    LEFT JOIN pg_catalog.pg_description d ON d.objoid = c.oid AND d.objsubid = 0 AND d.classoid = 'pg_catalog.pg_class'::regclass \
    LEFT JOIN pg_catalog.pg_description e ON e.objoid = c.oid AND e.objsubid = a.attnum AND e.classoid = 'pg_catalog.pg_class'::regclass \
    WHERE c.relkind IN ('r', 'v', 'm', 'f', 'p') AND a.attnum > 0 AND NOT a.attisdropped \
    AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname NOT IN ('information_schema', 'catalog_history') \
    AND pg_catalog.has_schema_privilege(n.oid, 'USAGE') AND pg_catalog.has_table_privilege(c.oid, 'SELECT') \
    ORDER BY n.nspname, c.relname, a.attnum";

const KEYS: &str = "SELECT conrelid, contype, conkey, confrelid, confkey \
    FROM pg_catalog.pg_constraint WHERE contype IN ('p', 'f')";

/// Functions that are neither the system's nor an extension's.
const FUNCTIONS: &str = "SELECT DISTINCT p.proname FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace \
    WHERE n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast', 'catalog_history') AND NOT EXISTS \
    (SELECT 1 FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')";

/// Whether an operator or a cast is neither the system's nor an extension's.
const OPERATORS: &str = "SELECT 1 FROM pg_catalog.pg_operator o WHERE o.oid >= 16384 AND NOT EXISTS \
    (SELECT 1 FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.pg_operator'::regclass AND d.objid = o.oid AND d.deptype = 'e') \
    UNION ALL SELECT 1 FROM pg_catalog.pg_cast c WHERE c.oid >= 16384 AND NOT EXISTS \
    (SELECT 1 FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.pg_cast'::regclass AND d.objid = c.oid AND d.deptype = 'e') LIMIT 1";

type Place = (String, String);

/// What the server knows.
pub(super) struct Known {
    pub(super) tables: Vec<Table>,
    /// The tables' names as queries write them, in the same order.
    pub(super) quoted: Vec<String>,
    /// The schema that names leave out.
    pub(super) usual: String,
    /// Functions of the database's own.
    pub(super) functions: Vec<String>,
}

/// All tables.
pub(super) async fn tables(connection: &mut PgConnection, keys_too: bool) -> Result<Known, WarehouseFault> {
    let usual = texts(connection, "SELECT pg_catalog.current_schema()".to_owned()).await?;
    let usual = usual.into_iter().flatten().flatten().next().unwrap_or_else(|| "public".to_owned());
    let (mut tables, mut quoted): (Vec<Table>, Vec<String>) = (Vec::new(), Vec::new());
    let mut by_oid: HashMap<String, usize> = HashMap::new();
    let mut columns: HashMap<Place, usize> = HashMap::new();
    for row in texts(connection, COLUMNS.to_owned()).await? {
        let [Some(oid), Some(schema), Some(name), kind, rows, about, Some(number), Some(column), data_type, not_null, note] =
            <[Option<String>; 11]>::try_from(row).unwrap_or_default()
        else {
            continue;
        };
        let place = *by_oid.entry(oid.clone()).or_insert_with(|| {
            let whole = if schema == usual { name.clone() } else { format!("{schema}.{name}") };
            let counted =
                rows.and_then(|rows| rows.parse::<f64>().ok()).filter(|rows| *rows >= 0.0 && kind.as_deref() != Some("v"));
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an estimate of rows, not negative")]
            let row_count = counted.map(|rows| rows as u64);
            quoted.push(format!("{}.{}", quote(&schema), quote(&name)));
            let view = !matches!(kind.as_deref(), Some("r" | "p"));
            tables.push(Table {
                name: whole,
                description: about,
                row_count,
                estimated: row_count.is_some(),
                view,
                ..Table::default()
            });
            tables.len() - 1
        });
        columns.insert((oid, number), tables[place].columns.len());
        tables[place].columns.push(Column {
            name: column,
            data_type: data_type.unwrap_or_default(),
            nullable: not_null.as_deref() != Some("t"),
            description: note,
            ..Column::default()
        });
    }
    if keys_too {
        keys(connection, &mut tables, &by_oid, &columns).await?;
    }
    let mut functions: Vec<String> = texts(connection, FUNCTIONS.to_owned()).await?.into_iter().flatten().flatten().collect();
    if !texts(connection, OPERATORS.to_owned()).await?.is_empty() {
        functions.push(crate::guard::OPERATORS.to_owned());
    }
    Ok(Known { tables, quoted, usual, functions })
}

async fn keys(
    connection: &mut PgConnection,
    tables: &mut [Table],
    by_oid: &HashMap<String, usize>,
    columns: &HashMap<Place, usize>,
) -> Result<(), WarehouseFault> {
    for row in texts(connection, KEYS.to_owned()).await? {
        let [Some(oid), Some(kind), Some(numbers), other, others] = <[Option<String>; 5]>::try_from(row).unwrap_or_default()
        else {
            continue;
        };
        // `{1,2}`: Redshift has no functions of arrays.
        let bare = |list: &str| list.trim_matches(['{', '}']).to_owned();
        let (numbers, others) = (bare(&numbers), others.as_deref().map(bare));
        let Some(place) = by_oid.get(&oid) else { continue };
        let there = other.as_ref().and_then(|other| by_oid.get(other)).copied();
        for (nth, number) in numbers.split(',').enumerate() {
            let Some(column) = columns.get(&(oid.clone(), number.to_owned())) else { continue };
            if kind == "p" {
                tables[*place].columns[*column].primary_key = true;
                continue;
            }
            let target = others.as_deref().and_then(|others| others.split(',').nth(nth)).zip(other.clone());
            let target = target.and_then(|(number, oid)| columns.get(&(oid, number.to_owned()))).copied();
            if let (Some(there), Some(target)) = (there, target) {
                let (table, name) = (tables[there].name.clone(), tables[there].columns[target].name.clone());
                tables[*place].columns[*column].foreign_key = Some(ForeignKey { table, column: name, declared: true });
            }
        }
    }
    Ok(())
}

/// Counts tables whose size the server does not know, or that are small, in batches and for a while.
pub(super) async fn count(
    connection: &mut PgConnection,
    dialect: Dialect,
    tables: &mut [Table],
    names: &[String],
) -> Result<(), WarehouseFault> {
    const BATCH: usize = 100;
    const SMALL: u64 = 20_000;
    let began = Instant::now();
    let unsure: Vec<usize> = (0..tables.len()).filter(|place| tables[*place].row_count.is_none_or(|rows| rows < SMALL)).collect();
    for batch in unsure.chunks(BATCH) {
        if began.elapsed() > Duration::from_secs(3) {
            break;
        }
        let counting = |place: &usize| {
            format!("SELECT {place}, pg_catalog.count(*) FROM (SELECT 1 FROM {} LIMIT 1000000) AS t", names[*place])
        };
        let all = batch.iter().map(counting).collect::<Vec<_>>().join(" UNION ALL ");
        let mut counted = tolerated(connection, dialect, &all, Duration::from_secs(3)).await?;
        if counted.is_none() {
            // One of them is broken, or slow: each by itself.
            let mut each = Vec::new();
            for place in batch.iter().take_while(|_| began.elapsed() < Duration::from_secs(3)) {
                each.extend(
                    tolerated(connection, dialect, &counting(place), Duration::from_millis(500)).await?.into_iter().flatten(),
                );
            }
            counted = Some(each);
        }
        for row in counted.into_iter().flatten() {
            let [Some(place), Some(rows)] = row.as_slice() else { continue };
            let (Ok(place), Ok(rows)) = (place.parse::<usize>(), rows.parse::<u64>()) else { continue };
            if let Some(table) = tables.get_mut(place) {
                table.estimated = rows >= 1_000_000;
                table.row_count = Some(rows);
            }
        }
    }
    Ok(())
}

/// A few rows of one table; nothing where they do not come in time, or the table is a broken view.
pub(super) async fn sample(
    connection: &mut PgConnection,
    dialect: Dialect,
    sql: &str,
    time: Duration,
) -> Result<Option<Rows>, WarehouseFault> {
    let Some((columns, rows)) = fetched(connection, dialect, sql, time.min(Duration::from_secs(2)), true).await? else {
        return Ok(None);
    };
    let mut gathering = Gathering::new(columns, &QueryLimits::default());
    for row in &rows {
        if !gathering.push(values(row)?) {
            break;
        }
    }
    Ok(Some(gathering.done()))
}

async fn tolerated(
    connection: &mut PgConnection,
    dialect: Dialect,
    sql: &str,
    time: Duration,
) -> Result<Option<Vec<Vec<Option<String>>>>, WarehouseFault> {
    let rows = fetched(connection, dialect, sql, time, false).await?.map(|(_, rows)| rows);
    let texts =
        |row: &PgRow| (0..row.len()).map(|place| row.try_get_unchecked::<Option<String>, _>(place).ok().flatten()).collect();
    Ok(rows.map(|rows| rows.iter().map(texts).collect()))
}

/// The names of the columns, and the rows. Runs in a savepoint, so that what fails does not end the transaction. Redshift has none: there another transaction begins.
async fn fetched(
    connection: &mut PgConnection,
    dialect: Dialect,
    sql: &str,
    time: Duration,
    measured: bool,
) -> Result<Option<(Vec<String>, Vec<PgRow>)>, WarehouseFault> {
    let time = time.as_millis().max(1);
    let (begin, kept, undone) = if dialect == Dialect::Redshift {
        (format!("SET statement_timeout = {time}"), "", "ROLLBACK; BEGIN READ ONLY")
    } else {
        let begin = format!("SAVEPOINT looking; SET LOCAL statement_timeout = {time}");
        (begin, "RELEASE looking", "ROLLBACK TO looking; RELEASE looking")
    };
    connection.execute(sqlx::raw_sql(AssertSqlSafe(begin))).await.map_err(|error| to_fault(&error))?;
    let rows = if measured && dialect == Dialect::Postgres { small(connection, sql).await } else { plain(connection, sql).await };
    let end = if rows.is_ok() { kept } else { undone };
    if !end.is_empty() {
        connection.execute(sqlx::raw_sql(end)).await.map_err(|error| to_fault(&error))?;
    }
    Ok(rows.ok())
}

async fn plain(connection: &mut PgConnection, sql: &str) -> Result<(Vec<String>, Vec<PgRow>), sqlx::Error> {
    let rows = connection.fetch_all(sqlx::raw_sql(AssertSqlSafe(sql.to_owned()))).await?;
    let columns = rows.first().map(|row| row.columns().iter().map(|column| column.name().to_owned()).collect());
    Ok((columns.unwrap_or_default(), rows))
}

/// With rows that are too large for a sample empty where they are large.
async fn small(connection: &mut PgConnection, sql: &str) -> Result<(Vec<String>, Vec<PgRow>), sqlx::Error> {
    let statement = connection.prepare(AssertSqlSafe(sql.to_owned()).into_sql_str()).await?;
    let names = statement.columns().iter().map(|column| column.name().to_owned()).collect();
    let kinds: Vec<String> = statement.columns().iter().map(|column| column.type_info().name().to_owned()).collect();
    drop(statement);
    let sent = measured::sample(sql, &kinds, describing::LARGEST_ROW).unwrap_or_else(|| sql.to_owned());
    Ok((names, connection.fetch_all(sqlx::raw_sql(AssertSqlSafe(sent))).await?))
}

fn quote(part: &str) -> String {
    format!("\"{}\"", part.replace('"', "\"\""))
}
