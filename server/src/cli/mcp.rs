//! `discovery mcp --project <id>`: a project's tools on standard input and output.

use crate::{
    backend::{Backend, DEFAULT_TENANT},
    mcp,
};
use anyhow::{Result, anyhow};
use clap::Args;
use projects::Caller;
use protocol::{
    UserId,
    account::{Account, Role},
};
use uuid::Uuid;

#[derive(Args)]
pub(super) struct Mcp {
    /// The project's id, as its page and the API show it.
    #[arg(long)]
    project: String,
    /// The tenant that it is of: an id or a slug.
    #[arg(long, default_value = DEFAULT_TENANT)]
    tenant: String,
    /// What the caller may do: viewer reads, member also keeps facts.
    #[arg(long, default_value = "member")]
    role: String,
}

pub(super) async fn run(what: Mcp, backend: Backend) -> Result<()> {
    let role = Role::parse(&what.role).ok_or_else(|| anyhow!("{} is no role: viewer, member or admin", what.role))?;
    let tenant = match what.tenant.parse() {
        Ok(id) => backend.accounts().tenant(id).await?.ok_or_else(|| anyhow!("there is no tenant {}", what.tenant))?,
        Err(_) => backend.tenant(&what.tenant).await?,
    };
    let project = projects::found(backend.projects(), tenant.id, &what.project).await;
    let project = project.map_err(|_| anyhow!("there is no project {} in the tenant {}", what.project, tenant.slug))?;
    // Whoever may run the command line is nobody whom the accounts know.
    let account = Account {
        user_id: UserId(Uuid::nil()),
        tenant_id: tenant.id,
        tenant_slug: tenant.slug,
        name: "command line".into(),
        email: String::new(),
        role,
    };
    mcp::serve_on_stdio(backend.clone(), Caller { account, project: project.id }).await?;
    backend.store().close().await;
    Ok(())
}
