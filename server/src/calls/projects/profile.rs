//! A profile as the page of a table draws it.

use super::text;
use app::pages::projects::calls::{ColumnProfileShown, ProfileShown};
use domain::tools::catalog::{ColumnProfile, Table, TableProfile};
use serde_json::Value;

/// Signs of a value.
const LONGEST: usize = 48;
/// The most frequent values.
const TOP: usize = 5;

pub(super) fn build_view(profile: TableProfile, table: Option<&Table>) -> ProfileShown {
    let all = table.map_or(0, |table| table.columns.len());
    ProfileShown {
        rows: profile.rows,
        elapsed_ms: profile.elapsed_ms,
        more: all.saturating_sub(profile.columns.len()),
        columns: profile.columns.iter().map(column).collect(),
    }
}

fn column(one: &ColumnProfile) -> ColumnProfileShown {
    let value = |value: Option<&Value>| value.map(short).unwrap_or_default();
    ColumnProfileShown {
        name: one.name.clone(),
        data_type: one.data_type.clone(),
        nulls: one.nulls,
        distinct: one.distinct,
        min: value(one.min.as_ref()),
        max: value(one.max.as_ref()),
        mean: one.mean.map(|mean| format!("{mean:.2}")).unwrap_or_default(),
        spread: spread(one),
        middle: value(one.quantiles.get(2)),
        top: one.top.iter().take(TOP).map(|top| (short(&top.value), top.count)).collect(),
    }
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
    use serde_json::json;

    #[test]
    fn quantiles_lie_between_the_least_and_the_greatest() {
        let mut one = ColumnProfile { min: Some(json!(10)), max: Some(json!(20)), ..ColumnProfile::default() };
        one.quantiles = vec![json!(10), json!(12.5), json!(15), json!(19), json!(25)];
        assert_eq!(spread(&one), [0, 25, 50, 90, 100]);
        one.quantiles = vec![json!("2026-01-01")];
        assert!(spread(&one).is_empty());
    }
}
