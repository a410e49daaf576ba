//! What was decided about an opportunity, and by whom.

use super::{
    calls::OpportunityAct,
    form::{Desk, PATH, hidden_fields},
    live::Tracking,
};
use crate::{
    erased::{Erase, Memo},
    parts::{Icon, When, icon},
    words::opportunities as text,
};
use leptos::{ev::SubmitEvent, prelude::*};
use protocol::{
    UserId,
    opportunities::{Decision, DecisionRecord, Opportunity, PipelineView},
    work::WorkStatus,
};

#[component]
pub(super) fn History(tracking: Tracking) -> impl IntoView {
    let all = Memo::new(move |_| tracking.with_chosen(|one, _| one.decisions.clone()));
    let people = Memo::new(move |_| tracking.around.with(|around| around.people.clone()));
    let undoable = Memo::new(move |_| tracking.with_chosen(find_undoable));
    let desk = tracking.desk();
    let list = move || {
        let open = undoable.get().filter(|_| tracking.may_change);
        let undo = |place: usize| (open == Some(place)).then(|| reopen(tracking, desk, place));
        let lines: Vec<AnyView> = all.with(|all| {
            people.with(|people| all.iter().enumerate().rev().map(|(place, one)| decision(one, people, undo(place))).collect())
        });
        if lines.is_empty() {
            return view! { <p class="quiet">{text::NO_DECISION}</p> }.erase();
        }
        view! { <ol class="history">{lines}</ol> }.erase()
    };
    view! {
        <section class="card padded" aria-labelledby="history-name" data-testid="history">
            <h2 id="history-name">{text::HISTORY}</h2>
            {list}
        </section>
    }
    .erase()
}

/// A person's name, as far as the page knows it.
pub(super) fn person(id: UserId, people: &[(UserId, String)]) -> String {
    people.iter().find(|(known, _)| *known == id).map_or_else(|| text::SOMEBODY.to_owned(), |(_, name)| name.clone())
}

/// The place of the decision that counts and can be taken back.
fn find_undoable(one: &Opportunity, view: &PipelineView) -> Option<usize> {
    let is_over = matches!(view.work.status, WorkStatus::Cancelled | WorkStatus::Failed);
    if is_over { None } else { one.decision_in_force() }
}

/// A slip is taken back at once, without a reason. The form names the decision: another one may count by the time it is sent.
fn reopen(tracking: Tracking, desk: Desk, place: usize) -> AnyView {
    let opportunity = tracking.chosen.map(|id| id.to_string()).unwrap_or_default();
    let decision = Decision::Reopened.name().to_owned();
    let fields = [("opportunity", opportunity), ("decision", decision), ("takes_back", (place + 1).to_string())];
    view! {
        <form method="post" action=PATH class="no-print" on:submit=move |event: SubmitEvent| desk.submit(event)>
            {hidden_fields(OpportunityAct::Decide, &fields)}
            <button
                type="submit"
                class="button small"
                data-testid="reopen"
                aria-disabled=move || desk.is_busy.get().to_string()
            >
                {icon(Icon::Undo)}
                {text::decision(Decision::Reopened)}
            </button>
        </form>
    }
    .erase()
}

fn decision(of: &DecisionRecord, people: &[(UserId, String)], undo: Option<AnyView>) -> AnyView {
    let (shape, word) = text::decided(of.decision);
    let reasoning = Some(&of.reasoning).filter(|text| !text.is_empty());
    let reasoning = reasoning.map(|text| view! { <p dir="auto">{text.clone()}</p> }.erase());
    let extra = of.send_back_to_stage.map(text::back_to).or(of.adjusted_priority.map(text::new_priority));
    view! {
        <li data-testid="decision">
            <p>
                <span aria-hidden="true">{shape}</span>
                " "
                <b>{word}</b>
                " "
                {extra}
            </p>
            {reasoning}
            <p class="small quiet facts">
                <span dir="auto">{person(of.by, people)}</span> <span>
                    <When at=of.at />
                </span>
            </p>
            {undo}
        </li>
    }
    .erase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{
        OpportunityId, PipelineId, ProjectId, Timestamp,
        opportunities::{Brief, OpportunityStatus, PipelineSource, Stage},
    };
    use uuid::Uuid;

    #[test]
    fn the_decision_that_counts_can_be_taken_back() {
        let brief = Brief {
            affected_area: "the booking form".into(),
            problem_statement: "It takes a berth twice.".into(),
            evidence: Vec::new(),
            counterfactual: String::new(),
            explorer_coverage: String::new(),
            stage_hints: Vec::new(),
            findings: Vec::new(),
            validation_warnings: Vec::new(),
        };
        let record = |decision: Decision| DecisionRecord {
            opportunity: OpportunityId(Uuid::nil()),
            decision,
            reasoning: String::new(),
            adjusted_priority: None,
            send_back_to_stage: None,
            takes_back: None,
            by: UserId(Uuid::nil()),
            at: Timestamp(0),
        };
        let place = (PipelineId(Uuid::nil()), ProjectId(Uuid::nil()), UserId(Uuid::nil()));
        let mut view = PipelineView::new(place, PipelineSource::default(), (Stage::Exploration, Vec::new()), None);
        let mut one = Opportunity::new(OpportunityId(Uuid::nil()), brief);
        for (status, decisions, place) in [
            (OpportunityStatus::InReview, vec![], None),
            (OpportunityStatus::Accepted, vec![Decision::Accepted, Decision::PriorityAdjusted], Some(0)),
            (OpportunityStatus::InReview, vec![Decision::Accepted, Decision::Reopened], None),
            (OpportunityStatus::Rejected, vec![Decision::Accepted, Decision::Reopened, Decision::Rejected], Some(2)),
            (OpportunityStatus::InProgress, vec![Decision::SentBack], None),
        ] {
            one.status = status;
            one.decisions = decisions.iter().copied().map(record).collect();
            assert_eq!(find_undoable(&one, &view), place, "{decisions:?}");
        }
        view.work.status = WorkStatus::Cancelled;
        (one.status, one.decisions) = (OpportunityStatus::Accepted, vec![record(Decision::Accepted)]);
        assert_eq!(find_undoable(&one, &view), None);
    }
}
