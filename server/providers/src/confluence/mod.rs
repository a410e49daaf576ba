//! The pages of a space of Confluence, of Atlassian's cloud and of a server of one's own, as documents: by REST, under the guard of
//! addresses, with limits in time, pages and bytes. What did not change since it was read is not read again.

mod fault;
mod place;
mod wire;

pub use fault::ConfluenceFault;

use crate::{document, guard::Guard};
use domain::{
    research::published,
    tools::catalog::{Document, DocumentKind, Origin},
};
use futures::{StreamExt, TryStreamExt, stream};
use place::{Place, is_key};
use reqwest::Url;
use secrecy::SecretString;
use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};
use wire::{Entry, Listing, Wire};

/// Pages of one part of a list; fewer come where they come with their texts.
const PART: &str = "100";
const PART_WITH_TEXTS: &str = "25";
/// Up to so many changed pages are asked for one by one.
const ONE_BY_ONE: usize = 50;
const AT_ONCE: usize = 4;

/// How much is read of a space.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub pages: usize,
    /// Of all texts together.
    pub text: usize,
    /// Of one answer.
    pub bytes: usize,
    pub answer: Duration,
    pub whole: Duration,
    /// A server that asks for a longer pause is not called again now.
    pub pause: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            pages: 2_000,
            text: 64 * 1024 * 1024,
            bytes: 32 * 1024 * 1024,
            answer: Duration::from_secs(30),
            whole: Duration::from_secs(180),
            pause: Duration::from_secs(15),
        }
    }
}

/// Who reads: a user with an API token or password, a personal access token alone, or anybody.
#[derive(Clone, Debug, Default)]
pub enum Login {
    #[default]
    None,
    User {
        name: String,
        token: SecretString,
    },
    Token(SecretString),
}

/// Which space of which wiki.
#[derive(Clone, Debug)]
pub struct Space {
    place: Place,
    key: String,
    login: Login,
}

impl Space {
    /// The key may be left out where the address names the space.
    ///
    /// # Errors
    /// What of it cannot be.
    pub fn new(address: &str, key: Option<&str>, login: Login) -> Result<Self, ConfluenceFault> {
        let place = Place::parse(address)?;
        let key = key.map(str::trim).filter(|key| !key.is_empty()).map(str::to_owned).or_else(|| Place::space(address));
        let key = key.unwrap_or_default();
        if !is_key(&key) {
            return Err(ConfluenceFault::Key(if key.is_empty() { "none is given".to_owned() } else { key }));
        }
        Ok(Self { place, key, login })
    }

    /// A sign-in travels where everybody on the way can read it.
    #[must_use]
    pub fn is_readable_on_the_way(&self) -> bool {
        self.place.base.scheme() == "http" && !matches!(self.login, Login::None)
    }
}

/// What came of reading a space.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pages {
    pub documents: Vec<Document>,
    /// Sentences about what was left out.
    pub warnings: Vec<String>,
}

pub struct Confluence {
    wire: Wire,
    limits: Limits,
}

/// The interface that a wiki has.
enum Way {
    /// By the key of the space.
    First,
    /// By the space's number.
    Second(String),
}

impl Confluence {
    /// # Errors
    /// When this machine's certificates cannot be read.
    pub fn new(guard: Guard, limits: Limits) -> Result<Self, String> {
        Ok(Self { wire: Wire::new(guard.with_any_port(), limits)?, limits })
    }

    /// All pages of a space. Of those that are `known` in their present version the text is not asked for again.
    ///
    /// # Errors
    /// What is wrong, in a sentence.
    pub async fn read(&self, space: &Space, known: &[Document]) -> Result<Pages, ConfluenceFault> {
        let reading = tokio::time::timeout(self.limits.whole, self.whole(space, known));
        reading.await.unwrap_or(Err(ConfluenceFault::TooLong(self.limits.whole)))
    }

    /// Reaches the space without reading it.
    ///
    /// # Errors
    /// What is wrong, in a sentence.
    pub async fn test(&self, space: &Space) -> Result<(), ConfluenceFault> {
        let way = self.way(space).await?;
        let first = self.wire.listing(first(space, &way, false), &space.login).await.map_err(|fault| named(fault, space))?;
        if first.results.is_empty() { self.exists(space, &way).await } else { Ok(()) }
    }

