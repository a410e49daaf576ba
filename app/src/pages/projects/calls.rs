//! What the pages of projects ask of the backend. Uploads go to the HTTP API, which takes files as they come.

pub use super::{glance::*, marks::count_marks, query_views::*, table_views::*, views::*};
use crate::calls::{Answer, CallFault, Json, Packed, PageData, page_data, read_json};
#[cfg(feature = "ssr")]
use crate::calls::{asker, backend, with_status};
use async_trait::async_trait;
use leptos::prelude::*;
use leptos_router::hooks::{use_params_map, use_query_map};
use protocol::{ProjectId, ProjectSourceId, account::Account};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A page of a project.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ProjectPart {
    #[default]
    Overview,
    /// The pictures of its tables are drawn; what they show comes with [`ProjectPart::Overview`].
    Sparks,
    Sources,
    Source,
    Table,
    Document,
    Search,
    Query,
    Tools,
    Connect,
    Settings,
    Runs,
    Pack,
    Prompts,
}

/// What the address of a project's page asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProjectRequest {
    pub part: ProjectPart,
    pub id: String,
    pub source: String,
    pub table: String,
    /// Words to search for.
    pub words: String,
    /// The place of the first that is shown.
    pub from: usize,
    pub sql: String,
    /// Somebody asked for the query to be run; an address alone never does.
    #[serde(default)]
    pub run: bool,
    /// The column that orders the rows of a table.
    #[serde(default)]
    pub sort: String,
    #[serde(default)]
    pub descending: bool,
    /// The name of a document.
    #[serde(default)]
    pub document: String,
    /// The kind of what a search shows; empty for all.
    #[serde(default)]
    pub kind: String,
}

/// A query that a form without scripts sent to its page: given in context on the server.
#[derive(Clone)]
pub struct SentQuery(pub String);

/// What somebody does on a page of a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ProjectDeed {
    Rename,
    /// Web search, and the tables that are told ahead.
    Answering,
    Delete,
    RefreshAll,
    Refresh,
    Test,
    /// So that it can be restored.
    DeleteSource,
    RestoreSource,
    /// A deleted one, for good.
    RemoveSource,
    TryConnection,
    Connect,
    CancelReading,
    RunTool,
    Profile,
    GeneratePack,
    CancelPack,
    SavePack,
    AcceptPack,
    /// As one of the tenant's packs.
    KeepPack,
    PutPrompt,
    ResetPrompt,
    SetSecret,
    DeleteSecret,
    SaveQuery,
    DeleteQuery,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProjectAct {
    pub project: String,
    pub deed: ProjectDeed,
    /// A source's id.
    pub source: String,
    /// A table's, a tool's, a prompt's or a secret's name.
    pub name: String,
    /// What was entered, by field.
    pub entered: BTreeMap<String, String>,
}

impl ProjectAct {
    pub(crate) fn new(project: &str, deed: ProjectDeed) -> Self {
        let (source, name) = (String::new(), String::new());
        Self { project: project.to_owned(), deed, source, name, entered: BTreeMap::new() }
    }
}

