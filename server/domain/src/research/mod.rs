//! Research: searching, reading, and the sources that findings are cited from.

mod dates;
mod faults;
mod ports;
mod query;

pub use dates::{published, relative};
pub use faults::{PageFault, SearchFault};
pub use ports::{
    Freshness, LONGEST_TEXT, Page, PageReader, SearchRequest, SourceMatch, SourceRow, SourceStore, WebSearch, source_ref,
};
pub use query::{search_words, shortened};
