//! The actions on the pages of a project. Each returns one sentence.

use super::{ProjectDesk, held, may};
use crate::{
    backend::Backend,
    calls::{AuditNote, sentence},
};
use app::pages::projects::calls::{Answering, ProjectAct, ProjectDeed};
use domain::{
    Failure,
    tools::{ContextPreload, ProjectChange, ProjectRow, SourceKind, checked_description, one_line},
};
use projects::{ProjectCatalog, SourceDraft};
use protocol::{
    Timestamp, UserId,
    account::{Account, Role},
};
use serde_json::{Map, Value, json};
use std::{collections::BTreeMap, time::Duration};

/// How long somebody who connects a source waits for it to be read, before it is read on by itself.
const PATIENCE: Duration = Duration::from_secs(30);
/// Names that a sentence has room for.
const NAMED: usize = 3;

impl ProjectDesk {
    pub(super) async fn acted(&self, who: &Account, act: ProjectAct) -> Result<String, Failure> {
        may(who, Role::Member)?;
        let catalog = self.project_catalog(who, &act.project).await?;
        match act.deed {
            ProjectDeed::Rename => self.rename(who, &catalog, &act).await,
            ProjectDeed::Answering => self.answer_with(who, &catalog, &act).await,
            ProjectDeed::Delete => {
                self.trash_one(who, &act.project).await?;
                Ok(format!("{} is deleted.", catalog.project.name))
            }
            ProjectDeed::RefreshAll => {
                let answer = projects::refresh(self.0.projects(), who, &catalog.project).await?;
                let groups = ["schema", "api", "documents", "skills"];
                let sum = |what: &str| groups.iter().filter_map(|group| answer[*group][what].as_u64()).sum();
                let failed: Vec<&str> =
                    answer["failed"].as_array().into_iter().flatten().filter_map(|one| one["source"].as_str()).collect();
                let failed = if failed.is_empty() { String::new() } else { format!("{} could not be read", in_words(&failed)) };
                Ok(refreshed("Everything was read again", sum, &failed, true))
            }
            ProjectDeed::Refresh => {
                let one = held(&catalog, &act.source)?;
                let answer = projects::refresh_source(self.0.projects(), who, one).await?;
                let sum = |what: &str| answer[what].as_u64().unwrap_or_default();
                let failed = answer["failed"].as_str().unwrap_or_default();
                Ok(refreshed(&format!("{} was read again", one.source.name), sum, failed, one.source.status.is_known()))
            }
            ProjectDeed::Test => {
                let one = held(&catalog, &act.source)?;
                let answer = projects::try_out(self.0.projects(), &catalog.project, &one.source).await?;
                Ok(format!("{}: {}", one.source.name, answer["detail"].as_str().unwrap_or_default()))
            }
            ProjectDeed::CancelReading => {
                let one = held(&catalog, &act.source)?;
                projects::cancel_reading(self.0.projects(), &one.source).await?;
                Ok(format!("{} is not read any more.", one.source.name))
            }
            ProjectDeed::DeleteSource => {
                let row = self.trash_one_source(who, &act.project, &act.source).await?;
                Ok(format!("{} is deleted.", row.name))
            }
            ProjectDeed::RestoreSource => {
                let row = self.restore_one_source(who, &act.project, &act.source).await?;
                Ok(format!("{} is back.", row.name))
            }
            ProjectDeed::RemoveSource => {
                let row = self.remove_one_source(who, &act.project, &act.source).await?;
                Ok(format!("{} is deleted for good.", row.name))
            }
            ProjectDeed::TryConnection => {
                let answer =
                    projects::try_given(self.0.projects(), who, &catalog.project, parse_source(who, &act.entered)?).await?;
                let detail = answer["detail"].as_str().unwrap_or_default();
                // What is wrong is read as a fault, as it is when the source is added.
                if answer["ok"] == true { Ok(detail.to_owned()) } else { Err(Failure::invalid("config", detail)) }
            }
            ProjectDeed::Connect => {
                let given = parse_source(who, &act.entered)?;
                let row = projects::add_source(self.0.projects(), who, &catalog.project, given, PATIENCE).await?;
                Ok(row.id.to_string())
            }
            ProjectDeed::GeneratePack
            | ProjectDeed::CancelPack
            | ProjectDeed::SavePack
            | ProjectDeed::AcceptPack
            | ProjectDeed::KeepPack
            | ProjectDeed::PutPrompt
            | ProjectDeed::ResetPrompt
            | ProjectDeed::SetSecret
            | ProjectDeed::DeleteSecret => self.act_on_pack(who, &catalog.project, &act).await,
            ProjectDeed::SaveQuery => self.save_query(who, &catalog.project, &act).await,
            ProjectDeed::DeleteQuery => self.delete_query(who, &catalog.project, &act).await,
            ProjectDeed::RunTool | ProjectDeed::Profile => Err(Failure::malformed("this is asked in another way")),
        }
    }

    async fn rename(&self, who: &Account, catalog: &ProjectCatalog, act: &ProjectAct) -> Result<String, Failure> {
        let mut row = catalog.project.clone();
        let entered = |name: &str| act.entered.get(name).map(String::as_str).unwrap_or_default();
        row.name = one_line("name", entered("name"), 200)?;
        row.description = checked_description(entered("description").trim())?;
        self.change(who, row).await
    }

