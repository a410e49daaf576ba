//! Exploration and analysis: the explorer's questions are asked, and what their answers say is kept.

use super::{
    super::queries,
    PIECE, Piece,
    memory::{Memory, ROWS, keep, numbered},
    next, steps_left,
};
use crate::{ProjectCatalog, project_catalog, query_log::Requester};
use domain::{
    Failure, FailureKind,
    account::AuditLog as _,
    runs::{Answer, Progress, Question},
};
use futures::future::join_all;
use protocol::{
    live::Kind,
    run::{InsightHead, RunStep},
};
use std::time::Instant;

/// Queries of one run at once.
const AT_ONCE: usize = 2;

impl Piece {
    /// For whom the run's queries are asked.
    pub(super) fn requester(&self) -> Requester {
        Requester { user: self.run.by, subject: Some((Kind::Run, self.run.view.id.0)) }
    }

    pub(super) async fn explore(&self, memory: &mut Memory) -> Result<Progress, Failure> {
        let explorer = self.projects.explorer();
        let mut questions = explorer.next_questions(&memory.goal, &memory.survey, &memory.answers);
        let mut progress = Progress::default();
        if let Some(why) = self.budget_hit().filter(|_| !questions.is_empty()) {
            memory.stopped_by = Some(why.to_owned());
            progress.kept.push(keep("stopped_by", &why)?);
            progress
                .warnings
                .push(format!("the run stopped asking at its limit of {why}, with {} questions left", questions.len()));
            questions.clear();
        }
        if questions.is_empty() {
            progress.then = next();
            return Ok(progress);
        }
        memory.stay(self.run.tenant);
        let (view, most) = (&self.run.view, self.run.view.request.budget.queries);
        let queries_left = most.map_or(usize::MAX, |most| most.saturating_sub(view.queries) as usize);
        questions.truncate(steps_left(view).min(queries_left));
        let catalog = project_catalog(&self.projects, self.run.tenant, self.run.view.project).await?;
        let begun = Instant::now();
        let mut number = self.run.view.step_count;
        let mut questions = questions.into_iter().peekable();
        // What was begun is waited for: a query that nobody waits for would end its process.
        while questions.peek().is_some() && (begun.elapsed() < PIECE || progress.steps.is_empty()) {
            let asked = join_all(questions.by_ref().take(AT_ONCE).map(|question| self.ask(&catalog, question))).await;
            for (question, step, rows) in asked {
                number += 1;
                let answer = Answer { step: number, sql: question.sql, rows };
                progress.kept.push(keep(format!("answer:{}", question.id), &answer)?);
                memory.answers.0.insert(question.id, answer);
                progress.steps.push(step);
            }
        }
        Ok(progress)
    }

    /// Which limit somebody set is reached.
    fn budget_hit(&self) -> Option<&'static str> {
        let (view, budget) = (&self.run.view, &self.run.view.request.budget);
        // Not while it waited for its turn.
        let begun = view.phases.get(1).map(|span| span.started_at);
        let minutes = begun.map_or(0, |at| (self.projects.now().0 - at.0) / 60_000_000);
        if steps_left(view) == 0 {
            Some("max_steps")
        } else if budget.queries.is_some_and(|most| view.queries >= most) {
            Some("queries")
        } else if budget.minutes.is_some_and(|most| minutes >= i64::from(most)) {
            Some("minutes")
        } else {
            None
        }
    }

    async fn ask(
        &self,
        catalog: &ProjectCatalog,
        question: Question,
    ) -> (Question, RunStep, Option<Vec<Vec<serde_json::Value>>>) {
        let begun = Instant::now();
        let found = queries::rows(&self.projects, catalog, self.requester(), &question.sql, ROWS).await;
        let step = RunStep {
            purpose: Some(question.purpose.clone()),
            sql: Some(question.sql.clone()),
            elapsed_ms: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
            ..self.step("query")
        };
        match found {
            Ok(rows) => {
                let step = RunStep { row_count: Some(rows.rows.len() as u64), ..step };
                (question, step, Some(rows.rows))
            }
            Err(failure) => (question, RunStep { status: "error".into(), error: Some(failure.detail), ..step }, None),
        }
    }

    pub(super) fn analyse(&self, memory: &mut Memory) -> Result<Progress, Failure> {
        let failed = memory.answers.0.values().filter(|answer| answer.rows.is_none()).count();
        if failed > 0 && failed == memory.answers.0.len() {
            let detail = "none of the run's queries could be answered: look at its steps for what the database says";
            return Err(Failure::new(FailureKind::Unavailable, detail));
        }
        memory.insights = self.projects.explorer().find_insights(&memory.goal, &memory.survey, &memory.answers);
        let mut progress = Progress { then: next(), ..Progress::default() };
        for area in &memory.goal.areas {
            let own: Vec<_> = memory.insights.iter().filter(|one| one.analysis_area == area.id).collect();
            let message = format!("{}: {} insights", area.name, own.len());
            progress.steps.push(RunStep { area: Some(area.id.clone()), message: Some(message), ..self.step("analysis") });
            progress.steps.extend(own.into_iter().map(|one| RunStep {
                area: Some(area.id.clone()),
                message: Some(one.name.clone()),
                insight_id: Some(one.id.clone()),
                severity: Some(one.severity.name().to_owned()),
                ..self.step("insight")
            }));
        }
        for (number, one) in memory.insights.iter().enumerate() {
            progress.kept.push(keep(numbered("insight", number), one)?);
            progress.insights.push(head(one));
        }
        Ok(progress)
    }
}

pub(super) fn head(one: &domain::runs::Insight) -> InsightHead {
    InsightHead {
        id: one.id.clone(),
        area: one.analysis_area.clone(),
        name: one.name.clone(),
        severity: one.severity.name().to_owned(),
        status: one.status().name().to_owned(),
    }
}
