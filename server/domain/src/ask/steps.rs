//! Which steps of an ask are due: a pure function of what is stored, so that a server that takes it up does nothing twice.

use protocol::{ask::AskView, work::StepState};

/// A step that is stored when it has its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AskStep {
    /// Chooses the mode and plans; with a model one round of it.
    Plan { round: u32 },
    /// Carries out one step of the plan.
    Run(u32),
    /// Words the answer and puts its proof together.
    Conclude,
}

/// Every step that may be under way now.
#[must_use]
pub fn next_steps(view: &AskView) -> Vec<AskStep> {
    if !view.work.is_under_way() || view.work.starts == 0 || !view.open_questions.is_empty() || view.answer.is_some() {
        return Vec::new();
    }
    if view.plan.is_none() {
        return vec![AskStep::Plan { round: view.rounds }];
    }
    let running = view.steps.iter().filter(|step| step.state == StepState::Running);
    let steps: Vec<AskStep> = running.map(|step| AskStep::Run(step.number)).collect();
    if steps.is_empty() { vec![AskStep::Conclude] } else { steps }
}
