//! When a page says it was published. Where it says nothing, or contradicts itself, it is undated.

use domain::research::published;
use protocol::Timestamp;
use serde_json::Value;
use std::collections::BTreeSet;

/// The names under which pages give the date, most exact first.
const NAMES: &[&str] = &[
    "article:published_time", "og:article:published_time", "datepublished", "citation_publication_date", "citation_date",
    "dcterms.issued", "dc.date.issued", "parsely-pub-date", "sailthru.date", "publish-date", "publish_date", "pubdate",
    "publication_date", "dcterms.date", "dc.date", "dcterms.created", "date",
];
/// The largest block of linked data that is read, in bytes.
const LARGEST_BLOCK: usize = 200 * 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DateSource {
    /// The element says that this is the date of publication.
    Marked,
    /// Some time on the page.
    Somewhere,
}

#[derive(Debug, Default)]
pub(super) struct Dates {
    /// Place in [`NAMES`], and the date.
    meta: Option<(usize, Timestamp)>,
    linked: Option<Timestamp>,
    marked: Option<Timestamp>,
    somewhere: BTreeSet<Timestamp>,
}

impl Dates {
    pub(super) fn meta(&mut self, name: &str, content: &str) {
        let Some(place) = NAMES.iter().position(|known| *known == name) else { return };
        if self.meta.is_none_or(|(before, _)| place < before)
            && let Some(at) = published(content)
        {
            self.meta = Some((place, at));
        }
    }

    pub(super) fn json_ld(&mut self, block: &str) {
        if self.linked.is_none()
            && block.len() <= LARGEST_BLOCK
            && let Ok(value) = serde_json::from_str::<Value>(block)
        {
            self.linked = of_object(&value);
        }
    }

    pub(super) fn element(&mut self, datetime: &str, said: DateSource) {
        let Some(at) = published(datetime) else { return };
        match said {
            DateSource::Marked => self.marked = self.marked.or(Some(at)),
            // Two are as undecided as twenty.
            DateSource::Somewhere if self.somewhere.len() < 2 => drop(self.somewhere.insert(at)),
            DateSource::Somewhere => {}
        }
    }

    /// A time that stands somewhere counts if it is the only one on the page.
    pub(super) fn published(&self) -> Option<Timestamp> {
        let only = || self.somewhere.first().copied().filter(|_| self.somewhere.len() == 1);
        self.meta.map(|(_, at)| at).or(self.linked).or(self.marked).or_else(only)
    }
}

/// The page's own object, not those inside it: a product's reviews have dates as well.
fn of_object(value: &Value) -> Option<Timestamp> {
    match value {
        Value::Array(items) => items.iter().find_map(of_object),
        Value::Object(fields) => {
            let own = fields.get("datePublished").and_then(Value::as_str).and_then(published);
            let kind = fields.get("@type").map(Value::to_string).unwrap_or_default();
            let about_others = ["Review", "Comment", "Rating"].iter().any(|other| kind.contains(other));
            own.filter(|_| !about_others).or_else(|| fields.get("@graph").and_then(of_object))
        }
        _ => None,
    }
}
