//! Does the steps of an ask.

use crate::{
    Asks, AsksRef, may_pass,
    memory::{Memory, parsed, step_name, step_part, steps_read},
    planning::numbered,
    questions::ask_view,
    steps::{self, Mending},
};
use actors::{
    CommandFault,
    live::{Doer, Live, Start},
};
use domain::{
    StoreFault,
    account::AuditLog as _,
    ask::{
        Ask, AskCommand, AskEffect, AskInput, AskNews, AskResult, AskStep, Draft, MOST_ROWS, StepOutcome, facts_for_redo,
        reached_limit, reached_money, reusable_steps,
    },
};
use projects::{Caller, Extent};
use protocol::{
    Timestamp,
    account::{Account, Role},
    ask::{AskMode, PlanStep, StepAction},
    work::StepState,
};
use serde_json::{Map, Value};
use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// Before the store is tried once more.
const AGAIN: Duration = Duration::from_secs(1);

pub(crate) struct AskDoer {
    asks: AsksRef,
    memory: Arc<Mutex<Option<Memory>>>,
}

impl AskDoer {
    pub(crate) fn new(asks: AsksRef) -> Self {
        Self { asks, memory: Arc::default() }
    }
}

/// Every ask has a memory of its own.
impl Clone for AskDoer {
    fn clone(&self) -> Self {
        Self::new(self.asks.clone())
    }
}

impl Doer for AskDoer {
    type Machine = Ask;
    type Note = ();
    type Before = ();

    fn start(live: &mut Live<Self>, effect: AskEffect, _now: Timestamp) -> Start<Self> {
        let step = match effect {
            AskEffect::Stop(step) => return Start::Cancel(step),
            AskEffect::Do(step) => step,
        };
        let Some(asks) = live.doer.asks.get() else { return Start::Nothing };
        let task = Task { asks, ask: live.state.clone(), memory: live.doer.memory.clone(), step };
        Start::later(step, async move { AskInput::Done { step, result: Box::new(task.work().await) } })
    }

    async fn input(_live: &mut Live<Self>, command: &AskCommand) -> Result<(AskInput, ()), CommandFault> {
        Ok((AskInput::Command(command.clone()), ()))
    }
}

/// One step under way.
pub(crate) struct Task {
    pub(crate) asks: Asks,
    pub(crate) ask: Ask,
    memory: Arc<Mutex<Option<Memory>>>,
    step: AskStep,
}

impl Task {
    /// The store may be away for a moment; everything else that goes wrong ends the ask.
    async fn work(self) -> AskResult {
        loop {
            match self.attempt().await {
                Ok(result) => return result,
                Err(fault) if may_pass(&fault) => {
                    tracing::warn!(ask = %self.ask.view.id, %fault, "an ask waits for the store");
                    tokio::time::sleep(AGAIN).await;
                }
                Err(fault) => {
                    tracing::error!(ask = %self.ask.view.id, %fault, "an ask failed");
                    let error = "the server failed on this question; it was logged under its id".to_owned();
                    return AskResult { news: AskNews::Failed(error), ..AskResult::default() };
                }
            }
        }
    }

    async fn attempt(&self) -> Result<AskResult, StoreFault> {
        self.load().await?;
        let Some(caller) = self.caller().await? else {
            let error = "whoever asked this is not there any more".to_owned();
            return Ok(AskResult { news: AskNews::Failed(error), ..AskResult::default() });
        };
        let result = match self.step {
            AskStep::Plan { round } => self.plan(&caller, round).await?,
            AskStep::Run(number) => self.run(&caller, number).await?,
            AskStep::Conclude => self.conclude().await?,
        };
        let mut memory = self.held();
        let memory = memory.get_or_insert_default();
        for part in &result.kept {
            memory.add(part)?;
        }
        Ok(result)
    }

    async fn run(&self, caller: &Caller, number: u32) -> Result<AskResult, StoreFault> {
        let planned = self.ask.view.plan.as_ref().and_then(|plan| plan.plan.steps.iter().find(|step| step.number == number));
        let Some(step) = planned else { return Ok(AskResult::default()) };
        let draft = self.held().as_ref().and_then(|memory| memory.draft.clone());
        // The plan that is shown may be shortened; the draft is what runs.
        let plan = draft.as_ref().map_or(std::slice::from_ref(step), |draft| draft.plan.plan.steps.as_slice());
        let own = plan.iter().find(|step| step.number == number).unwrap_or(step);
        let outcome = match self.kept(caller, draft.as_ref(), number).await? {
            Some(kept) => kept,
            None => {
                let outcomes = self.outcomes(&steps_read(own)).await?;
                let own_values = facts_for_redo(&self.ask.view, Map::new());
                match reached_limit(&self.ask.view) {
                    Some(limit) => StepOutcome::of_limit(number, limit),
                    None => {
                        let (step, known) = ((own, extent_of(number, plan)), (outcomes.as_slice(), &own_values));
                        carry_out(&self.asks, caller, step, known, self.mending()).await
                    }
                }
            }
        };
        if !outcome.unclear.is_empty() {
            // With the answer the step is carried out again.
            let questions = numbered(outcome.unclear, &self.ask.view.questions);
            return Ok(AskResult { news: AskNews::Unclear { questions, cost: outcome.cost }, ..AskResult::default() });
        }
        let kept = vec![step_part(&outcome)?];
        let shown = Box::new(outcome.to_view(&step.goal, &step.action));
        let news = AskNews::Stepped { step: shown, cost: outcome.cost };
        Ok(AskResult { kept, news, ..AskResult::default() })
    }

