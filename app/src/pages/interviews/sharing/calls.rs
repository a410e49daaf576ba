//! What the end of an interview asks of the backend to let others read it, or be asked the same questions.

use crate::calls::{CallFault, Json, Packed};
#[cfg(feature = "ssr")]
use crate::calls::{asker, backend, with_status};
use async_trait::async_trait;
use leptos::prelude::*;
use protocol::{ProjectId, SessionId, Timestamp, account::Account, interview::Place};
use serde::{Deserialize, Serialize};

/// A link of an interview, without what its address says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkCard {
    pub id: String,
    /// To be interviewed; else to read.
    pub invite: bool,
    /// The conversation is read as well.
    pub transcript: bool,
    /// How many were interviewed by it.
    pub guests: u32,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

/// A new link; its address is told this once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadeLink {
    /// On this server.
    pub path: String,
    pub expires_at: Timestamp,
}

/// Given in context on the server as `Arc<dyn SharingCalls>`. Only the person whose interview it is shares it.
#[async_trait]
pub trait SharingCalls: Send + Sync {
    /// Those that hold, newest first.
    async fn links(&self, who: &Account, id: SessionId) -> Result<Vec<LinkCard>, CallFault>;
    async fn make_link(&self, who: &Account, id: SessionId, invite: bool, transcript: bool) -> Result<MadeLink, CallFault>;
    async fn revoke_link(&self, who: &Account, id: SessionId, link: String) -> Result<(), CallFault>;
    /// Puts an interview away, deletes it for now, or brings it back.
    async fn place(&self, who: &Account, id: SessionId, to: Place) -> Result<(), CallFault>;
    /// A new project with what the interview knows as its profile.
    async fn project(&self, who: &Account, id: SessionId) -> Result<ProjectId, CallFault>;
    /// A finished interview of made-up answers, made where the person has none yet.
    async fn sample(&self, who: &Account) -> Result<SessionId, CallFault>;
}

#[server(prefix = "/call", endpoint = "interview/links", input = Json, output = Json)]
pub async fn read_links(id: SessionId) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn SharingCalls>()?.links(&asker()?, id).await?) }.await)
}

#[server(prefix = "/call", endpoint = "interview/links/make", input = Json, output = Json)]
pub async fn make_link(id: SessionId, invite: bool, transcript: bool) -> Result<Packed, CallFault> {
    with_status(
        async move { Packed::new(&backend::<dyn SharingCalls>()?.make_link(&asker()?, id, invite, transcript).await?) }.await,
    )
}

#[server(prefix = "/call", endpoint = "interview/links/revoke", input = Json, output = Json)]
pub async fn revoke_link(id: SessionId, link: String) -> Result<(), CallFault> {
    with_status(async move { backend::<dyn SharingCalls>()?.revoke_link(&asker()?, id, link).await }.await)
}

/// Puts an interview away, deletes it for now, or brings it back, and leads to the list, which offers to undo it.
#[server(prefix = "/call", endpoint = "form/interview-place")]
pub async fn place_by_form(id: SessionId, to: Place) -> Result<(), CallFault> {
    backend::<dyn SharingCalls>()?.place(&asker()?, id, to).await?;
    leptos_axum::redirect(&format!("/interviews?moved={}&id={id}", to.name()));
    Ok(())
}

/// Leads to the sample interview. A plain form, so that it works without scripts.
#[server(prefix = "/call", endpoint = "form/sample-interview")]
pub async fn open_sample_interview() -> Result<(), CallFault> {
    let id = backend::<dyn SharingCalls>()?.sample(&asker()?).await?;
    leptos_axum::redirect(&format!("/interviews/{id}"));
    Ok(())
}

/// Makes a project of what an interview knows, and leads to it.
#[server(prefix = "/call", endpoint = "form/interview-project")]
pub async fn make_interview_project(id: SessionId) -> Result<(), CallFault> {
    let project = backend::<dyn SharingCalls>()?.project(&asker()?, id).await?;
    leptos_axum::redirect(&format!("/projects/{project}"));
    Ok(())
}