/// Given in context on the server as `Arc<dyn ProjectCalls>`.
#[async_trait]
pub trait ProjectCalls: Send + Sync {
    async fn projects(&self, who: &Account, after: Option<String>) -> Result<ProjectList, CallFault>;
    async fn create(&self, who: &Account, name: String, description: String) -> Result<ProjectId, CallFault>;
    /// The project of made-up data, made where the tenant has none yet.
    async fn sample(&self, who: &Account) -> Result<ProjectId, CallFault>;
    async fn head(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<()>, CallFault>;
    async fn overview(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<OverviewView>, CallFault>;
    /// Draws what the first page shows of tables, as far as it is not drawn yet.
    async fn sparks(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<()>, CallFault>;
    async fn sources(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<SourcesView>, CallFault>;
    async fn source(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<SourceView>, CallFault>;
    async fn table(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<TableView>, CallFault>;
    async fn document(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<DocumentView>, CallFault>;
    async fn search(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<SearchView>, CallFault>;
    async fn query(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<QueryView>, CallFault>;
    async fn tools(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<Vec<ToolShown>>, CallFault>;
    async fn settings(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<ProjectSettings>, CallFault>;
    async fn pack(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<PackShown>, CallFault>;
    async fn prompts(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<Vec<PromptShown>>, CallFault>;
    /// Whatever is told in a sentence.
    async fn act(&self, who: &Account, act: ProjectAct) -> Result<String, CallFault>;
    async fn run_tool(&self, who: &Account, act: ProjectAct) -> Result<ToolAnswer, CallFault>;
    async fn profile(&self, who: &Account, act: ProjectAct) -> Result<ProfileShown, CallFault>;
    /// Has a column of a table read as what its texts mean, or as they are. The address of the table.
    async fn set_conversion(&self, who: &Account, wanted: ConversionWanted) -> Result<String, CallFault>;
    /// A project that was deleted and can be restored.
    async fn trashed(&self, who: &Account, id: &str) -> Result<Option<TrashedShown>, CallFault>;
    /// Deletes a project so that it can be restored.
    async fn trash(&self, who: &Account, id: &str) -> Result<ProjectId, CallFault>;
    async fn restore(&self, who: &Account, id: &str) -> Result<ProjectId, CallFault>;
    /// Removes a deleted project with all that is in it.
    async fn remove(&self, who: &Account, id: &str) -> Result<(), CallFault>;
    /// Deletes a source so that it can be restored.
    async fn trash_source(&self, who: &Account, project: &str, source: &str) -> Result<(ProjectId, ProjectSourceId), CallFault>;
    async fn restore_source(&self, who: &Account, project: &str, source: &str) -> Result<ProjectId, CallFault>;
    /// Removes a deleted source with all that is in it.
    async fn remove_source(&self, who: &Account, project: &str, source: &str) -> Result<ProjectId, CallFault>;
}

#[server(prefix = "/call", endpoint = "projects", input = Json, output = Json)]
pub async fn read_projects(after: Option<String>) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn ProjectCalls>()?.projects(&asker()?, after).await?) }.await)
}

#[server(prefix = "/call", endpoint = "projects/create", input = Json, output = Json)]
pub async fn create_project(name: String, description: String) -> Result<ProjectId, CallFault> {
    with_status(async move { backend::<dyn ProjectCalls>()?.create(&asker()?, name, description).await }.await)
}

#[server(prefix = "/call", endpoint = "projects/read", input = Json, output = Json)]
pub async fn read_project(asked: ProjectRequest) -> Result<Packed, CallFault> {
    with_status(
        async move {
            let (calls, who) = (backend::<dyn ProjectCalls>()?, asker()?);
            let id = asked.id.clone();
            match packed_part(&*calls, &who, asked).await {
                // What was deleted says so at each of its addresses.
                Err(CallFault::NotFound(why)) => match calls.trashed(&who, &id).await? {
                    Some(trashed) => Packed::new(&trashed),
                    None => Err(CallFault::NotFound(why)),
                },
                answer => answer,
            }
        }
        .await,
    )
}

#[cfg(feature = "ssr")]
async fn packed_part(calls: &dyn ProjectCalls, who: &Account, asked: ProjectRequest) -> Answer {
    match asked.part {
        ProjectPart::Overview => Packed::new(&calls.overview(who, asked).await?),
        ProjectPart::Sparks => Packed::new(&calls.sparks(who, asked).await?),
        ProjectPart::Sources => Packed::new(&calls.sources(who, asked).await?),
        ProjectPart::Source => Packed::new(&calls.source(who, asked).await?),
        ProjectPart::Table => Packed::new(&calls.table(who, asked).await?),
        ProjectPart::Document => Packed::new(&calls.document(who, asked).await?),
        ProjectPart::Search => Packed::new(&calls.search(who, asked).await?),
        ProjectPart::Query => Packed::new(&calls.query(who, asked).await?),
        ProjectPart::Tools => Packed::new(&calls.tools(who, asked).await?),
        ProjectPart::Connect | ProjectPart::Runs => Packed::new(&calls.head(who, asked).await?),
        ProjectPart::Settings => Packed::new(&calls.settings(who, asked).await?),
        ProjectPart::Pack => Packed::new(&calls.pack(who, asked).await?),
        ProjectPart::Prompts => Packed::new(&calls.prompts(who, asked).await?),
    }
}

#[server(prefix = "/call", endpoint = "projects/act", input = Json, output = Json)]
pub async fn act_on_project(act: ProjectAct) -> Result<Packed, CallFault> {
    with_status(
        async move {
            let (calls, who) = (backend::<dyn ProjectCalls>()?, asker()?);
            match act.deed {
                ProjectDeed::RunTool => Packed::new(&calls.run_tool(&who, act).await?),
                ProjectDeed::Profile => Packed::new(&calls.profile(&who, act).await?),
                _ => Packed::new(&calls.act(&who, act).await?),
            }
        }
        .await,
    )
}

/// Leads to the sample project, and makes it before where there is none. A plain form, so that it works without scripts.
#[server(prefix = "/call", endpoint = "form/sample")]
pub async fn open_sample() -> Result<(), CallFault> {
    let id = backend::<dyn ProjectCalls>()?.sample(&asker()?).await?;
    leptos_axum::redirect(&format!("/projects/{id}"));
    Ok(())
}

/// Deletes a project, and leads to the list that offers to undo it. A plain form, as the next two are.
#[server(prefix = "/call", endpoint = "form/project-delete")]
pub async fn delete_project(project: String) -> Result<(), CallFault> {
    let id = backend::<dyn ProjectCalls>()?.trash(&asker()?, &project).await?;
    leptos_axum::redirect(&format!("/projects?deleted={id}"));
    Ok(())
}

/// Takes a deleted project back, and leads to it.
#[server(prefix = "/call", endpoint = "form/project-restore")]
pub async fn restore_project(project: String) -> Result<(), CallFault> {
    let id = backend::<dyn ProjectCalls>()?.restore(&asker()?, &project).await?;
    leptos_axum::redirect(&format!("/projects/{id}"));
    Ok(())
}

/// Removes a deleted project for good.
#[server(prefix = "/call", endpoint = "form/project-remove")]
pub async fn remove_project(project: String) -> Result<(), CallFault> {
    backend::<dyn ProjectCalls>()?.remove(&asker()?, &project).await?;
    leptos_axum::redirect("/projects");
    Ok(())
}

/// Deletes a source, and leads to the list that offers to undo it. A plain form, as the next two are.
#[server(prefix = "/call", endpoint = "form/source-delete")]
pub async fn delete_source(project: String, source: String) -> Result<(), CallFault> {
    let (id, source) = backend::<dyn ProjectCalls>()?.trash_source(&asker()?, &project, &source).await?;
    leptos_axum::redirect(&format!("/projects/{id}/sources?deleted={source}"));
    Ok(())
}

/// Takes a deleted source back.
#[server(prefix = "/call", endpoint = "form/source-restore")]
pub async fn restore_source(project: String, source: String) -> Result<(), CallFault> {
    let id = backend::<dyn ProjectCalls>()?.restore_source(&asker()?, &project, &source).await?;
    leptos_axum::redirect(&format!("/projects/{id}/sources"));
    Ok(())
}

/// Removes a deleted source for good.
#[server(prefix = "/call", endpoint = "form/source-remove")]
pub async fn remove_source(project: String, source: String) -> Result<(), CallFault> {
    let id = backend::<dyn ProjectCalls>()?.remove_source(&asker()?, &project, &source).await?;
    leptos_axum::redirect(&format!("/projects/{id}/sources"));
    Ok(())
}

/// Undoes what became of a column, or does it again. A plain form, so that it works without scripts.
#[server(prefix = "/call", endpoint = "form/conversion")]
pub async fn set_conversion_by_form(
    project: String,
    source: String,
    table: String,
    column: String,
    applied: String,
) -> Result<(), CallFault> {
    let wanted = ConversionWanted { project, source, table, column, applied: applied == "yes" };
    let table = backend::<dyn ProjectCalls>()?.set_conversion(&asker()?, wanted).await?;
    leptos_axum::redirect(&table);
    Ok(())
}

/// What the address of a project's page asks for, as the key of its data.
pub(crate) fn part_key(part: ProjectPart) -> Signal<String> {
    let (params, query) = (use_params_map(), use_query_map());
    let sent = use_context::<SentQuery>().filter(|_| part == ProjectPart::Query);
    Signal::derive(move || {
        let param = |name: &str| params.with(|params| params.get(name).unwrap_or_default());
        let of = |name: &str| query.with(|query| query.get(name).unwrap_or_default());
        let asked = ProjectRequest {
            part,
            id: param("id"),
            source: param("source"),
            table: param("table"),
            words: of("q"),
            from: of("from").parse().unwrap_or_default(),
            run: sent.is_some(),
            sort: if part == ProjectPart::Table { of("sort") } else { String::new() },
            descending: part == ProjectPart::Table && of("order") == "desc",
            sql: match &sent {
                Some(SentQuery(sql)) => sql.clone(),
                None if part == ProjectPart::Query => of("sql"),
                None => String::new(),
            },
            document: param("document"),
            kind: if part == ProjectPart::Search { of("kind") } else { String::new() },
        };
        serde_json::to_string(&asked).unwrap_or_default()
    })
}

/// What a page of a project shows.
pub(crate) fn part_data(key: Signal<String>) -> PageData {
    page_data(key, |key| Box::pin(read_part(key)))
}

pub(crate) async fn read_part(key: String) -> Answer {
    match read_json(&key) {
        Ok(asked) => read_project(asked).await,
        Err(fault) => Err(CallFault::Broken(fault.to_string())),
    }
}
