use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Why a file gave no document, each with what can be done.
#[derive(Clone, Debug, Error, PartialEq, Eq, Serialize, Deserialize)]
pub enum DocumentFault {
    #[error("the file is empty")]
    Empty,
    #[error(
        "this is not a document that can be read; upload PDF, Word, PowerPoint, Excel, HTML, Markdown, text, CSV, EPUB, a notebook or JSON"
    )]
    Unknown,
    /// Says which format it is and what to make of it.
    #[error("{0}")]
    Unsupported(String),
    #[error("the file is protected with a password; save it without one and upload it again")]
    Encrypted,
    #[error("the pages are pictures without text; run text recognition (OCR) over the file and upload it again")]
    NoText,
    #[error("there is no text in the file")]
    NoWords,
    #[error("the file is damaged: {0}; open it in its own program, save it again and upload that")]
    Damaged(String),
    #[error("the file unpacks to more than {} MB; split it", limit / 1_000_000)]
    TooLarge { limit: usize },
    #[error("reading the file takes more memory than it may; save it anew in its own program, or split it")]
    TooMuch,
    #[error("reading the file took longer than {seconds} seconds; split it")]
    TimedOut { seconds: u64 },
    /// Nothing is known of the file: it did not come to its turn.
    #[error("too many files are read at once; try again in a moment")]
    Busy,
}
