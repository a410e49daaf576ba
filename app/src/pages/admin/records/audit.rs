use super::calls::{AuditFilter, AuditLine, AuditView, read_audit};
use crate::{
    calls::{CallFault, Packed, open, page_data, read_json},
    erased::Erase,
    pages::admin::nav::AdminNav,
    parts::{Alert, Fault, Newest, Paged, When},
    words::records as text,
};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::{hooks::use_query_map, location::Url, params::ParamsMap};

/// What was done, by whom, to what; searched with a plain form.
#[component]
pub(crate) fn AuditPage() -> impl IntoView {
    let query = use_query_map();
    let filter = Signal::derive(move || serde_json::to_string(&query.with(filter_of)).unwrap_or_default());
    let shown = page_data(filter, |filter| Box::pin(read(filter)));
    view! {
        <Title text=text::AUDIT />
        <Suspense>
            {move || {
                let filter = query.with(filter_of);
                Suspend::new(async move {
                    match open::<AuditView>(shown.await) {
                        Err(fault) => view! { <Fault fault=fault /> }.erase(),
                        Ok(shown) => {
                            view! {
                                <main id="main" class="page" tabindex="-1">
                                    <AdminNav here="/admin/audit" />
                                    <h1>{text::AUDIT}</h1>
                                    <Alert fault=RwSignal::new(shown.fault) />
                                    {form(&filter, shown.people, shown.actions)}
                                    <Entries first=shown.lines filter=filter />
                                </main>
                            }
                                .erase()
                        }
                    }
                })
            }}
        </Suspense>
    }
    .erase()
}

fn filter_of(query: &ParamsMap) -> AuditFilter {
    let get = |name: &str| query.get(name).unwrap_or_default().trim().to_owned();
    AuditFilter {
        person: get("person"),
        action: get("action"),
        target: get("target"),
        since: get("since"),
        until: get("until"),
        after: Some(get("after")).filter(|after| !after.is_empty()),
    }
}

async fn read(filter: String) -> Result<Packed, CallFault> {
    read_audit(read_json(&filter).unwrap_or_default()).await
}

fn form(filter: &AuditFilter, people: Vec<(String, String)>, actions: Vec<String>) -> impl IntoView + use<> {
    let done = filter.action.clone();
    // What a link asked for stays asked for, also where nobody has done it yet.
    let unheard = (!done.is_empty() && !actions.contains(&done)).then(|| done.clone());
    let actions = actions
        .into_iter()
        .chain(unheard)
        .map(|action| {
            let selected = action == done;
            let label = text::act(&action);
            view! { <option value=action selected=selected>{label}</option> }
        })
        .collect_view();
    let chosen = filter.person.clone();
    let people = people
        .into_iter()
        .map(|(id, name)| {
            let selected = id == chosen;
            view! { <option value=id selected=selected>{name}</option> }
        })
        .collect_view();
    let field = |name: &'static str, label: &'static str, kind: &'static str, value: &str| {
        view! {
            <label class="field">
                <span>{label}</span>
                <input name=name type=kind value=value.to_owned() autocomplete="off" />
            </label>
        }
        .erase()
    };
    view! {
        <form method="get" action="/admin/audit" class="inline-form audit-form" role="search">
            <label class="field">
                <span>{text::PERSON}</span>
                <select name="person">
                    <option value="">{text::ANYBODY}</option>
                    {people}
                </select>
            </label>
            <label class="field">
                <span>{text::ACTION}</span>
                <select name="action" data-testid="audit-action">
                    <option value="">{text::ANYTHING}</option>
                    {actions}
                </select>
            </label>
            {field("target", text::TARGET, "text", &filter.target)}
            {field("since", text::SINCE, "date", &filter.since)}
            {field("until", text::UNTIL, "date", &filter.until)}
            <button type="submit" class="button">
                {text::SEARCH}
            </button>
        </form>
    }
    .erase()
}

#[component]
fn Entries(first: crate::calls::Listed<AuditLine>, filter: AuditFilter) -> impl IntoView {
    if first.items.is_empty() {
        return view! { <div class="empty"><p>{text::NO_ENTRY}</p></div> }.erase();
    }
    let lines = Paged::new(first);
    let later = filter.after.is_some();
    let here = address(&filter);
    let more = lines.more(
        move |next| format!("{here}after={next}"),
        move |next| {
            let filter = AuditFilter { after: Some(next), ..filter.clone() };
            lines.extend(async move { open::<AuditView>(read_audit(filter).await).map(|view| view.lines) });
        },
    );
    let row = |one: AuditLine| {
        let AuditLine { at, person, action, target, name, href, detail } = one;
        let named = name.map(|name| match href {
            Some(href) => view! { <a href=href dir="auto">{name}</a> }.erase(),
            None => view! { <b dir="auto">{name}</b> }.erase(),
        });
        let code = [(text::DETAIL_ACTION.to_owned(), action.clone()), (text::DETAIL_ID.to_owned(), target)];
        let facts = code
            .into_iter()
            .chain(detail)
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| view! { <div><dt dir="auto">{name}</dt> <dd dir="auto">{value}</dd></div> })
            .collect::<Vec<_>>();
        view! {
            <tr data-testid="audit-line">
                <td class="when">
                    <When at=at />
                </td>
                <td dir="auto">{person.unwrap_or_else(|| text::NOBODY.to_owned())}</td>
                <td class="detail">
                    <p>{text::act(&action)} " " {named}</p>
                    <details class="small">
                        <summary>{text::DETAILS}</summary>
                        <dl>{facts}</dl>
                    </details>
                </td>
            </tr>
        }
    };
    view! {
        <Newest later=later href="/admin/audit" />
        <div class="scrolls" tabindex="0" role="region" aria-label=text::AUDIT>
            <table class="records">
                <thead>
                    <tr>{text::COLUMNS.map(|column| view! { <th scope="col">{column}</th> }).collect_view()}</tr>
                </thead>
                <tbody>{move || lines.items.get().into_iter().map(row).collect_view()}</tbody>
            </table>
        </div>
        {more}
    }
    .erase()
}

fn address(filter: &AuditFilter) -> String {
    let parts = [
        ("person", &filter.person),
        ("action", &filter.action),
        ("target", &filter.target),
        ("since", &filter.since),
        ("until", &filter.until),
    ];
    let parts = parts.iter().filter(|(_, value)| !value.is_empty());
    let parts: String = parts.map(|(name, value)| format!("{name}={}&", Url::escape(value))).collect();
    format!("/admin/audit?{parts}")
}
