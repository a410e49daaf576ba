//! How other nodes hear that a project, or what was found in it, changed.

use crate::{
    Store,
    watch::{Note, of_another},
};
use domain::{StoreFault, tools::ProjectChange};
use uuid::Uuid;

/// The channel for changed projects (`node:project:tenant`), their runs (`node:project:runs-tenant`) and their pipelines
/// (`node:project:pipelines-tenant`). Every node is notified at the commit.
pub(crate) const PROJECTS: &str = "discovery_projects";

/// Before the tenant, where only the runs of a project changed.
const RUNS: &str = "runs-";
/// Before the tenant, where only the pipelines of a project changed.
const PIPELINES: &str = "pipelines-";

/// The note about a change.
pub(crate) fn of_project(node: Uuid, change: ProjectChange) -> Option<String> {
    match change {
        ProjectChange::Of { tenant, project } => Some(format!("{node}:{project}:{tenant}")),
        ProjectChange::Runs { tenant, project } => Some(format!("{node}:{project}:{RUNS}{tenant}")),
        ProjectChange::Pipelines { tenant, project } => Some(format!("{node}:{project}:{PIPELINES}{tenant}")),
        ProjectChange::Missed => None,
    }
}

/// Notifies within a transaction. On SQLite there are no other nodes.
macro_rules! tell {
    ($on:ident, $dialect:ident, $node:expr, $tenant:expr, $project:expr) => {
        if $dialect == $crate::insert::Dialect::Postgres {
            let payload = format!("{}:{}:{}", $node, $project, $tenant);
            let query = sqlx::query("SELECT pg_notify($1, $2)").bind($crate::projects::notifications::PROJECTS).bind(payload);
            query.execute(&mut *$on).await.map_err($crate::faults::fault)?;
        }
    };
}
pub(super) use tell;

impl Store {
    pub(super) async fn watch_changed_projects(
        &self,
        changed: Box<dyn Fn(ProjectChange) + Send + Sync>,
    ) -> Result<(), StoreFault> {
        self.watch_channel(PROJECTS, &|note| match note {
            Note::Said(payload) => parse(payload, self.inner.node).into_iter().for_each(&changed),
            Note::Missed => changed(ProjectChange::Missed),
        })
        .await
    }
}

fn parse(payload: &str, node: Uuid) -> Option<ProjectChange> {
    let (project, rest) = of_another(payload, node)?;
    let prefix = [RUNS, PIPELINES].into_iter().find(|prefix| rest.starts_with(prefix)).unwrap_or_default();
    Some(match (project.parse(), rest[prefix.len()..].parse()) {
        (Ok(project), Ok(tenant)) => match prefix {
            RUNS => ProjectChange::Runs { tenant, project },
            PIPELINES => ProjectChange::Pipelines { tenant, project },
            _ => ProjectChange::Of { tenant, project },
        },
        // A node of another release, which sends no tenant.
        _ => ProjectChange::Missed,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{ProjectId, TenantId};

    #[test]
    fn own_notes_are_not_heard() {
        let (me, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let (project, tenant) = (ProjectId(Uuid::from_u128(3)), TenantId(Uuid::from_u128(4)));
        let changes = [
            ProjectChange::Of { tenant, project },
            ProjectChange::Runs { tenant, project },
            ProjectChange::Pipelines { tenant, project },
        ];
        for change in changes {
            let note = of_project(other, change).expect("a note");
            assert_eq!(parse(&note, me), Some(change), "{note}");
        }
        assert_eq!(parse(&format!("{other}:{project}:{tenant}"), me), Some(ProjectChange::Of { tenant, project }));
        assert_eq!(parse(&format!("{other}:{project}:changed"), me), Some(ProjectChange::Missed), "it may be anybody's");
        assert_eq!(parse(&format!("{me}:{project}:{tenant}"), me), None);
        assert_eq!(parse("something else", me), None);
    }
}
