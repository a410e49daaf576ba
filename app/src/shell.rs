//! The document around the interface; only the server writes it.

use crate::{App, calls::ScriptNonce, routes};
use leptos::{nonce::Nonce, prelude::*};
use leptos_meta::MetaTags;
use leptos_router::location::RequestUrl;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The files whose names carry a hash, as `manifest.json` of the built site lists them, without a leading slash.
/// A name that is empty is left out of the page: without a built site the pages are readable all the same.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Assets {
    pub start: String,
    pub js: String,
    pub wasm: String,
    pub css: String,
    /// For each part of the interface one file with all modules that it needs.
    pub parts: BTreeMap<String, String>,
}

/// Chooses the stored appearance before the first paint, so that nothing flashes. It stands in the page because a file of its
/// own would arrive too late; the policy lets it run by its nonce.
const APPEARANCE: &str =
    "try{let t=localStorage.getItem('appearance');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}";

/// The whole document. `_options` keeps the signature that Leptos' route list expects.
pub fn shell(_options: LeptosOptions, assets: Assets) -> impl IntoView {
    let nonce = use_context::<ScriptNonce>().map(|nonce| nonce.0).filter(|nonce| !nonce.is_empty());
    if let Some(nonce) = &nonce {
        // The scripts that carry the pages' data must have the same nonce as the policy.
        provide_context(Nonce::from_value(nonce.clone()));
    }
    let nonce = nonce.or_else(|| leptos::nonce::use_nonce().map(|nonce| nonce.to_string()));
    let named = |name: &str| (!name.is_empty()).then(|| format!("/{name}"));
    // What is asked for comes as a whole address, with a host of its own.
    let path = use_context::<RequestUrl>().and_then(|url| url.parse().ok()).map(|url| url.path().to_owned()).unwrap_or_default();
    // The start script looks for the pack by its id.
    let modules = match routes::part(&path).and_then(|part| assets.parts.get(part)) {
        Some(pack) => named(pack).map(|href| (href, Some("pack"))),
        None => named(&assets.wasm).map(|href| (href, None)),
    };
    let modules = modules.map(|(href, id)| view! { <link rel="preload" href=href r#as="fetch" crossorigin="anonymous" id=id /> });
    view! {
        <!DOCTYPE html>
        <html lang="en" dir="ltr">
            <head>
                <meta charset="utf-8" />
                <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content" />
                <meta name="discovery-build" content=crate::build::own() />
                <meta name="color-scheme" content="light dark" />
                <script nonce=nonce>{APPEARANCE}</script>
                {named(&assets.css).map(|href| view! { <link rel="stylesheet" href=href /> })}
                <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
                <link rel="icon" href="/favicon.ico" sizes="32x32" />
                {named(&assets.js).map(|href| view! { <link rel="modulepreload" href=href /> })}
                {modules}
                {named(&assets.start).map(|src| view! { <script type="module" src=src></script> })}
                <MetaTags />
            </head>
            <body>
                <App />
            </body>
        </html>
    }
}
