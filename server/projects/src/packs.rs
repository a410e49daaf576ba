//! Domain packs and prompts at work: which pack a project has, what its prompts say, and who changed them.

use crate::Projects;
use domain::{
    Failure, StoreFault,
    account::{AuditLog as _, AuditNote},
    packs::{
        Pack, PackRow, ProjectPrompt, built_in_packs, check_prompt, compare_versions, pack_for, parse_pack,
        prompts::{PromptName, default_prompt},
    },
    tools::{ProjectRow, ProjectState},
};
use protocol::{
    TenantId, Timestamp,
    account::{Account, Role},
};
use serde_json::{Value, json};
use std::{cmp::Ordering, collections::BTreeMap};

/// Packs that a tenant imports.
const MOST_PACKS: usize = 100;

/// A pack with where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedPack {
    pub pack: Pack,
    /// When it was imported last; none where it is built in.
    pub imported_at: Option<Timestamp>,
}

/// A prompt of a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptText {
    pub name: PromptName,
    pub text: String,
    pub source: PromptSource,
    /// When the project changed it.
    pub updated_at: Option<Timestamp>,
}

/// Where a prompt's text comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptSource {
    BuiltIn,
    /// A pack of the tenant or of the project.
    Pack,
    Project,
}

impl PromptSource {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BuiltIn => "built_in",
            Self::Pack => "pack",
            Self::Project => "project",
        }
    }
}

/// The tenant's own packs, then those built-in ones in whose place none of them is.
///
/// # Errors
/// The store's.
pub async fn list_packs(projects: &Projects, tenant: TenantId) -> Result<Vec<ListedPack>, Failure> {
    let own = projects.pack_store().own_packs(tenant).await?;
    let built_in = built_in_packs().iter().filter(|pack| own.iter().all(|row| row.pack.slug != pack.slug)).cloned();
    let built_in: Vec<ListedPack> = built_in.map(|pack| ListedPack { pack, imported_at: None }).collect();
    let own = own.into_iter().map(|row| ListedPack { pack: row.pack, imported_at: Some(row.updated_at) });
    Ok(own.chain(built_in).collect())
}

/// # Errors
/// 404, or the store's.
pub async fn find_pack(projects: &Projects, tenant: TenantId, slug: &str) -> Result<ListedPack, Failure> {
    let packs = list_packs(projects, tenant).await?;
    packs.into_iter().find(|one| one.pack.slug == slug).ok_or_else(no_pack)
}

/// Takes a pack in; true where it is new, false where it replaced an older version.
///
/// # Errors
/// 422 with every fault, 409 where the tenant has this version or a later one.
pub async fn import_pack(projects: &Projects, who: &Account, value: &Value) -> Result<(ListedPack, bool), Failure> {
    let pack = parse_pack(value)?;
    let own = projects.pack_store().own_packs(who.tenant_id).await?;
    let known = own.iter().find(|row| row.pack.slug == pack.slug);
    if let Some(known) = known
        && compare_versions(&pack.version, &known.pack.version) != Ordering::Greater
    {
        let detail = format!(
            "the pack {} is there in version {}: give this one a higher version, or another slug",
            pack.slug, known.pack.version
        );
        return Err(Failure::conflict(detail));
    }
    if known.is_none() && own.len() >= MOST_PACKS {
        return Err(Failure::conflict(format!("a tenant has at most {MOST_PACKS} packs: delete some first")));
    }
    let now = projects.now();
    let (was, created_at) = known.map_or((None, now), |row| (Some(row.pack.version.clone()), row.created_at));
    let row = PackRow { tenant: who.tenant_id, pack: pack.clone(), created_at, updated_at: now };
    let detail = json!({"version": pack.version, "was": was});
    let audit = AuditNote { action: "domain_pack.imported", target: pack.slug.clone(), about: None, detail };
    let saved = projects.pack_store().save_pack(row, was.as_deref(), audit.entry_by(projects, who)).await;
    saved.map_err(|fault| match fault {
        StoreFault::Conflict => Failure::conflict("somebody imported this pack at the same time: look at it, and try again"),
        fault => fault.into(),
    })?;
    Ok((ListedPack { pack, imported_at: Some(now) }, was.is_none()))
}

