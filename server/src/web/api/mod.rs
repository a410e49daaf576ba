//! The HTTP API: interviews, objectives, administration, and its own description.

mod admin;
mod admin_runs;
mod ask;
mod ask_exports;
mod ask_schedules;
mod ask_stream;
mod chat;
mod commands;
mod companies;
mod company_exports;
mod company_history;
mod company_places;
mod company_schedules;
mod company_stream;
mod conversions;
mod docs;
mod documents;
mod exports;
mod messages;
mod models;
mod objectives;
pub(crate) mod opportunities;
mod packs;
pub(crate) mod paging;
mod pipeline_stream;
pub(crate) mod pipelines;
mod pools;
mod project_feedback;
mod project_prompts;
mod project_secrets;
mod project_sources;
mod project_tools;
mod projects;
mod prompts;
mod queries;
mod research;
mod retention;
mod reviews;
mod run_estimates;
mod run_exports;
mod run_stream;
mod runs;
mod schedules;
pub(crate) mod schema;
mod session_json;
mod sessions;
mod stream;
mod structure;
mod summaries;
mod transcript;
mod turn_stream;
mod voice;
mod work_stream;

use crate::{
    backend::Backend,
    web::spelling::{self, Known},
};
use axum::{Router, middleware::from_fn_with_state};
use utoipa::OpenApi;
use utoipa_axum::{router::OpenApiRouter, routes};

/// The description of the whole API, gathered from the handlers.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Discovery Engine",
        description = "Interviews that end when what must be known is known. Errors are application/problem+json; lists are paged by cursor; every POST takes an Idempotency-Key; a PUT or PATCH sent twice is answered alike and changes nothing more, a DELETE sent twice is a 404, but a token that is revoked already a 204. To begin: POST /api/discovery-chat with a contextType and a message; it opens an interview, answers, and goes on with the same call."
    ),
    components(schemas(schema::Problem))
)]
struct Description;

