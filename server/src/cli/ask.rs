//! `discovery ask --project-id <id> [question]`: one answer with its proof, or a conversation line by line.

use super::run::{LEASE, REFUSED};
use crate::{
    backend::{Backend, DEFAULT_TENANT},
    config::Settings,
};
use anyhow::Result;
use ask::{Asks, RedoWish};
use clap::Args;
use domain::{
    Failure, FailureKind,
    account::{TenantRow, UserRow},
    ask::{BoxCommand, markdown, read_command},
};
use protocol::{
    AskId, ConversationId, ProjectId,
    account::{Account, Role},
    ask::{AskMode, AskRequest, AskStatus, AskView, Clarification, ClarifyAnswer},
    work::StepState,
};
use serde_json::Value;
use std::{
    io::{BufRead as _, IsTerminal as _, Write as _},
    process::ExitCode,
    sync::Arc,
};
use tokio_util::sync::CancellationToken;

#[derive(Args)]
pub(super) struct AskWanted {
    /// The question; without one, each line of standard input is one, in one conversation.
    question: Option<String>,
    /// The project's id, as its page and the API show it.
    #[arg(long)]
    project_id: String,
    /// auditable, exploratory or knowledge; without one the question decides.
    #[arg(long, value_parser = |name: &str| AskMode::parse(name).ok_or("there is auditable, exploratory and knowledge"))]
    mode: Option<AskMode>,
    /// In whose name it is asked: an address of the tenant; without one its first administrator.
    #[arg(long)]
    email: Option<String>,
    /// The tenant that the project is of: an id or a slug.
    #[arg(long, default_value = DEFAULT_TENANT)]
    tenant: String,
}

/// A conversation with its last ask.
struct Conversation<'all> {
    backend: &'all Backend,
    asks: &'all Asks,
    who: Account,
    project: ProjectId,
    mode: Option<AskMode>,
    last: Option<Arc<AskView>>,
    /// To the first of the questions that the last ask has open.
    answers: Vec<ClarifyAnswer>,
}

pub(super) async fn run(what: AskWanted, settings: Settings) -> Result<ExitCode> {
    let settings = Settings { beside: true, research_lease: LEASE.min(settings.research_lease), ..settings };
    let backend = Backend::start(settings, CancellationToken::new()).await?;
    let code = work(&what, &backend).await.unwrap_or_else(|failure| {
        complain(&failure);
        let is_refused = matches!(failure.kind, FailureKind::NotFound | FailureKind::Invalid | FailureKind::Conflict);
        if is_refused { ExitCode::from(REFUSED) } else { ExitCode::FAILURE }
    });
    backend.store().close().await;
    Ok(code)
}

