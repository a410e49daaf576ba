//! A finished interview to look at: what a made-up bookshop told, read as any transcript is, and ended.

use super::may_change;
use crate::backend::{Backend, who};
use domain::{
    Failure, FailureKind,
    interview::{Opening, objective::built_in},
};
use protocol::{
    SessionId, Timestamp, UserId,
    account::Account,
    interview::{
        Author, ContextType, InterviewCommand, InterviewView, ObjectiveDefinition, SessionStatus, Speaker, Status, TranscriptTurn,
    },
};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::sync::Arc;
use uuid::Builder;

const TITLE: &str = "Sample: a bookshop by the harbour";
/// In microseconds: nobody is still making one in which nothing happened for so long.
const AT_REST: i64 = 60_000_000;

/// What was asked, and what was answered.
const TALK: [(&str, &str); 8] = [
    ("What industry are you in?", "We are an independent bookshop by the harbour."),
    ("What do you offer?", "We sell new and second-hand books and host readings."),
    ("Who are your customers?", "Our customers are families and visitors on holiday."),
    ("What do your customers need?", "They need a book they will love without searching for an hour."),
    ("What is your main goal?", "Our main goal is to double online sales within two years."),
    ("What is your main challenge?", "Our biggest challenge is that nobody finds our web shop."),
    ("How many people work there?", "There are 6 of us."),
    ("Who do you compete with?", "Our competitors are two chain stores at the mall."),
];

/// What it is to know at its end, where the words alone did not tell.
fn answers() -> [(&'static str, Value); 8] {
    [
        ("industry", json!("Independent bookshop")),
        ("offering", json!("New and second-hand books, and readings")),
        ("target_market", json!("Families and visitors on holiday")),
        ("customer_need", json!("A book they will love, without searching for long")),
        ("primary_goal", json!("Double online sales within two years")),
        ("main_challenge", json!("Nobody finds the web shop")),
        ("team_size", json!(6)),
        ("competition", json!("Two chain stores at the mall")),
    ]
}

/// A person's sample, by which it is found again.
pub(super) fn sample_id(of: UserId) -> SessionId {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&Sha256::new().chain_update("sample interview of ").chain_update(of.0.as_bytes()).finalize()[..16]);
    SessionId(Builder::from_custom_bytes(bytes).into_uuid())
}

/// Makes it. There is none yet.
///
/// # Errors
/// Where the person may not, or it cannot be stored.
pub(super) async fn make_sample(backend: &Backend, account: &Account) -> Result<SessionId, Failure> {
    may_change(account)?;
    let context = ContextType::BusinessProfile;
    let row = backend.objectives().active_objective(account.tenant_id, context).await?;
    let row = row.ok_or_else(|| Failure::conflict(format!("no objective is active for {}: activate one", context.name())))?;
    let opening = Opening {
        id: sample_id(account.user_id),
        tenant: account.tenant_id,
        owner: account.user_id,
        context_type: context,
        objective_id: row.id,
        objective_version: row.version,
        definition: Arc::new(definition()?),
    };
    let id = backend.interviews().open(opening).await?.view.id;
    fill(backend, account, id).await?;
    Ok(id)
}

/// Brings one to its end whose making broke off; every other one stays as it is.
///
/// # Errors
/// As [`make_sample`].
pub(super) async fn complete_sample(backend: &Backend, account: &Account, id: SessionId) -> Result<(), Failure> {
    let view = view_of(backend, account, id).await?;
    if is_half_made(&view, backend.now()) { fill(backend, account, id).await } else { Ok(()) }
}

/// Its title is the last thing that it gets before its end.
fn is_half_made(view: &InterviewView, now: Timestamp) -> bool {
    view.status == SessionStatus::Active && view.title != TITLE && now.0 - view.updated_at.0 > AT_REST
}

fn definition() -> Result<ObjectiveDefinition, Failure> {
    let all = built_in()?;
    let own = all.into_iter().find(|one| one.context_type == ContextType::BusinessProfile);
    own.map(|one| one.definition).ok_or_else(|| Failure::new(FailureKind::Internal, "there is no such objective"))
}

