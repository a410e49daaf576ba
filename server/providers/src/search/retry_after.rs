//! `Retry-After`: seconds, or a date to be compared with the answer's own.

use domain::research::published;
use reqwest::header::{DATE, HeaderMap, RETRY_AFTER};
use std::time::Duration;

pub(crate) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    let wanted = text(RETRY_AFTER)?;
    if let Ok(seconds) = wanted.parse::<u64>() {
        return Some(Duration::from_secs(seconds));
    }
    // Without a clock: the answer says when it was given.
    let (until, given) = (published(wanted)?, published(text(DATE)?)?);
    Some(Duration::from_micros(u64::try_from(until.0 - given.0).unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use reqwest::header::HeaderValue;

    #[test]
    fn seconds_and_dates_are_understood() {
        let of = |after: &'static str, date: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            headers.insert(RETRY_AFTER, HeaderValue::from_static(after));
            if let Some(date) = date {
                headers.insert(DATE, HeaderValue::from_static(date));
            }
            retry_after(&headers)
        };
        let date = Some("Wed, 21 Oct 2026 07:28:00 GMT");
        assert_eq!(of("7", None), Some(Duration::from_secs(7)));
        assert_eq!(of("Wed, 21 Oct 2026 07:28:30 GMT", date), Some(Duration::from_secs(30)));
        assert_eq!(of("Wed, 21 Oct 2026 07:27:00 GMT", date), Some(Duration::ZERO));
        assert_eq!(of("Wed, 21 Oct 2026 07:28:30 GMT", None), None);
        assert_eq!(of("soon", date), None);
        assert_eq!(retry_after(&HeaderMap::new()), None);
    }
}