async fn work(what: &AskWanted, backend: &Backend) -> Result<ExitCode, Failure> {
    let who = account(what, backend).await?;
    let project = projects::found(backend.projects(), who.tenant_id, &what.project_id).await?.id;
    let mut talk = Conversation { backend, asks: backend.asks(), who, project, mode: what.mode, last: None, answers: Vec::new() };
    let Some(question) = &what.question else { return talk.read_lines().await };
    let view = talk.ask(question).await?;
    println!("{}", markdown(&view, view.answer.as_ref(), None));
    Ok(if view.status() == AskStatus::Completed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Somebody of the tenant: an answer belongs to who asked.
async fn account(what: &AskWanted, backend: &Backend) -> Result<Account, Failure> {
    let none = || Failure::not_found(format!("there is no tenant {}", what.tenant));
    let accounts = backend.accounts();
    let tenant: TenantRow = match what.tenant.parse() {
        Ok(id) => accounts.tenant(id).await?.ok_or_else(none)?,
        Err(_) => accounts.tenant_by_slug(&what.tenant).await?.ok_or_else(none)?,
    };
    let mut users = accounts.users(tenant.id).await?;
    users.sort_by_key(|user| user.created_at);
    let user: Option<UserRow> = match &what.email {
        Some(email) => users.into_iter().find(|user| user.email.eq_ignore_ascii_case(email)),
        None => users.into_iter().find(|user| user.role >= Role::Admin),
    };
    let user = user.ok_or_else(|| Failure::not_found("there is nobody of this tenant to ask for: name somebody with --email"))?;
    Ok(Account {
        user_id: user.id,
        tenant_id: tenant.id,
        tenant_slug: tenant.slug,
        name: user.name,
        email: user.email,
        role: user.role,
    })
}

impl Conversation<'_> {
    /// Until the input ends. What goes wrong with one line ends nothing.
    async fn read_lines(&mut self) -> Result<ExitCode, Failure> {
        let is_terminal = std::io::stdin().is_terminal();
        loop {
            if is_terminal {
                eprint!("> ");
                let _ = std::io::stderr().flush();
            }
            let read = tokio::task::spawn_blocking(|| {
                let mut line = String::new();
                std::io::stdin().lock().read_line(&mut line).map(|count| (count > 0).then_some(line))
            });
            let Ok(Ok(Some(line))) = read.await else { return Ok(ExitCode::SUCCESS) };
            match line.trim() {
                "" => {}
                "/quit" => return Ok(ExitCode::SUCCESS),
                line => {
                    if let Err(failure) = self.take(line).await {
                        complain(&failure);
                    }
                }
            }
        }
    }

    /// A command, an answer to what was asked back, or a question.
    async fn take(&mut self, line: &str) -> Result<(), Failure> {
        let view = match read_command(line).map_err(|why| Failure::invalid("question", why))? {
            BoxCommand::Mode(mode) => {
                self.mode = Some(mode);
                return Ok(());
            }
            BoxCommand::Facts => return self.show_facts().await,
            BoxCommand::Refresh => return self.refresh().await,
            BoxCommand::Redo(change) => self.redo(change).await?,
            BoxCommand::Question(text) => match self.open_question() {
                Some(question) => match self.clarify(question, &text).await? {
                    Some(view) => view,
                    None => return Ok(()),
                },
                None => self.ask(&text).await?,
            },
        };
        let redone = ask::read_redone(self.asks, &self.who, &view).await?;
        println!("{}", markdown(&view, view.answer.as_ref(), redone.as_ref()));
        Ok(())
    }

    /// What is known about the project, a line each.
    async fn show_facts(&self) -> Result<(), Failure> {
        let caller = projects::Caller { account: self.who.clone(), project: self.project };
        let facts = projects::known_facts(self.backend.projects(), &caller).await?;
        let mut open = self.backend.project_store().facts(self.who.tenant_id, self.project).await?;
        open.retain(|row| row.value.is_none());
        if facts.is_empty() && open.is_empty() {
            println!("Nothing is known about this project yet.");
        }
        for fact in facts {
            let value = match fact.value {
                Value::String(text) => text,
                value => value.to_string(),
            };
            println!("{}: {value} ({})", fact.name, fact.source);
        }
        for row in open {
            println!("{}: not answered yet ({})", row.name, row.source);
        }
        Ok(())
    }

    /// Reads the sources again.
    async fn refresh(&self) -> Result<(), Failure> {
        let row = projects::found(self.backend.projects(), self.who.tenant_id, &self.project.to_string()).await?;
        let changes = projects::refresh(self.backend.projects(), &self.who, &row).await?;
        for group in ["schema", "api", "documents", "skills"] {
            let of = &changes[group];
            println!(
                "{group}: {} added, {} updated, {} removed, {} unchanged",
                of["added"], of["updated"], of["removed"], of["unchanged"]
            );
        }
        for failed in changes["failed"].as_array().into_iter().flatten() {
            eprintln!("{}: {}", failed["source"].as_str().unwrap_or_default(), failed["detail"].as_str().unwrap_or_default());
        }
        Ok(())
    }

    /// The first that has no answer yet.
    fn open_question(&self) -> Option<Clarification> {
        self.last.as_ref()?.open_questions.get(self.answers.len()).cloned()
    }

    async fn ask(&mut self, question: &str) -> Result<Arc<AskView>, Failure> {
        let request = AskRequest { question: question.to_owned(), mode: self.mode, ..AskRequest::default() };
        let conversation: Option<ConversationId> = self.last.as_ref().map(|view| view.conversation);
        let id = ask::begin_ask(self.asks, &self.who, self.project, conversation, request, None).await?;
        self.wait(id).await
    }

    async fn redo(&mut self, change: String) -> Result<Arc<AskView>, Failure> {
        let last = self.last.as_ref().ok_or_else(|| Failure::conflict("nothing was asked yet: there is nothing to redo"))?;
        let wish = RedoWish { message: (!change.is_empty()).then_some(change), mode: self.mode, ..RedoWish::default() };
        let id = ask::redo_ask(self.asks, &self.who, last.id, wish).await?;
        self.wait(id).await
    }

    /// A number chooses an option; anything else is an answer of one's own. All answers go together: none while one is left.
    async fn clarify(&mut self, question: Clarification, line: &str) -> Result<Option<Arc<AskView>>, Failure> {
        let Some(view) = self.last.clone() else { return Err(Failure::conflict("nothing is asked")) };
        let chosen = line.parse::<usize>().ok().and_then(|number| question.options.get(number.checked_sub(1)?));
        let value = chosen.map_or_else(|| line.to_owned(), |option| option.value.clone());
        self.answers.push(ClarifyAnswer { question_id: question.id, value, remember: false });
        if let Some(next) = view.open_questions.get(self.answers.len()) {
            eprintln!("{} left: {}", view.open_questions.len() - self.answers.len(), next.text);
            return Ok(None);
        }
        // Where one of them cannot be used, they begin anew.
        let answers = std::mem::take(&mut self.answers);
        ask::clarify_ask(self.asks, &self.who, view.id, answers).await?;
        self.wait(view.id).await.map(Some)
    }

    /// Writes what it waits for, where it waits.
    async fn wait(&mut self, id: AskId) -> Result<Arc<AskView>, Failure> {
        ask::await_ask(self.asks, &self.who, id).await?;
        let view = ask::ask_view(self.asks, &self.who, id).await?;
        for step in &view.steps {
            eprintln!("step {} {}: {}", step.number, state_name(step.state), step.goal);
        }
        if let Some(why) = &view.fell_back {
            eprintln!("the built-in planner answers: {why}");
        }
        for question in &view.open_questions {
            eprintln!("{}", question.text);
            for (at, option) in question.options.iter().enumerate() {
                eprintln!("  {}. {} {}", at + 1, option.label, option.meaning);
            }
        }
        if view.open_questions.len() > 1 {
            eprintln!("{} questions: answer each in a line of its own", view.open_questions.len());
        }
        self.answers.clear();
        self.last = Some(view.clone());
        Ok(view)
    }
}

const fn state_name(state: StepState) -> &'static str {
    match state {
        StepState::Waiting | StepState::Running => "waits",
        StepState::Done => "done",
        StepState::Failed => "failed",
    }
}

fn complain(failure: &Failure) {
    eprintln!("Error: {}", failure.detail);
    for fault in failure.faults.iter().filter(|fault| fault.message != failure.detail) {
        eprintln!("  {}: {}", fault.field, fault.message);
    }
}
