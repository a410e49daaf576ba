//! The credentials that are sent to fetch the description of an API or a document. Only the origin of its address gets them.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use domain::{Failure, research::PageFault, tools::ProjectSource};
use http::{HeaderMap, HeaderName, HeaderValue, header::AUTHORIZATION};
use serde_json::{Map, Value};

/// The header of an API key where none is configured.
const USUAL_KEY: &str = "x-api-key";
/// Headers that the client itself sets.
const ITS_OWN: [&str; 6] = ["host", "content-length", "content-type", "connection", "transfer-encoding", "upgrade"];

/// `token` as a bearer token, `user` with `password` as Basic, `api_key` under `config.api_key_header`, `authorization` and
/// `headers` as they are; a login in the address as Basic.
///
/// # Errors
/// 422 for a secret that cannot be sent, and for one that means nothing here.
pub(super) fn headers(source: &ProjectSource, secrets: &Map<String, Value>) -> Result<HeaderMap, Failure> {
    let mut headers = HeaderMap::new();
    let config = |name: &str| source.config[name].as_str();
    for (name, secret) in secrets {
        let field = format!("secrets.{name}");
        let mut put = |header: &str, value: &str| -> Result<(), Failure> {
            let unfit = |what: &str| Failure::invalid(&field, format!("{what} cannot be sent in a header"));
            let header: HeaderName = header.trim().parse().map_err(|_| unfit("this name"))?;
            if ITS_OWN.contains(&header.as_str()) {
                return Err(Failure::invalid(&field, format!("{header} is not given by hand")));
            }
            let mut value = HeaderValue::from_str(value.trim()).map_err(|_| unfit("this value"))?;
            value.set_sensitive(true);
            headers.insert(header, value);
            Ok(())
        };
        match (&*name.to_lowercase(), secret) {
            ("token" | "access_token" | "bearer", Value::String(token)) => {
                put(AUTHORIZATION.as_str(), &format!("Bearer {token}"))?
            }
            ("authorization", Value::String(whole)) => put(AUTHORIZATION.as_str(), whole)?,
            ("api_key", Value::String(key)) => put(config("api_key_header").unwrap_or(USUAL_KEY), key)?,
            ("password", Value::String(password)) => {
                let user = config("user").or_else(|| config("username")).unwrap_or_default();
                put(AUTHORIZATION.as_str(), &basic(user, password))?;
            }
            ("headers", Value::Object(given)) => {
                for (header, value) in given {
                    let value = value.as_str().ok_or_else(|| Failure::invalid(&field, "a header is a text"))?;
                    put(header, value)?;
                }
            }
            ("url", Value::String(url)) => {
                if let Some((user, password)) = login(url) {
                    put(AUTHORIZATION.as_str(), &basic(&user, &password))?;
                }
            }
            _ => {
                let detail = "an address is asked with token, password (and config.user), api_key (under config.api_key_header), \
                              authorization or headers";
                return Err(Failure::invalid(&field, detail));
            }
        }
    }
    Ok(headers)
}

/// A failed fetch as a failure, with advice where the site needs credentials.
pub(super) fn fetch_problem(fault: &PageFault, asked_with: &HeaderMap) -> Failure {
    let detail = match fault {
        PageFault::Status(status @ (401 | 403)) if asked_with.is_empty() => {
            format!(
                "the site answered {status}: it wants to know who asks, so give a token, a password or a header under secrets"
            )
        }
        PageFault::Status(status @ (401 | 403)) => {
            format!("the site answered {status}: it does not take what was given under secrets")
        }
        fault => fault.to_string(),
    };
    Failure::invalid("config.url", detail)
}

fn basic(user: &str, password: &str) -> String {
    format!("Basic {}", STANDARD.encode(format!("{user}:{password}")))
}

/// `user` and `password` of `https://user:password@host/`.
fn login(url: &str) -> Option<(String, String)> {
    let (_, rest) = url.split_once("://")?;
    let (login, _) = rest.split_once('@')?;
    let (user, password) = login.split_once(':').unwrap_or((login, ""));
    let plain = |text: &str| super::address::decoded(text).unwrap_or_else(|| text.to_owned());
    Some((plain(user), plain(password)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::tools::{SourceKind, SourceStatus};
    use protocol::{ProjectId, ProjectSourceId, TenantId, Timestamp};
    use serde_json::json;
    use uuid::Uuid;

    fn sent(config: Value, secrets: Value) -> Result<Vec<(String, String)>, String> {
        let source = ProjectSource {
            id: ProjectSourceId(Uuid::nil()),
            tenant: TenantId(Uuid::nil()),
            project: ProjectId(Uuid::nil()),
            kind: SourceKind::Api,
            subtype: "openapi".into(),
            name: "x".into(),
            description: None,
            config,
            secrets: Vec::new(),
            status: SourceStatus::Ready,
            error: None,
            summary: Value::Null,
            warnings: Vec::new(),
            files: Vec::new(),
            created_by: None,
            created_at: Timestamp(0),
            updated_at: Timestamp(0),
        };
        let secrets = secrets.as_object().cloned().unwrap_or_default();
        let headers = headers(&source, &secrets).map_err(|failure| failure.detail)?;
        assert!(headers.values().all(HeaderValue::is_sensitive), "no log shows them");
        Ok(headers.iter().map(|(name, value)| (name.to_string(), value.to_str().expect("a text").to_owned())).collect())
    }

    #[test]
    fn who_asks_is_said_in_the_usual_ways() {
        let one = |name: &str, value: &str| Ok(vec![(name.to_owned(), value.to_owned())]);
        for (config, secrets, wanted) in [
            (json!({}), json!({"token": "t"}), one("authorization", "Bearer t")),
            (json!({"user": "ann"}), json!({"password": "p"}), one("authorization", "Basic YW5uOnA=")),
            (json!({}), json!({"url": "https://ann:p@a.example/x"}), one("authorization", "Basic YW5uOnA=")),
            (json!({}), json!({"api_key": "k"}), one("x-api-key", "k")),
            (json!({"api_key_header": "X-Key"}), json!({"api_key": "k"}), one("x-key", "k")),
            (json!({}), json!({"Authorization": "Token t"}), one("authorization", "Token t")),
            (json!({}), json!({"headers": {"X-A": "b"}}), one("x-a", "b")),
            (json!({}), json!({}), Ok(Vec::new())),
        ] {
            assert_eq!(sent(config, secrets.clone()), wanted, "{secrets}");
        }
        for (secrets, says) in [
            (json!({"token": "a\nb"}), "cannot be sent"),
            (json!({"headers": {"host": "b"}}), "not given by hand"),
            (json!({"headers": {"a b": "b"}}), "cannot be sent"),
            (json!({"private_key": "k"}), "authorization or headers"),
        ] {
            assert!(sent(json!({}), secrets.clone()).is_err_and(|why| why.contains(says)), "{secrets}");
        }
    }
}
