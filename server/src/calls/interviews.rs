//! The interview pages' questions.

use super::{PAGE, Wanted, layered};
use crate::{
    backend::{Backend, who},
    web::api::paging::{after, cut},
};
use actors::{CommandFault, SystemIds};
use app::{
    calls::{CallFault, Listed},
    pages::interviews::calls::{
        ImportedLine, InterviewCalls, InterviewCard, InterviewFilter, InterviewList, ObjectiveCard, Reach, Reassessed,
    },
};
use async_trait::async_trait;
use domain::{
    Failure, Stamp, StoreFault,
    interview::{Input, Interview, Opening, SessionQuery, SessionRow, decide},
};
use protocol::{
    ObjectiveId, ProjectId, RunId, SessionId, UserId,
    account::{Account, Role},
    interview::{Author, ContextType, InterviewCommand, InterviewView, Place, SessionStatus, TranscriptTurn},
    research::SearchProvider,
};
use std::{collections::HashMap, sync::Arc};

pub(crate) struct InterviewDesk(pub Backend);

#[async_trait]
impl InterviewCalls for InterviewDesk {
    async fn objectives(&self, who: &Account) -> Result<Vec<ObjectiveCard>, CallFault> {
        let mut cards = Vec::new();
        for context in ContextType::ALL {
            let Some(row) = self.0.objectives().active_objective(who.tenant_id, context).await.map_err(Failure::from)? else {
                continue;
            };
            let count = row.config["obligations"].as_array().map_or(0, Vec::len);
            cards.push(ObjectiveCard {
                context_type: context,
                display_name: row.display_name,
                description: row.config["description"].as_str().unwrap_or_default().to_owned(),
                obligations: u32::try_from(count).unwrap_or(u32::MAX),
            });
        }
        Ok(cards)
    }

    async fn interviews(&self, who: &Account, filter: InterviewFilter) -> Result<InterviewList, CallFault> {
        // First: what changes while the rest is read is told afterwards.
        let mark = self.0.store().list_version(who.tenant_id, who.user_id).await.map_err(Failure::from)?;
        let counts = self.0.records().session_counts(who.tenant_id, Some(who.user_id)).await.map_err(Failure::from)?;
        let placed = self.0.links().count_placed(who.tenant_id, who.user_id).await.map_err(Failure::from)?;
        let page = self.cards(who, Some(who.user_id), filter).await?;
        Ok(InterviewList { page, active: counts.0, completed: counts.1, archived: placed.0, deleted: placed.1, mark })
    }

    async fn transcripts(&self, who: &Account, after: Option<String>) -> Result<Listed<InterviewCard>, CallFault> {
        if who.role < Role::Admin {
            return Err(CallFault::Forbidden("Only administrators review transcripts.".into()));
        }
        self.cards(who, None, InterviewFilter { after, ..InterviewFilter::default() }).await
    }

    async fn start(
        &self,
        who: &Account,
        context: ContextType,
        project: Option<ProjectId>,
        run: Option<RunId>,
    ) -> Result<SessionId, CallFault> {
        let run = match run {
            Some(id) => Some(projects::run_view(self.0.projects(), who, id).await?),
            None => None,
        };
        let wanted = Wanted { project, run, ..Wanted::default() };
        Ok(open(&self.0, who, context, None, &wanted).await?.id)
    }

    async fn view(&self, account: &Account, id: SessionId) -> Result<InterviewView, CallFault> {
        let viewed = self.0.interviews().view(who(account), id).await.map_err(Failure::from)?;
        Ok(Arc::unwrap_or_clone(viewed.view))
    }

    async fn reach(&self, account: &Account) -> Reach {
        let search = self.0.search();
        Reach {
            web: search.providers().into_iter().filter(|one| *one != SearchProvider::Local).collect(),
            anything: search.reaches(account.tenant_id).await,
            is_admin: account.role >= Role::Admin,
        }
    }

    async fn command(&self, account: &Account, id: SessionId, command: InterviewCommand) -> Result<(), CallFault> {
        may_change(account)?;
        self.0.interviews().command(who(account), id, command).await.map_err(Failure::from)?;
        Ok(())
    }

    async fn reassess(&self, account: &Account, id: SessionId) -> Result<Vec<Reassessed>, CallFault> {
        let before = self.view(account, id).await?;
        self.command(account, id, InterviewCommand::Reevaluate { key: None }).await?;
        let after = self.view(account, id).await?;
        let changed = after.obligations.into_iter().filter_map(|one| {
            let was = before.obligation(&one.key)?;
            let other = was.confidence != one.confidence || was.status != one.status;
            other.then_some(Reassessed { was: was.confidence, is: one.confidence, key: one.key })
        });
        Ok(changed.collect())
    }

