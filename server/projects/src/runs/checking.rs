//! Validation: every number is asked for by its own query, and every insight is doubted with one (seed 002, Phase 6).

use super::{
    super::queries,
    PIECE, Piece,
    exploring::head,
    memory::{Memory, keep, numbered},
    next,
};
use crate::{ProjectCatalog, project_catalog};
use domain::{
    Failure,
    runs::{Challenge, Check, Claim, Insight, Outcome, Progress, Status, compare},
};
use futures::{StreamExt, stream};
use protocol::run::RunStep;
use serde_json::Value;
use std::time::Instant;

const AT_ONCE: usize = 2;

impl Piece {
    pub(super) async fn validate(&self, memory: &mut Memory) -> Result<Progress, Failure> {
        memory.stay(self.run.tenant);
        let catalog = project_catalog(&self.projects, self.run.tenant, self.run.view.project).await?;
        let mut progress = Progress::default();
        let begun = Instant::now();
        for number in 0..memory.insights.len() {
            if is_checked(&memory.insights[number]) {
                continue;
            }
            if begun.elapsed() >= PIECE {
                return Ok(progress);
            }
            let asked = Instant::now();
            let mut one = memory.insights[number].clone();
            one.claims = stream::iter(one.claims).map(|claim| self.check(&catalog, claim)).buffered(AT_ONCE).collect().await;
            one.challenges = stream::iter(one.challenges).map(|one| self.doubt(&catalog, one)).buffered(AT_ONCE).collect().await;
            let (status, objections): (Status, Vec<&str>) = (one.status(), one.objections().collect());
            let mut message = format!("{}: {}", one.name, status.name());
            if !objections.is_empty() {
                message = format!("{message}; {}", objections.join("; "));
            }
            progress.steps.push(RunStep {
                area: Some(one.analysis_area.clone()),
                message: Some(message),
                sql: one.claims.first().map(|claim| claim.sql.clone()),
                insight_id: Some(one.id.clone()),
                severity: Some(one.severity.name().to_owned()),
                validation_status: Some(status.name().to_owned()),
                elapsed_ms: u64::try_from(asked.elapsed().as_millis()).unwrap_or(u64::MAX),
                ..self.step("validation")
            });
            progress.insights.push(head(&one));
            progress.kept.push(keep(numbered("insight", number), &one)?);
            memory.insights[number] = one;
        }
        progress.then = next();
        Ok(progress)
    }

    async fn check(&self, catalog: &ProjectCatalog, claim: Claim) -> Claim {
        let begun = Instant::now();
        let (status, verified, error) = match self.number(catalog, &claim.sql).await {
            Ok(found) => (compare(claim.kind, claim.value, found), found, None),
            Err(failure) => (Status::Error, None, Some(failure.detail)),
        };
        let elapsed_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        Claim { check: Some(Check { status, verified, error, elapsed_ms }), ..claim }
    }

    async fn doubt(&self, catalog: &ProjectCatalog, one: Challenge) -> Challenge {
        let found = self.number(catalog, &one.sql).await.ok().flatten();
        Challenge { outcome: Some(Outcome { found, holds: found.map(|found| one.holds.allows(found)) }), ..one }
    }

    /// The first number of the first row.
    async fn number(&self, catalog: &ProjectCatalog, sql: &str) -> Result<Option<f64>, Failure> {
        let rows = queries::rows(&self.projects, catalog, self.requester(), sql, 1).await?;
        let number = |value: &Value| match value {
            Value::Number(number) => number.as_f64(),
            Value::String(text) => text.parse().ok(),
            _ => None,
        };
        Ok(rows.rows.first().and_then(|row| row.iter().find_map(number)))
    }

    pub(super) fn recommend(&self, memory: &mut Memory) -> Result<Progress, Failure> {
        memory.recommendations = self.projects.explorer().recommend(&memory.goal, &memory.insights);
        let known: Vec<&str> = memory.insights.iter().map(|one| one.id.as_str()).collect();
        for one in &mut memory.recommendations {
            one.related_insight_ids.retain(|id| known.contains(&id.as_str()));
        }
        memory.recommendations.retain(|one| !one.related_insight_ids.is_empty());
        Ok(Progress { kept: vec![keep("recommendations", &memory.recommendations)?], then: next(), ..Progress::default() })
    }
}

fn is_checked(one: &Insight) -> bool {
    one.claims.iter().all(|claim| claim.check.is_some()) && one.challenges.iter().all(|one| one.outcome.is_some())
}
