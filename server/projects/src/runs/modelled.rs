//! Exploration by a language model: one action at a time, each a step, until it is done, tells nothing new, or fails three times in a
//! row (seed 002, Phase 4: Exploration).

use super::{
    Piece, asking,
    memory::{Memory, ROWS, keep, numbered},
    next,
    prompting::{exploration, judge_fault},
};
use crate::{ProjectCatalog, project_catalog};
use domain::{
    Failure,
    runs::{Action, Answer, Deed, Exchange, Progress, Spending, digest},
    tools::answers::lookup_schema,
};
use protocol::run::{Phase, RunStep};
use std::time::Instant;

/// Steps with errors one after the other that end it.
const MOST_ERRORS: u32 = 3;
/// Steps that tell nothing new, one after the other.
const MOST_STALE: u32 = 6;
const MOST_LOOKUPS: u32 = 30;
const MOST_TABLES: usize = 10;
const MOST_SEARCHES: u32 = 30;
const HITS: usize = 10;
/// Characters of a result that go back to the model.
const LONGEST_RESULT: usize = 12_000;

/// What one action came to.
struct Done {
    step: RunStep,
    /// For the model.
    result: String,
    spending: Spending,
    queries: u32,
    answer: Option<Answer>,
}

impl Piece {
    pub(super) async fn explore_by_model(&self, memory: &mut Memory) -> Result<Progress, Failure> {
        let mut progress = Progress::default();
        if let Some(why) = self.limit_reached() {
            progress.warnings.push(format!("the exploration ended at its limit of {why}"));
            memory.stopped_by = Some(why.to_owned());
            memory.model.explored = true;
            progress.kept.extend([keep("stopped_by", &why)?, keep("model", &memory.model)?]);
            progress.then = next();
            return Ok(progress);
        }
        memory.stay(self.run.tenant);
        let catalog = project_catalog(&self.projects, self.run.tenant, self.run.view.project).await?;
        let begun = Instant::now();
        let prompt = exploration(memory, &self.run.view, &catalog);
        let judged = self.projects.analyst().next_action(self.client(), &prompt, &memory.exchanges).await;
        let engine = memory.model.name.clone().unwrap_or_default();
        let mut spending = judged.spending;
        let step = |kind: &str| RunStep { engine: engine.clone(), ..self.step(kind) };
        let done = match judged.result {
            Ok(Action { thinking, deed }) => {
                let thinking = Some(thinking).filter(|thinking| !thinking.is_empty());
                let done = match deed {
                    Deed::Done => match self.finish(memory, step("complete_rejected")) {
                        Some(done) => done,
                        None => {
                            memory.model.explored = true;
                            progress.kept.push(keep("model", &memory.model)?);
                            progress.spent = self.tally.report(0, spending);
                            progress.then = next();
                            return Ok(progress);
                        }
                    },
                    Deed::Query(sql) => self.run_query(&catalog, memory, step("query"), &sql).await,
                    Deed::LookupSchema(tables) => look_up(&catalog, memory, step("lookup_schema"), &tables),
                    Deed::SearchTables(words) => search(&catalog, memory, step("search_tables"), &words).await,
                };
                Done { step: RunStep { thinking, ..done.step }, ..done }
            }
            Err(fault) => {
                let detail = judge_fault(memory, &fault);
                let error = Some(format!("the model's step was given up: {detail}"));
                Done {
                    step: RunStep { status: "error".into(), error, ..step("error") },
                    result: "Your last replies could not be used. Go on with one JSON action.".into(),
                    spending: Spending::nothing(),
                    queries: 0,
                    answer: None,
                }
            }
        };
        spending.add(done.spending);
        self.note(memory, &mut progress, &judged.reply, done, spending, begun)?;
        self.judge_progress(memory, &mut progress);
        if memory.model.spent {
            progress.kept.push(keep("stopped_by", &memory.stopped_by)?);
        }
        progress.kept.push(keep("model", &memory.model)?);
        Ok(progress)
    }

    /// Keeps a step with what the model said and what came of it.
    fn note(
        &self,
        memory: &mut Memory,
        progress: &mut Progress,
        reply: &str,
        done: Done,
        spending: Spending,
        begun: Instant,
    ) -> Result<(), Failure> {
        let number = self.run.view.step_count + 1;
        let elapsed_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        let (input_tokens, output_tokens) = (spending.input_tokens, spending.output_tokens);
        if let Some(answer) = done.answer {
            let id = format!("step-{number:04}");
            let answer = Answer { step: number, ..answer };
            progress.kept.push(keep(format!("answer:{id}"), &answer)?);
            memory.answers.0.insert(id, answer);
        }
        let explored = self.run.view.explored + 1;
        let mut result: String = done.result.chars().take(LONGEST_RESULT).collect();
        result.push_str(&format!("\n\nStep {explored} of at most {}.", self.run.view.request.max_steps));
        if done.step.kind != "error" || !reply.is_empty() {
            let exchange = Exchange { reply: reply.chars().take(LONGEST_RESULT).collect(), result };
            progress.kept.push(keep(numbered("exchange", memory.exchanges.len()), &exchange)?);
            memory.exchanges.push(exchange);
        }
        progress.steps.push(RunStep { elapsed_ms, input_tokens, output_tokens, ..done.step });
        progress.spent = self.tally.report(done.queries, spending);
        Ok(())
    }