    async fn whole(&self, space: &Space, known: &[Document]) -> Result<Pages, ConfluenceFault> {
        let way = self.way(space).await?;
        let known: HashMap<&str, &Document> =
            known.iter().filter_map(|document| Some((document.origin.as_ref()?.id.as_str(), document))).collect();
        let mut pages = Pages::default();
        let mut entries = self.entries(space, &way, known.is_empty(), &mut pages.warnings).await?;
        if entries.is_empty() {
            self.exists(space, &way).await?;
        }
        let same = |entry: &Entry| {
            let document = known.get(entry.id().as_str())?;
            let origin = document.origin.as_ref()?;
            (origin.version == entry.version.number && document.name == name(entry)).then(|| (*document).clone())
        };
        let changed = entries.iter().filter(|entry| entry.storage().is_none() && same(entry).is_none()).count();
        if changed > ONE_BY_ONE {
            pages.warnings.clear();
            entries = self.entries(space, &way, true, &mut pages.warnings).await?;
        }
        let read = stream::iter(entries.into_iter().map(|entry| {
            let way = &way;
            async move {
                match same(&entry) {
                    Some(document) => Ok((entry, Some(document))),
                    None if entry.storage().is_some() => Ok((entry, None)),
                    None => {
                        let id = entry.id();
                        let read = self.wire.entry(one(space, way, &id), &space.login).await;
                        // Deleted in between.
                        read.or_else(|fault| if is_missing(&fault) { Ok(entry) } else { Err(fault) }).map(|entry| (entry, None))
                    }
                }
            }
        }));
        let mut coming = std::pin::pin!(read.buffered(AT_ONCE));
        let (mut read, mut length, mut left_out) = (Vec::new(), 0, 0);
        while let Some((entry, document)) = coming.try_next().await? {
            length += if document.is_none() { entry.storage().map_or(0, str::len) } else { 0 };
            if length > self.limits.text && document.is_none() {
                left_out += 1;
            } else {
                read.push((entry, document));
            }
        }
        if left_out > 0 {
            pages.warnings.push(format!("{left_out} changed pages are left out: together they are too long."));
        }
        let place = space.place.clone();
        let made = tokio::task::spawn_blocking(move || {
            for (entry, document) in read {
                match document.map_or_else(|| build_document(&place, &entry), |document| Ok(Some(document))) {
                    Ok(document) => pages.documents.extend(document),
                    Err(fault) => pages.warnings.push(format!("The page {} is left out: {fault}.", name(&entry))),
                }
            }
            pages
        });
        made.await.map_err(|_| ConfluenceFault::Answer("a page cannot be taken apart".to_owned()))
    }

    /// All pages, in the wiki's order, as many as may be.
    async fn entries(
        &self,
        space: &Space,
        way: &Way,
        texts: bool,
        warnings: &mut Vec<String>,
    ) -> Result<Vec<Entry>, ConfluenceFault> {
        let (mut entries, mut ids, mut asked, mut length) = (Vec::new(), HashSet::new(), HashSet::new(), 0);
        let mut next = Some(first(space, way, texts));
        while let Some(url) = next.take() {
            if !asked.insert(url.to_string()) {
                return Err(ConfluenceFault::Answer("its list of pages leads back to itself".to_owned()));
            }
            let Listing { results, links } = self.wire.listing(url, &space.login).await.map_err(|fault| named(fault, space))?;
            for entry in results {
                length += entry.storage().map_or(0, str::len);
                if entries.len() >= self.limits.pages {
                    warnings.push(format!("Only the first {} pages are kept.", self.limits.pages));
                    return Ok(entries);
                }
                if length > self.limits.text {
                    let (kept, most) = (entries.len(), self.limits.text / 1024 / 1024);
                    warnings.push(format!("Only the first {kept} pages are kept: the texts are longer than {most} MB."));
                    return Ok(entries);
                }
                // A page that is written while it is listed may come twice.
                if ids.insert(entry.id()) {
                    entries.push(entry);
                }
            }
            next = links.next.as_deref().filter(|next| !next.is_empty()).map(|next| space.place.next(next)).transpose()?;
            if asked.len() > self.limits.pages {
                return Err(ConfluenceFault::Answer("its list of pages has no end".to_owned()));
            }
        }
        Ok(entries)
    }

