use crate::erased::Erase;
use crate::words;
use leptos::prelude::*;
use protocol::{
    Band, Confidence,
    interview::{SessionStatus, Status},
};

/// How sure a value is: a shape, a word and a number; the colour only repeats them.
#[component]
pub(crate) fn ConfidenceBadge(confidence: Confidence) -> impl IntoView {
    let band = confidence.band();
    let class = match band {
        Band::Low => "chip low",
        Band::Medium => "chip medium",
        Band::High => "chip high",
        Band::VeryHigh => "chip sure",
    };
    // Four bars of growing height; the band decides how many are filled.
    let level = match band {
        Band::Low => 1,
        Band::Medium => 2,
        Band::High => 3,
        Band::VeryHigh => 4,
    };
    let bars = [(1, "0", "7", "3"), (2, "4", "5", "5"), (3, "8", "3", "7"), (4, "12", "1", "9")]
        .map(|(n, x, y, height)| view! { <rect class:on=n <= level x=x y=y width="2.5" height=height rx="1" /> });
    view! {
        <span class=class>
            <svg class="bars" viewBox="0 0 15 10" width="15" height="10" aria-hidden="true">{bars.collect_view()}</svg>
            {words::band(band)}
            <b>{confidence.to_string()}</b>
        </span>
    }
    .erase()
}

/// The state of an obligation as a shape: filled, half, ring, dashed, clock, dash.
#[component]
pub(crate) fn StatusIcon(status: Status, asking: bool, band: Band) -> impl IntoView {
    // What is known, and not well, is ticked no more than what is known in part.
    let status = if status == Status::Satisfied && band < Band::High { Status::Partial } else { status };
    let tone = match (status, band) {
        (Status::Satisfied, Band::VeryHigh) => "state sure",
        (Status::Satisfied, _) => "state high",
        (Status::Partial, _) => "state medium",
        _ if asking => "state sure",
        _ => "state",
    };
    let shape = match status {
        Status::Satisfied => view! {
            <circle class="full" cx="8" cy="8" r="7" />
            <path class="cut" d="m4.8 8.2 2.2 2.2 4.2-4.6" />
        }
        .erase(),
        Status::Partial => view! {
            <circle class="line" cx="8" cy="8" r="6.2" />
            <path class="full" d="M8 1.8a6.2 6.2 0 0 1 0 12.4z" />
        }
        .erase(),
        Status::Deferred => view! {
            <circle class="line" cx="8" cy="8" r="6.2" />
            <path class="line" d="M8 4.5V8l2.3 1.5" />
        }
        .erase(),
        Status::Skipped => view! {
            <circle class="line" cx="8" cy="8" r="6.2" />
            <path class="line" d="M5 8h6" />
        }
        .erase(),
        _ if asking => view! {
            <circle class="line" cx="8" cy="8" r="6.2" />
            <circle class="full" cx="8" cy="8" r="2.4" />
        }
        .erase(),
        _ => view! { <circle class="line dashed" cx="8" cy="8" r="6.2" /> }.erase(),
    };
    view! {
        <svg class=tone viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            {shape}
        </svg>
    }
    .erase()
}

#[component]
pub(crate) fn SessionBadge(status: SessionStatus) -> impl IntoView {
    let class = match status {
        SessionStatus::Active => "chip",
        SessionStatus::Completed => "chip high",
    };
    let sign = match status {
        SessionStatus::Active => "◐",
        SessionStatus::Completed => "✓",
    };
    view! {
        <span class=class>
            <span aria-hidden="true">{sign}</span>
            {words::session(status)}
        </span>
    }
    .erase()
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::{ConfidenceBadge, StatusIcon};
    use leptos::prelude::*;
    use protocol::{Band, Confidence, interview::Status};

    #[test]
    fn only_what_is_known_well_is_ticked() {
        for (band, ticked) in [(Band::Low, false), (Band::Medium, false), (Band::High, true), (Band::VeryHigh, true)] {
            let html = view! { <StatusIcon status=Status::Satisfied asking=false band=band /> }.to_html();
            assert_eq!(html.contains("class=\"cut\""), ticked, "{band:?}: {html}");
        }
    }

    #[test]
    fn how_sure_a_value_is_is_told_by_a_word_a_number_and_a_shape() {
        for (sure, word, number, bars) in [
            (0.4, ">low<", "0.40", 1),
            (0.41, ">medium<", "0.41", 2),
            (0.9, ">high<", "0.90", 3),
            (0.91, ">very high<", "0.91", 4),
        ] {
            let html = view! { <ConfidenceBadge confidence=Confidence::new(sure) /> }.to_html().replace("<!>", "");
            assert!(html.contains(word) && html.contains(&format!("<b>{number}</b>")), "{html}");
            assert_eq!((html.matches("<rect").count(), html.matches("class=\"on").count()), (4, bars), "{html}");
            // The shape says nothing that the word does not say: it is not read out.
            assert!(html.contains("aria-hidden=\"true\""), "{html}");
        }
    }
}
