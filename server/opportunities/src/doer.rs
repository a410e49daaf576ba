//! Does the steps of a pipeline.

use crate::{Opportunities, OpportunitiesRef, gathering};
use actors::{
    CommandFault,
    live::{Doer, Live, Start},
};
use domain::{
    StoreFault,
    account::AuditLog as _,
    opportunities::{Context, Pipeline, PipelineCommand, PipelineEffect, PipelineInput, PipelineStep, StepNews, StepResult},
};
use protocol::{
    Timestamp,
    account::{Account, Role},
    opportunities::Opportunity,
};
use std::{sync::Arc, time::Duration};
use tokio::sync::OnceCell;

/// Before the store is tried once more.
const AGAIN: Duration = Duration::from_secs(1);

pub(crate) struct PipelineDoer {
    opportunities: OpportunitiesRef,
    /// Read once; the findings in it are those of the pipeline when they were.
    known: Arc<OnceCell<Context>>,
}

impl PipelineDoer {
    pub(crate) fn new(opportunities: OpportunitiesRef) -> Self {
        Self { opportunities, known: Arc::default() }
    }
}

/// Every pipeline knows its own project.
impl Clone for PipelineDoer {
    fn clone(&self) -> Self {
        Self::new(self.opportunities.clone())
    }
}

impl Doer for PipelineDoer {
    type Machine = Pipeline;
    type Note = ();
    type Before = ();

    fn start(live: &mut Live<Self>, effect: PipelineEffect, _now: Timestamp) -> Start<Self> {
        let step = match effect {
            PipelineEffect::Stop(step) => return Start::Cancel(step),
            PipelineEffect::Do(step) => step,
        };
        let Some(opportunities) = live.doer.opportunities.get() else { return Start::Nothing };
        let task = Task { opportunities, pipeline: live.state.clone(), known: live.doer.known.clone(), step };
        Start::later(step, async move { PipelineInput::Done { step, result: Box::new(task.work().await) } })
    }

    async fn input(_live: &mut Live<Self>, command: &PipelineCommand) -> Result<(PipelineInput, ()), CommandFault> {
        Ok((PipelineInput::Command(Box::new(command.clone())), ()))
    }
}

/// One step under way.
pub(crate) struct Task {
    pub(crate) opportunities: Opportunities,
    pub(crate) pipeline: Pipeline,
    known: Arc<OnceCell<Context>>,
    pub(crate) step: PipelineStep,
}

impl Task {
    /// The store may be away for a moment; everything else that goes wrong ends the pipeline.
    async fn work(self) -> StepResult {
        loop {
            match self.attempt().await {
                Ok(result) => return result,
                Err(fault) if matches!(fault, StoreFault::Unavailable(_)) => {
                    tracing::warn!(pipeline = %self.pipeline.view.id, %fault, "a pipeline waits for the store");
                    tokio::time::sleep(AGAIN).await;
                }
                Err(fault) => {
                    tracing::error!(pipeline = %self.pipeline.view.id, %fault, "a pipeline failed");
                    return failed("the server failed on this pipeline; it was logged under its id");
                }
            }
        }
    }

    async fn attempt(&self) -> Result<StepResult, StoreFault> {
        let _turn = self.opportunities.turns().take(self.pipeline.tenant.0.as_u128()).await;
        match self.step {
            PipelineStep::Explore { .. } => self.explore().await,
            PipelineStep::Frame { from, .. } => self.frame(from).await,
            PipelineStep::Produce { .. } => self.produce().await,
            PipelineStep::Validate { cycle, .. } => self.validate(cycle).await,
            PipelineStep::Revise { .. } => self.revise().await,
            PipelineStep::Rank { .. } => self.rank().await,
        }
    }

    async fn explore(&self) -> Result<StepResult, StoreFault> {
        let Some(account) = self.account().await? else { return Ok(failed("whoever began this is not there any more")) };
        let view = &self.pipeline.view;
        let now = self.opportunities.now();
        let sources = self.opportunities.parts().sources();
        Ok(match gathering::gather(&sources, &account, view.project, &view.source, now).await {
            Ok(gathered) => {
                let news = StepNews::Explored { findings: gathered.findings, left_out: gathered.left_out };
                StepResult { fell_back: None, news }
            }
            Err(gathering::GatherFault::Store(fault)) => return Err(fault),
            Err(gathering::GatherFault::Refused(refusal)) => failed(&refusal.detail),
        })
    }

    /// What agents may know beside the items.
    pub(crate) async fn context(&self) -> Result<Context, StoreFault> {
        let view = &self.pipeline.view;
        let (parts, now) = (self.opportunities.parts(), self.opportunities.now());
        let read = || async {
            gathering::context(&parts.sources(), self.pipeline.tenant, view.project, &view.source, Vec::new(), now).await
        };
        let known = self.known.get_or_try_init(read).await?;
        Ok(Context { findings: view.findings.clone(), ..known.clone() })
    }

    pub(crate) fn opportunities_of(&self, ids: &[protocol::OpportunityId]) -> Vec<Opportunity> {
        ids.iter().filter_map(|id| self.pipeline.view.opportunity(*id).cloned()).collect()
    }

    /// For whom it is done. Who became a viewer, or is gone, begins nothing any more.
    async fn account(&self) -> Result<Option<Account>, StoreFault> {
        let accounts = self.opportunities.accounts();
        let (user, tenant) = (accounts.user(self.pipeline.view.by).await?, accounts.tenant(self.pipeline.tenant).await?);
        let Some(tenant) = tenant else { return Ok(None) };
        let Some(user) = user else {
            // Whoever may run the command line is nobody whom the accounts know.
            let by_command_line = self.pipeline.view.by.0.is_nil();
            return Ok(by_command_line.then(|| Account {
                user_id: self.pipeline.view.by,
                tenant_id: tenant.id,
                tenant_slug: tenant.slug,
                name: "command line".into(),
                email: String::new(),
                role: Role::Admin,
            }));
        };
        let is_allowed = user.tenant == tenant.id && user.role >= Role::Member;
        let account = Account {
            user_id: user.id,
            tenant_id: tenant.id,
            tenant_slug: tenant.slug,
            name: user.name,
            email: user.email,
            role: user.role,
        };
        Ok(is_allowed.then_some(account))
    }
}

pub(crate) fn failed(error: &str) -> StepResult {
    StepResult { fell_back: None, news: StepNews::Failed(error.to_owned()) }
}
