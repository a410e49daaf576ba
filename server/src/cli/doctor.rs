//! `discovery doctor`: what is configured, what is reachable, what falls back.

use crate::{
    backend::DEFAULT_TENANT,
    config::Settings,
    engines::{Engines, Reading, Speech},
    models::{Environment, gateway},
};
use actors::{AgreedClock, SystemClock};
use anyhow::{Context as _, Result, bail};
use domain::{
    account::AccountStore as _,
    models::{LanguageModel, Strength},
};
use protocol::{TenantId, research::SearchProvider};
use providers::{guard::Private, model::Gateway, skill};
use std::{sync::Arc, time::Instant};
use store::{Condition, Store};

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
    folders(&settings);
    for (number, (name, tried)) in warehouse::CONNECTORS.iter().enumerate() {
        println!("{:<18}{name}: {tried}", if number == 0 { "connectors" } else { "" });
    }
    println!("documents         files, texts, pages of the web");
    println!("                  confluence: cloud and server by HTTP; tried only against a stub of its wire");
    models(&settings.models);
    let Engines { reading, .. } = Engines::choose(&settings)?;
    println!("statements        understood {reading}");
    try_embedding(&reading).await;
    let speech = Speech::choose(&settings)?;
    println!("speech            {speech}");
    try_voice(&speech).await;
    let condition = Condition::of(&settings.database_url).await;
    let in_words = match &condition {
        Ok(Condition::Missing) => "not there yet: `discovery` makes it when it starts".to_owned(),
        Ok(Condition::Empty) => "reachable, without tables yet: `discovery` makes them when it starts".to_owned(),
        Ok(Condition::Behind(missing)) => {
            format!("reachable, {missing} migrations behind: `discovery migrate`, or the next start, brings it up to date")
        }
        Ok(Condition::UpToDate) => "reachable and up to date".to_owned(),
        Ok(Condition::Newer) => "written by a newer version of this program: use that one".to_owned(),
        Err(fault) => format!("not usable: {fault}"),
    };
    println!("database          {kind}, {in_words}");
    match condition {
        Ok(Condition::UpToDate) => in_database(&settings).await,
        Ok(Condition::Newer) => bail!("the database cannot be used by this version"),
        Ok(_) => Ok(()),
        Err(fault) => Err(fault).context("the database cannot be used"),
    }
}

/// What only the database knows.
async fn in_database(settings: &Settings) -> Result<()> {
    let store = Store::open(&settings.database_url).await?;
    let has_users = store.has_users().await?;
    println!("accounts          {}", if has_users { "yes" } else { "none: the first visitor makes the admin account" });
    let clock = Arc::new(AgreedClock::new(Arc::new(SystemClock)));
    let (_, models) = gateway(settings, &store, &clock).await?;
    if let Some(tenant) = store.tenant_by_slug(DEFAULT_TENANT).await? {
        for strength in Strength::ALL {
            try_out(&models, tenant.id, strength).await?;
        }
    }
    models.settled().await;
    store.close().await;
    Ok(())
}

/// Which folders of this machine projects may read from.
fn folders(settings: &Settings) {
    let there = |folder: &std::path::Path| if folder.is_dir() { "" } else { ", not there" };
    if settings.files_dirs.is_empty() {
        println!("files by path     none: DISCOVERY_FILES_DIRS names no folder");
    }
    for dir in &settings.files_dirs {
        let whose = dir.tenant.as_deref().unwrap_or("every tenant");
        println!("files by path     {} for {whose}{}", dir.folder.display(), there(&dir.folder));
    }
    for place in projects::places_of_skills(&settings.of_projects()) {
        let (skills, faults) = skill::discover(std::slice::from_ref(&place));
        println!("skills            {}: {}{}", place.folder.display(), skills.len(), there(&place.folder));
        faults.iter().for_each(|fault| println!("                  {fault}"));
    }
}

fn models(environment: &Environment) {
    println!("language model    {}", environment.summary());
    for remark in &environment.remarks {
        println!("                  {remark}");
    }
    let budget = environment.defaults.budget;
    let limit = |limit: Option<domain::models::Usd>| limit.map_or_else(|| "no limit".to_owned(), |limit| limit.to_string());
    println!("budget            {} a day, {} an interview", limit(budget.day), limit(budget.session));
    let from =
        if environment.secret_key.is_some() { "DISCOVERY_SECRET_KEY" } else { "the file secret.key in the data directory" };
    println!("secret key        {from}");
}

/// A service elsewhere is asked once.
async fn try_embedding(reading: &Reading) {
    let Reading::ByMeaning { model, host: Some(_) } = reading else { return };
    let begun = Instant::now();
    match model.embed(&["a word".to_owned()]).await {
        Ok(vectors) => {
            let dimension = vectors.first().map_or(0, Vec::len);
            println!("                  it answers in {} ms with {dimension} dimensions", begun.elapsed().as_millis());
        }
        Err(fault) => println!("                  {fault}: until it does the words alone decide"),
    }
}

/// A voice is asked for one word; a transcriber would have to be sent somebody's speech.
async fn try_voice(speech: &Speech) {
    let Some(voice) = &speech.voice else { return };
    let begun = Instant::now();
    match voice.speak("Hello").await {
        Ok(audio) => println!("                  it speaks in {} ms ({})", begun.elapsed().as_millis(), audio.media_type),
        Err(fault) => println!("                  {fault}: until it does the browser speaks"),
    }
}

/// One small call, as the tenant `default` would make it.
async fn try_out(models: &Gateway, tenant: TenantId, strength: Strength) -> Result<()> {
    if models.chosen(tenant, strength).await == Ok(None) {
        return Ok(());
    }
    let began = Instant::now();
    let (name, result) = models.test(tenant, strength).await;
    let name = name.map(|name| name.to_string()).unwrap_or_default();
    let label = format!("{} model", strength.name());
    match result {
        Ok(_) => println!("{label:<18}{name} answers in {} ms", began.elapsed().as_millis()),
        Err(fault) => println!("{label:<18}{name} does not answer, the built-in engine falls in: {fault}"),
    }
    Ok(())
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
