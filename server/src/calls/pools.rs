//! A tenant's own pools of questions: for the pages and for the HTTP API.

use super::{
    AuditNote,
    objectives::{judged, read_definition, within_bounds},
    only_admins,
};
use crate::backend::Backend;
use app::{
    calls::CallFault,
    pages::admin::{
        objectives::calls::Checked,
        pools::calls::{PoolCalls, PoolForm, PoolLine, PoolText},
    },
};
use async_trait::async_trait;
use domain::{
    Failure,
    account::{AuditEntry, PageQuery},
    interview::{PoolRow, objective},
};
use protocol::{PoolId, ProjectId, account::Account, interview::ContextType};
use serde_json::{Value, json};

/// How many projects a pool may be given to on its page.
const PROJECTS: u32 = 200;

pub(crate) struct PoolDesk(pub Backend);

/// A pool as it was entered.
pub(crate) struct NewPool {
    pub name: String,
    pub display_name: String,
    pub context_type: Option<ContextType>,
    pub obligations: Value,
    pub active: bool,
    pub project: Option<ProjectId>,
}

#[async_trait]
impl PoolCalls for PoolDesk {
    async fn lines(&self, who: &Account) -> Result<Vec<PoolLine>, CallFault> {
        only_admins(who)?;
        let rows = self.0.pools().pools(who.tenant_id).await.map_err(Failure::from)?;
        let uses = self.0.pools().pool_uses(who.tenant_id).await.map_err(Failure::from)?;
        let used = |id: PoolId| uses.iter().find(|(of, _)| *of == id).map_or(0, |(_, count)| *count);
        let projects = projects(&self.0, who).await?;
        Ok(rows.iter().map(|row| line(row, used(row.id), &projects)).collect())
    }

    async fn text(&self, who: &Account, id: Option<PoolId>) -> Result<PoolText, CallFault> {
        only_admins(who)?;
        let (row, used) = match id {
            None => (None, 0),
            Some(id) => {
                let uses = self.0.pools().pool_uses(who.tenant_id).await.map_err(Failure::from)?;
                let used = uses.into_iter().find(|(of, _)| *of == id).map_or(0, |(_, count)| count);
                (Some(found(&self.0, who, id).await?), used)
            }
        };
        let obligations = row.as_ref().map_or_else(|| json!([]), |row| row.obligations.clone());
        let text = serde_json::to_string_pretty(&json!({"obligations": obligations}))
            .map_err(|fault| CallFault::Broken(fault.to_string()))?;
        let mut projects = projects(&self.0, who).await?;
        if let Some(id) = row.as_ref().and_then(|row| row.project)
            && projects.iter().all(|(known, _)| *known != id)
            && let Some(project) = self.0.project_store().project(who.tenant_id, id).await.map_err(Failure::from)?
        {
            // Older than those that are listed: it stays chosen.
            projects.push((id, project.name));
        }
        Ok(PoolText { line: row.map(|row| line(&row, used, &projects)), checked: checked(&text), text, projects })
    }

    async fn check(&self, who: &Account, text: String) -> Result<Checked, CallFault> {
        only_admins(who)?;
        Ok(checked(&text))
    }

    async fn save(&self, who: &Account, id: Option<PoolId>, form: PoolForm) -> Result<PoolId, CallFault> {
        only_admins(who)?;
        let known = match id {
            Some(id) => Some(found(&self.0, who, id).await?),
            None => None,
        };
        let definition: Value = serde_json::from_str(&form.text)
            .map_err(|fault| Failure::invalid("obligations", format!("this is no JSON: {fault}")))?;
        let obligations = definition.get("obligations").cloned().unwrap_or_default();
        let name = form.name.trim().to_owned();
        let display_name = Some(form.display_name.trim()).filter(|name| !name.is_empty()).unwrap_or(&name).to_owned();
        let PoolForm { context_type, active, project, .. } = form;
        let new = NewPool { display_name, name, context_type, obligations, active, project };
        Ok(save_pool(&self.0, who, known, new).await?.id)
    }

    async fn remove(&self, who: &Account, id: PoolId) -> Result<(), CallFault> {
        only_admins(who)?;
        let known = found(&self.0, who, id).await?;
        Ok(remove_pool(&self.0, who, &known).await?)
    }
}

