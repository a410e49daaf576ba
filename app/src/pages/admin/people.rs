use crate::{
    calls::{Listed, after, open, page_data},
    lean::Lean,
    pages::account::calls::{PersonCard, add_person, make_password_link, read_people},
    parts::{Alert, Newest, Paged, Secret, When},
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
    let link = RwSignal::new(None::<String>);
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
        <Alert fault=fault />
        {move || link.get().map(|link| view! { <Secret why=text::LINK_WHY secret=link /> })}
        <Suspense>
            {move || Suspend::new(async move {
                match open::<Listed<PersonCard>>(people.await) {
                    Err(error) => view! { <p class="quiet">{error.to_string()}</p> }.lean(),
                    Ok(people) => view! { <Persons first=people later=later link=link fault=fault /> }.lean(),
                }
            })}
        </Suspense>
        <details class="add-person">
            <summary class="button">{text::ADD}</summary>
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
fn Persons(
    first: Listed<PersonCard>,
    later: bool,
    link: RwSignal<Option<String>>,
    fault: RwSignal<Option<String>>,
) -> impl IntoView {
    let people = Paged::new(first);
    let more = people.more(
        |next| format!("/admin?people={next}"),
        move |next| people.extend(async move { open(read_people(Some(next)).await) }),
    );
    let row = move |person: PersonCard| {
        let (id, name) = (person.account.user_id, person.account.name.clone());
        let renew = move |_| {
            spawn_local(async move {
                match make_password_link(id).await {
                    Ok(path) => {
                        fault.set(None);
                        link.set(Some(window().location().origin().unwrap_or_default() + &path));
                    }
                    Err(error) => fault.set(Some(error.to_string())),
                }
            });
        };
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
                <button type="button" class="button small" aria-label=text::link_for(&name) on:click=renew data-testid="password-link">
                    {text::LINK}
                </button>
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
