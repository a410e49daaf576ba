//! Plain words for columns, values, numbers and spans of time.

use super::nouns::plural;
use domain::{
    runs::{ColumnSurvey, sql::Unit},
    tools::search::is_function_word,
};
use serde_json::Value;

/// Words that belong together: `kind: words`, one a line.
const LISTS: &str = include_str!("word_lists.txt");

/// The words of a kind.
pub(super) fn listed(kind: &str) -> impl Iterator<Item = &'static str> {
    let line = LISTS.lines().filter_map(|line| line.split_once(": ")).find(|(known, _)| *known == kind);
    line.map_or("", |(_, words)| words).split_whitespace()
}

pub(super) fn is_listed(kind: &str, word: &str) -> bool {
    listed(kind).any(|known| known == word)
}

/// `assigned_to` and `assignedTo` as `assigned to`.
pub(super) fn label(name: &str) -> String {
    let mut words = String::new();
    let mut before = ' ';
    for sign in name.chars() {
        if sign.is_alphanumeric() {
            if sign.is_uppercase() && before.is_lowercase() {
                words.push(' ');
            }
            words.extend(sign.to_lowercase());
        } else if !words.ends_with(' ') {
            words.push(' ');
        }
        before = sign;
    }
    words.trim().to_owned()
}

/// What a label is about: `customer id` as `customer`.
pub(super) fn thing(label: &str) -> &str {
    let words = label.rsplit_once(' ').filter(|(rest, last)| rest.len() > 2 && is_listed("keys", last));
    words.map_or(label, |(rest, _)| rest)
}

/// Whose label leads to its value: `assigned to`, `opened by`.
pub(super) fn leads(label: &str) -> bool {
    label.rsplit_once(' ').is_some_and(|(_, last)| is_listed("leads", last))
}

/// All values of a column: `category` as `categories`.
pub(super) fn many(label: &str) -> String {
    let thing = thing(label);
    let last = thing.rsplit(' ').next().unwrap_or_default();
    if let Some(assigned) = thing.strip_suffix("ed to") {
        return format!("{}ees", assigned.rsplit(' ').next().unwrap_or(assigned));
    }
    if is_function_word(last) || is_listed("leads", last) || last.ends_with("ed") || !last.chars().all(char::is_alphabetic) {
        return format!("{thing} values");
    }
    format!("{}{}", &thing[..thing.len() - last.len()], plural(last))
}

/// Whether a value of a column with two values means yes.
pub(super) fn truth(column: &ColumnSurvey, value: &Value) -> Option<bool> {
    if column.distinct != 2 {
        return None;
    }
    let edges = (column.min.as_ref().and_then(number), column.max.as_ref().and_then(number));
    match value {
        Value::Bool(truth) => Some(*truth),
        Value::String(text) => {
            let text = text.trim().to_lowercase();
            is_listed("yes", &text).then_some(true).or_else(|| is_listed("no", &text).then_some(false))
        }
        value => number(value).filter(|_| edges == (Some(0.0), Some(1.0))).map(|one| one == 1.0),
    }
}

/// The rows for which something is true or not: `returned orders`, `visits not marked as no show`.
pub(super) fn marked(noun: &str, label: &str, truth: bool) -> String {
    let not = if truth { "" } else { "not " };
    if let Some(rest) = label.strip_prefix("is ").or_else(|| label.strip_prefix("was ")) {
        format!("{noun} that are {not}{rest}")
    } else if let Some(rest) = label.strip_prefix("has ") {
        format!("{noun} {} {rest}", if truth { "with" } else { "without" })
    } else if label.contains(' ') && !is_listed("denies", label.split(' ').next().unwrap_or_default()) {
        format!("{noun} {} {label}", if truth { "with" } else { "without" })
    } else if label.ends_with("ed") && !label.contains(' ') {
        if truth { format!("{label} {noun}") } else { format!("{noun} that are not {label}") }
    } else {
        format!("{noun} {not}marked as {label}")
    }
}

/// How people put a value beside what it is of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// `lamp repairs`
    Kind,
    /// `repairs in region North`
    Place,
    /// `repairs of the Sales department`
    Group,
    /// `repairs assigned to Ada`
    Leads,
    With,
}

fn manner(column: &ColumnSurvey, called: &str, said: &str) -> Manner {
    let last = thing(called).rsplit(' ').next().unwrap_or_default();
    let is_short = said.split(' ').count() <= 3 && said.chars().next().is_some_and(char::is_alphabetic);
    let is_named = names_itself(said, last);
    match () {
        () if leads(called) => Manner::Leads,
        () if column.is_text && is_short && is_listed("kinds", last) => Manner::Kind,
        () if is_listed("places", last) && !is_named => Manner::Place,
        () if column.is_text && is_listed("groups", last) && !is_named => Manner::Group,
        () => Manner::With,
    }
}

