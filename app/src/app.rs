//! The frame around every page, and which address shows which page.

use crate::{
    calls::page_data_once,
    feed::Feed,
    lean::Lean,
    pages::{
        account::{FirstStartPage, LoginPage, SettingsPage, read_visit},
        admin::{AdminPage, TranscriptPage},
        home::HomePage,
        interviews::{ImportPage, InterviewPage, InterviewsPage},
    },
    parts::{Banner, Commands, HelpSheet, Here, Missing, Palette, Rail, Shortcuts, VisitResource},
    words,
};
use leptos::prelude::*;
use leptos_meta::{Title, provide_meta_context};
use leptos_router::{
    SsrMode,
    components::{FlatRoutes, Route, Router},
    path,
};

#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    provide_context(Feed::new());
    provide_context(Here::new());
    provide_context(Commands::new());
    provide_context(VisitResource(page_data_once(|_| Box::pin(read_visit()))));
    view! {
        <Title formatter=|title: String| written(words::title(&title)) />
        <Router>
            <a class="skip" href="#main">{words::rail::SKIP}</a>
            <Rail />
            <Banner />
            <FlatRoutes fallback=|| view! { <Missing /> }>
                <Route path=path!("/") view=HomePage ssr=SsrMode::Async />
                <Route path=path!("/login") view=LoginPage ssr=SsrMode::Async />
                <Route path=path!("/first-start") view=FirstStartPage ssr=SsrMode::Async />
                <Route path=path!("/interviews") view=InterviewsPage ssr=SsrMode::Async />
                <Route path=path!("/interviews/:id") view=InterviewPage ssr=SsrMode::Async />
                <Route path=path!("/interviews/:id/import") view=ImportPage ssr=SsrMode::Async />
                <Route path=path!("/settings") view=SettingsPage ssr=SsrMode::Async />
                <Route path=path!("/admin") view=AdminPage ssr=SsrMode::Async />
                <Route path=path!("/admin/interviews/:id") view=TranscriptPage ssr=SsrMode::Async />
            </FlatRoutes>
            <Palette />
            <HelpSheet />
            <Shortcuts />
        </Router>
    }
    .lean()
}

/// The server puts the title into the document as it stands, so there nothing in it may read as markup; the browser sets it as
/// text.
fn written(title: String) -> String {
    if cfg!(feature = "ssr") { title.replace('&', "&amp;").replace('<', "&lt;") } else { title }
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::written;

    #[test]
    fn a_title_is_no_markup() {
        assert_eq!(written("</title><script>&".into()), "&lt;/title>&lt;script>&amp;");
    }
}
