//! Validation: every number is asked for by its own query, and every insight is doubted with one (seed 002, Phase 6).

use super::{
    super::routing::{dialect, routed},
    PIECE, Piece,
    analysing::head,
    memory::{Memory, keep, numbered},
    next, prompting,
};
use crate::{ProjectCatalog, project_catalog};
use domain::{
    Failure,
    runs::{Answer, Challenge, Check, Claim, Holds, Insight, Outcome, Progress, Spending, Status, compare, ground},
    tools::warehouse::Rows,
};
use futures::{StreamExt, stream};
use protocol::run::RunStep;
use serde_json::Value;
use std::time::Instant;

const AT_ONCE: usize = 2;
/// A model's finding about fewer rows than this is doubted where the model has no doubt of its own.
const FEW: f64 = 30.0;

impl Piece {
    pub(super) async fn validate(&self, memory: &mut Memory) -> Result<Progress, Failure> {
        memory.stay(self.run.tenant);
        let catalog = project_catalog(&self.projects, self.run.tenant, self.run.view.project).await?;
        let mut progress = Progress::default();
        let (mut spending, mut queries) = (Spending::nothing(), 0);
        let begun = Instant::now();
        for number in 0..memory.insights.len() {
            if is_checked(&memory.insights[number]) {
                continue;
            }
            if begun.elapsed() >= PIECE {
                progress.spent = self.tally.report(queries, spending);
                return Ok(progress);
            }
            if let Some(why) = self.budget_reached(queries) {
                if memory.stopped_by.is_none() {
                    progress.warnings.push(format!("not every number was checked: the run reached its limit of {why}"));
                    memory.stopped_by = Some(why.to_owned());
                    progress.kept.push(keep("stopped_by", &why)?);
                }
                break;
            }
            let begun_at = Instant::now();
            let mut own = Spending::nothing();
            let mut one = memory.insights[number].clone();
            if one.engine.is_empty() {
                queries += u32::try_from(one.claims.len()).unwrap_or_default();
                one.claims = stream::iter(one.claims).map(|claim| self.check(&catalog, claim)).buffered(AT_ONCE).collect().await;
            } else {
                one.claims = self.check_by_source(&catalog, memory, &one, &mut own, &mut queries).await;
                one.challenges.extend(self.find_challenge(&catalog, memory, &one, &mut own, &mut queries).await);
                if memory.model.spent || memory.model.unusable.is_some() {
                    progress.kept.extend([keep("model", &memory.model)?, keep("stopped_by", &memory.stopped_by)?]);
                }
            }
            queries += u32::try_from(one.challenges.iter().filter(|one| one.outcome.is_none()).count()).unwrap_or_default();
            one.challenges = stream::iter(one.challenges).map(|one| self.doubt(&catalog, one)).buffered(AT_ONCE).collect().await;
            spending.add(own);
            let (status, objections): (Status, Vec<&str>) = (one.status(), one.objections().collect());
            let mut message = format!("{}: {}", one.name, status.name());
            if !objections.is_empty() {
                message = format!("{message}; {}", objections.join("; "));
            }
            let engine = if one.engine.is_empty() { super::BUILT_IN.to_owned() } else { one.engine.clone() };
            progress.steps.push(RunStep {
                area: Some(one.analysis_area.clone()),
                message: Some(message),
                sql: one.claims.first().map(|claim| claim.sql.clone()).filter(|sql| !sql.is_empty()),
                insight_id: Some(one.id.clone()),
                severity: Some(one.severity.name().to_owned()),
                validation_status: Some(status.name().to_owned()),
                elapsed_ms: u64::try_from(begun_at.elapsed().as_millis()).unwrap_or(u64::MAX),
                engine,
                input_tokens: own.input_tokens,
                output_tokens: own.output_tokens,
                ..self.step("validation")
            });
            progress.insights.push(head(&one));
            progress.kept.push(keep(numbered("insight", number), &one)?);
            memory.insights[number] = one;
        }
        progress.spent = self.tally.report(queries, spending);
        progress.then = next();
        Ok(progress)
    }

    async fn check(&self, catalog: &ProjectCatalog, claim: Claim) -> Claim {
        let begun = Instant::now();
        let found = self.query(catalog, &claim.sql, 1).await;
        judge(claim, found, u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    /// A model's claims. One without a query is checked by the steps that the insight follows from; one that no step bears out is not
    /// checked, and says so.
    async fn check_by_source(
        &self,
        catalog: &ProjectCatalog,
        memory: &mut Memory,
        one: &Insight,
        spending: &mut Spending,
        queries: &mut u32,
    ) -> Vec<Claim> {
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
                let error = Some("no step holds this number, so no query can check it".to_owned());
                Claim { check: Some(Check { status: Status::NotChecked, verified: None, error, elapsed_ms: 0 }), ..claim }
            } else {
                let queried = self.ask_mending(catalog, memory, &claim.sql, 1).await;
                spending.add(queried.spending);
                *queries += queried.queries;
                judge(Claim { sql: queried.sql, ..claim }, queried.result, queried.elapsed_ms)
            });
        }
        checked
    }

    /// The model's own doubt; where it has none that can be asked, whether there are rows enough to speak of.
    async fn find_challenge(
        &self,
        catalog: &ProjectCatalog,
        memory: &mut Memory,
        one: &Insight,
        spending: &mut Spending,
        queries: &mut u32,
    ) -> Option<Challenge> {
        if memory.model.usable().is_some() {
            let judged = self.projects.analyst().challenge(self.client(), &prompting::challenge(catalog, one)).await;
            spending.add(judged.spending);
            if let Err(fault) = &judged.result {
                prompting::judge_fault(memory, fault);
            }
            // The finding's own query would only say it again.
            let is_own = |found: &Challenge| one.claims.iter().all(|claim| claim.sql.trim() != found.sql.trim());
            if let Some(found) = judged.result.ok().filter(is_own) {
                let queried = self.ask_mending(catalog, memory, &found.sql, 1).await;
                spending.add(queried.spending);
                *queries += queried.queries;
                if let Ok(rows) = queried.result {
                    let number = number(&rows);
                    let outcome = Some(Outcome { found: number, holds: number.map(|number| found.holds.allows(number)) });
                    return Some(Challenge { sql: queried.sql, outcome, ..found });
                }
            }
        }
        let texts: Vec<String> = one.claims.iter().map(|claim| claim.sql.to_lowercase()).collect();
        let table = memory.survey.tables.iter().find(|table| texts.iter().any(|sql| sql.contains(&table.name.to_lowercase())));
        let table = table.or(memory.survey.tables.first())?;
        Some(Challenge {
            question: format!("Are there rows enough in {} to say so?", table.name),
            sql: format!("SELECT COUNT(*) FROM {}", table.reference),
            holds: Holds::AtLeast(FEW),
            objection: "it rests on very few rows".to_owned(),
            outcome: None,
        })
    }

    async fn doubt(&self, catalog: &ProjectCatalog, one: Challenge) -> Challenge {
        if one.outcome.is_some() {
            return one;
        }
        let found = self.query(catalog, &one.sql, 1).await.ok().and_then(|rows| number(&rows));
        Challenge { outcome: Some(Outcome { found, holds: found.map(|found| one.holds.allows(found)) }), ..one }
    }
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
fn number(rows: &Rows) -> Option<f64> {
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
