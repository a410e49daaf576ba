//! Enforces `deny.toml` without the tool it is written for: licences, banned crates, and where crates come from.

use super::{assert_clean, root};
use cargo_metadata::{Metadata, MetadataCommand, Package, PackageId};
use config::{Config, File};
use serde::Deserialize;
use std::collections::HashMap;

#[derive(Deserialize)]
struct Deny {
    licenses: Licences,
    bans: Bans,
}

#[derive(Deserialize)]
struct Licences {
    allow: Vec<String>,
    exceptions: Vec<Exception>,
}

#[derive(Deserialize)]
struct Exception {
    name: String,
    allow: Vec<String>,
}

#[derive(Deserialize)]
struct Bans {
    deny: Vec<Ban>,
}

#[derive(Deserialize)]
struct Ban {
    name: String,
    /// Crates whose use of it is tolerated.
    #[serde(default)]
    wrappers: Vec<String>,
    reason: String,
}

fn deny() -> Deny {
    let file = File::from(root().join("deny.toml"));
    Config::builder().add_source(file).build().and_then(Config::try_deserialize).expect("deny.toml is readable")
}

/// Everything that the server or the page is built from. `--locked`: what is judged is what is built.
fn graphs() -> [Metadata; 2] {
    ["x86_64-unknown-linux-gnu", "wasm32-unknown-unknown"].map(|platform| {
        let mut command = MetadataCommand::new();
        command.manifest_path(root().join("Cargo.toml"));
        command.other_options(["--locked", "--filter-platform", platform].map(String::from));
        command.exec().expect("the lock file fits the manifests")
    })
}

fn packages(graphs: &[Metadata]) -> Vec<&Package> {
    let mut all: Vec<&Package> = graphs.iter().flat_map(|graph| &graph.packages).collect();
    all.sort_by(|a, b| a.id.cmp(&b.id));
    all.dedup_by(|a, b| a.id == b.id);
    all
}

/// All three of one look at what is built: cargo takes seconds to describe it.
#[test]
fn every_crate_is_permitted_by_its_licence_its_name_and_its_origin() {
    let (deny, graphs) = (deny(), graphs());
    let packages = packages(&graphs);
    let mut faults = check_licences(&deny.licenses, &packages);
    faults.extend(check_bans(&deny.bans.deny, &graphs));
    faults.extend(check_origins(&packages));
    assert_clean(&faults);
}

fn check_licences(licences: &Licences, packages: &[&Package]) -> Vec<String> {
    let Licences { allow, exceptions } = licences;
    let mut faults = Vec::new();
    for package in packages {
        let granted =
            exceptions.iter().filter(|exception| exception.name == package.name.as_str()).flat_map(|exception| &exception.allow);
        let allowed: Vec<&str> = allow.iter().chain(granted).map(String::as_str).collect();
        let expression = package.license.as_deref().unwrap_or("none stated");
        if !satisfied(expression, &allowed) {
            faults.push(format!("{} {}: {expression}", package.name, package.version));
        }
    }
    let unused = exceptions.iter().filter(|exception| packages.iter().all(|package| package.name.as_str() != exception.name));
    faults.extend(unused.map(|exception| format!("deny.toml makes an exception for {}, which nothing uses", exception.name)));
    faults
}

fn check_bans(bans: &[Ban], graphs: &[Metadata]) -> Vec<String> {
    let mut faults = Vec::new();
    for graph in graphs {
        let names: HashMap<&PackageId, &str> =
            graph.packages.iter().map(|package| (&package.id, package.name.as_str())).collect();
        for node in graph.resolve.iter().flat_map(|resolve| &resolve.nodes) {
            let user = names[&node.id];
            for used in node.dependencies.iter().map(|id| names[id]) {
                let ban = bans.iter().find(|ban| ban.name == used && !ban.wrappers.iter().any(|wrapper| wrapper == user));
                faults.extend(ban.map(|ban| format!("{user} uses {used}, which is banned: {}", ban.reason)));
            }
        }
    }
    faults
}

/// From the registry, or from here.
fn check_origins(packages: &[&Package]) -> Vec<String> {
    let stranger = |package: &Package| match &package.source {
        Some(source) => !source.repr.starts_with("registry+"),
        None => !package.manifest_path.starts_with(root().to_str().expect("a path in UTF-8")),
    };
    packages.iter().filter(|package| stranger(package)).map(|package| package.id.to_string()).collect()
}

/// Whether the licences may be chosen such that all of them are allowed. Reads SPDX expressions and the older `A/B`.
fn satisfied(expression: &str, allowed: &[&str]) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    any_of(&mut rest, allowed) && rest.is_empty()
}

fn any_of(words: &mut &[&str], allowed: &[&str]) -> bool {
    let mut holds = all_of(words, allowed);
    while let Some((&"OR", after)) = words.split_first() {
        *words = after;
        // Both sides are read before they are combined: the second must be consumed either way.
        let other = all_of(words, allowed);
        holds = holds || other;
    }
    holds
}

fn all_of(words: &mut &[&str], allowed: &[&str]) -> bool {
    let mut holds = one(words, allowed);
    while let Some((&"AND", after)) = words.split_first() {
        *words = after;
        let other = one(words, allowed);
        holds = holds && other;
    }
    holds
}

fn one(words: &mut &[&str], allowed: &[&str]) -> bool {
    match **words {
        ["(", ref after @ ..] => {
            *words = after;
            let holds = any_of(words, allowed);
            let closed = words.first() == Some(&")");
            *words = words.get(1..).unwrap_or_default();
            holds && closed
        }
        [licence, "WITH", exception, ref after @ ..] => {
            *words = after;
            allowed.contains(&format!("{licence} WITH {exception}").as_str())
        }
        [licence, ref after @ ..] => {
            *words = after;
            allowed.contains(&licence)
        }
        [] => false,
    }
}

#[test]
fn licence_expressions_are_read_as_meant() {
    let judge = |expression| satisfied(expression, &["MIT", "ISC", "Apache-2.0 WITH LLVM-exception"]);
    for good in
        ["MIT", "MIT OR GPL-3.0", "GPL-3.0/MIT", "(GPL-3.0 OR MIT) AND ISC", "Apache-2.0 WITH LLVM-exception OR Apache-2.0"]
    {
        assert!(judge(good), "{good}");
    }
    for bad in ["GPL-3.0", "MIT AND GPL-3.0", "Apache-2.0", "(MIT", "MIT ISC", "", "none stated", "(MIT OR ISC) AND GPL-3.0"] {
        assert!(!judge(bad), "{bad}");
    }
}
