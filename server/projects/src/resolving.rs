//! Answers questions from all sources of a project: known facts, documents, descriptions of tables, the data, and the web.

use super::{Caller, ProjectCatalog, facts, material::facts_of_profile, plans};
use crate::Projects;
use domain::{
    Failure,
    tools::{
        LONGEST_FACT_NAME, fact_key, one_line,
        resolving::{SURE, SourceAnswer, answer, in_passage, known, known_of_profile, of_tables},
    },
};
use protocol::{account::Role, research::SearchProvider};
use serde_json::Value;

/// A question that nothing answers is kept as open, with what has to be asked.
pub(super) async fn resolve(
    projects: &Projects,
    caller: &Caller,
    catalog: &ProjectCatalog,
    question: &str,
) -> Result<Value, Failure> {
    let rows = projects.project_store().facts(caller.account.tenant_id, caller.project).await?;
    let mut sources = known(&rows, question);
    // What somebody said later stands in the place of what the profile says.
    let is_said = |name: &str| rows.iter().any(|row| row.value.is_some() && fact_key(&row.name) == fact_key(name));
    let mut profile = facts_of_profile(&catalog.project.profile);
    profile.retain(|fact| !is_said(&fact.name));
    sources.extend(known_of_profile(&profile, question));
    sources.extend(in_documents(catalog, question).await);
    sources.extend(of_tables(&catalog.held, question));
    let mut asked_back = None;
    match plans::planned(catalog, question, None).await {
        Ok(plan) => sources.extend(in_data(projects, catalog, caller, &plan).await?),
        Err(why) => asked_back = plans::asked_back(&why),
    }
    if catalog.project.web_search && !sources.iter().any(|one| one.confidence >= SURE) {
        sources.extend(on_the_web(projects, caller, question).await);
    }
    let answered = answer(question, sources, asked_back);
    // Who may only look leaves nothing behind for everybody.
    if answered["answer"].is_null()
        && caller.account.role >= Role::Member
        && let Ok(name) = one_line("question", question, LONGEST_FACT_NAME)
        && !rows.iter().any(|row| row.value.is_some() && fact_key(&row.name) == fact_key(&name))
    {
        let why = answered["clarification"].as_str().map(str::to_owned);
        facts::save(projects, facts::row(projects, caller, name, None, "question".to_owned(), 0.0, why)).await?;
    }
    Ok(answered)
}

async fn in_documents(catalog: &ProjectCatalog, question: &str) -> Vec<SourceAnswer> {
    let passages = catalog.index.documents(question, 8).await;
    let text = |passage: &Value, field: &str| passage[field].as_str().unwrap_or_default().to_owned();
    let found = passages.as_array().into_iter().flatten();
    found
        .filter_map(|passage| in_passage(question, "document", &text(passage, "document"), &text(passage, "excerpt"), 1.0))
        .collect()
}

/// The answer from the data. A query that fails gives none.
async fn in_data(
    projects: &Projects,
    catalog: &ProjectCatalog,
    caller: &Caller,
    plan: &domain::tools::planner::Plan,
) -> Result<Option<SourceAnswer>, Failure> {
    let text = match plans::answered(projects, catalog, caller.account.user_id, plan).await {
        Ok(text) => text,
        Err(failure) if failure.kind.is_callers() || failure.retry_after.is_some() => {
            tracing::info!(why = failure.detail, "a question was not answered from data");
            None
        }
        Err(failure) => return Err(failure),
    };
    Ok(text.map(|text| {
        let excerpt = format!("{}: {text}", plan.reading);
        SourceAnswer {
            answer: text,
            query: Some(plan.sql.clone()),
            ..SourceAnswer::new("data", &plan.tables.join(", "), &excerpt, plan.confidence)
        }
    }))
}

/// The web is not a trusted source, so its answers get a lower confidence.
async fn on_the_web(projects: &Projects, caller: &Caller, question: &str) -> Vec<SourceAnswer> {
    const DOUBT: f64 = 0.7;
    let outcome = match projects.searched(caller.account.tenant_id, question).await {
        Ok(outcome) => outcome,
        Err(fault) => {
            tracing::info!(%fault, "a question was not searched for on the web");
            return Vec::new();
        }
    };
    let hits = outcome.hits.into_iter();
    hits.filter_map(|hit| {
        let kind = if hit.provider == SearchProvider::Local { "document" } else { "web" };
        let said = in_passage(question, kind, &hit.title, &hit.snippet, DOUBT)?;
        Some(SourceAnswer { url: hit.url, ..said })
    })
    .collect()
}
