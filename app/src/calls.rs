//! What every server function needs: who asks, and how a call can fail.

mod json;

pub use json::{Json, PlainJson};

use leptos::prelude::{FromServerFnError, Get, Resource, ServerFnErrorErr, Signal};
pub(crate) use protocol::read_json;
use protocol::{
    account::Account,
    failure::{Failure, FailureKind, sentence},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::{fmt, pin::Pin};

/// Who is looking at the page: given in context on the server for every page and server function.
#[derive(Clone, Debug, Default)]
pub struct Viewer(pub Option<Account>);

/// The nonce of the page's content security policy: given in context on the server.
#[derive(Clone, Debug, Default)]
pub struct ScriptNonce(pub String);

/// Why a call did not do what was asked, in words a person can act on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "WrittenFault", into = "WrittenFault")]
pub enum CallFault {
    /// Nobody is signed in.
    SignedOut,
    /// The person may not do this.
    Forbidden(String),
    NotFound(String),
    /// An ordinary refusal: what is wrong and what to do.
    Refused(String),
    /// Something the server needs is down; try again.
    Unavailable(String),
    /// The call did not arrive or its answer could not be read.
    Broken(String),
}

impl From<Failure> for CallFault {
    fn from(failure: Failure) -> Self {
        let detail = sentence(&failure.detail);
        #[cfg(feature = "ssr")]
        if let Some(cause) = failure.cause {
            tracing::error!(cause, detail, "a call of a page failed");
        }
        match failure.kind {
            FailureKind::SignedOut => Self::SignedOut,
            FailureKind::Forbidden => Self::Forbidden(detail),
            FailureKind::NotFound => Self::NotFound(detail),
            kind if kind.is_callers() => Self::Refused(detail),
            _ => Self::Unavailable(detail),
        }
    }
}

/// A fault on its way to the browser: one plain struct, which costs the browser a fraction of what an enum with contents does.
#[derive(Serialize, Deserialize)]
struct WrittenFault {
    fault: FaultKind,
    #[serde(default)]
    detail: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum FaultKind {
    SignedOut,
    Forbidden,
    NotFound,
    Refused,
    Unavailable,
    Broken,
}

impl From<CallFault> for WrittenFault {
    fn from(fault: CallFault) -> Self {
        let (fault, detail) = match fault {
            CallFault::SignedOut => (FaultKind::SignedOut, String::new()),
            CallFault::Forbidden(detail) => (FaultKind::Forbidden, detail),
            CallFault::NotFound(detail) => (FaultKind::NotFound, detail),
            CallFault::Refused(detail) => (FaultKind::Refused, detail),
            CallFault::Unavailable(detail) => (FaultKind::Unavailable, detail),
            CallFault::Broken(detail) => (FaultKind::Broken, detail),
        };
        Self { fault, detail }
    }
}

impl From<WrittenFault> for CallFault {
    fn from(written: WrittenFault) -> Self {
        let detail = written.detail;
        match written.fault {
            FaultKind::SignedOut => Self::SignedOut,
            FaultKind::Forbidden => Self::Forbidden(detail),
            FaultKind::NotFound => Self::NotFound(detail),
            FaultKind::Refused => Self::Refused(detail),
            FaultKind::Unavailable => Self::Unavailable(detail),
            FaultKind::Broken => Self::Broken(detail),
        }
    }
}

impl fmt::Display for CallFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SignedOut => f.write_str("Please sign in first."),
            Self::Forbidden(detail)
            | Self::NotFound(detail)
            | Self::Refused(detail)
            | Self::Unavailable(detail)
            | Self::Broken(detail) => f.write_str(detail),
        }
    }
}

impl std::error::Error for CallFault {}

#[cfg(feature = "ssr")]
impl CallFault {
    /// The HTTP status of a call that failed so.
    #[must_use]
    pub fn status(&self) -> http::StatusCode {
        use http::StatusCode;
        match self {
            Self::SignedOut => StatusCode::UNAUTHORIZED,
            Self::Forbidden(_) => StatusCode::FORBIDDEN,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::Refused(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Broken(_) => StatusCode::BAD_REQUEST,
        }
    }
}

impl FromServerFnError for CallFault {
    type Encoder = PlainJson;

    fn from_server_fn_error(fault: ServerFnErrorErr) -> Self {
        Self::Broken(fault.to_string())
    }
}

/// A page of a list, and where the next one begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed<Item> {
    pub items: Vec<Item>,
    /// Given back as it is to get what follows; nothing at the end.
    pub next: Option<String>,
}

/// What a page asked for, as JSON text. All answers being of one type, the browser is sent the machinery of one resource
/// instead of one for each page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Packed(String);

/// The answer to a call of the page.
pub(crate) type Answer = Result<Packed, CallFault>;

/// How a page asks for what it shows.
pub(crate) type Fetch = fn(String) -> Pin<Box<dyn Future<Output = Answer> + Send>>;

/// What a page shows: read on the server before it answers, handed to the browser with the page.
pub(crate) type PageData = Resource<Answer, PlainJson>;

impl Packed {
    #[cfg(feature = "ssr")]
    pub(crate) fn new(content: &impl Serialize) -> Answer {
        serde_json::to_string(content).map(Self).map_err(|fault| CallFault::Broken(fault.to_string()))
    }

    pub(crate) fn open<Content: DeserializeOwned>(&self) -> Result<Content, CallFault> {
        read_json(&self.0).map_err(|fault| CallFault::Broken(fault.to_string()))
    }
}

/// Opens an answer.
pub(crate) fn open<Content: DeserializeOwned>(answer: Answer) -> Result<Content, CallFault> {
    answer?.open()
}

/// Page data that depends on `key`, and on nothing where that never changes.
pub(crate) fn page_data(key: Signal<String>, fetch: Fetch) -> PageData {
    Resource::new_with_options(move || key.get(), fetch, true)
}

/// Page data that is the same at every address.
pub(crate) fn page_data_once(fetch: Fetch) -> PageData {
    page_data(Signal::stored(String::new()), fetch)
}

/// The cursor in a key of page data: none where it is empty.
pub(crate) fn after(key: String) -> Option<String> {
    Some(key).filter(|key| !key.is_empty())
}

/// The signed-in person, or the fault that sends the visitor to the door.
#[cfg(feature = "ssr")]
pub(crate) fn asker() -> Result<protocol::account::Account, CallFault> {
    leptos::prelude::use_context::<Viewer>().and_then(|viewer| viewer.0).ok_or(CallFault::SignedOut)
}

/// Gives an answer to a call of the page its HTTP status. Where a page is being rendered the page decides for itself.
#[cfg(feature = "ssr")]
pub(crate) fn with_status<Content>(answer: Result<Content, CallFault>) -> Result<Content, CallFault> {
    use leptos::prelude::use_context;
    let is_call = use_context::<http::request::Parts>().is_some_and(|parts| {
        // A form without scripts is led back to its page, which says what was wrong.
        parts.uri.path().starts_with("/call/") && !parts.uri.path().starts_with("/call/form/")
    });
    if let (Err(fault), true, Some(options)) = (&answer, is_call, use_context::<leptos_axum::ResponseOptions>()) {
        options.set_status(fault.status());
    }
    answer
}

/// What the server gave in context for one capability.
#[cfg(feature = "ssr")]
pub(crate) fn backend<Calls: ?Sized + Send + Sync + 'static>() -> Result<std::sync::Arc<Calls>, CallFault> {
    leptos::prelude::use_context().ok_or_else(|| CallFault::Unavailable(crate::words::fault::NO_BACKEND.into()))
}
