//! Exploration by the built-in explorer: its questions are asked, and what they came to is kept.

use super::{
    PIECE, Piece,
    memory::{Memory, keep},
    next, steps_left,
};
use crate::{ProjectCatalog, project_catalog};
use domain::{
    Failure,
    account::AuditLog as _,
    runs::{Answer, Progress, Question, Spending},
};
use futures::future::join_all;
use std::time::Instant;

/// One part in so many of the queries is kept for checking.
const CHECKING: u32 = 3;
/// Queries of one run at once.
const AT_ONCE: usize = 2;

impl Piece {
    pub(super) async fn explore(&self, memory: &mut Memory) -> Result<Progress, Failure> {
        if memory.model.usable().is_some() && !memory.model.explored {
            return self.explore_by_model(memory).await;
        }
        if memory.model.name.is_some() && !memory.model.failed && memory.model.unusable.is_none() {
            return Ok(Progress { then: next(), ..Progress::default() });
        }
        let (mut progress, is_over) = self.ask_questions(memory).await?;
        if is_over {
            progress.then = next();
        }
        Ok(progress)
    }

    /// Asks as many of the explorer's questions as fit into a piece; whether none is left.
    pub(super) async fn ask_questions(&self, memory: &mut Memory) -> Result<(Progress, bool), Failure> {
        let mut questions = self.projects.explorer().next_questions(&memory.goal, &memory.survey, &memory.answers);
        let mut progress = Progress::default();
        if let Some(why) = self.limit_reached().filter(|_| !questions.is_empty()) {
            let warning = format!("the run stopped asking at its limit of {why}, with {} questions left", questions.len());
            progress.warnings.push(warning);
            memory.stopped_by = Some(why.to_owned());
            progress.kept.push(keep("stopped_by", &why)?);
            questions.clear();
        }
        if questions.is_empty() {
            return Ok((progress, true));
        }
        memory.stay(self.run.tenant);
        questions.truncate(steps_left(&self.run.view).min(self.queries_left()));
        let catalog = project_catalog(&self.projects, self.run.tenant, self.run.view.project).await?;
        self.ask_some(&catalog, memory, questions, &mut progress).await?;
        Ok((progress, false))
    }

    async fn ask_some(
        &self,
        catalog: &ProjectCatalog,
        memory: &mut Memory,
        questions: Vec<Question>,
        progress: &mut Progress,
    ) -> Result<(), Failure> {
        let begun = Instant::now();
        let mut number = self.run.view.step_count;
        let mut queries = 0;
        let mut questions = questions.into_iter().peekable();
        // What was begun is waited for: a query that nobody waits for would end its process.
        while questions.peek().is_some() && (begun.elapsed() < PIECE || progress.steps.is_empty()) {
            let (vain, next): (Vec<_>, Vec<_>) =
                questions.by_ref().take(AT_ONCE).partition(|one| Self::is_given_up(memory, catalog, &one.sql));
            for question in vain {
                let answer = Answer { step: 0, sql: question.sql, columns: Vec::new(), rows: None };
                progress.kept.push(keep(format!("answer:{}", question.id), &answer)?);
                memory.answers.0.insert(question.id, answer);
            }
            let asked = join_all(next.into_iter().map(|question| self.ask(catalog, question))).await;
            for (question, step, found) in asked {
                number += 1;
                queries += 1;
                match &found {
                    Ok(_) => Self::note_answer(memory, catalog, &question.sql),
                    Err(failure) => {
                        self.note_failure(memory, catalog, &question.sql, (failure, step.elapsed_ms), progress)?;
                    }
                }
                let (columns, rows) = found.map_or((Vec::new(), None), |rows| (rows.columns, Some(rows.rows)));
                let answer = Answer { step: number, sql: question.sql, columns, rows };
                progress.kept.push(keep(format!("answer:{}", question.id), &answer)?);
                memory.answers.0.insert(question.id, answer);
                progress.steps.push(step);
            }
        }
        progress.spent = self.tally.report(queries, Spending::nothing());
        Ok(())
    }

    /// Of the exploration: some of the budget is kept for checking what it finds.
    fn queries_left(&self) -> usize {
        let (view, most) = (&self.run.view, self.run.view.request.budget.queries);
        most.map_or(usize::MAX, |most| (most - most / CHECKING).max(1).saturating_sub(view.cost.queries) as usize)
    }

    /// Which limit somebody set is reached.
    pub(super) fn limit_reached(&self) -> Option<&'static str> {
        if steps_left(&self.run.view) == 0 {
            Some("max_steps")
        } else if self.queries_left() == 0 {
            Some("queries")
        } else {
            self.budget_reached(0)
        }
    }

    /// The same for what is not counted as a step of the exploration, with so many queries of which nothing is stored yet.
    pub(super) fn budget_reached(&self, queries: u32) -> Option<&'static str> {
        let (view, budget) = (&self.run.view, &self.run.view.request.budget);
        // Not while it waited for its turn.
        let begun = view.phases.get(1).map(|span| span.started_at);
        let minutes = begun.map_or(0, |at| (self.projects.now().0 - at.0) / 60_000_000);
        if budget.queries.is_some_and(|most| view.cost.queries + queries >= most) {
            Some("queries")
        } else if budget.minutes.is_some_and(|most| minutes >= i64::from(most)) {
            Some("minutes")
        } else if budget.usd.zip(view.cost.total_usd).is_some_and(|(most, spent)| spent > 0.0 && spent >= most) {
            Some("usd")
        } else {
            None
        }
    }
}
