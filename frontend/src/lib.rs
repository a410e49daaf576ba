//! The browser's entry into the interface: it wakes up what the server has already rendered, and does nothing else.
//!
//! Every page, part and socket lives in `app`; this crate must not know any of them by name.

use wasm_bindgen::{JsError, prelude::wasm_bindgen};

/// Called once by the bootstrap script that the bundler writes, after the module has been loaded.
///
/// # Errors
/// The code of this page could not be loaded: it stays as the server wrote it.
#[wasm_bindgen]
pub async fn hydrate() -> Result<(), JsError> {
    console_error_panic_hook::set_once();
    if app::build::is_foreign() {
        return Ok(());
    }
    let path = leptos::prelude::window().location().pathname().unwrap_or_default();
    app::load(&path).await?;
    leptos::mount::hydrate_body(app::App);
    Ok(())
}
