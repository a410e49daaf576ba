//! Rows that a query brings along, as a table in memory.

use super::{naming::Spelling, spelling_of};
use arrow::{
    array::{ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, StringArray},
    datatypes::{DataType, Field, Schema},
};
use datafusion::{catalog::TableProvider, datasource::MemTable};
use domain::tools::{
    catalog::{Column, Table},
    warehouse::{GivenRows, WarehouseFault},
};
use serde_json::Value;
use std::{collections::HashSet, sync::Arc};

/// The tables of a source with those that a query brings along in the place of others of their names. A project's filter held for their
/// rows when they were read, so they have no column that it is for.
pub(super) fn beside(described: &[Table], rows: &[GivenRows]) -> (Vec<Table>, Spelling) {
    let is_other = |table: &&Table| !rows.iter().any(|given| given.name.eq_ignore_ascii_case(&table.name));
    let mut all: Vec<Table> = described.iter().filter(is_other).cloned().collect();
    let column = |name: &String| Column { name: name.clone(), ..Column::default() };
    let own = rows.iter().map(|given| Table {
        name: given.name.clone(),
        columns: names(&given.columns).iter().map(column).collect(),
        ..Table::default()
    });
    let before = all.len();
    all.extend(own);
    let spelling = spelling_of(&all);
    all[before..].iter_mut().for_each(|table| table.columns.clear());
    (all, spelling)
}

/// Each column of one type: what its values have in common.
pub(super) fn provider(given: GivenRows) -> Result<Arc<dyn TableProvider>, WarehouseFault> {
    let name = given.name.clone();
    let unusable = |why: String| WarehouseFault::Unusable(format!("the rows of {name} cannot be read: {why}"));
    let (mut fields, mut arrays) = (Vec::new(), Vec::new());
    for (place, column) in names(&given.columns).into_iter().enumerate() {
        let (data_type, array) = array(&given.rows, place);
        fields.push(Field::new(column, data_type, true));
        arrays.push(array);
    }
    if fields.is_empty() {
        return Err(WarehouseFault::Invalid(format!("{name} has no columns")));
    }
    let schema = Arc::new(Schema::new(fields));
    let batch = RecordBatch::try_new(schema.clone(), arrays).map_err(|error| unusable(error.to_string()))?;
    let table = MemTable::try_new(schema, vec![vec![batch]]).map_err(|error| unusable(error.to_string()))?;
    Ok(Arc::new(table))
}

/// Another one for each: `sum`, `sum_2`.
fn names(columns: &[String]) -> Vec<String> {
    let mut taken: HashSet<String> = HashSet::new();
    let mut name = |(place, column): (usize, &String)| {
        let whole = if column.trim().is_empty() { format!("column_{}", place + 1) } else { column.clone() };
        let mut name = whole.clone();
        let mut number = 1;
        while !taken.insert(name.to_lowercase()) {
            number += 1;
            name = format!("{whole}_{number}");
        }
        name
    };
    columns.iter().enumerate().map(&mut name).collect()
}

fn array(rows: &[Vec<Value>], place: usize) -> (DataType, ArrayRef) {
    let values = || rows.iter().map(|row| row.get(place).filter(|value| !value.is_null()));
    let all = |holds: fn(&Value) -> bool| values().flatten().all(holds);
    if values().all(|value| value.is_none()) {
        (DataType::Utf8, Arc::new(StringArray::from(vec![None::<String>; rows.len()])))
    } else if all(Value::is_boolean) {
        let truths: BooleanArray = values().map(|value| value.and_then(Value::as_bool)).collect();
        (DataType::Boolean, Arc::new(truths))
    } else if all(Value::is_i64) {
        let numbers: Int64Array = values().map(|value| value.and_then(Value::as_i64)).collect();
        (DataType::Int64, Arc::new(numbers))
    } else if all(|value| number(value).is_some()) && values().flatten().any(Value::is_number) {
        let numbers: Float64Array = values().map(|value| value.and_then(number)).collect();
        (DataType::Float64, Arc::new(numbers))
    } else {
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let texts: StringArray = values().map(|value| value.map(text)).collect();
        (DataType::Utf8, Arc::new(texts))
    }
}

/// Decimals with more digits than a double holds come as texts beside numbers.
fn number(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| decimal(value.as_str()?))
}

/// A number as databases write it: "007" is a name, and so are "nan" and "1e5".
fn decimal(text: &str) -> Option<f64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_plain =
        digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') && digits.ends_with(|last: char| last.is_ascii_digit());
    let is_padded = digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0.");
    (is_plain && !is_padded).then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_column_has_the_type_that_its_values_have_in_common() {
        let rows: Vec<Vec<Value>> = vec![
            vec![
                json!(1),
                json!(1.5),
                json!("2024-01-10"),
                json!(true),
                json!(null),
                json!(7),
                json!("12345678901234567.89"),
                json!("007"),
                json!("nan"),
            ],
            vec![json!(null), json!(2), json!(null), json!(false), json!(null), json!("x"), json!(2), json!(7), json!(1)],
        ];
        let types: Vec<DataType> = (0..9).map(|place| array(&rows, place).0).collect();
        let utf8 = DataType::Utf8;
        assert_eq!(
            types,
            [
                DataType::Int64,
                DataType::Float64,
                utf8.clone(),
                DataType::Boolean,
                utf8.clone(),
                utf8.clone(),
                DataType::Float64,
                utf8.clone(),
                utf8
            ]
        );
        assert_eq!(names(&["a".into(), "A".into(), String::new()]), ["a", "A_2", "column_3"]);
    }
}
