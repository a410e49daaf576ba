use super::{calls::SearchFound, costs::Costs, live::Searching};
use crate::{
    erased::{Erase, Memo},
    words::companies as text,
};
use leptos::prelude::*;
use protocol::{
    companies::{CompanySearchView, ParsedLocation, QueryTrace, QueryUnderstanding},
    research::SearchProvider,
};

/// What was made of the query, which queries were searched with what outcome, and who did what for how much.
#[component]
pub(super) fn Understanding(searching: Searching) -> impl IntoView {
    let understood = move || {
        searching
            .found
            .with(|found| found.as_ref().and_then(|found| found.response.data.query_understanding.clone()))
            .map(understood)
    };
    let going_on = Memo::new(move |_| searching.with(running));
    let queries = move || match searching.found.with(|found| found.as_deref().map(finished)) {
        Some(rows) => queries(&rows),
        None => going_on.with(|rows| queries(rows)),
    };
    view! {
        <div class="understood" data-testid="understanding">
            {understood} {queries}
            <Costs searching=searching />
        </div>
    }
    .erase()
}

fn understood(of: QueryUnderstanding) -> AnyView {
    let location = &of.parsed_location;
    let mut rows = vec![(text::LOCATION, place(location)), (text::SURE, text::percent(location.confidence))];
    let plain = |name: &str| name.replace('_', " ");
    rows.push((text::LOOKS_FOR, plain(&of.entity_type)));
    if !of.signal_types.is_empty() {
        rows.push((text::SIGNALS, of.signal_types.iter().map(|one| text::signal(one)).collect::<Vec<_>>().join(", ")));
    }
    if let Some(time) = of.temporal_hint.clone() {
        rows.push((text::TIME, time));
    }
    if !of.exclusions.is_empty() {
        rows.push((text::EXCLUDED, of.exclusions.iter().map(|one| one.text.as_str()).collect::<Vec<_>>().join(", ")));
    }
    let rows: Vec<AnyView> =
        rows.into_iter().map(|(name, value)| view! { <dt>{name}</dt> <dd dir="auto">{value}</dd> }.erase()).collect();
    let conflicts: Vec<AnyView> = of
        .conflicts
        .iter()
        .map(|one| view! { <li dir="auto">{text::conflict(&one.field, &one.text, &one.constraint)}</li> }.erase())
        .collect();
    let conflicts = (!conflicts.is_empty()).then(|| {
        view! {
            <div class="run-end" data-testid="conflicts">
                <p>
                    <b>{text::CONFLICTS}</b>
                </p>
                <ul class="plain">{conflicts}</ul>
            </div>
        }
        .erase()
    });
    view! {
        <section class="card padded" aria-labelledby="understood-name">
            <h2 id="understood-name">{text::UNDERSTOOD}</h2>
            <dl class="pairs small">{rows}</dl>
            {conflicts}
        </section>
    }
    .erase()
}

/// From the inside out, with what kind of area it is.
fn place(of: &ParsedLocation) -> String {
    let mut parts: Vec<String> = [&of.area, &of.city, &of.emirate, &of.country].into_iter().flatten().cloned().collect();
    parts.dedup();
    let kind = of.area_type.as_deref().and_then(|kind| text::AREA_TYPES.into_iter().find(|(one, _)| one.name() == kind));
    match (parts.is_empty(), kind) {
        (true, None) => text::NO_LOCATION.to_owned(),
        (true, Some((_, kind))) => kind.to_owned(),
        (false, None) => parts.join(", "),
        (false, Some((_, kind))) => format!("{} ({kind})", parts.join(", ")),
    }
}

/// A query, who was searched with, and what came of it.
type Row = (String, Vec<(&'static str, String)>);

/// Of a search that goes on.
fn running(view: &CompanySearchView) -> Vec<Row> {
    let row = |query: &protocol::companies::QueryView| {
        let outcome = |provider: &SearchProvider| {
            let answer = query.answers.iter().find(|answer| answer.provider == *provider);
            match answer {
                None => ("quiet", format!("{}: {}", provider.label(), text::WAITS)),
                Some(answer) => outcome(provider.label(), answer.results, answer.failed.as_deref()),
            }
        };
        (query.text.clone(), query.asked.iter().map(outcome).collect())
    };
    view.queries.iter().map(row).collect()
}

/// Of one that is over, each query once.
fn finished(found: &SearchFound) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for QueryTrace { text: query, provider, results, failed, notes, .. } in &found.queries {
        let (class, words) = outcome(text::provider(provider), *results, failed.as_deref());
        let outcome = (class, notes.iter().fold(words, |words, note| format!("{words}; {note}")));
        match rows.iter_mut().find(|(known, _)| known == query) {
            Some((_, outcomes)) => outcomes.push(outcome),
            None => rows.push((query.clone(), vec![outcome])),
        }
    }
    rows
}

fn outcome(provider: &str, results: u32, failed: Option<&str>) -> (&'static str, String) {
    match failed {
        Some(why) => ("fault-line", format!("{provider}: {why}")),
        None => ("quiet", format!("{provider}: {}", text::results(results))),
    }
}

fn queries(rows: &[Row]) -> AnyView {
    let items: Vec<AnyView> = rows
        .iter()
        .map(|(query, outcomes)| {
            let outcomes: Vec<AnyView> = outcomes
                .iter()
                .map(|(class, outcome)| view! { <span class=*class dir="auto">{outcome.clone()}</span> }.erase())
                .collect();
            view! {
                <li>
                    <span dir="auto">{query.clone()}</span>
                    <span class="small outcomes">{outcomes}</span>
                </li>
            }
            .erase()
        })
        .collect();
    let items = if items.is_empty() {
        view! { <p class="quiet">{text::NO_QUERY}</p> }.erase()
    } else {
        view! { <ol class="searched">{items}</ol> }.erase()
    };
    view! {
        <section class="card padded" aria-labelledby="queries-name" data-testid="queries">
            <h2 id="queries-name">{text::QUERIES}</h2>
            {items}
        </section>
    }
    .erase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_named_from_the_inside_out() {
        let text = |part: &str| Some(part.to_owned());
        let adgm = ParsedLocation {
            area: text("ADGM"),
            city: text("Abu Dhabi"),
            emirate: text("Abu Dhabi"),
            country: text("UAE"),
            area_type: text("free_zone"),
            confidence: 0.9,
        };
        assert_eq!(place(&adgm), "ADGM, Abu Dhabi, UAE (free zone)");
        assert_eq!(place(&ParsedLocation::default()), "no place");
    }
}
