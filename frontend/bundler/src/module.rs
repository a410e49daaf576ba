use crate::tables;
use anyhow::{Context, Result, ensure};
use std::{collections::BTreeMap, fs, io::ErrorKind, path::Path, process::Command};
use walrus::ModuleConfig;
use wasm_bindgen_cli_support::Bindgen;

/// The compiled page after its imports and exports were bound to JavaScript.
pub(crate) struct Bound {
    pub(crate) bytes: Vec<u8>,
    pub(crate) glue: String,
    /// JavaScript that crates carry inside themselves, by its path beside the glue.
    pub(crate) snippets: BTreeMap<String, Vec<u8>>,
}

/// What the compiler assumes of every browser since about 2023; an older wasm-opt only accepts what it is told of.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory", "--enable-multivalue", "--enable-mutable-globals", "--enable-nontrapping-float-to-int",
    "--enable-reference-types", "--enable-sign-ext",
];

pub(crate) fn bind(name: &str, wasm: Vec<u8>) -> Result<Bound> {
    let mut bindgen = Bindgen::new();
    // The other modules are linked by what the main one exports.
    bindgen.input_bytes(name, wasm).keep_lld_exports(true);
    bindgen.web(true)?.typescript(false).remove_name_section(true).remove_producers_section(true);
    let mut output = bindgen.generate_output().context("cannot bind a module")?;

    let inline = output.snippets().iter().flat_map(|(owner, texts)| {
        texts.iter().enumerate().map(move |(i, text)| (format!("snippets/{owner}/inline{i}.js"), text.clone().into_bytes()))
    });
    let local = output.local_modules().iter().map(|(path, text)| (format!("snippets/{path}"), text.clone().into_bytes()));
    let snippets = inline.chain(local).collect();
    Ok(Bound { glue: output.js().to_owned(), snippets, bytes: output.wasm_mut().emit_wasm() })
}

/// A module that needs no binding, without the names of its functions.
pub(crate) fn nameless(wasm: &[u8]) -> Result<Vec<u8>> {
    let mut config = ModuleConfig::new();
    config.generate_name_section(false).generate_producers_section(false);
    Ok(config.parse(wasm)?.emit_wasm())
}

/// Runs Binaryen's `wasm-opt`; without it the page works the same and is about twice as large.
pub(crate) fn shrink(bytes: Vec<u8>, folder: &Path) -> Result<Vec<u8>> {
    fs::create_dir_all(folder)?;
    let (before, after) = (folder.join("before.wasm"), folder.join("after.wasm"));
    fs::write(&before, &bytes)?;
    let ran = Command::new("wasm-opt").args(["-Oz", "--converge"]).args(FEATURES).arg(&before).arg("-o").arg(&after).status();
    let smaller = match ran {
        Ok(status) => {
            ensure!(status.success(), "wasm-opt failed: {status}");
            tables::restored(&bytes, fs::read(&after)?).unwrap_or_else(|| {
                eprintln!("note: wasm-opt changed the module's tables; its result is not used");
                bytes
            })
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            eprintln!("note: wasm-opt is not installed (package binaryen); the page will be larger than it needs to be");
            bytes
        }
        Err(error) => return Err(error).context("cannot start wasm-opt"),
    };
    fs::remove_dir_all(folder)?;
    Ok(smaller)
}
