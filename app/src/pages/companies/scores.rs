use crate::{erased::Erase, words::companies as text};
use leptos::prelude::*;
use protocol::companies::{ScorePart, SivaScores};

/// The score with the reasons for each of its parts.
pub(super) fn scores(of: &SivaScores) -> AnyView {
    let why = &of.explanations;
    let parts = [
        ("quality", of.quality, &why.quality),
        ("timing", of.timing, &why.timing),
        ("likelihood", of.likelihood, &why.likelihood),
        ("effort", of.effort, &why.effort),
    ];
    let parts: Vec<AnyView> = parts.into_iter().map(|(name, points, reasons)| part(name, points, reasons)).collect();
    view! {
        <details class="found-part scores" data-testid="scores">
            <summary>
                <b>{text::score(of.overall, of.tier.name())}</b>
                <span class="small quiet">{text::SCORES}</span>
            </summary>
            <div class="found-body score-parts">{parts}</div>
        </details>
    }
    .erase()
}

fn part(name: &str, points: u8, reasons: &[ScorePart]) -> AnyView {
    let reasons: Vec<AnyView> = reasons
        .iter()
        .map(|one| {
            view! {
                <li>
                    <b>{text::points(one.points)}</b>
                    " "
                    {one.reason.clone()}
                </li>
            }
            .erase()
        })
        .collect();
    view! {
        <div class="small">
            <p>{text::part(name, points)}</p>
            <ul class="plain quiet">{reasons}</ul>
        </div>
    }
    .erase()
}
