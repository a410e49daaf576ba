use crate::erased::Erase;
use leptos::{prelude::*, tachys::view::any_view::AnyView};

/// The pages of one part of the product as a row of links, each an address with its name; `here` is the address of this one.
pub(crate) fn tabs(class: &'static str, label: &'static str, pages: &[(&'static str, &'static str)], here: &str) -> AnyView {
    let links = pages
        .iter()
        .map(|(href, name)| {
            view! {
                <a href=*href aria-current=(*href == here).then_some("page")>
                    {*name}
                </a>
            }
            .erase()
        })
        .collect::<Vec<_>>();
    view! {
        <nav class=class aria-label=label>
            {links}
        </nav>
    }
    .erase()
}
