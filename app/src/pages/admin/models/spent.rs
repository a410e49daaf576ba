use super::{
    calls::{UsageFilter, UsageTable, read_usage},
    queries::queries,
    usage::Usage,
};
use crate::{
    calls::{CallFault, Packed, open, page_data, read_json},
    erased::Erase,
    pages::admin::nav::AdminNav,
    parts::{Alert, Fault},
    words::{models as text, records},
};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::{hooks::use_query_map, params::ParamsMap};

/// What calls to language models came to, by day, task, model or interview, and queries of projects' data; filtered with a plain form.
#[component]
pub(crate) fn UsagePage() -> impl IntoView {
    let query = use_query_map();
    let filter = Signal::derive(move || serde_json::to_string(&query.with(filter_of)).unwrap_or_default());
    let shown = page_data(filter, |filter| Box::pin(read(filter)));
    view! {
        <Title text=text::USAGE />
        <Suspense>
            {move || {
                let filter = query.with(filter_of);
                Suspend::new(async move {
                    match open::<UsageTable>(shown.await) {
                        Err(fault) => view! { <Fault fault=fault /> }.erase(),
                        Ok(shown) => {
                            let name = text::BY.iter().find(|(by, _)| *by == filter.by).unwrap_or(&text::BY[0]).1;
                            let group = if filter.by == "task" { text::task } else { same };
                            view! {
                                <main id="main" class="page models" tabindex="-1">
                                    <AdminNav here="/admin/usage" />
                                    <h1>{text::USAGE}</h1>
                                    <Alert fault=RwSignal::new(shown.fault) />
                                    {form(&filter)}
                                    <Usage name=name rows=shown.rows group=group />
                                    {shown.cut.then(|| view! { <p class="small quiet">{text::USAGE_CUT}</p> })}
                                    {shown.queries.map(|shares| queries(shares, shown.queries_cut))}
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

fn filter_of(query: &ParamsMap) -> UsageFilter {
    let get = |name: &str| query.get(name).unwrap_or_default().trim().to_owned();
    UsageFilter { by: get("by"), since: get("since"), until: get("until") }
}

async fn read(filter: String) -> Result<Packed, CallFault> {
    read_usage(read_json(&filter).unwrap_or_default()).await
}

/// A day, a model and an interview are their own names.
fn same(group: String) -> String {
    group
}

fn form(filter: &UsageFilter) -> impl IntoView + use<> {
    let by = filter.by.clone();
    let groups = text::BY
        .iter()
        .map(|(name, label)| view! { <option value=*name selected={*name == by}>{*label}</option> })
        .collect_view();
    let day = |name: &'static str, label: &'static str, value: &str| {
        view! {
            <label class="field">
                <span>{label}</span>
                <input name=name type="date" value=value.to_owned() />
            </label>
        }
        .erase()
    };
    view! {
        <form method="get" action="/admin/usage" class="inline-form" role="search">
            <label class="field">
                <span>{text::SUMMED_BY}</span>
                <select name="by">{groups}</select>
            </label>
            {day("since", records::SINCE, &filter.since)}
            {day("until", records::UNTIL, &filter.until)}
            <button type="submit" class="button">
                {records::SEARCH}
            </button>
        </form>
    }
    .erase()
}
