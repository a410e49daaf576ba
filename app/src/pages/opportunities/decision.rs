//! The form by which a reviewer decides. Which of its two extra fields is there depends on what is chosen.

use super::{
    calls::{OpportunityAct, OpportunityWish},
    fields::{Written, choices, fault_line, is_wrong, stage_choice, written},
    form::{Desk, PATH, Wrong, hidden_fields},
    live::Tracking,
};
use crate::{
    erased::{Effect, Erase, Memo},
    words::opportunities as text,
};
use leptos::{ev::SubmitEvent, html::Form, prelude::*};
use protocol::{
    opportunities::{Decision, Opportunity, OpportunityStatus, PipelineView, Stage},
    work::WorkStatus,
};

const FORM: &str = "decide";

/// What can be decided about it now.
fn possible(one: &Opportunity, view: &PipelineView) -> &'static [Decision] {
    if matches!(view.work.status, WorkStatus::Cancelled | WorkStatus::Failed) {
        return &[];
    }
    match one.status {
        OpportunityStatus::InReview | OpportunityStatus::Deferred => &Decision::IN_REVIEW,
        OpportunityStatus::Accepted => &[Decision::PriorityAdjusted],
        OpportunityStatus::InProgress | OpportunityStatus::Rejected | OpportunityStatus::Split => &[],
    }
}

#[component]
pub(super) fn Decide(tracking: Tracking) -> impl IntoView {
    let possible = Memo::new(move |_| tracking.with_chosen(|one, view| Some(possible(one, view))));
    let is_early = Memo::new(move |_| tracking.with_chosen(|one, _| one.status == OpportunityStatus::InProgress));
    // What becomes of a decision may come before its answer and change the form: what was taken is no draft in the changed one either.
    let (desk, form) = (tracking.desk(), NodeRef::<Form>::new());
    Effect::new(move |_| {
        if desk.taken.try_get().unwrap_or_default() > 0
            && let Some(form) = form.get_untracked()
        {
            form.reset();
        }
    });
    move || {
        let possible = possible.get().unwrap_or_default();
        let body = if !tracking.may_change {
            view! { <p class="quiet">{text::READER}</p> }.erase()
        } else if !possible.is_empty() {
            view! { <DecisionForm tracking=tracking possible=possible desk=desk form=form /> }.erase()
        } else if is_early.get() {
            view! { <p class="quiet">{text::DECIDE_LATER}</p> }.erase()
        } else {
            return ().erase();
        };
        view! {
            <section class="card padded" aria-labelledby="decide-name" id="decide" data-testid="decide">
                <h2 id="decide-name">{text::DECIDE}</h2>
                {body}
            </section>
        }
        .erase()
    }
}

#[component]
fn DecisionForm(tracking: Tracking, possible: &'static [Decision], desk: Desk, form: NodeRef<Form>) -> impl IntoView {
    let wrong = RwSignal::new(None);
    let opportunity = tracking.chosen.map(|id| id.to_string()).unwrap_or_default();
    let options: Vec<(&str, &str)> = possible.iter().map(|one| (one.name(), text::decision(*one))).collect();
    let reasoning =
        Written { form: FORM, field: "reasoning", label: text::DECISION_REASON, hint: Some(text::REASON_HINT), is_needed: true };
    let submit = move |event: SubmitEvent| desk.submit_checked(event, check, wrong);
    view! {
        <form method="post" action=PATH class="decide-form" node_ref=form on:submit=submit data-testid="decide-form">
            {hidden_fields(OpportunityAct::Decide, &[("opportunity", opportunity)])}
            {choices((FORM, "decision", text::DECISION), &options, wrong)}
            <div class="only-sent-back">{stage_choice(FORM, Stage::HumanReview.ways_back(), wrong)}</div>
            <div class="only-priority">{priority(wrong)}</div>
            {written(&reasoning, wrong)}
            <p class="row">
                <button
                    type="submit"
                    class="button primary"
                    data-testid="decide-button"
                    aria-disabled=move || desk.is_busy.get().to_string()
                >
                    {text::KEEP_DECISION}
                </button>
                <span role="status">{move || desk.is_busy.get().then_some(text::SENDING)}</span>
            </p>
        </form>
    }
    .erase()
}

fn priority(wrong: RwSignal<Wrong>) -> AnyView {
    let invalid = is_wrong(wrong, "priority");
    view! {
        <div class="field">
            <label for="decide-priority">{text::PRIORITY}</label>
            <input
                id="decide-priority"
                name="wish[priority]"
                type="text"
                inputmode="numeric"
                maxlength="6"
                autocomplete="off"
                aria-invalid=invalid
                aria-describedby="decide-priority-fault"
            />
            {fault_line(wrong, "priority", "decide-priority-fault".to_owned())}
        </div>
    }
    .erase()
}

fn check(wish: &OpportunityWish) -> Wrong {
    let decision = Decision::IN_REVIEW.into_iter().find(|one| one.name() == wish.decision);
    let is_place = wish.priority.trim().parse::<u32>().is_ok_and(|priority| priority > 0);
    match decision {
        None => Some(("decision", text::CHOOSE_DECISION)),
        Some(Decision::SentBack) if wish.stage.is_empty() => Some(("stage", text::NEEDS_STAGE)),
        Some(Decision::PriorityAdjusted) if !is_place => Some(("priority", text::NEEDS_PRIORITY)),
        Some(_) if wish.reasoning.trim().is_empty() => Some(("reasoning", text::NEEDS_REASON)),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_is_looked_over_before_it_is_sent() {
        let wish = |decision: &str, reasoning: &str, priority: &str, stage: &str| OpportunityWish {
            decision: decision.into(),
            reasoning: reasoning.into(),
            priority: priority.into(),
            stage: stage.into(),
            ..OpportunityWish::default()
        };
        for (wish, expected) in [
            (wish("", "Yes", "", ""), Some("decision")),
            (wish("accepted", "  ", "", ""), Some("reasoning")),
            (wish("accepted", "It pays", "", ""), None),
            (wish("sent_back", "Too broad", "", ""), Some("stage")),
            (wish("sent_back", "Too broad", "", "opportunity_framing"), None),
            (wish("priority_adjusted", "Now", "0", ""), Some("priority")),
            (wish("priority_adjusted", "Now", "1.5", ""), Some("priority")),
            (wish("priority_adjusted", "", "1", ""), Some("reasoning")),
            (wish("priority_adjusted", "Now", " 2 ", ""), None),
        ] {
            assert_eq!(check(&wish).map(|(field, _)| field), expected, "{wish:?}");
        }
    }
}
