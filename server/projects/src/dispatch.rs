//! Carries out a tool by its name: the one door that HTTP, MCP and models come through.

use super::{ProjectCatalog, facts, project_catalog, queries, resolving, sampled, skills, verify};
use crate::Projects;
use domain::{
    Failure, Refusal,
    tools::{
        answers::{
            self, get_document, get_document_section, get_operation_details, get_table_relationships, get_table_schema,
            list_apis, list_databases, list_documents, list_operations, list_skill_links, list_skills, list_tables,
            lookup_schema,
        },
        registry::{Arguments, TOOLS, Tool},
    },
};
use protocol::{
    ProjectId,
    account::{Account, Role},
};
use serde_json::Value;

/// Who asks, and within which project.
#[derive(Clone, Debug)]
pub struct Caller {
    pub account: Account,
    pub project: ProjectId,
}

/// # Errors
/// 404 for what is not there, with the nearest names; 422 naming what is wrong with the arguments.
pub async fn dispatch(projects: &Projects, caller: &Caller, name: &str, given: &Value) -> Result<Value, Failure> {
    let catalog = project_catalog(projects, caller.account.tenant_id, caller.project).await?;
    let tool = Tool::named(name).ok_or_else(|| {
        let near = answers::nearest(name, TOOLS.iter().map(|tool| tool.name));
        Failure::from(Refusal::unknown(format!("there is no tool {name}{near}")))
    })?;
    let arguments = Arguments::read(tool, given)?;
    answer(projects, caller, &catalog, name, &arguments).await
}

async fn answer(
    projects: &Projects,
    caller: &Caller,
    catalog: &ProjectCatalog,
    name: &str,
    given: &Arguments,
) -> Result<Value, Failure> {
    let held = &catalog.held;
    let text = |name: &str| given.text(name);
    Ok(match name {
        "list_databases" => list_databases(held),
        "list_tables" => list_tables(held, text("database"))?,
        "get_table_schema" => get_table_schema(held, text("database"), text("table"))?,
        "search_tables" => catalog.index.tables(text("query"), given.count("limit")).await,
        "get_table_relationships" => get_table_relationships(held, text("database"), text("table"))?,
        "get_sample_values" => {
            let wanted = (text("database"), text("table"), given.maybe_text("column"));
            sampled::values(projects, catalog, wanted, given.count("limit")).await?
        }
        "lookup_schema" => lookup_schema(held, &given.texts("tables"), catalog.project.filter.as_ref()),
        "list_apis" => list_apis(held),
        "list_operations" | "list_api_operations" => list_operations(held, text("api"))?,
        "get_operation_details" => get_operation_details(held, text("api"), text("operation"))?,
        "search_operations" => catalog.index.operations(text("query"), given.count("limit")).await,
        "list_documents" => list_documents(held),
        "get_document" => get_document(held, text("name"))?,
        "search_documents" => catalog.index.documents(text("query"), given.count("limit")).await,
        "get_document_section" => get_document_section(held, text("name"), text("section"))?,
        "list_skills" => list_skills(&catalog.skills),
        "get_skill" => skills::whole(projects, catalog, text("name")).await?,
        "search_skills" => catalog.index.skills(text("query"), given.count("limit")).await,
        "list_skill_links" => list_skill_links(&catalog.skills, text("name"))?,
        "resolve_skill_link" => skills::resolved(projects, caller, catalog, text("name"), text("target")).await?,
        "resolve_fact" => resolving::resolve(projects, caller, catalog, text("question")).await?,
        "add_fact" => {
            may_change(caller)?;
            facts::add(projects, caller, given).await?
        }
        "extract_facts_from_text" => {
            let save = given.flag("save");
            if save {
                may_change(caller)?;
            }
            facts::extract(projects, caller, text("text"), save).await?
        }
        "list_known_facts" => facts::list(projects, caller, true).await?,
        "get_unresolved_facts" => facts::list(projects, caller, false).await?,
        "run_query" => queries::run(projects, catalog, caller.account.user_id, text("sql"), given.count("limit")).await?,
        "verify_claim" => {
            let claimed = given.number("claimed_value").unwrap_or_default();
            verify::check(projects, catalog, caller.account.user_id, text("claim"), claimed, given.maybe_text("sql")).await?
        }
        other => return Err(Failure::not_found(format!("the tool {other} is not carried out here"))),
    })
}

fn may_change(caller: &Caller) -> Result<(), Failure> {
    if caller.account.role >= Role::Member {
        return Ok(());
    }
    Err(Failure::forbidden("this takes the role member, yours is viewer"))
}
