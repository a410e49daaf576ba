//! Where in the text of a definition a fault is.

/// The first byte of what a fault names, and its line, counted from 1. `config.obligations.budget.priority` is the priority
/// behind the key `budget`; what cannot be found so closely is found where it begins.
pub(super) fn place(text: &str, field: &str) -> (usize, usize) {
    let parts: Vec<&str> = field.strip_prefix("config.").unwrap_or(field).split('.').collect();
    let at = match parts.as_slice() {
        ["obligations", rest @ ..] if !rest.is_empty() => obligation(text, rest),
        [first, rest @ ..] => named(text, 0, first).map(|at| rest.last().and_then(|last| named(text, at, last)).unwrap_or(at)),
        [] => None,
    };
    let at = at.unwrap_or(0);
    (at, text[..at].matches('\n').count() + 1)
}

/// A key may itself hold points: the last part is the part of the obligation only where the whole is no key.
fn obligation(text: &str, rest: &[&str]) -> Option<usize> {
    let begin = named(text, 0, "obligations")?;
    if let Some(at) = key(text, begin, &rest.join(".")) {
        return Some(at);
    }
    let (part, of) = rest.split_last()?;
    let at = key(text, begin, &of.join("."))?;
    let end = text[at..].find('}').map_or(text.len(), |end| at + end);
    // What stands before the key in its braces belongs to it, too.
    let open = text[..at].rfind('{').unwrap_or(at);
    Some(named(&text[..end], open, part).unwrap_or(at))
}

/// Where the member `"key": "<key>"` begins.
fn key(text: &str, from: usize, key: &str) -> Option<usize> {
    let wanted = format!("\"{key}\"");
    let mut at = from;
    while let Some(found) = named(text, at, "key") {
        let after = &text[found + "\"key\"".len()..];
        if after.trim_start_matches([':', ' ', '\n', '\t']).starts_with(&wanted) {
            return Some(found);
        }
        at = found + 1;
    }
    None
}

fn named(text: &str, from: usize, name: &str) -> Option<usize> {
    text.get(from..)?.find(&format!("\"{name}\"")).map(|at| from + at)
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn faults_are_found_where_they_stand() {
        let text = "{\n \"displayName\": \"\",\n \"obligations\": [\n  {\n   \"priority\": 11,\n   \"key\": \"a.b\"\n  },\n  {\n   \"key\": \"c\",\n   \"prompt\": \"\"\n  }\n ],\n \"completion\": {\n  \"minConfidenceScore\": 2\n }\n}";
        for (field, line) in [
            ("config.displayName", 2),
            ("config.obligations", 3),
            ("config.obligations.a.b.priority", 5),
            ("config.obligations.a.b", 6),
            ("config.obligations.c.prompt", 10),
            ("config.obligations.c.widgetType", 9),
            ("config.obligations.unknown.prompt", 1),
            ("config.completion.minConfidenceScore", 14),
            ("config", 1),
        ] {
            assert_eq!(place(text, field).1, line, "{field}");
        }
    }
}