    async fn import(&self, account: &Account, id: SessionId, turns: Vec<TranscriptTurn>) -> Result<Vec<ImportedLine>, CallFault> {
        may_change(account)?;
        let lines = self.0.interviews().import(who(account), id, turns).await.map_err(Failure::from)?;
        let line = |(index, turn): (usize, domain::interview::ImportedTurn)| ImportedLine {
            index,
            changed: turn.changed.into_iter().map(|key| (key.clone(), turn.values.get(&key).cloned())).collect(),
        };
        Ok(lines.into_iter().map(line).collect())
    }
}

impl InterviewDesk {
    async fn cards(
        &self,
        who: &Account,
        user: Option<UserId>,
        filter: InterviewFilter,
    ) -> Result<Listed<InterviewCard>, CallFault> {
        let query = SessionQuery {
            tenant: who.tenant_id,
            user,
            context_type: None,
            status: filter.status,
            // Others see what is put away as well.
            place: user.is_some().then_some(filter.place),
            // Postgres takes no NUL in a text, and no title has one.
            words: filter.title.trim().replace('\0', ""),
            limit: PAGE + 1,
            after: after(filter.after.as_deref())?.map(|(at, id)| (at, SessionId(id))),
        };
        let rows = self.0.records().sessions(query).await.map_err(Failure::from)?;
        let (rows, next) = cut(rows, PAGE, |row| (row.updated_at, row.id.0));
        let ids: Vec<SessionId> = rows.iter().map(|row| row.id).collect();
        let guests = self.0.links().guest_names(who.tenant_id, &ids).await.map_err(Failure::from)?;
        let guests: HashMap<SessionId, String> = guests.into_iter().collect();
        let names: HashMap<UserId, String> = if user.is_some() {
            HashMap::from([(who.user_id, who.name.clone())])
        } else {
            self.0
                .accounts()
                .users(who.tenant_id)
                .await
                .map_err(Failure::from)?
                .into_iter()
                .map(|row| (row.id, row.name))
                .collect()
        };
        let placed = |row: SessionRow| {
            let guest = guests.get(&row.id).cloned();
            InterviewCard { guest, place: filter.place, ..card(row, &names) }
        };
        Ok(Listed { items: rows.into_iter().map(placed).collect(), next })
    }
}

pub(super) fn card(row: SessionRow, names: &HashMap<UserId, String>) -> InterviewCard {
    InterviewCard {
        id: row.id,
        title: row.title,
        context_type: row.context_type,
        status: row.status,
        phase: row.phase,
        completeness: row.completeness,
        required: row.required,
        turn_count: row.turn_count,
        updated_at: row.updated_at,
        person: names.get(&row.user).cloned().unwrap_or_default(),
        guest: None,
        place: Place::Listed,
    }
}

pub(crate) fn may_change(account: &Account) -> Result<(), Failure> {
    if account.role >= Role::Member { Ok(()) } else { Err(Failure::forbidden("your role is viewer: you can read, not change")) }
}

/// Opens an interview with an objective, or with the active one of its kind.
pub(crate) async fn open(
    backend: &Backend,
    account: &Account,
    context: ContextType,
    objective: Option<ObjectiveId>,
    wanted: &Wanted,
) -> Result<Arc<InterviewView>, Failure> {
    let opening = opening(backend, account, context, objective, wanted).await?;
    Ok(backend.interviews().open(opening).await?.view)
}

/// How often somebody else may be first, and their interview be over when it is looked for.
const TRIES: u32 = 5;
/// How many finished interviews are looked through for the newest that is no guest's.
const LATELY_FINISHED: u32 = 100;

/// The interview of a kind that a command is for which names none: the one that it ended, else the person's active one. The first
/// command opens one, and of many first ones, on whichever nodes, all get the same.
pub(crate) async fn find_or_open(
    backend: &Backend,
    account: &Account,
    context: ContextType,
    command: &InterviewCommand,
) -> Result<SessionId, Failure> {
    if let Some(id) = finished_with(backend, account, context, command).await? {
        return Ok(id);
    }
    if let Some(id) = find_active(backend, account, context).await? {
        return Ok(id);
    }
    rehearse(backend, account, context, command).await?;
    for _ in 0..TRIES {
        match backend.interviews().open_sole(opening(backend, account, context, None, &Wanted::default()).await?).await {
            Ok(viewed) => return Ok(viewed.view.id),
            Err(CommandFault::Store(StoreFault::Conflict)) => {}
            Err(fault) => return Err(fault.into()),
        }
        if let Some(id) = find_active(backend, account, context).await? {
            return Ok(id);
        }
    }
    Err(StoreFault::Conflict.into())
}

