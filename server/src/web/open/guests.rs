//! Whoever was invited: the way in, and their interview. The link says which tenant and which questions, and what their browser keeps
//! says which interview; both must hold at every call.

use super::pages::{Open, Refused, html};
use crate::{
    backend::Backend,
    calls::AuditNote,
    web::identity::{digest, make_secret},
};
use actors::{CommandFault, Who};
use app::{
    calls::CallFault,
    open::{Answer, Closed, interview_page, invitation_page, read_answer, refuse_repeated},
};
use axum::{
    Form,
    extract::{Path, State},
    response::{IntoResponse, Redirect, Response},
};
use domain::{
    Failure, StoreFault,
    account::UserRow,
    interview::{GuestRow, LinkKind, LinkRow, LinkState, MOST_GUESTS, Opening, guest_name},
};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use protocol::{
    SessionId,
    account::Role,
    interview::{InterviewCommand, InterviewView},
};
use serde::Deserialize;
use serde_json::json;
use std::{sync::Arc, time::Duration};

/// How long a page waits for a reply before it is shown without it.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often it looks whether the reply is there.
const LOOK: Duration = Duration::from_millis(200);
/// Seconds after which a page loads again that shows no reply yet.
const AGAIN: &str = "3";
/// Characters of the key of a page: 32 bytes in Base64 without padding.
const KEY: usize = 43;

/// A guest of this call: the only interview that they have to do with.
struct Guest {
    link: LinkRow,
    row: GuestRow,
}

pub(super) async fn invited(State(open): State<Open>, Path(token): Path<String>, headers: HeaderMap) -> Response {
    show(&open, &token, &headers).await.unwrap_or_else(|refused| refused.page(&open))
}

async fn show(open: &Open, token: &str, headers: &HeaderMap) -> Result<Response, Refused> {
    let link = find_invitation(open, token).await?;
    match find_guest(open, &link, headers).await? {
        Some(row) => {
            let view = wait_for_reply(open, &row).await?;
            let page = html(StatusCode::OK, interview_page(&open.assets, token, &view, "", None)).into_response();
            Ok(load_again(page, &view))
        }
        None if link.state(open.backend.now()) == LinkState::Full => Err(Refused::Closed(StatusCode::GONE, Closed::Full)),
        None => Ok(html(StatusCode::OK, way_in(open, token, &link, None).await?).into_response()),
    }
}

/// The page before the interview. Of the interview behind the link it shows what is asked about, not what was answered.
async fn way_in(open: &Open, token: &str, link: &LinkRow, name: Option<&str>) -> Result<String, Refused> {
    let view = open.view(link.tenant, link.session).await?;
    let host = find_host(open, link).await?;
    Ok(invitation_page(&open.assets, (token, &make_secret()), &host.name, &view.definition, name))
}

#[derive(Deserialize)]
pub(super) struct Start {
    #[serde(default)]
    name: String,
    /// Of the page that the form was on. It becomes the secret of the guest, so that what is sent twice begins one interview.
    #[serde(default)]
    key: String,
}

/// Begins an interview of their own, once for each browser.
pub(super) async fn start(
    State(open): State<Open>,
    Path(token): Path<String>,
    headers: HeaderMap,
    Form(form): Form<Start>,
) -> Response {
    begin(&open, &token, &headers, &form).await.unwrap_or_else(|refused| refused.page(&open))
}

async fn begin(open: &Open, token: &str, headers: &HeaderMap, form: &Start) -> Result<Response, Refused> {
    let link = find_invitation(open, token).await?;
    if find_guest(open, &link, headers).await?.is_some() {
        return Ok(lead_back(token));
    }
    let Some(name) = guest_name(&form.name) else {
        let page = way_in(open, token, &link, Some(&form.name)).await?;
        return Err(Refused::Again(StatusCode::UNPROCESSABLE_ENTITY, page));
    };
    let backend = &open.backend;
    let host = find_host(open, &link).await?;
    let origin = open.view(link.tenant, link.session).await?;
    let secret = if is_key(&form.key) { form.key.clone() } else { make_secret() };
    let (hash, session) = (digest(secret.as_bytes()), SessionId(backend.id()));
    let row = match backend.links().guest(link.id, &hash).await?.filter(|row| row.tenant == link.tenant) {
        // The same form was sent before, and may have been given up on the way.
        Some(known) => known,
        None => {
            let row =
                GuestRow { session, tenant: link.tenant, user: host.id, link: link.id, hash, name, created_at: backend.now() };
            take_place(open, &link, row).await?
        }
    };
    if backend.records().session(row.tenant, row.session).await?.is_none()
        && let Err(fault) = backend.interviews().open_invited(opening(&row, &origin), row.name.clone()).await
        // It may be stored and only not be shown yet: without a guest it would be taken for the host's own.
        && backend.records().session(row.tenant, row.session).await?.is_none()
    {
        // Who has the place of an earlier time keeps it.
        if row.session == session {
            backend.links().dismiss_guest(&row).await?;
        }
        return Err(fault.into());
    }
    Ok(let_in(backend, token, &link, &secret))
}

