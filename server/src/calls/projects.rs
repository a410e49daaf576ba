//! The questions of the pages of projects.

use super::PAGE;
use crate::{
    backend::Backend,
    projects::{self, Shelf},
    web::{
        Problem,
        api::paging::{after, cut},
    },
};
use app::{
    calls::{CallFault, Listed},
    pages::projects::calls::{Contents, Hit, Part, ProjectAsked, ProjectCalls, ProjectCard, ProjectView, SourceCard, SqlAnswer},
};
use async_trait::async_trait;
use domain::{
    account::PageQuery,
    tools::{
        ProjectRow, ProjectSource, ProjectState, SourceStatus,
        answers::{Held, described},
        first_state, one_line,
    },
};
use protocol::{
    ProjectId, ProjectSourceId,
    account::{Account, Role},
};
use serde_json::{Value, json};

/// Tables, operations or documents of one source that a page shows.
const SHOWN: usize = 200;
/// Columns, parameters or sections of each.
const LINES: usize = 200;
/// Of each kind that a search finds.
const HITS: usize = 5;
const ROWS: usize = 200;

pub(crate) struct ProjectDesk(pub Backend);

#[async_trait]
impl ProjectCalls for ProjectDesk {
    async fn projects(&self, who: &Account, from: Option<String>) -> Result<Listed<ProjectCard>, CallFault> {
        let page = PageQuery { limit: PAGE + 1, after: after(from.as_deref())? };
        let rows = self.0.project_store().projects(who.tenant_id, page).await.map_err(Problem::from)?;
        let (rows, next) = cut(rows, PAGE, |row| (row.created_at, row.id.0));
        Ok(Listed { items: rows.into_iter().map(card).collect(), next })
    }

    async fn create(&self, who: &Account, name: String, description: String) -> Result<ProjectId, CallFault> {
        may(who, Role::Member)?;
        let now = self.0.now();
        let row = ProjectRow {
            id: ProjectId(self.0.id()),
            tenant: who.tenant_id,
            name: one_line("name", &name, 200).map_err(Problem::from)?,
            domain: None,
            category: None,
            description: description.trim().chars().take(2_000).collect(),
            profile: json!({}),
            filter: None,
            web_search: false,
            generate_pack: false,
            pack: None,
            state: Some(first_state(false)),
            created_by: Some(who.user_id),
            created_at: now,
            updated_at: now,
        };
        self.0.project_store().insert_project(row.clone()).await.map_err(Problem::from)?;
        let deed = super::Deed {
            action: "project.created",
            target: row.id.to_string(),
            about: None,
            detail: json!({"name": row.name, "state": ProjectState::Ready}),
        };
        deed.by(&self.0, who).await?;
        Ok(row.id)
    }

    async fn project(&self, who: &Account, asked: ProjectAsked) -> Result<ProjectView, CallFault> {
        let row = projects::found(&self.0, who.tenant_id, &asked.id).await?;
        let shelf = projects::shelf(&self.0, row.tenant, row.id).await?;
        let contents = shelf.held.iter().find(|one| one.source.id.to_string() == asked.source).map(contents);
        let hits = if asked.search.trim().is_empty() { Vec::new() } else { hits(&shelf, asked.search.trim()).await };
        let answer = if asked.sql.trim().is_empty() { None } else { Some(self.answer(who, row.id, &asked.sql).await?) };
        Ok(ProjectView {
            sources: shelf.held.iter().rev().map(|one| source(&one.source)).collect(),
            card: card(row),
            may_change: who.role >= Role::Member,
            contents,
            hits,
            answer,
        })
    }

    async fn delete_source(&self, who: &Account, project: String, id: ProjectSourceId) -> Result<(), CallFault> {
        may(who, Role::Member)?;
        let (_, row) = self.source(who, &project, id).await?;
        if row.created_by != Some(who.user_id) {
            may(who, Role::Admin)?;
        }
        Ok(projects::remove_source(&self.0, who, &row).await?)
    }

    async fn test_source(&self, who: &Account, project: String, id: ProjectSourceId) -> Result<String, CallFault> {
        may(who, Role::Member)?;
        let (project, row) = self.source(who, &project, id).await?;
        let told = projects::try_out(&self.0, &project, &row).await?;
        Ok(format!("{}: {}", row.name, told["detail"].as_str().unwrap_or_default()))
    }
}

impl ProjectDesk {
    async fn source(&self, who: &Account, project: &str, id: ProjectSourceId) -> Result<(ProjectRow, ProjectSource), Problem> {
        let project = projects::found(&self.0, who.tenant_id, project).await?;
        let row = self.0.project_store().project_source(project.tenant, project.id, id).await?;
        Ok((project, row.ok_or_else(|| Problem::not_found("there is no such source"))?))
    }

