//! Sums over joined tables: where several rows of a joined table have the same key, values are added up several times.

use crate::{Asks, memory::steps_in};
use domain::ask::{JoinedKey, StepOutcome, joined_keys};
use projects::{Caller, Extent, dispatch, query_with_tables};
use protocol::ask::PlanStep;
use serde_json::{Value, json};

/// Keys of one query that are counted.
const MOST_KEYS: usize = 4;

/// What cannot be counted is left as it is.
pub(super) async fn check(asks: &Asks, caller: &Caller, (step, earlier): (&PlanStep, &[StepOutcome]), outcome: &mut StepOutcome) {
    let keys = outcome.sql.as_deref().map(joined_keys).unwrap_or_default();
    for key in keys.into_iter().take(MOST_KEYS) {
        if is_primary(asks, caller, step, &key).await {
            continue;
        }
        let count = key.count_repeated();
        let read = steps_in(&count);
        let is_read = |one: &&StepOutcome| one.is_ok() && read.contains(&one.number);
        let tables = earlier.iter().filter(is_read).map(|one| one.table.clone()).collect();
        let repeated = match query_with_tables(asks.projects(), caller, &count, tables, Extent::Usual(1)).await {
            (_, Ok(counted)) => counted.rows.first().and_then(|row| row.first()).and_then(Value::as_u64).unwrap_or_default(),
            (_, Err(failure)) => {
                tracing::debug!(why = failure.detail, "the keys of a join were not counted");
                continue;
            }
        };
        if repeated > 0 {
            let (number, table, columns, summed) = (outcome.number, &key.table, key.columns.join(", "), &key.summed);
            outcome.warnings.push(format!(
                "Step {number}: several rows of {table} have the same {columns}, so values of {summed} may be added up more than once."
            ));
            outcome.doubtful = true;
        }
    }
}

/// The database says that it is unique.
async fn is_primary(asks: &Asks, caller: &Caller, step: &PlanStep, key: &JoinedKey) -> bool {
    let name = plain(&key.table);
    let name = match step.databases.first() {
        Some(database) if !name.contains('.') => format!("{database}.{name}"),
        _ => name,
    };
    let schema = dispatch(asks.projects(), caller, "lookup_schema", &json!({"tables": [name]})).await.unwrap_or_default();
    let columns: Vec<String> = key.columns.iter().map(|column| plain(column)).collect();
    has_primary(&schema["tables"][0], &columns)
}

/// Whether the table's primary key is among these columns.
fn has_primary(table: &Value, columns: &[String]) -> bool {
    let all = table["columns"].as_array().into_iter().flatten();
    let mut primary = all.filter(|column| column["primary_key"] == true).filter_map(|column| column["name"].as_str()).peekable();
    primary.peek().is_some() && primary.all(|name| columns.iter().any(|column| column.eq_ignore_ascii_case(name)))
}

fn plain(name: &str) -> String {
    name.replace(['"', '`'], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_primary_key_is_unique_where_all_of_it_is_joined() {
        let table = |primary: &[&str]| {
            let column = |name: &&str| json!({"name": name, "primary_key": primary.contains(name)});
            json!({"columns": (["id", "day", "n"].iter().map(column).collect::<Vec<_>>())})
        };
        let columns = ["ID".to_owned(), "n".to_owned()];
        for (primary, wanted) in [(&["id"][..], true), (&["id", "day"], false), (&[], false)] {
            assert_eq!(has_primary(&table(primary), &columns), wanted, "{primary:?}");
        }
        assert!(!has_primary(&Value::Null, &columns));
    }
}