async fn find_active(backend: &Backend, account: &Account, context: ContextType) -> Result<Option<SessionId>, Failure> {
    let row = backend.records().active_session(account.tenant_id, account.user_id, context).await?;
    Ok(row.map(|row| row.id))
}

/// The interview of a kind that this command was carried out in as the last that it took, if their newest finished one is that.
/// An interview may end with a message whose answer never arrived: said again, it opens no other one.
async fn finished_with(
    backend: &Backend,
    account: &Account,
    context: ContextType,
    command: &InterviewCommand,
) -> Result<Option<SessionId>, Failure> {
    let InterviewCommand::Say { client_message_id: Some(message), .. } = command else { return Ok(None) };
    let Some(row) = find_newest_finished(backend, account, context).await? else { return Ok(None) };
    if backend.interviews().read(who(account), row.id, read_last_message_id).await?.as_ref() != Some(message) {
        return Ok(None);
    }
    let view = backend.interviews().view(who(account), row.id).await?.view;
    let interview = Interview { tenant: row.tenant, owner: row.user, view: Arc::unwrap_or_clone(view), searchable: false };
    let repeated = decide(&interview, Input::Command(command.clone()), &stamp(backend)).is_ok();
    Ok(repeated.then_some(row.id))
}

/// The newest interview of a kind that this person finished themselves.
async fn find_newest_finished(backend: &Backend, account: &Account, context: ContextType) -> Result<Option<SessionRow>, Failure> {
    // Those of guests stand in the same list: only where the newest is theirs more are read.
    for limit in [1, LATELY_FINISHED] {
        let query = SessionQuery {
            tenant: account.tenant_id,
            user: Some(account.user_id),
            context_type: Some(context),
            status: Some(SessionStatus::Completed),
            place: None,
            words: String::new(),
            limit,
            after: None,
        };
        let rows = backend.records().sessions(query).await?;
        if rows.is_empty() {
            return Ok(None);
        }
        let ids: Vec<SessionId> = rows.iter().map(|row| row.id).collect();
        let guests = backend.links().guest_names(account.tenant_id, &ids).await?;
        let is_own = |row: &SessionRow| guests.iter().all(|(guest, _)| *guest != row.id);
        if let Some(row) = rows.into_iter().find(is_own) {
            return Ok(Some(row));
        }
    }
    Ok(None)
}

/// The caller's id of the last message that was said, unless a guest says them.
fn read_last_message_id(view: &InterviewView) -> Option<String> {
    let last = view.messages.iter().rfind(|one| one.role == Author::User && view.guest.is_none())?;
    last.client_message_id.clone()
}

/// Whether the first command of an interview would be refused: what is refused must not leave an empty interview behind.
async fn rehearse(backend: &Backend, account: &Account, context: ContextType, command: &InterviewCommand) -> Result<(), Failure> {
    let opened =
        domain::interview::open(opening(backend, account, context, None, &Wanted::default()).await?, &stamp(backend)).drafted;
    let Some(mut interview) = Interview::from_events(opened.tenant, opened.owner, &opened.events) else { return Ok(()) };
    // The greeting will have been said.
    interview.view.replying = None;
    decide(&interview, Input::Command(command.clone()), &stamp(backend))?;
    Ok(())
}

fn stamp(backend: &Backend) -> Stamp<'static> {
    Stamp { now: backend.now(), ids: &SystemIds }
}

async fn opening(
    backend: &Backend,
    account: &Account,
    context: ContextType,
    objective: Option<ObjectiveId>,
    wanted: &Wanted,
) -> Result<Opening, Failure> {
    may_change(account)?;
    let tenant = account.tenant_id;
    let row = match objective {
        Some(id) => backend
            .objectives()
            .objective(tenant, id)
            .await?
            .ok_or_else(|| Failure::invalid("objective_id", "there is no such objective"))?,
        None => backend
            .objectives()
            .active_objective(tenant, context)
            .await?
            .ok_or_else(|| Failure::conflict(format!("no objective is active for {}: activate one", context.name())))?,
    };
    if row.context_type != context {
        return Err(Failure::invalid(
            "objective_id",
            format!("this objective is for {}, not for {}", row.context_type.name(), context.name()),
        ));
    }
    let definition = layered(backend, &row, wanted).await?;
    Ok(Opening {
        id: SessionId(backend.id()),
        tenant,
        owner: account.user_id,
        context_type: context,
        objective_id: row.id,
        objective_version: row.version,
        definition,
    })
}
