//! Skills on disk and in uploaded archives. A link of a skill is read inside the skill's own folder only.

mod archive;
mod fault;

pub use archive::unpack;
pub use fault::SkillFault;

use domain::tools::{
    catalog::Skill,
    skill::{inside, links},
};
use serde::Deserialize;
use std::{
    collections::{BTreeMap, HashMap},
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::SystemTime,
};

/// The longest file of a skill.
const LONGEST: usize = 1024 * 1024;
/// Folders of one place that are looked at.
const MOST_SKILLS: usize = 1_000;

/// A folder of skills, and what it is called where a skill's place is shown: never where it lies on the disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub folder: PathBuf,
    pub shown: String,
}

/// A skill with the folder it was found in. Its references are not read: [`Links`] does when somebody asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnDisk {
    pub skill: Skill,
    pub folder: PathBuf,
}

/// Where each `SKILL.md` of the places is, and when it was changed: equal as long as nothing is to be read again.
pub type Traces = Vec<(PathBuf, Option<SystemTime>, u64)>;

/// Looks at the places without reading a skill.
#[must_use]
pub fn traces(places: &[Place]) -> Traces {
    let of = |folder: PathBuf| {
        let about = fs::metadata(folder.join("SKILL.md")).ok().filter(fs::Metadata::is_file)?;
        Some((folder, about.modified().ok(), about.len()))
    };
    places.iter().flat_map(|place| folders(&place.folder)).filter_map(of).collect()
}

/// All skills of the places by name, the first place that has a name wins, whatever the case of its letters; and what could not be
/// read, each in a sentence.
#[must_use]
pub fn discover(places: &[Place]) -> (Vec<OnDisk>, Vec<String>) {
    let mut found: BTreeMap<String, OnDisk> = BTreeMap::new();
    let mut faults = Vec::new();
    for place in places {
        for folder in folders(&place.folder) {
            let name = folder_name(&folder);
            let shown = format!("{}/{name}/SKILL.md", place.shown);
            match follow(&folder, "SKILL.md").and_then(|text| parse(&text, &name, &shown)) {
                Ok(skill) => {
                    found.entry(skill.name.to_lowercase()).or_insert(OnDisk { skill, folder });
                }
                Err(fault) => faults.push(format!("{shown}: {fault}")),
            }
        }
    }
    (found.into_values().collect(), faults)
}

/// The folders of a place that have a `SKILL.md`, in order. A place that is not there has none.
fn folders(place: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(place) else { return Vec::new() };
    let mut folders: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    folders.retain(|folder| folder.join("SKILL.md").is_file());
    folders.sort();
    folders.truncate(MOST_SKILLS);
    folders
}

