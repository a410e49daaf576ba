//! Sources that name files on the server's disk: administrators may, beneath folders that the operator named
//! (`DISCOVERY_FILES_DIRS`). Where a path leads is looked at whenever it is opened.

use crate::Projects;
use domain::account::AuditLog as _;
use domain::{
    Failure,
    tools::{ProjectSource, SourceKind},
};
use protocol::{TenantId, Timestamp};
use serde_json::Value;
use std::{
    fs,
    path::{Component, Path, PathBuf},
    time::UNIX_EPOCH,
};
use warehouse::FileFormat;

/// Files of one source.
const MOST: usize = 1_000;
/// Names of a folder that are looked at.
const MOST_NAMES: usize = 20_000;
const LONGEST: usize = 4_000;

/// Whether the source names files instead of having them.
pub(super) fn names_files(source: &ProjectSource) -> bool {
    let config = &source.config;
    let kind = match source.kind {
        SourceKind::Database => matches!(&*source.subtype, "" | "files" | "sqlite"),
        SourceKind::Document => matches!(&*source.subtype, "" | "file"),
        SourceKind::Api => config["url"].is_null() && config["spec"].is_null(),
        SourceKind::Skill => false,
    };
    kind && source.files.is_empty() && !config["path"].is_null()
}

/// Where the files of a source are now.
///
/// # Errors
/// 422 in a sentence: the operator names no folder, the path leads out of those named, or there is no such file.
pub(super) async fn paths(projects: &Projects, source: &ProjectSource) -> Result<Vec<PathBuf>, Failure> {
    let wanted = wanted(&source.config["path"])?;
    let folders = folders(projects, source.tenant).await?;
    if folders.is_empty() {
        let detail = "this server opens no file by its path: upload it as multipart/form-data, or have the operator name its \
                      folder with DISCOVERY_FILES_DIRS";
        return Err(Failure::invalid("config.path", detail));
    }
    let data = projects.settings().data_dir.clone();
    let rows = source.kind == SourceKind::Database && source.subtype != "sqlite";
    let looking = tokio::task::spawn_blocking(move || {
        let search = Search { folders: &folders, data: data.canonicalize().ok(), rows };
        search.all(&wanted)
    });
    looking.await.unwrap_or_else(|_| Err(Failure::invalid("config.path", "the files could not be looked for")))
}

/// What there is to see of the files without opening them; nothing of other sources. As long as it stays, they are the same.
pub(super) async fn seen(projects: &Projects, source: &ProjectSource) -> Result<String, Failure> {
    if !names_files(source) {
        return Ok(String::new());
    }
    let mut seen = String::new();
    for path in paths(projects, source).await? {
        if let Ok(about) = tokio::fs::metadata(&path).await {
            seen.push_str(&format!("\n{} {} {:?}", path.display(), about.len(), about.modified().ok()));
        }
    }
    Ok(seen)
}

/// When a file was changed.
pub(super) async fn changed(path: &Path) -> Option<Timestamp> {
    let modified = tokio::fs::metadata(path).await.ok()?.modified().ok()?;
    let micros = modified.duration_since(UNIX_EPOCH).ok()?.as_micros();
    i64::try_from(micros).ok().map(Timestamp)
}

async fn folders(projects: &Projects, tenant: TenantId) -> Result<Vec<PathBuf>, Failure> {
    let all = &projects.settings().files_dirs;
    let slug = if all.iter().any(|dir| dir.tenant.is_some()) {
        projects.accounts().tenant(tenant).await?.map(|row| row.slug)
    } else {
        None
    };
    Ok(all.iter().filter(|dir| dir.tenant.is_none() || dir.tenant == slug).map(|dir| dir.folder.clone()).collect())
}

/// One path, or a list of them.
fn wanted(path: &Value) -> Result<Vec<String>, Failure> {
    let wrong =
        || Failure::invalid("config.path", "config.path is a file, a folder, a pattern like sales/*.csv, or a list of them");
    let texts: Vec<String> = match path {
        Value::String(one) => vec![one.trim().to_owned()],
        Value::Array(several) => {
            several.iter().map(|one| one.as_str().map(|one| one.trim().to_owned()).ok_or_else(wrong)).collect::<Result<_, _>>()?
        }
        _ => return Err(wrong()),
    };
    let plain = |text: &String| !text.is_empty() && text.len() <= LONGEST && !text.contains('\0');
    if texts.is_empty() || texts.len() > MOST || !texts.iter().all(plain) { Err(wrong()) } else { Ok(texts) }
}

