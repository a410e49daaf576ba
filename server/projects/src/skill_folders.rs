//! Skills in folders of the server, for every project of every tenant: `skills` in the data directory, then `.discovery/skills` where
//! the operator is at home, then what `DISCOVERY_SKILLS_DIRS` names (seed 004, Discovery Paths). A skill that was uploaded to a
//! project stands before one of the same name here. Nothing is ever written there.

use crate::Settings;
use domain::tools::{Found, ProjectRow, ProjectSource, SourceKind, SourceStatus, answers::Held, catalog::Skill};
use protocol::ProjectSourceId;
use providers::skill::{self, Links, OnDisk, Place, SkillFault, Traces};
use serde_json::json;
use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::sync::Mutex;
use uuid::Uuid;

/// How long what was seen is believed.
const BELIEVED: Duration = Duration::from_secs(1);

/// The folders, and what was last seen in them.
pub(super) struct SkillFolders {
    places: Arc<Vec<Place>>,
    links: Arc<Links>,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    looked: Option<Instant>,
    traces: Traces,
    skills: Arc<ServerSkills>,
}

/// Skills of the server's folders.
#[derive(Debug, Default)]
pub(crate) struct ServerSkills {
    /// Moves when one of them changed.
    pub(super) version: u64,
    skills: Vec<OnDisk>,
}

/// In the order of precedence. What a folder is called where a skill's path is shown says nothing of the disk.
pub fn places(settings: &Settings) -> Vec<Place> {
    let mut places = vec![Place { folder: settings.data_dir.join("skills"), shown: "skills".to_owned() }];
    if let Some(home) = &settings.home {
        places.push(Place { folder: home.join(".discovery/skills"), shown: "~/.discovery/skills".to_owned() });
    }
    places.extend(settings.skills_dirs.iter().map(|folder| {
        let shown = folder.file_name().map(|name| name.to_string_lossy().into_owned());
        Place { folder: folder.clone(), shown: shown.unwrap_or_else(|| "skills".to_owned()) }
    }));
    places
}

impl SkillFolders {
    pub(super) fn new(settings: &Settings) -> Self {
        Self { places: Arc::new(places(settings)), links: Arc::default(), seen: Mutex::default() }
    }

    /// What is there now, or was a second ago.
    pub(super) async fn current(&self) -> Arc<ServerSkills> {
        let mut seen = self.seen.lock().await;
        if seen.looked.is_some_and(|looked| looked.elapsed() < BELIEVED) {
            return Arc::clone(&seen.skills);
        }
        let (places, before) = (Arc::clone(&self.places), std::mem::take(&mut seen.traces));
        let looking = tokio::task::spawn_blocking(move || {
            let traces = skill::traces(&places);
            let found = (traces != before).then(|| skill::discover(&places));
            (traces, found)
        });
        match looking.await {
            Ok((traces, found)) => {
                seen.traces = traces;
                if let Some((skills, faults)) = found {
                    for fault in faults {
                        tracing::warn!(%fault, "a skill in the server's folders cannot be read");
                    }
                    seen.skills = Arc::new(ServerSkills { version: seen.skills.version + 1, skills });
                }
            }
            Err(fault) => tracing::warn!(%fault, "the folders of skills could not be looked at"),
        }
        seen.looked = Some(Instant::now());
        Arc::clone(&seen.skills)
    }

    /// What was seen is looked at again by the next who asks.
    pub(super) async fn look_again(&self) {
        self.seen.lock().await.looked = None;
    }

    /// What a relative link of a skill leads to, inside its folder.
    pub(super) async fn follow(&self, folder: PathBuf, target: String) -> Result<Arc<str>, SkillFault> {
        let links = Arc::clone(&self.links);
        let following = tokio::task::spawn_blocking(move || links.follow(&folder, &target));
        following.await.unwrap_or_else(|_| Err(SkillFault::Malformed("it cannot be read".to_owned())))
    }
}

impl ServerSkills {
    /// Those that the project has no own skill of the same name of, as if they had been found in a source of it.
    pub(super) fn beside(&self, project: &ProjectRow, held: &[Held]) -> Held {
        let others = self.skills.iter().map(|one| &one.skill).filter(|skill| !has(held, &skill.name));
        let found = Found { skills: others.cloned().collect(), ..Found::default() };
        let source = ProjectSource {
            id: ProjectSourceId(Uuid::nil()),
            tenant: project.tenant,
            project: project.id,
            kind: SourceKind::Skill,
            subtype: "folder".to_owned(),
            name: "skills of this server".to_owned(),
            description: None,
            config: json!({}),
            secrets: Vec::new(),
            status: SourceStatus::Ready,
            error: None,
            summary: found.summary(),
            warnings: Vec::new(),
            files: Vec::new(),
            created_by: None,
            created_at: project.created_at,
            updated_at: project.created_at,
        };
        Held { source, found: Arc::new(found) }
    }

    /// A skill with its folder, where the project has none of its own of that name.
    pub(super) fn named(&self, held: &[Held], name: &str) -> Option<(&Skill, PathBuf)> {
        let one = self.skills.iter().find(|one| one.skill.name == name).filter(|_| !has(held, name))?;
        Some((&one.skill, one.folder.clone()))
    }
}

fn has(held: &[Held], name: &str) -> bool {
    held.iter().flat_map(|one| &one.found.skills).any(|skill| skill.name.eq_ignore_ascii_case(name))
}
