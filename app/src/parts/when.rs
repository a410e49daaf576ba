use crate::browser;
use crate::erased::{Effect, Erase};
use leptos::prelude::*;
use protocol::Timestamp;

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// A point in time: in UTC as the server writes it, in the person's own time once the page is awake.
#[component]
pub(crate) fn When(at: Timestamp) -> impl IntoView {
    let local = RwSignal::new(None::<String>);
    #[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970 stay far below 2^53")]
    let millis = (at.0 / 1_000) as f64;
    Effect::new(move |_| local.set(Some(browser::local_time(millis))));
    view! { <time datetime=at.to_rfc3339()>{move || local.get().unwrap_or_else(|| utc(at))}</time> }.erase()
}

fn utc(at: Timestamp) -> String {
    let (year, month, day) = at.date();
    let month = usize::try_from(month - 1).ok().and_then(|index| MONTHS.get(index)).copied().unwrap_or_default();
    let text = at.to_rfc3339();
    format!("{day} {month} {year}, {} UTC", text.get(11..16).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::utc;
    use protocol::Timestamp;

    #[test]
    fn utc_is_short_and_says_so() {
        assert_eq!(utc(Timestamp(1_770_000_000_123_456)), "2 Feb 2026, 02:40 UTC");
    }
}
