//! A source as it was entered, checked before anything of it is kept.

use super::{
    by_path, guessing,
    guessing::is_sqlite_file,
    incoming::Incoming,
    source_settings::{checked_config, taken_secrets},
};
use crate::Projects;
use domain::account::AuditLog as _;
use domain::{
    Failure,
    tools::{ProjectRow, ProjectSource, SourceFile, SourceKind, SourceStatus, one_line},
};
use protocol::{
    ProjectSourceId,
    account::{Account, Role},
};
use serde_json::{Map, Value, json};

const LONGEST_NAME: usize = 200;
const LONGEST_DESCRIPTION: usize = 4_000;
/// Names of types are short words.
const LONGEST_TYPE: usize = 40;

/// A source as it was entered.
#[derive(Default)]
pub struct SourceDraft {
    pub kind: Option<SourceKind>,
    pub subtype: Option<String>,
    pub name: Option<String>,
    pub description: Option<String>,
    pub config: Value,
    pub secrets: Map<String, Value>,
    pub files: Vec<Incoming>,
}

/// The row that would be kept, and the secrets beside it.
pub(super) async fn prepare(
    projects: &Projects,
    who: &Account,
    project: &ProjectRow,
    given: &mut SourceDraft,
) -> Result<(ProjectSource, Map<String, Value>), Failure> {
    let id = ProjectSourceId(projects.id());
    let kind = match given.kind {
        Some(kind) => kind,
        None => guessed(&given.files).await.ok_or_else(no_kind)?,
    };
    let name = checked_name(kind, given)?;
    let description = given.description.as_deref().map(|text| one_line("description", text, LONGEST_DESCRIPTION)).transpose()?;
    let mut config = std::mem::take(&mut given.config);
    let secrets = taken_secrets(&mut config, std::mem::take(&mut given.secrets))?;
    let config = checked_config(config)?;
    let subtype = given.subtype.take().filter(|subtype| !subtype.trim().is_empty());
    let subtype = subtype.map(|subtype| one_line("type", &subtype, LONGEST_TYPE)).transpose()?;
    let others = projects.project_store().all_sources(project.tenant, project.id).await?;
    check_number(projects, others.len())?;
    if others.iter().any(|other| other.name.to_lowercase() == name.to_lowercase()) {
        return Err(name_conflict(&name));
    }
    let now = projects.now();
    let row = ProjectSource {
        id,
        tenant: project.tenant,
        project: project.id,
        kind,
        subtype: subtype.map(|subtype| subtype.to_lowercase()).unwrap_or_default(),
        name,
        description,
        config,
        secrets: secrets.keys().cloned().collect(),
        status: SourceStatus::Reading,
        error: None,
        summary: json!({"text": "it is being read"}),
        warnings: Vec::new(),
        files: given.files.iter().map(|incoming| incoming.file.clone()).collect(),
        created_by: Some(who.user_id),
        created_at: now,
        updated_at: now,
    };
    if by_path::names_files(&row) && who.role < Role::Admin {
        return Err(Failure::forbidden(format!("files on the server's disk take the role admin, yours is {}", who.role.name())));
    }
    Ok((row, secrets))
}

/// Whether a project that has so many sources may have one more.
pub(super) fn check_number(projects: &Projects, count: usize) -> Result<(), Failure> {
    let most = projects.settings().sources_per_project;
    if count < most {
        return Ok(());
    }
    Err(Failure::conflict(format!("a project has at most {most} sources (DISCOVERY_MAX_SOURCES): delete some first")))
}

pub(super) fn name_conflict(name: &str) -> Failure {
    Failure::conflict(format!("the project has a source named {name}: take another name, or delete that one"))
}

/// By what the first file is called and how it begins.
async fn guessed(files: &[Incoming]) -> Option<SourceKind> {
    let Incoming { file: SourceFile { name, .. }, path, .. } = files.first()?;
    if is_sqlite_file(path).await {
        return Some(SourceKind::Database);
    }
    guessing::of_name(name, &String::from_utf8_lossy(&guessing::head_bytes(path).await))
}

fn checked_name(kind: SourceKind, given: &SourceDraft) -> Result<String, Failure> {
    let of_file = || {
        let name = &given.files.first()?.file.name;
        if kind == SourceKind::Document {
            return Some(name.clone());
        }
        Some(name.split_once('.').map_or(name.as_str(), |(stem, _)| stem).to_owned()).filter(|stem| !stem.is_empty())
    };
    let name = given.name.clone().or_else(of_file).ok_or_else(|| Failure::invalid("name", "a source needs a name"))?;
    let name = one_line("name", &name, LONGEST_NAME)?;
    if kind == SourceKind::Database && name.contains(['"', '`', '[', ']', '\'', ';', '\\', '/']) {
        return Err(Failure::invalid("name", "the name of a database has no quotes, brackets, slashes or semicolons"));
    }
    Ok(name)
}
pub fn no_kind() -> Failure {
    let kinds: Vec<&str> = SourceKind::ALL.into_iter().map(SourceKind::name).collect();
    Failure::invalid("kind", format!("a source is one of {}", kinds.join(", ")))
}
