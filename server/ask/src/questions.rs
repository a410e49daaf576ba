//! What people and programs want of asks: put, followed, clarified, cancelled, done again, kept.

use crate::{
    Asks,
    scheduling::{ScheduleDraft, add_ask_schedule, change_ask_schedule, remove_ask_schedule, within},
};
use actors::{
    CommandFault,
    live::{JoinStart, Subscription, Who},
};
use domain::{
    Failure, FailureKind, Refusal,
    account::{AuditLog as _, AuditNote, UserRow},
    ask::{
        Ask, AskCommand, AskInput, AskRow, LONGEST_QUESTION, Redo, SavedAsk, check_redo, facts_for_redo, facts_to_remember,
        read_redo,
    },
    live::StoredEvent,
    tools::one_line,
};
use protocol::{
    AskId, ConversationId, ProjectId, TenantId, UserId,
    account::{Account, Role},
    ask::{AskEvent, AskMode, AskRequest, AskView, ClarifyAnswer},
    live::Recorded,
};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Asks of one person that are under way.
const MOST_OPEN: u32 = 100;
/// Values that one redo changes.
const MOST_FACTS: usize = 50;
pub(crate) const LONGEST_NAME: usize = 200;

/// What is done differently.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RedoWish {
    /// "redo, but change my age to 50"
    pub message: Option<String>,
    pub facts: Map<String, Value>,
    pub mode: Option<AskMode>,
}

/// How an answer is kept.
#[derive(Debug, Default)]
pub struct SaveWish {
    /// Empty to keep it no longer.
    pub name: String,
    /// What the first value of the answer shall be at every rerun.
    pub expected: Option<Value>,
    /// When it is asked again by itself; as it was where it is none, never where it is `Some(None)`.
    pub schedule: Option<Option<ScheduleDraft>>,
}

/// People see their own asks, administrators the tenant's.
fn who_sees(account: &Account) -> Who {
    Who { tenant: account.tenant_id, only: (account.role < Role::Admin).then_some(account.user_id), user: Some(account.user_id) }
}

/// Puts a question, in a conversation or as the first of one. What is only "redo …" does the last one again. An id that is named belongs
/// to one call: made again, it leads to the same ask.
///
/// # Errors
/// 409 for another question under the same id; 422 for a question that cannot be put; 404 for a project or a conversation that is not there; 429 where too many are under way.
pub async fn begin_ask(
    asks: &Asks,
    account: &Account,
    project: ProjectId,
    conversation: Option<ConversationId>,
    mut request: AskRequest,
    named: Option<AskId>,
) -> Result<AskId, Failure> {
    request.question = checked_question(&request)?;
    if let Some(id) = named
        && let Some(row) = asks.store().ask(account.tenant_id, id).await?
    {
        let is_same = (row.user, row.project, &row.question) == (account.user_id, project, &request.question)
            && row.conversation == conversation.unwrap_or_else(|| own_conversation(id))
            && ask_view(asks, account, id).await?.request.mode == chosen_mode(&request, conversation);
        return if is_same { Ok(id) } else { Err(Failure::conflict("this Idempotency-Key was used for another call")) };
    }
    projects::found(asks.projects(), account.tenant_id, &project.to_string()).await?;
    let (tenant, user) = (account.tenant_id, account.user_id);
    if asks.store().open_asks(tenant, user).await? >= MOST_OPEN {
        let detail = format!("{MOST_OPEN} of your asks are under way: cancel some, or wait until they are over");
        return Err(Failure { retry_after: Some(5), ..Failure::new(FailureKind::Busy, detail) });
    }
    if let Some(id) = conversation {
        let rows = asks.store().conversation(tenant, id, 1).await?;
        let last = rows.first().filter(|row| row.user == user && row.project == project);
        let last = last.ok_or_else(|| Failure::not_found("there is no such session in this project"))?;
        if let Some(redo) = read_redo(&request.question).filter(|_| request.redo_of.is_none() && request.sql.is_none()) {
            request.redo_of = Some(last.id);
            request.mode = request.mode.or(redo.mode);
            let view = ask_view(asks, account, last.id).await?;
            let mut changed = redo.facts;
            changed.extend(redo.corrections.clone());
            changed.extend(request.facts);
            request.sql = kept_query(&view, &changed, redo.change.as_deref(), request.mode);
            request.facts = facts_for_redo(&view, changed);
            checked_question(&request)?;
            for (name, value) in &redo.corrections {
                remember(asks, account, project, name, value).await?;
            }
        }
    }
    let conversation = conversation.unwrap_or_else(|| named.map_or_else(|| ConversationId(asks.id()), own_conversation));
    open(asks, account, (project, conversation), request, named).await
}

