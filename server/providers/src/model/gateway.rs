//! The port's implementation: choose, limit, retry, keep to the budget, write the ledger.

use super::{
    call::Call,
    client::Clients,
    lane::{Lane, Lanes},
    target::{Chosen, Defaults, Target},
    wire::{self, Replied},
};
use async_trait::async_trait;
use domain::{
    IdSource, Shared, StoreFault,
    models::{
        Admission, BreakerRule, Budget, CallBegun, Caller, Choice, Deltas, LanguageModel, ModelFault, ModelName, ModelReply,
        ModelRequest, ModelSettings, ModelStore, ModelTurn, RetryRule, SecretStore, Strength, SubjectKeys, Task, worst_case,
    },
};
use protocol::{TenantId, Timestamp};
use secrecy::SecretString;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use tokio_util::task::TaskTracker;
use tracing::{Instrument as _, field::Empty};

/// How long settings are believed before they are read again; other nodes learn of a change by this.
const BELIEVED: Duration = Duration::from_secs(5);
/// A test says little, but some models think before they say it.
const TEST_TOKENS: u32 = 64;

#[derive(Clone, Copy, Debug)]
pub struct GatewayRule {
    /// For one question with all its retries and its waiting for a free place.
    pub time: Duration,
    /// Calls at once to one place.
    pub at_once: usize,
    pub retry: RetryRule,
    pub breaker: BreakerRule,
    /// Addresses inside the network may be given by administrators of tenants.
    pub allow_private: bool,
}

impl Default for GatewayRule {
    fn default() -> Self {
        Self {
            time: Duration::from_secs(60),
            at_once: 8,
            retry: RetryRule::default(),
            breaker: BreakerRule::default(),
            allow_private: false,
        }
    }
}

/// What the gateway depends on.
pub struct Parts {
    pub models: Arc<dyn ModelStore>,
    pub secrets: Arc<dyn SecretStore>,
    /// Keys that win over the tenant's.
    pub keys: Option<Arc<dyn SubjectKeys>>,
    pub ids: Arc<dyn IdSource>,
    pub now: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    pub defaults: Defaults,
    pub rule: GatewayRule,
}

/// Every call to a language model goes through here. Clones are the same gateway.
#[derive(Clone)]
pub struct Gateway(Shared<Inner>);

struct Inner {
    parts: Parts,
    clients: Clients,
    lanes: Lanes,
    believed: Mutex<HashMap<TenantId, (Instant, Arc<Chosen>)>>,
    writes: TaskTracker,
}

impl Gateway {
    /// # Errors
    /// Where no HTTP client can be made, in words.
    pub fn new(parts: Parts) -> Result<Self, String> {
        let clients = Clients::new(parts.rule.allow_private)?;
        let lanes = Lanes::new(parts.rule.at_once);
        Ok(Self(Shared::new(Inner { parts, clients, lanes, believed: Mutex::default(), writes: TaskTracker::new() })))
    }

    /// Settings of this tenant changed: read them again before the next call.
    pub fn forget(&self, tenant: TenantId) {
        self.believed().remove(&tenant);
    }

    /// How many calls are under way, and how many wait for their turn.
    #[must_use]
    pub fn count_calls(&self) -> (usize, usize) {
        self.0.lanes.count()
    }

    /// Waits until what is known of the calls is written down.
    pub async fn settled(&self) {
        self.0.writes.close();
        self.0.writes.wait().await;
        self.0.writes.reopen();
    }

    /// One small call to what the settings choose, without retries and whether or not the place is left alone for now.
    pub async fn test(&self, tenant: TenantId, strength: Strength) -> (Option<ModelName>, Result<ModelReply, ModelFault>) {
        match self.target(tenant, strength).await {
            Ok(target) => (Some(target.name.clone()), self.try_out(tenant, strength, target).await),
            Err(fault) => (None, Err(fault)),
        }
    }

    /// The same for a choice that is not kept yet. Without a key it goes as it would go if it were kept.
    pub async fn test_choice(
        &self,
        tenant: TenantId,
        strength: Strength,
        choice: &Choice,
        key: Option<SecretString>,
        budget: Budget,
    ) -> Result<ModelReply, ModelFault> {
        self.try_out(tenant, strength, Target::new(choice, key, budget, &self.0.parts.defaults)).await
    }

