//! Which build this is: a page and a server that were made of other sources do not understand each other.

use crate::{
    calls::{CallFault, Json},
    feed::Feed,
    words::banner as text,
};
use leptos::{prelude::*, task::spawn_local};

/// As it stands in the bytes of the page's module, where the server looks for it.
pub const MARK: &str = concat!("discovery build ", env!("APP_BUILD"));

/// The name alone. The compiler must not take it apart, or the mark would not be found.
pub(crate) fn own() -> &'static str {
    std::hint::black_box(MARK).rsplit(' ').next().unwrap_or_default()
}

/// The build of the server.
#[server(prefix = "/call", endpoint = "build", input = Json, output = Json)]
pub async fn read_build() -> Result<String, CallFault> {
    Ok(own().to_owned())
}

/// After the line to the server was lost another one may have taken its place.
pub(crate) fn look(feed: Feed) {
    spawn_local(async move {
        if let Ok(build) = read_build().await
            && build != own()
        {
            let _gone = feed.outdated.try_set(true);
        }
    });
}

/// Whether the server that wrote this page is of another build. Then the page says so, and must not be woken up: it would break.
#[must_use]
pub fn is_foreign() -> bool {
    let meta = document().query_selector("meta[name=discovery-build]").ok().flatten();
    if meta.and_then(|meta| meta.get_attribute("content")).is_some_and(|build| build == own()) {
        return false;
    }
    let say = || {
        let [place, line, again] = ["div", "p", "a"].map(|name| document().create_element(name).ok());
        let (place, line, again) = (place?, line?, again?);
        place.set_attribute("class", "banner").ok()?;
        place.set_attribute("role", "alert").ok()?;
        line.set_text_content(Some(text::FOREIGN));
        again.set_attribute("href", "").ok()?;
        again.set_attribute("class", "button small").ok()?;
        again.set_text_content(Some(text::RELOAD));
        line.append_child(&again).ok()?;
        place.append_child(&line).ok()?;
        document().body()?.prepend_with_node_1(&place).ok()
    };
    let _said: Option<()> = say();
    true
}
