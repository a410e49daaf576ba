//! Searching the web and one's own documents: five providers, the full-text index, and the front that asks them in order.

mod brave;
mod google;
mod local;
mod plain;
pub(crate) mod retry_after;
mod searches;
mod searxng;
mod serpapi;
mod serper;
mod settings;
mod tavily;
mod wire;

pub use local::Local;
pub use searches::Searches;
pub use settings::{Keyed, Settings};
pub use wire::Patience;

use domain::research::{Freshness, SearchRequest};
use protocol::Timestamp;
use reqwest::Url;

/// An address below a base URL, which may have a path of its own.
fn wire_url(base: &Url, path: &str) -> Url {
    let mut url = base.clone();
    url.set_path(&format!("{}/{path}", base.path().trim_end_matches('/')));
    url
}

/// Whether something published then is wished for.
fn within(wish: &SearchRequest, at: Timestamp) -> bool {
    const DAY: i64 = 86_400_000_000;
    let past = |days: i64| at.0 >= wish.now.0 - days * DAY;
    match wish.freshness {
        None => true,
        Some(Freshness::PastDay) => past(1),
        Some(Freshness::PastWeek) => past(7),
        Some(Freshness::PastMonth) => past(31),
        Some(Freshness::PastYear) => past(366),
        Some(Freshness::Between { from, to }) => (from.0.div_euclid(DAY)..=to.0.div_euclid(DAY)).contains(&at.0.div_euclid(DAY)),
    }
}

#[cfg(test)]
mod tests;