    /// What the operator chose, for tenants that chose nothing.
    #[must_use]
    pub fn defaults(&self) -> &Defaults {
        &self.0.parts.defaults
    }

    async fn try_out(&self, tenant: TenantId, strength: Strength, target: Target) -> Result<ModelReply, ModelFault> {
        let request = ModelRequest {
            caller: Caller { tenant, subject: None, task: Task::Test },
            strength,
            system: "You are being tested for whether you can be reached.".into(),
            turns: vec![ModelTurn::user("Reply with the single word: ready")],
            tools: Vec::new(),
            schema: None,
            max_tokens: TEST_TOKENS,
        };
        let lane = self.0.lanes.get_or_create(&target);
        let once = RetryRule { attempts: 1, ..self.0.parts.rule.retry };
        self.run(target, request, None, &lane, once, Instant::now()).await
    }

    async fn target(&self, tenant: TenantId, strength: Strength) -> Result<Target, ModelFault> {
        let held = self.believed().get(&tenant).filter(|(at, _)| at.elapsed() < BELIEVED).map(|(_, chosen)| chosen.clone());
        let chosen = match held {
            Some(chosen) => chosen,
            None => {
                // Beside the caller: one that is not polled for a while must not hold a connection to the database.
                let gateway = self.clone();
                let read = tokio::spawn(async move { gateway.read(tenant).await });
                let chosen = Arc::new(read.await.map_err(|fault| ModelFault::Unreachable(fault.to_string()))??);
                self.believed().insert(tenant, (Instant::now(), chosen.clone()));
                chosen
            }
        };
        chosen.target(strength).cloned().ok_or(ModelFault::NotConfigured)
    }

    async fn read(&self, tenant: TenantId) -> Result<Chosen, ModelFault> {
        let Parts { models, secrets, defaults, .. } = &self.0.parts;
        let settings = models.model_settings(tenant).await.map_err(|fault| unkept(&fault))?.unwrap_or_default();
        let mut keys = HashMap::new();
        for strength in Strength::ALL.into_iter().filter(|strength| settings.choice(*strength).is_some()) {
            let key = secrets.secret(tenant, ModelSettings::key_id(strength)).await.map_err(|fault| unkept(&fault))?;
            keys.extend(key.map(|key| (strength, key)));
        }
        Ok(Chosen::new(&settings, defaults, |strength| keys.remove(&strength)))
    }

    /// Of what the call is made for, where that has one of its own.
    async fn key(&self, caller: Caller) -> Result<Option<SecretString>, ModelFault> {
        let (Some(keys), Some(subject)) = (self.0.parts.keys.clone(), caller.subject) else { return Ok(None) };
        // Beside the caller, as settings are.
        let read = tokio::spawn(async move { keys.key(caller.tenant, subject).await });
        read.await.map_err(|fault| ModelFault::Unreachable(fault.to_string()))?.map_err(|fault| unkept(&fault))
    }

    async fn run(
        &self,
        target: Target,
        request: ModelRequest,
        deltas: Option<&Deltas<'_>>,
        lane: &Lane,
        retry: RetryRule,
        began: Instant,
    ) -> Result<ModelReply, ModelFault> {
        let Inner { parts, clients, .. } = &*self.0;
        // A dropped call says nothing about the provider, so another may try. A test was not admitted, so it blocks no others.
        let admitted = request.caller.task != Task::Test;
        let mut probe = Probe { lane, told: !admitted };
        let deadline = tokio::time::Instant::from_std(began + parts.rule.time);
        let turn = tokio::time::timeout_at(deadline, lane.turn(request.caller.tenant)).await;
        let Ok(Some(_turn)) = turn else { return Err(ModelFault::TimedOut) };
        let request = Arc::new(request);
        let mut call = self.begin(&request, &target).await?;
        let mut attempt = 0;
        loop {
            attempt += 1;
            call.attempts += 1;
            let asked = wire::call(clients, &target, &request, deltas, &call.seen);
            let fault = match tokio::time::timeout_at(deadline, asked).await {
                Ok(Ok(Replied { text, calls, usage })) => {
                    probe.told = true;
                    lane.succeeded();
                    call.done();
                    let cost = target.price.map(|price| domain::models::cost(usage, price));
                    return Ok(ModelReply { text, calls, usage, cost, model: target.name.model, took: began.elapsed() });
                }
                Ok(Err(fault)) => fault,
                Err(_) => ModelFault::TimedOut,
            };
            probe.told = true;
            lane.failed(&fault, (parts.now)(), &parts.rule.breaker, admitted);
            let known = call.seen.known();
            let pause = retry
                .pause(attempt, &fault, rand::random())
                .filter(|pause| !known.told && tokio::time::Instant::now() + *pause < deadline);
            let Some(pause) = pause else {
                call.failed(&fault);
                return Err(fault);
            };
            if known.begun {
                // What it has used so far is spent: the next one is a call of its own, also before the budget.
                call.failed(&fault);
                tokio::time::sleep(pause).await;
                call = self.begin(&request, &target).await?;
            } else {
                tokio::time::sleep(pause).await;
            }
        }
    }

