//! Validation: every number is asked for by its own query, and every insight is doubted with one (seed 002, Phase 6).

use super::{
    super::routing::{dialect, routed},
    PIECE, Piece,
    analysing::head,
    asking::Queried,
    memory::{Memory, keep, numbered},
    next,
    sourcing::find_objection,
};
use crate::{ProjectCatalog, project_catalog};
use domain::{
    Failure,
    opportunities::Ground,
    runs::{Answer, Check, Claim, Insight, Progress, Spending, Status, check_numbers, compare, goal_numbers, ground},
    tools::warehouse::Rows,
};
use futures::future::join_all;
use protocol::run::RunStep;
use serde_json::Value;
use std::time::Instant;
use warehouse::guard::is_constant;

/// Queries of one run at once.
const AT_ONCE: usize = 2;

/// What a piece of checking came to so far.
pub(super) struct Checks<'c> {
    pub catalog: &'c ProjectCatalog,
    /// The numbers of the run's goal.
    goal: Ground,
    pub progress: Progress,
    pub spending: Spending,
    pub queries: u32,
}

/// What a query came to.
pub(super) struct Reply {
    pub found: Result<Rows, Failure>,
    pub elapsed_ms: u64,
}

impl Piece {
    pub(super) async fn validate(&self, memory: &mut Memory) -> Result<Progress, Failure> {
        memory.stay(self.run.tenant);
        let catalog = project_catalog(&self.projects, self.run.tenant, self.run.view.project).await?;
        let goal = goal_numbers(&memory.goal, &catalog.project.profile);
        let (progress, spending) = (Progress::default(), Spending::nothing());
        let mut checks = Checks { catalog: &catalog, goal, progress, spending, queries: 0 };
        let begun = Instant::now();
        let mut is_over = true;
        for number in 0..memory.insights.len() {
            if is_checked(&memory.insights[number]) {
                continue;
            }
            if begun.elapsed() >= PIECE {
                is_over = false;
                break;
            }
            self.check_insight(memory, &mut checks, number).await?;
        }
        let Checks { mut progress, spending, queries, .. } = checks;
        progress.spent = self.tally.report(queries, spending);
        if is_over {
            progress.then = next();
        }
        Ok(progress)
    }

    async fn check_insight(&self, memory: &mut Memory, checks: &mut Checks<'_>, number: usize) -> Result<(), Failure> {
        let begun = Instant::now();
        let before = checks.spending;
        let mut one = memory.insights[number].clone();
        if one.engine.is_empty() {
            one.claims = self.check_by_query(memory, checks, one.claims).await?;
        } else {
            one.claims = self.check_by_source(memory, checks, &one).await?;
            one.challenges.extend(self.find_challenge(memory, checks, &one).await?);
            if memory.model.spent || memory.model.unusable.is_some() {
                checks.progress.kept.extend([keep("model", &memory.model)?, keep("stopped_by", &memory.stopped_by)?]);
            }
        }
        one.challenges = self.doubt(memory, checks, one.challenges).await?;
        if !one.engine.is_empty() {
            let sources = find_sources(memory, checks.catalog, &one);
            check_numbers(&mut one, &checks.goal, &sources, &memory.survey);
        }
        let (status, objections): (Status, Vec<&str>) = (one.status(), one.objections().collect());
        let mut message = format!("{}: {}", one.name, status.name());
        if !objections.is_empty() {
            message = format!("{message}; {}", objections.join("; "));
        }
        if !one.unchecked.is_empty() {
            message = format!("{message}; nothing holds {}", one.unchecked.join(", "));
        }
        let engine = if one.engine.is_empty() { super::BUILT_IN.to_owned() } else { one.engine.clone() };
        checks.progress.steps.push(RunStep {
            area: Some(one.analysis_area.clone()),
            message: Some(message),
            // A step with a query counts as one that was asked.
            sql: one.claims.first().filter(|claim| was_asked(claim)).map(|claim| claim.sql.clone()),
            insight_id: Some(one.id.clone()),
            severity: Some(one.severity.name().to_owned()),
            validation_status: Some(status.name().to_owned()),
            elapsed_ms: count_ms(begun),
            engine,
            input_tokens: checks.spending.input_tokens - before.input_tokens,
            output_tokens: checks.spending.output_tokens - before.output_tokens,
            ..self.step("validation")
        });
        checks.progress.insights.push(head(&one));
        checks.progress.kept.push(keep(numbered("insight", number), &one)?);
        memory.insights[number] = one;
        Ok(())
    }

