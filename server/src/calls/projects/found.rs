//! What a search over a project finds, with the way to it.

use super::documents;
use app::pages::projects::calls::{Hit, SearchView};
use domain::tools::{answers::Held, search::Relevant};
use projects::ProjectCatalog;

/// Places that a page shows.
const HITS: usize = 30;
/// Places that are counted.
const COUNTED: usize = 200;
/// Other things to search for.
const SUGGESTED: usize = 6;

pub(super) async fn build_view(catalog: &ProjectCatalog, words: String, kind: String) -> SearchView {
    let found = if words.is_empty() { Vec::new() } else { catalog.index.relevant(&words, COUNTED).await };
    let all: Vec<Hit> = found.into_iter().map(|one| hit(catalog, one)).collect();
    let mut kinds: Vec<(String, usize)> = Vec::new();
    for one in &all {
        match kinds.iter_mut().find(|(kind, _)| *kind == one.kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((one.kind.clone(), 1)),
        }
    }
    let suggestions = if all.is_empty() { suggest(catalog, &words) } else { Vec::new() };
    let is_shown = |one: &Hit| kind.is_empty() || one.kind == kind;
    let hits = all.into_iter().filter(is_shown).take(HITS).collect();
    SearchView { words, kind, hits, kinds, suggestions }
}

fn hit(catalog: &ProjectCatalog, found: Relevant) -> Hit {
    let project = catalog.project.id;
    let address = |one: &Held| format!("/projects/{project}/sources/{}", one.source.id);
    let source = |name: &str| catalog.held.iter().find(|one| one.source.name == name);
    // Where the one thing is alone on the page of its source.
    let alone =
        |one: Option<&Held>, name: &str| one.map(|one| format!("{}?q={}", address(one), encoded(name))).unwrap_or_default();
    match found {
        Relevant::Table(one) => {
            let href = source(&one.database).map(|held| format!("{}/tables/{}", address(held), encoded(&one.table)));
            let about = one.description.unwrap_or_default();
            Hit { kind: "table".to_owned(), name: one.table, place: one.database, about, href: href.unwrap_or_default() }
        }
        Relevant::Operation(one) => {
            let (route, href) = (catalog.index.route(one.place), alone(source(&one.api), &one.operation));
            let name = if route.is_empty() { one.operation } else { route };
            Hit { kind: "operation".to_owned(), name, place: one.api, about: one.description, href }
        }
        Relevant::Passage(one) => {
            let mut all = catalog.held.iter().flat_map(|held| held.found.documents.iter().map(move |document| (held, document)));
            // The document opens where the section begins.
            let way = all.find(|(_, document)| document.name == one.document).map(|(held, document)| {
                let part = documents::part_of(document, one.place.1);
                format!("{}/documents/{}?from={part}#part-{part}", address(held), encoded(&one.document))
            });
            let href = way.unwrap_or_default();
            Hit { kind: "document".to_owned(), name: one.document, place: one.section, about: one.excerpt, href }
        }
        Relevant::Skill(one) => {
            let held = catalog.held.iter().find(|held| held.found.skills.iter().any(|skill| skill.name == one.name));
            // One of the server's folders has no source; the tools read it.
            let place = held.map_or_else(|| "skills of this server".to_owned(), |held| held.source.name.clone());
            let href = held.map_or_else(|| format!("/projects/{project}/tools"), |held| alone(Some(held), &one.name));
            Hit { kind: "skill".to_owned(), name: one.name, place, about: one.description, href }
        }
    }
}

/// Names of what there is, those first that are written most like the words.
fn suggest(catalog: &ProjectCatalog, words: &str) -> Vec<String> {
    let mut names: Vec<&str> = Vec::new();
    for one in &catalog.held {
        names.extend(one.found.tables.iter().map(|table| table.name.as_str()));
        names.extend(one.found.documents.iter().map(|document| document.title.as_deref().unwrap_or(&document.name)));
        names.extend(one.found.operations.iter().map(|operation| operation.name.as_str()));
        names.extend(one.found.skills.iter().map(|skill| skill.name.as_str()));
    }
    nearest(words, names)
}

fn nearest(words: &str, names: Vec<&str>) -> Vec<String> {
    let wanted = pairs(words);
    let mut scored: Vec<(usize, &str)> =
        names.into_iter().map(|name| (pairs(name).iter().filter(|pair| wanted.contains(pair)).count(), name)).collect();
    // Equals stay in the order of their sources.
    scored.sort_by_key(|(common, _)| std::cmp::Reverse(*common));
    let mut near: Vec<String> = Vec::new();
    for (_, name) in scored {
        if near.len() < SUGGESTED && !near.iter().any(|other| other == name) {
            near.push(name.to_owned());
        }
    }
    near
}

/// Neighbouring letters, which survive a wrong one.
fn pairs(text: &str) -> Vec<(char, char)> {
    let letters: Vec<char> = text.to_lowercase().chars().filter(|sign| sign.is_alphanumeric()).collect();
    letters.windows(2).map(|pair| (pair[0], pair[1])).collect()
}

/// A piece of an address.
pub(crate) fn encoded(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{encoded, nearest};

    #[test]
    fn a_name_is_one_piece_of_an_address() {
        assert_eq!(encoded("a b/ö?&.csv"), "a%20b%2F%C3%B6%3F%26.csv");
    }

    #[test]
    fn what_is_written_alike_is_suggested_first() {
        assert_eq!(nearest("custmers", vec!["orders", "customers", "orders", "pets"])[0], "customers");
        assert_eq!(nearest("xyzzy", vec!["orders", "pets"]), ["orders", "pets"]);
        assert!(nearest("xyzzy", Vec::new()).is_empty());
    }
}
