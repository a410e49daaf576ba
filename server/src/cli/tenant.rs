//! `discovery tenant create`.

use crate::{backend::Backend, calls::AuditNote};
use anyhow::{Result, anyhow, ensure};
use clap::Subcommand;
use domain::account::TenantRow;
use protocol::TenantId;
use serde_json::json;

#[derive(Subcommand)]
pub(super) enum Tenant {
    /// Divide the installation: people of one tenant see nothing of another's.
    Create {
        /// Its short name: small letters, digits and hyphens.
        slug: String,
        /// What it is called; the slug when not given.
        #[arg(long)]
        name: Option<String>,
    },
}

pub(super) async fn run(what: Tenant, backend: Backend) -> Result<()> {
    let Tenant::Create { slug, name } = what;
    let fits = (1..=63).contains(&slug.len())
        && slug.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        && !slug.starts_with('-')
        && !slug.ends_with('-');
    ensure!(fits, "{slug} is no short name: 1 to 63 small letters, digits and hyphens between them");
    let name = name.map_or_else(|| slug.clone(), |name| name.trim().to_owned());
    ensure!((1..=200).contains(&name.chars().count()), "a tenant's name has 1 to 200 characters");
    let row = TenantRow { id: TenantId(backend.id()), slug, name, created_at: backend.now() };
    match backend.accounts().insert_tenant(row.clone()).await {
        Ok(()) => {}
        Err(domain::StoreFault::Conflict) => return Err(anyhow!("there is a tenant {} already", row.slug)),
        Err(fault) => return Err(fault.into()),
    }
    backend.plant_objectives().await?;
    let detail = json!({"by": "command line", "slug": row.slug});
    let audit = AuditNote { action: "tenant.created", target: row.id.to_string(), about: None, detail };
    audit.noted(&backend, row.id, None).await.map_err(|problem| anyhow!(problem.detail))?;
    println!("{} {}", row.id, row.slug);
    backend.store().close().await;
    Ok(())
}