    /// The built-in engine's claims, each of which has a query.
    async fn check_by_query(
        &self,
        memory: &mut Memory,
        checks: &mut Checks<'_>,
        claims: Vec<Claim>,
    ) -> Result<Vec<Claim>, Failure> {
        let queries = claims.iter().map(|claim| claim.sql.clone()).collect();
        let replies = self.ask_in_pairs(memory, checks, queries).await?;
        let judged = claims.into_iter().zip(replies).map(|(claim, reply)| match reply {
            Ok(reply) => judge(claim, reply.found, reply.elapsed_ms),
            Err(why) => leave(claim, why),
        });
        Ok(judged.collect())
    }

    /// A model's claims. One without a query is checked by the steps that the insight follows from; one that no step bears out is not
    /// checked, and says so.
    async fn check_by_source(&self, memory: &mut Memory, checks: &mut Checks<'_>, one: &Insight) -> Result<Vec<Claim>, Failure> {
        let catalog = checks.catalog;
        let answers = memory.answers.0.values();
        let sources: Vec<Answer> = answers.filter(|answer| one.source_steps.contains(&answer.step)).cloned().collect();
        let sources: Vec<&Answer> = sources.iter().collect();
        let mut checked = Vec::new();
        for mut claim in one.claims.iter().cloned() {
            if claim.sql.is_empty() {
                let spoken =
                    sources.first().and_then(|answer| routed(&catalog.held, &answer.sql).ok()).map(|(held, _)| dialect(held));
                claim.sql = spoken.and_then(|spoken| ground(claim.kind, claim.value, &sources, spoken)).unwrap_or_default();
            }
            checked.push(if claim.sql.is_empty() {
                leave(claim, "no step holds this number, so no query can check it".to_owned())
            } else if let Some(why) = find_objection(catalog, &sources, &claim.sql) {
                leave(claim, why)
            } else if let Some(why) = self.hold_back(memory, checks, &claim.sql, 0)? {
                leave(claim, why)
            } else {
                let queried = self.ask_mending(catalog, memory, &claim.sql, 1).await;
                self.note_mended(memory, checks, &queried)?;
                let claim = Claim { sql: queried.sql, ..claim };
                // What was mended may have become another query.
                match find_objection(catalog, &sources, &claim.sql) {
                    Some(why) => leave(claim, why),
                    None => judge(claim, queried.result, queried.elapsed_ms),
                }
            });
        }
        Ok(checked)
    }

    /// What these come to, in their order; why one was not asked where it was not.
    pub(super) async fn ask_in_pairs(
        &self,
        memory: &mut Memory,
        checks: &mut Checks<'_>,
        queries: Vec<String>,
    ) -> Result<Vec<Result<Reply, String>>, Failure> {
        let catalog = checks.catalog;
        let mut replies = Vec::new();
        let mut queries = queries.into_iter().peekable();
        while queries.peek().is_some() {
            let (mut pair, mut coming) = (Vec::new(), 0);
            for sql in queries.by_ref().take(AT_ONCE) {
                let why = self.hold_back(memory, checks, &sql, coming)?;
                coming += u32::from(why.is_none());
                pair.push((sql, why));
            }
            for (sql, reply) in join_all(pair.into_iter().map(|(sql, why)| self.reply(catalog, sql, why))).await {
                if let Ok(reply) = &reply {
                    checks.queries += 1;
                    match &reply.found {
                        Ok(_) => Self::note_answer(memory, catalog, &sql),
                        Err(failure) => {
                            self.note_failure(memory, catalog, &sql, (failure, reply.elapsed_ms), &mut checks.progress)?;
                        }
                    }
                }
                replies.push(reply);
            }
        }
        Ok(replies)
    }

