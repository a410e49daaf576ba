use super::{nav::AdminNav, only::only_admins};
use crate::{
    calls::{CallFault, Listed, PageData, after, open, page_data},
    erased::Erase,
    pages::account::calls::{PersonCard, add_person, change_role, make_password_link, read_people, remove_person},
    parts::{Alert, Newest, Paged, Secret, When},
    words::{self, admin as text, door, settings},
};
use leptos::{ev::SubmitEvent, prelude::*, tachys::view::any_view::AnyView, task::spawn_local};
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use protocol::account::Role;
use wasm_bindgen::JsCast;
use web_sys::{FormData, HtmlFormElement};

/// Who may sign in, and what each of them may do.
#[component]
pub(crate) fn PeoplePage() -> impl IntoView {
    view! {
        <Title text=text::PEOPLE />
        {only_admins(draw)}
    }
    .erase()
}

fn draw() -> AnyView {
    view! {
        <main id="main" class="page" tabindex="-1">
            <AdminNav here="/admin/people" />
            <h1>{text::PEOPLE}</h1>
            <People />
        </main>
    }
    .erase()
}

/// The people of the tenant, and a form to add one.
#[component]
fn People() -> impl IntoView {
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
                    Err(error) => view! { <p class="quiet">{error.to_string()}</p> }.erase(),
                    Ok(list) => view! { <Persons first=list later=later link=link fault=fault people=people /> }.erase(),
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
                <div class="field">
                    <label for="person-password">{door::PASSWORD}</label>
                    <input id="person-password" name="password" type="password" required minlength="10" autocomplete="new-password" aria-describedby="person-hint" />
                    <small id="person-hint" class="quiet">{door::PASSWORD_HINT}</small>
                </div>
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
    .erase()
}

#[component]
fn Persons(
    first: Listed<PersonCard>,
    later: bool,
    link: RwSignal<Option<String>>,
    fault: RwSignal<Option<String>>,
    people: PageData,
) -> impl IntoView {
    let reread = people;
    let people = Paged::new(first);
    let more = people.more(
        |next| format!("/admin/people?people={next}"),
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
        let finish = move |done: Result<(), CallFault>| match done {
            Ok(()) => {
                fault.set(None);
                reread.refetch();
            }
            Err(error) => fault.set(Some(error.to_string())),
        };
        let change = move |event: web_sys::Event| {
            if let Some(role) = Role::parse(&event_target_value(&event)) {
                spawn_local(async move { finish(change_role(id, role).await) });
            }
        };
        let remove = move |_| spawn_local(async move { finish(remove_person(id).await) });
        let held = person.account.role;
        let roles = [Role::Viewer, Role::Member, Role::Admin]
            .map(|one| view! { <option value=one.name() selected={one == held}>{words::role(one)}</option> })
            .collect_view();
        view! {
            <li class="line-row" data-testid="person">
                <div>
                    <b dir="auto">{person.account.name}</b>
                    <p class="small quiet facts">
                        <span dir="auto">{person.account.email}</span>
                        <span>{text::SINCE} " " <When at=person.created_at /></span>
                    </p>
                </div>
                <select aria-label=text::role_of(&name) on:change=change data-testid="person-role">
                    {roles}
                </select>
                <button type="button" class="button small" aria-label=text::link_for(&name) on:click=renew data-testid="password-link">
                    {text::LINK}
                </button>
                <details class="confirm">
                    <summary class="button small" aria-label=text::remove(&name)>
                        {text::REMOVE}
                    </summary>
                    <p class="small">{text::REMOVE_WHY}</p>
                    <button type="button" class="button small danger" on:click=remove data-testid="person-remove">
                        {text::remove(&name)}
                    </button>
                </details>
            </li>
        }
    };
    view! {
        <Newest later=later href="/admin/people" />
        <ul class="lines">{move || people.items.get().into_iter().map(row).collect_view()}</ul>
        {more}
    }
    .erase()
}
