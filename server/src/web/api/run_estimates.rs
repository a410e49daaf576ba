//! What a run will take, before it is started; what databases and searches cost.

use super::{
    runs::Discover,
    schema::{self, PriceLists, RunEstimate},
};
use crate::{
    backend::Backend,
    calls::{change_prices, model_prices, own_interview},
    web::{
        body::Body,
        identity::{Admin, Identity},
        problem::Problem,
    },
};
use axum::{
    Json,
    extract::{Path, State},
};
use domain::{
    Failure,
    runs::prices::{PriceList, SearchPrice, WarehousePrice},
};
use protocol::{TenantId, account::Role};
use serde::Deserialize;

#[utoipa::path(post, path = "/api/v1/projects/{id}/discover/estimate", operation_id = "estimate_run", tag = "runs", params(("id" = uuid::Uuid, Path)), request_body = Discover, responses((status = 200, body = RunEstimate, description = "What the same call to `discover` will take; nothing is started"), (status = 403), (status = 404), (status = 409, description = "The project is not ready"), (status = 422)))]
pub(super) async fn estimate(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Body(given): Body<Discover>,
) -> Result<Json<RunEstimate>, Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    identity.may(Role::Member)?;
    let request = given.request()?;
    if let Some(session) = request.session_id {
        own_interview(&backend, &identity.account, session).await?;
    }
    Ok(Json(RunEstimate::new(projects::estimate_run(backend.projects(), &project, &request).await?)))
}

#[utoipa::path(get, path = "/api/v1/admin/prices", operation_id = "read_prices", tag = "administration", responses((status = 200, body = PriceLists, description = "What models, databases and searches cost; what is not there is not known"), (status = 403)))]
pub(super) async fn prices(State(backend): State<Backend>, identity: Identity) -> Result<Json<PriceLists>, Problem> {
    identity.may(Role::Admin)?;
    Ok(Json(show_prices(&backend, identity.account.tenant_id).await?))
}

/// What costs what, in US dollars.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"warehouses": [{"kind": "bigquery", "per_tb_usd": 6.25}], "searches": [{"provider": "tavily", "per_call_usd": 0.008}]}))]
pub(super) struct NewPrices {
    /// As the answer has them, or not at all: models have their prices where they are chosen, at `/api/v1/admin/models`.
    models: Option<Vec<schema::ModelPrice>>,
    /// In place of those that hold now. What is left out is not known.
    warehouses: Vec<NewWarehousePrice>,
    /// In place of those that hold now.
    searches: Vec<NewSearchPrice>,
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewWarehousePrice {
    /// `bigquery`, `snowflake`, `redshift`, `databricks`, `clickhouse`, `trino`, `postgres`, `mysql`, `sqlite` or `files`.
    #[schema(max_length = 60)]
    kind: String,
    /// For a terabyte (2^40 bytes) that is read.
    per_tb_usd: Option<f64>,
    /// For a second that a query runs.
    per_second_usd: Option<f64>,
    /// What is charged even where a query reads less.
    least_bytes_per_query: Option<u64>,
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewSearchPrice {
    /// `searxng`, `serpapi`, `brave`, `tavily` or `serper`.
    #[schema(max_length = 60)]
    provider: String,
    per_call_usd: f64,
}

#[utoipa::path(put, path = "/api/v1/admin/prices", operation_id = "replace_prices", tag = "administration", request_body = NewPrices, responses((status = 200, body = PriceLists, description = "As they are now"), (status = 403), (status = 422)))]
pub(super) async fn replace_prices(
    State(backend): State<Backend>,
    Admin(identity): Admin,
    Body(given): Body<NewPrices>,
) -> Result<Json<PriceLists>, Problem> {
    let tenant = identity.account.tenant_id;
    if let Some(models) = &given.models
        && *models != shown_models(&backend, tenant).await?
    {
        return Err(Problem::invalid("models", "models have their prices where they are chosen: PUT /api/v1/admin/models"));
    }
    change_prices(&backend, &identity.account, &given.list()).await?;
    Ok(Json(show_prices(&backend, tenant).await?))
}

impl NewPrices {
    fn list(self) -> PriceList {
        let warehouse = |one: NewWarehousePrice| WarehousePrice {
            kind: one.kind,
            per_tb_usd: one.per_tb_usd,
            per_second_usd: one.per_second_usd,
            least_bytes_per_query: one.least_bytes_per_query,
        };
        let search = |one: NewSearchPrice| SearchPrice { provider: one.provider, per_call_usd: one.per_call_usd };
        PriceList {
            warehouses: self.warehouses.into_iter().map(warehouse).collect(),
            searches: self.searches.into_iter().map(search).collect(),
        }
    }
}

async fn show_prices(backend: &Backend, tenant: TenantId) -> Result<PriceLists, Failure> {
    let own = backend.prices().prices(tenant).await?;
    Ok(PriceLists::new(shown_models(backend, tenant).await?, own.as_ref()))
}

async fn shown_models(backend: &Backend, tenant: TenantId) -> Result<Vec<schema::ModelPrice>, Failure> {
    let all = model_prices(backend, tenant).await?;
    Ok(all.into_iter().map(|(strength, name, price)| schema::ModelPrice::new(strength, &name, price)).collect())
}
