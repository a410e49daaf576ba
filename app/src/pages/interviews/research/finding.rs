use crate::{erased::Erase, parts::When, words::research as text};
use leptos::prelude::*;
use protocol::{
    day_in_words,
    research::{CitedFinding, Stance},
};

/// A claim with the words it rests on, and where they stand.
#[component]
pub(super) fn Finding(finding: CitedFinding) -> impl IntoView {
    let CitedFinding { claim, quote, source, stance, .. } = finding;
    let tone = match stance {
        Stance::Supports => "chip high",
        Stance::Contradicts => "chip low",
        Stance::Informs => "chip",
    };
    // What merely repeats its quote says nothing more.
    let claim = (claim != quote).then(|| view! { <p dir="auto">{claim}</p> });
    let dated = source.published_at.map_or_else(
        || text::UNDATED.to_owned(),
        |at| text::published(&day_in_words(at.to_rfc3339().get(..10).unwrap_or_default()).unwrap_or_default()),
    );
    let address = source.url.as_deref().and_then(|url| Some((url.to_owned(), place(url)?)));
    let at = match address {
        Some((url, place)) => view! {
            <a href=url rel="noopener noreferrer external" target="_blank">
                {place}
            </a>
        }
        .erase(),
        None => view! { <span>{text::OWN}</span> }.erase(),
    };
    view! {
        <li class="finding" data-testid="finding" data-stance=stance.name()>
            <span class=tone>{text::stance(stance)}</span>
            {claim}
            <blockquote dir="auto">
                <mark>{quote}</mark>
            </blockquote>
            <p class="small quiet facts">
                <cite dir="auto">{source.title}</cite>
                {at}
                <span>{dated}</span>
                <span>
                    <When at=source.accessed_at />
                </span>
            </p>
        </li>
    }
    .erase()
}

/// What a source's address is shown as: a document of a project, or the host of an address of the web. Nothing else becomes a link.
fn place(url: &str) -> Option<String> {
    if url.starts_with("/projects/") { Some(text::OWN.to_owned()) } else { host(url) }
}

fn host(url: &str) -> Option<String> {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"))?;
    let host = rest.split(['/', '?', '#']).next()?.rsplit('@').next()?;
    let host = host.strip_prefix("www.").unwrap_or(host);
    (!host.is_empty()).then(|| host.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{host, place};

    #[test]
    fn only_addresses_of_the_web_become_links() {
        assert_eq!(host("https://www.example.org/a?b").as_deref(), Some("example.org"));
        assert_eq!(host("http://example.org:8080#x").as_deref(), Some("example.org:8080"));
        for other in ["javascript:alert(1)", "data:text/html,x", "https://", "//example.org", ""] {
            assert_eq!(place(other), None, "{other}");
        }
        assert_eq!(place("/projects/1/sources/2#a.md").as_deref(), Some("your document"));
    }
}
