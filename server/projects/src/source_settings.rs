//! What was entered of a source: settings and secrets, kept apart and bounded.

use domain::Failure;
use serde_json::{Map, Value, json};

const LONGEST_CONFIG: usize = 4 * 1024 * 1024;
const LONGEST_NAME: usize = 200;
/// Settings that hold what is read, not where it is.
const CONTENTS: [&str; 2] = ["content", "spec"];
const LONGEST_SETTING: usize = 4_000;
/// All secrets of a source with their names, in bytes; a key of a service account has about 2,400.
const LONGEST_SECRETS: usize = 16 * 1024;
/// Fields of a configuration that are secrets wherever they stand.
const SECRET: [&str; 11] = [
    "password", "token", "api_token", "secret", "api_key", "access_token", "private_key", "credentials", "client_secret",
    "headers", "authorization",
];

/// The settings, none of them longer than it may be.
///
/// # Errors
/// Naming the one that is, or where they are no object.
pub(super) fn checked_config(config: Value) -> Result<Value, Failure> {
    let fields = match &config {
        Value::Null => return Ok(json!({})),
        Value::Object(fields) => fields,
        _ => return Err(Failure::invalid("config", "config is a JSON object")),
    };
    if let Some((name, _)) = fields.iter().find(|(name, value)| too_long(name, value)) {
        let name: String = name.chars().take(LONGEST_NAME).collect();
        return Err(Failure::invalid(&format!("config.{name}"), format!("a setting has at most {LONGEST_SETTING} characters")));
    }
    if config.to_string().len() > LONGEST_CONFIG {
        let detail = format!("config is larger than {} MB", LONGEST_CONFIG / 1024 / 1024);
        return Err(Failure::too_large(detail));
    }
    Ok(config)
}

fn too_long(name: &str, value: &Value) -> bool {
    fn longest(value: &Value) -> usize {
        match value {
            Value::String(text) => text.chars().count(),
            Value::Array(items) => items.iter().map(longest).max().unwrap_or_default(),
            Value::Object(fields) => {
                fields.iter().map(|(name, value)| name.chars().count().max(longest(value))).max().unwrap_or_default()
            }
            _ => 0,
        }
    }
    name.chars().count() > LONGEST_NAME || (!CONTENTS.contains(&name) && longest(value) > LONGEST_SETTING)
}

/// The secrets that were named as such, and those that stood among the settings.
///
/// # Errors
/// Where one is no secret, or they are too long.
pub(super) fn taken_secrets(config: &mut Value, mut secrets: Map<String, Value>) -> Result<Map<String, Value>, Failure> {
    if let Some(fields) = config.as_object_mut() {
        let named: Vec<String> = fields.keys().filter(|name| SECRET.contains(&name.to_lowercase().as_str())).cloned().collect();
        for name in named {
            if let Some(secret) = fields.remove(&name) {
                secrets.entry(name).or_insert(secret);
            }
        }
        // An address with a password in it is a secret as a whole; what is shown is the address without.
        if let Some(Value::String(url)) = fields.get_mut("url")
            && let Some(shown) = without_login(url)
        {
            secrets.entry("url").or_insert_with(|| std::mem::replace(url, shown).into());
        }
    }
    let length: usize = secrets.iter().map(|(name, secret)| name.len() + secret.to_string().len()).sum();
    if length > LONGEST_SECRETS {
        return Err(Failure::invalid(
            "secrets",
            format!("the secrets of a source have at most {LONGEST_SECRETS} bytes together"),
        ));
    }
    match secrets.iter().find(|(_, secret)| !secret.is_string() && !secret.is_object()) {
        Some((name, _)) => Err(Failure::invalid(&format!("secrets.{name}"), "a secret is a text")),
        None => Ok(secrets),
    }
}

/// `scheme://host/…` of `scheme://user:password@host/…`; nothing of an address without a login.
fn without_login(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let place = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let at = rest[..place].rfind('@').or_else(|| rest.rfind('@').filter(|_| rest[..place].contains(':')))?;
    Some(format!("{scheme}://{}", &rest[at + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_its_login() {
        let cases = [
            ("postgres://ann:pw@db.example:5432/shop", Some("postgres://db.example:5432/shop")),
            ("mysql://ann@db.example/shop", Some("mysql://db.example/shop")),
            ("postgres://ann:p/w@db.example/shop", Some("postgres://db.example/shop")),
            ("https://example.com/a?to=b@c.example", None),
            ("https://example.com", None),
            ("db.example", None),
        ];
        for (url, shown) in cases {
            assert_eq!(without_login(url).as_deref(), shown, "{url}");
        }
        let mut config = json!({"url": "postgres://ann:pw@db/shop"});
        let secrets = taken_secrets(&mut config, Map::new()).expect("sound");
        assert_eq!(
            (config, Value::Object(secrets)),
            (json!({"url": "postgres://db/shop"}), json!({"url": "postgres://ann:pw@db/shop"}))
        );
    }

    #[test]
    fn secrets_never_stay_in_the_settings() {
        let mut config = json!({"host": "db", "Password": "p", "token": "t"});
        let given = json!({"password": "q"}).as_object().cloned().expect("an object");
        let secrets = taken_secrets(&mut config, given).expect("sound");
        assert_eq!(config, json!({"host": "db"}));
        assert_eq!(Value::Object(secrets), json!({"password": "q", "Password": "p", "token": "t"}));
        let long = "x".repeat(LONGEST_SECRETS);
        for wrong in [json!({"password": 7}), json!({"password": long}), json!({long.clone(): "x"})] {
            let wrong = wrong.as_object().cloned().expect("an object");
            assert!(taken_secrets(&mut json!({}), wrong).is_err());
        }
    }

    #[test]
    fn settings_are_bounded_and_contents_may_be_long() {
        let long = "x".repeat(LONGEST_SETTING + 1);
        for (config, sound) in [
            (json!({"host": "db", "port": 5432}), true),
            (json!({"content": long}), true),
            (json!({"spec": {"info": {"description": long}}}), true),
            (json!({"host": long}), false),
            (json!({"path": ["a.csv", long]}), false),
            (json!({"anything": {long.clone(): 1}}), false),
            (json!({long.clone(): 1}), false),
        ] {
            assert_eq!(checked_config(config.clone()).is_ok(), sound, "{}", &config.to_string()[..20]);
        }
    }
}
