//! A run as somebody asked for it, checked: by a program or on a page.

use crate::{
    backend::Backend,
    calls::{AuditNote, fill_from_interview},
};
use domain::{Failure, Refusal, tools::ProjectRow};
use protocol::{
    RunId, SessionId,
    account::Account,
    run::{ExplorerChoice, RunBudget, RunRequest},
};
use serde_json::json;

const MOST_STEPS: u32 = 1_000;
const USUAL_STEPS: u32 = 100;
pub(super) const MOST_AREAS: usize = 100;
pub(super) const LONGEST_GOAL: usize = 4_000;

/// A run that is not checked yet. What is none was not given.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunDraft {
    pub(crate) goal: Option<String>,
    pub(crate) areas: Option<Vec<String>>,
    pub(crate) max_steps: Option<i64>,
    pub(crate) min_steps: Option<i64>,
    /// `auto`, `built_in` or `model`.
    pub(crate) explorer: Option<String>,
    pub(crate) session: Option<SessionId>,
    pub(crate) budget: RunBudget,
}

impl RunDraft {
    /// # Errors
    /// 422 that names the field.
    pub(crate) fn check(self) -> Result<RunRequest, Failure> {
        let within = |name: &str, value: Option<i64>, usual: u32, least: u32, most: u32| match value.map(u32::try_from) {
            None => Ok(usual.clamp(least, most)),
            Some(Ok(value)) if (least..=most).contains(&value) => Ok(value),
            Some(_) => Err(Failure::from(Refusal::invalid(name, format!("{name} lies between {least} and {most}")))),
        };
        let max_steps = within("max_steps", self.max_steps, USUAL_STEPS, 1, MOST_STEPS)?;
        let min_steps = within("min_steps", self.min_steps, 0, 0, max_steps)?;
        let goal = self.goal.unwrap_or_default().trim().to_owned();
        if goal.chars().count() > LONGEST_GOAL {
            return Err(Failure::invalid("goal", format!("a goal has at most {LONGEST_GOAL} characters")));
        }
        let explorer = match self.explorer.as_deref() {
            None | Some("auto") => ExplorerChoice::Auto,
            Some("built_in") => ExplorerChoice::BuiltIn,
            Some("model") => ExplorerChoice::Model,
            Some(_) => return Err(Failure::invalid("explorer", "explorer is auto, built_in or model")),
        };
        if self.budget.usd.is_some_and(|usd| !usd.is_finite() || usd < 0.0) {
            return Err(Failure::invalid("budget.usd", "a budget is not negative"));
        }
        let areas = self.areas.unwrap_or_default();
        if areas.len() > MOST_AREAS {
            return Err(Failure::invalid("areas", format!("at most {MOST_AREAS} areas are named")));
        }
        let (budget, session_id) = (self.budget, self.session);
        Ok(RunRequest { goal, areas, max_steps, min_steps, explorer, budget, session_id, ..RunRequest::default() })
    }
}

/// Starts a run for somebody who may, with what the interview of its request knows.
///
/// # Errors
/// 404 for another person's interview; 409 where the project is not ready; 422 where an area is not known.
pub(crate) async fn start_run(
    backend: &Backend,
    who: &Account,
    project: &ProjectRow,
    mut request: RunRequest,
) -> Result<RunId, Failure> {
    fill_from_interview(backend, who, project, &mut request).await?;
    let audit = |run: RunId| {
        let detail = json!({"project": project.id});
        AuditNote { action: "run.started", target: run.to_string(), about: None, detail }.entry_by(backend, who)
    };
    projects::begin_run(backend.projects(), who, project, request, audit).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_given_is_the_usual_and_what_is_wrong_is_named() {
        let usual = RunDraft::default().check().expect("nothing is wrong");
        assert_eq!((usual.max_steps, usual.min_steps, usual.explorer), (100, 0, ExplorerChoice::Auto));
        let few = RunDraft { max_steps: Some(7), goal: Some("  Why?  ".into()), ..RunDraft::default() };
        let few = few.check().expect("nothing is wrong");
        assert_eq!((few.max_steps, few.goal.as_str()), (7, "Why?"));
        let budget = RunBudget { usd: Some(f64::NAN), ..RunBudget::default() };
        for wrong in [
            RunDraft { max_steps: Some(0), ..RunDraft::default() },
            RunDraft { max_steps: Some(5), min_steps: Some(6), ..RunDraft::default() },
            RunDraft { max_steps: Some(1_001), ..RunDraft::default() },
            RunDraft { explorer: Some("somebody".into()), ..RunDraft::default() },
            RunDraft { goal: Some("x".repeat(4_001)), ..RunDraft::default() },
            RunDraft { areas: Some(vec!["a".into(); 101]), ..RunDraft::default() },
            RunDraft { budget, ..RunDraft::default() },
        ] {
            assert!(wrong.clone().check().is_err(), "{wrong:?}");
        }
    }
}
