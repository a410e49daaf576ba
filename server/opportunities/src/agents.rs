//! Which engine judges, and the record of its call.

use crate::doer::Task;
use domain::{
    interview::EngineFault,
    models::Subject,
    opportunities::Client,
    runs::{Judged, Spending},
};
use protocol::{
    OpportunityId,
    live::Kind,
    opportunities::{Agent, AgentCall, CallOutcome, PipelineCost, Purpose},
};
use std::time::{Duration, Instant};

/// What the engine without a model is called.
pub(crate) const BUILT_IN: &str = "built_in";

/// What a call was for.
#[derive(Clone, Copy)]
pub(crate) struct Job {
    pub(crate) agent: Agent,
    pub(crate) purpose: Purpose,
    pub(crate) items: usize,
    pub(crate) item: Option<OpportunityId>,
}

impl Task {
    /// The model's name, where one judges.
    pub(crate) fn model(&self) -> Option<&str> {
        let view = &self.pipeline.view;
        view.model.as_deref().filter(|_| view.fell_back.is_none())
    }

    pub(crate) fn client(&self) -> Client {
        let subject = Subject { kind: Kind::Pipeline, id: self.pipeline.view.id.0, limit: None };
        Client { tenant: self.pipeline.tenant, subject: Some(subject) }
    }

    /// The edition of a prompt or of the rules.
    pub(crate) fn version(&self, agent: Agent, purpose: Purpose) -> String {
        let parts = self.opportunities.parts();
        if self.model().is_some() { parts.analyst.prompt_version(agent, purpose) } else { parts.rules.edition(agent, purpose) }
    }

    /// A call of the model, whatever came of it.
    pub(crate) fn record<T>(&self, job: Job, judged: &Judged<T>, begun: Instant) -> AgentCall {
        let (outcome, error) = match &judged.result {
            Ok(_) => (CallOutcome::Used, None),
            Err(fault) => {
                let outcome = if is_malformed(fault) { CallOutcome::Malformed } else { CallOutcome::Failed };
                (outcome, Some(fault.to_string()))
            }
        };
        AgentCall {
            agent: job.agent,
            purpose: job.purpose,
            engine: self.model().unwrap_or(BUILT_IN).to_owned(),
            prompt_version: self.version(job.agent, job.purpose),
            items: count(job.items),
            made: Vec::new(),
            item: job.item,
            outcome,
            error,
            cost: cost(judged.spending),
            elapsed_ms: millis(begun.elapsed()),
        }
    }

    /// A judgement of the built-in engine, which costs nothing.
    pub(crate) fn record_rules(&self, job: Job, begun: Instant) -> AgentCall {
        AgentCall {
            agent: job.agent,
            purpose: job.purpose,
            engine: BUILT_IN.to_owned(),
            prompt_version: self.opportunities.parts().rules.edition(job.agent, job.purpose),
            items: count(job.items),
            made: Vec::new(),
            item: job.item,
            outcome: CallOutcome::Used,
            error: None,
            cost: PipelineCost::default(),
            elapsed_ms: millis(begun.elapsed()),
        }
    }
}

/// Notes what each call made: a model's is the first one, that of the rules the last.
pub(crate) fn credit(calls: &mut [AgentCall], by_model: Vec<OpportunityId>, by_rules: Vec<OpportunityId>) {
    if let Some(call) = calls.first_mut().filter(|_| !by_model.is_empty()) {
        call.made = by_model;
    }
    if let Some(call) = calls.last_mut().filter(|_| !by_rules.is_empty()) {
        call.made = by_rules;
    }
}

/// Whether there was an answer at all.
pub(crate) const fn is_malformed(fault: &EngineFault) -> bool {
    matches!(
        fault,
        EngineFault::Malformed(_)
            | EngineFault::Model(domain::models::ModelFault::Malformed(_) | domain::models::ModelFault::Truncated { .. })
    )
}

fn cost(spending: Spending) -> PipelineCost {
    PipelineCost {
        input_tokens: spending.input_tokens,
        output_tokens: spending.output_tokens,
        usd: spending.usd.unwrap_or_default(),
    }
}

pub(crate) fn count(items: usize) -> u32 {
    u32::try_from(items).unwrap_or(u32::MAX)
}

fn millis(elapsed: Duration) -> u64 {
    u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX)
}
