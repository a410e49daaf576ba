//! The pages, rendered by Leptos for the signed-in user.

use super::{
    assets,
    headers::Nonce,
    identity::{Identity, Peer, encoded, is_local},
    problem::Problem,
};
use crate::{
    backend::Backend,
    calls::{
        AccountDesk, AskDesk, AskScheduleDesk, CompanyDesk, CompanyScheduleDesk, InterviewDesk, ModelDesk, ObjectiveDesk,
        OpportunityDesk, PlaceDesk, PoolDesk, PriceDesk, ProjectDesk, QuestionDesk, RecordDesk, ReviewDesk, RunDesk,
        RunReviewDesk, ScheduleDesk, SharingDesk, TitleDesk,
    },
};
use app::{
    App,
    calls::{CallFault, ScriptNonce, Viewer},
    pages::{
        account::calls::{AccountCalls, Door},
        admin::{
            models::calls::ModelCalls, objectives::calls::ObjectiveCalls, places::calls::PlaceCalls, pools::calls::PoolCalls,
            prices::calls::PriceCalls, records::calls::RecordCalls, review::calls::ReviewCalls, runs::calls::RunReviewCalls,
        },
        ask::{calls::AskCalls, schedules::calls::AskScheduleCalls},
        companies::{calls::CompanyCalls, schedules::calls::CompanyScheduleCalls},
        interviews::{calls::InterviewCalls, questions::calls::QuestionCalls, sharing::calls::SharingCalls},
        opportunities::calls::OpportunityCalls,
        projects::calls::{ProjectCalls, SentQuery},
        runs::calls::RunCalls,
        schedules::calls::ScheduleCalls,
        titles::TitleCalls,
    },
    shell::shell,
};
use axum::{
    Form, Router,
    body::{Body, to_bytes},
    extract::{FromRequest, Request, State},
    middleware::{Next, from_fn, from_fn_with_state},
    response::{IntoResponse, Redirect, Response},
    routing::{get, post},
};
use http::{Method, StatusCode, request::Parts};
use leptos::{
    prelude::{LeptosOptions, provide_context, use_context},
    server_fn::error::SERVER_FN_ERROR_HEADER,
};
use leptos_axum::{LeptosRoutes, generate_route_list, render_app_async_with_context};
use std::{collections::HashMap, sync::Arc};

/// More than a call says of what went wrong, in bytes.
const LONGEST_FAULT: usize = 64 * 1024;

