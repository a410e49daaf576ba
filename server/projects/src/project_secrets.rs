//! Secrets of a project: a key for its language models, and credentials for databases without any of their own.

use super::{by_path, connections};
use crate::Projects;
use domain::{
    Failure, StoreFault,
    account::{AuditLog as _, AuditNote},
    packs::{SecretName, project_secret_id},
    tools::{ProjectRow, ProjectSource, SourceKind},
};
use protocol::{
    ProjectId, TenantId, Timestamp,
    account::{Account, Role},
};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Map, Value, json};

/// Of one secret, in characters.
const LONGEST: usize = 20_000;
/// Keys that are shorter show nothing of themselves.
const SHOWS_ITS_END: usize = 20;
const HIDDEN: &str = "••••••••";

/// A secret as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaskedSecret {
    pub name: SecretName,
    pub masked: String,
    pub updated_at: Timestamp,
}

/// # Errors
/// The store's.
pub async fn list_secrets(projects: &Projects, project: &ProjectRow) -> Result<Vec<MaskedSecret>, Failure> {
    let mut listed = Vec::new();
    for (name, updated_at) in projects.pack_store().project_secrets(project.tenant, project.id).await? {
        // Credentials are more than a key: nothing of them is shown.
        let opened = match name {
            SecretName::LlmApiKey => projects.secrets().secret(project.tenant, &project_secret_id(project.id, name)).await.ok(),
            SecretName::WarehouseCredentials => None,
        };
        let masked = opened.flatten().map_or_else(|| HIDDEN.to_owned(), |secret| mask(secret.expose_secret()));
        listed.push(MaskedSecret { name, masked, updated_at });
    }
    Ok(listed)
}

fn mask(secret: &str) -> String {
    let signs: Vec<char> = secret.chars().collect();
    if signs.len() < SHOWS_ITS_END {
        return HIDDEN.to_owned();
    }
    format!("{HIDDEN}{}", signs[signs.len() - 4..].iter().collect::<String>())
}

/// Keeps a secret sealed, in the place of an earlier one.
///
/// # Errors
/// 422 for another name and for a value that cannot be used.
pub async fn put_secret(
    projects: &Projects,
    who: &Account,
    project: &ProjectRow,
    name: &str,
    value: &str,
) -> Result<(), Failure> {
    let name = known(name)?;
    let value = value.trim();
    if value.is_empty() || value.chars().count() > LONGEST || value.contains('\0') {
        return Err(Failure::invalid("value", format!("a secret has 1 to {LONGEST} characters")));
    }
    if name == SecretName::LlmApiKey && value.contains(|sign: char| sign.is_whitespace() || sign.is_control()) {
        return Err(Failure::invalid("value", "a key has no spaces and no line breaks"));
    }
    if name == SecretName::WarehouseCredentials {
        fields(value).ok_or_else(unreadable)?;
    }
    let (id, sealed) = (project_secret_id(project.id, name), SecretString::from(value.to_owned()));
    let held = projects.secrets().secret(project.tenant, &id).await.ok().flatten();
    if held.is_some_and(|held| held.expose_secret() == value) {
        return Ok(());
    }
    note(projects, who, project, "project.secret_set", name).await?;
    projects.secrets().save_secret(project.tenant, &id, &sealed, projects.now()).await?;
    reconnect(projects, project).await
}

/// # Errors
/// 422 for another name, 404 where the project has none.
pub async fn delete_secret(projects: &Projects, who: &Account, project: &ProjectRow, name: &str) -> Result<(), Failure> {
    let name = known(name)?;
    let id = project_secret_id(project.id, name);
    if !projects.secrets().has_secret(project.tenant, &id).await? {
        return Err(Failure::not_found(format!("the project has no secret {}", name.name())));
    }
    note(projects, who, project, "project.secret_deleted", name).await?;
    projects.secrets().delete_secret(project.tenant, &id).await?;
    reconnect(projects, project).await
}

fn known(name: &str) -> Result<SecretName, Failure> {
    SecretName::parse(name).ok_or_else(|| {
        let names: Vec<&str> = SecretName::ALL.into_iter().map(SecretName::name).collect();
        Failure::invalid("name", format!("a secret of a project is one of {}", names.join(", ")))
    })
}

async fn note(projects: &Projects, who: &Account, project: &ProjectRow, action: &str, name: SecretName) -> Result<(), Failure> {
    let detail = json!({"secret": name.name()});
    AuditNote { action, target: project.id.to_string(), about: None, detail }.by(projects, who).await
}

