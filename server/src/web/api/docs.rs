//! The API describes itself.

use super::summaries;
use crate::web::lengths;
use axum::Router;
use serde_json::Value;
use utoipa::openapi::{
    Content, OpenApi, Ref, RefOr, Required, Response,
    path::{Operation, ParameterBuilder, ParameterIn, PathItem},
    schema::{ObjectBuilder, SchemaType, Type},
    security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme},
};
use utoipa_swagger_ui::SwaggerUi;

/// `/api/openapi.json`, and a page to read it at `/api/docs`.
pub(super) fn router(written: Value) -> Router {
    Router::new().merge(SwaggerUi::new("/api/docs").external_url_unchecked("/api/openapi.json", written))
}

/// As it is published, whatever its types are called.
pub(super) fn to_json(mut description: OpenApi) -> Value {
    complete(&mut description);
    let mut json = serde_json::to_value(&description).unwrap_or_else(|fault| {
        tracing::error!(%fault, "the description of the API cannot be written, so calls are not held to it");
        Value::Null
    });
    lengths::bound(&mut json);
    json
}

/// With what holds for every route alike: how to sign in, how errors look, and the key under which a POST is done once.
fn complete(description: &mut OpenApi) {
    for item in description.paths.paths.values_mut() {
        if let Some(post) = &mut item.post {
            post.parameters.get_or_insert_default().push(RefOr::T(idempotency_key()));
        }
        for operation in operations(item) {
            errors(operation);
            let id = operation.operation_id.as_deref().unwrap_or_default();
            operation.summary.get_or_insert_with(|| summaries::describe(id));
        }
    }
    let components = description.components.get_or_insert_default();
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some("An API token.")).build();
    let cookie =
        ApiKeyValue::with_description("discovery", "A browser's session; other origins may not use it to change anything.");
    components.add_security_scheme("token", SecurityScheme::Http(bearer));
    components.add_security_scheme("session", SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
    let either = ["token", "session"].map(|name| SecurityRequirement::new(name, [""; 0]));
    description.security = Some(either.to_vec());
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut item.get, &mut item.put, &mut item.post, &mut item.patch, &mut item.delete].into_iter().flatten()
}

/// Whatever goes wrong, the answer is a problem document; routes say which ones they have words for.
fn errors(operation: &mut Operation) {
    let responses = &mut operation.responses.responses;
    responses.entry("401".to_owned()).or_insert_with(|| RefOr::T(Response::new("")));
    let other = Response::new("Something else went wrong; 429 and 503 say in Retry-After when to try again");
    responses.entry("default".to_owned()).or_insert_with(|| RefOr::T(other));
    for (status, response) in responses.iter_mut() {
        let RefOr::T(response) = response else { continue };
        if status == "default" || status.starts_with(['4', '5']) {
            let problem = Content::new(Some(RefOr::<utoipa::openapi::Schema>::Ref(Ref::from_schema_name("Problem"))));
            response.content.insert("application/problem+json".to_owned(), RefOr::T(problem));
        }
        if response.description.is_empty() {
            response.description = words(status).to_owned();
        }
    }
}

fn words(status: &str) -> &'static str {
    match status {
        "200" => "Done",
        "201" => "Made",
        "204" => "Gone",
        "400" => "It cannot be read",
        "401" => "Nobody is signed in, or the token is not valid",
        "403" => "The role is not enough",
        "404" => "There is no such thing, or it is not yours",
        "409" => "It conflicts with what is there",
        "413" => "Too large",
        "422" => "It cannot be done like this; errors name the fields",
        "429" => "Too much at once",
        _ => "It failed",
    }
}

fn idempotency_key() -> utoipa::openapi::path::Parameter {
    let text = ObjectBuilder::new().schema_type(SchemaType::new(Type::String)).min_length(Some(1)).max_length(Some(200));
    ParameterBuilder::new()
        .name("Idempotency-Key")
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some("The same call under the same key is done once and gets the first answer; another call is a 409."))
        .schema(Some(text))
        .build()
}
