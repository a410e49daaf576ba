//! What a search over a project finds, with the way to it.

use super::{list, text};
use app::pages::projects::calls::Hit;
use domain::tools::answers::Held;
use projects::ProjectCatalog;
use serde_json::Value;

/// Of each kind.
const HITS: usize = 6;

pub(super) async fn hits(catalog: &ProjectCatalog, words: &str) -> Vec<Hit> {
    let project = catalog.project.id;
    let address = |one: &Held| format!("/projects/{project}/sources/{}", one.source.id);
    // Where the one thing is alone on the page of its source.
    let alone =
        |one: Option<&Held>, name: &str| one.map(|one| format!("{}?q={}", address(one), encoded(name))).unwrap_or_default();
    let source = |name: &str| catalog.held.iter().find(|one| one.source.name == name);
    let mut hits = Vec::new();
    for one in list(&catalog.index.tables(words, HITS).await) {
        let (database, table) = (text(&one["database"]), text(&one["table"]));
        let href = source(&database).map(|held| format!("{}/tables/{}", address(held), encoded(&table)));
        hits.push(hit("table", table, database, &one["description"], href.unwrap_or_default()));
    }
    for one in list(&catalog.index.operations(words, HITS).await) {
        let (api, name) = (text(&one["api"]), text(&one["operation"]));
        let route = format!("{} {}", text(&one["method"]), text(&one["path"]));
        let href = alone(source(&api), &name);
        let shown = if route.trim().is_empty() { name } else { route.trim().to_owned() };
        hits.push(hit("operation", shown, api, &one["description"], href));
    }
    for one in list(&catalog.index.documents(words, HITS).await) {
        let (name, section) = (text(&one["document"]), text(&one["section"]));
        let held = catalog.held.iter().find(|held| held.found.documents.iter().any(|document| document.name == name));
        let href = alone(held, &name);
        hits.push(hit("document", name, section, &one["excerpt"], href));
    }
    for one in list(&catalog.index.skills(words, HITS).await) {
        let name = text(&one["name"]);
        let held = catalog.held.iter().find(|held| held.found.skills.iter().any(|skill| skill.name == name));
        // One of the server's folders has no source; the tools read it.
        let place = held.map_or_else(|| "skills of this server".to_owned(), |held| held.source.name.clone());
        let href = held.map_or_else(|| format!("/projects/{project}/tools"), |held| alone(Some(held), &name));
        hits.push(hit("skill", name, place, &one["description"], href));
    }
    hits
}

fn hit(kind: &str, name: String, place: String, about: &Value, href: String) -> Hit {
    Hit { kind: kind.to_owned(), name, place, about: text(about), href }
}

/// A piece of an address.
fn encoded(text: &str) -> String {
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
    use super::encoded;

    #[test]
    fn a_name_is_one_piece_of_an_address() {
        assert_eq!(encoded("a b/ö?&.csv"), "a%20b%2F%C3%B6%3F%26.csv");
    }
}
