//! Which runs are shown: what an address asks for, and what changes it.

use super::calls::RunFilter;
use crate::{erased::Erase, words::run_reviews as text};
use leptos::prelude::*;
use leptos_router::{location::Url, params::ParamsMap};
use protocol::{ProjectId, run::RunType, work::WorkStatus};

const RUN_TYPES: [(RunType, &str); 3] = [(RunType::Full, "full"), (RunType::Partial, "partial"), (RunType::Failed, "failed")];

pub(super) fn parse_filter(query: &ParamsMap) -> RunFilter {
    let get = |name: &str| query.get(name).unwrap_or_default().trim().to_owned();
    let (status, run_type) = (get("status"), get("result"));
    RunFilter {
        project: get("project"),
        status: WorkStatus::ALL.into_iter().find(|one| one.name() == status),
        run_type: RUN_TYPES.into_iter().find(|(_, name)| *name == run_type).map(|(one, _)| one),
        disliked: !get("disliked").is_empty(),
        after: Some(get("after")).filter(|after| !after.is_empty()),
    }
}

/// The address of the first page of these runs.
pub(super) fn address(filter: &RunFilter) -> String {
    let parts = [
        ("project", Url::escape(&filter.project)),
        ("status", filter.status.map(WorkStatus::name).unwrap_or_default().to_owned()),
        ("result", type_name(filter).to_owned()),
        ("disliked", if filter.disliked { "1".to_owned() } else { String::new() }),
    ];
    let parts: Vec<String> =
        parts.into_iter().filter(|(_, value)| !value.is_empty()).map(|(name, value)| format!("{name}={value}")).collect();
    if parts.is_empty() { "/admin/runs".to_owned() } else { format!("/admin/runs?{}", parts.join("&")) }
}

fn type_name(filter: &RunFilter) -> &'static str {
    RUN_TYPES.into_iter().find(|(one, _)| Some(*one) == filter.run_type).map_or("", |(_, name)| name)
}

/// The statuses with how many runs have each.
pub(super) fn tabs(filter: &RunFilter, counts: &[(WorkStatus, u32)]) -> AnyView {
    let tabs: Vec<AnyView> = text::STATUSES
        .iter()
        .map(|(name, label)| {
            let status = WorkStatus::ALL.into_iter().find(|one| one.name() == *name);
            let runs: u32 =
                counts.iter().filter(|(one, _)| status.is_none_or(|status| status == *one)).map(|(_, runs)| runs).sum();
            let (href, label) = (address(&RunFilter { status, ..filter.clone() }), *label);
            view! {
                <a href=href aria-current=(status == filter.status).then_some("page")>
                    {label}
                    " "
                    <span class="small quiet">{runs}</span>
                </a>
            }
            .erase()
        })
        .collect();
    view! {
        <nav class="tabs" aria-label=text::WHICH>
            {tabs}
        </nav>
    }
    .erase()
}

/// A plain form, so that it works without scripts; it keeps the status.
pub(super) fn form(filter: &RunFilter, projects: Vec<(ProjectId, String)>) -> AnyView {
    let options: Vec<AnyView> = projects
        .into_iter()
        .map(|(id, name)| {
            let id = id.to_string();
            let selected = id == filter.project;
            view! {
                <option value=id selected=selected>
                    {name}
                </option>
            }
            .erase()
        })
        .collect();
    let chosen = type_name(filter);
    let results: Vec<AnyView> = text::RUN_TYPES
        .iter()
        .map(|(name, label)| {
            let (name, label, selected) = (*name, *label, *name == chosen);
            view! {
                <option value=name selected=selected>
                    {label}
                </option>
            }
            .erase()
        })
        .collect();
    let status = filter.status.map(|status| view! { <input type="hidden" name="status" value=status.name() /> }.erase());
    let disliked = filter.disliked;
    view! {
        <form method="get" action="/admin/runs" class="inline-form run-filter" role="search" aria-label=text::FILTER data-testid="run-filter">
            {status}
            <label class="field">
                <span>{text::PROJECT}</span>
                <select name="project" data-testid="run-project">
                    <option value="">{text::ANY_PROJECT}</option>
                    {options}
                </select>
            </label>
            <label class="field">
                <span>{text::RESULT}</span>
                <select name="result">{results}</select>
            </label>
            <label class="check">
                <input type="checkbox" name="disliked" value="1" checked=disliked />
                " "
                {text::DISLIKED}
            </label>
            <button type="submit" class="button">
                {text::APPLY}
            </button>
        </form>
    }
    .erase()
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_what_is_asked_for() {
        let filter = RunFilter {
            project: "a b".into(),
            status: Some(WorkStatus::Completed),
            run_type: Some(RunType::Partial),
            disliked: true,
            after: Some("there".into()),
        };
        assert_eq!(address(&filter), "/admin/runs?project=a%20b&status=completed&result=partial&disliked=1");
        assert_eq!(address(&RunFilter::default()), "/admin/runs");
        let mut query = ParamsMap::new();
        for (name, value) in
            [("project", "a b"), ("status", "completed"), ("result", "partial"), ("disliked", "1"), ("after", "there")]
        {
            query.insert(name, value.to_owned());
        }
        assert_eq!(parse_filter(&query), filter);
        let mut odd = ParamsMap::new();
        odd.insert("status", "odd".to_owned());
        assert_eq!(parse_filter(&odd), RunFilter::default());
    }
}