    /// A claim is checked as it is written.
    fn mending(&self) -> Mending {
        let view = &self.ask.view;
        let may_pay = view.fell_back.is_none() && reached_money(view).is_none();
        let is_audited = view.mode.as_ref().is_some_and(|choice| choice.mode == AskMode::Auditable);
        // While it is asked back nothing else is under way, so that no result gets lost.
        let running = view.steps.iter().filter(|step| step.state == StepState::Running).count();
        Mending { client: may_pay.then(|| self.client()), corrects: !is_audited, asks: running == 1 }
    }

    /// What came of the steps so far; of these with all rows, of others maybe with the first.
    pub(crate) async fn outcomes(&self, whole: &BTreeSet<u32>) -> Result<Vec<StepOutcome>, StoreFault> {
        let (mut outcomes, shortened) = {
            let memory = self.held();
            memory.as_ref().map(|memory| (memory.outcomes.clone(), memory.shortened.clone())).unwrap_or_default()
        };
        for outcome in outcomes.iter_mut().filter(|one| whole.contains(&one.number) && shortened.contains(&one.number)) {
            let (store, name) = (self.asks.store(), step_name(outcome.number));
            let part = store.ask_part(self.ask.tenant, self.ask.view.id, &name).await?;
            *outcome = parsed(&part.ok_or_else(|| StoreFault::Corrupt(format!("{name} is not kept any more")))?)?;
        }
        Ok(outcomes)
    }

    /// What the ask before this one found of a step, where a changed value does not touch it. Done again without a change, everything
    /// is looked up anew.
    async fn kept(&self, caller: &Caller, draft: Option<&Draft>, number: u32) -> Result<Option<StepOutcome>, StoreFault> {
        let request = &self.ask.view.request;
        let (Some(before), Some(draft)) = (request.redo_of, draft) else { return Ok(None) };
        let Ok(view) = ask_view(&self.asks, &caller.account, before).await else { return Ok(None) };
        if facts_for_redo(&view, Map::new()) == request.facts {
            return Ok(None);
        }
        let memory = Memory::read(&self.asks.store().ask_memory(self.ask.tenant, before).await?)?;
        let same = memory.draft.as_ref().map(|old| reusable_steps(old, &memory.outcomes, draft)).unwrap_or_default();
        let Some((_, old)) = same.into_iter().find(|(new, _)| *new == number) else { return Ok(None) };
        let outcome = if memory.shortened.contains(&old) {
            let part = self.asks.store().ask_part(self.ask.tenant, before, &step_name(old)).await?;
            part.as_ref().map(parsed::<StepOutcome>).transpose()?
        } else {
            memory.outcomes.into_iter().find(|one| one.number == old)
        };
        // A step that reads this one may need more rows than are kept.
        Ok(outcome.filter(|one| !one.table.truncated).map(|one| one.kept_as(number)))
    }

    /// What a server before this one has found.
    async fn load(&self) -> Result<(), StoreFault> {
        if self.held().is_some() {
            return Ok(());
        }
        let parts = self.asks.store().ask_memory(self.ask.tenant, self.ask.view.id).await?;
        let stored = Memory::read(&parts)?;
        self.held().get_or_insert(stored);
        Ok(())
    }

    /// For whom it is asked. Who is gone asks nothing any more.
    async fn caller(&self) -> Result<Option<Caller>, StoreFault> {
        let view = &self.ask.view;
        let accounts = self.asks.accounts();
        let (Some(user), Some(tenant)) = (accounts.user(view.by).await?, accounts.tenant(self.ask.tenant).await?) else {
            return Ok(None);
        };
        let is_allowed = user.tenant == tenant.id && user.role >= Role::Viewer;
        let account = Account {
            user_id: user.id,
            tenant_id: tenant.id,
            tenant_slug: tenant.slug,
            name: user.name,
            email: user.email,
            role: user.role,
        };
        Ok(is_allowed.then_some(Caller { account, project: view.project }))
    }

    pub(crate) fn held(&self) -> MutexGuard<'_, Option<Memory>> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Rows that a later step reads are kept as far as steps may read; others as far as they may be shown.
pub(crate) fn extent_of(number: u32, plan: &[PlanStep]) -> Extent {
    let is_read = plan.iter().any(|step| steps_read(step).contains(&number));
    if is_read { Extent::Kept } else { Extent::Usual(MOST_ROWS) }
}

/// Steps wait in turns between tenants, and between the people of each; those that read or keep many rows in longer ones.
pub(crate) async fn carry_out(
    asks: &Asks,
    caller: &Caller,
    (step, extent): (&PlanStep, Extent),
    (earlier, own_values): (&[StepOutcome], &Map<String, Value>),
    mending: Mending,
) -> StepOutcome {
    let (tenant, person) = (caller.account.tenant_id.0.as_u128(), caller.account.user_id.0.as_u128());
    let turns = asks.turns();
    let _own = turns.of_people.take(person).await;
    let _turn = turns.of_tenants.take(tenant).await;
    let is_large = matches!(step.action, StepAction::Query { .. }) && (extent == Extent::Kept || !steps_read(step).is_empty());
    let _large = if is_large { Some(turns.of_many_rows.take(tenant).await) } else { None };
    steps::carry_out(asks, caller, (step, extent), (earlier, own_values), mending).await
}
