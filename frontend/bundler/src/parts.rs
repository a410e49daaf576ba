//! Cuts the compiled page at the functions that are marked for it: what every address needs, and parts that some need.

use crate::prune;
use anyhow::{Context, Result, anyhow};
use std::{collections::BTreeMap, fs, path::Path};
use wasm_split_cli_support::{Options, transform};

/// The compiled page in pieces, none of them bound or shrunk yet.
pub(crate) struct Cut {
    pub(crate) main: Vec<u8>,
    /// The script that fetches the other modules when they are asked for.
    pub(crate) loader: Vec<u8>,
    /// The other modules by the names under which the loader looks for them.
    pub(crate) modules: BTreeMap<String, Vec<u8>>,
    /// The modules that each part needs.
    pub(crate) parts: BTreeMap<String, Vec<String>>,
}

/// Cuts a module that was linked with `--emit-relocs`. `glue` and `loader` are the names that the two scripts will have.
pub(crate) fn cut(wasm: &Path, glue: &str, loader: &str, folder: &Path) -> Result<Cut> {
    let bytes = fs::read(wasm).with_context(|| format!("cannot read {}", wasm.display()))?;
    let bytes = prune::never_run(bytes)?;
    let (main, glue, loader) = (folder.join("main.wasm"), format!("./{glue}"), format!("./{loader}"));
    let mut options = Options::new(&bytes);
    options.output_dir = folder;
    options.main_out_path = &main;
    options.main_module = &glue;
    options.link_name = &loader;
    let made = transform(options).map_err(|fault| anyhow!("cannot cut {}: {fault:#}", wasm.display()))?;

    let read = |path: &Path| fs::read(path).with_context(|| format!("cannot read {}", path.display()));
    let mut modules = BTreeMap::new();
    for path in &made.split_modules {
        let name = path.file_name().context("a module without a name")?.to_string_lossy().into_owned();
        modules.insert(name, read(path)?);
    }
    let named = |stems: Vec<String>| {
        stems.into_iter().map(|stem| format!("{stem}.wasm")).filter(|name| modules.contains_key(name)).collect()
    };
    let parts = made.prefetch_map.into_iter().map(|(part, stems)| (part, named(stems))).collect();
    let cut = Cut { main: read(&main)?, loader: read(&folder.join(&loader))?, parts, modules };
    fs::remove_dir_all(folder)?;
    Ok(cut)
}

/// The modules of the part on whose pages another opens: `room_panels` only ever opens on those of `room`.
pub(crate) fn opener<'a>(part: &str, parts: &'a BTreeMap<String, Vec<String>>) -> Option<&'a Vec<String>> {
    parts.get(part.rsplit_once('_')?.0)
}

#[cfg(test)]
mod tests {
    use super::opener;
    use std::collections::BTreeMap;

    #[test]
    fn a_part_opens_on_the_pages_that_it_is_named_after() {
        let parts = BTreeMap::from([
            ("room".to_owned(), vec!["chunk_1.wasm".to_owned()]),
            ("room_panels".to_owned(), Vec::new()),
            ("first_start".to_owned(), Vec::new()),
        ]);
        assert_eq!(opener("room_panels", &parts), parts.get("room"));
        assert_eq!(opener("room", &parts), None);
        assert_eq!(opener("first_start", &parts), None);
    }
}
