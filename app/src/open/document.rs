//! The document around what a page says.

use crate::{
    erased::Erase,
    shell::Assets,
    words::{self, open as text},
};
use leptos::{prelude::*, tachys::view::any_view::AnyView};

pub(super) fn document(assets: &Assets, title: &str, content: AnyView) -> String {
    let styles = (!assets.css.is_empty()).then(|| format!("/{}", assets.css));
    let page = view! {
        <html lang="en" dir="ltr">
            <head>
                <meta charset="utf-8" />
                <meta name="viewport" content="width=device-width, initial-scale=1" />
                <meta name="robots" content="noindex, nofollow" />
                <meta name="color-scheme" content="light dark" />
                <title>{words::title(title)}</title>
                {styles.map(|href| view! { <link rel="stylesheet" href=href /> })}
                <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
            </head>
            <body>
                <main id="main" class="page open-page" tabindex="-1">
                    {content}
                    <p class="small quiet open-from">{text::FROM}</p>
                </main>
            </body>
        </html>
    }
    .erase();
    format!("<!DOCTYPE html>{}", page.to_html())
}
