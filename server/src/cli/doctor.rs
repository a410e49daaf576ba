//! `discovery doctor`: what is configured, what is reachable, what falls back.

use crate::{backend::Backend, config::Settings};
use anyhow::Result;
use protocol::research::SearchProvider;
use providers::guard::Private;
use tokio_util::sync::CancellationToken;

pub(super) async fn doctor(settings: Settings) -> Result<()> {
    println!("address           {}", settings.addr);
    println!("data              {}", settings.data_dir.display());
    let kind = if settings.database_url.starts_with("postgres") { "Postgres" } else { "SQLite" };
    let site = settings.site_dir.join("manifest.json");
    println!(
        "page              {}",
        if site.is_file() {
            format!("built, {}", settings.site_dir.display())
        } else {
            "not built: pages come without styles and scripts; run `make build`".into()
        }
    );
    println!("bootstrap token   {}", if settings.bootstrap_token.is_some() { "set" } else { "not set" });
    println!("search            {}", searchers(&settings.search.configured()));
    println!(
        "pages             {}",
        if settings.private_urls == Private::Nothing {
            "public addresses only".to_owned()
        } else {
            "private addresses too (DISCOVERY_ALLOW_PRIVATE_URLS)".to_owned()
        }
    );
    println!("language model    none: the built-in engine understands and replies");
    match Backend::start(settings, CancellationToken::new()).await {
        Ok(backend) => {
            backend.accounts().ping().await?;
            println!("database          {kind}, reachable and up to date");
            println!("statements        understood {}", backend.reading());
            println!(
                "accounts          {}",
                if backend.accounts().has_users().await? { "yes" } else { "none: the first visitor makes the admin account" }
            );
            backend.store().close().await;
            Ok(())
        }
        Err(fault) => {
            println!("database          {kind}, not usable: {fault:#}");
            Err(fault)
        }
    }
}

fn searchers(configured: &[SearchProvider]) -> String {
    if configured.is_empty() {
        return "none configured: research uses the local documents".to_owned();
    }
    let names: Vec<_> = configured.iter().map(|provider| provider.label()).collect();
    format!("{}, then the local documents", names.join(", then "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_searches_is_said_in_order() {
        assert_eq!(searchers(&[]), "none configured: research uses the local documents");
        let two = searchers(&[SearchProvider::Searxng, SearchProvider::Brave]);
        assert_eq!(two, "SearXNG, then Brave, then the local documents");
    }
}
