//! The browser's entry into the interface: it wakes up what the server has already rendered, and does nothing else.
//!
//! Every page, part and socket lives in `app`; this crate must not know any of them by name.

use wasm_bindgen::prelude::wasm_bindgen;

/// Called once by the bootstrap script that the bundler writes, after the module has been loaded.
#[wasm_bindgen]
pub fn hydrate() {
    console_error_panic_hook::set_once();
    leptos::mount::hydrate_body(app::App);
}