    /// Counts what went wrong and what told nothing new; ends the exploration where it leads nowhere.
    fn judge_progress(&self, memory: &mut Memory, progress: &mut Progress) {
        let Some(step) = progress.steps.last() else { return };
        let is_error = step.kind == "error";
        memory.model.errors = if is_error { memory.model.errors + 1 } else { 0 };
        if memory.model.unusable.is_some() || memory.model.spent || memory.model.errors >= MOST_ERRORS {
            let why = step.error.clone().unwrap_or_default();
            memory.model.explored = true;
            memory.model.failed = true;
            progress.warnings.push(format!("the model explores no further ({why}): the built-in explorer goes on"));
            return;
        }
        let tells =
            step.kind == "complete_rejected" || (step.status == "ok" && step.row_count != Some(0) && !self.repeats(memory, step));
        memory.model.stale = if tells { 0 } else { memory.model.stale + 1 };
        if memory.model.stale >= MOST_STALE && self.run.view.explored + 1 >= self.run.view.request.min_steps {
            memory.model.explored = true;
            progress.warnings.push(format!("the exploration ended: its last {MOST_STALE} steps told nothing new"));
            progress.then = next();
        }
    }

    /// Whether another step asked the very same.
    fn repeats(&self, memory: &Memory, step: &RunStep) -> bool {
        let Some(sql) = &step.sql else { return false };
        memory.answers.0.values().filter(|answer| answer.sql.trim() == sql.trim()).count() > 1
    }

    /// None where it may end; else it is told how many steps remain (seed 002, Early-termination guard).
    fn finish(&self, memory: &Memory, step: RunStep) -> Option<Done> {
        let (view, least) = (&self.run.view, self.run.view.request.min_steps);
        let left = least.saturating_sub(view.explored);
        if left == 0 || memory.model.unusable.is_some() {
            return None;
        }
        let message = format!("done at step {}, before the least of {least}: {left} to go", view.explored);
        let result = format!(
            "Not yet: at least {left} more steps are wanted. Look at something you have not looked at: another table, period or \
             segment, or try to refute what you found."
        );
        let step = RunStep { message: Some(message), status: "skipped".into(), ..step };
        Some(Done { step, result, spending: Spending::nothing(), queries: 0, answer: None })
    }

    async fn run_query(&self, catalog: &ProjectCatalog, memory: &mut Memory, step: RunStep, sql: &str) -> Done {
        let asking::Queried { sql, result, fixes, spending, queries, .. } = self.ask_mending(catalog, memory, sql, ROWS).await;
        let step = RunStep { sql: Some(sql.clone()), fix_history: fixes, ..step };
        match result {
            Ok(rows) => {
                let text = digest(&rows.columns, &rows.rows).to_string();
                let step = RunStep { row_count: Some(rows.rows.len() as u64), ..step };
                let answer = Answer { step: 0, sql, columns: rows.columns, rows: Some(rows.rows) };
                Done { step, result: text, spending, queries, answer: Some(answer) }
            }
            Err(failure) => {
                let result = format!("The query failed: {}. Go on with another one.", failure.detail);
                let step = RunStep { status: "error".into(), error: Some(failure.detail), ..step };
                let answer = Answer { step: 0, sql, columns: Vec::new(), rows: None };
                Done { step, result, spending, queries, answer: Some(answer) }
            }
        }
    }
}

fn look_up(catalog: &ProjectCatalog, memory: &mut Memory, step: RunStep, tables: &[String]) -> Done {
    memory.model.lookups += 1;
    let result = if memory.model.lookups > MOST_LOOKUPS {
        format!("A run looks up schemas {MOST_LOOKUPS} times at most: go on with what you know.")
    } else {
        let wanted: Vec<&str> = tables.iter().take(MOST_TABLES).map(String::as_str).collect();
        let found = lookup_schema(&catalog.held, &wanted, catalog.project.filter.as_ref()).to_string();
        match tables.len().saturating_sub(MOST_TABLES) {
            0 => found,
            more => format!("{found}\n{more} of them were left out: {MOST_TABLES} tables a call at most."),
        }
    };
    let skipped = memory.model.lookups > MOST_LOOKUPS;
    finished(step, tables.join(", "), result, skipped)
}

async fn search(catalog: &ProjectCatalog, memory: &mut Memory, step: RunStep, words: &str) -> Done {
    memory.model.searches += 1;
    let skipped = memory.model.searches > MOST_SEARCHES;
    let result = if skipped {
        format!("A run searches tables {MOST_SEARCHES} times at most: go on with what you know.")
    } else {
        catalog.index.tables(words, HITS).await.to_string()
    };
    finished(step, words.to_owned(), result, skipped)
}

fn finished(step: RunStep, about: String, result: String, skipped: bool) -> Done {
    let message = if skipped { result.clone() } else { about };
    let status = if skipped { "skipped" } else { "ok" };
    let step = RunStep { message: Some(message), status: status.into(), phase: Phase::Exploration, ..step };
    Done { step, result, spending: Spending::nothing(), queries: 0, answer: None }
}
