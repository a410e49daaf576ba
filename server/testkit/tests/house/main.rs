//! What must hold for the workspace itself: who imports whom, under which licences, in which shape.
//!
//! It stands here and not beside the server's tests, because what it needs would give the server's libraries other features, and
//! whoever measures the server would compile all of them once more.

mod imports;
mod licences;
mod migrations;
mod settings;
mod tidy;

use cargo_metadata::{Metadata, MetadataCommand};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The workspace's root folder.
fn root() -> PathBuf {
    let testkit = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR for tests");
    Path::new(&testkit).ancestors().nth(2).expect("the kit's folder lies in the workspace").to_owned()
}

/// The workspace's own crates, as their manifests describe them.
fn workspace() -> Metadata {
    MetadataCommand::new().manifest_path(root().join("Cargo.toml")).no_deps().exec().expect("the manifests are readable")
}

/// All files below a folder of the workspace whose name has the ending; nothing when the folder is not there.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let (mut open, mut found) = (vec![root().join(folder)], Vec::new());
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).into_iter().flatten() {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() && !path.ends_with("node_modules") {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// A path as a person would name it.
fn short(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

#[track_caller]
fn assert_clean(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}
