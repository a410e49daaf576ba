//! Every insight is doubted with a query: its own challenges, a model's, or whether there are rows enough (seed 002, Phase 6).

use super::{
    super::routing::{read_tables, routed},
    Piece,
    checking::{Checks, number},
    memory::Memory,
    prompting,
};
use domain::{
    Failure,
    runs::{Challenge, Holds, Insight, Outcome, TableSurvey},
};
use warehouse::guard::count_behind;

/// A model's finding about fewer rows than this is doubted where the model has no doubt of its own.
const FEW: f64 = 30.0;

impl Piece {
    /// The model's own doubt; where it has none that can be asked, whether there are rows enough to speak of.
    pub(super) async fn find_challenge(
        &self,
        memory: &mut Memory,
        checks: &mut Checks<'_>,
        one: &Insight,
    ) -> Result<Option<Challenge>, Failure> {
        // Nobody thinks up what is not asked.
        if memory.model.usable().is_some() && self.budget_reached(checks.queries).is_none() {
            let judged = self.projects.analyst().challenge(self.client(), &prompting::challenge(checks.catalog, one)).await;
            checks.spending.add(judged.spending);
            if let Err(fault) = &judged.result {
                prompting::judge_fault(memory, fault);
            }
            // The finding's own query would only say it again.
            let is_own = |found: &Challenge| one.claims.iter().all(|claim| claim.sql.trim() != found.sql.trim());
            if let Some(found) = judged.result.ok().filter(is_own)
                && self.hold_back(memory, checks, &found.sql, 0)?.is_none()
            {
                let queried = self.ask_mending(checks.catalog, memory, &found.sql, 1).await;
                self.note_mended(memory, checks, &queried)?;
                if let Ok(rows) = queried.result {
                    let outcome = Some(Outcome::new(number(&rows), found.holds));
                    return Ok(Some(Challenge { sql: queried.sql, outcome, engine: one.engine.clone(), ..found }));
                }
            }
        }
        Ok(count_rows(memory, checks, one))
    }

    /// Challenges that have no outcome yet are asked.
    pub(super) async fn doubt(
        &self,
        memory: &mut Memory,
        checks: &mut Checks<'_>,
        challenges: Vec<Challenge>,
    ) -> Result<Vec<Challenge>, Failure> {
        let (mut done, open): (Vec<Challenge>, Vec<Challenge>) = challenges.into_iter().partition(|one| one.outcome.is_some());
        let queries = open.iter().map(|one| one.sql.clone()).collect();
        let replies = self.ask_in_pairs(memory, checks, queries).await?;
        done.extend(open.into_iter().zip(replies).map(|(one, reply)| {
            let outcome = match reply.map(|reply| reply.found) {
                Ok(Ok(rows)) => Outcome::new(number(&rows), one.holds),
                Ok(Err(failure)) => Outcome::from_error(failure.detail),
                Err(why) => Outcome::from_error(why),
            };
            Challenge { outcome: Some(outcome), ..one }
        }));
        Ok(done)
    }
}

/// Of the rows that the headline's query reads; of its whole table where these cannot be told.
fn count_rows(memory: &Memory, checks: &Checks<'_>, one: &Insight) -> Option<Challenge> {
    let held = &checks.catalog.held;
    let headline = one.claims.iter().map(|claim| claim.sql.as_str()).find(|sql| !sql.is_empty());
    let source = headline.and_then(|sql| routed(held, sql).ok()).map(|(one, _)| one.source.name.as_str());
    let read = headline.map(|sql| read_tables(held, sql)).unwrap_or_default();
    let is_read = |table: &&TableSurvey| {
        source == Some(table.database.as_str()) && read.iter().filter_map(|parts| parts.last()).any(|name| has_name(table, name))
    };
    let known = memory.survey.tables.iter().find(is_read);
    let behind = known.zip(headline).and_then(|(table, sql)| count_behind(sql, table.dialect).ok().flatten());
    let table = known.or(memory.survey.tables.first())?;
    Some(Challenge {
        question: format!("Are there rows enough in {} to say so?", table.name),
        sql: behind.unwrap_or_else(|| format!("SELECT COUNT(*) FROM {}", table.reference)),
        holds: Holds::AtLeast(FEW),
        objection: "it rests on very few rows".to_owned(),
        outcome: None,
        engine: String::new(),
    })
}

/// With its schema or without.
fn has_name(table: &TableSurvey, name: &str) -> bool {
    table.name.eq_ignore_ascii_case(name) || table.name.rsplit('.').next().is_some_and(|last| last.eq_ignore_ascii_case(name))
}
