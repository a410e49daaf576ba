use crate::{
    calls::{Listed, after, open, page_data},
    lean::Lean,
    pages::account::calls::{PersonCard, add_person, read_people},
    parts::{Alert, Newest, Paged, When},
    words::{self, admin as text, door, settings},
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use leptos_router::hooks::use_query_map;
use protocol::account::Role;
use wasm_bindgen::JsCast;
use web_sys::{FormData, HtmlFormElement};

/// The people of the tenant, and a form to add one.
#[component]
pub(crate) fn People() -> impl IntoView {
    let from = use_query_map().with_untracked(|query| query.get("people").unwrap_or_default());
    let later = !from.is_empty();
    let people = page_data(Signal::stored(from), |from| Box::pin(read_people(after(from))));
    let (fault, done) = (RwSignal::new(None::<String>), RwSignal::new(false));
    let add = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(form) = event.target().and_then(|target| target.dyn_into::<HtmlFormElement>().ok()) else { return };
        let Ok(data) = FormData::new_with_form(&form) else { return };
        let entered = move |name: &str| data.get(name).as_string().unwrap_or_default();
        let role = Role::parse(&entered("role")).unwrap_or(Role::Member);
        done.set(false);
        spawn_local(async move {
            match add_person(entered("name"), entered("email"), entered("password"), role).await {
                Ok(()) => {
                    fault.set(None);
                    done.set(true);
                    form.reset();
                    people.refetch();
                }
                Err(error) => fault.set(Some(error.to_string())),
            }
        });
    };
    let roles = [Role::Member, Role::Viewer, Role::Admin]
        .map(|one| view! { <option value=one.name()>{words::role(one)}</option> })
        .collect_view();
    view! {
        <Suspense>
            {move || Suspend::new(async move {
                match open::<Listed<PersonCard>>(people.await) {
                    Err(error) => view! { <p class="quiet">{error.to_string()}</p> }.lean(),
                    Ok(people) => view! { <Persons first=people later=later /> }.lean(),
                }
            })}
        </Suspense>
        <details class="add-person">
            <summary class="button">{text::ADD}</summary>
            <Alert fault=fault />
            <form class="inline-form" on:submit=add>
                <label class="field">
                    <span>{text::NAME}</span>
                    <input name="name" required autocomplete="off" />
                </label>
                <label class="field">
                    <span>{door::EMAIL}</span>
                    <input name="email" type="email" required autocomplete="off" />
                </label>
                <label class="field">
                    <span>{door::PASSWORD}</span>
                    <input name="password" type="password" required minlength="10" autocomplete="new-password" aria-describedby="person-hint" />
                    <small id="person-hint" class="quiet">{door::PASSWORD_HINT}</small>
                </label>
                <label class="field">
                    <span>{settings::ROLE}</span>
                    <select name="role">{roles}</select>
                </label>
                <button type="submit" class="button primary">
                    {text::ADD_BUTTON}
                </button>
            </form>
            <p role="status">{move || done.get().then_some(text::ADDED)}</p>
        </details>
    }
    .lean()
}

#[component]
fn Persons(first: Listed<PersonCard>, later: bool) -> impl IntoView {
    let people = Paged::new(first);
    let more = people.more(
        |next| format!("/admin?people={next}"),
        move |next| people.extend(async move { open(read_people(Some(next)).await) }),
    );
    let row = |person: PersonCard| {
        view! {
            <li class="line-row" data-testid="person">
                <div>
                    <b dir="auto">{person.account.name}</b>
                    <p class="small quiet facts">
                        <span dir="auto">{person.account.email}</span>
                        <span>{text::SINCE} " " <When at=person.created_at /></span>
                    </p>
                </div>
                <span class="chip">{words::role(person.account.role)}</span>
            </li>
        }
    };
    view! {
        <Newest later=later href="/admin" />
        <ul class="lines">{move || people.items.get().into_iter().map(row).collect_view()}</ul>
        {more}
    }
    .lean()
}
