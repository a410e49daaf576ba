//! What a limit in US dollars does not hold for.

use super::calls::Unpriced;
use crate::{
    erased::Erase,
    parts::{Icon, icon},
    words::runs as text,
};
use leptos::prelude::*;

/// Why the limit in US dollars cannot be kept, and where that is mended.
pub(super) fn render_unpriced(all: &[Unpriced]) -> Option<AnyView> {
    let line = |one: &Unpriced| {
        let way = match one.page.clone() {
            Some(page) => view! { <a href=page>{text::SET_PRICE}</a> }.erase(),
            None => view! { <span>{text::PRICE_OF_ADMIN}</span> }.erase(),
        };
        view! {
            <li>
                <span dir="auto">{one.what.clone()}</span>
                " "
                {way}
            </li>
        }
        .erase()
    };
    let lines: Vec<AnyView> = all.iter().map(line).collect();
    (!lines.is_empty()).then(|| {
        view! {
            <div data-testid="unpriced">
                <p>
                    {icon(Icon::Warning)}
                    " "
                    <b>{text::LIMIT_IN_DOUBT}</b>
                </p>
                <ul class="plain">{lines}</ul>
            </div>
        }
        .erase()
    })
}
