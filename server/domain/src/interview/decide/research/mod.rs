//! Looking things up: by itself, because the person asked, or by hand; stopped, tried again, taken back.

mod standing;
mod steps;
mod update;

use super::{Effect, going_on, must_be_active, must_exist, reply::ReplyParts};
use crate::{
    Refusal,
    interview::{Draft, Interview, Remark},
    research::{AUTOMATIC, LONGEST_QUERY, Occasion, TASKS, covers, query, same_query, spaced, subject, task_type, trigger},
};
use protocol::{
    ResearchId,
    interview::{InterviewEvent, InterviewView, SessionStatus},
    research::{CANCELLED, ResearchRequest, ResearchTask, TaskStatus, TaskType, Trigger},
};

pub use steps::StepResult;
pub(super) use steps::{leave, result, take_up};

/// The seed's default.
const PRIORITY: u8 = 5;
/// What the person waits for comes before what is looked up by itself.
const REQUESTED: u8 = 8;
const SHORTEST_QUERY: usize = 3;
const NOT_ASKED: &str = "the question that it was about is not asked any more";
/// What a person is told who asks in vain.
const NOTHING_TO_SEARCH: &str = "nothing can be looked up here yet: no web search is set up (SEARXNG_URL, or SERPAPI_KEY, \
    BRAVE_API_KEY, TAVILY_API_KEY, SERPER_API_KEY where the server is started) and there are no documents (add some to a project, under \
    “Projects”)";

/// What a person asks for by hand. What is left out is chosen by rule.
pub(super) struct ByHand {
    pub key: Option<String>,
    pub task_type: Option<TaskType>,
    pub query: Option<String>,
    pub priority: Option<u8>,
}

pub(super) fn by_hand(draft: &mut Draft<'_>, given: ByHand) -> Result<(), Refusal> {
    must_be_active(draft)?;
    let priority = given.priority.unwrap_or(PRIORITY);
    if !(1..=10).contains(&priority) {
        return Err(Refusal::invalid("priority", "a priority lies between 1 and 10"));
    }
    let wanted = given.query.map(|query| spaced(&query)).filter(|query| !query.is_empty());
    if let Some(query) = &wanted
        && !(SHORTEST_QUERY..=LONGEST_QUERY).contains(&query.chars().count())
    {
        return Err(Refusal::invalid("query", format!("a query has {SHORTEST_QUERY} to {LONGEST_QUERY} characters")));
    }
    let asked = match &given.key {
        Some(key) => {
            must_exist(draft, key)?;
            about(draft, key, given.task_type, wanted)
        }
        None => wanted.map(|query| (given.task_type.unwrap_or(TaskType::DomainResearch), query)),
    };
    let (kind, query) = asked.ok_or_else(|| Refusal::invalid("query", "say what to look up, or about which answer"))?;
    if let Some(known) = same(&draft.view, given.key.as_deref(), &query) {
        let state = known.status.name();
        return Err(Refusal::conflict(format!("this is looked up already: task {} is {state}", known.id)));
    }
    if draft.view.research.len() >= TASKS {
        return Err(Refusal::conflict(format!("an interview has at most {TASKS} research tasks, and this one has them")));
    }
    must_be_searchable(draft)?;
    request(draft, given.key, kind, query, priority, Trigger::ByHand);
    Ok(())
}

fn must_be_searchable(draft: &Draft<'_>) -> Result<(), Refusal> {
    if draft.searchable { Ok(()) } else { Err(Refusal::conflict(NOTHING_TO_SEARCH)) }
}

/// What the person asked for in words; what is said of it goes into the reply.
pub(super) fn by_word(draft: &mut Draft<'_>, key: Option<String>, said: &mut ReplyParts) {
    let remark = match key {
        Some(key) => requested(draft, key, said),
        None if !draft.searchable => Remark::NothingToSearch,
        None => Remark::NoResearch { key: None },
    };
    if !said.remarks.contains(&remark) {
        said.remarks.push(remark);
    }
}

fn requested(draft: &mut Draft<'_>, key: String, said: &mut ReplyParts) -> Remark {
    let Some((kind, query)) = about(draft, &key, None, None) else { return Remark::NoResearch { key: Some(key) } };
    let plain = draft.view.template(&key).map(|template| {
        let value = draft.view.obligation(&key).and_then(|one| one.value.as_ref());
        self::query(template, value, kind, &[])
    });
    let of_key = |task: &&ResearchTask| task.asked.obligation_key.as_deref() == Some(&*key);
    let open = draft.view.research.iter().filter(of_key).any(|task| !task.status.is_over());
    let same = |task: &&ResearchTask| plain.as_deref().is_some_and(|plain| covers(&task.asked.query, plain));
    let known = draft.view.research.iter().filter(of_key).rfind(same).map(|task| (task.id, task.status));
    let priority = draft.view.template(&key).map_or(PRIORITY, |template| template.priority).clamp(REQUESTED, 10);
    match known {
        _ if open => {}
        Some((_, TaskStatus::Completed)) => return Remark::Researched { key },
        _ if !draft.searchable => return Remark::NothingToSearch,
        Some((id, _)) => draft.push(InterviewEvent::ResearchRetried { id }),
        None if draft.view.research.len() >= TASKS => return Remark::NoResearch { key: Some(key) },
        None => request(draft, Some(key.clone()), kind, query, priority, Trigger::UserRequest),
    }
    // Meanwhile something else is talked about.
    said.avoid.push(key.clone());
    Remark::Researching { key }
}

