//! `discovery token create|list|revoke`.

use crate::{
    backend::{Backend, DEFAULT_TENANT},
    calls::AuditNote,
    web::identity::make_token,
};
use anyhow::{Context, Result, anyhow, ensure};
use clap::Subcommand;
use domain::account::TokenRow;
use protocol::{
    Timestamp, TokenId, UserId,
    account::{Account, Role},
};
use serde_json::json;
use std::{collections::HashMap, time::Duration};

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
        /// After so long it is refused: 12h, 30d, 8w. Without it, it holds until it is revoked.
        #[arg(long, value_parser = period)]
        expires_in: Option<Duration>,
        /// The person's tenant, where it has to be a certain one.
        #[arg(long)]
        tenant: Option<String>,
    },
    /// All tokens of a tenant, newest first; never their secrets.
    List {
        #[arg(long, default_value = DEFAULT_TENANT)]
        tenant: String,
    },
    /// Make a token worthless, at once and for good.
    Revoke {
        /// As `discovery token list` shows it.
        id: String,
        #[arg(long, default_value = DEFAULT_TENANT)]
        tenant: String,
    },
}

pub(super) async fn run(what: Token, backend: Backend) -> Result<()> {
    match what {
        Token::Create { email, name, role, expires_in, tenant } => {
            let role = Role::parse(&role).with_context(|| format!("{role} is no role: viewer, member or admin"))?;
            let user = backend
                .accounts()
                .user_by_email(&email.trim().to_lowercase())
                .await?
                .with_context(|| format!("nobody has the address {email}: see `discovery user create`"))?;
            if let Some(slug) = tenant {
                ensure!(backend.tenant(&slug).await?.id == user.tenant, "{email} is of another tenant than {slug}");
            }
            let tenant = backend.accounts().tenant(user.tenant).await?.context("the person's tenant is gone")?;
            let of = Account {
                user_id: user.id,
                tenant_id: user.tenant,
                tenant_slug: tenant.slug,
                name: user.name,
                email: user.email,
                role: user.role,
            };
            let until = |period: Duration| {
                Timestamp(backend.now().0.saturating_add(i64::try_from(period.as_micros()).unwrap_or(i64::MAX)))
            };
            let made = |id| audit("token.created", id, Some(user.id)).entry(&backend, user.tenant, None);
            let (id, secret) = make_token(&backend, &of, &name, role, expires_in.map(until), made)
                .await
                .map_err(|problem| anyhow!(problem.detail))?;
            eprintln!("token {id}; this is shown once:");
            println!("{secret}");
        }
        Token::List { tenant } => {
            let tenant = backend.tenant(&tenant).await?;
            let people: HashMap<UserId, String> =
                backend.accounts().users(tenant.id).await?.into_iter().map(|row| (row.id, row.email)).collect();
            let rows = backend.accounts().tokens(tenant.id).await?;
            if rows.is_empty() {
                eprintln!("there are no tokens yet: discovery token create --email somebody@example.org");
            } else {
                println!(
                    "{:36}  {:6}  {:7}  {:24}  {:24}  {:24}  {:28}  NAME",
                    "ID", "ROLE", "STATE", "CREATED", "EXPIRES", "LAST USED", "OF"
                );
            }
            let now = backend.now();
            for row in rows {
                let state = match row {
                    TokenRow { revoked_at: Some(_), .. } => "revoked",
                    TokenRow { expires_at: Some(until), .. } if until <= now => "expired",
                    _ => "valid",
                };
                let used = row.last_used_at.map_or_else(|| "never".into(), Timestamp::to_rfc3339);
                let expires = row.expires_at.map_or_else(|| "never".into(), Timestamp::to_rfc3339);
                let (role, created) = (row.role.name(), row.created_at.to_rfc3339());
                let of = people.get(&row.user).map_or("", String::as_str);
                println!("{}  {role:6}  {state:7}  {created:24}  {expires:24}  {used:24}  {of:28}  {}", row.id, row.name);
            }
        }
        Token::Revoke { id, tenant } => {
            let tenant = backend.tenant(&tenant).await?;
            let id: TokenId = id.parse().context("this is not a token's id: see `discovery token list`")?;
            let revoked = audit("token.revoked", id, None).entry(&backend, tenant.id, None);
            let of = backend.accounts().revoke_token_with(tenant.id, id, None, backend.now(), Some(revoked)).await?;
            of.context("there is no such token: see `discovery token list`")?;
            println!("token {id} is revoked");
        }
    }
    backend.store().close().await;
    Ok(())
}

/// A whole number of hours, days or weeks, up to ten years.
fn period(text: &str) -> Result<Duration, String> {
    const HOUR: u64 = 3_600;
    let read = || {
        let unit = text.chars().last()?;
        let number: u64 = text.strip_suffix(unit)?.parse().ok()?;
        let hours = number.checked_mul(match unit {
            'h' => 1,
            'd' => 24,
            'w' => 7 * 24,
            _ => return None,
        })?;
        (1..=10 * 365 * 24).contains(&hours).then(|| Duration::from_secs(hours * HOUR))
    };
    read().ok_or_else(|| format!("{text} is no period: write 12h, 30d or 8w, up to ten years"))
}

/// Whoever may run the command line is nobody whom the audit knows.
fn audit(action: &str, id: TokenId, about: Option<UserId>) -> AuditNote<'_> {
    AuditNote { action, target: id.to_string(), about, detail: json!({"by": "command line"}) }
}

#[cfg(test)]
mod tests {
    use super::period;

    #[test]
    fn periods_are_read_or_refused() {
        assert_eq!(period("30d").expect("a period").as_secs(), 30 * 86_400);
        assert_eq!(period("12h").expect("a period").as_secs(), 43_200);
        assert_eq!(period("2w").expect("a period").as_secs(), 14 * 86_400);
        for wrong in ["", "d", "30", "0d", "-1d", "1.5h", "30 d", "30m", "999999d", "99999999999999999999d", "30д"] {
            assert!(period(wrong).is_err(), "{wrong}");
        }
    }
}
