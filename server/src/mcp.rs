//! The tools of a project for other programs, by the Model Context Protocol: over HTTP at `/mcp`, and on standard input and output.
//!
//! Every call is independent and runs for the user of its token. No session is kept, so any node can answer.

mod opportunities;

use crate::{
    backend::Backend,
    web::{Problem, api::schema::AskWhole, body, identity::Identity, wording::read_value},
};
use axum::{
    Json, Router,
    body::{Body, to_bytes},
    extract::{Path, Query, Request, State},
    response::{IntoResponse, Response},
    routing::any,
};
use domain::{
    Failure, FailureKind,
    ask::LONGEST_QUESTION,
    tools::registry::{Group, TOOLS, Tool as Known},
};
use http::{
    HeaderValue, Method, StatusCode,
    header::{ALLOW, CONTENT_TYPE},
    request::Parts,
};
use projects::{Caller, dispatch};
use protocol::{
    ConversationId,
    account::Role,
    ask::{AskMode, AskRequest},
};
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestMethod, CompleteRequestParams, CompleteResult,
        ContentBlock, Implementation, ListPromptsRequestMethod, ListPromptsResult, ListResourceTemplatesRequestMethod,
        ListResourceTemplatesResult, ListResourcesRequestMethod, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
        ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
    },
    service::RequestContext,
    transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager},
};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::{io, sync::Arc};
use tower::ServiceExt;
use uuid::Uuid;

const INSTRUCTIONS: &str = "Tools over one project's databases, APIs, documents and skills. Nothing is told upfront: find tables, \
    operations and documents with the search tools, read their details, and then query. run_query only reads.";

/// One project's tools. Over HTTP the caller comes with each request; on standard input there is one caller.
#[derive(Clone)]
pub(crate) struct Tools {
    backend: Backend,
    alone: Option<Caller>,
}

impl Tools {
    pub(crate) fn new(backend: Backend, caller: Caller) -> Self {
        Self { backend, alone: Some(caller) }
    }

    fn caller(&self, context: &RequestContext<RoleServer>) -> Result<Caller, ErrorData> {
        let sent = || context.extensions.get::<Parts>()?.extensions.get::<Caller>().cloned();
        self.alone.clone().or_else(sent).ok_or_else(|| ErrorData::invalid_request("nobody is known to ask", None))
    }
}

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        let about = Implementation::new("discovery", env!("CARGO_PKG_VERSION")).with_title("Discovery Engine");
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(about)
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        // An ask or a pipeline is somebody's: on standard input nobody is known.
        let is_known = self.caller(&context).is_ok_and(|caller| caller.account.user_id.0 != Uuid::nil());
        let of_people = is_known.then(|| std::iter::once(ask_tool()).chain(opportunities::tools())).into_iter().flatten();
        Ok(ListToolsResult::with_all_items(TOOLS.iter().map(to_tool).chain(of_people).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let caller = self.caller(&context)?;
        if caller.account.user_id.0 != Uuid::nil() {
            if request.name == ASK {
                return ask(&self.backend, &caller, request.arguments.unwrap_or_default()).await;
            }
            let given = request.arguments.clone().unwrap_or_default();
            if let Some(answered) = opportunities::call(&self.backend, &caller, &request.name, &given).await {
                return answer_call(answered);
            }
        }
        if Known::named(&request.name).is_none() {
            return Err(ErrorData::invalid_params(format!("there is no tool {}", request.name), None));
        }
        let given = Value::Object(request.arguments.unwrap_or_default());
        answer_call(dispatch(self.backend.projects(), &caller, &request.name, &given).await)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let of_people = || std::iter::once(ask_tool()).chain(opportunities::tools()).find(|tool| tool.name == name);
        Known::named(name).map(to_tool).or_else(of_people)
    }

    // What is not declared is not there, not merely empty.
    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Err(ErrorData::method_not_found::<ListResourcesRequestMethod>())
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Err(ErrorData::method_not_found::<ListResourceTemplatesRequestMethod>())
    }

    async fn list_prompts(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Err(ErrorData::method_not_found::<ListPromptsRequestMethod>())
    }

    async fn complete(
        &self,
        _request: CompleteRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        Err(ErrorData::method_not_found::<CompleteRequestMethod>())
    }
}

