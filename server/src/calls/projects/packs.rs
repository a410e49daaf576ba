//! The pages of a project's pack and prompts, and what is done there.

use super::{ProjectDesk, may, with_head};
use crate::calls::AuditNote;
use app::{
    calls::CallFault,
    pages::projects::calls::{
        AreaShown, OfProject, PackShown, ProjectAct, ProjectDeed, ProjectRequest, PromptShown, SecretShown,
    },
};
use domain::{
    Failure,
    packs::{Pack, SecretName, built_in_packs},
    tools::{ProjectRow, ProjectState},
};
use projects::{ListedPack, MaskedSecret, PromptText};
use protocol::account::{Account, Role};
use serde_json::{Value, json};

impl ProjectDesk {
    pub(super) async fn pack_shown(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<PackShown>, CallFault> {
        let catalog = self.project_catalog(who, &asked.id).await?;
        let project = &catalog.project;
        let pack = projects::project_pack(self.0.projects(), project).await?;
        let origin = if project.pack.is_some() {
            "project"
        } else if built_in_packs().contains(&pack) {
            "built_in"
        } else {
            "tenant"
        };
        let may_edit = may_edit(who, project);
        let text = if may_edit { written(&pack)? } else { String::new() };
        let mut progress = (*projects::pack_view(self.0.projects(), project).await?).clone();
        progress.note = progress.note.as_deref().map(crate::calls::sentence);
        let shown = PackShown {
            slug: pack.slug,
            version: pack.version,
            origin: origin.to_owned(),
            areas: pack.areas.into_iter().map(area).collect(),
            error: project.pack_error.as_deref().map(crate::calls::sentence),
            progress,
            may_edit,
            text,
        };
        Ok(with_head(who, &catalog, shown))
    }

    pub(super) async fn prompts_shown(
        &self,
        who: &Account,
        asked: ProjectRequest,
    ) -> Result<OfProject<Vec<PromptShown>>, CallFault> {
        let catalog = self.project_catalog(who, &asked.id).await?;
        let prompts = projects::project_prompts(self.0.projects(), &catalog.project).await?;
        Ok(with_head(who, &catalog, prompts.into_iter().map(prompt).collect()))
    }

    /// One line for each secret that there may be; none for others than administrators.
    pub(super) async fn secrets_shown(&self, who: &Account, project: &ProjectRow) -> Result<Vec<SecretShown>, Failure> {
        if who.role < Role::Admin {
            return Ok(Vec::new());
        }
        let set = projects::list_secrets(self.0.projects(), project).await?;
        let masked = |name: SecretName| set.iter().find(|one: &&MaskedSecret| one.name == name).map(|one| one.masked.clone());
        Ok(SecretName::ALL.map(|name| SecretShown { name: name.name().to_owned(), masked: masked(name) }).into())
    }

    /// What is done with packs, prompts and secrets, in a sentence.
    pub(super) async fn act_on_pack(&self, who: &Account, project: &ProjectRow, act: &ProjectAct) -> Result<String, Failure> {
        let all = self.0.projects();
        let entered = |name: &str| act.entered.get(name).map(String::as_str).unwrap_or_default();
        match act.deed {
            ProjectDeed::GeneratePack => {
                let noted = |row: &ProjectRow| note("project.pack_generated", row).entry_by(&self.0, who);
                projects::begin_pack(all, project.clone(), noted).await?;
                return Ok("The pack is being generated.".to_owned());
            }
            ProjectDeed::CancelPack => {
                let audit = note("project.pack_cancelled", project).entry_by(&self.0, who);
                projects::cancel_pack(all, project, audit).await?;
                return Ok("Nothing is generated any more.".to_owned());
            }
            ProjectDeed::SavePack => {
                let pack = read(entered("text"))?;
                let changed = projects::change_pack(who, project.clone(), &pack).map_err(every_fault)?;
                return self.change(who, changed).await;
            }
            ProjectDeed::AcceptPack => {
                let state = project.state().step(ProjectState::Ready)?;
                return self.change(who, ProjectRow { state: Some(state), ..project.clone() }).await;
            }
            _ => may(who, Role::Admin)?,
        }
        match act.deed {
            ProjectDeed::KeepPack => {
                let pack = project.pack.clone().ok_or_else(|| Failure::conflict("the project has no pack of its own"))?;
                let (ListedPack { pack, .. }, _) = projects::import_pack(all, who, &pack).await.map_err(every_fault)?;
                Ok(format!("It is kept as {}, version {}.", pack.slug, pack.version))
            }
            ProjectDeed::PutPrompt => {
                // Browsers end lines in their own way.
                let text = entered("text").replace("\r\n", "\n");
                projects::put_prompt(all, who, project, entered("prompt"), &text).await.map_err(every_fault)?;
                Ok("Saved.".to_owned())
            }
            ProjectDeed::ResetPrompt => {
                projects::reset_prompt(all, who, project, &act.name).await?;
                Ok("It has the default again.".to_owned())
            }
            ProjectDeed::SetSecret => {
                projects::put_secret(all, who, project, &act.name, entered("value")).await?;
                Ok("Kept sealed.".to_owned())
            }
            ProjectDeed::DeleteSecret => {
                projects::delete_secret(all, who, project, &act.name).await?;
                Ok("Deleted.".to_owned())
            }
            _ => Err(Failure::malformed("this is asked in another way")),
        }
    }
}

fn note<'a>(action: &'a str, row: &ProjectRow) -> AuditNote<'a> {
    let detail = json!({"name": row.name, "state": row.state().name()});
    AuditNote { action, target: row.id.to_string(), about: None, detail }
}

fn may_edit(who: &Account, project: &ProjectRow) -> bool {
    match project.state() {
        ProjectState::PackGenerationDone => who.role >= Role::Member,
        ProjectState::Ready => who.role >= Role::Admin,
        ProjectState::PackGenerationPending | ProjectState::PackGeneration => false,
    }
}

fn written(pack: &Pack) -> Result<String, CallFault> {
    serde_json::to_string_pretty(pack).map_err(|fault| CallFault::Broken(fault.to_string()))
}

fn read(text: &str) -> Result<Value, Failure> {
    serde_json::from_str(text).map_err(|fault| Failure::invalid("pack", format!("this is no JSON: {fault}")))
}

/// A page has one place for what is wrong.
fn every_fault(mut failure: Failure) -> Failure {
    if failure.faults.len() > 1 {
        let lines: Vec<String> = failure.faults.iter().map(|fault| crate::calls::sentence(&fault.message)).collect();
        failure.detail = lines.join(" ");
    }
    failure
}

fn area(area: domain::packs::PackArea) -> AreaShown {
    AreaShown { id: area.id, name: area.name, description: area.description, keywords: area.keywords, tables: area.tables }
}

fn prompt(prompt: PromptText) -> PromptShown {
    PromptShown {
        name: prompt.name.name(),
        text: prompt.text,
        origin: prompt.source.name().to_owned(),
        variables: prompt.name.variables().into_iter().map(str::to_owned).collect(),
    }
}
