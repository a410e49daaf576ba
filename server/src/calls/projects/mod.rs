//! The questions of the pages of projects.

mod acts;
mod cells;
mod contents;
mod creating;
mod documents;
mod found;
mod overview;
mod packs;
mod profile;
mod queries;
mod table_page;
mod tables;
mod tools;
mod trash;

pub(crate) use found::encoded;

use super::{PAGE, runs::is_unexplored};
use crate::{
    backend::Backend,
    web::api::paging::{after, cut},
};
use app::{
    calls::{CallFault, Listed},
    pages::projects::calls::{
        ConversionWanted, DocumentView, OfProject, OverviewView, PackShown, ProfileShown, ProjectAct, ProjectCalls, ProjectCard,
        ProjectHead, ProjectList, ProjectRequest, ProjectSettings, PromptShown, QueryView, SearchView, SourceCard, SourceView,
        SourcesView, SqlAnswer, TableView, ToolAnswer, ToolShown, TrashedShown,
    },
};
use async_trait::async_trait;
use domain::{
    Failure,
    account::PageQuery,
    interview::PoolRow,
    tools::{ProjectRow, ProjectSource, answers::Held, registry::LONGEST_QUERY},
};
use projects::ProjectCatalog;
use protocol::{
    ProjectId, ProjectSourceId,
    account::{Account, Role},
};
use serde_json::Value;
use std::sync::Arc;

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
        self.create_project(who, id, &name, &description).await?;
        Ok(id)
    }

    async fn sample(&self, who: &Account) -> Result<ProjectId, CallFault> {
        may(who, Role::Member)?;
        self.open_sample(who).await
    }

    async fn head(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<()>, CallFault> {
        let catalog = self.project_catalog(who, &asked.id).await?;
        Ok(with_head(who, &catalog, ()))
    }

    async fn overview(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<OverviewView>, CallFault> {
        let catalog = self.project_catalog(who, &asked.id).await?;
        let mut shown = with_head(who, &catalog, overview::build_view(&self.0, who, &catalog).await?);
        shown.head.may_explore = who.role >= Role::Member && is_unexplored(&self.0, &catalog.project).await?;
        Ok(shown)
    }

    async fn sparks(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<()>, CallFault> {
        let catalog = self.project_catalog(who, &asked.id).await?;
        projects::draw_sparks(self.0.projects(), who.user_id, &catalog).await;
        Ok(with_head(who, &catalog, ()))
    }

    async fn sources(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<SourcesView>, CallFault> {
        let catalog = self.project_catalog(who, &asked.id).await?;
        let sources = catalog.held.iter().rev().map(|one| source(&one.source)).collect();
        let deleted = self.deleted_sources(who, &catalog.project).await?;
        Ok(with_head(who, &catalog, SourcesView { sources, deleted, days: projects::TRASH_DAYS }))
    }

    async fn source(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<SourceView>, CallFault> {
        let catalog = self.project_catalog(who, &asked.id).await?;
        Ok(with_head(who, &catalog, contents::build_view(held(&catalog, &asked.source)?, &asked)))
    }

    async fn table(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<TableView>, CallFault> {
        self.show_table(who, asked).await
    }

    async fn document(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<DocumentView>, CallFault> {
        let catalog = self.project_catalog(who, &asked.id).await?;
        Ok(with_head(who, &catalog, documents::build_view(held(&catalog, &asked.source)?, &asked)?))
    }

    async fn search(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<SearchView>, CallFault> {
        let catalog = self.project_catalog(who, &asked.id).await?;
        let words = asked.words.trim().chars().take(1_000).collect::<String>();
        let kind = asked.kind.chars().take(20).collect();
        let view = found::build_view(&catalog, words, kind).await;
        Ok(with_head(who, &catalog, view))
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
        let view = QueryView {
            sql: asked.sql,
            answer,
            more: all - tables.len(),
            tables,
            examples: queries::examples(&catalog),
            saved: self.saved_queries(&catalog.project).await?,
            // Read last, so that what was just asked is among them.
            history: self.own_queries(who, &catalog.project).await?,
        };
        Ok(with_head(who, &catalog, view))
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
        self.show_profile(who, act).await
    }

    async fn set_conversion(&self, who: &Account, wanted: ConversionWanted) -> Result<String, CallFault> {
        self.convert(who, wanted).await
    }

    async fn trashed(&self, who: &Account, id: &str) -> Result<Option<TrashedShown>, CallFault> {
        Ok(self.find_trashed(who, id).await?)
    }

    async fn trash(&self, who: &Account, id: &str) -> Result<ProjectId, CallFault> {
        Ok(self.trash_one(who, id).await?)
    }

    async fn restore(&self, who: &Account, id: &str) -> Result<ProjectId, CallFault> {
        Ok(self.restore_one(who, id).await?)
    }

    async fn remove(&self, who: &Account, id: &str) -> Result<(), CallFault> {
        Ok(self.remove_one(who, id).await?)
    }

    async fn trash_source(&self, who: &Account, project: &str, source: &str) -> Result<(ProjectId, ProjectSourceId), CallFault> {
        let row = self.trash_one_source(who, project, source).await?;
        Ok((row.project, row.id))
    }

    async fn restore_source(&self, who: &Account, project: &str, source: &str) -> Result<ProjectId, CallFault> {
        Ok(self.restore_one_source(who, project, source).await?.project)
    }

    async fn remove_source(&self, who: &Account, project: &str, source: &str) -> Result<ProjectId, CallFault> {
        Ok(self.remove_one_source(who, project, source).await?.project)
    }
}

impl ProjectDesk {
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
        may_delete: acts::may_delete(who, catalog.project.created_by),
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
