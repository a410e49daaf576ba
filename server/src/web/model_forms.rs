//! The forms of `/admin/models`: plain posts that work without scripts, answered with the page and a note.

use super::{Problem, identity::Identity};
use crate::{
    backend::Backend,
    calls::{only_admins, sentence},
    models::{NewChoice, NewModels, change, try_out},
};
use axum::{
    Form,
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use domain::models::{Price, Provider, Strength, Usd};
use http::StatusCode;
use protocol::models::ModelsNote;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;

/// As the page sends it: every field is text, an empty one is nothing.
#[derive(Deserialize)]
pub(crate) struct Entered {
    fast_provider: String,
    fast_model: String,
    fast_base_url: String,
    fast_price_input: String,
    fast_price_output: String,
    fast_key: SecretString,
    #[serde(default)]
    fast_key_remove: Option<String>,
    strong_provider: String,
    strong_model: String,
    strong_base_url: String,
    strong_price_input: String,
    strong_price_output: String,
    strong_key: SecretString,
    #[serde(default)]
    strong_key_remove: Option<String>,
    budget_day: String,
    budget_session: String,
    /// The button: nothing, or the strength to try out.
    #[serde(default)]
    test: String,
}

pub(crate) async fn send(
    State(backend): State<Backend>,
    identity: Identity,
    Form(entered): Form<Entered>,
) -> Result<Response, Problem> {
    only_admins(&identity.account)?;
    let note = match note(&backend, &identity, &entered).await {
        Ok(note) => note,
        Err(problem) if problem.status == StatusCode::UNPROCESSABLE_ENTITY => {
            let faults = problem.faults.iter().map(|fault| format!("{}: {}", fault.field, fault.message)).collect::<Vec<_>>();
            ModelsNote::Refused(if faults.is_empty() { vec![sentence(&problem.detail)] } else { faults })
        }
        Err(problem) => return Err(problem),
    };
    backend.notes().leave(identity.account.user_id, note);
    Ok(Redirect::to("/admin/models").into_response())
}

async fn note(backend: &Backend, identity: &Identity, entered: &Entered) -> Result<ModelsNote, Problem> {
    let new = entered.models()?;
    match Strength::parse(&entered.test) {
        None => {
            change(backend, &identity.account, &new).await?;
            Ok(ModelsNote::Saved)
        }
        Some(strength) => {
            // Nothing is kept by trying it out; what is not filled in is tried as it is kept.
            let choice = match strength {
                Strength::Fast => new.fast.as_ref(),
                Strength::Strong => new.strong.as_ref(),
            };
            Ok(ModelsNote::Tested(try_out(backend, &identity.account, strength, choice).await?))
        }
    }
}

impl Entered {
    fn models(&self) -> Result<NewModels, Problem> {
        let mut new = NewModels {
            fast: choice(
                "fast",
                [&self.fast_provider, &self.fast_model, &self.fast_base_url, &self.fast_price_input, &self.fast_price_output],
                key(&self.fast_key, self.fast_key_remove.is_some()),
            )?,
            strong: choice(
                "strong",
                [
                    &self.strong_provider, &self.strong_model, &self.strong_base_url, &self.strong_price_input,
                    &self.strong_price_output,
                ],
                key(&self.strong_key, self.strong_key_remove.is_some()),
            )?,
            ..NewModels::default()
        };
        new.budget.day_usd = dollars("budget.day_usd", &self.budget_day)?;
        new.budget.session_usd = dollars("budget.session_usd", &self.budget_session)?;
        Ok(new)
    }
}

fn choice(
    strength: &str,
    [provider, model, base_url, input, output]: [&str; 5],
    api_key: Option<SecretString>,
) -> Result<Option<NewChoice>, Problem> {
    if provider.is_empty() {
        return Ok(None);
    }
    let field = |name: &str| format!("{strength}.{name}");
    let provider = Provider::parse(provider).ok_or_else(|| Problem::invalid(&field("provider"), "there is no such provider"))?;
    let price = match (dollars(&field("price"), input)?, dollars(&field("price"), output)?) {
        (None, None) => None,
        (Some(input), Some(output)) => Some(Price { input, output }),
        _ => return Err(Problem::invalid(&field("price"), "a price has two parts: tokens in and tokens out")),
    };
    Ok(Some(NewChoice { provider, model: model.to_owned(), base_url: Some(base_url.to_owned()), price, api_key }))
}

/// A field left empty keeps the key: nobody types it in again for a change beside it.
fn key(entered: &SecretString, remove: bool) -> Option<SecretString> {
    if remove {
        return Some(SecretString::from(""));
    }
    (!entered.expose_secret().trim().is_empty()).then(|| entered.clone())
}

fn dollars(field: &str, text: &str) -> Result<Option<Usd>, Problem> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let dollars = text.parse::<f64>().ok().filter(|dollars| dollars.is_finite());
    dollars.map(|dollars| Some(Usd::dollars(dollars))).ok_or_else(|| Problem::invalid(field, "an amount is a number of dollars"))
}