    async fn reply(&self, catalog: &ProjectCatalog, sql: String, why: Option<String>) -> (String, Result<Reply, String>) {
        if let Some(why) = why {
            return (sql, Err(why));
        }
        let begun = Instant::now();
        let found = self.query(catalog, &sql, 1).await;
        (sql, Ok(Reply { found, elapsed_ms: count_ms(begun) }))
    }

    /// Why a query is not asked any more, with so many others that are about to be: a limit is reached, which the run says once, or
    /// nobody answers.
    pub(super) fn hold_back(
        &self,
        memory: &mut Memory,
        checks: &mut Checks<'_>,
        sql: &str,
        coming: u32,
    ) -> Result<Option<String>, Failure> {
        if let Some(why) = self.budget_reached(checks.queries + coming) {
            if memory.stopped_by.is_none() {
                let warning = format!("not every number was checked: the run reached its limit of {why}");
                checks.progress.warnings.push(warning);
                memory.stopped_by = Some(why.to_owned());
                checks.progress.kept.push(keep("stopped_by", &why)?);
            }
            return Ok(Some(format!("the run reached its limit of {why} before this was asked")));
        }
        let is_vain = Self::is_given_up(memory, checks.catalog, sql);
        Ok(is_vain.then(|| "what it reads did not answer before and is not asked any more".to_owned()))
    }

    /// What a model's query took, and whether anybody answers at all. It may be wrong without its table being at fault.
    pub(super) fn note_mended(&self, memory: &mut Memory, checks: &mut Checks<'_>, queried: &Queried) -> Result<(), Failure> {
        checks.spending.add(queried.spending);
        checks.queries += queried.queries;
        match &queried.result {
            Ok(_) => Self::note_answer(memory, checks.catalog, &queried.sql),
            Err(failure) if self.is_vain(failure, queried.last_ms) => {
                let failure = (failure, queried.last_ms);
                self.note_failure(memory, checks.catalog, &queried.sql, failure, &mut checks.progress)?;
            }
            Err(_) => {}
        }
        Ok(())
    }
}

/// The answers that an insight follows from. A query that only says numbers holds none.
fn find_sources<'m>(memory: &'m Memory, catalog: &ProjectCatalog, one: &Insight) -> Vec<&'m Answer> {
    let says_only = |answer: &Answer| {
        routed(&catalog.held, &answer.sql).is_ok_and(|(held, _)| is_constant(&answer.sql, dialect(held)).unwrap_or(false))
    };
    let answers = memory.answers.0.values().filter(|answer| one.source_steps.contains(&answer.step));
    answers.filter(|answer| !says_only(answer)).collect()
}

/// A claim that nobody asked about.
fn leave(claim: Claim, why: String) -> Claim {
    Claim { check: Some(Check { status: Status::NotChecked, verified: None, error: Some(why), elapsed_ms: 0 }), ..claim }
}

fn was_asked(claim: &Claim) -> bool {
    claim.check.as_ref().is_some_and(|check| check.status != Status::NotChecked)
}

fn count_ms(begun: Instant) -> u64 {
    u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX)
}

fn judge(claim: Claim, found: Result<Rows, Failure>, elapsed_ms: u64) -> Claim {
    let (status, verified, error) = match found {
        Ok(rows) => {
            let found = number(&rows);
            (compare(claim.kind, claim.value, found), found, None)
        }
        Err(failure) => (Status::Error, None, Some(failure.detail)),
    };
    Claim { check: Some(Check { status, verified, error, elapsed_ms }), ..claim }
}

/// The first number of the first row.
pub(super) fn number(rows: &Rows) -> Option<f64> {
    let number = |value: &Value| match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.parse().ok(),
        _ => None,
    };
    rows.rows.first().and_then(|row| row.iter().find_map(number))
}

fn is_checked(one: &Insight) -> bool {
    let is_doubted = !one.challenges.is_empty() || one.engine.is_empty() || one.claims.iter().any(|claim| claim.check.is_some());
    is_doubted && one.claims.iter().all(|claim| claim.check.is_some()) && one.challenges.iter().all(|one| one.outcome.is_some())
}
