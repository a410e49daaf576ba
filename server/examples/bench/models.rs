//! What the way to a language model adds to the bare call (settings, breaker, budget, ledger on SQLite, reading the stream), and what
//! the engine adds to the bare calls of a whole turn (prompts, schema, parse, what the words carry, the guard of the reply).

use agents::interview::model::ByModel;
use anyhow::{Context, Result};
use domain::{
    account::{AccountStore, TenantRow},
    interview::{Heard, Interviewer, ReplyPlan, objective},
    models::{
        Budget, Caller, Choice, LanguageModel, ModelRequest, ModelSettings, ModelStore, ModelTurn, Price, Provider, SecretStore,
        Strength, Subject, Task, Usd,
    },
};
use protocol::{SessionId, TenantId, Timestamp, UserId};
use providers::model::{Defaults, Gateway, GatewayRule, Parts};
use serde_json::json;
use std::{
    sync::Arc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};
use store::{Keyring, Store};
use testkit::{Behaviour, CountedIds, ModelStub, Talk, saying};
use uuid::Uuid;

const CALLS: usize = 1_500;
const WARM: usize = 100;
/// The tenant of `testkit::Talk`.
const TENANT: TenantId = TenantId(Uuid::from_u128(2));

pub(crate) async fn overhead() -> Result<()> {
    let stub = ModelStub::start().await?;
    let folder = tempfile::tempdir()?;
    let store = Store::open(&format!("sqlite://{}", folder.path().join("bench.db").display())).await?;
    let gateway = gateway(&store, folder.path(), &stub).await?;
    let http = reqwest::Client::builder().tcp_nodelay(true).build()?;
    let url = format!("{}/messages", stub.base_url(Provider::Anthropic));
    let body = json!({"model": "stub", "max_tokens": 300, "stream": true, "system": SYSTEM,
        "messages": [{"role": "user", "content": QUESTION}]});
    let (mut bare, mut through) = (Vec::new(), Vec::new());
    // Turn about, so that whatever else the machine does falls on both.
    for call in 0..WARM + CALLS {
        let began = Instant::now();
        let answer = http.post(&url).header("x-api-key", "key").json(&body).send().await?.bytes().await?;
        anyhow::ensure!(answer.ends_with(b"\n\n"), "the stub answers");
        let alone = began.elapsed();
        let began = Instant::now();
        gateway.ask(request(), None).await.context("the gateway answers")?;
        if call >= WARM {
            bare.push(alone);
            through.push(began.elapsed());
        }
    }
    report("model call", "through the gateway", bare, through);
    turns(&stub, &gateway).await?;
    gateway.settled().await;
    store.close().await;
    Ok(())
}

/// A whole turn: the message understood, the reply worded.
async fn turns(stub: &ModelStub, gateway: &Gateway) -> Result<()> {
    stub.answering(|request| {
        Behaviour::Says(if request.text().contains("You read one message") { UNDERSTOOD } else { REPLY }.into())
    });
    let (heard, plan) = turn()?;
    let engine = ByModel::new(Arc::new(gateway.clone()));
    let before = stub.requests().len();
    engine.understand(&heard).await?;
    engine.reply(&plan).await?;
    let bodies: Vec<_> = stub.requests()[before..].iter().map(|request| request.body.clone()).collect();
    anyhow::ensure!(bodies.len() == 2, "a turn is two calls");
    let http = reqwest::Client::builder().tcp_nodelay(true).build()?;
    let url = format!("{}/messages", stub.base_url(Provider::Anthropic));
    let (mut bare, mut through) = (Vec::new(), Vec::new());
    for turn in 0..WARM + CALLS {
        let began = Instant::now();
        for body in &bodies {
            http.post(&url).header("x-api-key", "key").json(body).send().await?.bytes().await?;
        }
        let alone = began.elapsed();
        let began = Instant::now();
        let understood = engine.understand(&heard).await?;
        anyhow::ensure!(understood.findings.len() == 1, "it is understood");
        engine.reply(&plan).await?;
        if turn >= WARM {
            bare.push(alone);
            through.push(began.elapsed());
        }
    }
    report("model turn", "through the engine", bare, through);
    Ok(())
}

