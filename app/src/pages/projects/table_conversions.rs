//! How the columns of a file were read, each with a way back.

use super::calls::{ConversionShown, SetConversionByForm};
use crate::{erased::Erase, words::tables as text};
use leptos::{prelude::*, server_fn::ServerFn};

/// The project, the source and the table that a form names.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) project: String,
    pub(super) source: String,
    pub(super) table: String,
}

/// Nothing where every column is what it seems to be.
pub(super) fn conversions(place: &Place, all: Vec<ConversionShown>, may_change: bool) -> Option<AnyView> {
    if all.is_empty() {
        return None;
    }
    let lines = all.into_iter().map(|one| line(place, one, may_change)).collect_view();
    let shown = view! {
        <section aria-labelledby="conversions" class="table-part">
            <h2 id="conversions">{text::CONVERSIONS}</h2>
            <ul class="plain conversions" data-testid="conversions">
                {lines}
            </ul>
            <p class="small quiet">{text::CONVERSIONS_WHY}</p>
        </section>
    };
    Some(shown.erase())
}

fn line(place: &Place, one: ConversionShown, may_change: bool) -> AnyView {
    let sentence = text::conversion(&text::Reading {
        column: &one.column,
        to: &one.to,
        state: &one.state,
        unit: &one.unit,
        values: one.values,
        empty: one.empty,
        nothings: &one.nothings,
        examples: &one.examples,
    });
    let is_applied = one.state == "applied";
    let button = (may_change && matches!(&*one.state, "applied" | "undone")).then(|| {
        let (label, wanted) = if is_applied { (text::UNDO, "no") } else { (text::REDO, "yes") };
        view! {
            <form method="post" action=SetConversionByForm::PATH>
                <input type="hidden" name="project" value=place.project.clone() />
                <input type="hidden" name="source" value=place.source.clone() />
                <input type="hidden" name="table" value=place.table.clone() />
                <input type="hidden" name="column" value=one.column.clone() />
                <input type="hidden" name="applied" value=wanted />
                <button type="submit" class="button small" aria-label=format!("{label}: {}", one.column)>
                    {label}
                </button>
            </form>
        }
        .erase()
    });
    view! {
        <li>
            <span dir="auto">{sentence}</span>
            {button}
        </li>
    }
    .erase()
}