    /// What is wrong with a query stands where its answer would.
    async fn answer(&self, who: &Account, project: ProjectId, sql: &str) -> Result<SqlAnswer, CallFault> {
        let mut shown = SqlAnswer { columns: Vec::new(), rows: Vec::new(), elapsed_ms: 0, truncated: false, fault: None };
        match projects::run_query(&self.0, who.tenant_id, project, sql, ROWS).await {
            Ok(answer) => {
                shown.columns = list(&answer["columns"]).iter().map(text).collect();
                shown.rows = list(&answer["rows"]).iter().map(|row| list(row).iter().map(text).collect()).collect();
                shown.elapsed_ms = answer["elapsed_ms"].as_u64().unwrap_or_default();
                shown.truncated = answer["truncated"] == true;
            }
            Err(problem) => shown.fault = Some(super::sentence(&problem.detail)),
        }
        Ok(shown)
    }
}

fn may(who: &Account, role: Role) -> Result<(), CallFault> {
    if who.role >= role {
        return Ok(());
    }
    Err(Problem::forbidden(format!("this takes the role {}, yours is {}", role.name(), who.role.name())).into())
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

fn card(row: ProjectRow) -> ProjectCard {
    let state = row.state().name().to_owned();
    ProjectCard { id: row.id, name: row.name, description: row.description, state, created_at: row.created_at }
}

fn source(row: &ProjectSource) -> SourceCard {
    SourceCard {
        id: row.id,
        kind: row.kind.name().to_owned(),
        subtype: row.subtype.clone(),
        name: row.name.clone(),
        reachable: row.status == SourceStatus::Ready,
        summary: text(&row.summary["text"]),
        warnings: row.warnings.clone(),
    }
}

fn contents(one: &Held) -> Contents {
    let found = &one.found;
    let tables = found.tables.iter().map(|table| {
        let rows = table.row_count.map(|count| format!("{count} rows. ")).unwrap_or_default();
        let lines = table.columns.iter().map(|column| {
            let samples: Vec<String> = column.samples.iter().take(3).map(text).collect();
            let key = if column.primary_key { ", key" } else { "" };
            let to = column.foreign_key.as_ref().map(|to| format!(" → {}.{}", to.table, to.column)).unwrap_or_default();
            let samples = if samples.is_empty() { String::new() } else { format!(": {}", samples.join(", ")) };
            (column.name.clone(), format!("{}{key}{to}{samples}", column.data_type))
        });
        part(&table.name, format!("{rows}{}", table.description.clone().unwrap_or_else(|| described(table))), lines)
    });
    let operations = found.operations.iter().map(|operation| {
        let route = format!("{} {}", operation.method.as_deref().unwrap_or(""), operation.path.as_deref().unwrap_or(""));
        let lines = operation.parameters.iter().map(|one| (one.name.clone(), format!("{} {}", one.data_type, one.description)));
        part(&operation.name, format!("{} {}", route.trim(), operation.summary), lines)
    });
    let documents = found.documents.iter().map(|document| {
        let lines = document.sections.iter().map(|section| {
            let begin: String = section.text.chars().take(160).collect();
            (section.heading.clone(), begin)
        });
        part(&document.name, document.title.clone().unwrap_or_else(|| document.format.clone()), lines)
    });
    let skills = found.skills.iter().map(|skill| {
        let lines = skill.links.iter().map(|link| (link.text.clone(), link.target.clone()));
        part(&skill.name, skill.description.clone(), lines)
    });
    let mut parts: Vec<Part> = tables.chain(operations).chain(documents).chain(skills).collect();
    let more = parts.len().saturating_sub(SHOWN);
    parts.truncate(SHOWN);
    Contents { source: one.source.name.clone(), parts, more }
}

fn part(name: &str, about: String, lines: impl Iterator<Item = (String, String)>) -> Part {
    Part { name: name.to_owned(), about, lines: lines.take(LINES).collect() }
}

async fn hits(shelf: &Shelf, words: &str) -> Vec<Hit> {
    let of = |kind: &str, found: Value, name: fn(&Value) -> String, about: &'static str| -> Vec<Hit> {
        list(&found).iter().map(|one| Hit { kind: kind.to_owned(), name: name(one), about: text(&one[about]) }).collect()
    };
    let mut hits = of(
        "table",
        shelf.index.tables(words, HITS).await,
        |one| format!("{}.{}", text(&one["database"]), text(&one["table"])),
        "description",
    );
    let operation = |one: &Value| format!("{}: {} {}", text(&one["api"]), text(&one["method"]), text(&one["path"]));
    hits.extend(of("operation", shelf.index.operations(words, HITS).await, operation, "description"));
    let section = |one: &Value| format!("{} {}", text(&one["document"]), text(&one["section"]));
    hits.extend(of("document", shelf.index.documents(words, HITS).await, section, "excerpt"));
    hits.extend(of("skill", shelf.index.skills(words, HITS).await, |one| text(&one["name"]), "description"));
    hits
}
