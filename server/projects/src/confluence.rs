//! A space of Confluence as a source of documents.

use super::reading::Read;
use crate::Projects;
use domain::{
    Failure,
    tools::{Found, ProjectSource, SourceKind, catalog::Document},
};
use providers::confluence::{ConfluenceFault, Login, Pages, Space};
use serde_json::{Map, Value};

pub(super) fn is_one(source: &ProjectSource) -> bool {
    source.kind == SourceKind::Document && source.subtype == "confluence"
}

/// All pages of the space; what is known in its present version is not asked for again.
///
/// # Errors
/// What is wrong, in a sentence.
pub(super) async fn read(
    projects: &Projects,
    source: &ProjectSource,
    secrets: &Map<String, Value>,
    known: &[Document],
) -> Result<Read, Failure> {
    let space = space(source, secrets)?;
    let Pages { documents, mut warnings } = projects.0.wikis.read(&space, known).await.map_err(|fault| of_fault(&fault))?;
    if documents.is_empty() {
        warnings.push("The space has no page that this user may see.".to_owned());
    }
    if space.is_readable_on_the_way() {
        warnings.push("The address begins with http: the sign-in can be read by everybody on the way.".to_owned());
    }
    Ok(Read { subtype: "confluence".to_owned(), found: Found { documents, ..Found::default() }, warnings })
}

/// Reaches the space without reading all of it.
///
/// # Errors
/// What is wrong, in a sentence.
pub(super) async fn test(projects: &Projects, source: &ProjectSource, secrets: &Map<String, Value>) -> Result<(), Failure> {
    projects.0.wikis.test(&space(source, secrets)?).await.map_err(|fault| of_fault(&fault))
}

fn space(source: &ProjectSource, secrets: &Map<String, Value>) -> Result<Space, Failure> {
    let config = |name: &str| source.config[name].as_str().map(str::trim).filter(|text| !text.is_empty());
    let secret = |name: &str| secrets.get(name).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    let url = config("url").ok_or_else(|| Failure::invalid("config.url", "a Confluence needs its address in config.url"))?;
    let token = ["token", "api_token", "password"].into_iter().find_map(secret);
    let login = match (config("user").or_else(|| config("email")), token) {
        (Some(name), Some(token)) => Login::User { name: name.to_owned(), token: token.into() },
        (None, Some(token)) => Login::Token(token.into()),
        (Some(_), None) => {
            return Err(Failure::invalid("secrets.token", "a user signs in with an API token or a password: give it as token"));
        }
        (None, None) => Login::None,
    };
    Space::new(url, config("space"), login).map_err(|fault| of_fault(&fault))
}

/// The one place that turns a wiki's fault into HTTP.
fn of_fault(fault: &ConfluenceFault) -> Failure {
    let field = match fault {
        ConfluenceFault::Key(_) | ConfluenceFault::NoSpace(_) => "config.space",
        ConfluenceFault::SignIn | ConfluenceFault::NoSignIn => "secrets.token",
        ConfluenceFault::Limited { after } => {
            let wait = after.map_or(60, |after| u32::try_from(after.as_secs()).unwrap_or(u32::MAX).max(1));
            return Failure { retry_after: Some(wait), ..Failure::unavailable(fault.to_string()) };
        }
        fault if fault.is_retryable() => {
            return Failure { retry_after: Some(5), ..Failure::unavailable(fault.to_string()) };
        }
        ConfluenceFault::Forbidden(_) => {
            let detail = format!("{fault}; an operator allows private addresses with DISCOVERY_ALLOW_PRIVATE_URLS");
            return Failure::invalid("config.url", detail);
        }
        _ => "config.url",
    };
    Failure::invalid(field, fault.to_string())
}