    /// The cloud knows spaces by numbers; where it does not answer so, it is asked as a server is.
    async fn way(&self, space: &Space) -> Result<Way, ConfluenceFault> {
        if !space.place.cloud {
            return Ok(Way::First);
        }
        let url = space.place.at("/api/v2/spaces", &[("keys", &space.key), ("limit", "1")]);
        match self.wire.listing(url, &space.login).await {
            Ok(spaces) => match spaces.results.first() {
                Some(found) => Ok(Way::Second(found.id())),
                None => Err(ConfluenceFault::NoSpace(space.key.clone())),
            },
            Err(fault) if is_missing(&fault) => Ok(Way::First),
            Err(fault) => Err(fault),
        }
    }

    /// An empty list is no answer to whether there is such a space.
    async fn exists(&self, space: &Space, way: &Way) -> Result<(), ConfluenceFault> {
        let Way::First = way else { return Ok(()) };
        let url = space.place.at(&format!("/rest/api/space/{}", space.key), &[]);
        self.wire.entry(url, &space.login).await.map(drop).map_err(|fault| match fault {
            ConfluenceFault::NotThere => ConfluenceFault::NoSpace(space.key.clone()),
            fault => named(fault, space),
        })
    }
}

fn first(space: &Space, way: &Way, texts: bool) -> Url {
    let limit = if texts { PART_WITH_TEXTS } else { PART };
    match way {
        Way::First => {
            let expand = if texts { "body.storage,version" } else { "version" };
            let query =
                [("spaceKey", &*space.key), ("type", "page"), ("status", "current"), ("expand", expand), ("limit", limit)];
            space.place.at("/rest/api/content", &query)
        }
        Way::Second(id) => {
            let mut query = vec![("status", "current"), ("limit", limit)];
            query.extend(texts.then_some(("body-format", "storage")));
            space.place.at(&format!("/api/v2/spaces/{id}/pages"), &query)
        }
    }
}

fn one(space: &Space, way: &Way, id: &str) -> Url {
    match way {
        Way::First => space.place.at(&format!("/rest/api/content/{id}"), &[("expand", "body.storage,version")]),
        Way::Second(_) => space.place.at(&format!("/api/v2/pages/{id}"), &[("body-format", "storage")]),
    }
}

const fn is_missing(fault: &ConfluenceFault) -> bool {
    matches!(fault, ConfluenceFault::NoSpace(_) | ConfluenceFault::NotThere)
}

fn named(fault: ConfluenceFault, space: &Space) -> ConfluenceFault {
    match fault {
        ConfluenceFault::NoSpace(_) => ConfluenceFault::NoSpace(space.key.clone()),
        fault => fault,
    }
}

/// Titles are unique in a space.
fn name(entry: &Entry) -> String {
    let title = entry.title.split_whitespace().collect::<Vec<_>>().join(" ");
    if title.is_empty() { format!("Page {}", entry.id()) } else { title }
}

/// Builds a document of a page; `None` where the page was deleted in between.
fn build_document(place: &Place, entry: &Entry) -> Result<Option<Document>, document::DocumentFault> {
    let Some(storage) = entry.storage() else { return Ok(None) };
    let origin = Origin { id: entry.id(), version: entry.version.number, url: wire::shown_at(place, entry) };
    Ok(Some(Document {
        name: name(entry),
        kind: DocumentKind::Confluence,
        format: "confluence".to_owned(),
        title: Some(name(entry)),
        description: None,
        tags: Vec::new(),
        sections: document::of_storage(storage)?,
        last_updated: entry.version.when.as_deref().and_then(published),
        origin: Some(origin),
    }))
}

#[cfg(test)]
mod tests;