/// The rows of one value: `lamp repairs`, `repairs assigned to Ada`, `repairs with colour red`.
pub(super) fn rows_of(noun: &str, column: &ColumnSurvey, called: &str, value: &Value, said: &str) -> String {
    if let Some(truth) = truth(column, value) {
        return marked(noun, called, truth);
    }
    let one = one(column, called, value, said);
    match manner(column, called, said) {
        Manner::Leads => format!("{noun} {called} {said}"),
        Manner::Kind => format!("{said} {noun}"),
        Manner::Place => format!("{noun} in {one}"),
        Manner::Group => format!("{noun} of the {said} {}", thing(called)),
        Manner::With => format!("{noun} with {one}"),
    }
}

/// All its other values, after what is said of one: `other kinds`, `in other regions`.
pub(super) fn rows_of_others(column: &ColumnSurvey, called: &str, said: &str) -> String {
    match manner(column, called, said) {
        Manner::Leads => "others".to_owned(),
        Manner::Place => format!("in other {}", many(called)),
        _ => format!("other {}", many(called)),
    }
}

/// What rows of one value are or have: `are in region North`, `have colour red`.
pub(super) fn predicate(column: &ColumnSurvey, called: &str, value: &Value, said: &str) -> String {
    let one = one(column, called, value, said);
    match manner(column, called, said) {
        _ if truth(column, value).is_some() => {
            let marked = marked("", called, truth(column, value).unwrap_or_default());
            let rest = marked.trim().trim_start_matches("that are ");
            if rest.starts_with("with") { format!("come {rest}") } else { format!("are {rest}") }
        }
        Manner::Leads => format!("are {called} {said}"),
        Manner::Place => format!("are in {one}"),
        Manner::Group => format!("are of the {said} {}", thing(called)),
        Manner::Kind | Manner::With => format!("have {one}"),
    }
}

/// One value: `kind lamp`; of a column that leads to it, or whose name it repeats, the value alone.
pub(super) fn one(column: &ColumnSurvey, called: &str, value: &Value, said: &str) -> String {
    let thing = thing(called);
    match truth(column, value) {
        Some(truth) => format!("{called} {}", if truth { "yes" } else { "no" }),
        None if leads(called) || names_itself(said, thing) => said.to_owned(),
        None => format!("{thing} {said}"),
    }
}

/// Whether a value says what it is of, such as `Room 4` of a room: by itself rather than by a name after it.
fn names_itself(said: &str, thing: &str) -> bool {
    said.split(" (").next().unwrap_or(said).to_lowercase().contains(thing)
}

/// What a cell shows: texts as they are, whole numbers without a point or a comma, since they may name something.
pub(super) fn shown(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) if text.trim().is_empty() => Some("(empty)".to_owned()),
        Value::String(text) => Some(shortened(text.trim())),
        Value::Bool(truth) => Some(if *truth { "yes" } else { "no" }.to_owned()),
        Value::Number(number) => {
            number.as_f64().map(|number| if number.fract() == 0.0 { format!("{number:.0}") } else { decimal(number) })
        }
        Value::Array(_) | Value::Object(_) => None,
    }
}

/// Long values would make a name unreadable.
fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

/// Numbers also where a database writes them as text.
pub(super) fn number(value: &Value) -> Option<f64> {
    let number = match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        Value::Bool(truth) => Some(f64::from(*truth)),
        _ => None,
    };
    number.filter(|number| number.is_finite())
}

/// With as many places as a reader needs: none from a thousand on, two at most below.
pub(super) fn decimal(number: f64) -> String {
    let size = number.abs();
    let places = if number.fract() == 0.0 || size >= 1_000.0 {
        0
    } else if size >= 100.0 {
        1
    } else if size >= 0.1 {
        2
    } else {
        4
    };
    let text = format!("{number:.places$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    grouped(if text == "-0" { "0" } else { text })
}

/// With a comma between thousands.
fn grouped(text: &str) -> String {
    let (whole, fraction) = text.find('.').map_or((text, ""), |point| text.split_at(point));
    let mut out = String::new();
    for (at, sign) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) && !out.ends_with('-') {
            out.push(',');
        }
        out.push(sign);
    }
    out + fraction
}

/// `0.674` as `67%`.
pub(super) fn percent(share: f64) -> String {
    let percent = share * 100.0;
    let places = usize::from(percent.abs() < 10.0 && (percent - percent.round()).abs() >= 0.05);
    format!("{percent:.places$}%")
}

/// A share in a word, before a plural noun.
pub(super) fn portion(share: f64) -> &'static str {
    match share {
        share if share >= 0.95 => "Nearly all",
        share if share >= 0.58 => "Most",
        share if share >= 0.42 => "About half of the",
        share if share >= 0.29 => "About a third of the",
        share if share >= 0.2 => "About a quarter of the",
        share if share >= 0.08 => "Some",
        _ => "A few",
    }
}