/// An interview about a business, two turns in.
fn turn() -> Result<(Heard, ReplyPlan)> {
    let definition = objective::built_in()?.into_iter().next().context("an objective")?.definition;
    let key = definition.obligations.first().context("an obligation")?.key.clone();
    let mut talk = Talk::over(definition);
    for text in ["We sell honey to restaurants in Porto", QUESTION] {
        talk.hear(saying(text).found(&key, "honey", 0.9));
    }
    let plan = talk.plan().clone();
    talk.say(QUESTION).map_err(|refusal| anyhow::anyhow!(refusal.detail))?;
    let heard = talk.engine_input();
    anyhow::ensure!(
        heard.held[0].key == UNDERSTOOD_KEY,
        "the answer of the stub names the first obligation, {}",
        heard.held[0].key
    );
    Ok((heard, plan))
}

const UNDERSTOOD_KEY: &str = "industry";
const UNDERSTOOD: &str = r#"{"values":[{"key":"industry","value":"honey to restaurants","several":[],"upper":null,"unit":null,
    "quote":"honey to restaurants in Porto","manner":"explicit"}],"moves":[],"style":null,"prefers_examples":null}"#;
const REPLY: &str = "That gives me a clear picture of it. Would you tell me a little more about it?";

fn report(what: &str, way: &str, mut bare: Vec<Duration>, mut through: Vec<Duration>) {
    bare.sort_unstable();
    through.sort_unstable();
    let at = |of: &[Duration], part: f64| of[((of.len() - 1) as f64 * part) as usize];
    for part in [0.5, 0.95, 0.99] {
        let (alone, with) = (at(&bare, part), at(&through, part));
        let added = with.saturating_sub(alone);
        println!("{what}, p{:<2}  bare {alone:>9.1?}   {way} {with:>9.1?}   added {added:>9.1?}", part * 100.0);
    }
}

const SYSTEM: &str = "You understand one message of an interview and answer with what it says.";
const QUESTION: &str = "We sell honey to restaurants in Porto, some forty kilos a week, and would like to double that by spring.";

fn request() -> ModelRequest {
    ModelRequest {
        caller: Caller {
            tenant: TENANT,
            subject: Some(Subject::interview(SessionId(Uuid::from_u128(3)))),
            task: Task::Understand,
        },
        strength: Strength::Fast,
        system: SYSTEM.into(),
        turns: vec![ModelTurn::user(QUESTION)],
        tools: Vec::new(),
        schema: None,
        max_tokens: 300,
    }
}

async fn gateway(store: &Store, folder: &std::path::Path, stub: &ModelStub) -> Result<Gateway> {
    let tenant = TenantRow { id: TENANT, slug: "bench".into(), name: "Bench".into(), created_at: now() };
    store.insert_tenant(tenant).await?;
    let choice = Choice {
        provider: Provider::Anthropic,
        model: "stub".into(),
        base_url: Some(stub.base_url(Provider::Anthropic)),
        price: Some(Price { input: Usd::dollars(1.0), output: Usd::dollars(5.0) }),
    };
    // With budgets, so that they are checked.
    let budget = Budget { day: Some(Usd::dollars(1e6)), session: Some(Usd::dollars(1e6)) };
    let settings = ModelSettings { fast: Some(choice), strong: None, budget };
    store.save_model_settings(TENANT, &settings, UserId(Uuid::from_u128(1)), now()).await?;
    let secrets = store.secrets(Keyring::in_folder(folder)?);
    secrets.save_secret(TENANT, ModelSettings::key_id(Strength::Fast), &"key".into(), now()).await?;
    let parts = Parts {
        models: Arc::new(store.clone()),
        secrets: Arc::new(secrets),
        keys: None,
        ids: Arc::new(CountedIds::default()),
        now: Arc::new(now),
        defaults: Defaults::default(),
        rule: GatewayRule { allow_private: true, ..GatewayRule::default() },
    };
    Gateway::new(parts).map_err(anyhow::Error::msg)
}

#[expect(clippy::disallowed_methods, reason = "nothing is replayed here")]
fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp(i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
}
