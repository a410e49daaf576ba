//! `discovery user create`.

use crate::{
    backend::{Backend, DEFAULT_TENANT},
    calls::Deed,
    web::identity::{checked_email, checked_name, checked_password, hash_password},
};
use anyhow::{Context, Result, anyhow};
use clap::Subcommand;
use domain::account::UserRow;
use protocol::{UserId, account::Role};
use serde_json::json;
use std::io::IsTerminal;

#[derive(Subcommand)]
pub(super) enum User {
    /// Make an account; the password is read from DISCOVERY_PASSWORD or the first line of standard input.
    Create {
        #[arg(long)]
        email: String,
        #[arg(long)]
        name: String,
        /// viewer, member or admin.
        #[arg(long, default_value = "member")]
        role: String,
        /// The tenant whose member it is.
        #[arg(long, default_value = DEFAULT_TENANT)]
        tenant: String,
    },
}

pub(super) async fn run(what: User, backend: Backend) -> Result<()> {
    let User::Create { email, name, role, tenant } = what;
    let role = Role::parse(&role).with_context(|| format!("{role} is no role: viewer, member or admin"))?;
    let password = match std::env::var("DISCOVERY_PASSWORD") {
        Ok(password) => password,
        Err(_) => {
            let mut line = String::new();
            if std::io::stdin().is_terminal() {
                eprint!("password: ");
            }
            std::io::stdin().read_line(&mut line)?;
            line.trim_end_matches(['\r', '\n']).to_owned()
        }
    };
    let words = |problem: crate::web::Problem| anyhow!(problem.detail);
    if password.is_empty() {
        return Err(anyhow!("a password is needed: set DISCOVERY_PASSWORD, or give it as the first line of standard input"));
    }
    checked_password(&password).map_err(words)?;
    let tenant = backend.tenant(&tenant).await?;
    let row = UserRow {
        id: UserId(backend.id()),
        tenant: tenant.id,
        email: checked_email(&email).map_err(words)?,
        name: checked_name(&name).map_err(words)?,
        role,
        password_hash: Some(hash_password(password).await.map_err(words)?),
        created_at: backend.now(),
    };
    match backend.accounts().insert_user(row.clone()).await {
        Ok(()) => {
            let detail = json!({"by": "command line", "role": row.role});
            let deed = Deed { action: "user.created", target: row.id.to_string(), about: Some(row.id), detail };
            deed.noted(&backend, row.tenant, None).await.map_err(words)?;
            println!("{} {} ({})", row.id, row.email, row.role.name());
        }
        Err(domain::StoreFault::Conflict) => return Err(anyhow!("somebody has the address {email} already")),
        Err(fault) => return Err(fault.into()),
    }
    backend.store().close().await;
    Ok(())
}