fn folder_name(folder: &Path) -> String {
    folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Front {
    name: Option<String>,
    description: Option<String>,
    #[serde(rename = "allowed-tools", alias = "allowed_tools")]
    allowed_tools: Tools,
}

/// A list, or one text with commas.
#[derive(Deserialize)]
#[serde(untagged)]
enum Tools {
    List(Vec<String>),
    Text(String),
    None(()),
}

impl Default for Tools {
    fn default() -> Self {
        Self::None(())
    }
}

/// A `SKILL.md` as a skill. Without a name of its own it has its folder's.
///
/// # Errors
/// When its front matter is no YAML, or says neither name nor description.
pub fn parse(text: &str, folder: &str, path: &str) -> Result<Skill, SkillFault> {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let (front, content, first_line) = match text.strip_prefix("---\n").and_then(|rest| Some((rest, closing(rest)?))) {
        Some((rest, (end, after))) => (&rest[..end], &rest[after..], rest[..after].lines().count() as u32 + 2),
        None => ("", &*text, 1),
    };
    let front: Front = if front.trim().is_empty() {
        Front::default()
    } else {
        serde_saphyr::from_str(front).map_err(|fault| {
            let said: String = fault.to_string().lines().next().unwrap_or_default().chars().take(200).collect();
            SkillFault::Malformed(format!("the front matter is not valid YAML: {said}"))
        })?
    };
    let named = |name: Option<String>| name.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    let name = named(front.name).unwrap_or_else(|| folder.to_owned());
    if name.is_empty() || name.len() > 200 || name.chars().any(|sign| sign.is_control() || matches!(sign, '/' | '\\')) {
        return Err(SkillFault::Malformed("its name cannot be used; write `name: my-skill` into the front matter".into()));
    }
    let allowed_tools = match front.allowed_tools {
        Tools::List(tools) => tools,
        Tools::Text(tools) => tools.split([',', '\n']).map(str::to_owned).collect(),
        Tools::None(()) => Vec::new(),
    };
    let tools = allowed_tools.iter().map(|tool| tool.trim().to_owned()).filter(|tool| !tool.is_empty());
    Ok(Skill {
        name,
        description: named(front.description).unwrap_or_default(),
        path: path.to_owned(),
        allowed_tools: tools.collect(),
        links: links(content, first_line),
        content: content.trim_start_matches('\n').to_owned(),
        references: BTreeMap::new(),
    })
}

/// Where the front matter ends, and where the text below it begins.
fn closing(rest: &str) -> Option<(usize, usize)> {
    if let Some(rest) = rest.strip_prefix("---\n") {
        return Some((0, 4)).filter(|_| !rest.is_empty());
    }
    let end = rest.find("\n---\n").map(|end| (end, end + 5));
    end.or_else(|| rest.strip_suffix("\n---").map(|front| (front.len(), rest.len())))
}

/// What a relative link of the skill in `folder` leads to, as text.
///
/// # Errors
/// When the link leaves the folder, also through a symbolic link, or the file is missing, too large or no text.
pub fn follow(folder: &Path, target: &str) -> Result<String, SkillFault> {
    let named = || target.chars().take(200).collect::<String>();
    let path = inside(target).ok_or_else(|| SkillFault::Outside(named()))?;
    let missing = |_| SkillFault::Missing(named());
    let root = folder.canonicalize().map_err(missing)?;
    // After every symbolic link the file must still be in the folder.
    let file = root.join(path).canonicalize().map_err(missing)?;
    if !file.starts_with(&root) {
        return Err(SkillFault::Outside(named()));
    }
    let about = fs::metadata(&file).map_err(missing)?;
    if !about.is_file() {
        return Err(SkillFault::Missing(named()));
    }
    if about.len() > LONGEST as u64 {
        return Err(SkillFault::TooLarge { limit: LONGEST });
    }
    let bytes = fs::read(&file).map_err(missing)?;
    String::from_utf8(bytes).ok().filter(|text| !text.contains('\0')).ok_or_else(|| SkillFault::NotText(named()))
}

/// All that is kept of links that were followed, in bytes.
const MOST_KEPT: usize = 16 * 1024 * 1024;

/// A text, and when its file was changed.
type Known = (SystemTime, u64, Arc<str>);

/// Links that were followed, kept until their file changes.
#[derive(Debug, Default)]
pub struct Links {
    known: Mutex<HashMap<PathBuf, Known>>,
}

impl Links {
    /// [`follow`], from memory where the file is the same.
    ///
    /// # Errors
    /// As [`follow`].
    pub fn follow(&self, folder: &Path, target: &str) -> Result<Arc<str>, SkillFault> {
        let path = inside(target).ok_or_else(|| SkillFault::Outside(target.chars().take(200).collect()))?;
        let file = folder.join(path);
        let about = fs::metadata(&file).ok().and_then(|about| Some((about.modified().ok()?, about.len())));
        let Some((changed, length)) = about else { return follow(folder, target).map(Into::into) };
        if let Some((then, long, text)) = self.known().get(&file)
            && (*then, *long) == (changed, length)
        {
            return Ok(Arc::clone(text));
        }
        let text: Arc<str> = follow(folder, target)?.into();
        let mut known = self.known();
        known.insert(file, (changed, length, Arc::clone(&text)));
        // Whoever has so many does without for once.
        if known.values().map(|(_, _, text)| text.len()).sum::<usize>() > MOST_KEPT {
            known.clear();
        }
        Ok(text)
    }

    fn known(&self) -> MutexGuard<'_, HashMap<PathBuf, Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