pub(super) fn router(backend: Backend) -> Router {
    let (router, description) = OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(chat::chat))
        .routes(routes!(objectives::list, objectives::create))
        .routes(routes!(objectives::read, objectives::replace))
        .routes(routes!(objectives::activate))
        .routes(routes!(sessions::list, sessions::create))
        .routes(routes!(sessions::read))
        .routes(routes!(sessions::obligations, structure::add))
        .routes(routes!(sessions::completeness))
        .routes(routes!(sessions::summaries))
        .routes(routes!(sessions::tasks))
        .routes(routes!(research::list, research::create))
        .routes(routes!(research::read))
        .routes(routes!(research::cancel))
        .routes(routes!(research::retry))
        .routes(routes!(research::undo))
        .routes(routes!(exports::export))
        .routes(routes!(stream::events))
        .routes(routes!(stream::stream))
        .routes(routes!(transcript::import))
        .routes(routes!(commands::change_obligation))
        .routes(routes!(commands::start_negotiation))
        .routes(routes!(commands::propose_value))
        .routes(routes!(commands::resolve_negotiation))
        .routes(routes!(commands::reevaluate))
        .routes(routes!(commands::set_phase))
        .routes(routes!(commands::complete))
        .routes(routes!(commands::stop))
        .routes(routes!(messages::regenerate))
        .routes(routes!(messages::edit))
        .routes(routes!(messages::restore))
        .routes(routes!(messages::feedback))
        .routes(routes!(structure::merge))
        .routes(routes!(structure::split))
        .routes(routes!(structure::migrate))
        .routes(routes!(pools::list, pools::create))
        .routes(routes!(pools::read, pools::replace, pools::delete))
        .routes(routes!(documents::list, documents::import))
        .routes(routes!(documents::read, documents::delete))
        .routes(routes!(projects::list, projects::create))
        .routes(routes!(projects::read, projects::replace, projects::delete))
        .routes(routes!(projects::generate_pack, projects::pack_generation))
        .routes(routes!(projects::cancel_pack_generation))
        .routes(routes!(projects::refresh))
        .routes(routes!(prompts::read))
        .routes(routes!(packs::list, packs::import))
        .routes(routes!(packs::read, packs::delete))
        .routes(routes!(packs::export))
        .routes(routes!(project_prompts::list))
        .routes(routes!(project_prompts::read, project_prompts::replace, project_prompts::reset))
        .routes(routes!(project_secrets::list))
        .routes(routes!(project_secrets::replace, project_secrets::delete))
        .routes(routes!(project_sources::list, project_sources::create))
        .routes(routes!(project_sources::read, project_sources::delete))
        .routes(routes!(project_sources::test))
        .routes(routes!(project_sources::test_new))
        .routes(routes!(project_sources::refresh))
        .routes(routes!(project_sources::cancel))
        .routes(routes!(project_sources::profile))
        .routes(routes!(conversions::set))
        .routes(routes!(project_tools::list))
        .routes(routes!(project_tools::call))
        .routes(routes!(project_tools::query))
        .routes(routes!(project_tools::download))
        .routes(routes!(project_tools::verify))
        .routes(routes!(runs::discover))
        .routes(routes!(runs::list))
        .routes(routes!(runs::read))
        .routes(routes!(runs::steps))
        .routes(routes!(run_stream::stream))
        .routes(routes!(runs::cancel))
        .routes(routes!(runs::resume))
        .routes(routes!(runs::discoveries))
        .routes(routes!(runs::discovery))
        .routes(routes!(run_exports::export))
        .routes(routes!(run_estimates::estimate))
        .routes(routes!(project_feedback::rate, project_feedback::list))
        .routes(routes!(schedules::list, schedules::create))
        .routes(routes!(schedules::read, schedules::replace, schedules::delete))
        .routes(routes!(companies::discover))
        .routes(routes!(companies::list))
        .routes(routes!(companies::read))
        .routes(routes!(companies::cancel))
        .routes(routes!(companies::replay))
        .routes(routes!(company_stream::stream))
        .routes(routes!(company_schedules::list, company_schedules::create))
        .routes(routes!(company_schedules::read, company_schedules::replace, company_schedules::delete))
        .routes(routes!(company_exports::export))
        .routes(routes!(company_history::history))
        .routes(routes!(company_history::rate, company_history::unrate))
        .routes(routes!(company_places::list, company_places::create))
        .routes(routes!(company_places::replace, company_places::delete))
        .routes(routes!(company_history::flags, company_history::replace_flags))
        .routes(routes!(ask::ask))
        .routes(routes!(ask::list_of_project))
        .routes(routes!(ask::list))
        .routes(routes!(ask::read))
        .routes(routes!(ask::stream))
        .routes(routes!(ask::clarify))
        .routes(routes!(ask::cancel))
        .routes(routes!(ask::redo))
        .routes(routes!(ask::rerun))
        .routes(routes!(ask::save))
        .routes(routes!(ask_exports::export))
        .routes(routes!(ask_schedules::list))
        .routes(routes!(ask_schedules::read, ask_schedules::replace, ask_schedules::delete))
        .routes(routes!(ask_schedules::results))
        .routes(routes!(pipelines::begin))
        .routes(routes!(pipelines::list))
        .routes(routes!(pipelines::quality))
        .routes(routes!(pipelines::read))
        .routes(routes!(pipelines::stream))
        .routes(routes!(pipelines::opportunities))
        .routes(routes!(pipelines::calls))
        .routes(routes!(pipelines::stop))
        .routes(routes!(pipelines::add_finding))
        .routes(routes!(pipelines::send_back))
        .routes(routes!(opportunities::validate))
        .routes(routes!(opportunities::read))
        .routes(routes!(opportunities::decide))
        .routes(routes!(opportunities::experiment))
        .routes(routes!(opportunities::export))
        .routes(routes!(voice::read))
        .routes(routes!(voice::transcribe))
        .routes(routes!(voice::speak))
        .routes(routes!(admin::users, admin::add_user))
        .routes(routes!(admin::change_user, admin::remove_user))
        .routes(routes!(admin::make_password_link))
        .routes(routes!(admin::tokens, admin::add_token))
        .routes(routes!(admin::revoke))
        .routes(routes!(admin::sessions))
        .routes(routes!(admin::audit))
        .routes(routes!(admin::feedback))
        .routes(routes!(admin_runs::list))
        .routes(routes!(run_estimates::prices, run_estimates::replace_prices))
        .routes(routes!(reviews::queue))
        .routes(routes!(reviews::next))
        .routes(routes!(reviews::read, reviews::finish))
        .routes(routes!(reviews::reserve))
        .routes(routes!(reviews::release))
        .routes(routes!(retention::read, retention::replace))
        .routes(routes!(admin::engines))
        .routes(routes!(models::read, models::replace))
        .routes(routes!(models::try_out))
        .routes(routes!(models::usage))
        .routes(routes!(models::calls))
        .routes(routes!(queries::list))
        .routes(routes!(queries::usage))
        .with_state(backend)
        .split_for_parts();
    let description = docs::to_json(description);
    let known = Known::from_description(description.clone());
    router.layer(from_fn_with_state(known, spelling::check)).merge(docs::router(description))
}
