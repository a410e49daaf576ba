//! The steps of a task: each result is an event before the next step begins, and a step that has one is never done again.

use super::{super::Effect, update};
use crate::{
    Refusal,
    interview::{Draft, Interview, value::fitting},
    research::{Claim, STARTS, claimable, spaced, to_read},
};
use protocol::{
    FindingId, ResearchId,
    interview::{Engine, InterviewEvent, ObligationTemplate},
    research::{CitedFinding, PageRead, Report, ResearchTask, SearchOutcome, SearchProvider, Stance, Step, TaskStatus},
};
use serde_json::Value;
use std::collections::HashSet;
use uuid::Uuid;

/// What a step came to.
#[derive(Clone, Debug, PartialEq)]
pub enum StepResult {
    Searched(SearchOutcome),
    Read(PageRead),
    /// The claims' quotes are verified.
    Judged {
        summary: String,
        claims: Vec<Claim>,
        dropped: u32,
        engine: Engine,
        /// Why the built-in engine judged in place of the language model.
        fell_back: Option<&'static str>,
        /// The event that the value came with that was judged; 0 when none was held.
        about: u64,
    },
    /// It cannot be done.
    Failed(String),
}

const NOTHING_TO_SEARCH: &str = "no web search is set up, and none of your documents says anything about this: set SEARXNG_URL (or \
    SERPAPI_KEY, BRAVE_API_KEY, TAVILY_API_KEY, SERPER_API_KEY) where the server is started, or add documents to a project, under \
    “Projects”, then try again";
const NOTHING_FOUND: &str = "Nothing was found for this.";
/// The longest error, in characters.
const ERROR: usize = 600;
const SUMMARY: usize = 2_000;

/// This node takes up what it may; `working` is what it works on already.
pub(crate) fn take_up(
    draft: &mut Draft<'_>,
    interview: &Interview,
    (node, lease): (Uuid, i64),
    working: &[ResearchId],
    effects: &mut Vec<Effect>,
) {
    for id in claimable(&draft.view, node, working, draft.stamp.now) {
        if draft.view.research_task(id).is_some_and(|task| task.starts >= STARTS) {
            fail(draft, id, &format!("it was interrupted {STARTS} times"));
            continue;
        }
        draft.push(InterviewEvent::ResearchStarted { id, node, lease: Some(lease) });
        go(draft, interview, id, effects);
    }
}

/// Takes the result of a step of a task that this node has.
pub(crate) fn result(
    draft: &mut Draft<'_>,
    interview: &Interview,
    id: ResearchId,
    node: Uuid,
    result: StepResult,
    effects: &mut Vec<Effect>,
) -> Result<(), Refusal> {
    let task = draft.view.research_task(id).filter(|task| is_of(task, node)).ok_or_else(too_late)?;
    match (task.step(), result) {
        (_, StepResult::Failed(error)) => fail(draft, id, &error),
        (Some(Step::Search), StepResult::Searched(outcome)) => searched(draft, id, outcome),
        (Some(Step::Read), StepResult::Read(page)) if page.hit as usize == task.reads.len() => {
            draft.push(InterviewEvent::ResearchRead { id, page });
        }
        (Some(Step::Summarise), StepResult::Judged { summary, claims, dropped, engine, fell_back, about }) => {
            let findings = cited(draft, id, claims, about);
            let fell_back = fell_back.map(str::to_owned);
            let report = Report { summary: cut(&summary, SUMMARY), findings, dropped, engine, fell_back };
            draft.push(InterviewEvent::ResearchSummarised { id, report });
        }
        _ => return Err(too_late()),
    }
    go(draft, interview, id, effects);
    Ok(())
}

/// Gives a task of this node back; a task of anybody else stays where it is.
pub(crate) fn leave(draft: &mut Draft<'_>, id: ResearchId, node: Uuid) {
    if draft.view.research_task(id).is_some_and(|task| is_of(task, node)) {
        draft.push(InterviewEvent::ResearchReleased { id });
    }
}

fn is_of(task: &ResearchTask, node: Uuid) -> bool {
    task.status == TaskStatus::Running && task.lease.is_some_and(|lease| lease.node == node)
}

fn too_late() -> Refusal {
    Refusal::conflict("this step is not waited for any more")
}

