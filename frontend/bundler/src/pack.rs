//! Puts the modules of a part into one file: compressed together they are a tenth smaller than each by itself.

use anyhow::{Result, ensure};
use std::{cmp::Reverse, collections::BTreeMap};

/// What reads a pack in the browser.
pub(crate) const SCRIPT: &str = include_str!("pack.js");

/// Builds a pack: the named modules one after the other, after a line that says where each ends. The largest come first: what is like
/// them is then found in them, which saves another kilobyte.
pub(crate) fn build(names: &[String], modules: &BTreeMap<String, Vec<u8>>) -> Result<Vec<u8>> {
    let mut found: Vec<_> = names.iter().filter_map(|name| modules.get_key_value(name)).collect();
    found.sort_by_key(|(_, bytes)| Reverse(bytes.len()));
    let mut pack = serde_json::to_vec(&found.iter().map(|(name, bytes)| (name, bytes.len())).collect::<Vec<_>>())?;
    pack.push(b'\n');
    found.into_iter().for_each(|(_, bytes)| pack.extend(bytes));
    Ok(pack)
}

/// The loader, made to look into packs before it fetches one of its `modules`.
pub(crate) fn looking_into_them<'a>(
    loader: &[u8],
    script: &str,
    modules: usize,
    parts: impl Iterator<Item = &'a String>,
) -> Result<Vec<u8>> {
    let mut loader = String::from_utf8_lossy(loader).into_owned();
    let mut put = |old: &str, new: &str, times: usize| -> Result<()> {
        let found = loader.matches(old).count();
        ensure!(found == times, "the loader has `{old}` {found} times instead of {times}: wasm_split writes it otherwise by now");
        loader = loader.replace(old, new);
        Ok(())
    };
    put("fetch(new URL(", "fetched(new URL(", modules)?;
    put("function wrapAsyncCb(callee) {", "function wrapAsyncCb(load) {\n    const callee = unpacking(String(this), load);", 1)?;
    for part in parts {
        let load = format!("__wasm_split_load_{part} = wrapAsyncCb");
        put(&format!("{load}("), &format!("{load}.call({part:?}, "), 1)?;
    }
    Ok(format!("import {{ fetched, unpacking }} from './{script}';\n{loader}").into_bytes())
}

#[cfg(test)]
mod tests {
    use super::{build, looking_into_them};
    use std::collections::BTreeMap;

    #[test]
    fn a_pack_has_the_largest_first_and_says_where_each_module_ends() {
        let modules = BTreeMap::from([("a.wasm".into(), b"one".to_vec()), ("b.wasm".into(), b"\ntwo".to_vec())]);
        let pack = build(&["a.wasm".into(), "b.wasm".into()], &modules).expect("plain data");
        assert_eq!(pack, b"[[\"b.wasm\",4],[\"a.wasm\",3]]\n\ntwoone");
    }

    #[test]
    fn a_loader_that_is_written_otherwise_is_refused() {
        let loader = b"function wrapAsyncCb(callee) {\nconst src = fetch(new URL(\"./a.wasm\", import.meta.url));\n\
            export const __wasm_split_load_a = wrapAsyncCb(makeLoad(";
        let parts = ["a".to_owned()];
        let looking = looking_into_them(loader, "pack.js", 1, parts.iter()).expect("one module");
        let looking = String::from_utf8(looking).expect("text");
        assert!(looking.starts_with("import { fetched, unpacking } from './pack.js';\nfunction wrapAsyncCb(load) {"));
        assert!(looking.contains("const src = fetched(new URL("));
        assert!(looking.ends_with("__wasm_split_load_a = wrapAsyncCb.call(\"a\", makeLoad("));
        assert!(looking_into_them(loader, "pack.js", 2, parts.iter()).is_err());
        assert!(looking_into_them(loader, "pack.js", 1, ["b".to_owned()].iter()).is_err());
    }
}
