//! The frame around every page, and which address shows which page.

use crate::{
    calls::page_data_once,
    erased::Erase,
    feed::Feed,
    pages::account::read_visit,
    parts::{Banner, Commands, HelpSheet, Here, Missing, Moving, Palette, Rail, Shortcuts, VisitResource},
    routes::Page,
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
    let (moving, set_moving) = signal(false);
    view! {
        <Title formatter=|title: String| escape_title(words::title(&title)) />
        <Router set_is_routing=set_moving>
            <a class="skip" href="#main">{words::rail::SKIP}</a>
            <Moving moving=moving />
            <Rail />
            <Banner />
            <FlatRoutes fallback=|| view! { <Missing /> }>
                <Route path=path!("/") view=Page::Home ssr=SsrMode::Async />
                <Route path=path!("/login") view=Page::Login ssr=SsrMode::Async />
                <Route path=path!("/first-start") view=Page::FirstStart ssr=SsrMode::Async />
                <Route path=path!("/new-password") view=Page::NewPassword ssr=SsrMode::Async />
                <Route path=path!("/interviews") view=Page::Interviews ssr=SsrMode::Async />
                <Route path=path!("/interviews/:id") view=Page::Interview ssr=SsrMode::Async />
                <Route path=path!("/interviews/:id/import") view=Page::Import ssr=SsrMode::Async />
                <Route path=path!("/interviews/:id/research") view=Page::Research ssr=SsrMode::Async />
                <Route path=path!("/interviews/:id/questions") view=Page::Questions ssr=SsrMode::Async />
                <Route path=path!("/projects") view=Page::Projects ssr=SsrMode::Async />
                <Route path=path!("/projects/:id") view=Page::Project ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/sources") view=Page::ProjectSources ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/settings") view=Page::ProjectSettings ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/pack") view=Page::ProjectPack ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/prompts") view=Page::ProjectPrompts ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/search") view=Page::ProjectSearch ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/query") view=Page::ProjectQuery ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/tools") view=Page::ProjectTools ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/connect") view=Page::ProjectConnect ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/sources/:source") view=Page::ProjectSource ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/sources/:source/documents/:document") view=Page::ProjectDocument ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/sources/:source/tables/:table") view=Page::ProjectTable ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/runs") view=Page::Runs ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/schedules") view=Page::Schedules ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/runs/:run") view=Page::Run ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/runs/:run/insights/:insight") view=Page::Insight ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/runs/:run/recommendations/:rec") view=Page::Recommendation ssr=SsrMode::Async />
                <Route path=path!("/companies") view=Page::Companies ssr=SsrMode::Async />
                <Route path=path!("/companies/schedules") view=Page::CompanySchedules ssr=SsrMode::Async />
                <Route path=path!("/companies/:id") view=Page::CompanySearch ssr=SsrMode::Async />
                <Route path=path!("/ask") view=Page::Asks ssr=SsrMode::Async />
                <Route path=path!("/ask/schedules") view=Page::AskSchedules ssr=SsrMode::Async />
                <Route path=path!("/ask/:id") view=Page::Ask ssr=SsrMode::Async />
                <Route path=path!("/opportunities") view=Page::Pipelines ssr=SsrMode::Async />
                <Route path=path!("/opportunities/quality") view=Page::ProducerQuality ssr=SsrMode::Async />
                <Route path=path!("/opportunities/:id") view=Page::Pipeline ssr=SsrMode::Async />
                <Route path=path!("/settings") view=Page::Settings ssr=SsrMode::Async />
                <Route path=path!("/settings/tokens") view=Page::OwnTokens ssr=SsrMode::Async />
                <Route path=path!("/admin") view=Page::Admin ssr=SsrMode::Async />
                <Route path=path!("/admin/people") view=Page::People ssr=SsrMode::Async />
                <Route path=path!("/admin/tokens") view=Page::AllTokens ssr=SsrMode::Async />
                <Route path=path!("/admin/models") view=Page::Models ssr=SsrMode::Async />
                <Route path=path!("/admin/objectives") view=Page::Objectives ssr=SsrMode::Async />
                <Route path=path!("/admin/usage") view=Page::Spending ssr=SsrMode::Async />
                <Route path=path!("/admin/places") view=Page::Places ssr=SsrMode::Async />
                <Route path=path!("/admin/pools") view=Page::Pools ssr=SsrMode::Async />
                <Route path=path!("/admin/pools/:id") view=Page::Pool ssr=SsrMode::Async />
                <Route path=path!("/admin/objectives/:id") view=Page::Objective ssr=SsrMode::Async />
                <Route path=path!("/admin/review") view=Page::Reviews ssr=SsrMode::Async />
                <Route path=path!("/admin/review/:id") view=Page::Review ssr=SsrMode::Async />
                <Route path=path!("/admin/feedback") view=Page::FeedbackList ssr=SsrMode::Async />
                <Route path=path!("/admin/prices") view=Page::Prices ssr=SsrMode::Async />
                <Route path=path!("/admin/runs") view=Page::AdminRuns ssr=SsrMode::Async />
                <Route path=path!("/admin/audit") view=Page::Audit ssr=SsrMode::Async />
                <Route path=path!("/admin/interviews/:id") view=Page::Transcript ssr=SsrMode::Async />
            </FlatRoutes>
            <Palette />
            <HelpSheet />
            <Shortcuts />
        </Router>
    }
    .erase()
}

/// Escapes a title. The server writes it into the document as markup, so there nothing in it may read as a tag; the browser sets
/// it as text.
fn escape_title(title: String) -> String {
    if cfg!(feature = "ssr") { title.replace('&', "&amp;").replace('<', "&lt;") } else { title }
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::escape_title;

    #[test]
    fn a_title_is_no_markup() {
        assert_eq!(escape_title("</title><script>&".into()), "&lt;/title>&lt;script>&amp;");
    }
}