/// Goes on with the first step that has no result: by rule where that needs nobody, else outside.
fn go(draft: &mut Draft<'_>, interview: &Interview, id: ResearchId, effects: &mut Vec<Effect>) {
    while let Some(task) = draft.view.research_task(id).filter(|task| task.status == TaskStatus::Running) {
        match task.step() {
            Some(Step::Summarise) if task.reads.is_empty() => {
                let summary = NOTHING_FOUND.to_owned();
                let report = Report { summary, findings: Vec::new(), dropped: 0, engine: Engine::BuiltIn, fell_back: None };
                draft.push(InterviewEvent::ResearchSummarised { id, report });
            }
            Some(Step::Summarise) if task.sources().next().is_none() => {
                let mut faults: Vec<&str> = task.reads.iter().filter_map(|read| read.fault.as_deref()).collect();
                faults.dedup();
                let error = format!("none of the {} pages found could be read: {}", task.reads.len(), faults.join("; "));
                fail(draft, id, &error);
            }
            Some(Step::Search | Step::Read | Step::Summarise) => {
                effects.push(Effect::Research { id });
                return;
            }
            Some(Step::Store) => draft.push(InterviewEvent::ResearchStored { id }),
            Some(Step::UpdateObligation) => update::update(draft, interview, id, effects),
            None => return,
        }
    }
}

fn searched(draft: &mut Draft<'_>, id: ResearchId, mut outcome: SearchOutcome) {
    let found = u32::try_from(outcome.hits.len()).unwrap_or(u32::MAX);
    outcome.hits = to_read(outcome.hits);
    // Only where nothing else is set up do one's own documents answer alone and without a fault before them.
    if outcome.hits.is_empty() && outcome.provider == SearchProvider::Local && outcome.failed.is_empty() {
        return fail(draft, id, NOTHING_TO_SEARCH);
    }
    draft.push(InterviewEvent::ResearchSearched { id, outcome, found });
}

/// The claims as findings of the sources that the task read. Where the value has changed while it was judged, they only inform.
fn cited(draft: &Draft<'_>, id: ResearchId, claims: Vec<Claim>, about: u64) -> Vec<CitedFinding> {
    let Some(task) = draft.view.research_task(id) else { return Vec::new() };
    let key = task.asked.obligation_key.as_deref();
    let template = key.and_then(|key| draft.view.template(key));
    let held = key.and_then(|key| draft.view.obligation(key)).map_or(0, |one| one.value_seq);
    let finding = |claim: Claim| {
        let source = task.sources().find(|source| source.id == claim.source)?.clone();
        let stance = if held == about && held > 0 { claim.stance } else { Stance::Informs };
        let value = claim.value.and_then(|value| stated(template?, &value, &claim.quote));
        Some(CitedFinding { id: FindingId(draft.id()), claim: claim.claim, quote: claim.quote, source, stance, value })
    };
    claims.into_iter().filter_map(finding).collect()
}

/// The value in its kept form, if the quote itself says it.
fn stated(template: &ObligationTemplate, value: &Value, quote: &str) -> Option<Value> {
    let value = fitting(template, value).ok()?;
    let said: HashSet<String> = words(quote).collect();
    let all = |text: &str| {
        let mut words = words(text).peekable();
        words.peek().is_some() && words.all(|word| said.contains(&word))
    };
    let one = |text: &str| {
        let option = template.options.iter().find(|option| option.value == text);
        option.map_or_else(
            || all(text),
            |option| all(&option.value) || all(&option.label) || option.synonyms.iter().any(|name| all(name)),
        )
    };
    let stands = match &value {
        Value::String(text) => one(text),
        Value::Array(items) => items.iter().all(|item| item.as_str().is_some_and(one)),
        Value::Object(fields) => fields.get("text").and_then(Value::as_str).is_some_and(all),
        Value::Number(number) => all(&number.to_string()),
        _ => false,
    };
    stands.then_some(value)
}

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

fn fail(draft: &mut Draft<'_>, id: ResearchId, error: &str) {
    draft.push(InterviewEvent::ResearchFailed { id, error: cut(error, ERROR) });
}

fn cut(text: &str, most: usize) -> String {
    let text = spaced(text);
    if text.chars().nth(most).is_none() { text } else { text.chars().take(most).chain(['…']).collect() }
}
