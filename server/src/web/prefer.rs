//! `Prefer: wait=10`: how long a caller would rather wait than be answered before the work is done (RFC 7240).

use http::HeaderMap;
use std::time::Duration;

const NAME: &str = "prefer";
/// Whoever wants to wait longer asks again.
const LONGEST: Duration = Duration::from_secs(120);

/// None where nothing is preferred, or nothing that can be read.
pub(crate) fn wait(headers: &HeaderMap) -> Option<Duration> {
    let all = headers.get_all(NAME).iter().filter_map(|value| value.to_str().ok());
    let one = all.flat_map(|value| value.split(',')).find_map(|one| {
        let (name, seconds) = one.split(';').next()?.split_once('=')?;
        name.trim().eq_ignore_ascii_case("wait").then(|| seconds.trim().trim_matches('"').parse().ok())?
    });
    one.map(|seconds| Duration::from_secs(seconds).min(LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    #[test]
    fn a_preference_is_read_as_the_rfc_writes_it() {
        for (value, seconds) in [
            ("wait=10", Some(10)),
            ("respond-async, wait=10", Some(10)),
            ("respond-async; wait=5", None),
            ("Wait = \"7\"", Some(7)),
            ("wait=0", Some(0)),
            ("wait=100000", Some(120)),
            ("wait", None),
            ("wait=soon", None),
            ("return=minimal", None),
        ] {
            let headers = HeaderMap::from_iter([("prefer".parse().expect("a name"), HeaderValue::from_static(value))]);
            assert_eq!(wait(&headers), seconds.map(Duration::from_secs), "{value}");
        }
        assert_eq!(wait(&HeaderMap::new()), None);
    }
}