/// Beside the project's tools: a whole question, answered with its proof.
const ASK: &str = "ask";

fn ask_tool() -> Tool {
    let schema = json!({
        "type": "object", "required": ["question"], "additionalProperties": false,
        "properties": {
            "question": {"type": "string", "maxLength": LONGEST_QUESTION, "description": "A question in plain words"},
            "session_id": {"type": "string", "description": "Goes on with this conversation"},
            "mode": {"type": "string", "enum": ["auditable", "exploratory", "knowledge"]},
        },
    });
    let about = "Answer a question over the project's data, documents and facts: a plan, its steps, the answer, and what proves it. \
        Where it has to ask back, `open_questions` has what to say more precisely.";
    let hints = ToolAnnotations::new().read_only(false).destructive(false).open_world(true);
    let schema: Map<String, Value> = schema.as_object().cloned().unwrap_or_default();
    Tool::new(ASK, about, Arc::new(schema)).with_annotations(hints)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    question: String,
    session_id: Option<ConversationId>,
    mode: Option<AskMode>,
}

async fn ask(backend: &Backend, caller: &Caller, given: Map<String, Value>) -> Result<CallToolResponse, ErrorData> {
    let wanted: Question = match read_value(Value::Object(given)) {
        Ok(wanted) => wanted,
        Err(fault) => return Ok(CallToolResult::error(vec![ContentBlock::text(fault.message)]).into()),
    };
    let (asks, account) = (backend.asks(), &caller.account);
    let request = AskRequest { question: wanted.question, mode: wanted.mode, ..AskRequest::default() };
    let answered = async {
        if account.role < Role::Member {
            return Err(Failure::forbidden("this takes the role member, yours is viewer"));
        }
        let id = ::ask::begin_ask(asks, account, caller.project, wanted.session_id, request, None).await?;
        ::ask::await_ask(asks, account, id).await?;
        ::ask::whole_ask(asks, account, id).await
    };
    answer_call(answered.await.map(|whole| json!(AskWhole::new(whole))))
}

fn answer_call(answered: Result<Value, Failure>) -> Result<CallToolResponse, ErrorData> {
    match answered {
        Ok(answer) => Ok(to_result(&answer).into()),
        // What is wrong is for the model to read, so that it can do better.
        Err(failure) if failure.kind.is_callers() || failure.kind == FailureKind::Unavailable => {
            Ok(CallToolResult::error(vec![ContentBlock::text(failure.detail)]).into())
        }
        Err(failure) => Err(ErrorData::internal_error(failure.detail, None)),
    }
}

/// As text to the letter; structured content has to be an object, so a list is the `result` of one.
fn to_result(answer: &Value) -> CallToolResult {
    let mut result = CallToolResult::success(vec![ContentBlock::text(answer.to_string())]);
    result.structured_content = Some(if answer.is_object() { answer.clone() } else { json!({"result": answer}) });
    result
}

fn to_tool(tool: &Known) -> Tool {
    let schema: Map<String, Value> = tool.input_schema().as_object().cloned().unwrap_or_default();
    let writes = matches!(tool.name, "add_fact" | "extract_facts_from_text" | "resolve_fact");
    let hints = ToolAnnotations::new().read_only(!writes).destructive(false).open_world(tool.group == Group::Query);
    Tool::new(tool.name, tool.description, Arc::new(schema)).with_annotations(hints)
}

type Service = StreamableHttpService<Tools, NeverSessionManager>;

#[derive(Clone)]
struct Mounted {
    backend: Backend,
    service: Service,
}

#[derive(Deserialize)]
struct ProjectParameter {
    project: Option<String>,
}

