//! What an interview collects, put together from its layers: the objective, and the tenant's pools of questions over it.

use crate::{backend::Backend, web::Problem};
use domain::interview::{ObjectiveRow, PoolRow, Target, objective};
use protocol::{
    ObjectiveId, PoolId, TenantId,
    interview::{InterviewView, ObjectiveDefinition, OriginLayer},
};
use std::sync::Arc;

/// The definition of an objective with the active pools of its kind and those that were asked for. Every question says where it
/// came from. What the objective asks itself, a pool does not ask again.
pub(crate) async fn layered(
    backend: &Backend,
    row: &ObjectiveRow,
    wanted: &[PoolId],
) -> Result<Arc<ObjectiveDefinition>, Problem> {
    let mut definition = (*backend.definitions().of(row)?).clone();
    let layer = if row.built_in { OriginLayer::BuiltIn } else { OriginLayer::Tenant };
    for template in &mut definition.obligations {
        template.origin_layer = Some(layer);
        template.origin_source_id = Some(row.id.0);
    }
    let pools = backend.pools().pools(row.tenant).await?;
    if let Some(missing) = wanted.iter().find(|id| pools.iter().all(|pool| pool.id != **id)) {
        return Err(Problem::invalid("pool_ids", format!("there is no question pool {missing}")));
    }
    for pool in &pools {
        let fits = pool.context_type.is_none_or(|context| context == row.context_type);
        if wanted.contains(&pool.id) || (pool.active && fits) {
            lay(&mut definition, pool)?;
        }
    }
    Ok(Arc::new(definition))
}

fn lay(definition: &mut ObjectiveDefinition, pool: &PoolRow) -> Result<(), Problem> {
    for mut template in objective::parse_pool(&pool.obligations)? {
        if definition.obligations.iter().any(|one| one.key == template.key) {
            continue;
        }
        template.pool_id = Some(pool.name.clone());
        template.origin_layer = Some(OriginLayer::Tenant);
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
) -> Result<Target, Problem> {
    let row = match objective {
        Some(id) => backend.objectives().objective(tenant, id).await?,
        None => backend.objectives().active_objective(tenant, view.context_type).await?,
    };
    let row = row
        .filter(|row| row.context_type == view.context_type)
        .ok_or_else(|| Problem::invalid("objective_id", format!("there is no such objective of {}", view.context_type.name())))?;
    let definition = layered(backend, &row, &[]).await?;
    Ok(Target { id: row.id, version: row.version, definition })
}