/// `2024-03-01…` as `March 2024`, by the span that begins there.
pub(super) fn span(start: &str, unit: Unit) -> String {
    let day = start.get(..10).unwrap_or(start);
    let month = day.get(5..7).and_then(|month| month.parse::<usize>().ok()).and_then(|month| month.checked_sub(1));
    match (unit, month.and_then(|month| Some((month, listed("months").nth(month)?))), day.get(..4)) {
        (Unit::Year, _, Some(year)) => year.to_owned(),
        (Unit::Quarter, Some((month, _)), Some(year)) => format!("quarter {} of {year}", month / 3 + 1),
        (Unit::Month, Some((_, name)), Some(year)) => format!("{name} {year}"),
        (Unit::Week, ..) => format!("the week of {day}"),
        _ => day.to_owned(),
    }
}

/// The first letter of a sentence.
pub(super) fn capitalised(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map(|first| first.to_uppercase().chain(signs).collect()).unwrap_or_default()
}

/// For the name of a number: `Old Town` as `old_town`.
pub(super) fn slug(text: &str) -> String {
    let plain: String = text.to_lowercase().chars().map(|sign| if sign.is_alphanumeric() { sign } else { '_' }).collect();
    plain.split('_').filter(|part| !part.is_empty()).take(5).collect::<Vec<_>>().join("_")
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::runs::Role;
    use serde_json::json;

    fn column(name: &str, distinct: u64) -> ColumnSurvey {
        ColumnSurvey {
            name: name.into(),
            reference: name.into(),
            role: Role::Category,
            is_number: false,
            is_text: true,
            nulls: 0,
            distinct,
            min: None,
            max: None,
            mean: None,
            std: None,
            quantiles: Vec::new(),
            top: Vec::new(),
            foreign_key: None,
        }
    }

    #[test]
    fn rows_of_a_value_are_called_as_people_would() {
        for (name, value, expected) in [
            ("kind", json!("lamp"), "lamp orders"),
            ("colour", json!("red"), "orders with colour red"),
            ("department", json!("Sales"), "orders of the Sales department"),
            ("assigned_to", json!("Ada"), "orders assigned to Ada"),
            ("customer_id", json!(1002), "orders with customer 1002"),
            ("room", json!("Room 4"), "orders with Room 4"),
            ("room", json!("4 (Room for music)"), "orders with room 4 (Room for music)"),
            ("shop_id", json!("4 (Harbour shop)"), "orders with shop 4 (Harbour shop)"),
            ("region_name", json!("North"), "orders in region North"),
        ] {
            let said = shown(&value).expect("a value");
            assert_eq!(rows_of("orders", &column(name, 9), &label(name), &value, &said), expected);
        }
        for (name, value, expected) in [
            ("returned", json!(true), "returned orders"),
            ("returned", json!("No"), "orders that are not returned"),
            ("is_paid", json!("true"), "orders that are paid"),
            ("has_coupon", json!(false), "orders without coupon"),
            ("no_show", json!("yes"), "orders marked as no show"),
        ] {
            assert_eq!(rows_of("orders", &column(name, 2), &label(name), &value, "x"), expected);
        }
        for (name, said, others, are) in [
            ("kind", "lamp", "other kinds", "have kind lamp"),
            ("region", "North", "in other regions", "are in region North"),
            ("assigned_to", "Ada", "others", "are assigned to Ada"),
        ] {
            let (column, value) = (column(name, 9), json!(said));
            assert_eq!(rows_of_others(&column, &label(name), said), others);
            assert_eq!(predicate(&column, &label(name), &value, said), are);
        }
        for (label, expected) in [
            ("category", "categories"),
            ("assigned to", "assignees"),
            ("opened by", "opened by values"),
            ("customer id", "customers"),
        ] {
            assert_eq!(many(label), expected);
        }
    }

    #[test]
    fn columns_and_numbers_read_like_words() {
        for (name, expected) in
            [("assigned_to", "assigned to"), ("assignedTo", "assigned to"), ("Order-No.", "order no"), ("ID", "id")]
        {
            assert_eq!(label(name), expected);
        }
        for (given, expected) in [
            (0.0, "0"),
            (3.0, "3"),
            (1234.0, "1,234"),
            (1_234_567.8, "1,234,568"),
            (12.345, "12.35"),
            (-0.05, "-0.05"),
            (150.24, "150.2"),
            (-1234.5, "-1,234"),
            (0.5, "0.5"),
        ] {
            assert_eq!(decimal(given), expected, "{given}");
        }
        for (given, expected) in [(0.674, "67%"), (0.05, "5%"), (0.056, "5.6%"), (1.0, "100%"), (0.0, "0%")] {
            assert_eq!(percent(given), expected);
        }
        assert_eq!(shown(&json!("  Hull ")), Some("Hull".into()));
        assert_eq!((shown(&json!(2002.0)), shown(&json!(null)), number(&json!("2.5"))), (Some("2002".into()), None, Some(2.5)));
        assert_eq!(span("2024-03-01T00:00:00", Unit::Month), "March 2024");
        assert_eq!(span("2024-04-01", Unit::Quarter), "quarter 2 of 2024");
        assert_eq!(slug("Old Town (North)"), "old_town_north");
    }
}