/// What is open with other credentials is opened anew.
async fn reconnect(projects: &Projects, project: &ProjectRow) -> Result<(), Failure> {
    for source in projects.project_store().all_sources(project.tenant, project.id).await? {
        if is_served(&source) {
            connections::forget(projects, source.id).await;
        }
    }
    Ok(())
}

/// Whether a source is a database of another machine without secrets of its own.
fn is_served(source: &ProjectSource) -> bool {
    source.kind == SourceKind::Database
        && source.secrets.is_empty()
        && source.files.is_empty()
        && !by_path::names_files(source)
        && !connections::is_sqlite(source)
}

/// What the project's credentials say to this source; nothing where it has secrets of its own, or needs none.
///
/// # Errors
/// The store's; where the server's key has changed.
pub(super) async fn credentials(projects: &Projects, source: &ProjectSource) -> Result<Map<String, Value>, Failure> {
    if !is_served(source) {
        return Ok(Map::new());
    }
    let Some(sealed) = warehouse_secret(projects, source.tenant, source.project).await? else { return Ok(Map::new()) };
    let mut fields = fields(sealed.expose_secret()).ok_or_else(unreadable)?;
    if let Some(plain) = fields.remove(PLAIN) {
        fields.insert(usual_field(&source.subtype).to_owned(), plain);
    }
    Ok(fields)
}

/// The same for somebody who adds a source. Credentials go to the address that the source names, so only who may see them may
/// name it.
///
/// # Errors
/// 403 for others than administrators where the project has credentials that would be sent.
pub(super) async fn credentials_for_new(
    projects: &Projects,
    who: &Account,
    source: &ProjectSource,
) -> Result<Map<String, Value>, Failure> {
    let credentials = credentials(projects, source).await?;
    if !credentials.is_empty() && who.role < Role::Admin {
        let detail = "this source would get the project's warehouse-credentials: give it secrets of its own, or ask an \
                      administrator to add it";
        return Err(Failure::forbidden(detail));
    }
    Ok(credentials)
}

async fn warehouse_secret(projects: &Projects, tenant: TenantId, project: ProjectId) -> Result<Option<SecretString>, Failure> {
    let id = project_secret_id(project, SecretName::WarehouseCredentials);
    projects.secrets().secret(tenant, &id).await.map_err(|fault| match fault {
        StoreFault::Corrupt(_) => Failure::conflict("the project's warehouse-credentials cannot be opened: set them again"),
        fault => fault.into(),
    })
}

/// Stands for the one field that a plain text fills.
const PLAIN: &str = "";

/// A JSON object as secrets of a source are given, or a plain text.
fn fields(value: &str) -> Option<Map<String, Value>> {
    if !value.trim_start().starts_with('{') {
        return Some(Map::from_iter([(PLAIN.to_owned(), json!(value))]));
    }
    let fields: Map<String, Value> = serde_json::from_str(value).ok()?;
    (!fields.is_empty() && fields.iter().all(|(name, value)| SECRETS.contains(&name.as_str()) && value.is_string()))
        .then_some(fields)
}

/// Credentials say who connects, never to where.
const SECRETS: [&str; 3] = ["user", "password", "token"];

fn unreadable() -> Failure {
    let detail = "warehouse-credentials are a password or a token as a plain text, or a JSON object with user and password, or \
                  with token";
    Failure::invalid("value", detail)
}

fn usual_field(subtype: &str) -> &'static str {
    match subtype {
        "bigquery" | "snowflake" | "databricks" => "token",
        _ => "password",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_name_no_place() {
        for (value, wanted) in [
            ("s3cret", Some(json!({"": "s3cret"}))),
            (r#"{"user": "reader", "password": "p"}"#, Some(json!({"user": "reader", "password": "p"}))),
            (r#"{"token": "t"}"#, Some(json!({"token": "t"}))),
            (r#"{"host": "elsewhere", "password": "p"}"#, None),
            (r#"{"password": 7}"#, None),
            ("{}", None),
            ("{", None),
        ] {
            assert_eq!(fields(value).map(Value::Object), wanted, "{value}");
        }
        assert_eq!((usual_field("bigquery"), usual_field("postgres")), ("token", "password"));
    }

    #[test]
    fn a_key_shows_its_end_at_most() {
        assert_eq!(mask("short"), HIDDEN);
        assert_eq!(mask("sk-ant-0123456789-abcd"), format!("{HIDDEN}abcd"));
    }
}