/// First the place, so that a link never leads to more interviews than it may. Answers who has it: of one form that is sent
/// twice at once, whoever was first.
async fn take_place(open: &Open, link: &LinkRow, row: GuestRow) -> Result<GuestRow, Refused> {
    let backend = &open.backend;
    let detail = json!({"link": link.id});
    let audit = AuditNote { action: "guest.admitted", target: row.session.to_string(), about: Some(row.user), detail };
    let admitted = backend.links().admit_guest(row.clone(), MOST_GUESTS, audit.entry(backend, link.tenant, None)).await;
    if matches!(admitted, Err(StoreFault::Conflict))
        && let Some(first) = backend.links().guest(link.id, &row.hash).await?
    {
        return Ok(first);
    }
    if admitted? { Ok(row) } else { Err(Refused::Closed(StatusCode::GONE, Closed::Full)) }
}

fn lead_back(token: &str) -> Response {
    Redirect::to(&format!("/invited/{token}")).into_response()
}

/// Leads to the interview, with what the browser keeps.
fn let_in(backend: &Backend, token: &str, link: &LinkRow, secret: &str) -> Response {
    let mut response = lead_back(token);
    if let Ok(cookie) = HeaderValue::from_str(&cookie(backend, link, secret)) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

/// Whether it is as long and of such signs as the pages' own are.
fn is_key(key: &str) -> bool {
    key.len() == KEY && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// The same questions as they stand in the interview behind the link, and nothing of what was answered.
fn opening(row: &GuestRow, origin: &InterviewView) -> Opening {
    Opening {
        id: row.session,
        tenant: row.tenant,
        owner: row.user,
        context_type: origin.context_type,
        objective_id: origin.objective_id,
        objective_version: origin.objective_version.clone(),
        definition: origin.definition.clone(),
    }
}

/// Says something in their own interview. Fields may come more than once.
pub(super) async fn say(
    State(open): State<Open>,
    Path(token): Path<String>,
    headers: HeaderMap,
    Form(fields): Form<Vec<(String, String)>>,
) -> Response {
    let mut answer = Answer::default();
    for (name, value) in fields {
        match name.as_str() {
            "at" => answer.at = value,
            "text" => answer.text = value,
            "key" => answer.key = value,
            "value" => answer.value = value,
            "values" => answer.values.push(value),
            "side" => answer.side = value,
            _ => {}
        }
    }
    speak(&open, &token, &headers, answer).await.unwrap_or_else(|refused| refused.page(&open))
}

async fn speak(open: &Open, token: &str, headers: &HeaderMap, answer: Answer) -> Result<Response, Refused> {
    let guest = admit(open, token, headers).await?;
    let view = wait_for_reply(open, &guest.row).await?;
    let draft = answer.text.clone();
    let command = read_answer(&view, answer).map_err(|fault| show_fault(open, token, &view, &draft, &fault))?;
    perform(open, token, &guest, command, &draft).await
}

/// Ends their own interview, where nothing stands in the way.
pub(super) async fn finish(State(open): State<Open>, Path(token): Path<String>, headers: HeaderMap) -> Response {
    let ended = async {
        let guest = admit(&open, &token, &headers).await?;
        perform(&open, &token, &guest, InterviewCommand::Complete, "").await
    };
    ended.await.unwrap_or_else(|refused| refused.page(&open))
}

/// Carries out what a guest may do, in their own interview alone, and leads back to the page.
async fn perform(open: &Open, token: &str, guest: &Guest, command: InterviewCommand, draft: &str) -> Result<Response, Refused> {
    let (who, id) = (Who::server(guest.link.tenant), guest.row.session);
    let message_id =
        if let InterviewCommand::Say { client_message_id, .. } = &command { client_message_id.clone() } else { None };
    match open.backend.interviews().command(who, id, command).await {
        Ok(_) => Ok(Redirect::to(&format!("/invited/{token}#answer")).into_response()),
        Err(CommandFault::Refused(refusal)) => {
            let view = open.view(guest.link.tenant, id).await?;
            let is_repeated = is_used(&view, message_id.as_deref());
            let fault = if is_repeated { refuse_repeated() } else { CallFault::from(Failure::from(refusal)) };
            Err(show_fault(open, token, &view, draft, &fault))
        }
        Err(fault) => Err(fault.into()),
    }
}

/// Whether something was said from the same page before.
fn is_used(view: &InterviewView, message_id: Option<&str>) -> bool {
    message_id.is_some_and(|message_id| view.messages.iter().any(|one| one.client_message_id.as_deref() == Some(message_id)))
}

fn show_fault(open: &Open, token: &str, view: &InterviewView, draft: &str, fault: &CallFault) -> Refused {
    let page = interview_page(&open.assets, token, view, draft, Some(&fault.to_string()));
    Refused::Again(StatusCode::UNPROCESSABLE_ENTITY, page)
}

/// The link of an invitation, while it leads anywhere.
async fn find_invitation(open: &Open, token: &str) -> Result<LinkRow, Refused> {
    let link = open.link(token, LinkKind::Invite).await?;
    open.check(&link).map(|()| link)
}

/// Whoever invites, while they may: what a guest says costs them or their tenant.
async fn find_host(open: &Open, link: &LinkRow) -> Result<UserRow, Refused> {
    let host = open.backend.accounts().user(link.user).await?;
    host.filter(|host| host.role >= Role::Member && host.tenant == link.tenant).ok_or(Refused::GONE)
}

/// The guest whose browser asks, if they came by this link.
async fn find_guest(open: &Open, link: &LinkRow, headers: &HeaderMap) -> Result<Option<GuestRow>, Refused> {
    let Some(secret) = find_cookie(headers, &cookie_name(link)) else { return Ok(None) };
    Ok(open.backend.links().guest(link.id, &digest(secret.as_bytes())).await?.filter(|row| row.tenant == link.tenant))
}

async fn admit(open: &Open, token: &str, headers: &HeaderMap) -> Result<Guest, Refused> {
    let link = find_invitation(open, token).await?;
    find_host(open, &link).await?;
    let row = find_guest(open, &link, headers).await?.ok_or(Refused::MISSING)?;
    Ok(Guest { link, row })
}

/// Their interview, once the reply is there or has been waited for.
async fn wait_for_reply(open: &Open, row: &GuestRow) -> Result<Arc<InterviewView>, Refused> {
    let begun = tokio::time::Instant::now();
    loop {
        let view = open.view(row.tenant, row.session).await?;
        if view.replying.is_none() || begun.elapsed() > PATIENCE {
            return Ok(view);
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// A page without the reply loads again by itself.
fn load_again(mut page: Response, view: &InterviewView) -> Response {
    if view.replying.is_some() {
        page.headers_mut().insert(header::REFRESH, HeaderValue::from_static(AGAIN));
    }
    page
}

/// One for each link: who was invited twice has two interviews.
fn cookie_name(link: &LinkRow) -> String {
    format!("guest_{}", link.id.simple())
}

fn cookie(backend: &Backend, link: &LinkRow, secret: &str) -> String {
    let seconds = (link.expires_at.0 - backend.now().0).max(0) / 1_000_000;
    let secure = if backend.settings().secure_cookies { "; Secure" } else { "" };
    format!("{}={secret}; Path=/invited; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}", cookie_name(link))
}

fn find_cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(known, _)| *known == name).map(|(_, value)| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{find_cookie, is_used};
    use http::{HeaderMap, HeaderValue, header};
    use protocol::{
        ObjectiveId, SessionId, Timestamp,
        interview::{ContextType, InterviewView},
    };
    use serde_json::{from_value, json};
    use std::sync::Arc;
    use uuid::Uuid;

    #[test]
    fn a_page_that_was_answered_is_known_again() {
        let definition = from_value(json!({"displayName": "Shop", "obligations": []})).expect("a definition");
        let (id, objective) = (SessionId(Uuid::nil()), ObjectiveId(Uuid::nil()));
        let mut view =
            InterviewView::begun(id, ContextType::IdeaDiscovery, objective, "1".into(), Arc::new(definition), Timestamp(0));
        let message = json!({"id": Uuid::nil(), "role": "user", "content": "Wax", "turn": 1, "created_at": 0,
            "client_message_id": "guest-1"});
        view.messages.push(from_value(message).expect("a message"));
        for (message_id, wanted) in [(Some("guest-1"), true), (Some("guest-2"), false), (None, false)] {
            assert_eq!(is_used(&view, message_id), wanted, "{message_id:?}");
        }
    }

    #[test]
    fn a_cookie_is_found_among_others() {
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, HeaderValue::from_static("discovery=x; guest_ab=secret"));
        headers.append(header::COOKIE, HeaderValue::from_static("guest_cd=other=1"));
        for (name, value) in [("guest_ab", Some("secret")), ("guest_cd", Some("other=1")), ("guest", None)] {
            assert_eq!(find_cookie(&headers, name).as_deref(), value, "{name}");
        }
    }
}
