//! The same acts as plain form posts, for pages without scripts: they change something and lead back to the page.

use crate::calls::CallFault;
#[cfg(feature = "ssr")]
use crate::{
    calls::{asker, backend},
    pages::interviews::{calls::InterviewCalls, room::message_id},
};
use leptos::prelude::*;
use protocol::{MessageId, ResearchId, SessionId, interview::ContextType};
#[cfg(feature = "ssr")]
use protocol::{
    account::Account,
    interview::{Author, InterviewCommand},
};

/// Begins an interview and leads to it.
#[server(prefix = "/call", endpoint = "form/start")]
pub async fn start_interview(
    context: ContextType,
    #[server(default)] project: String,
    /// The run whose open questions come first.
    #[server(default)]
    run: String,
) -> Result<(), CallFault> {
    let not_now = || CallFault::Refused(crate::words::fault::NOT_NOW.into());
    let project = Some(project).filter(|project| !project.is_empty()).map(|project| project.parse());
    let project = project.transpose().map_err(|_| not_now())?;
    let run = Some(run).filter(|run| !run.is_empty()).map(|run| run.parse());
    let run = run.transpose().map_err(|_| not_now())?;
    let id = backend::<dyn InterviewCalls>()?.start(&asker()?, context, project, run).await?;
    leptos_axum::redirect(&format!("/interviews/{id}"));
    Ok(())
}

/// Says something, or answers with a widget: `value` where one is chosen or entered, `values` where several may be.
#[server(prefix = "/call", endpoint = "form/answer")]
pub async fn answer_by_form(
    id: SessionId,
    #[server(default)] text: String,
    #[server(default)] key: String,
    #[server(default)] value: String,
    #[server(default)] values: Vec<String>,
) -> Result<(), CallFault> {
    use crate::pages::interviews::value::{WidgetForm, answered};
    let (calls, who) = (backend::<dyn InterviewCalls>()?, asker()?);
    let view = calls.view(&who, id).await?;
    let command = answered(&view, WidgetForm { text, key, value, values })?;
    calls.command(&who, id, command).await?;
    lead_to_newest(&*calls, &who, id).await;
    Ok(())
}

/// Leads back to what was just said, which the reply follows: a page without scripts begins at its top.
#[cfg(feature = "ssr")]
async fn lead_to_newest(calls: &dyn InterviewCalls, who: &Account, id: SessionId) {
    let view = calls.view(who, id).await;
    let newest = view.ok().and_then(|view| view.messages.iter().rev().find(|one| one.role == Author::User).map(|one| one.id));
    let place = newest.map(|newest| format!("#{}", message_id(newest))).unwrap_or_default();
    leptos_axum::redirect(&format!("/interviews/{id}{place}"));
}

/// Sets a value by hand.
#[server(prefix = "/call", endpoint = "form/set")]
pub async fn set_by_form(
    id: SessionId,
    key: String,
    #[server(default)] value: String,
    #[server(default)] values: Vec<String>,
) -> Result<(), CallFault> {
    use crate::pages::interviews::value::{WidgetForm, set_by_hand};
    let (calls, who) = (backend::<dyn InterviewCalls>()?, asker()?);
    let view = calls.view(&who, id).await?;
    let command = set_by_hand(&view, &WidgetForm { text: String::new(), key, value, values })?;
    calls.command(&who, id, command).await?;
    leptos_axum::redirect(&format!("/interviews/{id}"));
    Ok(())
}

/// Everything that a button beside a value or on a negotiation does.
#[server(prefix = "/call", endpoint = "form/act")]
pub async fn act_by_form(id: SessionId, #[server(default)] key: String, act: String) -> Result<(), CallFault> {
    use crate::pages::interviews::acts;
    let (calls, who) = (backend::<dyn InterviewCalls>()?, asker()?);
    let view = calls.view(&who, id).await?;
    let command = acts::named(&view, &key, &act).ok_or_else(|| CallFault::Refused(crate::words::fault::NOT_NOW.into()))?;
    calls.command(&who, id, command).await?;
    leptos_axum::redirect(&format!("/interviews/{id}"));
    Ok(())
}

/// Says something else in place of an earlier message.
#[server(prefix = "/call", endpoint = "form/edit")]
pub async fn edit_by_form(id: SessionId, message: MessageId, content: String) -> Result<(), CallFault> {
    let (calls, who) = (backend::<dyn InterviewCalls>()?, asker()?);
    calls.command(&who, id, InterviewCommand::EditMessage { message_id: message, content }).await?;
    lead_to_newest(&*calls, &who, id).await;
    Ok(())
}

/// Gives an interview another title, in the room or in the list.
#[server(prefix = "/call", endpoint = "form/retitle")]
pub async fn retitle_by_form(id: SessionId, title: String, #[server(default)] back: String) -> Result<(), CallFault> {
    backend::<dyn InterviewCalls>()?.command(&asker()?, id, InterviewCommand::Retitle { title }).await?;
    let to = if back == "list" { "/interviews".to_owned() } else { format!("/interviews/{id}") };
    leptos_axum::redirect(&to);
    Ok(())
}

/// Brings in a conversation held elsewhere; who asks and who answers is told from names and question marks.
#[server(prefix = "/call", endpoint = "form/import")]
pub async fn import_by_form(id: SessionId, text: String) -> Result<(), CallFault> {
    use crate::pages::interviews::transcript::Transcript;
    let read = Transcript::read(&text);
    backend::<dyn InterviewCalls>()?.import(&asker()?, id, read.turns(&read.parts())).await?;
    leptos_axum::redirect(&format!("/interviews/{id}"));
    Ok(())
}

/// Looks something up; what is left empty is chosen by rule.
#[server(prefix = "/call", endpoint = "form/research")]
pub async fn ask_research(
    id: SessionId,
    #[server(default)] query: String,
    #[server(default)] key: String,
    #[server(default)] kind: String,
) -> Result<(), CallFault> {
    let command = crate::pages::interviews::research::wish(&query, &key, &kind);
    backend::<dyn InterviewCalls>()?.command(&asker()?, id, command).await?;
    leptos_axum::redirect(&format!("/interviews/{id}/research"));
    Ok(())
}

/// Cancels a task, tries it again, or takes back what it changed.
#[server(prefix = "/call", endpoint = "form/research-act")]
pub async fn act_on_research(id: SessionId, task: ResearchId, act: String) -> Result<(), CallFault> {
    let command = crate::pages::interviews::research::command_of(task, &act);
    let command = command.ok_or_else(|| CallFault::Refused(crate::words::fault::NOT_NOW.into()))?;
    backend::<dyn InterviewCalls>()?.command(&asker()?, id, command).await?;
    leptos_axum::redirect(&format!("/interviews/{id}/research"));
    Ok(())
}
