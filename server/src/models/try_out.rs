//! Trying a model out: how long it takes, or the exact error.

use super::change::{NewChoice, rule};
use crate::backend::Backend;
use domain::{
    Failure, Fault, Refusal,
    models::{ModelFault, ModelReply, ModelSettings, Strength},
};
use protocol::{account::Account, models::TestView};
use std::time::Instant;

/// With a choice, that one is tried as it would be kept, with the kept key where none is given and it would go to the same place.
pub(crate) async fn try_out(
    backend: &Backend,
    who: &Account,
    strength: Strength,
    choice: Option<&NewChoice>,
) -> Result<TestView, Failure> {
    let began = Instant::now();
    let (model, result) = match choice {
        None => {
            let (name, result) = backend.models().test(who.tenant_id, strength).await;
            (name.map(|name| name.to_string()), result)
        }
        Some(new) => try_choice(backend, who, strength, new).await?,
    };
    let latency_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(view(strength, model, latency_ms, result))
}

async fn try_choice(
    backend: &Backend,
    who: &Account,
    strength: Strength,
    new: &NewChoice,
) -> Result<(Option<String>, Result<ModelReply, ModelFault>), Failure> {
    let choice = new.choice();
    let mut faults = Vec::new();
    rule(backend).check_choice(&choice, &mut |field, message| faults.push(Fault::new(field, message)));
    if !faults.is_empty() {
        return Err(Refusal::faults("this model cannot be used like this", faults).into());
    }
    let kept = backend.model_store().model_settings(who.tenant_id).await?.unwrap_or_default();
    let same_place = kept.choice(strength).is_some_and(|held| held.is_same_place(&choice));
    let key = match &new.api_key {
        Some(key) => Some(key.clone()),
        None if same_place => backend.secrets().secret(who.tenant_id, ModelSettings::key_id(strength)).await?,
        None => None,
    };
    let result = backend.models().test_choice(who.tenant_id, strength, &choice, key, kept.budget).await;
    Ok((Some(choice.name().to_string()), result))
}

fn view(strength: Strength, model: Option<String>, latency_ms: u64, result: Result<ModelReply, ModelFault>) -> TestView {
    let (reply, error, detail) = match &result {
        Ok(reply) => (Some(reply.text.trim().to_owned()), None, None),
        // Cut at its longest length, it still was an answer; but then so may every other be.
        Err(fault) => (None, Some(fault.kind().to_owned()), Some(fault.to_string())),
    };
    TestView { strength, ok: result.is_ok(), model, latency_ms, reply, error, detail }
}
