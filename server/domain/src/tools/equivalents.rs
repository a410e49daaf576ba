//! What does in one dialect what a function of another one does: whoever calls one that is not there is told what to write.

use super::warehouse::Dialect;
use std::{collections::HashMap, sync::LazyLock};

type Functions = HashMap<String, String>;

/// By dialect, by a function that it does not have; in small letters.
static EQUIVALENTS: LazyLock<HashMap<Dialect, Functions>> =
    LazyLock::new(|| serde_json::from_str(include_str!("equivalents.json")).expect("a test reads it"));

/// Words that are no name, where a database writes its sentence another way.
const NO_NAMES: [&str; 4] = ["not", "with", "signature", "name"];

/// The sentence for a fault about a function that this dialect does not have: which one, and what does it here. None where the fault is
/// about something else, or nothing is known that does the same.
#[must_use]
pub fn describe_unknown_function(fault: &str, dialect: Dialect) -> Option<String> {
    let of = EQUIVALENTS.get(&similar(dialect))?;
    let small = fault.to_ascii_lowercase();
    let mut named = small.match_indices("function").filter_map(|(at, word)| name(&small[at + word.len()..]));
    let (name, written) = named.find_map(|name| Some((name, of.get(name)?)))?;
    Some(format!("unknown function {name}: {written} does this here"))
}

/// The name that follows, without quotes and schemas.
fn name(rest: &str) -> Option<&str> {
    let rest = rest.trim_start_matches([' ', ':', '\'', '"', '`', '#']);
    let end = rest.find(|sign: char| !(sign.is_ascii_alphanumeric() || matches!(sign, '_' | '.'))).unwrap_or(rest.len());
    let name = rest[..end].trim_end_matches('.').rsplit('.').next().unwrap_or_default();
    (!name.is_empty() && !NO_NAMES.contains(&name)).then_some(name)
}

/// Dialects that have the same functions of those that people mix up.
const fn similar(dialect: Dialect) -> Dialect {
    match dialect {
        Dialect::Redshift => Dialect::Postgres,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_of_another_dialect_leads_to_the_one_that_does_it() {
        for (fault, dialect, expected) in [
            (
                "the function strftime is not among those that are known to only read",
                Dialect::Files,
                "date_trunc('month', ordered_at)",
            ),
            ("Error during planning: Invalid function 'ifnull'.\nDid you mean 'nullif'?", Dialect::Files, "coalesce(amount, 0)"),
            (
                "the function group_concat is not among those that are known to only read",
                Dialect::Files,
                "string_agg(name, ', ')",
            ),
            ("no such function: date_trunc", Dialect::Sqlite, "date(ordered_at, 'start of month')"),
            ("function ifnull(numeric, integer) does not exist", Dialect::Postgres, "coalesce(amount, 0)"),
            ("function pg_catalog.len(text) does not exist", Dialect::Redshift, "length(name)"),
            ("FUNCTION shop.DATE_TRUNC does not exist", Dialect::Mysql, "date_format(ordered_at, '%Y-%m-01')"),
        ] {
            let found = describe_unknown_function(fault, dialect).unwrap_or_default();
            assert!(found.starts_with("unknown function ") && found.contains(expected), "{fault}: {found}");
        }
    }

    #[test]
    fn other_faults_stay_as_they_are() {
        for (fault, dialect) in [
            ("the function pg_sleep is not among those that are known to only read", Dialect::Postgres),
            ("Schema error: No field named strftime", Dialect::Files),
            ("Function not found: strftime", Dialect::Trino),
            ("the function strftime is not among those that are known to only read", Dialect::Trino),
            ("a function", Dialect::Files),
            ("", Dialect::Files),
        ] {
            assert_eq!(describe_unknown_function(fault, dialect), None, "{fault}");
        }
    }

    #[test]
    fn every_equivalent_can_be_found() {
        for name in EQUIVALENTS.values().flat_map(HashMap::keys) {
            assert_eq!(name, &name.to_ascii_lowercase());
        }
    }
}
