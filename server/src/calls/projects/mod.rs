//! The questions of the pages of projects.

mod acts;
mod contents;
mod found;
mod packs;
mod profile;
mod tables;
mod tools;

use super::{PAGE, runs::is_unexplored};
use crate::{
    backend::Backend,
    web::api::paging::{after, cut},
};
use app::{
    calls::{CallFault, Listed},
    pages::projects::calls::{
        OfProject, PackShown, ProfileShown, ProjectAct, ProjectCalls, ProjectCard, ProjectDeed, ProjectHead, ProjectList,
        ProjectRequest, ProjectSettings, PromptShown, QueryView, SearchView, SourceCard, SourceView, SqlAnswer, TableView,
        ToolAnswer, ToolShown,
    },
};
use async_trait::async_trait;
use domain::{
    Failure,
    account::PageQuery,
    interview::PoolRow,
    tools::{
        ProjectChange, ProjectRow, ProjectSource, ProjectState, answers::Held, checked_description, first_state, one_line,
        registry::LONGEST_QUERY,
    },
};
use projects::ProjectCatalog;
use protocol::{
    ProjectId,
    account::{Account, Role},
};
use serde_json::{Value, json};
use std::{collections::BTreeMap, sync::Arc};

/// Rows of a query that a page shows.
const ROWS: usize = 200;
/// Tables that are listed beside a query.
const BESIDE: usize = 60;

pub(crate) struct ProjectDesk(pub Backend);

#[async_trait]
impl ProjectCalls for ProjectDesk {
    async fn projects(&self, who: &Account, from: Option<String>) -> Result<ProjectList, CallFault> {
        let page = PageQuery { limit: projects::LISTED, after: after(from.as_deref())? };
        let rows = self.0.project_store().projects(who.tenant_id, page).await.map_err(Failure::from)?;
        let mark = if from.is_none() { projects::listed_version(&rows) } else { String::new() };
        let (rows, next) = cut(rows, PAGE, |row| (row.created_at, row.id.0));
        Ok(ProjectList { page: Listed { items: rows.iter().map(card).collect(), next }, mark })
    }

    async fn create(&self, who: &Account, name: String, description: String) -> Result<ProjectId, CallFault> {
        may(who, Role::Member)?;
        let id = ProjectId(self.0.id());
        self.made(who, id, &name, &description).await?;
        Ok(id)
    }

    async fn sample(&self, who: &Account) -> Result<ProjectId, CallFault> {
        may(who, Role::Member)?;
        let id = projects::sample::id(who.tenant_id);
        if let Some(there) = self.sample_there(who, id).await? {
            return Ok(there);
        }
        if let Err(fault) = self.made(who, id, projects::sample::NAME, projects::sample::ABOUT).await {
            // Somebody else has begun it meanwhile.
            return self.sample_there(who, id).await?.ok_or(fault);
        }
        let catalog = self.project_catalog(who, &id.to_string()).await?;
        if let Err(failure) = projects::sample::fill(self.0.projects(), who, &catalog.project).await {
            // An incomplete sample would look complete from now on. A newer project under the same id is not removed.
            let there = self.0.project_store().project(who.tenant_id, id).await.map_err(Failure::from)?;
            if there.is_none_or(|there| there.created_at != catalog.project.created_at) {
                return Err(failure.into());
            }
            let act = ProjectAct {
                project: id.to_string(),
                deed: ProjectDeed::Delete,
                source: String::new(),
                name: String::new(),
                entered: BTreeMap::new(),
            };
            if let Err(fault) = self.acted(who, act).await {
                tracing::warn!(detail = %fault.detail, "a sample that could not be filled could not be removed");
            }
            return Err(failure.into());
        }
        Ok(id)
    }