/// Deletes a pack of the tenant. Projects with it go on with the built-in pack of their domain.
///
/// # Errors
/// 404, 409 for a built-in one, or the store's.
pub async fn delete_pack(projects: &Projects, who: &Account, slug: &str) -> Result<(), Failure> {
    let own = projects.pack_store().own_packs(who.tenant_id).await?;
    let is_own = own.iter().any(|row| row.pack.slug == slug);
    let note = AuditNote { action: "domain_pack.deleted", target: slug.to_owned(), about: None, detail: json!({}) };
    if is_own && projects.pack_store().delete_pack(who.tenant_id, slug, note.entry_by(projects, who)).await? {
        return Ok(());
    }
    if built_in_packs().iter().any(|pack| pack.slug == slug) {
        return Err(Failure::conflict("a built-in pack cannot be deleted; import one with its slug to replace it"));
    }
    Err(no_pack())
}

/// The project's own pack, else the tenant's or the built-in one of its domain and category, else the general one, which has no
/// areas.
///
/// # Errors
/// The store's.
pub async fn project_pack(projects: &Projects, project: &ProjectRow) -> Result<Pack, Failure> {
    let own = projects.pack_store().own_packs(project.tenant).await?;
    let own: Vec<Pack> = own.into_iter().map(|row| row.pack).collect();
    Ok(pack_for(project, &own))
}

/// The project's row with another pack, as it was written; `null` takes the project's own pack away.
///
/// # Errors
/// 409 in a state in which the pack cannot be changed, 403 for who may not, 422 with every fault.
pub fn change_pack(who: &Account, mut row: ProjectRow, pack: &Value) -> Result<ProjectRow, Failure> {
    if row.pack.as_ref().unwrap_or(&Value::Null) == pack {
        return Ok(row);
    }
    let need = match row.state() {
        ProjectState::PackGenerationDone => Role::Member,
        ProjectState::Ready => Role::Admin,
        state => {
            let detail = format!(
                "a pack is edited in the states pack_generation_done and ready, and this project is {}; generate the pack first",
                state.name()
            );
            return Err(Failure::conflict(detail));
        }
    };
    if who.role < need {
        let detail = format!("to change the pack of a project takes the role {}, yours is {}", need.name(), who.role.name());
        return Err(Failure::forbidden(detail));
    }
    if pack.is_null() {
        if row.state() != ProjectState::Ready {
            return Err(Failure::invalid("pack", "a draft can be changed and accepted, not taken away"));
        }
        row.pack = None;
        return Ok(row);
    }
    let parsed = parse_pack(pack).map_err(within_pack)?;
    row.pack = Some(serde_json::to_value(parsed).map_err(|fault| Failure::invalid("pack", fault.to_string()))?);
    Ok(row)
}

/// Fields are named as the request has them.
fn within_pack(refusal: domain::Refusal) -> Failure {
    let mut failure = Failure::from(refusal);
    for fault in failure.faults.iter_mut().filter(|fault| fault.field != "pack") {
        fault.field = format!("pack.{}", fault.field);
    }
    failure
}

/// All prompts of a project, in the order of their use.
///
/// # Errors
/// The store's.
pub async fn project_prompts(projects: &Projects, project: &ProjectRow) -> Result<Vec<PromptText>, Failure> {
    let pack = project_pack(projects, project).await?;
    let changed = projects.pack_store().project_prompts(project.tenant, project.id).await?;
    let mut names = PromptName::all(&pack);
    // Where the areas come from the tables, their prompts are known by what was changed.
    let others = changed.iter().filter_map(|row| PromptName::parse(&row.name)).filter(|name| may_have(&pack, name));
    let others: Vec<PromptName> = others.filter(|name| !names.contains(name)).collect();
    let end = names.len() - 1;
    names.splice(end..end, others);
    Ok(names.into_iter().map(|name| text(&pack, &changed, name)).collect())
}

