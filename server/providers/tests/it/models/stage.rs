//! A gateway whose providers are all one stub.

use domain::models::{
    Budget, Caller, Choice, Deltas, LanguageModel, ModelFault, ModelReply, ModelRequest, ModelSettings, ModelTurn, Price,
    Provider, ReplySchema, SecretStore, Strength, Subject, Task, Usd,
};
use protocol::{SessionId, TenantId};
use providers::model::{Defaults, Gateway, GatewayRule, Parts};
use serde_json::json;
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};
use testkit::{CountedIds, MORNING, MemoryModels, ModelStub};
use uuid::Uuid;

pub(crate) const TENANT: TenantId = TenantId(Uuid::from_u128(1));
pub(crate) const SESSION: SessionId = SessionId(Uuid::from_u128(2));
pub(crate) const KEY: &str = "sk-do-not-show-this-anywhere";
pub(crate) const ALL: [Provider; 5] = Provider::ALL;

pub(crate) struct Stage {
    pub(crate) stub: ModelStub,
    pub(crate) kept: Arc<MemoryModels>,
    pub(crate) gateway: Gateway,
    pub(crate) provider: Provider,
}

/// The one ends like a degree of effort, which some libraries would cut off.
pub(crate) const fn model(provider: Provider) -> &'static str {
    match provider {
        Provider::OpenAi | Provider::Compatible => "stub-medium",
        _ => "stub-1",
    }
}

/// Quick enough for tests.
pub(crate) fn quick() -> GatewayRule {
    let mut rule = GatewayRule { time: Duration::from_secs(30), allow_private: true, ..GatewayRule::default() };
    rule.retry.first = Duration::from_millis(5);
    rule
}

impl Stage {
    pub(crate) async fn new(provider: Provider) -> Self {
        Self::with(provider, quick(), Budget::default()).await
    }

    pub(crate) async fn with(provider: Provider, rule: GatewayRule, budget: Budget) -> Self {
        let stub = ModelStub::start().await.expect("a free port");
        let kept = Arc::new(MemoryModels::default());
        let choice = Choice {
            provider,
            model: model(provider).into(),
            base_url: Some(stub.base_url(provider)),
            price: Some(Price { input: Usd::dollars(1.0), output: Usd::dollars(10.0) }),
        };
        kept.choose(TENANT, ModelSettings { fast: Some(choice), strong: None, budget });
        kept.save_secret(TENANT, "model.fast", &KEY.into(), MORNING).await.expect("memory");
        let parts = Parts {
            models: kept.clone(),
            secrets: kept.clone(),
            keys: None,
            ids: Arc::new(CountedIds::default()),
            now: Arc::new(|| MORNING),
            defaults: Defaults::default(),
            rule,
        };
        Self { stub, kept, gateway: Gateway::new(parts).expect("a gateway"), provider }
    }

    pub(crate) async fn ask(&self) -> Result<ModelReply, ModelFault> {
        self.gateway.ask(request(), None).await
    }

    /// What was handed on piece by piece, and how it ended.
    pub(crate) async fn listen(&self) -> (Vec<String>, Result<ModelReply, ModelFault>) {
        let heard = Mutex::new(Vec::new());
        let take = |piece: &str| heard.lock().expect("no panic").push(piece.to_owned());
        let take: &Deltas<'_> = &take;
        let result = self.gateway.ask(request(), Some(take)).await;
        (heard.into_inner().expect("no panic"), result)
    }

    /// The outcomes in the ledger, oldest first.
    pub(crate) async fn outcomes(&self) -> Vec<String> {
        self.gateway.settled().await;
        self.kept.ledger().into_iter().map(|line| line.outcome).collect()
    }
}

pub(crate) fn request() -> ModelRequest {
    ModelRequest {
        caller: Caller { tenant: TENANT, subject: Some(Subject::interview(SESSION)), task: Task::Reply },
        strength: Strength::Fast,
        system: "Be brief.".into(),
        turns: vec![ModelTurn::user("Hello?"), ModelTurn::model("Yes?"), ModelTurn::user("Who are you?")],
        tools: Vec::new(),
        schema: None,
        max_tokens: 100,
    }
}

pub(crate) fn with_schema() -> ModelRequest {
    let schema = json!({
        "type": "object",
        "properties": {"name": {"type": "string"}, "age": {"type": ["integer", "null"]}},
        "required": ["name", "age"],
        "additionalProperties": false,
    });
    ModelRequest { schema: Some(ReplySchema { name: "person", schema }), ..request() }
}
