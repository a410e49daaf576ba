//! The questions of the pages of asks.

mod guided;
mod schedules;
mod suggestions;
mod views;
mod wishes;

pub(crate) use schedules::AskScheduleDesk;
pub(super) use suggestions::suggest;

use super::{projects::may, timing};
use crate::{
    backend::Backend,
    web::api::paging::{after, cut},
};
use ::ask::{RedoWish, SaveWish, ScheduleDraft, find_ask};
use app::{
    calls::{CallFault, Listed},
    pages::ask::calls::{
        AskAct, AskAddress, AskAround, AskBefore, AskCalls, AskProject, AskWish, AsksRequest, AsksView, FactShown,
        PipelineChoice, WholeAsk, asks_path,
    },
};
use async_trait::async_trait;
use domain::{
    Failure,
    account::PageQuery,
    ask::{AskRow, AskStore, BoxCommand, compare_redone, read_command},
    opportunities::PipelineRow,
};
use protocol::{
    AskId, ConversationId, PipelineId, ProjectId,
    account::{Account, Role},
    ask::{AskRequest, AskView},
    opportunities::PipelineSource,
};
use serde_json::{Map, json};
use std::sync::Arc;

/// Asks on one page of a list, and of a conversation.
const ASKS: u32 = 50;
/// Projects that can be chosen.
const PROJECTS: u32 = 100;
/// Pipelines that are looked at for those that an answer can be added to.
const PIPELINES: u32 = 50;

pub(crate) struct AskDesk(pub Backend);

#[async_trait]
impl AskCalls for AskDesk {
    async fn list(&self, who: &Account, request: AsksRequest) -> Result<AsksView, CallFault> {
        wishes::check_request(&request)?;
        let page = PageQuery { limit: PROJECTS, after: None };
        let rows = self.0.project_store().projects(who.tenant_id, page).await.map_err(Failure::from)?;
        let mut projects: Vec<(ProjectId, String)> = rows.into_iter().map(|row| (row.id, row.name)).collect();
        let chosen = match (request.project.as_str(), projects.as_slice()) {
            ("", [(only, _)]) => Some(*only),
            ("", _) => None,
            (id, _) => Some(projects::found(self.0.projects(), who.tenant_id, id).await?.id),
        };
        let mut view = AsksView {
            projects: Vec::new(),
            project: None,
            page: Listed { items: Vec::new(), next: None },
            mark: String::new(),
            may_ask: who.role >= Role::Member,
            request,
        };
        if let Some(id) = chosen {
            // First: what changes while the rest is read is noticed afterwards.
            view.mark = self.store().asks_version(who.tenant_id, who.user_id, id).await.map_err(Failure::from)?;
            view.page = self.page(who, id, &view.request).await?;
            let project = self.project(who, id, view.request.facts == wishes::ON).await?;
            if projects.iter().all(|(known, _)| *known != id) {
                projects.push((id, project.name.clone()));
            }
            view.project = Some(project);
        }
        view.projects = projects;
        Ok(view)
    }

    async fn read(&self, who: &Account, address: AskAddress) -> Result<WholeAsk, CallFault> {
        let id = ask_id(&address.id)?;
        let row = find_ask(self.0.asks(), who, id).await?;
        wishes::check_address(&address)?;
        let view = Arc::unwrap_or_clone(::ask::ask_view(self.0.asks(), who, id).await?);
        let around = self.around(who, &row, &view, &address).await?;
        Ok(WholeAsk { view, around })
    }

    async fn act(&self, who: &Account, wish: AskWish) -> Result<String, CallFault> {
        Ok(self.acted(who, wish).await?)
    }
}

impl AskDesk {
    fn store(&self) -> &dyn AskStore {
        self.0.asks().store()
    }

    /// One's own asks of a project, newest first, or those of one conversation.
    async fn page(
        &self,
        who: &Account,
        project: ProjectId,
        request: &AsksRequest,
    ) -> Result<Listed<app::pages::ask::calls::AskCard>, Failure> {
        if !request.conversation.is_empty() {
            let rows = self.conversation(who, project, conversation_id(&request.conversation)?).await?;
            return Ok(Listed { items: rows.iter().map(views::card).collect(), next: None });
        }
        let from = Some(request.after.as_str()).filter(|after| !after.is_empty());
        let page = PageQuery { limit: ASKS + 1, after: after(from)? };
        let rows = self.store().asks(who.tenant_id, Some(project), Some(who.user_id), page).await?;
        let (rows, next) = cut(rows, ASKS, |row| (row.created_at, row.id.0));
        Ok(Listed { items: rows.iter().map(views::card).collect(), next })
    }

    async fn conversation(&self, who: &Account, project: ProjectId, id: ConversationId) -> Result<Vec<AskRow>, Failure> {
        let rows = self.store().conversation(who.tenant_id, id, ASKS).await?;
        let own: Vec<AskRow> = rows.into_iter().filter(|row| row.user == who.user_id && row.project == project).collect();
        if own.is_empty() { Err(no_conversation()) } else { Ok(own) }
    }

