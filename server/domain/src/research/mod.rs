//! Research: when something is looked up, searching, reading, judging, and the sources that findings are cited from.
//!
//! A task lives in its interview's own stream of events (`interview::decide::research`); here stand the rules that know nothing of
//! interviews under way.

mod cite;
mod confidence;
mod dates;
mod faults;
mod judging;
mod ports;
mod query;
mod steps;
mod triggers;
mod wording;

pub use cite::{FINDINGS, spaced, verified};
pub use confidence::{adjusted, proposal, witness, witnesses};
pub use dates::{YEARS, is_plausible, published, relative};
pub use faults::{PageFault, SearchFault};
pub use judging::{Claim, Judged, Material, Researcher, SourceText};
pub use ports::{
    Among, Freshness, LONGEST_TEXT, Page, PageReader, SearchRequest, SourceMatch, SourceRow, SourceStore, WebSearch, source_ref,
    without_fragment,
};
pub use query::{search_words, shortened, words_needed};
pub use steps::{AUTOMATIC, PAGES, RUNNING, STARTS, TASKS, claimable, next_release, to_read};
pub use triggers::{Occasion, trigger};
pub use wording::{LONGEST_QUERY, covers, query, same_query, subject, task_type};
