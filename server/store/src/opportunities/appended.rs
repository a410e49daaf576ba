//! What an append of a pipeline writes beside its events.

use crate::{
    columns::micros,
    datum::Datum,
    insert::{Dialect, Statement, Table},
};
use domain::{
    live::StreamRow,
    opportunities::{CallRow, OpportunityRow, PipelineRow, PipelineRows, ValidationRow},
};
use protocol::opportunities::{StageStatus, StageView};

/// Whose it is and what it goes on from never changes.
const PIPELINES: Table = Table {
    name: "opportunity_pipelines",
    columns: &[
        "id", "tenant_id", "project_id", "created_by", "experiment_of", "source", "status", "stage", "engine", "error",
        "findings", "opportunities", "undecided", "warned", "cost_micros", "created_at", "finished_at", "updated_at",
    ],
    conflict: "ON CONFLICT (id) DO UPDATE SET status = excluded.status, stage = excluded.stage, engine = excluded.engine, \
        error = excluded.error, findings = excluded.findings, opportunities = excluded.opportunities, \
        undecided = excluded.undecided, warned = excluded.warned, cost_micros = excluded.cost_micros, \
        finished_at = excluded.finished_at, updated_at = excluded.updated_at",
};
const STAGES: Table = Table {
    name: "opportunity_stages",
    columns: &[
        "pipeline_id", "stage", "attempt", "tenant_id", "status", "briefs_produced", "validation_rejections",
        "validation_retries", "tokens", "started_at", "finished_at",
    ],
    conflict: "ON CONFLICT (pipeline_id, stage, attempt) DO UPDATE SET status = excluded.status, \
        briefs_produced = excluded.briefs_produced, validation_rejections = excluded.validation_rejections, \
        validation_retries = excluded.validation_retries, tokens = excluded.tokens, started_at = excluded.started_at, \
        finished_at = excluded.finished_at",
};
/// One of another pipeline is never written over.
const OPPORTUNITIES: Table = Table {
    name: "opportunities",
    columns: &[
        "id", "tenant_id", "project_id", "pipeline_id", "affected_area", "status", "rank", "priority", "is_warned", "decision",
        "reasoning", "updated_at",
    ],
    conflict: "ON CONFLICT (id) DO UPDATE SET affected_area = excluded.affected_area, status = excluded.status, \
        rank = excluded.rank, priority = excluded.priority, is_warned = excluded.is_warned, decision = excluded.decision, \
        reasoning = excluded.reasoning, updated_at = excluded.updated_at \
        WHERE opportunities.pipeline_id = excluded.pipeline_id",
};
const CALLS: Table = Table {
    name: "opportunity_calls",
    columns: &[
        "pipeline_id", "number", "tenant_id", "stage", "attempt", "cycle", "agent", "purpose", "engine", "prompt_version",
        "items", "item", "outcome", "error", "input_tokens", "output_tokens", "cost_micros", "elapsed_ms", "at",
    ],
    conflict: "",
};
const VALIDATIONS: Table = Table {
    name: "opportunity_validations",
    columns: &[
        "pipeline_id", "stage", "attempt", "cycle", "tenant_id", "boundary", "producer_engine", "producer_version", "items",
        "rejected",
    ],
    conflict: "",
};

pub(crate) fn statements<'a>(dialect: Dialect, stream: &'a StreamRow, rows: &'a PipelineRows) -> Vec<Statement<'a>> {
    let mut all = PIPELINES.insert(dialect, &[&rows.row], write_pipeline);
    let mut stages: Vec<&StageView> = rows.stages.iter().collect();
    // The index allows one attempt in progress: the one before it has to end first.
    stages.sort_by_key(|stage| stage.status == StageStatus::InProgress);
    all.extend(STAGES.insert(dialect, &stages, |stage, out| write_stage(stream, stage, out)));
    let opportunities: Vec<&OpportunityRow> = rows.opportunities.iter().collect();
    all.extend(OPPORTUNITIES.insert(dialect, &opportunities, write_opportunity));
    let calls: Vec<&CallRow> = rows.calls.iter().collect();
    all.extend(CALLS.insert(dialect, &calls, |call, out| write_call(stream, call, out)));
    let validations: Vec<&ValidationRow> = rows.validations.iter().collect();
    all.extend(VALIDATIONS.insert(dialect, &validations, |row, out| write_validation(stream, row, out)));
    all
}

