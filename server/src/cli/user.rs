//! `discovery user create|password`.

use crate::{
    backend::{Backend, DEFAULT_TENANT},
    calls::AuditNote,
    web::identity::{checked_email, checked_name, checked_password, end_tokens, hash_password, set_password},
};
use anyhow::{Context, Result, anyhow};
use clap::Subcommand;
use domain::{
    Failure,
    account::{AuditEntry, UserRow},
};
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
    /// Give somebody another password, read as for a new account; whoever is signed in with the old one is signed out.
    Password {
        #[arg(long)]
        email: String,
        /// End their API tokens as well.
        #[arg(long)]
        end_tokens: bool,
    },
}

pub(super) async fn run(what: User, backend: Backend) -> Result<()> {
    match what {
        User::Create { email, name, role, tenant } => create(&backend, &email, &name, &role, &tenant).await?,
        User::Password { email, end_tokens } => password(&backend, &email, end_tokens).await?,
    }
    backend.store().close().await;
    Ok(())
}

async fn create(backend: &Backend, email: &str, name: &str, role: &str, tenant: &str) -> Result<()> {
    let role = Role::parse(role).with_context(|| format!("{role} is no role: viewer, member or admin"))?;
    let password = entered()?;
    let tenant = backend.tenant(tenant).await?;
    let row = UserRow {
        id: UserId(backend.id()),
        tenant: tenant.id,
        email: checked_email(email).map_err(words)?,
        name: checked_name(name).map_err(words)?,
        role,
        password_hash: Some(hash_password(password).await.map_err(words)?),
        created_at: backend.now(),
    };
    let detail = json!({"by": "command line", "role": row.role});
    let audit = AuditNote { action: "user.created", target: row.id.to_string(), about: Some(row.id), detail };
    match backend.accounts().insert_user_with(row.clone(), Some(audit.entry(backend, row.tenant, None))).await {
        Ok(()) => {
            println!("{} {} ({})", row.id, row.email, row.role.name());
            Ok(())
        }
        Err(domain::StoreFault::Conflict) => Err(anyhow!("somebody has the address {email} already")),
        Err(fault) => Err(fault.into()),
    }
}

async fn password(backend: &Backend, email: &str, with_tokens: bool) -> Result<()> {
    let person = backend.accounts().user_by_email(&email.trim().to_lowercase()).await?;
    let person = person.with_context(|| format!("nobody has the address {email}: see `discovery user create`"))?;
    let audit = noted(backend, "password.changed", &person, json!({"by": "command line"}));
    let new = entered()?;
    if with_tokens {
        end_tokens(backend, person.tenant, person.id, None).await.map_err(words)?;
    }
    set_password(backend, person.id, new, audit).await.map_err(words)?;
    println!("{} has another password", person.email);
    Ok(())
}

fn words(failure: Failure) -> anyhow::Error {
    anyhow!(failure.detail)
}

/// Whoever may run the command line is nobody whom the audit knows.
fn noted(backend: &Backend, action: &str, person: &UserRow, detail: serde_json::Value) -> AuditEntry {
    AuditNote { action, target: person.id.to_string(), about: Some(person.id), detail }.entry(backend, person.tenant, None)
}

fn entered() -> Result<String> {
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
    if password.is_empty() {
        return Err(anyhow!("a password is needed: set DISCOVERY_PASSWORD, or give it as the first line of standard input"));
    }
    checked_password(&password, &[]).map_err(words)?;
    Ok(password)
}