    /// Web search, and the tables that a model gets ahead. An empty number means the default.
    async fn answer_with(&self, who: &Account, catalog: &ProjectCatalog, act: &ProjectAct) -> Result<String, Failure> {
        let mut row = catalog.project.clone();
        let entered = |name: &str| act.entered.get(name).map(|text| text.trim()).unwrap_or_default();
        row.web_search = entered("web_search") == "on";
        let number = |name: &str, wrong: &str| match entered(name) {
            "" => Ok(None),
            text => text.replace(',', ".").parse::<f64>().map(Some).map_err(|_| Failure::invalid(name, wrong)),
        };
        let threshold = number("threshold", "a similarity is a number from 0 to 1")?;
        let most = number("most", "the most tables are a number")?.map(|most| most as usize);
        let patterns = entered("patterns").lines().map(str::to_owned).collect();
        row.context_preload = ContextPreload::new(patterns, threshold, most)?;
        self.change(who, row).await
    }

    pub(super) async fn change(&self, who: &Account, mut row: ProjectRow) -> Result<String, Failure> {
        let was = row.updated_at;
        row.updated_at = Timestamp(self.0.now().0.max(was.0 + 1));
        let detail = json!({"name": row.name, "state": row.state().name()});
        let audit =
            AuditNote { action: "project.changed", target: row.id.to_string(), about: None, detail }.entry_by(&self.0, who);
        self.0.project_store().update_project_with(row.clone(), was, Some(audit)).await?;
        self.0.projects().changed(ProjectChange::Of { tenant: row.tenant, project: row.id });
        Ok("Saved.".to_owned())
    }
}

/// What the form of [`ProjectDeed::Answering`] shows.
pub(super) fn answering(backend: &Backend, catalog: &ProjectCatalog) -> Answering {
    let preload = catalog.project.context_preload.as_ref();
    let names = projects::preloaded(catalog);
    let named: Vec<&str> = names.iter().map(String::as_str).collect();
    Answering {
        web_search: catalog.project.web_search,
        searches: !backend.settings().search.configured().is_empty(),
        patterns: preload.map(|preload| preload.seed_patterns.join("\n")).unwrap_or_default(),
        threshold: preload.map_or_else(|| "0.3".to_owned(), |preload| preload.similarity_threshold.to_string()),
        most: preload.map_or_else(|| "50".to_owned(), |preload| preload.max_tables.to_string()),
        chosen: match (preload, named.is_empty()) {
            (None, _) => String::new(),
            (_, true) => "No table is near enough.".to_owned(),
            _ => format!("Told ahead now: {}.", in_words(&named)),
        },
    }
}

pub(super) fn may_delete(who: &Account, made_by: Option<UserId>) -> bool {
    who.role >= Role::Admin || (who.role >= Role::Member && made_by == Some(who.user_id))
}

/// Up to three names, and how many more there are.
pub(super) fn in_words(names: &[&str]) -> String {
    let shown = names.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ");
    if names.len() > NAMED { format!("{shown} and {} more", names.len() - NAMED) } else { shown }
}

fn refreshed(what: &str, sum: impl Fn(&str) -> u64, failed: &str, lasts: bool) -> String {
    let parts: Vec<String> = ["added", "updated", "removed"]
        .into_iter()
        .filter_map(|part| Some(sum(part)).filter(|count| *count > 0).map(|count| format!("{count} {part}")))
        .collect();
    let changes = if parts.is_empty() { "nothing changed".to_owned() } else { parts.join(", ") };
    if failed.is_empty() {
        format!("{what}: {changes}.")
    } else {
        format!("{}{}", sentence(failed), if lasts { " What was found before still stands." } else { "" })
    }
}

/// A source as the form of its type was filled in; what is empty was not given.
fn parse_source(who: &Account, entered: &BTreeMap<String, String>) -> Result<SourceDraft, Failure> {
    let mut entered: BTreeMap<&str, &str> =
        entered.iter().map(|(name, text)| (name.as_str(), text.trim())).filter(|(_, text)| !text.is_empty()).collect();
    let mut take = |name: &str| entered.remove(name).map(str::to_owned);
    let kind = take("kind").and_then(|kind| SourceKind::parse(&kind));
    let kind = kind.ok_or_else(|| Failure::invalid("kind", "a source is one of database, api, document, skill"))?;
    if kind == SourceKind::Database {
        // A member of the tenant does not open connections into other people's networks.
        may(who, Role::Admin)?;
    }
    let (name, subtype, description) = (take("name"), take("type"), take("description"));
    let name = Some(name.ok_or_else(|| Failure::invalid("name", "a source needs a name"))?);
    let mut config = Map::new();
    for (field, text) in entered {
        let value = match field {
            "port" => text.parse::<u16>().map_err(|_| Failure::invalid("port", "a port is a number up to 65535"))?.into(),
            "datasets" | "spaces" | "tags" => text.split(',').map(str::trim).filter(|one| !one.is_empty()).collect(),
            _ => Value::from(text),
        };
        config.insert(field.to_owned(), value);
    }
    Ok(SourceDraft {
        kind: Some(kind),
        subtype,
        name,
        description,
        config: config.into(),
        secrets: Map::new(),
        files: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_refresh_changed_is_told() {
        let counts = |what: &str| if what == "added" { 2 } else { 0 };
        assert_eq!(refreshed("shop was read again", counts, "", true), "shop was read again: 2 added.");
        assert_eq!(refreshed("shop was read again", |_| 0, "", true), "shop was read again: nothing changed.");
        assert_eq!(refreshed("x", |_| 0, "it is down", true), "It is down. What was found before still stands.");
        assert_eq!(refreshed("x", |_| 0, "it is down", false), "It is down.", "nothing was ever found");
        assert_eq!(in_words(&["a", "b", "c", "d"]), "a, b, c and 1 more");
    }
}
