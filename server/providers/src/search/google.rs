//! How Google's own time filter is written; two providers hand it on.

use domain::research::Freshness;
use protocol::Timestamp;

/// The value of `tbs`.
pub(super) fn since(freshness: Freshness) -> String {
    let american = |at: Timestamp| {
        let (year, month, day) = at.date();
        format!("{month}/{day}/{year}")
    };
    match freshness {
        Freshness::PastDay => "qdr:d".to_owned(),
        Freshness::PastWeek => "qdr:w".to_owned(),
        Freshness::PastMonth => "qdr:m".to_owned(),
        Freshness::PastYear => "qdr:y".to_owned(),
        Freshness::Between { from, to } => format!("cdr:1,cd_min:{},cd_max:{}", american(from), american(to)),
    }
}

/// `YYYY-MM-DD`, as everybody else writes a day.
pub(super) fn day(at: Timestamp) -> String {
    let (year, month, day) = at.date();
    format!("{year:04}-{month:02}-{day:02}")
}