/// One that a named ask begins: whether the same call names one shows by its id.
const fn own_conversation(id: AskId) -> ConversationId {
    ConversationId(id.0)
}

/// The mode that a request is put with.
fn chosen_mode(request: &AskRequest, conversation: Option<ConversationId>) -> Option<AskMode> {
    request.mode.or_else(|| conversation.and_then(|_| read_redo(&request.question)?.mode))
}

/// A query that was put together by hand stays the query, unless something else is asked now or data is not to be read.
fn kept_query(before: &AskView, changed: &Map<String, Value>, change: Option<&str>, mode: Option<AskMode>) -> Option<String> {
    let is_same = changed.is_empty() && change.is_none() && mode != Some(AskMode::Knowledge);
    before.request.sql.clone().filter(|_| is_same)
}

async fn open(
    asks: &Asks,
    account: &Account,
    place: (ProjectId, ConversationId),
    request: AskRequest,
    named: Option<AskId>,
) -> Result<AskId, Failure> {
    let id = named.unwrap_or_else(|| AskId(asks.id()));
    // One that is chosen and cannot be used now is no reason to answer nothing.
    let model = asks.analyst().engine(account.tenant_id).await.ok().flatten();
    let audit = AuditNote { action: "ask.started", target: id.to_string(), about: Some(account.user_id), detail: json!({}) };
    let audit = audit.entry_by(asks, account);
    let ask = Ask::new(account.tenant_id, account.user_id, id, place, request, model);
    asks.directory().open(ask, AskInput::Request { kept: Vec::new() }, Some(audit)).await.map_err(fault)?;
    Ok(id)
}

/// The question without space around it.
fn checked_question(request: &AskRequest) -> Result<String, Failure> {
    let question = request.question.trim();
    let refused = |why: String| Err(Refusal::invalid("question", why).into());
    if question.is_empty() {
        return refused("a question needs some words".to_owned());
    }
    if question.chars().count() > LONGEST_QUESTION {
        return refused(format!("a question has at most {LONGEST_QUESTION} characters"));
    }
    if request.facts.len() > MOST_FACTS || request.facts.values().any(|value| value.to_string().len() > LONGEST_QUESTION) {
        let why = format!("at most {MOST_FACTS} values, each of at most {LONGEST_QUESTION} characters");
        return Err(Refusal::invalid("facts", why).into());
    }
    Ok(question.to_owned())
}

/// An ask of this person's, or of the tenant's for an administrator.
///
/// # Errors
/// 404.
pub async fn find_ask(asks: &Asks, account: &Account, id: AskId) -> Result<AskRow, Failure> {
    let row = asks.store().ask(account.tenant_id, id).await?.ok_or_else(missing)?;
    if account.role < Role::Admin && row.user != account.user_id { Err(missing()) } else { Ok(row) }
}

/// Where an ask is.
///
/// # Errors
/// 404, also for another person's.
pub async fn ask_view(asks: &Asks, account: &Account, id: AskId) -> Result<Arc<AskView>, Failure> {
    // One that is still at work in a deleted project is seen by nobody.
    asks.store().ask(account.tenant_id, id).await?.ok_or_else(missing)?;
    asks.directory().view(who_sees(account), id).await.map(|viewed| viewed.view).map_err(fault)
}

/// What happens to an ask from now on.
///
/// # Errors
/// 404, also for another person's.
pub async fn follow_ask(asks: &Asks, account: &Account, id: AskId) -> Result<Subscription<Ask>, Failure> {
    let joined = asks.directory().join(who_sees(account), id, None).await;
    joined.map(|joined| joined.subscription).map_err(fault)
}

