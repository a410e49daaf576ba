//! What people call the things that the audit names by their ids.

use crate::backend::Backend;
use domain::{
    Failure,
    account::{AuditEntry, PageQuery},
    companies::PlaceRow,
    interview::PoolRow,
};
use protocol::{ObjectiveId, ProjectId, SessionId, UserId, account::Account};
use std::collections::HashMap;

/// More than a page of the audit names.
const LINES: u32 = 500;

/// A thing's name, and where it is shown.
type Named = (String, Option<String>);

/// By the ids in the entries, as far as what they name is still there.
pub(super) async fn named(
    backend: &Backend,
    who: &Account,
    entries: &[AuditEntry],
    people: &HashMap<UserId, String>,
) -> Result<HashMap<String, Named>, Failure> {
    let tenant = who.tenant_id;
    let mut names: HashMap<String, Named> = people.iter().map(|(id, name)| (id.to_string(), (name.clone(), None))).collect();
    let about =
        |nouns: &[&str]| entries.iter().any(|entry| entry.action.split_once('.').is_some_and(|(noun, _)| nouns.contains(&noun)));
    if about(&["objective"]) {
        for row in backend.objectives().objectives(tenant, LINES, None).await? {
            let ObjectiveId(id) = row.id;
            let name = format!("{} {}", row.display_name, row.version);
            names.insert(id.to_string(), (name, Some(format!("/admin/objectives/{id}"))));
        }
    }
    if about(&["question_pool"]) {
        for PoolRow { id, display_name, .. } in backend.pools().pools(tenant).await? {
            names.insert(id.to_string(), (display_name, Some(format!("/admin/pools/{id}"))));
        }
    }
    if about(&["company_place"]) {
        for PlaceRow { id, name, .. } in ::companies::own_places(backend.companies(), tenant).await? {
            names.insert(id.to_string(), (name, Some("/admin/places".to_owned())));
        }
    }
    if about(&["token"]) {
        for row in backend.accounts().tokens(tenant).await? {
            names.insert(row.id.to_string(), (row.name, None));
        }
    }
    if about(&["project"]) {
        for row in backend.project_store().projects(tenant, PageQuery { limit: LINES, after: None }).await? {
            let ProjectId(id) = row.id;
            names.insert(id.to_string(), (row.name, Some(format!("/projects/{id}"))));
        }
    }
    for entry in entries {
        let Ok(id) = entry.target.parse::<SessionId>() else { continue };
        if names.contains_key(&entry.target) {
            continue;
        }
        if let Some(row) = backend.records().session(tenant, id).await? {
            names.insert(entry.target.clone(), (row.title, Some(format!("/admin/interviews/{id}"))));
        }
    }
    Ok(names)
}
