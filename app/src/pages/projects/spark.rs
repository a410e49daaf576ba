//! A table over time, as small as a word.

use super::calls::SparkShown;
use crate::{erased::Erase, words::overview as text};
use leptos::prelude::*;

const HEIGHT: u64 = 24;

/// A bar for each span; the place for it is there before it is, and only where one is to come.
pub(super) fn draw_spark(shown: Option<SparkShown>, is_drawing: bool) -> AnyView {
    let Some(SparkShown { column, unit, from, until, counts }) = shown else {
        return is_drawing.then(|| view! { <span class="spark" aria-hidden="true"></span> }.erase()).erase();
    };
    let most = counts.iter().copied().max().unwrap_or_default();
    let path: String =
        counts.iter().zip(0_u32..).map(|(count, at)| format!("M{} {HEIGHT}v-{}", 2 * at + 1, height(*count, most))).collect();
    let name = text::spark(&unit, &column, &from, &until, most);
    view! {
        <svg
            class="spark"
            viewBox=format!("0 0 {} {HEIGHT}", 2 * counts.len())
            preserveAspectRatio="none"
            role="img"
            aria-label=name
            data-testid="spark"
        >
            <path d=path />
        </svg>
    }
    .erase()
}

/// Where there is a row there is a bar.
fn height(count: u64, most: u64) -> u64 {
    let whole = (u128::from(count) * u128::from(HEIGHT)).div_ceil(u128::from(most.max(1)));
    u64::try_from(whole).unwrap_or(HEIGHT).min(HEIGHT)
}

#[cfg(test)]
mod tests {
    use super::height;

    #[test]
    fn bars_fill_their_place() {
        for (count, most, expected) in
            [(0, 9, 0), (1, 1_000_000, 1), (5, 10, 12), (10, 10, 24), (0, 0, 0), (u64::MAX, u64::MAX, 24)]
        {
            assert_eq!(height(count, most), expected, "{count} of {most}");
        }
    }
}

#[cfg(all(test, feature = "ssr"))]
mod drawn {
    use super::draw_spark;
    use leptos::prelude::*;

    #[test]
    fn a_place_is_kept_only_while_something_is_to_come() {
        for is_drawing in [true, false] {
            let html = draw_spark(None, is_drawing).to_html();
            assert_eq!(html.contains("spark"), is_drawing, "{html}");
        }
    }
}
