//! What kind of values a column holds, whatever its database calls their type.

use super::Column;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Number,
    Text,
    /// A day or a moment, also one that is written as text (ISO 8601).
    Time,
    Truth,
    Other,
}

impl Column {
    #[must_use]
    pub fn class(&self) -> Class {
        let kind = self.data_type.to_lowercase();
        let kind = kind.trim_start_matches("nullable(").trim_start_matches("lowcardinality(");
        let begins = |names: &[&str]| names.iter().any(|name| kind.starts_with(name));
        let looks_like_a_time = || {
            let mut samples = self.samples.iter().filter_map(|sample| sample.as_str()).peekable();
            samples.peek().is_some() && samples.all(is_iso)
        };
        if begins(&["bool", "bit"]) {
            Class::Truth
        } else if begins(&["date", "time"]) || (begins(TEXTS) && looks_like_a_time()) {
            Class::Time
        } else if begins(NUMBERS) && !begins(&["interval"]) {
            Class::Number
        } else if begins(TEXTS) {
            Class::Text
        } else {
            Class::Other
        }
    }

    /// Whether moments are kept as text.
    #[must_use]
    pub fn is_text(&self) -> bool {
        let kind = self.data_type.to_lowercase();
        let kind = kind.trim_start_matches("nullable(").trim_start_matches("lowcardinality(");
        TEXTS.iter().any(|name| kind.starts_with(name))
    }
}

const NUMBERS: &[&str] = &[
    "int", "bigint", "smallint", "tinyint", "mediumint", "uint", "float", "double", "decimal", "numeric", "real", "number",
    "serial", "bigserial", "money", "byteint", "hugeint", "long", "short",
];

const TEXTS: &[&str] = &[
    "char", "varchar", "nvarchar", "nchar", "text", "string", "utf8", "largeutf8", "clob", "enum", "character", "tinytext",
    "mediumtext", "longtext", "bpchar", "citext",
];

/// `2024-05-01`, and what may follow it.
fn is_iso(text: &str) -> bool {
    let shape = |text: &str| {
        text.bytes().zip(b"dddd-dd-dd").all(|(sign, form)| if *form == b'd' { sign.is_ascii_digit() } else { sign == *form })
    };
    text.len() >= 10 && text.is_char_boundary(10) && shape(&text[..10])
}
