//! Who may import whom. A new crate needs a line here, and a reason to exist.

use super::{assert_clean, workspace};
use cargo_metadata::{DependencyKind, Package};

/// A crate of the workspace and the crates of the workspace that it may know.
const EDGES: &[(&str, &[&str])] = &[
    ("protocol", &[]),
    ("app", &["protocol"]),
    ("frontend", &["app"]),
    ("bundler", &[]),
    ("ear", &[]),
    ("domain", &["protocol"]),
    ("agents", &["domain", "protocol"]),
    ("store", &["domain", "protocol"]),
    ("providers", &["domain", "protocol"]),
    ("warehouse", &["domain", "protocol"]),
    ("actors", &["domain", "protocol"]),
    ("projects", &["domain", "protocol", "actors", "providers", "warehouse"]),
    ("companies", &["domain", "protocol", "actors"]),
    ("ask", &["domain", "protocol", "actors", "projects"]),
    ("opportunities", &["domain", "protocol", "actors", "projects"]),
    ("testkit", &["domain", "protocol"]),
    (
        "server",
        &[
            "protocol", "app", "domain", "agents", "actors", "store", "providers", "warehouse", "projects", "companies", "ask",
            "opportunities",
        ],
    ),
];

/// A library and the only crates that may know it outside their tests.
const KEEPERS: &[(&str, &[&str])] = &[
    ("sqlx", &["store", "warehouse"]),
    ("ractor", &["actors"]),
    ("datafusion", &["warehouse"]),
    ("reqwest", &["providers", "warehouse", "testkit"]),
    ("opentelemetry_sdk", &["providers"]),
    ("axum", &["server", "app", "testkit"]),
    ("leptos", &["app", "frontend", "server"]),
    (
        "tokio",
        &["actors", "store", "providers", "warehouse", "projects", "companies", "ask", "opportunities", "server", "testkit"],
    ),
];

/// The words that both sides share stay words: these libraries and nothing else.
const PROTOCOL_KNOWS: &[&str] = &["serde", "serde_json", "uuid"];

/// Each links all that the crate knows once more.
#[test]
fn every_crate_has_one_binary_of_tests_at_most() {
    let workspace = workspace();
    let packages = workspace.workspace_packages();
    let many = packages.iter().filter(|package| package.targets.iter().filter(|target| target.is_test()).count() > 1);
    assert_clean(
        &many
            .map(|package| format!("{} has several binaries of tests: make them modules of one", package.name))
            .collect::<Vec<_>>(),
    );
}

#[test]
fn every_edge_between_crates_is_a_permitted_one() {
    let workspace = workspace();
    let packages = workspace.workspace_packages();
    let names: Vec<&str> = packages.iter().map(|package| package.name.as_str()).collect();
    let mut faults = Vec::new();
    for package in &packages {
        let Some((_, allowed)) = EDGES.iter().find(|(name, _)| *name == package.name.as_str()) else {
            faults.push(format!("crate {} is not in the table of who may import whom", package.name));
            continue;
        };
        for (kind, dependency) in dependencies(package) {
            let for_tests = kind == DependencyKind::Development && (dependency == "testkit" || allowed.contains(&dependency));
            let permitted = if kind == DependencyKind::Normal { allowed.contains(&dependency) } else { for_tests };
            if names.contains(&dependency) && !permitted {
                faults.push(format!("{} must not import {dependency} ({kind:?})", package.name));
            }
        }
    }
    assert_clean(&faults);
}

#[test]
fn every_library_stays_with_its_keepers() {
    let workspace = workspace();
    let mut faults = Vec::new();
    for package in workspace.workspace_packages() {
        for (_, dependency) in dependencies(package).filter(|(kind, _)| *kind != DependencyKind::Development) {
            let kept = KEEPERS.iter().find(|(library, _)| *library == dependency);
            if kept.is_some_and(|(_, keepers)| !keepers.contains(&package.name.as_str())) {
                faults.push(format!("{} must not know {dependency}", package.name));
            }
            if package.name.as_str() == "protocol" && !PROTOCOL_KNOWS.contains(&dependency) {
                faults.push(format!("protocol must not know {dependency}"));
            }
        }
    }
    assert_clean(&faults);
}

#[test]
fn versions_are_named_in_the_root_manifest_only() {
    let mut faults = Vec::new();
    for package in workspace().workspace_packages() {
        let text = std::fs::read_to_string(&package.manifest_path).expect("a readable manifest");
        faults.extend(own_versions(&text).map(|line| format!("{}: {line}", package.manifest_path)));
    }
    assert_clean(&faults);
    assert_eq!(own_versions("[dependencies]\nserde = \"1\"\nuuid.workspace = true\n").collect::<Vec<_>>(), ["serde = \"1\""]);
}

/// The lines of a crate's dependency tables that do not refer to the workspace.
fn own_versions(manifest: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    manifest.lines().filter(move |line| {
        if line.starts_with('[') {
            inside = line.trim_end().ends_with("dependencies]");
            return false;
        }
        inside && line.contains('=') && !line.contains("workspace = true") && !line.trim_start().starts_with('#')
    })
}

fn dependencies(package: &Package) -> impl Iterator<Item = (DependencyKind, &str)> {
    package.dependencies.iter().map(|dependency| (dependency.kind, dependency.name.as_str()))
}
