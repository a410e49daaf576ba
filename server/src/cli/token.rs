//! `discovery token create|list|revoke`.

use crate::{backend::Backend, web::identity::make_token};
use anyhow::{Context, Result, anyhow};
use clap::Subcommand;
use protocol::{
    TokenId,
    account::{Account, Role},
};

#[derive(Subcommand)]
pub(super) enum Token {
    /// Make a token for somebody; the secret is printed once.
    Create {
        /// Whose token it is.
        #[arg(long)]
        email: String,
        #[arg(long, default_value = "command line")]
        name: String,
        /// viewer, member or admin; never more than the person may.
        #[arg(long, default_value = "member")]
        role: String,
    },
    /// All tokens of the default tenant.
    List,
    Revoke {
        id: String,
    },
}

pub(super) async fn run(what: Token, backend: Backend) -> Result<()> {
    let tenant = backend.default_tenant().await?;
    match what {
        Token::Create { email, name, role } => {
            let role = Role::parse(&role).with_context(|| format!("{role} is no role: viewer, member or admin"))?;
            let user = backend
                .accounts()
                .user_by_email(&email.to_lowercase())
                .await?
                .with_context(|| format!("nobody has the address {email}"))?;
            let tenant = backend.accounts().tenant(user.tenant).await?.context("the person's tenant is gone")?;
            let of = Account {
                user_id: user.id,
                tenant_id: user.tenant,
                tenant_slug: tenant.slug,
                name: user.name,
                email: user.email,
                role: user.role,
            };
            let (id, secret) = make_token(&backend, &of, &name, role).await.map_err(|problem| anyhow!(problem.detail))?;
            eprintln!("token {id}; this is shown once:");
            println!("{secret}");
        }
        Token::List => {
            for row in backend.accounts().tokens(tenant.id).await? {
                let state = if row.revoked_at.is_some() { "revoked" } else { "valid" };
                println!("{}  {:8} {:8} {}  {}", row.id, row.role.name(), state, row.created_at.to_rfc3339(), row.name);
            }
        }
        Token::Revoke { id } => {
            let id: TokenId = id.parse().context("this is not a token's id: see `discovery token list`")?;
            if !backend.accounts().revoke_token(tenant.id, id, backend.now()).await? {
                return Err(anyhow!("there is no such token"));
            }
            println!("revoked");
        }
    }
    backend.store().close().await;
    Ok(())
}
