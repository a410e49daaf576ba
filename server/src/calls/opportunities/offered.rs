//! Where the findings of a pipeline can come from in a project.

use crate::backend::Backend;
use app::pages::opportunities::calls::{SourceChoice, SourcesOffered};
use domain::{Failure, account::PageQuery, ask::AskRow, interview::SessionQuery};
use protocol::{AskId, ProjectId, account::Account, ask::AskStatus, work::WorkStatus};
use std::fmt::Display;

/// Of each kind the newest can be chosen.
const OFFERED: u32 = 30;
/// Characters of a name.
const LONGEST_NAME: usize = 80;

/// Runs and one's own interviews, searches and asks that are far enough to be gone on from. An answer that is `wanted`, as its choice
/// names it, is among them however old it is.
///
/// # Errors
/// The store's.
pub(super) async fn offer(
    backend: &Backend,
    who: &Account,
    (project, name): (ProjectId, String),
    wanted: &str,
) -> Result<SourcesOffered, Failure> {
    let page = PageQuery { limit: OFFERED, after: None };
    let runs = backend.projects().run_store().runs(who.tenant_id, project, page).await?;
    let runs = runs.into_iter().filter(|row| row.status == WorkStatus::Completed && row.insights > 0);
    let sessions = SessionQuery {
        tenant: who.tenant_id,
        user: Some(who.user_id),
        context_type: None,
        status: None,
        place: None,
        words: String::new(),
        limit: OFFERED,
        after: None,
    };
    let interviews = backend.records().sessions(sessions).await?.into_iter().filter(|row| row.turn_count > 0);
    let searches = backend.companies().store().company_searches(who.tenant_id, Some(who.user_id), page).await?;
    let searches = searches.into_iter().filter(|row| !row.warming && row.companies > 0);
    let asks = backend.asks().store().asks(who.tenant_id, Some(project), Some(who.user_id), page).await?;
    let mut asks: Vec<_> = asks.into_iter().filter(|row| row.status == AskStatus::Completed).collect();
    let wanted: Option<AskId> = wanted.strip_prefix("ask:").and_then(|id| id.parse().ok());
    if let Some(id) = wanted.filter(|id| asks.iter().all(|row| row.id != *id)) {
        let found = backend.asks().store().ask(who.tenant_id, id).await?;
        let is_own = |row: &AskRow| row.project == project && row.user == who.user_id && row.status == AskStatus::Completed;
        asks.extend(found.filter(is_own));
    }
    Ok(SourcesOffered {
        id: project,
        name,
        runs: runs.map(|row| choice("run", row.id, named(&row.request.goal, "Everything that stands out"))).collect(),
        interviews: interviews.map(|row| choice("session", row.id, named(&row.title, "Interview"))).collect(),
        searches: searches.map(|row| choice("search", row.id, named(&row.request.query_text, "Search"))).collect(),
        asks: asks.iter().map(|row| choice("ask", row.id, named(&row.question, "Question"))).collect(),
    })
}

fn choice(kind: &str, id: impl Display, name: String) -> SourceChoice {
    SourceChoice { value: format!("{kind}:{id}"), name }
}

/// Its first words, or what stands for them where there are none.
fn named(words: &str, without: &str) -> String {
    let words = words.trim();
    if words.is_empty() {
        return without.to_owned();
    }
    let cut: String = words.chars().take(LONGEST_NAME).collect();
    if cut.len() < words.len() { format!("{}…", cut.trim_end()) } else { cut }
}