/// What calls for research after a turn, by the seed's rules; nothing does where nothing can be searched. `vague` are the
/// obligations of which something vague was said.
pub(super) fn by_itself(draft: &mut Draft<'_>, before: &InterviewView, vague: &[String]) {
    if !draft.searchable || draft.view.status != SessionStatus::Active {
        return;
    }
    let definition = draft.view.definition.clone();
    for template in &definition.obligations {
        let key = &template.key;
        let Some(one) = draft.view.obligation(key) else { continue };
        let conflicting = draft.view.conflicts.iter().filter(|one| one.research.is_none() && !before.conflicts.contains(one));
        let ambiguous = vague.contains(key) || conflicting.into_iter().any(|conflict| conflict.keys.contains(key));
        let Some(why) = trigger(template, one, Occasion { requested: false, ambiguous }) else { continue };
        let kind = task_type(template);
        // What is known of the subject since makes it no other question.
        let asked = query(template, one.value.as_ref(), kind, &[]);
        let mut of_key = draft.view.research.iter().filter(|task| task.asked.obligation_key.as_deref() == Some(key));
        let known = of_key.any(|task| {
            !task.status.is_over()
                || covers(&task.asked.query, &asked)
                // What needs an expert is looked up by itself once.
                || (why == Trigger::ComplexDomain && task.asked.trigger == why)
        });
        let by_themselves = |task: &&ResearchTask| !matches!(task.asked.trigger, Trigger::UserRequest | Trigger::ByHand);
        let spent = draft.view.research.len() >= TASKS || draft.view.research.iter().filter(by_themselves).count() >= AUTOMATIC;
        if !known && !spent {
            let query = query(template, one.value.as_ref(), kind, &subject(&draft.view, key));
            request(draft, Some(key.clone()), kind, query, template.priority.clamp(1, 10), why);
        }
    }
}

pub(super) fn cancel(draft: &mut Draft<'_>, id: ResearchId, effects: &mut Vec<Effect>) -> Result<(), Refusal> {
    let status = known(draft, id)?.status;
    if status.is_over() {
        return Err(Refusal::conflict(format!("this task is over already: it is {}", status.name())));
    }
    draft.push(InterviewEvent::ResearchFailed { id, error: CANCELLED.into() });
    effects.push(Effect::StopResearch { id });
    Ok(())
}

/// Nothing is looked up any more about questions that are not asked any more.
pub(super) fn give_up(draft: &mut Draft<'_>, keys: &[String], effects: &mut Vec<Effect>) {
    let about = |task: &&ResearchTask| task.asked.obligation_key.as_ref().is_some_and(|key| keys.contains(key));
    let open = draft.view.research.iter().filter(about).filter(|task| !task.status.is_over());
    let open: Vec<ResearchId> = open.map(|task| task.id).collect();
    for id in open {
        draft.push(InterviewEvent::ResearchFailed { id, error: NOT_ASKED.into() });
        effects.push(Effect::StopResearch { id });
    }
}

/// A failed or cancelled task goes on with its first step that has no result.
pub(super) fn retry(draft: &mut Draft<'_>, id: ResearchId) -> Result<(), Refusal> {
    must_be_active(draft)?;
    let task = known(draft, id)?;
    if task.status != TaskStatus::Failed {
        return Err(Refusal::conflict(format!("only a task that failed is tried again: this one is {}", task.status.name())));
    }
    if let Some(key) = &task.asked.obligation_key {
        must_exist(draft, key)?;
    }
    if task.search.is_none() {
        must_be_searchable(draft)?;
    }
    draft.push(InterviewEvent::ResearchRetried { id });
    Ok(())
}

/// Takes back what a task changed.
pub(super) fn undo(
    draft: &mut Draft<'_>,
    interview: &Interview,
    id: ResearchId,
    effects: &mut Vec<Effect>,
) -> Result<(), Refusal> {
    must_be_active(draft)?;
    known(draft, id)?;
    if let Some(key) = update::take_back(draft, id)? {
        going_on::go_on(draft, interview, &key, None, effects);
    }
    Ok(())
}

fn known<'a>(draft: &'a Draft<'_>, id: ResearchId) -> Result<&'a ResearchTask, Refusal> {
    draft.view.research_task(id).ok_or_else(|| Refusal::unknown("there is no such research task"))
}

fn about(draft: &Draft<'_>, key: &str, kind: Option<TaskType>, wanted: Option<String>) -> Option<(TaskType, String)> {
    let template = draft.view.template(key)?;
    let kind = kind.unwrap_or_else(|| task_type(template));
    let value = draft.view.obligation(key).and_then(|one| one.value.as_ref());
    Some((kind, wanted.unwrap_or_else(|| query(template, value, kind, &subject(&draft.view, key)))))
}

/// The task that looks up the same already.
fn same<'a>(view: &'a InterviewView, key: Option<&str>, query: &str) -> Option<&'a ResearchTask> {
    view.research.iter().find(|task| task.asked.obligation_key.as_deref() == key && same_query(&task.asked.query, query))
}

fn request(draft: &mut Draft<'_>, key: Option<String>, task_type: TaskType, query: String, priority: u8, trigger: Trigger) {
    let id = ResearchId(draft.id());
    let task = ResearchRequest { id, obligation_key: key, task_type, query, priority, trigger };
    draft.push(InterviewEvent::ResearchRequested { task });
}
