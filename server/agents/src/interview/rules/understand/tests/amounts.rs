//! Numbers and days as several countries write them and as people say them.

use super::stage::{Stage, firm, removal};
use domain::interview::Manner;
use protocol::interview::ObjectiveDefinition;
use serde_json::{Value, json};
use std::sync::Arc;

/// What is found, without the words it was said in, and whether it is to be read back.
fn found(definition: &Arc<ObjectiveDefinition>, key: &str, said: &str) -> Option<(Value, bool)> {
    let understood = Stage::new(definition).asked(key).says(said);
    let one = understood.findings.into_iter().find(|one| one.key == key)?;
    let mut value = one.value;
    if let Some(parts) = value.as_object_mut()
        && parts.len() > 1
    {
        parts.remove("text");
    }
    Some((value, matches!(one.manner, Manner::Hedged | Manner::Vague)))
}

fn check(definition: &Arc<ObjectiveDefinition>, key: &str, rows: &[(&str, Value, bool)]) {
    let faults: Vec<String> = rows
        .iter()
        .filter_map(|(said, value, unsure)| {
            let found = found(definition, key, said);
            let wanted = (!value.is_null()).then(|| (value.clone(), *unsure));
            (found != wanted).then(|| format!("{said:?}: {found:?}, not {wanted:?}"))
        })
        .collect();
    assert!(faults.is_empty(), "{key}, {} of {}:\n{}", faults.len(), rows.len(), faults.join("\n"));
}

#[test]
fn a_count_is_whole_and_not_less_than_nothing() {
    let range = |min: i64, max: i64| json!({"min": min, "max": max});
    check(
        &firm(),
        "employees",
        &[
            ("-5", Value::Null, false),
            ("minus 5", Value::Null, false),
            ("1/2", Value::Null, false),
            ("24/7", Value::Null, false),
            ("three quarters", Value::Null, false),
            ("1'000", json!(1000), false),
            ("1’250", json!(1250), false),
            ("1,250", json!(1250), false),
            ("1.250", json!(1250), true),
            ("1 250", json!(1250), true),
            ("10 000", json!(10000), false),
            ("1.250.000", json!(1_250_000), false),
            ("two or three", range(2, 3), false),
            ("2 or 3", range(2, 3), false),
            ("5, 6 or 7", range(5, 7), false),
            ("12 or 10", range(10, 12), false),
            ("one to three", range(1, 3), false),
            ("a couple hundred", json!(200), true),
            ("a couple of thousand", json!(2000), true),
            ("half a dozen", json!(6), false),
            ("two hundred and fifty", json!(250), false),
            ("one thousand two hundred", json!(1200), false),
            ("between two hundred and three hundred", range(200, 300), false),
            ("40ish", json!(40), true),
            ("40-odd", json!(40), true),
            ("we had 10 last year, now 14", json!(14), false),
            ("now 14, last year it was 10", json!(14), false),
            ("it was 10 before and it's 14 today", json!(14), false),
            ("2k", json!(2000), false),
            ("twenty-five", json!(25), false),
            ("a couple", Value::Null, false),
            ("- 12", json!(12), false),
        ],
    );
}

#[test]
fn sums_are_read_in_the_ways_of_several_countries() {
    let euros = |value: f64| json!({"value": whole(value), "unit": "EUR"});
    check(
        &firm(),
        "revenue",
        &[
            ("12.500 euros", euros(12_500.0), true),
            ("12,500 euros", euros(12_500.0), false),
            ("12.500,50 €", euros(12_500.5), false),
            ("12,500.50 €", euros(12_500.5), false),
            ("1.2 million euros", euros(1_200_000.0), false),
            ("1.250 million euros", euros(1_250_000.0), false),
            ("1,5m", json!(1_500_000), false),
            ("1.5m", json!(1_500_000), false),
            ("half a million euros", euros(500_000.0), false),
            ("three quarters of a million euros", euros(750_000.0), false),
            ("one and a half million euros", euros(1_500_000.0), false),
            ("2½ million euros", euros(2_500_000.0), false),
            ("€1'250'000", euros(1_250_000.0), false),
            ("100 000 €", euros(100_000.0), false),
            ("5 or 6 million euros", json!({"min": 5_000_000, "max": 6_000_000, "unit": "EUR"}), false),
            ("-20k euros", euros(-20_000.0), true),
        ],
    );
}

fn whole(value: f64) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "small and whole")]
    if value.fract() == 0.0 { json!(value as i64) } else { json!(value) }
}

#[test]
fn shares_may_be_less_than_nothing() {
    let percent = |value: f64| json!({"value": whole(value), "unit": "%"});
    check(
        &firm(),
        "margin",
        &[
            ("-5%", percent(-5.0), false),
            ("minus 5 percent", percent(-5.0), false),
            ("7,5 %", percent(7.5), false),
            ("12.125%", percent(12.125), false),
            ("10 to 15%", json!({"min": 10, "max": 15, "unit": "%"}), false),
            ("10% to 15%", json!({"min": 10, "max": 15, "unit": "%"}), false),
            ("two thirds", percent(2.0 / 3.0 * 100.0), true),
        ],
    );
}

#[test]
fn a_day_that_may_be_several_is_read_back() {
    let words = |words: &str| json!(words);
    let day = |day: &str| json!({"date": day});
    check(
        &firm(),
        "launch",
        &[
            ("asap", words("asap"), true),
            ("as soon as possible", words("as soon as possible"), true),
            ("March or April", words("March or April"), true),
            ("May or June", words("May or June"), true),
            ("between May and July", words("between May and July"), true),
            ("by 2028", day("2028-12-31"), true),
            ("in 2028", day("2028-12-31"), true),
            ("2029", day("2029-12-31"), true),
            ("before 2029", day("2028-12-31"), true),
            ("early 2028", day("2028-03-31"), true),
            ("mid-2028", day("2028-06-30"), true),
            ("May 2028", day("2028-05-01"), false),
            ("2 May 2028", day("2028-05-02"), false),
            ("next Friday", day("2027-03-05"), false),
        ],
    );
    check(&removal(), "moving_day", &[("the 15th or the 16th", words("the 15th or the 16th"), true)]);
}
