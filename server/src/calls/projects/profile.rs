//! A profile as the page of a table draws it.

use super::{
    cells::{Manner, cell, decimals},
    text,
};
use app::pages::projects::calls::{ColumnProfileShown, ProfileShown, RemarkShown};
use domain::tools::{
    catalog::{Class, Column, ColumnProfile, Table, TableProfile},
    remarks::{Remark, RemarkKind, remarks},
};
use serde_json::Value;

/// Signs of a value.
const LONGEST: usize = 48;
/// The most frequent values.
const TOP: usize = 5;
/// So few distinct values are worth a list of the most frequent ones, whatever they are.
const FEW: u64 = 20;

pub(super) fn build_view(profile: &TableProfile, table: Option<&Table>) -> ProfileShown {
    let all = table.map_or(0, |table| table.columns.len());
    let known = |name: &str| table?.columns.iter().find(|column| column.name == name);
    ProfileShown {
        rows: profile.rows,
        elapsed_ms: profile.elapsed_ms,
        more: all.saturating_sub(profile.columns.len()),
        columns: profile.columns.iter().map(|one| column(one, known(&one.name))).collect(),
        remarks: table.map(|table| remarks(profile, table)).unwrap_or_default().iter().map(remark).collect(),
    }
}

fn remark(one: &Remark) -> RemarkShown {
    let kind = match one.kind {
        RemarkKind::Empty => "empty",
        RemarkKind::Missing => "missing",
        RemarkKind::Constant => "constant",
        RemarkKind::Repeats => "repeats",
    };
    RemarkShown {
        column: one.column.clone(),
        kind: kind.to_owned(),
        count: one.count,
        of: one.of,
        value: one.value.as_ref().map(short).unwrap_or_default(),
    }
}

fn column(one: &ColumnProfile, known: Option<&Column>) -> ColumnProfileShown {
    let is_key = known.is_some_and(|known| known.primary_key || known.foreign_key.is_some());
    let kind = Column { data_type: one.data_type.clone(), ..Column::default() }.class();
    let manner = match known.map_or(kind, Column::class) {
        Class::Time => Manner::Time,
        Class::Number if !is_key => Manner::Number(decimals(one.min.iter().chain(&one.max).chain(&one.quantiles))),
        Class::Number => Manner::Name,
        _ => Manner::Text,
    };
    let value = |value: Option<&Value>| value.map(|value| cell(value, manner).text).unwrap_or_default();
    // The most frequent ones of many numbers say less than how all of them lie.
    let repeats = one.distinct <= FEW || (one.histogram.is_empty() && one.distinct.saturating_mul(2) <= one.count);
    ColumnProfileShown {
        histogram: if is_key { Vec::new() } else { heights(&one.histogram) },
        estimated: one.estimated,
        name: one.name.clone(),
        data_type: one.data_type.clone(),
        nulls: one.nulls,
        distinct: one.distinct,
        min: value(one.min.as_ref()),
        max: value(one.max.as_ref()),
        mean: one.mean.map(|mean| format!("{mean:.2}")).unwrap_or_default(),
        spread: spread(one),
        middle: value(one.quantiles.get(2)),
        top: one.top.iter().take(TOP).filter(|_| repeats && !is_key).map(|top| (value(Some(&top.value)), top.count)).collect(),
    }
}

/// In per cent of the largest; what is there at all has a height.
fn heights(counts: &[u64]) -> Vec<u8> {
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let height = |count: &u64| u8::try_from((u128::from(*count) * 100).div_ceil(u128::from(most))).unwrap_or(100);
    counts.iter().map(height).collect()
}

fn short(value: &Value) -> String {
    let text = text(value);
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Where the quantiles lie between the least and the greatest; only numbers have a place.
fn spread(one: &ColumnProfile) -> Vec<u8> {
    let number = |value: Option<&Value>| value.and_then(Value::as_f64);
    let (Some(least), Some(greatest)) = (number(one.min.as_ref()), number(one.max.as_ref())) else { return Vec::new() };
    let width = greatest - least;
    if width <= 0.0 {
        return Vec::new();
    }
    let place = |value: &Value| {
        let part = ((value.as_f64()? - least) / width * 100.0).round().clamp(0.0, 100.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it lies between 0 and 100")]
        let part = part as u8;
        Some(part)
    };
    one.quantiles.iter().map(place).collect::<Option<Vec<u8>>>().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::tools::catalog::Frequent;
    use serde_json::json;

    #[test]
    fn bars_are_parts_of_the_largest() {
        assert_eq!(heights(&[0, 1, 500, 1_000]), [0, 1, 50, 100]);
        assert!(heights(&[]).is_empty());
    }

    #[test]
    fn frequent_values_are_shown_where_they_say_something() {
        let top = vec![Frequent { value: json!("AT"), count: 7 }];
        let with = |distinct, histogram: Vec<u64>| ColumnProfile {
            data_type: "VARCHAR".into(),
            count: 100,
            distinct,
            histogram,
            top: top.clone(),
            ..ColumnProfile::default()
        };
        let key = Column { primary_key: true, ..Column::default() };
        assert_eq!(column(&with(20, vec![]), None).top, [("AT".to_owned(), 7)]);
        assert_eq!(column(&with(50, vec![]), None).top.len(), 1);
        assert!(column(&with(50, vec![1, 2]), None).top.is_empty(), "the histogram says more");
        assert!(column(&with(90, vec![]), None).top.is_empty(), "hardly one repeats");
        assert!(column(&with(5, vec![]), Some(&key)).top.is_empty(), "a key");
    }

    #[test]
    fn quantiles_lie_between_the_least_and_the_greatest() {
        let mut one = ColumnProfile { min: Some(json!(10)), max: Some(json!(20)), ..ColumnProfile::default() };
        one.quantiles = vec![json!(10), json!(12.5), json!(15), json!(19), json!(25)];
        assert_eq!(spread(&one), [0, 25, 50, 90, 100]);
        one.quantiles = vec![json!("2026-01-01")];
        assert!(spread(&one).is_empty());
    }
}