    async fn project(&self, who: &Account, id: ProjectId, with_facts: bool) -> Result<AskProject, Failure> {
        let catalog = projects::project_catalog(self.0.projects(), who.tenant_id, id).await?;
        let facts = if with_facts {
            let caller = projects::Caller { account: who.clone(), project: id };
            let known = projects::known_facts(self.0.projects(), &caller).await?;
            let open = self.0.project_store().facts(who.tenant_id, id).await?.into_iter().filter(|row| row.value.is_none());
            let known =
                known.into_iter().map(|fact| FactShown { value: views::text(&fact.value), name: fact.name, source: fact.source });
            let open = open.map(|row| FactShown { value: String::new(), name: row.name, source: row.source });
            Some(known.chain(open).collect())
        } else {
            None
        };
        Ok(AskProject {
            id,
            name: catalog.project.name.clone(),
            is_empty: catalog.held.is_empty(),
            suggestions: suggest(&catalog.held),
            facts,
        })
    }

    async fn around(&self, who: &Account, row: &AskRow, view: &AskView, address: &AskAddress) -> Result<AskAround, Failure> {
        let catalog = projects::project_catalog(self.0.projects(), row.tenant, row.project).await?;
        let rows = self.store().conversation(row.tenant, row.conversation, ASKS).await?;
        let is_earlier = |one: &&AskRow| one.user == row.user && one.id != row.id && one.created_at <= row.created_at;
        let earlier = rows.iter().filter(is_earlier).rev().map(views::card).collect();
        let rerun = if address.rerun == wishes::ON {
            may(who, Role::Member)?;
            Some(views::rerun(&::ask::rerun_ask(self.0.asks(), who, row.id).await?))
        } else {
            None
        };
        let schedule = match row.saved {
            Some(_) => ::ask::schedule_of_ask(self.0.asks(), who, row.id).await?,
            None => None,
        };
        let guided = view.answer.as_ref().and_then(|answer| answer.guided.as_ref());
        Ok(AskAround {
            project_name: catalog.project.name.clone(),
            earlier,
            before: self.before(who, view).await,
            saved: row.saved.as_ref().map(|saved| views::saved(saved, schedule.as_ref())),
            tables: guided.map(|guided| guided::tables(&catalog.held, guided)).unwrap_or_default(),
            table: address.table.clone(),
            rerun,
            pipelines: self.pipelines(row, view).await?,
            may_ask: who.role >= Role::Member,
        })
    }

    /// The ask that this one does again, where it is still there.
    async fn before(&self, who: &Account, view: &AskView) -> Option<AskBefore> {
        let before = ::ask::ask_view(self.0.asks(), who, view.request.redo_of?).await.ok()?;
        Some(AskBefore { redone: compare_redone(&before, view)?, answer: before.answer.clone()? })
    }

    async fn acted(&self, who: &Account, wish: AskWish) -> Result<String, Failure> {
        if matches!(wish.act, AskAct::Start | AskAct::Guided) {
            let project = projects::found(self.0.projects(), who.tenant_id, &wish.project).await?.id;
            may(who, Role::Member)?;
            wishes::check_wish(&wish)?;
            let conversation = Some(wish.conversation.as_str()).filter(|id| !id.is_empty());
            let conversation = conversation.map(conversation_id).transpose()?;
            return self.begin(who, project, conversation, wish).await;
        }
        let id = ask_id(&wish.ask)?;
        let row = find_ask(self.0.asks(), who, id).await?;
        may(who, Role::Member)?;
        wishes::check_wish(&wish)?;
        let asks = self.0.asks();
        match wish.act {
            AskAct::Cancel => ::ask::cancel_ask(asks, who, id).await?,
            AskAct::Clarify => ::ask::clarify_ask(asks, who, id, wishes::answers(wish.answers)).await?,
            AskAct::Save => {
                let expected = wishes::value(&wish.value);
                let schedule = if timing::is_wanted(&wish.times) {
                    let (times, webhook) = timing::draft(wish.times)?;
                    Some(Some(ScheduleDraft { times, webhook: webhook.map(Some), ..ScheduleDraft::default() }))
                } else {
                    None
                };
                ::ask::save_ask(asks, who, id, SaveWish { name: wish.name, expected, schedule }).await?;
            }
            AskAct::Remember => {
                let (name, value) = wishes::fact(&wish)?;
                let caller = projects::Caller { account: who.clone(), project: row.project };
                let fact = json!({"name": name, "value": value, "source": "user"});
                projects::dispatch(self.0.projects(), &caller, "add_fact", &fact).await?;
            }
            AskAct::Finding => return self.make_finding(who, &row, &wish.pipeline).await,
            AskAct::Redo | AskAct::Start | AskAct::Guided => return self.redo(who, id, &wish).await,
        }
        Ok(path(id))
    }

