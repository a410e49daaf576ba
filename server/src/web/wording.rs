//! What readers of JSON and of addresses say of a value that does not fit, in words that need no knowledge of this program.

use domain::Fault;
use http::StatusCode;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Signs of a text that does not fit.
const QUOTED: usize = 60;
/// How the reader of parameters begins.
const OF_QUERY: &str = "Failed to deserialize query string: ";

/// Reads a value.
///
/// # Errors
/// The first thing that does not fit, with its place.
pub(crate) fn read_value<T: DeserializeOwned>(value: Value) -> Result<T, Fault> {
    serde_path_to_error::deserialize(value).map_err(|fault| {
        let (path, why) = (fault.path().to_string(), fault.inner().to_string());
        // Of a field that is missing only the message knows the name.
        let field = match (path.as_str(), named(&why, "missing field `")) {
            (".", Some(name)) => name.to_owned(),
            (".", None) => "body".to_owned(),
            (path, Some(name)) => format!("{path}.{name}"),
            (path, None) => path.to_owned(),
        };
        let message = describe_misfit(&field, &why);
        Fault::new(field, message)
    })
}

/// What is wrong with the field of this name.
fn describe_misfit(field: &str, why: &str) -> String {
    if let Some(name) = named(why, "missing field `") {
        let is_whole = field.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
        return format!("{} is missing", if is_whole { field } else { name });
    }
    if let Some(name) = named(why, "unknown field `") {
        return match choices(why) {
            Some(known) => format!("there is no field {}; the fields are {known}", cut(name)),
            None => format!("there is no field {}", cut(name)),
        };
    }
    if let Some(name) = named(why, "unknown variant `") {
        return match choices(why) {
            Some(known) if name.is_empty() => format!("{field} is one of {known}"),
            Some(known) => format!("there is no {}: {field} is one of {known}", cut(name)),
            None => format!("{field} has no value {}", cut(name)),
        };
    }
    if let Some(name) = named(why, "duplicate field `") {
        return format!("{name} is there more than once");
    }
    if let Some((found, expected)) = found_and_expected(why) {
        return format!("{field} is {}: {} is expected", describe_value(found), describe_kind(expected));
    }
    let what = match why {
        "invalid digit found in string" | "cannot parse integer from empty string" => "is no whole number",
        "number too large to fit in target type" => "is too large a number",
        "number too small to fit in target type" => "is too small a number",
        "provided string was not `true` or `false`" => "is neither true nor false",
        _ if why.starts_with("UUID parsing failed") => "is no id: an id is a UUID",
        _ if why.starts_with("invalid length ") => "has too many or too few entries",
        _ if why.starts_with("data did not match any variant") => "has none of the forms that are possible",
        _ if why.starts_with("expected struct ") => "is not an object",
        _ => return why.to_owned(),
    };
    format!("{field} {what}")
}

/// What is wrong with a parameter, where its reader says so, and the status for that: a word that a list does not know makes no sense,
/// as in a body; anything else cannot be read.
pub(super) fn read_query_fault(detail: &str) -> Option<(StatusCode, Fault)> {
    let why = detail.strip_prefix(OF_QUERY)?;
    let is_name = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let (field, why) = match why.split_once(": ").filter(|(name, _)| is_name(name)) {
        Some((field, why)) => (field, why),
        None => (["missing field `", "duplicate field `"].iter().find_map(|begin| named(why, begin))?, why),
    };
    let is_word = why.starts_with("unknown variant `");
    let status = if is_word { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::BAD_REQUEST };
    Some((status, Fault::new(field, describe_misfit(field, why))))
}

/// The name between a beginning and the next backtick.
fn named<'why>(why: &'why str, begin: &str) -> Option<&'why str> {
    why.strip_prefix(begin).and_then(|rest| rest.split_once('`')).map(|(name, _)| name)
}

/// `expected one of `a`, `b`` as `a, b`. What was sent may hold anything, so the last one counts.
fn choices(why: &str) -> Option<String> {
    let (_, names) = why.rsplit_once("`, expected ")?;
    Some(names.trim_start_matches("one of ").replace(" or ", ", ").replace('`', ""))
}

/// `invalid type: integer `7`, expected a string` in its two parts.
fn found_and_expected(why: &str) -> Option<(&str, &str)> {
    let rest = why.strip_prefix("invalid type: ").or_else(|| why.strip_prefix("invalid value: "))?;
    rest.rsplit_once(", expected ")
}