fn write_pipeline<'a>(row: &&'a PipelineRow, out: &mut Vec<Datum<'a>>) {
    out.extend([
        Datum::id(row.id.0),
        Datum::id(row.tenant.0),
        Datum::id(row.project.0),
        Datum::id((!row.user.0.is_nil()).then_some(row.user.0)),
        Datum::id(row.experiment_of.map(|id| id.0)),
        Datum::text(&row.source),
        Datum::text(row.status.name()),
        Datum::text(row.stage.name()),
        Datum::text(&row.engine),
        Datum::maybe_text(row.error.as_deref()),
        Datum::number(row.findings),
        Datum::number(row.opportunities),
        Datum::number(row.undecided),
        Datum::number(row.warned),
        Datum::number(micros(row.usd)),
        Datum::at(row.created_at),
        Datum::maybe_at(row.finished_at),
        Datum::at(row.updated_at),
    ]);
}

fn write_stage<'a>(stream: &'a StreamRow, stage: &'a StageView, out: &mut Vec<Datum<'a>>) {
    let flags = &stage.quality_flags;
    out.extend([
        Datum::id(stream.id),
        Datum::text(stage.stage.name()),
        Datum::number(stage.attempt),
        Datum::id(stream.tenant.0),
        Datum::text(stage.status.name()),
        Datum::number(flags.briefs_produced),
        Datum::number(flags.validation_rejections),
        Datum::number(flags.validation_retries),
        Datum::amount(stage.tokens),
        Datum::maybe_at(stage.started_at),
        Datum::maybe_at(stage.finished_at),
    ]);
}

fn write_opportunity<'a>(row: &&'a OpportunityRow, out: &mut Vec<Datum<'a>>) {
    out.extend([
        Datum::id(row.id.0),
        Datum::id(row.tenant.0),
        Datum::id(row.project.0),
        Datum::id(row.pipeline.0),
        Datum::text(&row.affected_area),
        Datum::text(row.status.name()),
        Datum::maybe_number(row.rank),
        Datum::maybe_number(row.priority),
        Datum::flag(row.is_warned),
        Datum::maybe_text(row.decision.map(|decision| decision.name())),
        Datum::maybe_text(row.reasoning.as_deref()),
        Datum::at(row.updated_at),
    ]);
}

fn write_call<'a>(stream: &'a StreamRow, row: &'a CallRow, out: &mut Vec<Datum<'a>>) {
    let call = &row.call;
    out.extend([
        Datum::id(stream.id),
        Datum::number(row.number),
        Datum::id(stream.tenant.0),
        Datum::text(row.stage.name()),
        Datum::number(row.attempt),
        Datum::maybe_number(row.cycle),
        Datum::text(call.agent.name()),
        Datum::text(call.purpose.name()),
        Datum::text(&call.engine),
        Datum::text(&call.prompt_version),
        Datum::number(call.items),
        Datum::id(call.item.map(|id| id.0)),
        Datum::text(call.outcome.name()),
        Datum::maybe_text(call.error.as_deref()),
        Datum::amount(call.cost.input_tokens),
        Datum::amount(call.cost.output_tokens),
        Datum::number(micros(call.cost.usd)),
        Datum::amount(call.elapsed_ms),
        Datum::at(row.at),
    ]);
}

fn write_validation<'a>(stream: &'a StreamRow, row: &'a ValidationRow, out: &mut Vec<Datum<'a>>) {
    out.extend([
        Datum::id(stream.id),
        Datum::text(row.stage.name()),
        Datum::number(row.attempt),
        Datum::number(row.cycle),
        Datum::id(stream.tenant.0),
        Datum::text(row.boundary.name()),
        Datum::text(&row.producer_engine),
        Datum::text(&row.producer_version),
        Datum::number(row.items),
        Datum::number(row.rejected),
    ]);
}
