//! The address of a database in its parts: `scheme://user:password@host:port/database?sslmode=require`.

use domain::Failure;
use serde_json::Value;

/// The settings that it stands for.
///
/// # Errors
/// 422 for what is no address, and naming a parameter that is not known: nothing of it is left out in silence.
pub(super) fn parts(url: &str) -> Result<Vec<(String, Value)>, Failure> {
    let (place, query) = split(url);
    let mut parts = of_place(place)
        .ok_or_else(|| Failure::invalid("config.url", "an address looks like postgres://user:password@host:5432/database"))?;
    if let Some(tls) = of_query(query)? {
        parts.push(("tls".to_owned(), tls.into()));
    }
    Ok(parts)
}

/// A password may have a question mark in it, a host may not.
fn split(url: &str) -> (&str, &str) {
    // Behind the database's name there is no login any more.
    let place = url.find("://").map_or(0, |at| at + 3);
    let query = url[place..].find('/').and_then(|slash| url[place + slash..].find('?').map(|at| place + slash + at));
    let login = url[..query.unwrap_or(url.len())].rfind('@').unwrap_or_default();
    match url[login..].find('?') {
        Some(at) => (&url[..login + at], &url[login + at + 1..]),
        None => (url, ""),
    }
}

fn of_place(url: &str) -> Option<Vec<(String, Value)>> {
    let (_, rest) = url.split_once("://")?;
    let (login, place) = rest.rsplit_once('@').unwrap_or(("", rest));
    let (user, password) = login.split_once(':').unwrap_or((login, ""));
    let (host, database) = place.split_once('/').unwrap_or((place, ""));
    let (host, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, Some(port.parse::<u16>().ok()?)),
        _ => (host, None),
    };
    if host.is_empty() {
        return None;
    }
    let mut parts = vec![("host".to_owned(), host.into()), ("database".to_owned(), decoded(database)?.into())];
    parts.extend(port.map(|port| ("port".to_owned(), port.into())));
    for (name, value) in [("user", user), ("password", password)] {
        if !value.is_empty() {
            parts.push((name.to_owned(), decoded(value)?.into()));
        }
    }
    Some(parts)
}

/// How the connection is encrypted, where it says: never less than it asks for.
fn of_query(query: &str) -> Result<Option<&'static str>, Failure> {
    let mut found = None;
    for one in query.split('&').filter(|one| !one.is_empty()) {
        let (name, value) = one.split_once('=').unwrap_or((one, ""));
        let name = decoded(name).unwrap_or_default();
        if !["sslmode", "ssl-mode", "ssl_mode"].contains(&name.to_lowercase().as_str()) {
            let name: String = name.chars().take(50).collect();
            let detail = format!("the parameter {name} of an address is not known here: only sslmode (or ssl-mode) is");
            return Err(Failure::invalid("config.url", detail));
        }
        let value = decoded(value).unwrap_or_default().to_lowercase().replace('_', "-");
        let tls = match value.as_str() {
            "disable" | "disabled" => "off",
            "allow" | "prefer" | "preferred" => "prefer",
            "require" | "required" => "require",
            // Whoever wants an authority to vouch for the server gets its name held against the certificate too.
            "verify-ca" | "verify-full" | "verify-identity" => "verify",
            _ => {
                let known = "sslmode is one of disable, prefer, require, verify-ca and verify-full";
                return Err(Failure::invalid("config.url", known));
            }
        };
        if found.is_some_and(|before| before != tls) {
            return Err(Failure::invalid("config.url", "the address names sslmode twice"));
        }
        found = Some(tls);
    }
    Ok(found)
}

/// `%40` as what it stands for.
pub(super) fn decoded(text: &str) -> Option<String> {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let [first, after @ ..] = rest {
        rest = after;
        if *first == b'%' {
            let digits = std::str::from_utf8(after.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &after[2..];
        } else {
            bytes.push(*first);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Map, json};

    fn read(url: &str) -> Value {
        Value::Object(parts(url).expect(url).into_iter().collect::<Map<_, _>>())
    }

    #[test]
    fn an_address_says_everything() {
        let wanted = json!({
            "host": "db.example", "port": 6432, "database": "shop", "user": "reader", "password": "p@ss", "tls": "require",
        });
        assert_eq!(read("postgres://reader:p%40ss@db.example:6432/shop?sslmode=require"), wanted);
        assert_eq!(read("mysql://db.example?ssl-mode=DISABLED"), json!({"host": "db.example", "database": "", "tls": "off"}));
        let odd = read("postgres://reader:a?b@db.example/shop");
        assert_eq!((&odd["password"], &odd["tls"]), (&json!("a?b"), &Value::Null));
        for wrong in ["nothing", "postgres:///shop", "postgres://h:port/x", "postgres://?sslmode=require"] {
            assert!(parts(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn encryption_is_never_less_than_the_address_asks_for() {
        for (query, tls) in [
            ("sslmode=disable", "off"),
            ("sslmode=allow", "prefer"),
            ("sslmode=prefer", "prefer"),
            ("ssl-mode=PREFERRED", "prefer"),
            ("ssl-mode=REQUIRED", "require"),
            ("sslmode=verify-ca", "verify"),
            ("sslmode=verify-full", "verify"),
            ("sslmode=verify%2Dfull", "verify"),
            ("ssl-mode=VERIFY_CA", "verify"),
            ("ssl_mode=verify_identity", "verify"),
            ("sslmode=verify-full&sslmode=verify-ca", "verify"),
        ] {
            assert_eq!(read(&format!("postgres://u@h/d?{query}"))["tls"], tls, "{query}");
        }
        for (query, says) in [
            ("sslmode=maybe", "one of disable"),
            ("sslmode=", "one of disable"),
            ("sslmode", "one of disable"),
            ("sslmode=verify-full&sslmode=disable", "twice"),
            ("sslrootcert=/tmp/ca.pem", "sslrootcert"),
            ("sslmode=require&options=-c", "options"),
            ("application_name=x", "application_name"),
            ("sslmode=verify-full&application_name=me@corp", "application_name"),
            ("%zz=1", "is not known here"),
        ] {
            let failure = parts(&format!("postgres://u@h/d?{query}")).expect_err(query);
            assert!(failure.detail.contains(says), "{query}: {}", failure.detail);
        }
    }
}