struct Search<'a> {
    folders: &'a [PathBuf],
    /// The server's own, with its keys: in nobody's folder by accident.
    data: Option<PathBuf>,
    /// Of a folder or a pattern only what becomes tables.
    rows: bool,
}

impl Search<'_> {
    fn all(&self, wanted: &[String]) -> Result<Vec<PathBuf>, Failure> {
        let mut files: Vec<PathBuf> = Vec::new();
        for path in wanted {
            for file in self.one(path)? {
                if !files.contains(&file) {
                    files.push(file);
                }
            }
            if files.len() > MOST {
                return Err(Failure::invalid("config.path", format!("a source has at most {MOST} files: divide it")));
            }
        }
        Ok(files)
    }

    fn one(&self, path: &str) -> Result<Vec<PathBuf>, Failure> {
        let outside = || {
            let detail = format!("{path} is not in a folder that the operator named with DISCOVERY_FILES_DIRS");
            Failure::invalid("config.path", detail)
        };
        let given = Path::new(path);
        if given.components().any(|part| matches!(part, Component::ParentDir | Component::Prefix(_))) {
            return Err(Failure::invalid("config.path", format!("{path} leads upwards: name the file without ..")));
        }
        let mut beneath = false;
        for folder in self.folders {
            let Ok(root) = folder.canonicalize() else { continue };
            let rest = if given.is_absolute() {
                let Ok(rest) = given.strip_prefix(folder).or_else(|_| given.strip_prefix(&root)) else { continue };
                rest
            } else {
                given
            };
            beneath = true;
            let (found, left_out) = self.beneath(&root, rest);
            if !found.is_empty() {
                return Ok(found);
            }
            if left_out {
                return Err(outside());
            }
        }
        if !beneath {
            return Err(outside());
        }
        Err(Failure::invalid("config.path", format!("there is no file {path} in the folders that the operator named")))
    }

    /// The files that a path means below a folder, and whether one was left out because it leads elsewhere.
    fn beneath(&self, root: &Path, rest: &Path) -> (Vec<PathBuf>, bool) {
        let (mut places, mut left_out, mut chosen) = (vec![root.to_owned()], false, false);
        for part in rest.components() {
            let Component::Normal(part) = part else { continue };
            let part = part.to_string_lossy();
            let mut next = Vec::new();
            for place in places {
                if !part.contains(['*', '?']) {
                    next.push(place.join(&*part));
                    continue;
                }
                chosen = true;
                next.extend(names(&place).into_iter().filter(|name| matches(&part, name)).map(|name| place.join(name)));
            }
            let inside = |place: PathBuf| {
                let place = place.canonicalize().ok()?;
                let inside = self.may(root, &place);
                left_out |= !inside;
                inside.then_some(place)
            };
            places = next.into_iter().filter_map(inside).collect();
        }
        let mut files = Vec::new();
        for place in places {
            if place.is_file() {
                if !chosen || self.takes(&place) {
                    files.push(place);
                }
            } else if !chosen {
                let of_folder = names(&place).into_iter().filter_map(|name| place.join(name).canonicalize().ok());
                files.extend(of_folder.filter(|file| file.is_file() && self.may(root, file) && self.takes(file)));
            }
        }
        (files, left_out)
    }

    fn may(&self, root: &Path, path: &Path) -> bool {
        let own = self.data.as_ref().is_some_and(|data| path.starts_with(data) && (root == data || !root.starts_with(data)));
        path.starts_with(root) && !own
    }

    fn takes(&self, file: &Path) -> bool {
        !self.rows || file.file_name().is_some_and(|name| FileFormat::from_name(&name.to_string_lossy()).is_some())
    }
}

/// What stands in a folder, in order; hidden files have to be named themselves.
fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> = entries
        .take(MOST_NAMES)
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| !name.starts_with('.'))
        .collect();
    names.sort();
    names
}

