//! A made-up bookshop to look around in: every row is computed here, the same for everybody.

mod shop;
mod texts;

use super::{add_source::add_source, incoming::Incoming, prepare::SourceDraft};
use crate::Projects;
use domain::{
    Failure, FailureKind,
    tools::{ProjectRow, SourceKind},
};
use protocol::{ProjectId, TenantId, account::Account};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::{
    io::{Cursor, Write},
    time::Duration,
};
use uuid::Builder;
use zip::{ZipWriter, result::ZipResult, write::SimpleFileOptions};

/// Each of its sources is read in a moment.
const PATIENCE: Duration = Duration::from_secs(60);

/// The name of a new sample. It can be renamed.
pub const NAME: &str = "Sample: Harbour Books";
pub const ABOUT: &str = "A made-up bookshop, computed by this program: no customer, book or order in it is real. Search it, query it, try its tools; delete it under Settings when you are done.";

/// A tenant's sample, by which it is known whatever it is called.
pub fn id(of: TenantId) -> ProjectId {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&Sha256::new().chain_update("sample of ").chain_update(of.0.as_bytes()).finalize()[..16]);
    ProjectId(Builder::from_custom_bytes(bytes).into_uuid())
}

/// Whether a project is the sample. Earlier editions gave it any id, so name and description are compared too.
pub fn is_it(project: &ProjectRow) -> bool {
    project.id == id(project.tenant) || (project.name == NAME && project.description == ABOUT)
}

/// Gives a project the sources of the sample, one after the other, as a person would.
///
/// # Errors
/// The disk's or the store's.
pub async fn fill(projects: &Projects, who: &Account, project: &ProjectRow) -> Result<(), Failure> {
    let mut tables = Vec::new();
    for (name, text) in shop::tables() {
        tables.push(Incoming::from_bytes(projects, name, text.as_bytes()).await?);
    }
    let skill = archive().map_err(|fault| Failure::new(FailureKind::Internal, fault.to_string()))?;
    let sources = [
        SourceDraft {
            files: tables,
            ..new_source(SourceKind::Database, "shop", "Customers, books, orders and their lines", Value::Null)
        },
        new_source(SourceKind::Document, "How we count", "What the terms and figures mean", json!({"content": texts::COUNTING})),
        new_source(SourceKind::Document, "Returns", "What customers may send back", json!({"content": texts::RETURNS})),
        new_source(SourceKind::Api, "stock", "Which book is on which shelf; no server answers", json!({"spec": texts::stock()})),
        SourceDraft {
            files: vec![Incoming::from_bytes(projects, "monthly-report.zip", &skill).await?],
            ..new_source(SourceKind::Skill, "monthly-report", "How the monthly report is made", Value::Null)
        },
    ];
    for one in sources {
        add_source(projects, who, project, one, PATIENCE).await?;
    }
    Ok(())
}

fn new_source(kind: SourceKind, name: &str, about: &str, config: Value) -> SourceDraft {
    let subtype = match kind {
        SourceKind::Document => Some("inline".to_owned()),
        SourceKind::Api => Some("openapi".to_owned()),
        _ => None,
    };
    SourceDraft {
        kind: Some(kind),
        subtype,
        name: Some(name.to_owned()),
        description: Some(about.to_owned()),
        config,
        ..SourceDraft::default()
    }
}

fn archive() -> ZipResult<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in texts::SKILL {
        archive.start_file(name, SimpleFileOptions::default())?;
        archive.write_all(text.as_bytes())?;
    }
    Ok(archive.finish()?.into_inner())
}
