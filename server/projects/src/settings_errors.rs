//! What is wrong with the settings of a database, in words that say what to write instead.

use domain::Failure;
use warehouse::CONNECTORS;

/// # Errors
/// 422 naming every kind of database that can be connected.
pub(super) fn known(subtype: &str) -> Result<(), Failure> {
    if matches!(subtype, "sqlite" | "files") {
        let detail = "a file is not a connection: upload it as multipart/form-data, or name it with config.path beneath a folder \
                      that the operator allows with DISCOVERY_FILES_DIRS";
        return Err(Failure::invalid("config.path", detail));
    }
    if subtype == "mariadb" || CONNECTORS.iter().any(|(name, _)| *name == subtype) {
        return Ok(());
    }
    let all: Vec<&str> = CONNECTORS.iter().map(|(name, _)| *name).collect();
    let named: String = subtype.chars().take(50).collect();
    Err(Failure::invalid("type", format!("there is no connector for {named}: type is one of {}", all.join(", "))))
}

/// What the reader of settings says of them, without its own language.
pub(super) fn unfit(subtype: &str, fault: &str) -> Failure {
    let between = |from: &str| fault.strip_prefix(from).and_then(|rest| rest.split('`').next());
    if let Some(field) = between("missing field `") {
        let place = if matches!(field, "token" | "password") { "secrets" } else { "config" };
        return Failure::invalid(&format!("{place}.{field}"), format!("{subtype} needs {place}.{field}"));
    }
    let words = [
        ("unknown variant", "unknown word"),
        ("invalid type: ", "there is "),
        ("invalid value: ", "there is "),
        (", expected a string", " where a text belongs"),
        (", expected string", " where a text belongs"),
        (", expected a sequence", " where a list belongs"),
        (", expected u16", " where a whole number up to 65535 belongs"),
        ("string \"", "the text \""),
        ("integer `", "the number `"),
    ];
    let said = words.into_iter().fold(fault.to_owned(), |said, (from, to)| said.replace(from, to));
    Failure::invalid("config", format!("a setting of {subtype} is not what it should be: {said}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use warehouse::ConnectionSettings;

    fn error_detail(settings: Value) -> String {
        let fault = serde_json::from_value::<ConnectionSettings>(settings).expect_err("it is wrong");
        unfit("postgres", &fault.to_string()).detail
    }

    #[test]
    fn what_is_missing_or_of_another_form_is_said_in_words() {
        let whole = json!({"type": "postgres", "host": "db", "database": "x", "user": "y"});
        let with = |name: &str, value: Value| {
            let mut changed = whole.clone();
            changed[name] = value;
            error_detail(changed)
        };
        assert_eq!(error_detail(json!({"type": "postgres", "host": "db", "database": "x"})), "postgres needs config.user");
        for (detail, says) in [
            (with("port", json!("x")), "the text \"x\" where a whole number"),
            (with("port", json!(70_000)), "the number `70000` where a whole number"),
            (with("host", json!(7)), "the number `7` where a text belongs"),
            (with("tls", json!("maybe")), "unknown word `maybe`"),
        ] {
            assert!(detail.contains(says), "{detail}");
        }
    }

    #[test]
    fn an_unknown_kind_is_answered_with_those_there_are() {
        let failure = known("oracle").expect_err("there is none");
        assert!(failure.detail.contains("oracle") && failure.detail.contains("snowflake"), "{}", failure.detail);
        assert!(known("mariadb").is_ok() && known("trino").is_ok() && known("sqlite").is_err());
    }
}