    async fn begin(&self, request: &Arc<ModelRequest>, target: &Target) -> Result<Call, ModelFault> {
        let Inner { parts, writes, .. } = &*self.0;
        let begun = CallBegun {
            id: parts.ids.next(),
            caller: request.caller,
            strength: request.strength,
            name: target.name.clone(),
            at: (parts.now)(),
            worst: worst_case(request, &target.name, target.price),
        };
        let id = begun.id;
        match parts.models.begin_call(begun, target.budget).await.map_err(|fault| unkept(&fault))? {
            Admission::Admitted => Ok(Call::new(parts.models.clone(), writes.clone(), id, request.clone(), target.clone())),
            Admission::Refused(fault) => Err(fault),
        }
    }

    fn believed(&self) -> std::sync::MutexGuard<'_, HashMap<TenantId, (Instant, Arc<Chosen>)>> {
        self.0.believed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Probe<'a> {
    lane: &'a Lane,
    told: bool,
}

impl Drop for Probe<'_> {
    fn drop(&mut self) {
        if !self.told {
            self.lane.untold();
        }
    }
}

/// A call that cannot be written down is not made: nobody could say what it cost.
fn unkept(fault: &StoreFault) -> ModelFault {
    match fault {
        StoreFault::Corrupt(_) => {
            tracing::error!(%fault, "the settings or keys of the language models cannot be read");
            ModelFault::Unauthorized("the kept key cannot be opened with the server's secret: enter it again".into())
        }
        fault => {
            tracing::warn!(%fault, "no call to a language model without the ledger");
            ModelFault::Unreachable("the ledger cannot be written".into())
        }
    }
}

#[async_trait]
impl LanguageModel for Gateway {
    async fn chosen(&self, tenant: TenantId, strength: Strength) -> Result<Option<ModelName>, ModelFault> {
        match self.target(tenant, strength).await {
            Ok(target) => Ok(Some(target.name)),
            Err(ModelFault::NotConfigured) => Ok(None),
            Err(fault) => Err(fault),
        }
    }

    async fn ask(&self, request: ModelRequest, deltas: Option<&Deltas<'_>>) -> Result<ModelReply, ModelFault> {
        let began = Instant::now();
        let mut target = self.target(request.caller.tenant, request.strength).await?;
        if let Some(key) = self.key(request.caller).await? {
            target.key = Some(key);
        }
        let lane = self.0.lanes.get_or_create(&target);
        let rule = &self.0.parts.rule;
        lane.admit((self.0.parts.now)(), &rule.breaker)?;
        let (provider, task) = (target.name.provider.name(), request.caller.task.name());
        let span = tracing::info_span!(target: domain::traces::TARGET, "model call", provider, task, outcome = Empty);
        let result = self.run(target, request, deltas, &lane, rule.retry, began).instrument(span.clone()).await;
        let outcome = result.as_ref().err().map_or("ok", ModelFault::kind);
        span.record("outcome", outcome);
        metrics::counter!("discovery_model_calls", "provider" => provider, "task" => task, "outcome" => outcome).increment(1);
        metrics::histogram!("discovery_model_seconds", "provider" => provider).record(began.elapsed().as_secs_f64());
        result
    }
}