async fn fill(backend: &Backend, account: &Account, id: SessionId) -> Result<(), Failure> {
    let view = quiet(backend, account, id).await?;
    if view.turn_count == 0 {
        backend.interviews().import(who(account), id, list_turns(&view)).await?;
    }
    for (key, value) in answers() {
        let view = quiet(backend, account, id).await?;
        if view.obligation(key).is_some_and(|one| one.status != Status::Satisfied) {
            let set = InterviewCommand::SetValue { key: key.to_owned(), value };
            backend.interviews().command(who(account), id, set).await?;
        }
    }
    quiet(backend, account, id).await?;
    let retitle = InterviewCommand::Retitle { title: TITLE.to_owned() };
    backend.interviews().command(who(account), id, retitle).await?;
    if view_of(backend, account, id).await?.status == SessionStatus::Active {
        backend.interviews().command(who(account), id, InterviewCommand::Complete).await?;
    }
    Ok(())
}

/// The talk, without its first question where the greeting has asked one already.
fn list_turns(view: &InterviewView) -> Vec<TranscriptTurn> {
    let line = |speaker, text: &str| TranscriptTurn { speaker, text: text.to_owned() };
    let has_asked = view.messages.iter().any(|one| one.role == Author::Agent && one.content.contains('?'));
    let turns = TALK.iter().flat_map(|(question, answer)| [line(Speaker::Agent, question), line(Speaker::User, answer)]);
    turns.skip(usize::from(has_asked)).collect()
}

/// What a language model would say to the sample need not be waited for.
async fn quiet(backend: &Backend, account: &Account, id: SessionId) -> Result<Arc<InterviewView>, Failure> {
    let view = view_of(backend, account, id).await?;
    let Some(message_id) = view.replying else { return Ok(view) };
    backend.interviews().command(who(account), id, InterviewCommand::StopReply { message_id }).await?;
    view_of(backend, account, id).await
}

async fn view_of(backend: &Backend, account: &Account, id: SessionId) -> Result<Arc<InterviewView>, Failure> {
    Ok(backend.interviews().view(who(account), id).await?.view)
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{MessageId, ObjectiveId, interview::Message};
    use uuid::Uuid;

    #[test]
    fn nothing_is_asked_twice_at_its_beginning() {
        let definition = Arc::new(definition().expect("it is built in"));
        let (id, objective) = (SessionId(Uuid::nil()), ObjectiveId(Uuid::nil()));
        let mut view = InterviewView::begun(id, ContextType::BusinessProfile, objective, "1".into(), definition, Timestamp(0));
        let begins = |view: &InterviewView| list_turns(view).first().map(|turn| turn.text.clone());
        assert_eq!(begins(&view).as_deref(), Some(TALK[0].0), "nobody has asked yet");
        view.messages.push(Message {
            id: MessageId(Uuid::nil()),
            role: Author::Agent,
            content: "Welcome. What industry is your business in?".into(),
            turn: 0,
            created_at: Timestamp(0),
            client_message_id: None,
            widget_key: None,
            engine: None,
            fell_back: None,
            stopped: false,
            imported: false,
            rewords: None,
            wordings: Vec::new(),
            feedback: None,
            spoken: None,
        });
        assert_eq!(begins(&view).as_deref(), Some(TALK[0].1));
        assert_eq!(list_turns(&view).len(), 2 * TALK.len() - 1);
    }

    #[test]
    fn only_one_whose_making_broke_off_is_gone_on_with() {
        let definition = Arc::new(definition().expect("it is built in"));
        let (id, objective) = (SessionId(Uuid::nil()), ObjectiveId(Uuid::nil()));
        let begun = InterviewView::begun(id, ContextType::BusinessProfile, objective, "1".into(), definition, Timestamp(0));
        let later = Timestamp(AT_REST + 1);
        for (view, now, wanted) in [
            (begun.clone(), later, true),
            (begun.clone(), Timestamp(AT_REST), false),
            (InterviewView { title: TITLE.into(), ..begun.clone() }, later, false),
            (InterviewView { status: SessionStatus::Completed, ..begun }, later, false),
        ] {
            assert_eq!(is_half_made(&view, now), wanted, "{} {:?} {now:?}", view.title, view.status);
        }
    }
}