/// Waits until it is over, or waits for a person.
///
/// # Errors
/// 404, also for another person's.
pub async fn await_ask(asks: &Asks, account: &Account, id: AskId) -> Result<(), Failure> {
    let is_at_rest = |view: &AskView| view.work.status.is_over() || !view.open_questions.is_empty();
    loop {
        let joined = asks.directory().join(who_sees(account), id, None).await.map_err(fault)?;
        if matches!(&joined.start, JoinStart::Snapshot(view) if is_at_rest(view)) {
            return Ok(());
        }
        let mut subscription = joined.subscription;
        while let Some(published) = subscription.recv().await {
            let is_last = |event: &AskEvent| matches!(event, AskEvent::Ended { .. } | AskEvent::Unclear { .. });
            if published.events.iter().any(|one| is_last(&one.event)) {
                return Ok(());
            }
        }
    }
}

/// What happened to it after this event.
///
/// # Errors
/// The store's.
pub async fn ask_events(asks: &Asks, account: &Account, id: AskId, after: u64) -> Result<Vec<Recorded<AskEvent>>, Failure> {
    let stored = asks.0.parts.live.store.stored_events(account.tenant_id, id.0, after).await?;
    Ok(stored.iter().map(StoredEvent::read).collect::<Result<_, _>>()?)
}

/// Answers what was asked back. What is to be remembered becomes a fact of the project.
///
/// # Errors
/// 404; 409 where nothing is asked; 422 for an answer that cannot be used.
pub async fn clarify_ask(asks: &Asks, account: &Account, id: AskId, answers: Vec<ClarifyAnswer>) -> Result<(), Failure> {
    let view = ask_view(asks, account, id).await?;
    let remembered = facts_to_remember(&view, &answers);
    let command = AskCommand::Clarify { answers, by: account.user_id };
    asks.directory().command(who_sees(account), id, command).await.map_err(fault)?;
    for (name, value) in remembered {
        remember(asks, account, view.project, &name, &value).await?;
    }
    Ok(())
}

/// Keeps a fact of the project.
async fn remember(asks: &Asks, account: &Account, project: ProjectId, name: &str, value: &Value) -> Result<(), Failure> {
    let caller = projects::Caller { account: account.clone(), project };
    let fact = json!({"name": name, "value": value, "source": "user"});
    projects::dispatch(asks.projects(), &caller, "add_fact", &fact).await.map(|_| ())
}

/// Stops an ask.
///
/// # Errors
/// 404; 409 where it is over.
pub async fn cancel_ask(asks: &Asks, account: &Account, id: AskId) -> Result<(), Failure> {
    asks.directory().command(who_sees(account), id, AskCommand::Cancel).await.map(|_| ()).map_err(fault)
}

/// The same question again with other values, in the same conversation. Corrections become facts of the project. A model reads a message
/// that the rules cannot.
///
/// # Errors
/// 404; 422 where nothing can be read from the message.
pub async fn redo_ask(asks: &Asks, account: &Account, id: AskId, wish: RedoWish) -> Result<AskId, Failure> {
    let row = find_ask(asks, account, id).await?;
    let again = || (format!("Again: {}", row.question), Redo::default());
    let message = wish.message.as_deref().map(str::trim).filter(|message| !message.is_empty());
    let (question, redo) = match message.map(check_redo) {
        None => again(),
        Some(Ok(read)) => read,
        Some(Err(refusal)) => {
            let model = asks.analyst().engine(account.tenant_id).await.ok().flatten();
            (message.filter(|_| model.is_some()).ok_or(refusal)?.to_owned(), Redo::default())
        }
    };
    let mut facts = redo.facts;
    facts.extend(redo.corrections.clone());
    facts.extend(wish.facts);
    let view = ask_view(asks, account, row.id).await?;
    let mode = wish.mode.or(redo.mode);
    let request = AskRequest {
        question,
        mode,
        redo_of: Some(row.id),
        sql: kept_query(&view, &facts, redo.change.as_deref(), mode),
        facts: facts_for_redo(&view, facts),
    };
    let request = AskRequest { question: checked_question(&request)?, ..request };
    for (name, value) in &redo.corrections {
        remember(asks, account, row.project, name, value).await?;
    }
    open(asks, account, (row.project, row.conversation), request, None).await
}

