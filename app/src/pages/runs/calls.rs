//! What the pages of runs ask of the backend.

#![expect(clippy::too_many_arguments, reason = "a plain form sends its fields one by one")]

pub use super::views::*;
use crate::{
    calls::{CallFault, Json, Packed},
    pages::projects::calls::OfProject,
};
#[cfg(feature = "ssr")]
use crate::{
    calls::{asker, backend, with_status},
    words::runs as text,
};
use async_trait::async_trait;
use leptos::prelude::*;
use protocol::{RunId, account::Account, run::RunStep};

/// Given in context on the server as `Arc<dyn RunCalls>`.
#[async_trait]
pub trait RunCalls: Send + Sync {
    async fn home(&self, who: &Account) -> Result<HomeRuns, CallFault>;
    async fn list(&self, who: &Account, asked: RunsRequest) -> Result<OfProject<RunsView>, CallFault>;
    async fn estimate(&self, who: &Account, wish: RunWish) -> Result<EstimateShown, CallFault>;
    /// With `estimated` the run remembers what it was expected to cost.
    async fn start(&self, who: &Account, wish: RunWish, estimated: bool) -> Result<RunId, CallFault>;
    async fn run(&self, who: &Account, asked: RunAddress) -> Result<WholeRun, CallFault>;
    /// Steps before this number, in their order: at most as many as a view shows.
    async fn steps(&self, who: &Account, asked: RunAddress, before: u32) -> Result<Vec<RunStep>, CallFault>;
    /// The run that is to be looked at afterwards.
    async fn act(&self, who: &Account, asked: RunAddress, deed: RunDeed) -> Result<RunId, CallFault>;
    async fn finding(&self, who: &Account, asked: FindingAddress) -> Result<WholeFinding, CallFault>;
    async fn rate(&self, who: &Account, wish: RatingWish) -> Result<(), CallFault>;
}

#[server(prefix = "/call", endpoint = "runs/home", input = Json, output = Json)]
pub async fn read_home_runs() -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn RunCalls>()?.home(&asker()?).await?) }.await)
}

#[server(prefix = "/call", endpoint = "runs", input = Json, output = Json)]
pub async fn read_runs(asked: RunsRequest) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn RunCalls>()?.list(&asker()?, asked).await?) }.await)
}

#[server(prefix = "/call", endpoint = "runs/estimate", input = Json, output = Json)]
pub async fn estimate_run(wish: RunWish) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn RunCalls>()?.estimate(&asker()?, wish).await?) }.await)
}

#[server(prefix = "/call", endpoint = "runs/start", input = Json, output = Json)]
pub async fn start_run(wish: RunWish, estimated: bool) -> Result<RunId, CallFault> {
    with_status(async move { backend::<dyn RunCalls>()?.start(&asker()?, wish, estimated).await }.await)
}

#[server(prefix = "/call", endpoint = "runs/read", input = Json, output = Json)]
pub async fn read_run(asked: RunAddress) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn RunCalls>()?.run(&asker()?, asked).await?) }.await)
}

#[server(prefix = "/call", endpoint = "runs/steps", input = Json, output = Json)]
pub async fn read_steps(asked: RunAddress, before: u32) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn RunCalls>()?.steps(&asker()?, asked, before).await?) }.await)
}

#[server(prefix = "/call", endpoint = "runs/act", input = Json, output = Json)]
pub async fn act_on_run(asked: RunAddress, deed: RunDeed) -> Result<RunId, CallFault> {
    with_status(async move { backend::<dyn RunCalls>()?.act(&asker()?, asked, deed).await }.await)
}

#[server(prefix = "/call", endpoint = "runs/finding", input = Json, output = Json)]
pub async fn read_finding(asked: FindingAddress) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn RunCalls>()?.finding(&asker()?, asked).await?) }.await)
}

#[server(prefix = "/call", endpoint = "runs/rate", input = Json, output = Json)]
pub async fn rate_finding(wish: RatingWish) -> Result<(), CallFault> {
    with_status(async move { backend::<dyn RunCalls>()?.rate(&asker()?, wish).await }.await)
}

/// Starts a run and leads to it, or to its estimate. A plain form, so that it works without scripts.
#[server(prefix = "/call", endpoint = "form/run")]
pub async fn start_run_by_form(
    project: String,
    #[server(default)] goal: String,
    #[server(default)] areas: Vec<String>,
    #[server(default)] explorer: String,
    #[server(default)] max_steps: String,
    #[server(default)] queries: String,
    #[server(default)] minutes: String,
    #[server(default)] usd: String,
    #[server(default)] session: String,
    /// `on` where an estimate comes first.
    #[server(default)]
    estimate: String,
    /// `on` where it was shown.
    #[server(default)]
    estimated: String,
) -> Result<(), CallFault> {
    let wish = RunWish { project, goal, areas, explorer, max_steps, queries, minutes, usd, session };
    if ![&estimate, &estimated].into_iter().all(|ticked| matches!(ticked.as_str(), "" | "on")) {
        return Err(CallFault::Refused(text::NO_BOX.into()));
    }
    let calls = backend::<dyn RunCalls>()?;
    // A limit that cannot be kept is told before anything is spent.
    let doubts = estimated != "on" && !wish.usd.trim().is_empty();
    if estimate == "on" || doubts && !calls.estimate(&asker()?, wish.clone()).await?.unpriced.is_empty() {
        leptos_axum::redirect(&super::start::estimate_address(&wish));
        return Ok(());
    }
    let project = wish.project.clone();
    let run = calls.start(&asker()?, wish, estimated == "on").await?;
    leptos_axum::redirect(&format!("/projects/{project}/runs/{run}"));
    Ok(())
}

/// Cancels a run, has it go on or starts it again.
#[server(prefix = "/call", endpoint = "form/run-act")]
pub async fn act_on_run_by_form(project: String, run: String, act: RunDeed) -> Result<(), CallFault> {
    let asked = RunAddress { project: project.clone(), run };
    let next = backend::<dyn RunCalls>()?.act(&asker()?, asked, act).await?;
    leptos_axum::redirect(&format!("/projects/{project}/runs/{next}"));
    Ok(())
}

/// Says what somebody thinks of a finding, or takes it back.
#[server(prefix = "/call", endpoint = "form/rate")]
pub async fn rate_by_form(
    project: String,
    run: String,
    kind: FindingKind,
    id: String,
    rating: String,
    #[server(default)] comment: String,
) -> Result<(), CallFault> {
    let of = FindingAddress { of: RunAddress { project, run }, kind, id };
    let rating = match rating.as_str() {
        "like" | "dislike" => Some(OwnRating { like: rating == "like", comment }),
        "none" => None,
        _ => return Err(CallFault::Refused(text::NO_RATING.into())),
    };
    let back = super::finding::finding_path(&of);
    backend::<dyn RunCalls>()?.rate(&asker()?, RatingWish { of, rating }).await?;
    leptos_axum::redirect(&back);
    Ok(())
}
