//! The words that prove something, marked in their source.

use super::calls::CandidateView;
use crate::{
    erased::Erase,
    parts::{Icon, When, icon},
    words::companies as text,
};
use leptos::prelude::*;

pub(super) fn evidence(of: &CandidateView) -> AnyView {
    let CandidateView { evidence, passage, texts, .. } = of;
    let address = link(&evidence.source_url);
    let title = Some(evidence.source_title.clone()).filter(|title| !title.trim().is_empty());
    let source = match address {
        Some((href, place)) => {
            let label = title.clone().unwrap_or_else(|| place.clone());
            view! {
                <a href=href rel="noopener noreferrer external" target="_blank">
                    <cite dir="auto">{label}</cite>
                </a>
                <span>{place}</span>
            }
            .erase()
        }
        None => title.map(|title| view! { <cite dir="auto">{title}</cite> }).erase(),
    };
    let checked = if passage.is_verbatim {
        view! { <span class="found-quote" data-testid="quote-found">{text::QUOTE_FOUND}</span> }.erase()
    } else {
        view! { <span class="fault-line">{text::QUOTE_MISSING}</span> }.erase()
    };
    let accessed = of.accessed_at.map(|at| {
        view! {
            <span>
                {text::ACCESSED} " " <When at=at />
            </span>
        }
        .erase()
    });
    let others = (*texts > 1).then(|| view! { <span>{text::read_in(*texts)}</span> }.erase());
    let quote = (!passage.quote.is_empty()).then(|| {
        view! {
            <blockquote dir="auto">
                {passage.before.clone()} <mark>{passage.quote.clone()}</mark> {passage.after.clone()}
            </blockquote>
        }
        .erase()
    });
    view! {
        <div class="proof" data-testid="evidence">
            {quote} <p class="small quiet facts">
                {source} <span>{text::published(evidence.published_date.as_deref())}</span> {accessed} {others} {checked}
            </p>
        </div>
    }
    .erase()
}

/// Where a source is, and what the link is called: an own document, or the host of an address of the web. Nothing else becomes a link.
fn link(url: &str) -> Option<(String, String)> {
    if url.starts_with("/projects/") || url.starts_with("/api/v1/documents/") {
        return Some((url.to_owned(), text::OWN_DOCUMENT.to_owned()));
    }
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"))?;
    let host = rest.split(['/', '?', '#']).next()?.rsplit('@').next()?;
    let host = host.strip_prefix("www.").unwrap_or(host);
    (!host.is_empty()).then(|| (url.to_owned(), host.to_owned()))
}

/// Why something is not there, beside its words.
pub(super) fn rejected(of: &CandidateView) -> AnyView {
    let reason = of.reason.as_deref().unwrap_or(&of.decision);
    let raw = of.location.raw.clone();
    let place = (!raw.is_empty()).then(|| view! { <span class="small quiet" dir="auto">"“" {raw} "”"</span> }.erase());
    view! {
        <li class="rejected" data-testid="candidate">
            <p class="row">
                <b dir="auto">{of.name.clone()}</b>
                <span class="chip low wraps">{icon(Icon::Close)} {text::reason(reason).to_owned()}</span>
                {place}
            </p>
            {evidence(of)}
        </li>
    }
    .erase()
}

#[cfg(test)]
mod tests {
    use super::link;

    #[test]
    fn only_addresses_of_the_web_and_own_documents_become_links() {
        for (url, expected) in [
            ("https://www.example.org/a?b", Some("example.org")),
            ("http://example.org:8080#x", Some("example.org:8080")),
            ("/api/v1/documents/1", Some("your document")),
            ("javascript:alert(1)", None),
            ("data:text/html,x", None),
            ("//example.org", None),
            ("https://", None),
            ("", None),
        ] {
            assert_eq!(link(url).map(|(_, place)| place).as_deref(), expected, "{url}");
        }
    }
}