fn describe_value(found: &str) -> String {
    match found {
        "sequence" => return "a list".to_owned(),
        "map" => return "an object".to_owned(),
        "unit value" | "Option value" => return "null".to_owned(),
        _ => {}
    }
    let words =
        [("integer `", "the number "), ("floating point `", "the number "), ("boolean `", ""), ("character `", "the text ")];
    for (begin, word) in words {
        if let Some(value) = found.strip_prefix(begin) {
            return format!("{word}{}", cut(value.trim_end_matches('`')));
        }
    }
    match found.strip_prefix("string ") {
        Some(text) => format!("the text {}", cut(text)),
        None => cut(found),
    }
}

fn describe_kind(expected: &str) -> &str {
    match expected {
        "a string" | "string" | "string or map" | "a character" | "variant identifier" => "a text",
        "a sequence" => "a list",
        "a map" => "an object",
        "a boolean" => "true or false",
        "unit" | "null" => "null",
        "f32" | "f64" => "a number",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number from 0 on",
        _ if expected.contains("UUID") => "an id (a UUID)",
        _ if expected.starts_with("struct ") || expected.contains(" enum ") || expected.starts_with("enum ") => "an object",
        _ if expected.contains("tuple") => "a list",
        _ => expected,
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(QUOTED) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{ProjectId, account::Role};
    use serde::Deserialize;
    use serde_json::json;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only what is wrong with it matters")]
    struct Wanted {
        title: String,
        #[serde(default)]
        ids: Vec<ProjectId>,
        #[serde(default)]
        role: Option<Role>,
    }

    fn describe<T: std::fmt::Debug + DeserializeOwned>(value: Value) -> String {
        let fault = serde_json::from_value::<T>(value).expect_err("it is wrong");
        describe_misfit("field", &fault.to_string())
    }

    #[test]
    fn what_does_not_fit_is_said_without_names_of_types() {
        for (sentence, expected) in [
            (describe::<String>(json!(7)), "field is the number 7: a text is expected"),
            (describe::<String>(json!(null)), "field is null: a text is expected"),
            (describe::<String>(json!(1.5)), "field is the number 1.5: a text is expected"),
            (describe::<bool>(json!("yes")), "field is the text \"yes\": true or false is expected"),
            (describe::<Vec<String>>(json!({})), "field is an object: a list is expected"),
            (describe::<i64>(json!("a, expected b")), "field is the text \"a, expected b\": a whole number is expected"),
            (describe::<f64>(json!(true)), "field is true: a number is expected"),
            (describe::<u16>(json!(-1)), "field is the number -1: a whole number from 0 to 65535 is expected"),
            (describe::<Wanted>(json!("a")), "field is the text \"a\": an object is expected"),
            (describe::<Wanted>(json!({})), "title is missing"),
            (describe::<Wanted>(json!({"title": "a", "x": 1})), "there is no field x; the fields are title, ids, role"),
            (describe::<Wanted>(json!({"title": "a", "ids": ["x"]})), "field is no id: an id is a UUID"),
            (describe::<Role>(json!("emperor")), "there is no emperor: field is one of viewer, member, admin"),
        ] {
            assert_eq!(sentence, expected);
        }
        assert_eq!(describe_misfit("findings[0].title", "missing field `title`"), "findings[0].title is missing");
        assert_eq!(describe_misfit("a", "a day is written 2026-01-31"), "a day is written 2026-01-31");
        assert!(describe::<bool>(json!("a".repeat(5_000))).len() < 150);
    }

    #[test]
    fn what_is_wrong_with_a_parameter_is_said_of_it() {
        for (why, expected) in [
            ("limit: invalid digit found in string", Some((400, "limit", "limit is no whole number"))),
            (
                "status: unknown variant `foo`, expected `active` or `completed`",
                Some((422, "status", "there is no foo: status is one of active, completed")),
            ),
            ("by: unknown variant ``, expected `day`", Some((422, "by", "by is one of day"))),
            (
                "project_id: UUID parsing failed: invalid character: found `x` at 0",
                Some((400, "project_id", "project_id is no id: an id is a UUID")),
            ),
            ("duplicate field `limit`", Some((400, "limit", "limit is there more than once"))),
            ("missing field `sql`", Some((400, "sql", "sql is missing"))),
            ("something else", None),
        ] {
            let fault = read_query_fault(&format!("{OF_QUERY}{why}"));
            let fault = fault.as_ref().map(|(status, fault)| (status.as_u16(), fault.field.as_str(), fault.message.as_str()));
            assert_eq!(fault, expected, "{why}");
        }
        assert!(read_query_fault("limit: invalid digit found in string").is_none());
    }
}
