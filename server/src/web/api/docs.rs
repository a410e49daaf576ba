//! The API describes itself.

use axum::Router;
use utoipa::openapi::OpenApi;
use utoipa_swagger_ui::SwaggerUi;

/// `/api/openapi.json`, and a page to read it at `/api/docs`.
pub(super) fn router(description: OpenApi) -> Router {
    Router::new().merge(SwaggerUi::new("/api/docs").url("/api/openapi.json", description))
}
