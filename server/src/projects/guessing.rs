//! What a JSON file is: the description of an API, or rows.

use domain::tools::SourceKind;

/// A description of an API says so by the names of its outermost object; every other JSON is rows. Only the beginning is known.
pub(super) fn of_json(head: &str) -> SourceKind {
    let described = |(depth, name, rest): (usize, &str, &str)| {
        let version = || rest.trim_start().trim_start_matches(['"', ' ']).starts_with(['2', '3']);
        match name {
            "openapi" | "swagger" => depth == 1 && version(),
            // The answer of a service has it one level deeper.
            "__schema" => depth <= 2,
            _ => false,
        }
    };
    if names(head).any(described) { SourceKind::Api } else { SourceKind::Database }
}

/// The names of objects with how deep they stand, and what comes behind each.
fn names(text: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0, 0_usize);
    std::iter::from_fn(move || {
        while let Some(sign) = bytes.get(at) {
            at += 1;
            match sign {
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.saturating_sub(1),
                b'"' => {
                    let begin = at;
                    while bytes.get(at).is_some_and(|sign| *sign != b'"') {
                        at += if bytes[at] == b'\\' { 2 } else { 1 };
                    }
                    let name = text.get(begin..at.min(bytes.len())).unwrap_or_default();
                    at += 1;
                    let rest = text.get(at..).unwrap_or_default().trim_start();
                    if let Some(rest) = rest.strip_prefix(':') {
                        return Some((depth, name, rest));
                    }
                }
                _ => {}
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_what_stands_in_it() {
        for (head, kind) in [
            ("[{\"id\": 1}]", SourceKind::Database),
            ("\u{feff}{\"swagger\": \"2.0\", \"paths\": {}}", SourceKind::Api),
            ("{ \"info\": {\"description\": \"a \\\" b\"}, \"openapi\" : \"3.1.0\"}", SourceKind::Api),
            ("{\"data\": {\"__schema\": {}}}", SourceKind::Api),
            ("[{\"text\": \"about \\\"openapi\\\"\"}]", SourceKind::Database),
            ("{\"rows\": [{\"openapi\": \"3.0\", \"team\": \"a\"}]}", SourceKind::Database),
            ("{\"text\": \"\\\"openapi\\\": \\\"3.0\\\"\"}", SourceKind::Database),
            ("{\"openapi\": \"yes\"}\n{\"openapi\": \"no\"}", SourceKind::Database),
            ("{\"a\": \"cut in the mid\\", SourceKind::Database),
            ("", SourceKind::Database),
        ] {
            assert_eq!(of_json(head), kind, "{head}");
        }
    }
}