/// `*` for any signs, `?` for one.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut at, mut of, mut star) = (0, 0, None);
    while at < name.len() {
        match pattern.get(of) {
            Some('*') => {
                star = Some((of, at));
                of += 1;
            }
            Some(sign) if *sign == '?' || *sign == name[at] => (at, of) = (at + 1, of + 1),
            // The last star takes one more.
            _ => match &mut star {
                Some((place, taken)) => {
                    *taken += 1;
                    (at, of) = (*taken, *place + 1);
                }
                None => return false,
            },
        }
    }
    pattern[of..].iter().all(|sign| *sign == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ground() -> (tempfile::TempDir, PathBuf) {
        let whole = tempfile::tempdir().expect("a folder");
        let root = whole.path().join("shared");
        fs::create_dir_all(root.join("2024/deep")).expect("folders");
        fs::create_dir_all(whole.path().join("data")).expect("a folder");
        for file in
            ["shared/a.csv", "shared/b.csv", "shared/c.pdf", "shared/.d.csv", "shared/2024/a.csv", "secret.csv", "data/key"]
        {
            fs::write(whole.path().join(file), "id\n1\n").expect("a file");
        }
        (whole, root)
    }

    fn found(folders: &[PathBuf], data: &Path, path: &str) -> Result<Vec<String>, String> {
        let search = Search { folders, data: data.canonicalize().ok(), rows: true };
        let root = folders[0].canonicalize().expect("a folder");
        match search.all(&[path.to_owned()]) {
            Ok(files) => Ok(files
                .iter()
                .map(|file| file.strip_prefix(&root).expect("it lies in the folder").display().to_string())
                .collect()),
            Err(failure) => Err(failure.detail),
        }
    }

    #[test]
    fn files_folders_and_patterns_are_found() {
        let (whole, root) = ground();
        let absolute = root.join("a.csv").display().to_string();
        for (path, wanted) in [
            ("a.csv", &["a.csv"][..]),
            (&*absolute, &["a.csv"]),
            ("./2024/a.csv", &["2024/a.csv"]),
            ("c.pdf", &["c.pdf"]),
            (".", &["a.csv", "b.csv"]),
            ("2024", &["2024/a.csv"]),
            ("*.csv", &["a.csv", "b.csv"]),
            ("?.*", &["a.csv", "b.csv"]),
            ("*/*.csv", &["2024/a.csv"]),
            (".d.csv", &[".d.csv"]),
        ] {
            let found = found(std::slice::from_ref(&root), &whole.path().join("data"), path);
            assert_eq!(found.as_deref(), Ok(&*wanted.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>()), "{path}");
        }
    }

    #[test]
    fn what_leads_out_is_not_found() {
        let (whole, root) = ground();
        #[cfg(unix)]
        for (to, name) in [(whole.path().join("secret.csv"), "link.csv"), (whole.path().to_owned(), "up"), ("/etc".into(), "etc")]
        {
            std::os::unix::fs::symlink(to, root.join(name)).expect("a link");
        }
        let data = whole.path().join("data");
        let folders = [root.clone()];
        let secret = whole.path().join("secret.csv").display().to_string();
        for path in ["../secret.csv", "2024/../../secret.csv"] {
            assert!(found(&folders, &data, path).is_err_and(|why| why.contains("leads upwards")), "{path}");
        }
        for path in [&*secret, "/etc/passwd", "link.csv", "up/secret.csv", "etc/passwd", "up/data/key", "up/*.csv"] {
            let why = found(&folders, &data, path).expect_err(path);
            assert!(why.contains("DISCOVERY_FILES_DIRS"), "{path}: {why}");
        }
        assert_eq!(found(&folders, &data, "*.csv"), Ok(vec!["a.csv".to_owned(), "b.csv".to_owned()]));
        for path in ["none.csv", "2024/deep", "*.xyz"] {
            assert!(found(&folders, &data, path).is_err_and(|why| why.contains("there is no file")), "{path}");
        }
        // Not even where the operator named a folder above the server's own.
        let above = [whole.path().to_owned()];
        assert!(found(&above, &data, "data/key").is_err() && found(&above, &data, "secret.csv").is_ok());
        assert!(found(std::slice::from_ref(&data), &data, "key").is_err());
    }

    #[test]
    fn a_pattern_means_names() {
        for (pattern, name, wanted) in [
            ("*", "a", true),
            ("*.csv", "a.csv", true),
            ("*.csv", "a.csv.gz", false),
            ("a*b*c", "aXbXbc", true),
            ("a*b*c", "aXbX", false),
            ("s??es", "sales", true),
            ("s?es", "sales", false),
            ("", "a", false),
        ] {
            assert_eq!(matches(pattern, name), wanted, "{pattern} {name}");
        }
    }
}
