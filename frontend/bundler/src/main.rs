//! Turns the compiled page, the stylesheets and `public/` into the folder that the server serves.
//!
//! ```text
//! bundler --wasm <compiled module> [--ear <compiled module>] [--site target/site] [--style style/main.css] [--public public] [--quick]
//! ```
//!
//! `--quick` leaves out the slow part (wasm-opt and the highest compression) while somebody is changing the page.
//!
//! # How the server uses the result
//!
//! `<site>/manifest.json` names the files whose names carry a hash of their content:
//!
//! ```json
//! {
//!   "start": "pkg/start.0f….js", "js": "pkg/page.1a…/discovery.js", "wasm": "pkg/page.1a…/discovery.wasm", "css": "pkg/main.3c….css",
//!   "parts": { "room": "pkg/page.1a…/room.pack" }
//! }
//! ```
//!
//! The server reads it once at start and puts into the head of every page, each path behind a leading slash:
//!
//! ```html
//! <link rel="stylesheet" href="/{css}">
//! <link rel="modulepreload" href="/{js}">
//! <link rel="preload" href="/{pack of the page's part, else wasm}" as="fetch" crossorigin id="pack">
//! <script type="module" src="/{start}"></script>
//! ```
//!
//! A pack holds the main module and all that the part needs beside it; beside it lies `room.more`, the same without the main
//! module, for visitors who come from another page. A part `room_panels` opens on a page of `room`: it has no pack, and its
//! `room_panels.more` leaves out what `room` has. `start` unpacks what the link names (the `id` only where it names a pack),
//! imports the glue, hands it the main module, calls `hydrate()`, which loads the part that the address needs, and then marks the
//! document with `data-hydrated`, for code that must know that the page is ready; where that fails it says so at the top of the
//! page. It is a file of its own, so the page's policy needs only `script-src 'self' 'wasm-unsafe-eval'` for it. Everything under
//! `/pkg/` never changes under its name and can be served as `public, max-age=31536000, immutable`; the rest of the folder
//! (`favicon.ico`, …) and the manifest cannot.
//! Beside each file that shrinks lie `<file>.br` and `<file>.gz`, as static file services expect them.
//!
//! The module of `--ear` lies at `/ear/ear.js` and `/ear/ear.wasm`, for a script of `public/` to load when it is needed.
//!
//! This crate knows nothing of what the page contains, nor of the server.

mod arguments;
mod binary;
mod module;
mod pack;
mod parts;
mod prune;
mod site;
mod stylesheet;
mod tables;

use anyhow::{Context, Result};
use arguments::Arguments;
use site::Site;
use std::{collections::BTreeMap, fs};

const GLUE: &str = "discovery.js";
const MAIN: &str = "discovery.wasm";
const LOADER: &str = "load.js";
const UNPACK: &str = "pack.js";
const START: &str = include_str!("start.js");

fn main() -> Result<()> {
    let arguments = Arguments::read(std::env::args().skip(1))?;
    let mut site = Site::at(&arguments.site);

    let cut = parts::cut(&arguments.wasm, GLUE, LOADER, &site.staging())?;
    let compiled = module::bind("discovery", cut.main)?;
    let staging = site.staging();
    let shrunk = |bytes| if arguments.quick { Ok(bytes) } else { module::shrink(bytes, &staging) };
    let mut modules = BTreeMap::from([(MAIN.to_owned(), shrunk(compiled.bytes)?)]);
    for (name, bytes) in cut.modules {
        modules.insert(name, shrunk(module::nameless(&bytes)?)?);
    }
    let mut page = compiled.snippets;
    for (part, names) in &cut.parts {
        let there = parts::opener(part, &cut.parts);
        let more: Vec<_> = names.iter().filter(|name| there.is_none_or(|there| !there.contains(name))).cloned().collect();
        page.insert(format!("{part}.more"), pack::build(&more, &modules)?);
        if there.is_some() {
            continue;
        }
        let names: Vec<_> = std::iter::once(MAIN.to_owned()).chain(names.iter().cloned()).collect();
        page.insert(format!("{part}.pack"), pack::build(&names, &modules)?);
    }
    page.insert(GLUE.into(), compiled.glue.into_bytes());
    page.insert(LOADER.into(), pack::looking_into_them(&cut.loader, UNPACK, modules.len() - 1, cut.parts.keys())?);
    page.insert(UNPACK.into(), pack::SCRIPT.into());
    page.extend(modules);
    // The modules and scripts of one build fit only each other: they change their names together.
    let page = site.add_hashed_folder("pkg/page", page);
    let in_page = |name: &str| format!("pkg/{page}/{name}");
    let (js, wasm, unpack) = (in_page(GLUE), in_page(MAIN), in_page(UNPACK));
    let parts: BTreeMap<_, _> = cut
        .parts
        .keys()
        .filter(|part| parts::opener(part, &cut.parts).is_none())
        .map(|part| (part, in_page(&format!("{part}.pack"))))
        .collect();
    let start = started(&js, &wasm, &unpack);
    let start = site.add_hashed("pkg/start", "js", start.into_bytes());
    let css = site.add_hashed("pkg/main", "css", stylesheet::bundle(&arguments.style)?.into_bytes());

    if let Some(ear) = &arguments.ear {
        let bytes = fs::read(ear).with_context(|| format!("cannot read {}", ear.display()))?;
        let bound = module::bind("ear", bytes)?;
        site.add("ear/ear.wasm", shrunk(bound.bytes)?);
        site.add("ear/ear.js", bound.glue.into_bytes());
    }
    site.add_folder(&arguments.public)?;
    let manifest = serde_json::json!({ "start": start, "js": js, "wasm": wasm, "css": css, "parts": parts });
    site.add("manifest.json", serde_json::to_vec_pretty(&manifest)?);
    site.publish(arguments.quick)
}

/// The script that brings the page to life, with the names of this build in it.
fn started(js: &str, wasm: &str, unpack: &str) -> String {
    let script: String =
        START.lines().filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect();
    script.replace("/JS'", &format!("/{js}'")).replace("/WASM'", &format!("/{wasm}'")).replace("/UNPACK'", &format!("/{unpack}'"))
}

#[cfg(test)]
mod tests {
    use super::started;

    #[test]
    fn the_start_names_this_build_and_says_when_it_fails() {
        let script = started("pkg/page.1a/discovery.js", "pkg/page.1a/discovery.wasm", "pkg/page.1a/pack.js");
        assert!(script.contains("import('/pkg/page.1a/discovery.js'), import('/pkg/page.1a/pack.js')"), "{script}");
        assert!(script.contains("new URL('/pkg/page.1a/discovery.wasm', location.origin)"), "{script}");
        assert!(!script.contains("//") && !script.contains("'/JS'"), "{script}");
        assert!(script.contains("did not start") && script.contains("location.reload()"), "{script}");
    }
}
