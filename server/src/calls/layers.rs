//! What an interview collects, put together from its layers: the objective, the tenant's pools of questions over it, and those of
//! the project that it is about.

use super::run_doubts::lay_doubts;
use crate::backend::Backend;
use domain::{
    Failure,
    interview::{ObjectiveRow, PoolRow, Target, objective},
};
use protocol::{
    ObjectiveId, PoolId, ProjectId, TenantId,
    interview::{InterviewView, ObjectiveDefinition, ObligationTemplate, OriginLayer},
    run::RunView,
};
use std::sync::Arc;

/// What an interview is to have beside what every one has.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted {
    /// Pools that were asked for by name.
    pub pools: Vec<PoolId>,
    /// The project that it is about.
    pub project: Option<ProjectId>,
    /// The run of that project whose goal is not clear.
    pub run: Option<Arc<RunView>>,
}

/// The definition of an objective with the active pools of its kind, those of its project, and those that were asked for. Every
/// question says where it came from. What the objective asks itself, a pool does not ask again. What a run is unsure about comes first.
pub(crate) async fn layered(backend: &Backend, row: &ObjectiveRow, wanted: &Wanted) -> Result<Arc<ObjectiveDefinition>, Failure> {
    if let Some(id) = wanted.project
        && backend.project_store().project(row.tenant, id).await?.is_none()
    {
        return Err(projects::missing());
    }
    let mut definition = (*backend.definitions().get_or_parse(row)?).clone();
    let layer = if row.built_in { OriginLayer::BuiltIn } else { OriginLayer::Tenant };
    for template in &mut definition.obligations {
        template.origin_layer = Some(layer);
        template.origin_source_id = Some(row.id.0);
    }
    let pools = backend.pools().pools(row.tenant).await?;
    if let Some(missing) = wanted.pools.iter().find(|id| pools.iter().all(|pool| pool.id != **id)) {
        return Err(Failure::invalid("pool_ids", format!("there is no question pool {missing}")));
    }
    for pool in &pools {
        let fits = pool.context_type.is_none_or(|context| context == row.context_type);
        let near = pool.project.is_none() || pool.project == wanted.project;
        if wanted.pools.contains(&pool.id) || (pool.active && fits && near) {
            lay(&mut definition, pool)?;
        }
    }
    if let Some(run) = &wanted.run {
        if wanted.project != Some(run.project) {
            return Err(Failure::not_found("there is no such run in this project"));
        }
        lay_doubts(&mut definition, run);
    }
    Ok(Arc::new(definition))
}

fn lay(definition: &mut ObjectiveDefinition, pool: &PoolRow) -> Result<(), Failure> {
    for mut template in objective::parse_pool(&pool.obligations)? {
        if definition.obligations.iter().any(|one| one.key == template.key) {
            continue;
        }
        template.pool_id = Some(pool.name.clone());
        template.origin_layer = Some(if pool.project.is_some() { OriginLayer::Project } else { OriginLayer::Tenant });
        template.origin_source_id = Some(pool.id.0);
        definition.obligations.push(template);
    }
    Ok(())
}

/// Where an interview can be moved: to an objective of its kind, the active one when none is named.
pub(crate) async fn target(
    backend: &Backend,
    tenant: TenantId,
    view: &InterviewView,
    objective: Option<ObjectiveId>,
) -> Result<Target, Failure> {
    let row = match objective {
        Some(id) => backend.objectives().objective(tenant, id).await?,
        None => backend.objectives().active_objective(tenant, view.context_type).await?,
    };
    let row = row
        .filter(|row| row.context_type == view.context_type)
        .ok_or_else(|| Failure::invalid("objective_id", format!("there is no such objective of {}", view.context_type.name())))?;
    let wanted = standing(backend, tenant, view).await?;
    let definition = layered(backend, &row, &wanted).await?;
    Ok(Target { id: row.id, version: row.version, definition })
}

/// The pools whose questions an interview has, as far as they still exist, and the project that they came with.
async fn standing(backend: &Backend, tenant: TenantId, view: &InterviewView) -> Result<Wanted, Failure> {
    let laid = |pool: &&PoolRow| {
        let of_pool = |one: &ObligationTemplate| one.pool_id.is_some() && one.origin_source_id == Some(pool.id.0);
        view.definition.obligations.iter().any(of_pool)
    };
    let pools = backend.pools().pools(tenant).await?;
    let standing: Vec<&PoolRow> = pools.iter().filter(laid).collect();
    let project = standing.iter().find_map(|pool| pool.project);
    Ok(Wanted { pools: standing.iter().map(|pool| pool.id).collect(), project, run: None })
}