/// Makes a pool, or puts it in the place of the one that is known. Interviews under way keep the questions they began with.
pub(crate) async fn save_pool(
    backend: &Backend,
    who: &Account,
    known: Option<PoolRow>,
    new: NewPool,
) -> Result<PoolRow, Failure> {
    within_bounds("obligations", &new.obligations)?;
    objective::parse_pool(&new.obligations)?;
    for (field, text) in [("display_name", &new.display_name), ("pool_id", &new.name)] {
        if text.trim().is_empty() || text.chars().count() > 200 {
            return Err(Failure::invalid(field, format!("{field} has 1 to 200 characters")));
        }
    }
    if let Some(project) = new.project
        && backend.project_store().project(who.tenant_id, project).await?.is_none()
    {
        return Err(Failure::invalid("project_id", "there is no such project"));
    }
    let (now, action) = (backend.now(), if known.is_some() { "question_pool.changed" } else { "question_pool.created" });
    let (id, created_at) = known.map_or_else(|| (PoolId(backend.id()), now), |known| (known.id, known.created_at));
    let row = PoolRow {
        id,
        tenant: who.tenant_id,
        name: new.name,
        display_name: new.display_name,
        context_type: new.context_type,
        obligations: new.obligations,
        active: new.active,
        project: new.project,
        created_at,
        updated_at: now,
    };
    match backend.pools().save_pool_with(row.clone(), Some(audit(backend, who, action, &row))).await {
        Ok(()) => Ok(row),
        Err(domain::StoreFault::Conflict) => Err(Failure::conflict("there is a pool of this name already: choose another name")),
        Err(fault) => Err(fault.into()),
    }
}

pub(crate) async fn remove_pool(backend: &Backend, who: &Account, known: &PoolRow) -> Result<(), Failure> {
    let audit = audit(backend, who, "question_pool.deleted", known);
    if backend.pools().delete_pool_with(who.tenant_id, known.id, Some(audit)).await? { Ok(()) } else { Err(missing()) }
}

fn audit(backend: &Backend, who: &Account, action: &str, row: &PoolRow) -> AuditEntry {
    AuditNote { action, target: row.id.to_string(), about: None, detail: json!({"pool_id": row.name}) }.entry_by(backend, who)
}

async fn found(backend: &Backend, who: &Account, id: PoolId) -> Result<PoolRow, Failure> {
    let pools = backend.pools().pools(who.tenant_id).await?;
    pools.into_iter().find(|row| row.id == id).ok_or_else(missing)
}

fn missing() -> Failure {
    Failure::not_found("there is no such question pool")
}

/// The tenant's newest projects, by their names: what a pool may belong to.
async fn projects(backend: &Backend, who: &Account) -> Result<Vec<(ProjectId, String)>, Failure> {
    let page = PageQuery { limit: PROJECTS, after: None };
    let rows = backend.project_store().projects(who.tenant_id, page).await?;
    Ok(rows.into_iter().map(|row| (row.id, row.name)).collect())
}

fn line(row: &PoolRow, used: u64, projects: &[(ProjectId, String)]) -> PoolLine {
    let named = |id: ProjectId| projects.iter().find(|(of, _)| *of == id).cloned().unwrap_or((id, id.to_string()));
    PoolLine {
        id: row.id,
        name: row.name.clone(),
        display_name: row.display_name.clone(),
        context_type: row.context_type,
        active: row.active,
        project: row.project.map(named),
        questions: row.obligations.as_array().map_or(0, |list| u32::try_from(list.len()).unwrap_or(u32::MAX)),
        used,
        updated_at: row.updated_at,
    }
}

/// A pool is edited as an objective with nothing but questions.
fn checked(text: &str) -> Checked {
    let mut config: Value = match read_definition(text) {
        Ok(config) => config,
        Err(faulty) => return faulty,
    };
    if let Some(fields) = config.as_object_mut() {
        fields.insert("displayName".to_owned(), json!("pool"));
        fields.insert("completion".to_owned(), json!({"minObligationsSatisfied": 0}));
    }
    Checked { greeting: None, enough: None, ..judged(&config) }
}

#[cfg(test)]
mod tests {
    use super::checked;

    #[test]
    fn a_pool_is_checked_by_the_rules_of_objectives() {
        assert_eq!(checked(r#"{"obligations": []}"#), Default::default());
        let faulty = checked(r#"{"obligations": [{"key": "a", "priority": 11}]}"#);
        assert!(faulty.faults.iter().any(|one| one.field == "config.obligations.a.priority"), "{faulty:?}");
        assert_eq!(checked("[]").faults[0].field, "config");
    }
}