pub(crate) fn router(backend: Backend) -> Router {
    let options = LeptosOptions::builder().output_name("discovery").build();
    let assets = assets::read(&backend.settings().site_dir);
    let interviews: Arc<dyn InterviewCalls> = Arc::new(InterviewDesk(backend.clone()));
    let sharing: Arc<dyn SharingCalls> = Arc::new(SharingDesk(backend.clone()));
    let titles: Arc<dyn TitleCalls> = Arc::new(TitleDesk(backend.clone()));
    let accounts: Arc<dyn AccountCalls> = Arc::new(AccountDesk(backend.clone()));
    let models: Arc<dyn ModelCalls> = Arc::new(ModelDesk(backend.clone()));
    let questions: Arc<dyn QuestionCalls> = Arc::new(QuestionDesk(backend.clone()));
    let objectives: Arc<dyn ObjectiveCalls> = Arc::new(ObjectiveDesk(backend.clone()));
    let places: Arc<dyn PlaceCalls> = Arc::new(PlaceDesk(backend.clone()));
    let pools: Arc<dyn PoolCalls> = Arc::new(PoolDesk(backend.clone()));
    let prices: Arc<dyn PriceCalls> = Arc::new(PriceDesk(backend.clone()));
    let records: Arc<dyn RecordCalls> = Arc::new(RecordDesk(backend.clone()));
    let reviews: Arc<dyn ReviewCalls> = Arc::new(ReviewDesk(backend.clone()));
    let run_reviews: Arc<dyn RunReviewCalls> = Arc::new(RunReviewDesk(backend.clone()));
    let projects: Arc<dyn ProjectCalls> = Arc::new(ProjectDesk(backend.clone()));
    let runs: Arc<dyn RunCalls> = Arc::new(RunDesk(backend.clone()));
    let schedules: Arc<dyn ScheduleCalls> = Arc::new(ScheduleDesk(backend.clone()));
    let asks: Arc<dyn AskCalls> = Arc::new(AskDesk(backend.clone()));
    let ask_schedules: Arc<dyn AskScheduleCalls> = Arc::new(AskScheduleDesk(backend.clone()));
    let opportunities: Arc<dyn OpportunityCalls> = Arc::new(OpportunityDesk(backend.clone()));
    let companies: Arc<dyn CompanyCalls> = Arc::new(CompanyDesk(backend.clone()));
    let company_schedules: Arc<dyn CompanyScheduleCalls> = Arc::new(CompanyScheduleDesk(backend.clone()));
    let context = {
        let backend = backend.clone();
        move || {
            provide_context(interviews.clone());
            provide_context(sharing.clone());
            provide_context(titles.clone());
            provide_context(accounts.clone());
            provide_context(models.clone());
            provide_context(questions.clone());
            provide_context(objectives.clone());
            provide_context(places.clone());
            provide_context(pools.clone());
            provide_context(prices.clone());
            provide_context(records.clone());
            provide_context(reviews.clone());
            provide_context(run_reviews.clone());
            provide_context(projects.clone());
            provide_context(runs.clone());
            provide_context(schedules.clone());
            provide_context(companies.clone());
            provide_context(company_schedules.clone());
            provide_context(asks.clone());
            provide_context(ask_schedules.clone());
            provide_context(opportunities.clone());
            let Some(parts) = use_context::<Parts>() else { return };
            provide_context(Viewer(parts.extensions.get::<Identity>().map(|identity| identity.account.clone())));
            if let Some(sent) = parts.extensions.get::<SentQuery>() {
                provide_context(sent.clone());
            }
            provide_context(ScriptNonce(parts.extensions.get::<Nonce>().map(|nonce| nonce.0.clone()).unwrap_or_default()));
            let local = is_local(Peer::from_extensions(&parts.extensions), &parts.headers);
            provide_context(backend.first_start().door(local));
        }
    };
    let document = {
        let options = options.clone();
        move || shell(options.clone(), assets.clone())
    };
    // The form of the page of queries, where no script sends it.
    let asked = post(render_app_async_with_context(context.clone(), document.clone())).layer(from_fn(sent_query));
    let missing = get(render_app_async_with_context(context.clone(), document.clone()));
    let files = assets::files(&backend.settings().site_dir, missing);
    Router::new()
        .leptos_routes_with_context(&options, generate_route_list(App), context, document)
        .route("/projects/{id}/query", asked)
        .with_state(options)
        .layer(from_fn(set_fault_status))
        .layer(from_fn_with_state(backend, doors))
        .fallback_service(files)
}

/// A call of a page answers a fault with the status of its kind. The framework gives 500 to every fault that the call gave none,
/// arguments that cannot be read among them.
async fn set_fault_status(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let faulty =
        response.status() == StatusCode::INTERNAL_SERVER_ERROR && response.headers().contains_key(SERVER_FN_ERROR_HEADER);
    if !faulty {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let written = to_bytes(body, LONGEST_FAULT).await.unwrap_or_default();
    if let Ok(fault) = serde_json::from_slice::<CallFault>(&written) {
        parts.status = fault.status();
    }
    Response::from_parts(parts, Body::from(written))
}

/// What a form sent is the query that its page runs.
async fn sent_query(request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let sent = Form::<HashMap<String, String>>::from_request(Request::from_parts(parts.clone(), body), &()).await;
    let sql = match sent {
        Ok(Form(mut fields)) => fields.remove("sql").unwrap_or_default(),
        Err(fault) => return Problem::malformed(fault.body_text()).into_response(),
    };
    parts.extensions.insert(SentQuery(sql));
    next.run(Request::from_parts(parts, Body::empty())).await
}

/// Nobody signed in sees nothing but the way in.
async fn doors(State(backend): State<Backend>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if request.method() != Method::GET || path.starts_with("/call/") || request.extensions().get::<Identity>().is_some() {
        return next.run(request).await;
    }
    if !backend.first_start().is_closed() {
        match backend.accounts().has_users().await {
            Ok(true) => backend.first_start().close(),
            Ok(false) => {}
            Err(fault) => {
                tracing::warn!(%fault, "accounts cannot be read");
                return (StatusCode::SERVICE_UNAVAILABLE, "The database does not answer. Please try again in a moment.\n")
                    .into_response();
            }
        }
    }
    let wanted = match backend.first_start().door(false) {
        Door::SignIn => "/login",
        Door::FirstStart | Door::FirstStartWithCode => "/first-start",
    };
    if path == wanted || path == "/new-password" {
        return next.run(request).await;
    }
    let to = if wanted == "/login" && path != "/" && path != "/first-start" {
        format!("/login?next={}", encoded(path))
    } else {
        wanted.to_owned()
    };
    Redirect::to(&to).into_response()
}
