//! Documents of many formats, read into sections: nothing outside the file is ever opened, and what a file unpacks to is bounded.

mod archive;
mod biff;
mod book;
mod fault;
mod html;
mod kind;
mod mail;
mod office;
mod pdf;
mod plain;
mod rtf;
mod sheets;
mod slides;
mod storage;
mod word;
mod writer;
mod xml;

pub use fault::DocumentFault;
pub(crate) use storage::sections as of_storage;

use domain::tools::catalog::{Document, DocumentKind, Section};
use protocol::Timestamp;
use std::{sync::LazyLock, thread, time::Duration};
use tokio::sync::{Semaphore, oneshot};
use writer::Writer;

/// The largest file that is read.
pub const LARGEST: usize = 100 * 1024 * 1024;
/// How long reading one file may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// A reader's stack: what nests deeply must not end the process.
const STACK: usize = 64 * 1024 * 1024;

/// Files that are read at the same time; one that takes for ever keeps its place.
static PLACES: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(3));

/// What a reader made of a file.
struct Read {
    format: &'static str,
    title: Option<String>,
    description: Option<String>,
    tags: Vec<String>,
    modified: Option<String>,
    sections: Vec<Section>,
}

impl Read {
    fn new(format: &'static str, writer: Writer) -> Self {
        Self { format, title: None, description: None, tags: Vec::new(), modified: None, sections: writer.finish() }
    }

    fn with(self, properties: office::Properties) -> Self {
        let office::Properties { title, description, tags, modified } = properties;
        Self { title, description, tags, modified, ..self }
    }
}

/// Reads a file; waits for it. The content decides the format, and the name where the content leaves it open.
///
/// # Errors
/// When the file is no document that can be read; the fault says what to do about it.
pub fn read(name: &str, bytes: &[u8]) -> Result<Document, DocumentFault> {
    if bytes.is_empty() {
        return Err(DocumentFault::Empty);
    }
    if bytes.len() > LARGEST {
        return Err(DocumentFault::TooLarge { limit: LARGEST });
    }
    // A panic of a parser is a damaged file.
    let read = thread::scope(|scope| {
        let reader =
            thread::Builder::new().name("document".into()).stack_size(STACK).spawn_scoped(scope, || kind::read(name, bytes));
        match reader {
            Ok(reader) => reader.join().unwrap_or_else(|_| Err(DocumentFault::Damaged("its parts contradict each other".into()))),
            Err(fault) => Err(DocumentFault::Unsupported(format!("there is no room to read it now ({fault}); try again"))),
        }
    })?;
    if read.sections.iter().all(|section| section.text.trim().is_empty()) {
        return Err(DocumentFault::NoWords);
    }
    let first = || read.sections.iter().find(|section| section.level == 1).map(|section| section.heading.clone());
    let last_updated = read.modified.as_deref().and_then(|when| when.parse::<jiff::Timestamp>().ok());
    Ok(Document {
        name: name.to_owned(),
        kind: DocumentKind::File,
        format: read.format.to_owned(),
        title: read.title.clone().or_else(first),
        description: read.description.map(|text| text.chars().take(1_000).collect()),
        tags: read.tags,
        last_updated: last_updated.map(|when| Timestamp(when.as_microsecond())),
        sections: read.sections,
        origin: None,
    })
}

/// Whether the beginning of a file tells already that it is no document.
///
/// # Errors
/// What it is instead.
pub fn look(name: &str, head: &[u8]) -> Result<(), DocumentFault> {
    if head.is_empty() { Err(DocumentFault::Empty) } else { kind::look(name, head) }
}

/// [`read`] beside the asynchronous work, for a limited time.
///
/// # Errors
/// As [`read`].
pub async fn read_in_time(name: String, bytes: Vec<u8>) -> Result<Document, DocumentFault> {
    let late = || DocumentFault::TimedOut { seconds: PATIENCE.as_secs() };
    let place = tokio::time::timeout(PATIENCE, PLACES.acquire()).await.map_err(|_| DocumentFault::Busy)?;
    let (tell, told) = oneshot::channel();
    let _detached = thread::spawn(move || {
        let _place = place;
        if tell.send(read(&name, &bytes)).is_err() {
            tracing::debug!("a document was read when nobody waited for it any more");
        }
    });
    match tokio::time::timeout(PATIENCE, told).await {
        Ok(Ok(read)) => read,
        Ok(Err(_)) => Err(DocumentFault::Damaged("its parts contradict each other".into())),
        Err(_) => Err(late()),
    }
}

#[cfg(test)]
mod tests;
