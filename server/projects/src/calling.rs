//! An operation of an API called as a step of an answer: what only reads, with the source's credentials, to its own address.

use crate::{Caller, Projects, add_source, credentials, project_catalog};
use domain::{Failure, tools::answers::get_operation_details};
use providers::api::{ApiCall, build_call};
use serde_json::{Map, Value};

/// The largest answer that is read.
const LARGEST: usize = 4 * 1024 * 1024;

/// What the operation answered, as JSON.
///
/// # Errors
/// 404 for an API or operation that is not there; 422 for one that changes something, lacks an argument, or did not answer.
pub async fn call_operation(
    projects: &Projects,
    caller: &Caller,
    (api, operation): (&str, &str),
    arguments: &Map<String, Value>,
) -> Result<Value, Failure> {
    let catalog = project_catalog(projects, caller.account.tenant_id, caller.project).await?;
    // Says what is near where it is not there.
    get_operation_details(&catalog.held, api, operation)?;
    let missing = || Failure::not_found(format!("there is no operation {operation} in {api}"));
    let held = catalog.held.iter().find(|one| one.source.name.eq_ignore_ascii_case(api)).ok_or_else(missing)?;
    let about = held.found.api.as_ref().ok_or_else(missing)?;
    let named = held.found.operations.iter().find(|one| one.name.eq_ignore_ascii_case(operation)).ok_or_else(missing)?;
    let call = build_call(about, held.source.config["url"].as_str(), named, arguments)?;
    let secrets = add_source::secrets(projects, &held.source).await?;
    let headers = credentials::headers(&held.source, &secrets)?;
    let web = &projects.0.web;
    let got = match &call {
        ApiCall::Get(url) => web.get_with(url.as_str(), &headers).await,
        ApiCall::Post(url, body) => web.post_with(url.as_str(), body.clone(), &headers).await,
    };
    let answer = got.map_err(|fault| Failure::invalid("operation", format!("{api}.{operation} did not answer: {fault}")))?;
    if answer.bytes.len() > LARGEST {
        let detail = format!("{api}.{operation} answered more than {LARGEST} bytes: ask for less");
        return Err(Failure::invalid("operation", detail));
    }
    let value: Value = serde_json::from_slice(&answer.bytes)
        .map_err(|_| Failure::invalid("operation", format!("{api}.{operation} did not answer with JSON")))?;
    match value["errors"].as_array().and_then(|errors| errors.first()) {
        Some(error) if value["data"].is_null() => {
            let why: String = error["message"].as_str().unwrap_or_default().chars().take(200).collect();
            Err(Failure::invalid("operation", format!("{api}.{operation} refused: {why}")))
        }
        _ => Ok(value),
    }
}
