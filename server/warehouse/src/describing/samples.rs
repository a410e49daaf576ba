//! A few values of each column, and none of what looks like a secret.

use domain::tools::{catalog::Table, warehouse::Rows};
use serde_json::Value;

/// Values of a column that are kept with its table.
pub const STORED: usize = 5;
const LONGEST: usize = 60;

/// Puts different values of the rows into the table's columns of the same names.
pub(crate) fn fill(table: &mut Table, rows: &Rows) {
    super::rows::take(table, rows);
    for column in &mut table.columns {
        if let Some(place) = rows.columns.iter().position(|name| *name == column.name) {
            column.samples = samples_of(&column.name, rows, place, STORED);
        }
    }
}

/// So many different values of a column, shortened; none where its name or one of its values looks like a secret.
#[must_use]
pub fn samples_of(column: &str, rows: &Rows, place: usize, most: usize) -> Vec<Value> {
    let values = || rows.rows.iter().filter_map(|row| row.get(place)).filter(|value| !value.is_null());
    let mut samples = Vec::new();
    if is_secret(column) || values().any(is_credential) {
        return samples;
    }
    for value in values() {
        let value = shortened(value);
        if samples.len() < most && !samples.contains(&value) {
            samples.push(value);
        }
    }
    samples
}

/// A value as short as a sample should be.
pub(crate) fn shortened(value: &Value) -> Value {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Array(_) | Value::Object(_) => value.to_string(),
        _ => return value.clone(),
    };
    if text.chars().count() <= LONGEST {
        return value.clone();
    }
    Value::from(text.chars().take(LONGEST - 1).chain(['…']).collect::<String>())
}

/// Whether a column's name says that its values are nobody's business.
#[must_use]
pub fn is_secret(column: &str) -> bool {
    const WHOLE: &[&str] = &["pin", "cvv", "cvc", "ssn", "salt", "otp", "pwd", "pass", "jwt", "iban", "tin"];
    const WITHIN: &[&str] = &[
        "password", "passwd", "passphrase", "secret", "token", "apikey", "privatekey", "accesskey", "credential", "creditcard",
        "cardnumber", "socialsecurity", "passwordhash", "pwhash", "sessionid", "authkey", "encryptionkey", "cookie", "kennwort",
        "passwort",
    ];
    let words = words(column);
    let joined = words.concat();
    words.iter().any(|word| WHOLE.contains(&word.as_str())) || WITHIN.iter().any(|part| joined.contains(part))
}

/// `userApiKey` and `USER_API-KEY` as user, api, key.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut small = false;
    for c in name.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && small) {
            words.push(String::new());
        }
        small = c.is_lowercase();
        if let (true, Some(last)) = (c.is_alphanumeric(), words.last_mut()) {
            last.extend(c.to_lowercase());
        }
    }
    words
}

/// Whether a value has the form of a hashed password, a key or a token, whatever its column is called.
fn is_credential(value: &Value) -> bool {
    const BEGINNINGS: &[&str] = &[
        "$2a$", "$2b$", "$2y$", "$argon2", "$6$", "pbkdf2", "scrypt$", "eyJhbGciOi", "sk-", "sk_live_", "ghp_", "AKIA", "xoxb-",
        "-----BEGIN",
    ];
    value.as_str().is_some_and(|text| BEGINNINGS.iter().any(|beginning| text.starts_with(beginning)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::tools::catalog::Column;
    use serde_json::json;

    #[test]
    fn secrets_are_known_by_their_names() {
        for name in
            ["password", "user_password", "PasswordHash", "apiKey", "API-KEY", "refresh_token", "card_number", "ssn", "PIN"]
        {
            assert!(is_secret(name), "{name}");
        }
        for name in ["name", "spinning", "shipping_address", "opinion", "compass_heading", "key", "saltiness", "tint"] {
            assert!(!is_secret(name), "{name}");
        }
    }

    #[test]
    fn samples_are_few_different_short_and_never_credentials() {
        let column = |name: &str| Column { name: name.to_owned(), ..Column::default() };
        let mut table = Table { columns: ["city", "note", "login"].map(column).to_vec(), ..Table::default() };
        let row = |n: i32| vec![json!(format!("city {}", n % 7)), json!("ä".repeat(100)), json!("$2b$10$abcdef")];
        fill(
            &mut table,
            &Rows {
                columns: vec!["city".into(), "note".into(), "login".into()],
                rows: (0..50).map(row).collect(),
                ..Rows::default()
            },
        );
        assert_eq!(table.columns[0].samples.len(), STORED);
        assert_eq!(table.columns[1].samples, [json!(format!("{}…", "ä".repeat(59)))]);
        assert_eq!(table.columns[2].samples, [] as [Value; 0]);
    }
}