fn text(pack: &Pack, changed: &[ProjectPrompt], name: PromptName) -> PromptText {
    if let Some(row) = changed.iter().find(|row| row.name == name.name()) {
        return PromptText { name, text: row.text.clone(), source: PromptSource::Project, updated_at: Some(row.updated_at) };
    }
    let text = default_prompt(pack, &name);
    let is_built_in = built_in_packs().iter().any(|known| default_prompt(known, &name) == text);
    let source = if is_built_in { PromptSource::BuiltIn } else { PromptSource::Pack };
    PromptText { name, text, source, updated_at: None }
}

/// A prompt of an area exists where the area does; where areas come from the tables, of any.
fn may_have(pack: &Pack, name: &PromptName) -> bool {
    let PromptName::Analysis(area) = name else { return true };
    let is_id = area.len() <= 100 && area.bytes().all(|sign| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == b'_');
    pack.area(area).is_some() || (pack.areas.is_empty() && is_id)
}

/// The texts that a run keeps, by the names of the prompts.
///
/// # Errors
/// The store's.
pub async fn prompts_of(projects: &Projects, project: &ProjectRow) -> Result<BTreeMap<String, String>, Failure> {
    let prompts = project_prompts(projects, project).await?;
    Ok(prompts.into_iter().map(|prompt| (prompt.name.name(), prompt.text)).collect())
}

/// # Errors
/// 404 naming the prompts there are, or the store's.
pub async fn find_prompt(projects: &Projects, project: &ProjectRow, name: &str) -> Result<PromptText, Failure> {
    let pack = project_pack(projects, project).await?;
    let name = known_prompt(&pack, name)?;
    let changed = projects.pack_store().project_prompts(project.tenant, project.id).await?;
    Ok(text(&pack, &changed, name))
}

/// Puts a text in the place of the default.
///
/// # Errors
/// 404 naming the prompts there are; 422 for a text that is empty, too long, or has unknown variables.
pub async fn put_prompt(
    projects: &Projects,
    who: &Account,
    project: &ProjectRow,
    name: &str,
    text: &str,
) -> Result<PromptText, Failure> {
    let name = known_prompt(&project_pack(projects, project).await?, name)?;
    check_prompt("text", text)?;
    let changed = projects.pack_store().project_prompts(project.tenant, project.id).await?;
    if let Some(same) = changed.iter().find(|row| row.name == name.name() && row.text == text) {
        let (text, updated_at) = (same.text.clone(), Some(same.updated_at));
        return Ok(PromptText { name, text, source: PromptSource::Project, updated_at });
    }
    let now = projects.now();
    let row =
        ProjectPrompt { tenant: project.tenant, project: project.id, name: name.name(), text: text.to_owned(), updated_at: now };
    let audit = note("project.prompt_changed", project, &row.name).entry_by(projects, who);
    if !projects.pack_store().save_prompt(row, audit).await? {
        return Err(crate::missing());
    }
    Ok(PromptText { name, text: text.to_owned(), source: PromptSource::Project, updated_at: Some(now) })
}

/// Goes back to the default.
///
/// # Errors
/// 404 where the project has no text of its own for it.
pub async fn reset_prompt(projects: &Projects, who: &Account, project: &ProjectRow, name: &str) -> Result<(), Failure> {
    let audit = note("project.prompt_reset", project, name).entry_by(projects, who);
    let changed = projects.pack_store().project_prompts(project.tenant, project.id).await?;
    if changed.iter().any(|row| row.name == name)
        && projects.pack_store().delete_prompt(project.tenant, project.id, name, audit).await?
    {
        return Ok(());
    }
    Err(Failure::not_found("the project has no text of its own for this prompt: it has the default already"))
}

fn note<'a>(action: &'a str, project: &ProjectRow, name: &str) -> AuditNote<'a> {
    AuditNote { action, target: project.id.to_string(), about: None, detail: json!({"prompt": name}) }
}

fn known_prompt(pack: &Pack, name: &str) -> Result<PromptName, Failure> {
    PromptName::parse(name).filter(|name| may_have(pack, name)).ok_or_else(|| {
        let known: Vec<String> = PromptName::all(pack).iter().map(PromptName::name).collect();
        Failure::not_found(format!("there is no such prompt; the prompts of this project are {}", known.join(", ")))
    })
}

fn no_pack() -> Failure {
    Failure::not_found("there is no such domain pack")
}
