//! The shape of files: sizes, names, opening words, and colours that come from one place.

use super::{assert_clean, files, root, short, workspace};
use std::{collections::BTreeSet, fs, path::Path};

/// About 150 lines is the habit; past this a file does a second thing.
const LONGEST: usize = 400;

/// Names that say nothing of the domain.
const NAMELESS: &[&str] = &["utils", "util", "common", "helpers", "helper", "manager", "types", "misc"];

/// Names of a private dialect: the field has terms for all of it (glossary in ARCHITECTURE.md).
const DIALECT: &[&str] =
    &["told", "said", "asked", "given", "stands", "shown", "due", "lean", "warden", "shelf", "intake", "carry_out", "deeds"];

fn sources() -> Vec<std::path::PathBuf> {
    let found: Vec<_> = ["app", "frontend", "server"].iter().flat_map(|folder| files(folder, "rs")).collect();
    assert!(found.len() > 20, "the sources are where they are looked for");
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a readable file")
}

#[test]
fn no_file_does_too_much() {
    let long = |path: &Path| read(path).lines().count();
    let scripts = files("end2end", "ts");
    assert!(scripts.len() > 5, "the browser tests are where they are looked for");
    let faults: Vec<_> = sources()
        .iter()
        .chain(&files("style", "css"))
        .chain(&scripts)
        .filter(|path| long(path) > LONGEST)
        .map(|path| format!("{}: {} lines, {LONGEST} allowed", short(path), long(path)))
        .collect();
    assert_clean(&faults);
}

#[test]
fn modules_are_named_after_what_they_are_about() {
    let nameless = |path: &Path| {
        let parts = path.strip_prefix(root()).unwrap_or(path).with_extension("");
        parts.iter().any(|part| NAMELESS.iter().chain(DIALECT).any(|name| part == *name))
    };
    assert!(
        nameless(Path::new("app/src/utils.rs"))
            && nameless(Path::new("app/src/common/a.rs"))
            && !nameless(Path::new("a/typeset.rs"))
    );
    let faults: Vec<_> = sources().iter().filter(|path| nameless(path)).map(|path| short(path)).collect();
    assert_clean(&faults);
}

/// What no module names is not compiled, and nobody notices that it is wrong.
#[test]
fn every_file_is_named_by_a_module() {
    let workspace = workspace();
    let roots: BTreeSet<_> = workspace
        .workspace_packages()
        .into_iter()
        .flat_map(|package| &package.targets)
        .map(|target| target.src_path.clone().into_std_path_buf())
        .collect();
    let named = |path: &Path| {
        let file = if path.ends_with("mod.rs") { path.parent()? } else { path };
        let (folder, name) = (file.parent()?, file.file_stem()?.to_str()?);
        let places = [folder.join("mod.rs"), folder.join("lib.rs"), folder.join("main.rs"), folder.with_extension("rs")];
        let naming = format!("mod {name};");
        places.iter().find(|place| fs::read_to_string(place).is_ok_and(|text| text.contains(&naming))).cloned()
    };
    let faults: Vec<_> =
        sources().iter().filter(|path| !roots.contains(*path) && named(path).is_none()).map(|path| short(path)).collect();
    assert_clean(&faults);
}

#[test]
fn every_crate_says_what_it_is_for() {
    let workspace = workspace();
    let roots = workspace.workspace_packages().into_iter().flat_map(|package| &package.targets).map(|target| &target.src_path);
    let faults: Vec<_> = roots
        .filter(|path| !read(path.as_std_path()).starts_with("//!"))
        .map(|path| format!("{} does not open with a //! comment", short(path.as_std_path())))
        .collect();
    assert_clean(&faults);
}

#[test]
fn both_databases_have_the_same_migrations() {
    let names = |folder| -> BTreeSet<String> {
        files(folder, "sql").iter().filter_map(|path| Some(path.file_name()?.to_str()?.to_owned())).collect()
    };
    let sqlite = names("migrations/sqlite");
    assert!(!sqlite.is_empty(), "migrations/sqlite holds no migration");
    assert_eq!(sqlite, names("migrations/postgres"));
}

#[test]
fn colours_come_from_the_tokens() {
    let mut faults = Vec::new();
    for path in files("style", "css").iter().filter(|path| path.file_name().is_some_and(|name| name != "tokens.css")) {
        let text = read(path);
        let coloured = text.lines().enumerate().filter(|(_, line)| names_a_colour(line));
        faults.extend(coloured.map(|(number, line)| format!("{}:{}: {}", short(path), number + 1, line.trim())));
    }
    assert_clean(&faults);
}

#[test]
fn every_token_that_is_used_is_there() {
    let styles: Vec<_> = files("style", "css").iter().map(|path| (short(path), read(path))).collect();
    let name = |part: &str| part.chars().take_while(|sign| sign.is_ascii_alphanumeric() || *sign == '-').collect::<String>();
    let made: BTreeSet<_> =
        styles.iter().flat_map(|(_, text)| text.lines()).filter_map(|line| Some(line.trim().split_once(": ")?.0)).collect();
    let faults: Vec<_> = styles
        .iter()
        .flat_map(|(path, text)| text.split("var(").skip(1).map(move |part| (path, name(part))))
        .filter(|(_, name)| !made.contains(name.as_str()))
        .map(|(path, name)| format!("{path}: {name}"))
        .collect();
    assert_clean(&faults);
}

/// Whether a declaration in the line spells a colour out instead of using a token. A selector's `#id` is none.
fn names_a_colour(line: &str) -> bool {
    line.split([';', '{', '}']).filter_map(|part| part.split_once(": ")).any(|(_, value)| {
        let hex = value.split('#').skip(1).any(|after| {
            let digits = after.bytes().take_while(u8::is_ascii_hexdigit).count();
            matches!(digits, 3 | 4 | 6 | 8) && !after[digits..].starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_')
        });
        hex || ["rgb(", "rgba(", "hsl(", "hsla(", "hwb(", "lab(", "lch(", "oklab(", "oklch("]
            .iter()
            .any(|function| value.contains(function))
    })
}

#[test]
fn a_spelled_out_colour_is_seen() {
    for line in ["a { color: #fff; }", "  border: 1px solid #0b6b5f80;", "background: rgb(0 0 0 / 5%)"] {
        assert!(names_a_colour(line), "{line}");
    }
    for line in [
        "#feed a { color: var(--ink); }",
        "a:is(#add) {",
        "mask: url(#facade-1)",
        "color: color-mix(in oklab, var(--ink), var(--paper))",
    ] {
        assert!(!names_a_colour(line), "{line}");
    }
}
