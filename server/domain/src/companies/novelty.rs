//! Whether a company is news to the user (seed 001, Layer 6).

use super::Reason;
use jiff::civil::Date;
use protocol::companies::NoveltyMode;
use std::collections::BTreeSet;

/// What the user has seen, and how old news may be.
pub(super) struct Horizon<'a> {
    pub mode: NoveltyMode,
    /// Ids that the request excludes. Nothing else excludes.
    pub exclude: BTreeSet<&'a str>,
    pub since: Option<Date>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum News {
    New,
    /// Seen before, with newer evidence: `new_evidence_2025-01-09`.
    Resurfaced(String),
    Old(Reason),
}

impl Horizon<'_> {
    /// `last_seen` is the newest evidence of it that the user was shown; where nobody knows, `sinceTimestamp` takes its place.
    #[must_use]
    pub(super) fn judge(&self, id: &str, published: Option<Date>, last_seen: Option<Date>) -> News {
        let is_seen = self.exclude.contains(id);
        if is_seen && self.mode == NoveltyMode::Strict {
            return News::Old(Reason::PreviouslySeen);
        }
        let newer = published.zip(last_seen.or(self.since)).filter(|(published, last)| published > last);
        if is_seen && newer.is_none() {
            return News::Old(Reason::NoNewEvidence);
        }
        match (self.since, published) {
            (Some(_), None) => News::Old(Reason::UndatedEvidence),
            (Some(since), Some(published)) if published < since => News::Old(Reason::StaleEvidence),
            (_, Some(published)) if is_seen => News::Resurfaced(format!("new_evidence_{published}")),
            _ => News::New,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_news_passes() {
        let old = |reason| News::Old(reason);
        let back = || News::Resurfaced("new_evidence_2025-01-09".into());
        let (strict, again) = (NoveltyMode::Strict, NoveltyMode::AllowNewEvidence);
        for (mode, id, since, published, last_seen, news) in [
            // Never seen: only sinceTimestamp counts.
            (strict, "new", None, None, None, News::New),
            (strict, "new", Some("2025-01-08"), Some("2025-01-08"), None, News::New),
            (strict, "new", Some("2025-01-08"), Some("2025-01-07"), None, old(Reason::StaleEvidence)),
            (strict, "new", Some("2025-01-08"), None, None, old(Reason::UndatedEvidence)),
            (again, "new", Some("2025-01-08"), Some("2025-01-09"), None, News::New),
            // Shown before, but the request does not exclude it.
            (strict, "new", None, Some("2025-01-09"), Some("2025-01-09"), News::New),
            // Strict never brings anything back.
            (strict, "seen", None, Some("2025-01-09"), Some("2025-01-01"), old(Reason::PreviouslySeen)),
            (strict, "seen", Some("2025-01-08"), None, None, old(Reason::PreviouslySeen)),
            // Newer than what was shown, else than sinceTimestamp.
            (again, "seen", None, Some("2025-01-09"), Some("2025-01-08"), back()),
            (again, "seen", Some("2025-01-08"), Some("2025-01-09"), None, back()),
            (again, "seen", None, Some("2025-01-09"), Some("2025-01-09"), old(Reason::NoNewEvidence)),
            (again, "seen", Some("2025-01-08"), Some("2025-01-08"), None, old(Reason::NoNewEvidence)),
            (again, "seen", None, Some("2025-01-09"), None, old(Reason::NoNewEvidence)),
            (again, "seen", None, None, Some("2025-01-08"), old(Reason::NoNewEvidence)),
            // Newer than what was shown, and still older than what is wanted.
            (again, "seen", Some("2025-01-08"), Some("2025-01-05"), Some("2025-01-01"), old(Reason::StaleEvidence)),
        ] {
            let day = |text: &str| text.parse::<Date>().expect("a day");
            let horizon = Horizon { mode, exclude: BTreeSet::from(["seen"]), since: since.map(day) };
            let judged = horizon.judge(id, published.map(day), last_seen.map(day));
            assert_eq!(judged, news, "{mode:?} {id} since {since:?}: {published:?} after {last_seen:?}");
        }
    }
}
