//! Foreign keys that nobody declared, told by names: `orders.customer_id` leads to `customers.id`.

use domain::tools::catalog::{ForeignKey, Table};
use std::collections::HashMap;

/// What a column must fit to lead to a table.
struct Target {
    table: String,
    column: String,
    class: Class,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Number,
    Text,
    Other,
}

/// Adds what can be inferred to columns that have no declared foreign key.
pub(crate) fn infer(tables: &mut [Table]) {
    let mut by_noun: HashMap<String, Vec<Target>> = HashMap::new();
    for table in tables.iter() {
        let noun = singular(&bare(&table.name));
        let Some(key) = key_of(table, &noun) else { continue };
        let (column, class) = (&table.columns[key].name, class(&table.columns[key].data_type));
        by_noun.entry(noun).or_default().push(Target { table: table.name.clone(), column: column.clone(), class });
    }
    for table in tables {
        let own = table.name.clone();
        let alone = table.columns.iter().filter(|column| column.primary_key).count() == 1;
        for column in table.columns.iter_mut().filter(|column| column.foreign_key.is_none()) {
            if column.primary_key && alone {
                continue;
            }
            let Some(noun) = noun_of(&column.name) else { continue };
            let [target] = by_noun.get(&noun).map_or(&[][..], Vec::as_slice) else { continue };
            if target.class == class(&column.data_type) && !(target.table == own && target.column == column.name) {
                column.foreign_key =
                    Some(ForeignKey { table: target.table.clone(), column: target.column.clone(), declared: false });
            }
        }
    }
}

/// The one column that names a row: the primary key, or what is called like one.
fn key_of(table: &Table, noun: &str) -> Option<usize> {
    let declared: Vec<usize> = (0..table.columns.len()).filter(|place| table.columns[*place].primary_key).collect();
    match declared.as_slice() {
        [one] => Some(*one),
        [] => {
            let called = |name: &str| table.columns.iter().position(|column| plain(&column.name) == name);
            called("id").or_else(|| called(&format!("{noun}id")))
        }
        _ => None,
    }
}

/// `customer_id`, `CustomerId`, `customer_key`, `fk_customer` → `customer`.
fn noun_of(column: &str) -> Option<String> {
    let name = plain(column);
    let name = name.strip_prefix("fk").unwrap_or(&name);
    let noun = ["id", "key", "code", "no", "fk", "uuid"].iter().find_map(|ending| name.strip_suffix(ending))?;
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
