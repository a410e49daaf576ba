//! Foreign keys that nobody declared, told by names and values: `orders.customer_id` leads to `customers.id`, unless what stands in it
//! does not stand there.

use domain::tools::catalog::{ForeignKey, Table};
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// What a column must fit to lead to a table.
struct Target {
    table: String,
    column: String,
    class: Class,
    /// Of the rows that were looked at.
    values: HashSet<String>,
    /// There are no others.
    whole: bool,
}

/// What values say to a key that names suggest.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    /// All of them stand there.
    Contained,
    /// Most of them do not, and everything that stands there was seen.
    Contradicted,
    Open,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Number,
    Text,
    Other,
}

/// How a name of a key ends that is no `id`.
const ENDINGS: [&str; 4] = ["key", "code", "no", "uuid"];

/// Adds what can be inferred to columns that have no declared foreign key.
pub(crate) fn infer(tables: &mut [Table]) {
    let mut by_noun: HashMap<String, Vec<Target>> = HashMap::new();
    for table in tables.iter() {
        let noun = singular(&bare(&table.name));
        let Some(key) = key_of(table, &noun) else { continue };
        let (column, class) = (&table.columns[key].name, class(&table.columns[key].data_type));
        let whole = is_whole(table);
        let (column, values) = (column.clone(), values(table, key));
        by_noun.entry(noun).or_default().push(Target { table: table.name.clone(), column, class, values, whole });
    }
    for table in tables {
        let seen: Vec<HashSet<String>> = (0..table.columns.len()).map(|place| values(table, place)).collect();
        let own = table.name.clone();
        let alone = table.columns.iter().filter(|column| column.primary_key).count() == 1;
        for (column, values) in table.columns.iter_mut().zip(&seen).filter(|(column, _)| column.foreign_key.is_none()) {
            if column.primary_key && alone {
                continue;
            }
            let named = noun_of(&column.name);
            let noun = named.clone().unwrap_or_else(|| singular(&plain(&column.name)));
            let class = class(&column.data_type);
            let fitting = |target: &&Target| {
                let itself = target.table == own && target.column == column.name;
                target.class == class && !itself && fit(values, target) != Fit::Contradicted
            };
            let targets: Vec<&Target> = by_noun.get(&noun).into_iter().flatten().filter(fitting).collect();
            // Several tables of one name, or a name that says less (`country`): then only values decide, and numbers are alike everywhere.
            let told = named.is_some() && by_noun.get(&noun).is_some_and(|all| all.len() == 1);
            let sure = |target: &&&Target| {
                told || (fit(values, target) == Fit::Contained && (named.is_some() || (class == Class::Text && values.len() > 1)))
            };
            let sure: Vec<&&Target> = targets.iter().filter(sure).collect();
            if let [target] = sure.as_slice() {
                column.foreign_key =
                    Some(ForeignKey { table: target.table.clone(), column: target.column.clone(), declared: false });
            }
        }
    }
}

fn values(table: &Table, place: usize) -> HashSet<String> {
    let written = |value: &Value| match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    };
    table.sample_rows.iter().filter_map(|row| written(row.get(place)?)).collect()
}

fn fit(values: &HashSet<String>, target: &Target) -> Fit {
    if values.is_empty() || target.values.is_empty() {
        return Fit::Open;
    }
    let missing = values.difference(&target.values).count();
    match missing {
        0 => Fit::Contained,
        // A few may lead to what was deleted.
        missing if target.whole && missing * 2 > values.len() => Fit::Contradicted,
        _ => Fit::Open,
    }
}

/// The one column that names a row: the primary key, or what is called like one.
fn key_of(table: &Table, noun: &str) -> Option<usize> {
    let declared: Vec<usize> = (0..table.columns.len()).filter(|place| table.columns[*place].primary_key).collect();
    match declared.as_slice() {
        [one] => Some(*one),
        [] => {
            let called = |name: &str| table.columns.iter().position(|column| plain(&column.name) == name);
            let numbered = |ending: &str| called(&format!("{noun}{ending}")).filter(|place| is_unique(table, *place));
            called("id").or_else(|| called(&format!("{noun}id"))).or_else(|| ENDINGS.iter().find_map(|ending| numbered(ending)))
        }
        _ => None,
    }
}

/// No two rows have the same, and each has one; unknown where not all of them were looked at.
fn is_unique(table: &Table, place: usize) -> bool {
    is_whole(table) && !table.sample_rows.is_empty() && values(table, place).len() == table.sample_rows.len()
}

fn is_whole(table: &Table) -> bool {
    let looked_at = u64::try_from(table.sample_rows.len()).unwrap_or(u64::MAX);
    table.row_count.is_some_and(|rows| !table.estimated && rows <= looked_at)
}

/// `customer_id`, `CustomerId`, `customer_key`, `fk_customer` → `customer`.
fn noun_of(column: &str) -> Option<String> {
    let name = plain(column);
    let name = name.strip_prefix("fk").unwrap_or(&name);
    let noun = ["id", "fk"].iter().chain(&ENDINGS).find_map(|ending| name.strip_suffix(ending))?;
    (noun.len() > 1).then(|| singular(noun))
}

fn bare(table: &str) -> String {
    let last = plain(table.rsplit('.').next().unwrap_or(table));
    ["tbl", "dim", "fact"]
        .iter()
        .find_map(|prefix| last.strip_prefix(prefix))
        .filter(|rest| rest.len() > 2)
        .map_or(last.clone(), str::to_owned)
}

fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn singular(noun: &str) -> String {
    if let Some(stem) = noun.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        return format!("{stem}y");
    }
    let doubled = ["sses", "shes", "ches", "xes", "zes"].iter().any(|ending| noun.ends_with(ending));
    let cut = if doubled { 2 } else { usize::from(noun.ends_with('s') && !noun.ends_with("ss") && !noun.ends_with("us")) };
    noun[..noun.len() - cut].to_owned()
}

fn class(data_type: &str) -> Class {
    let name = data_type.to_lowercase();
    let within = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
    if within(&["int", "serial", "numeric", "decimal", "number"]) {
        Class::Number
    } else if within(&["char", "text", "string", "utf8", "uuid"]) {
        Class::Text
    } else {
        Class::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::tools::catalog::Column;

    fn table(name: &str, columns: &[(&str, &str, bool)]) -> Table {
        let column = |(name, data_type, primary_key): &(&str, &str, bool)| Column {
            name: (*name).to_owned(),
            data_type: (*data_type).to_owned(),
            primary_key: *primary_key,
            ..Column::default()
        };
        Table { name: name.to_owned(), columns: columns.iter().map(column).collect(), ..Table::default() }
    }

    /// Rows of a table, each value as it stands in its column.
    fn with(mut table: Table, rows: &[&[&str]]) -> Table {
        let value = |text: &&str| text.parse::<i64>().map_or_else(|_| Value::from(*text), Value::from);
        table.sample_rows = rows.iter().map(|row| row.iter().map(value).collect()).collect();
        table.row_count = Some(rows.len() as u64);
        table
    }

    #[test]
    fn values_decide_what_names_leave_open() {
        let countries = || with(table("countries", &[("code", "TEXT", true)]), &[&["AT"], &["DE"], &["FR"]]);
        let leads = |tables: &[Table], at: usize, column: usize| {
            tables[at].columns[column].foreign_key.as_ref().map(|key| format!("{}.{}", key.table, key.column))
        };
        let columns = [("country", "TEXT", false), ("country_code", "TEXT", false), ("currency", "TEXT", false)];
        let mut tables = vec![countries(), with(table("orders", &columns), &[&["AT", "X1", "EUR"], &["DE", "X2", "EUR"]])];
        infer(&mut tables);
        assert_eq!(leads(&tables, 1, 0).as_deref(), Some("countries.code"), "its values say so");
        assert_eq!(leads(&tables, 1, 1), None, "its name says so, its values do not");
        assert_eq!(leads(&tables, 1, 2), None);
        // Who sees only a part cannot contradict.
        let mut tables = vec![countries(), with(table("orders", &columns[1..2]), &[&["IT"], &["ES"]])];
        tables[0].row_count = Some(200);
        infer(&mut tables);
        assert_eq!(leads(&tables, 1, 0).as_deref(), Some("countries.code"));
        // Of two tables of one name the one is meant in which the values stand.
        let customers = |schema: &str, ids: &[&[&str]]| with(table(&format!("{schema}.customers"), &[("id", "INT", true)]), ids);
        let orders = with(table("orders", &[("customer_id", "INT", false)]), &[&["7"], &["8"]]);
        let mut tables = vec![customers("old", &[&["1"], &["2"]]), customers("new", &[&["7"], &["8"], &["9"]]), orders];
        infer(&mut tables);
        assert_eq!(leads(&tables, 2, 0).as_deref(), Some("new.customers.id"));
    }

    #[test]
    fn a_number_that_no_two_rows_share_is_a_key() {
        let parcels = |rows: &[&[&str]]| with(table("parcels", &[("Parcel No", "TEXT", false), ("size", "TEXT", false)]), rows);
        for (rows, is_key) in [([["P1", "small"], ["P2", "large"]], true), ([["P1", "small"], ["P1", "large"]], false)] {
            let rows: Vec<&[&str]> = rows.iter().map(<[&str; 2]>::as_slice).collect();
            let mut tables = vec![parcels(&rows), with(table("claims", &[("parcel_no", "TEXT", false)]), &[&["P2"], &["P1"]])];
            infer(&mut tables);
            let key = tables[1].columns[0].foreign_key.as_ref().map(|key| key.column.as_str());
            assert_eq!(key, is_key.then_some("Parcel No"), "{rows:?}");
            assert_eq!(tables[0].columns[0].foreign_key, None);
        }
    }

    #[test]
    fn keys_lead_where_their_names_say() {
        let mut tables = vec![
            table("sales.customers", &[("id", "INTEGER", true), ("name", "TEXT", false)]),
            table("Category", &[("CategoryId", "Int64", false)]),
            table(
                "orders",
                &[
                    ("id", "INTEGER", true),
                    ("customer_id", "INTEGER", false),
                    ("CategoryID", "BIGINT", false),
                    ("warehouse_id", "INTEGER", false),
                ],
            ),
            table("notes", &[("customer_id", "TEXT", false), ("paid", "INTEGER", false)]),
        ];
        infer(&mut tables);
        let leads = |table: usize, column: usize| {
            tables[table].columns[column].foreign_key.as_ref().map(|key| format!("{}.{}", key.table, key.column))
        };
        assert_eq!(leads(2, 1).as_deref(), Some("sales.customers.id"));
        assert_eq!(leads(2, 2).as_deref(), Some("Category.CategoryId"));
        assert_eq!(leads(2, 3), None, "there is no such table");
        assert_eq!(leads(3, 0), None, "a text is no number");
        assert_eq!((leads(0, 0), leads(1, 0), leads(3, 1)), (None, None, None));
    }
}
