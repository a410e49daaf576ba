//! Pipelines as the pages show them.

use app::pages::opportunities::calls::{PipelineCard, ProducerShown};
use domain::opportunities::{PipelineRow, ProducerQuality};

pub(super) fn card(row: &PipelineRow, project_name: String) -> PipelineCard {
    PipelineCard {
        id: row.id,
        project: row.project,
        project_name,
        source: row.source.clone(),
        status: row.status,
        stage: row.stage,
        engine: row.engine.clone(),
        findings: row.findings,
        opportunities: row.opportunities,
        undecided: row.undecided,
        warned: row.warned,
        error: row.error.clone(),
        created_at: row.created_at,
    }
}

pub(super) fn producer(quality: ProducerQuality) -> ProducerShown {
    let ProducerQuality { boundary, engine, prompt_version, items, rejected, retries } = quality;
    ProducerShown { boundary, engine, prompt_version, items, rejected, retries }
}