    /// In the pipeline of this id, or in one that begins with it.
    async fn make_finding(&self, who: &Account, row: &AskRow, pipeline: &str) -> Result<String, Failure> {
        let all = self.0.opportunities();
        let pipeline = if pipeline.is_empty() {
            let source = PipelineSource { ask_id: Some(row.id), ..PipelineSource::default() };
            ::opportunities::begin_pipeline(all, who, row.project, source).await?
        } else {
            let id: PipelineId = pipeline.parse().map_err(|_| Failure::not_found("there is no such pipeline"))?;
            ::opportunities::add_answer(all, who, id, row.id).await?;
            id
        };
        Ok(format!("/opportunities/{pipeline}"))
    }

    /// Pipelines of its project that take the answer, where there is one.
    async fn pipelines(&self, row: &AskRow, view: &AskView) -> Result<Vec<PipelineChoice>, Failure> {
        if view.answer.as_ref().is_none_or(|answer| answer.guided.is_some()) {
            return Ok(Vec::new());
        }
        let page = PageQuery { limit: PIPELINES, after: None };
        let rows = self.0.opportunities().store().pipelines(row.tenant, Some(row.project), page).await?;
        Ok(rows.into_iter().filter(PipelineRow::is_open_to_findings).map(views::pipeline).collect())
    }

    /// Puts a question, or does what a command in the box says.
    async fn begin(
        &self,
        who: &Account,
        project: ProjectId,
        conversation: Option<ConversationId>,
        wish: AskWish,
    ) -> Result<String, Failure> {
        if let Some(id) = conversation {
            self.conversation(who, project, id).await?;
        }
        let mut request = AskRequest { mode: wishes::mode(&wish.mode)?, ..AskRequest::default() };
        if wish.act == AskAct::Guided {
            let catalog = projects::project_catalog(self.0.projects(), who.tenant_id, project).await?;
            let query = guided::write(&catalog.held, &wish.guided)?;
            (request.question, request.sql) = (query.question, Some(query.sql));
        } else {
            match read_command(&wish.question).map_err(|why| Failure::invalid("question", why))? {
                BoxCommand::Question(question) => request.question = question,
                BoxCommand::Mode(mode) => return Ok(format!("{}&mode={}", asks_path(project, conversation), mode.name())),
                BoxCommand::Facts => return Ok(format!("{}&facts=on", asks_path(project, conversation))),
                BoxCommand::Refresh => {
                    let row = projects::found(self.0.projects(), who.tenant_id, &project.to_string()).await?;
                    projects::refresh(self.0.projects(), who, &row).await?;
                    return Ok(format!("{}&refreshed=on", asks_path(project, conversation)));
                }
                BoxCommand::Redo(question) => {
                    let id = self.last(who, project, conversation, &wish.ask).await?;
                    return self.redo(who, id, &AskWish { question, name: String::new(), ..wish }).await;
                }
            }
        }
        Ok(path(::ask::begin_ask(self.0.asks(), who, project, conversation, request, None).await?))
    }

    /// The ask that is on the page, or the newest of the conversation.
    async fn last(
        &self,
        who: &Account,
        project: ProjectId,
        conversation: Option<ConversationId>,
        ask: &str,
    ) -> Result<AskId, Failure> {
        if !ask.is_empty() {
            let row = find_ask(self.0.asks(), who, ask_id(ask)?).await?;
            return if row.project == project { Ok(row.id) } else { Err(missing()) };
        }
        let nothing = || Failure::invalid("question", "there is nothing to do again yet: ask something first");
        let rows = self.conversation(who, project, conversation.ok_or_else(nothing)?).await?;
        rows.first().map(|row| row.id).ok_or_else(nothing)
    }

    async fn redo(&self, who: &Account, id: AskId, wish: &AskWish) -> Result<String, Failure> {
        let mut facts = Map::new();
        if !wish.name.trim().is_empty() {
            let (name, value) = wishes::fact(wish)?;
            facts.insert(name, value);
        }
        let message = Some(wish.question.trim().to_owned()).filter(|message| !message.is_empty());
        let redo = RedoWish { message, facts, mode: wishes::mode(&wish.mode)? };
        Ok(path(::ask::redo_ask(self.0.asks(), who, id, redo).await?))
    }
}

fn path(id: AskId) -> String {
    format!("/ask/{id}")
}

fn missing() -> Failure {
    Failure::not_found("there is no such ask")
}

fn no_conversation() -> Failure {
    Failure::not_found("there is no such conversation in this project")
}

fn ask_id(id: &str) -> Result<AskId, Failure> {
    id.parse().map_err(|_| missing())
}

fn conversation_id(id: &str) -> Result<ConversationId, Failure> {
    id.parse().map_err(|_| no_conversation())
}