/// `/mcp?project=<id>`, `/mcp/<id>`, or `/mcp` with the header `x-project-id`.
pub(crate) fn router(backend: Backend) -> Router {
    // Who may ask is known before: a token or a cookie, and no call from another origin. The name of the host says nothing more.
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_cancellation_token(backend.closing().child_token())
        .disable_allowed_hosts();
    let tools = Tools { backend: backend.clone(), alone: None };
    let service = Service::new(move || Ok(tools.clone()), Arc::new(NeverSessionManager::default()), config);
    Router::new().route("/mcp", any(by_query)).route("/mcp/{project}", any(by_path)).with_state(Mounted { backend, service })
}

async fn by_query(
    State(mounted): State<Mounted>,
    identity: Identity,
    Query(asked): Query<ProjectParameter>,
    request: Request,
) -> Result<Response, Problem> {
    let header = || request.headers().get("x-project-id").and_then(|id| id.to_str().ok()).map(str::to_owned);
    let project = asked.project.or_else(header);
    let project = project.ok_or_else(|| Problem::malformed("name the project: /mcp?project=<id>, or the header x-project-id"))?;
    answer(mounted, identity, &project, request).await
}

async fn by_path(
    State(mounted): State<Mounted>,
    identity: Identity,
    Path(project): Path<String>,
    request: Request,
) -> Result<Response, Problem> {
    answer(mounted, identity, &project, request).await
}

async fn answer(mounted: Mounted, identity: Identity, project: &str, request: Request) -> Result<Response, Problem> {
    let project = projects::found(mounted.backend.projects(), identity.account.tenant_id, project).await?;
    let (mut parts, body) = request.into_parts();
    parts.extensions.insert(Caller { account: identity.account, project: project.id });
    let bytes = body::read(body).await?;
    let is_post = parts.method == Method::POST;
    let sent: Result<Value, _> = serde_json::from_slice(&bytes);
    if let (true, Err(fault)) = (is_post, &sent) {
        return Err(Problem::malformed(format!("the body is not JSON: {fault}")));
    }
    let request = Request::from_parts(parts, Body::from(bytes));
    let response = mounted.service.oneshot(request).await.unwrap_or_else(|never| match never {});
    refusal(response.map(Body::new).into_response(), is_post && sent.is_ok()).await
}

/// Faults of the protocol stay as they are. HTTP errors are formatted as everywhere on this server.
async fn refusal(response: Response, is_json: bool) -> Result<Response, Problem> {
    let (status, headers) = (response.status(), response.headers().clone());
    let of_protocol = headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if !(status.is_client_error() || status.is_server_error()) || of_protocol {
        return Ok(response);
    }
    if status == StatusCode::METHOD_NOT_ALLOWED {
        // Without a body, so that the header stays which says what is allowed.
        let allow = headers.get(ALLOW).cloned().unwrap_or(HeaderValue::from_static("POST"));
        return Ok((status, [(ALLOW, allow)]).into_response());
    }
    let text =
        to_bytes(response.into_body(), 4_096).await.map(|text| String::from_utf8_lossy(&text).into_owned()).unwrap_or_default();
    if status == StatusCode::UNSUPPORTED_MEDIA_TYPE && is_json && text.contains("deserialize") {
        let fault =
            json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "this is no request of the protocol"}});
        return Ok((StatusCode::BAD_REQUEST, Json(fault)).into_response());
    }
    Err(Problem::new(status, text))
}

/// Serves one caller on standard input and output until it leaves.
///
/// # Errors
/// In words: what the other side sent was no beginning.
pub(crate) async fn serve_on_stdio(backend: Backend, caller: Caller) -> anyhow::Result<()> {
    let serving = rmcp::ServiceExt::serve(Tools::new(backend, caller), rmcp::transport::stdio()).await;
    match serving {
        Ok(running) => {
            running.waiting().await.map_err(|fault| io::Error::other(fault.to_string()))?;
            Ok(())
        }
        Err(fault) => Err(anyhow::anyhow!("the client did not begin as the protocol says: {fault}")),
    }
}