    async fn head(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<()>, CallFault> {
        let catalog = self.project_catalog(who, &asked.id).await?;
        Ok(with_head(who, &catalog, ()))
    }

    async fn sources(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<Vec<SourceCard>>, CallFault> {
        let catalog = self.project_catalog(who, &asked.id).await?;
        let sources = catalog.held.iter().rev().map(|one| source(&one.source)).collect();
        let mut shown = with_head(who, &catalog, sources);
        shown.head.may_explore = who.role >= Role::Member && is_unexplored(&self.0, &catalog.project).await?;
        Ok(shown)
    }

    async fn source(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<SourceView>, CallFault> {
        let catalog = self.project_catalog(who, &asked.id).await?;
        Ok(with_head(who, &catalog, contents::build_view(held(&catalog, &asked.source)?, &asked)))
    }

    async fn table(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<TableView>, CallFault> {
        let catalog = self.project_catalog(who, &asked.id).await?;
        Ok(with_head(who, &catalog, tables::build_view(&catalog, held(&catalog, &asked.source)?, &asked.table)?))
    }

    async fn search(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<SearchView>, CallFault> {
        let catalog = self.project_catalog(who, &asked.id).await?;
        let words = asked.words.trim().chars().take(1_000).collect::<String>();
        let hits = if words.is_empty() { Vec::new() } else { found::hits(&catalog, &words).await };
        Ok(with_head(who, &catalog, SearchView { words, hits }))
    }

    async fn query(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<QueryView>, CallFault> {
        let catalog = self.project_catalog(who, &asked.id).await?;
        if asked.sql.len() > LONGEST_QUERY {
            return Err(Failure::invalid("sql", format!("a query has at most {LONGEST_QUERY} bytes")).into());
        }
        let asks = asked.run && !asked.sql.trim().is_empty();
        let answer = if asks { Some(self.answer(who, &catalog, &asked.sql).await?) } else { None };
        let all = Held::databases(&catalog.held).map(|one| one.found.tables.len()).sum::<usize>();
        let tables: Vec<_> = tables::beside(&catalog.held).take(BESIDE).collect();
        let more = all - tables.len();
        Ok(with_head(who, &catalog, QueryView { sql: asked.sql, answer, tables, more }))
    }

    async fn tools(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<Vec<ToolShown>>, CallFault> {
        let catalog = self.project_catalog(who, &asked.id).await?;
        Ok(with_head(who, &catalog, tools::all()))
    }

    async fn settings(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<ProjectSettings>, CallFault> {
        let catalog = self.project_catalog(who, &asked.id).await?;
        let names: Vec<&str> = catalog.held.iter().map(|one| one.source.name.as_str()).collect();
        let pools = self.0.pools().pools(who.tenant_id).await.map_err(Failure::from)?.into_iter();
        let own = pools.filter(|pool| pool.project == Some(catalog.project.id));
        let count = |pool: &PoolRow| u32::try_from(list(&pool.obligations).len()).unwrap_or(u32::MAX);
        let settings = ProjectSettings {
            pools: own.map(|pool| (pool.id, pool.display_name.clone(), count(&pool))).collect(),
            may_delete: acts::may_delete(who, catalog.project.created_by),
            answering: acts::answering(&self.0, &catalog),
            goes_with_it: acts::in_words(&names),
            secrets: self.secrets_shown(who, &catalog.project).await?,
        };
        Ok(with_head(who, &catalog, settings))
    }

    async fn pack(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<PackShown>, CallFault> {
        self.pack_shown(who, asked).await
    }

    async fn prompts(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<Vec<PromptShown>>, CallFault> {
        self.prompts_shown(who, asked).await
    }

    async fn act(&self, who: &Account, act: ProjectAct) -> Result<String, CallFault> {
        Ok(self.acted(who, act).await?)
    }

    async fn run_tool(&self, who: &Account, act: ProjectAct) -> Result<ToolAnswer, CallFault> {
        Ok(tools::run(&self.0, who, &act).await?)
    }

    async fn profile(&self, who: &Account, act: ProjectAct) -> Result<ProfileShown, CallFault> {
        let catalog = self.project_catalog(who, &act.project).await?;
        let one = held(&catalog, &act.source)?;
        let found = projects::profile(self.0.projects(), who, &catalog.project, one, &act.name).await?;
        Ok(profile::build_view(found, one.found.tables.iter().find(|table| table.name == act.name)))
    }
}

impl ProjectDesk {
    async fn made(&self, who: &Account, id: ProjectId, name: &str, description: &str) -> Result<(), CallFault> {
        let now = self.0.now();
        let row = ProjectRow {
            id,
            tenant: who.tenant_id,
            name: one_line("name", name, 200).map_err(Failure::from)?,
            domain: None,
            category: None,
            description: checked_description(description.trim()).map_err(Failure::from)?,
            profile: json!({}),
            filter: None,
            web_search: false,
            context_preload: None,
            generate_pack: false,
            pack: None,
            pack_error: None,
            state: Some(first_state(false)),
            created_by: Some(who.user_id),
            created_at: now,
            updated_at: now,
        };
        projects::room_for_another(self.0.projects(), row.tenant).await?;
        let audit = super::AuditNote {
            action: "project.created",
            target: row.id.to_string(),
            about: None,
            detail: json!({"name": row.name, "state": ProjectState::Ready}),
        };
        let audit = audit.entry_by(&self.0, who);
        self.0.project_store().insert_project_with(row, Some(audit)).await.map_err(Failure::from)?;
        self.0.projects().changed(ProjectChange::Of { tenant: who.tenant_id, project: id });
        Ok(())
    }

    /// Also one of an earlier edition.
    async fn sample_there(&self, who: &Account, id: ProjectId) -> Result<Option<ProjectId>, CallFault> {
        let store = self.0.project_store();
        if store.project(who.tenant_id, id).await.map_err(Failure::from)?.is_some() {
            return Ok(Some(id));
        }
        let held = store.projects(who.tenant_id, PageQuery { limit: PAGE, after: None }).await.map_err(Failure::from)?;
        Ok(held.into_iter().find(projects::sample::is_it).map(|row| row.id))
    }

    async fn project_catalog(&self, who: &Account, project: &str) -> Result<Arc<ProjectCatalog>, Failure> {
        let id = project.parse().map_err(|_| projects::missing())?;
        projects::project_catalog(self.0.projects(), who.tenant_id, id).await
    }

    /// A fault of the query is returned in place of its answer.
    async fn answer(&self, who: &Account, catalog: &ProjectCatalog, sql: &str) -> Result<SqlAnswer, Failure> {
        let mut shown = SqlAnswer { columns: Vec::new(), rows: Vec::new(), elapsed_ms: 0, truncated: false, fault: None };
        match projects::run_query(self.0.projects(), who, catalog.project.id, sql, ROWS).await {
            Ok(answer) => {
                shown.columns = list(&answer["columns"]).iter().map(text).collect();
                shown.rows = list(&answer["rows"]).iter().map(|row| list(row).iter().map(text).collect()).collect();
                shown.elapsed_ms = answer["elapsed_ms"].as_u64().unwrap_or_default();
                shown.truncated = answer["truncated"] == true;
            }
            Err(failure) => shown.fault = Some(super::sentence(&failure.detail)),
        }
        Ok(shown)
    }
}

fn held<'a>(catalog: &'a ProjectCatalog, id: &str) -> Result<&'a Held, Failure> {
    let found = catalog.held.iter().find(|one| one.source.id.to_string() == id);
    found.ok_or_else(|| Failure::not_found("there is no such source"))
}

pub(crate) fn may(who: &Account, role: Role) -> Result<(), Failure> {
    if who.role >= role {
        return Ok(());
    }
    Err(Failure::forbidden(format!("this takes the role {}, yours is {}", role.name(), who.role.name())))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn card(row: &ProjectRow) -> ProjectCard {
    ProjectCard {
        id: row.id,
        name: row.name.clone(),
        description: row.description.clone(),
        state: row.state().name().to_owned(),
        created_at: row.created_at,
    }
}

pub(crate) fn with_head<View>(who: &Account, catalog: &ProjectCatalog, view: View) -> OfProject<View> {
    let head = ProjectHead {
        mark: catalog.mark(),
        card: card(&catalog.project),
        sources: catalog.held.len(),
        may_change: who.role >= Role::Member,
        may_administer: who.role >= Role::Admin,
        may_explore: false,
    };
    OfProject { head, view }
}

fn source(row: &ProjectSource) -> SourceCard {
    let of = |name: &str| row.config[name].as_str().unwrap_or_default().to_owned();
    let files: Vec<&str> = row.files.iter().map(|file| file.name.as_str()).collect();
    let place = [acts::in_words(&files), of("host"), place_of(&of("url")), of("account"), of("project")];
    SourceCard {
        id: row.id,
        kind: row.kind.name().to_owned(),
        subtype: row.subtype.clone(),
        name: row.name.clone(),
        about: row.description.clone().unwrap_or_default(),
        status: row.status.name().to_owned(),
        error: row.error.as_deref().map(crate::calls::sentence).unwrap_or_default(),
        summary: text(&row.summary["text"]),
        warnings: row.warnings.clone(),
        place: place.into_iter().find(|place| !place.is_empty()).unwrap_or_default(),
        files: row.files.len(),
        read_at: row.updated_at,
    }
}

/// Without the part before the host, which may be a login, and the part behind the path, which may be a key.
fn place_of(url: &str) -> String {
    let (_, rest) = url.split_once("://").unwrap_or(("", url));
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let host = host.rsplit('@').next().unwrap_or_default();
    if path.is_empty() { host.to_owned() } else { format!("{host}/{path}") }
}

#[cfg(test)]
mod tests {
    use super::place_of;

    #[test]
    fn a_place_shows_no_login_and_no_key() {
        for (url, shown) in [
            ("postgres://reader:secret@db.example:5432/shop?sslmode=require", "db.example:5432/shop"),
            ("https://api.example/v1/openapi.json?key=secret", "api.example/v1/openapi.json"),
            ("https://key@api.example", "api.example"),
            ("", ""),
        ] {
            assert_eq!(place_of(url), shown);
        }
    }
}
