use super::{
    calls::{CandidateView, SearchFound},
    evidence::evidence,
    live::Searching,
    rating::Rate,
    scores::scores,
};
use crate::{erased::Erase, words::companies as text};
use leptos::prelude::*;
use protocol::companies::{CompanyLocation, FoundCompany, NoveltyStatus};
use std::sync::Arc;

/// The companies: the criteria side by side, and a card for each with the words that prove it.
#[component]
pub(super) fn Results(searching: Searching, found: Arc<SearchFound>) -> impl IntoView {
    let companies = &found.response.data.companies;
    if companies.is_empty() {
        return ().erase();
    }
    let rows: Vec<AnyView> = companies.iter().map(row).collect();
    let known = |company: &FoundCompany| found.candidates.iter().find(|one| one.id == company.id).cloned();
    let cards: Vec<AnyView> = companies.iter().map(|company| card(company, known(company), searching)).collect();
    let heads = [text::COMPANY, text::AREA, text::CITY, text::DATE, text::SIGNAL, text::SCORE];
    let heads = heads.map(|name| view! { <th scope="col">{name}</th> }.erase()).into_iter().collect_view();
    view! {
        <section aria-labelledby="results-name" data-testid="results">
            <h2 id="results-name">{text::RESULTS}</h2>
            <div class="scrolls framed" tabindex="0" role="group" aria-label=text::RESULTS>
                <table>
                    <thead>
                        <tr>{heads}</tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            <div class="company-cards">{cards}</div>
        </section>
    }
    .erase()
}

/// Area and city; what is not known of them is a dash.
fn criteria(location: &CompanyLocation) -> [String; 2] {
    let is_wider = Some(&location.normalized) == location.city.as_ref() || location.normalized == location.country;
    let area = if is_wider || location.normalized.is_empty() { text::UNKNOWN.to_owned() } else { location.normalized.clone() };
    [area, location.city.clone().unwrap_or_else(|| text::UNKNOWN.to_owned())]
}

fn row(company: &FoundCompany) -> AnyView {
    let date = company.evidence.as_ref().and_then(|evidence| evidence.published_date.as_deref());
    let [area, city] = criteria(&company.location);
    let score = text::score(company.siva_scores.overall, company.siva_scores.tier.name());
    view! {
        <tr>
            <th scope="row">
                <a href=format!("#company-{}", company.id) rel="external" dir="auto">
                    {company.name.clone()}
                </a>
            </th>
            <td dir="auto">{area}</td>
            <td dir="auto">{city}</td>
            <td>{text::day(date)}</td>
            <td>{text::signal(&company.signal.kind)}</td>
            <td>{score}</td>
        </tr>
    }
    .erase()
}

fn card(company: &FoundCompany, known: Option<CandidateView>, searching: Searching) -> AnyView {
    let novelty = match company.novelty_status {
        NoveltyStatus::New => view! { <span class="chip sure">{text::NEW}</span> }.erase(),
        NoveltyStatus::Resurfaced => {
            let what = text::resurfaced(company.resurface_reason.as_deref());
            view! { <span class="chip medium wraps">{what}</span> }.erase()
        }
    };
    let facts: Vec<AnyView> = [company.industry.clone(), company.domain.clone()]
        .into_iter()
        .flatten()
        .map(|fact| view! { <span dir="auto">{fact}</span> }.erase())
        .collect();
    let signal = format!("{}, {}", text::signal(&company.signal.kind), text::strength(company.signal.strength));
    let about = company.signal.description.clone();
    // The marked quote below says the same words.
    let is_quoted = about.is_empty() || company.evidence.as_ref().is_some_and(|evidence| evidence.snippet.contains(&about));
    let about = (!is_quoted).then(|| view! { <p dir="auto">{about}</p> }.erase());
    let like = known.as_ref().and_then(|known| known.like);
    let proof = known.as_ref().map(evidence);
    let rating =
        searching.may_search.then(|| view! { <Rate searching=searching company=company.id.clone() first=like /> }.erase());
    view! {
        <article class="card company" id=format!("company-{}", company.id) data-testid="company">
            <div class="company-head">
                <h3 dir="auto">{company.name.clone()}</h3>
                {novelty}
            </div>
            <p class="small quiet facts">
                <span dir="auto">{place(&company.location)}</span> <span>{signal}</span> {facts}
            </p>
            {about}
            {proof}
            {scores(&company.siva_scores)}
            {rating}
        </article>
    }
    .erase()
}

fn place(location: &CompanyLocation) -> String {
    let country = Some(location.country.clone()).filter(|country| !country.is_empty());
    let mut parts: Vec<String> =
        [Some(location.normalized.clone()), location.city.clone(), country].into_iter().flatten().collect();
    parts.dedup();
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_city_of_a_place_is_not_its_area() {
        let location = |normalized: &str, city: Option<&str>| CompanyLocation {
            normalized: normalized.into(),
            city: city.map(str::to_owned),
            country: "UAE".into(),
            ..CompanyLocation::default()
        };
        assert_eq!(criteria(&location("ADGM", Some("Abu Dhabi"))), ["ADGM", "Abu Dhabi"]);
        assert_eq!(criteria(&location("Abu Dhabi", Some("Abu Dhabi"))), ["–", "Abu Dhabi"]);
        assert_eq!(criteria(&location("UAE", None)), ["–", "–"]);
        assert_eq!(place(&location("Dubai", Some("Dubai"))), "Dubai, UAE");
    }
}
