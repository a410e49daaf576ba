//! Sending the whole stage back, to where it may go.

use super::{
    calls::{OpportunityAct, OpportunityWish},
    fields::{Written, stage_choice, written},
    form::{PATH, Wrong, hidden_fields},
    live::Tracking,
};
use crate::{
    erased::{Erase, Memo},
    parts::{Icon, icon},
    words::opportunities as text,
};
use leptos::{ev::SubmitEvent, prelude::*};
use protocol::opportunities::{PipelineView, Stage};

const FORM: &str = "send-back";

/// Where the stage that is worked on can go back to. In review opportunities go back one by one.
fn ways(view: &PipelineView) -> &'static [Stage] {
    match view.active() {
        Some(active) if !view.work.status.is_over() => active.stage.ways_back(),
        _ => &[],
    }
}

#[component]
pub(super) fn SendStageBack(tracking: Tracking) -> impl IntoView {
    let ways = Memo::new(move |_| tracking.with(ways));
    let (desk, wrong) = (tracking.desk(), RwSignal::new(None));
    let submit = move |event: SubmitEvent| desk.submit_checked(event, check, wrong);
    let guidance = Written { form: FORM, field: "guidance", label: text::GUIDANCE, hint: None, is_needed: true };
    move || {
        let ways = ways.get();
        if ways.is_empty() || !tracking.may_change {
            return ().erase();
        }
        view! {
            <details class="confirm" data-testid="send-stage-back">
                <summary class="button">
                    {icon(Icon::Undo)} <span>{text::SEND_STAGE_BACK}</span>
                </summary>
                <form method="post" action=PATH class="card padded" on:submit=submit>
                    {hidden_fields(OpportunityAct::SendBack, &[("pipeline", tracking.pipeline.to_string())])}
                    <p class="small quiet">{text::SEND_STAGE_BACK_WHY}</p>
                    {stage_choice(FORM, ways, wrong)}
                    {written(&guidance, wrong)}
                    <p class="row">
                        <button type="submit" class="button" aria-disabled=move || desk.is_busy.get().to_string()>
                            {text::SEND_BACK}
                        </button>
                        <span role="status">{move || desk.is_busy.get().then_some(text::SENDING)}</span>
                    </p>
                </form>
            </details>
        }
        .erase()
    }
}

fn check(wish: &OpportunityWish) -> Wrong {
    wish.guidance.trim().is_empty().then_some(("guidance", text::NEEDS_GUIDANCE))
}