/// Keeps an answer by name, or no longer: then it is asked again no more either.
///
/// # Errors
/// 404; 409 while there is no answer; 422 for a name that is too long, and for a schedule that cannot be.
pub async fn save_ask(asks: &Asks, account: &Account, id: AskId, wish: SaveWish) -> Result<(), Failure> {
    let row = find_ask(asks, account, id).await?;
    if row.answer.is_none() {
        return Err(Failure::conflict(format!("this ask is {}: there is no answer to keep", row.status.name())));
    }
    let expected = checked_expected(wish.expected)?;
    let known = asks.schedules().schedule_of_ask(row.tenant, id).await?;
    if wish.name.trim().is_empty() {
        if let Some(Some(_)) = wish.schedule {
            return Err(Refusal::invalid("name", "an answer that is asked for again needs a name").into());
        }
        if let Some(known) = known {
            remove_ask_schedule(asks, account, &known).await?;
        }
        asks.store().save_ask(row.tenant, id, None).await?;
        return Ok(());
    }
    let saved = SavedAsk { name: one_line("name", &wish.name, LONGEST_NAME)?, expected };
    match (wish.schedule, known) {
        (Some(Some(draft)), Some(known)) => {
            let draft = ScheduleDraft { name: Some(saved.name), expected: Some(saved.expected), ..draft };
            change_ask_schedule(asks, account, known, draft).await.map_err(|failure| within("schedule", failure))?;
        }
        (Some(Some(draft)), None) => {
            add_ask_schedule(asks, account, &row, saved, draft).await.map_err(|failure| within("schedule", failure))?;
        }
        (schedule, known) => {
            asks.store().save_ask(row.tenant, id, Some(&saved)).await?;
            if let Some(known) = known.filter(|_| schedule.is_some()) {
                remove_ask_schedule(asks, account, &known).await?;
            }
        }
    }
    Ok(())
}

pub(crate) fn checked_expected(expected: Option<Value>) -> Result<Option<Value>, Refusal> {
    if expected.as_ref().is_some_and(|value| value.to_string().len() > LONGEST_QUESTION) {
        let why = format!("an expected value has at most {LONGEST_QUESTION} characters");
        return Err(Refusal::invalid("expected", why));
    }
    Ok(expected.filter(|value| !value.is_null()))
}

/// In whose name it is asked, once more; none for somebody who is gone or may only read now.
pub(crate) async fn account(asks: &Asks, tenant: TenantId, user: UserId) -> Result<Option<Account>, Failure> {
    let accounts = asks.accounts();
    let (Some(user), Some(tenant)) = (accounts.user(user).await?, accounts.tenant(tenant).await?) else { return Ok(None) };
    let UserRow { id, name, email, role, .. } = user;
    let account = Account { user_id: id, tenant_id: tenant.id, tenant_slug: tenant.slug, name, email, role };
    Ok(Some(account).filter(|account| user.tenant == tenant.id && account.role >= Role::Member))
}

fn missing() -> Failure {
    Failure::not_found("there is no such ask")
}

fn fault(fault: CommandFault) -> Failure {
    match fault {
        CommandFault::NotFound => missing(),
        other => other.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn a_query_that_was_put_together_by_hand_is_kept_where_nothing_else_is_asked() {
        let sql = "SELECT 1".to_owned();
        let request = AskRequest { sql: Some(sql.clone()), ..AskRequest::default() };
        let place = (ProjectId(Uuid::nil()), ConversationId(Uuid::nil()));
        let view = AskView::new(AskId(Uuid::nil()), place, UserId(Uuid::nil()), request, None);
        let (nothing, age) = (Map::new(), Map::from_iter([("age".to_owned(), json!(50))]));
        for (changed, change, mode, kept) in [
            (&nothing, None, None, true),
            (&nothing, None, Some(AskMode::Auditable), true),
            (&nothing, None, Some(AskMode::Knowledge), false),
            (&nothing, Some("for Oslo"), None, false),
            (&age, None, None, false),
        ] {
            assert_eq!(kept_query(&view, changed, change, mode), kept.then(|| sql.clone()), "{change:?} {mode:?}");
        }
    }
}
