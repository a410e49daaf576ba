//! The table of settings in README names whatever the program reads.

use super::{assert_clean, files, root, short};
use std::{collections::BTreeSet, fs};

/// A variable of prompts (`domain::packs::prompts`), and no setting.
const VARIABLE: &str = "DATE";

#[test]
fn every_setting_is_in_the_readme() {
    let readme = fs::read_to_string(root().join("README.md")).expect("README");
    let of_the_product =
        |path: &std::path::Path| path.iter().any(|part| part == "src") && !path.iter().any(|part| part == "testkit");
    let mut read = BTreeSet::new();
    for path in files("server", "rs").iter().filter(|path| of_the_product(path)) {
        let text = fs::read_to_string(path).expect("a readable file");
        for part in text.split("\"DISCOVERY_").skip(1) {
            let name: String = part.chars().take_while(|sign| sign.is_ascii_uppercase() || *sign == '_').collect();
            if part[name.len()..].starts_with('"') && !name.starts_with("TEST_") && name != VARIABLE {
                read.insert((format!("DISCOVERY_{name}"), short(path)));
            }
        }
    }
    assert!(read.len() > 20, "the settings are where they are looked for");
    let missing = read.iter().filter(|(name, _)| !readme.contains(&format!("`{name}`")));
    let faults: Vec<String> = missing.map(|(name, place)| format!("{place} reads {name}, which README does not name")).collect();
    assert_clean(&faults);
}
