use crate::{
    calls::CallFault,
    erased::Erase,
    parts::{Icon, icon},
    words,
};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::{components::Redirect, hooks::use_location};

/// What stands in the place of a page that could not be shown: what happened and what to do now.
#[component]
pub(crate) fn Fault(fault: CallFault) -> impl IntoView {
    match fault {
        CallFault::SignedOut => {
            let path = use_location().pathname.get_untracked();
            let door = if path == "/" { "/login".to_owned() } else { format!("/login?next={path}") };
            view! {
                <main id="main" class="page">
                    <Redirect path=door.clone() />
                    <a class="button primary" rel="external" href=door>
                        {words::rail::SIGN_IN}
                    </a>
                </main>
            }
            .erase()
        }
        CallFault::NotFound(_) => view! { <Missing /> }.erase(),
        CallFault::Forbidden(detail) => {
            answer_with(403);
            view! { <Apology title=words::fault::FORBIDDEN detail=detail again=false /> }.erase()
        }
        other => {
            answer_with(503);
            view! { <Apology title=words::fault::TITLE detail=other.to_string() again=true /> }.erase()
        }
    }
}

#[component]
pub(crate) fn Missing() -> impl IntoView {
    answer_with(404);
    view! { <Apology title=words::fault::MISSING detail=words::fault::MISSING_WHY.to_owned() again=false /> }.erase()
}

#[component]
fn Apology(title: &'static str, detail: String, again: bool) -> impl IntoView {
    let path = use_location().pathname.get_untracked();
    view! {
        <Title text=title />
        <main id="main" class="page apology" tabindex="-1">
            <h1>{title}</h1>
            <p>{detail}</p>
            <p class="row">
                {again
                    .then(|| {
                        view! {
                            <a class="button primary" rel="external" href=path>
                                {words::fault::AGAIN}
                            </a>
                        }
                    })} <a class="button" href="/interviews">
                    {words::rail::INTERVIEWS}
                </a> <a class="button" href="/">
                    {words::fault::HOME}
                </a>
            </p>
        </main>
    }
    .erase()
}

/// A fault beside work that goes on: announced at once, and dismissed by the person.
#[component]
pub(crate) fn Alert(fault: RwSignal<Option<String>>) -> impl IntoView {
    view! {
        <div role="alert" class="alert-place">
            {move || {
                fault
                    .get()
                    .map(|text| {
                        view! {
                            <p class="alert" data-testid="alert">
                                {icon(Icon::Warning)}
                                <span>{text}</span>
                                <button type="button" class="icon-button" aria-label=words::fault::DISMISS on:click=move |_| fault.set(None)>
                                    {icon(Icon::Close)}
                                </button>
                            </p>
                        }
                    })
            }}
        </div>
    }
    .erase()
}

/// Sets the status of the answer while the server renders; in the browser there is none to set.
fn answer_with(status: u16) {
    #[cfg(feature = "ssr")]
    if let (Some(options), Ok(status)) = (use_context::<leptos_axum::ResponseOptions>(), http::StatusCode::from_u16(status)) {
        options.set_status(status);
    }
    #[cfg(not(feature = "ssr"))]
    let _ = status;
}
